//! Allocations whose size a user's number decides: checked before the memory is needed.
//!
//! An allocation that fails ends the process, and with it everything that it was doing. Sizes that a
//! parameter or an option names are therefore tried first ([`fits`]), and refused with the size that
//! would fit ([`largest`]); what grows while it is used grows by [`grow`].

/// Whether this many bytes can be reserved at once. They are given back.
pub fn fits(bytes: u64) -> bool {
    let mut block: Vec<u8> = Vec::new();
    let had = usize::try_from(bytes).is_ok_and(|bytes| block.try_reserve_exact(bytes).is_ok());
    // An optimiser may drop an allocation that nobody looks at, and assume that it succeeded.
    std::hint::black_box(&block);
    had
}

/// The largest number from `low` to `high` whose bytes can be reserved, if there is any. `bytes` does not
/// fall as the number grows.
pub fn largest(low: u64, high: u64, bytes: impl Fn(u64) -> u64) -> Option<u64> {
    if low > high || !fits(bytes(low)) {
        return None;
    }
    if fits(bytes(high)) {
        return Some(high);
    }
    // `fit` fits, `unfit` does not.
    let (mut fit, mut unfit) = (low, high);
    while unfit - fit > 1 {
        let middle = fit + (unfit - fit) / 2;
        if fits(bytes(middle)) {
            fit = middle;
        } else {
            unfit = middle;
        }
    }
    Some(fit)
}

/// There is no memory for what an agent needs: the payload of the unwinding that [`exhausted`] begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exhausted(pub String);

/// Ends an episode for which there is no memory: unwinds with [`Exhausted`], which the
/// caller of the referee catches and reports. Nothing of the episode is a result. A panic would print a
/// backtrace first, and take memory for that.
#[cold]
pub fn exhausted(message: String) -> ! {
    let remedy = "lower the parameter that decides its size, or use fewer threads";
    std::panic::resume_unwind(Box::new(Exhausted(format!("{message}; {remedy}"))))
}

/// Makes room for one more element, or [ends the episode](exhausted).
#[inline]
pub fn grow<T>(list: &mut Vec<T>, what: &str) {
    if list.len() == list.capacity() && list.try_reserve(1).is_err() {
        exhausted(format!(
            "there is no memory for more than {} {what}",
            list.len()
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_machine_has_does_not_fit() {
        assert!(fits(1 << 20));
        assert!(!fits(1 << 60));
        assert!(!fits(u64::MAX));
    }

    #[test]
    fn the_largest_that_fits_is_found() {
        assert_eq!(largest(0, 8, |bits| 1 << bits), Some(8));
        // More than 2^47 bytes are not addressable on the machines that this runs on.
        let bits = largest(0, 62, |bits| 1 << bits).unwrap();
        assert!((20..48).contains(&bits), "{bits}");
        assert_eq!(largest(60, 62, |bits| 1 << bits), None);
        assert_eq!(largest(3, 2, |bits| bits), None);
    }

    #[test]
    fn the_payload_of_the_unwinding_has_the_message() {
        let ended = std::panic::catch_unwind(|| exhausted("no memory for a table".into()));
        let ended = ended.unwrap_err();
        let Exhausted(message) = ended.downcast_ref().unwrap();
        assert!(
            message.starts_with("no memory for a table; lower"),
            "{message}"
        );
    }

    #[test]
    fn lists_grow_as_they_do_by_themselves() {
        let mut list = Vec::new();
        for number in 0..1000 {
            grow(&mut list, "numbers");
            list.push(number);
        }
        assert!(list.capacity() >= 1000 && list.capacity() < 4000);
    }
}
