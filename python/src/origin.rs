//! Where the chance of a state comes from: the address of its episode among the random streams.

use ludometer::core::{Generator, Rng, Seed};
use ludometer::play;

/// The address of an episode, as numbers that can be written down.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) seed: u64,
    /// The game of a vector.
    pub(crate) game: Option<u64>,
    pub(crate) episode: u64,
}

impl Origin {
    pub(crate) fn address(self) -> Seed {
        let seed = Seed::new(self.seed);
        let seed = self.game.map_or(seed, |game| seed.numbered("game", game));
        play::address(seed, self.episode, 1, false).0
    }

    /// The chance after a number of actions.
    pub(crate) fn chance(self, plies: u64) -> Rng {
        play::chance(self.address(), plies, Generator::Xoshiro)
    }
}
