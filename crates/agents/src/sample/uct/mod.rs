//! UCT (Kocsis and Szepesvári 2006), open loop: the tree is over sequences of actions, and every
//! simulation steps through the game again, so chance and hidden cards are sampled anew each time.
//!
//! The search is one loop ([`Uct`]). What a node chooses, how a simulation ends and what is backed up
//! are asked of its parts: [`Plain`] is UCT as published, compiled without a trace of the others;
//! [`Enhanced`] has the parts that [`UctOptions`] switches on.

mod amaf;
mod backup;
mod enhanced;
mod expand;
mod options;
mod parallel;
mod parts;
mod playout;
mod policy;
mod record;
mod reuse;
mod score;

pub use enhanced::Enhanced;
pub use options::{
    Amaf, Conflict, Decisive, PlayoutPolicy, Selection, UctOptions, conflict, needs_open_game,
};
pub use parallel::RootParallel;
pub use parts::{Plain, UctParts};

use super::Rollout;
use super::flat::mean;
use super::tree::{ROOT, SearchTree};
use crate::search::best_at_random;
use ludometer_core::{Actions, Agent, Bound, Forfeit, Game, Score, SearchStats, Seat, Turn};
use parts::{ChoicePoint, NextStep};

/// Monte Carlo tree search with UCB1. With more than two players it is paranoid: all other players are
/// assumed to minimise the value of the seat's player.
pub struct Uct<G: Game, P = Plain> {
    playouts: u64,
    exploration: f64,
    rollout: Rollout<G>,
    tree: SearchTree<G::Action>,
    path: Vec<u32>,
    actions: Actions<G>,
    parts: P,
}

impl<G: Game> Uct<G> {
    /// A search of `playouts` simulations; `exploration` is the constant of UCB1, in the units of
    /// the outcome.
    pub fn new(playouts: u64, exploration: f64, rollout: Rollout<G>) -> Self {
        Uct::with_parts(playouts, exploration, rollout, Plain)
    }
}

impl<G: Game, P: UctParts<G>> Uct<G, P> {
    /// The same search with these parts.
    pub fn with_parts(playouts: u64, exploration: f64, rollout: Rollout<G>, parts: P) -> Self {
        Uct {
            playouts,
            exploration,
            rollout,
            tree: SearchTree::new(),
            path: Vec::new(),
            actions: Vec::new(),
            parts,
        }
    }

    /// One simulation, of a world that was drawn before or of one that is drawn now; `None` if the budget
    /// is spent.
    #[inline]
    fn simulate(&mut self, seat: &mut Seat<'_, G>, world: Option<&G::State>) -> Option<()> {
        let mut state = match world {
            Some(world) => world.clone(),
            None => seat.determinize(),
        };
        self.path.clear();
        self.path.push(ROOT);
        self.parts.descend();
        let mut node = ROOT;
        while let Turn::Of(mover) = seat.game().turn(&state) {
            self.actions.clear();
            seat.game().actions(&state, &mut self.actions);
            if !seat.can_afford(1, 0) {
                return None;
            }
            let at = ChoicePoint {
                node,
                mover,
                actions: &self.actions,
                path: &self.path,
                exploration: self.exploration,
            };
            let choice = self.parts.choose(&mut self.tree, at, seat, &state)?;
            let (action, child, ends) = match choice {
                NextStep::Child(action, child) => (action, Some(child), false),
                NextStep::Leaf(action, child) => (action, Some(child), true),
                NextStep::New(action) => (action, None, true),
                NextStep::Stop => break,
            };
            self.parts.note(seat.game(), mover, action);
            seat.step(&mut state, action);
            let child = match child {
                Some(child) => child,
                None => {
                    let child = self.tree.grow(node, action);
                    self.parts.enter(seat, &state)?;
                    child
                }
            };
            self.path.push(child);
            node = self.parts.node_of(child);
            if ends {
                break;
            }
        }
        let worth = self.parts.finish(seat, &mut state, &mut self.rollout)?;
        self.parts
            .back_up(&mut self.tree, &self.path, worth, seat.player());
        Some(())
    }

    /// Simulates until the budget, the number of simulations or the question is exhausted.
    fn search(&mut self, seat: &mut Seat<'_, G>) {
        self.parts.begin(&mut self.tree, seat);
        for _ in 0..self.playouts {
            if self.parts.is_solved() || self.simulate(seat, None).is_none() {
                break;
            }
        }
    }

    /// The same where every simulation begins in this state.
    pub(super) fn search_world(&mut self, seat: &mut Seat<'_, G>, world: &G::State) {
        self.parts.begin(&mut self.tree, seat);
        for _ in 0..self.playouts {
            if self.simulate(seat, Some(world)).is_none() {
                break;
            }
        }
    }

    /// How much each action is preferred: the most visited action is taken, as its value is the best
    /// known.
    fn preferences(&self, actions: &[G::Action]) -> Vec<f64> {
        let mut visits = vec![f64::NEG_INFINITY; actions.len()];
        for (action, child) in self.tree.children(ROOT) {
            if let Some(place) = actions.iter().position(|known| *known == action) {
                visits[place] = self.tree.node(child).visits as f64;
            }
        }
        self.parts.settle(&self.tree, actions, &mut visits);
        visits
    }

    /// Reports how much was searched, and the mean outcome of the chosen action.
    fn report(&self, seat: &mut Seat<'_, G>, chosen: G::Action) {
        let mut stats = SearchStats::default().with_nodes(seat.spent().steps);
        let mut children = self.tree.children(ROOT);
        if let Some((_, at)) = children.find(|(action, _)| *action == chosen) {
            let child = self.tree.node(at);
            let known = self.parts.proved(at);
            let value = known.unwrap_or_else(|| mean(child.sum, child.visits));
            stats = stats.with_score(Score::Value(value), Bound::Exact);
        }
        if self.parts.is_full() {
            stats = stats.with_full_tree();
        }
        seat.report_search(stats);
    }
}

impl<G: Game, P: UctParts<G>> Agent<G> for Uct<G, P> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit> {
        let actions = seat.actions();
        self.search(seat);
        let chosen = best_at_random(seat, &actions, &self.preferences(&actions));
        self.report(seat, chosen);
        self.tree.tell(seat, chosen);
        Ok(chosen)
    }

    fn restart(&mut self) {
        self.parts.restart();
    }
}
