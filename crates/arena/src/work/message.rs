//! What is said when work fails.

use ludometer_core::memory::Exhausted;

/// What a panic said.
pub(super) fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    let text = text.or_else(|| {
        let exhausted = panic.downcast_ref::<Exhausted>();
        exhausted.map(|Exhausted(message)| message.as_str())
    });
    text.unwrap_or("it gave no reason").to_string()
}
