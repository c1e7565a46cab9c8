//! Seeding of the initial population.

use super::gene::{self, Gene};
use crate::sample::{Choice, OpenLoopMcts, TreeWalk};
use crate::search::{best_at_random, look_ahead};
use ludometer_core::{Evaluator, Game, Seat, Turn};

/// How a population is initialised. A seeded plan comes first, and the others are mutations of it.
pub enum Seeding<G: Game, E> {
    /// With random plans.
    Random,
    /// From one-step look-ahead, repeated L times (B-1SLA-S).
    OneStep,
    /// From the most visited path of a tree search (C-MCTS-S).
    Tree {
        /// Builds the tree.
        search: Box<OpenLoopMcts<G, E>>,
        /// The share of the budget that it may spend.
        share: f64,
        /// How often a node must have been visited to be followed.
        least: u64,
        /// Which actions of the tree are taken.
        walk: TreeWalk,
    },
}

impl<G: Game, E: Evaluator<G>> Seeding<G, E> {
    /// The seeded plan, unless plans are to be random.
    pub(super) fn seeding(
        &mut self,
        seat: &mut Seat<'_, G>,
        evaluator: &mut E,
        length: usize,
        alphabet: usize,
    ) -> Option<Vec<Gene>> {
        let mut genes = match self {
            Seeding::Random => return None,
            Seeding::OneStep => greedy(seat, evaluator, length, alphabet),
            Seeding::Tree {
                search,
                share,
                least,
                walk,
            } => {
                seat.within(*share, |seat| search.grow(seat));
                let advice = search.advice(seat, *least, *walk);
                let genes = advice.into_iter().take(length);
                genes
                    .map(|choice| gene::pointing(choice, alphabet))
                    .collect()
            }
        };
        while genes.len() < length {
            genes.push(gene::draw(alphabet, seat.dice()));
        }
        Some(genes)
    }

    /// Clears what was learned during an episode.
    pub(super) fn forget(&mut self) {
        if let Seeding::Tree { search, .. } = self {
            search.forget();
        }
    }
}

/// The best action of one step, then of one step from there, and so on to the end of the plan, of
/// the game or of the budget. Others move at random.
fn greedy<G: Game, E: Evaluator<G>>(
    seat: &mut Seat<'_, G>,
    evaluator: &mut E,
    length: usize,
    alphabet: usize,
) -> Vec<Gene> {
    let (game, player) = (seat.game(), seat.player());
    let mut state = seat.determinize();
    let mut genes = Vec::with_capacity(length);
    let mut actions = Vec::new();
    while let Turn::Of(mover) = game.turn(&state) {
        if genes.len() == length {
            break;
        }
        actions.clear();
        game.actions(&state, &mut actions);
        let action = if mover == player {
            if !seat.can_afford(actions.len() as u64, actions.len() as u64) {
                break;
            }
            let values = look_ahead(seat, &state, &actions, evaluator);
            let best = best_at_random(seat, &actions, &values);
            let place = actions
                .iter()
                .position(|&action| action == best)
                .unwrap_or(0);
            genes.push(gene::pointing(Choice::own(place, actions.len()), alphabet));
            best
        } else {
            actions[seat.dice().index(actions.len())]
        };
        if !seat.can_afford(1, 0) {
            break;
        }
        seat.step(&mut state, action);
    }
    genes
}
