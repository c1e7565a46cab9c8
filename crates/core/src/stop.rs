//! Stop requests.

use std::sync::atomic::{AtomicBool, Ordering};

/// A stop request that another thread may set at any time. Checking it costs one relaxed load.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stop<'a>(Option<&'a AtomicBool>);

impl<'a> Stop<'a> {
    /// Never stops.
    pub const NEVER: Stop<'static> = Stop(None);

    /// Stops once the flag is set.
    pub fn when(flag: &'a AtomicBool) -> Stop<'a> {
        Stop(Some(flag))
    }

    /// Whether the flag is set.
    #[inline]
    pub fn is_asked(self) -> bool {
        self.0.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_is_asked_for_once_the_flag_is_set() {
        let flag = AtomicBool::new(false);
        let stop = Stop::when(&flag);
        assert!(!stop.is_asked() && !Stop::NEVER.is_asked());
        flag.store(true, Ordering::Relaxed);
        assert!(stop.is_asked() && !Stop::default().is_asked());
    }
}
