//! Certificates of proofs, and their check.

use super::Goal;
use ludometer_core::{Actions, Game, Generator, Player, Seed, Turn};
use rustc_hash::{FxHashMap, FxHashSet};

/// A strategy: what to play in every state that it can lead to, whatever the opponent does. It reaches a
/// goal, or keeps the opponent from reaching it.
pub struct ProofStrategy<G: Game> {
    player: Player,
    goal: Goal,
    reached: bool,
    moves: FxHashMap<G::State, G::Action>,
}

/// What is wrong with a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofFlaw {
    /// It has no move for this state, as text.
    Silent(String),
    /// Its move for this state is not legal.
    Illegal(String),
    /// It leads to this end, where its claim does not hold.
    Fails(String),
    /// It leads from this state back to it.
    Circles(String),
}

impl std::fmt::Display for ProofFlaw {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (says, state) = match self {
            ProofFlaw::Silent(state) => ("has no move in a state that it leads to", state),
            ProofFlaw::Illegal(state) => ("has an illegal move", state),
            ProofFlaw::Fails(state) => ("leads to an end where its claim does not hold", state),
            ProofFlaw::Circles(state) => ("leads back to a state", state),
        };
        write!(f, "the certificate {says}:\n{state}")
    }
}

impl std::error::Error for ProofFlaw {}

impl<G: Game> ProofStrategy<G> {
    pub(super) fn new(player: Player, goal: Goal, reached: bool) -> Self {
        ProofStrategy {
            player,
            goal,
            reached,
            moves: FxHashMap::default(),
        }
    }

    /// Whether this player's moves are the strategy's.
    pub(super) fn chooses(&self, mover: Player) -> bool {
        (mover == self.player) == self.reached
    }

    pub(super) fn choose(&mut self, state: G::State, action: G::Action) {
        self.moves.insert(state, action);
    }

    /// What it claims: whether `player` reaches the goal.
    pub fn claim(&self) -> (Player, Goal, bool) {
        (self.player, self.goal, self.reached)
    }

    /// The number of states for which it has a move.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether it has no move at all.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The same with another move in a state, to see whether a check notices.
    #[must_use]
    pub fn altered(mut self, state: G::State, action: Option<G::Action>) -> Self {
        match action {
            Some(action) => self.moves.insert(state, action),
            None => self.moves.remove(&state),
        };
        self
    }

    /// Follows the strategy from a state through every reply by the rules alone: the search and its table
    /// are not asked. The number of states that were visited.
    pub fn check(&self, game: &G, from: &G::State) -> Result<usize, ProofFlaw> {
        let mut done = FxHashSet::default();
        self.follow(game, from, &mut done, &mut FxHashSet::default())?;
        Ok(done.len())
    }

    fn follow(
        &self,
        game: &G,
        state: &G::State,
        done: &mut FxHashSet<G::State>,
        path: &mut FxHashSet<G::State>,
    ) -> Result<(), ProofFlaw> {
        let shown = || game.show(state, None);
        let Turn::Of(mover) = game.turn(state) else {
            done.insert(state.clone());
            let payoff = game.payoff(state, self.player);
            return match self.goal.is_reached(payoff) == self.reached {
                true => Ok(()),
                false => Err(ProofFlaw::Fails(shown())),
            };
        };
        if done.contains(state) {
            return Ok(());
        }
        if !path.insert(state.clone()) {
            return Err(ProofFlaw::Circles(shown()));
        }
        let mut actions = Actions::<G>::new();
        game.actions(state, &mut actions);
        if self.chooses(mover) {
            let Some(&action) = self.moves.get(state) else {
                return Err(ProofFlaw::Silent(shown()));
            };
            if !actions.contains(&action) {
                return Err(ProofFlaw::Illegal(shown()));
            }
            actions = vec![action];
        }
        // Nothing is left to chance in the games that can be proved.
        let mut unused = Seed::new(0).rng(Generator::Xoshiro);
        for action in actions {
            let mut next = state.clone();
            game.step(&mut next, action, &mut unused);
            self.follow(game, &next, done, path)?;
        }
        path.remove(state);
        done.insert(state.clone());
        Ok(())
    }
}
