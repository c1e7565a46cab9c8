//! Positions sampled from played games.

use crate::env::{AgentMaker, Starter};
use crate::play::{self, Decision, EpisodeObserver, MatchRules};
use ludometer_core::{Game, Rng, Seed};
use rustc_hash::FxHashMap;
use std::sync::{Mutex, OnceLock};

/// A position with the scores of the moves chosen so far.
pub(super) struct Position<G: Game> {
    /// `None` once no game had one.
    pub(super) state: OnceLock<Option<G::State>>,
    /// By the places of moves among the legal ones.
    pub(super) scores: Mutex<FxHashMap<u32, f64>>,
}

impl<G: Game> Default for Position<G> {
    fn default() -> Self {
        Position {
            state: OnceLock::new(),
            scores: Mutex::default(),
        }
    }
}

/// Games that are played for one position at most.
pub(super) const ATTEMPTS: u64 = 100;

/// A state with something to choose, of a game: each of the game's is as likely as another. `new`
/// says which will do.
pub(super) fn drawn<G: Game>(
    game: &G,
    starter: &Starter<G>,
    from: &AgentMaker<G>,
    rules: &MatchRules,
    address: Seed,
    new: impl Fn(&G::State) -> bool,
) -> Option<G::State> {
    (0..ATTEMPTS).find_map(|attempt| {
        let address = address.named("game").nth(attempt);
        let mut chance = play::chance(address, 0, rules.generator);
        let start = starter(game, &mut chance);
        let players = game.facts().players;
        let mut agents: Vec<_> = (0..players).map(|_| from()).collect();
        let mut urn = Reservoir {
            game,
            dice: address.named("urn").rng(rules.generator),
            seen: 0,
            kept: None,
        };
        play::episode(game, start, &mut agents, rules, (address, 0), &mut urn);
        urn.kept.filter(&new)
    })
}

/// Keeps one of the states in which something was chosen.
struct Reservoir<'a, G: Game> {
    game: &'a G,
    dice: Rng,
    seen: u64,
    kept: Option<G::State>,
}

impl<G: Game> EpisodeObserver<G> for Reservoir<'_, G> {
    fn decided(&mut self, decision: &Decision<'_, G>) -> bool {
        if self.game.action_count(decision.state) > 1 {
            self.seen += 1;
            // The n-th takes the place of what is kept with probability 1/n.
            if self.dice.below(self.seen) == 0 {
                self.kept = Some(decision.state.clone());
            }
        }
        true
    }
}
