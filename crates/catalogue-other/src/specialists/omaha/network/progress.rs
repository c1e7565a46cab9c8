//! Work that is watched, and that can be stopped.

use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// Who is told of every hand, and whether to go on.
#[derive(Clone, Copy)]
pub struct TrainingProgress<'a> {
    /// Called after every hand.
    pub tick: &'a (dyn Fn() + Sync),
    /// Set to request an early end.
    pub stop: &'a AtomicBool,
}

impl TrainingProgress<'_> {
    /// What becomes of each of this many hands, in order, on the threads of the pool it is called in;
    /// `None` if it was stopped. What `sit` makes is used for many hands and must not change them.
    pub(super) fn each<S, T: Send>(
        &self,
        hands: std::ops::Range<u64>,
        sit: impl Fn() -> S + Sync + Send,
        play: impl Fn(&mut S, u64) -> T + Sync + Send,
    ) -> Option<Vec<T>> {
        let hands = hands.into_par_iter().map_init(sit, |sitting, hand| {
            let going = !self.stop.load(Ordering::Relaxed);
            going.then(|| {
                let played = play(sitting, hand);
                (self.tick)();
                played
            })
        });
        hands.collect()
    }
}
