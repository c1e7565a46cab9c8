//! Texts: descriptions of games and of levels, and what is wrong with them.

mod diagnostic;
pub(crate) mod effects;
mod endings;
mod line;
mod params;
mod read;
#[cfg(test)]
mod reference;
mod rules;
pub(crate) mod sprites;
mod spriteset;

pub(crate) use diagnostic::Diagnostics;
pub use diagnostic::{Severity, VgdlDiagnostic};
pub use effects::EFFECTS;
pub use endings::TERMINATIONS;
use params::Reader;
pub use sprites::SPRITE_CLASSES;

/// The names that may be written, for messages.
fn known(names: &[&str]) -> String {
    match names {
        [all @ .., last] if !all.is_empty() => format!("{} and {last} are known", all.join(", ")),
        _ => format!("{} is known", names.join(", ")),
    }
}
