//! The choice among the children of a node.

use super::super::tree::{ROOT, SearchTree};
use super::super::ucb::Ucb1;
use super::enhanced::Enhanced;
use super::options::{Amaf, Selection};
use super::parts::{ChoicePoint, NextStep};
use ludometer_core::{Game, Seat};

/// Whether an action comes before all that were tried, and its bound.
type Score = (bool, f64);

/// What the bounds of all children of a node have in common.
struct Level {
    node: u32,
    visits: f64,
    ucb1: Ucb1,
    sign: f64,
    exploration: f64,
    /// The priors of actions that have none of their own.
    even: f64,
    mean: f64,
}

impl<G: Game> Enhanced<G> {
    /// Whether the path was at this state before: it would lead round in a circle.
    pub(super) fn returns(&self, path: &[u32], node: u32) -> bool {
        let before = &path[..path.len() - 1];
        before.iter().any(|&edge| self.record(edge).state == node)
    }

    /// Chooses whose all-moves-as-first outcomes count from here on.
    pub(super) fn refer(&mut self, node: u32) {
        let known = match self.options.amaf {
            Amaf::None => return,
            Amaf::Rave => true,
            Amaf::Grave => self.record(node).visits >= self.options.reference,
        };
        if known {
            self.reference = node;
        }
    }

    /// The most children that a node may have.
    fn widest(&self, visits: f64) -> usize {
        if self.options.widening == 0.0 {
            return usize::MAX;
        }
        let most = self.options.widening * libm::pow(visits.max(1.0), self.options.power);
        (libm::ceil(most) as usize).max(1)
    }

    /// The action with the highest bound for the player to move; ties among untried actions are broken
    /// at random.
    pub(super) fn best(
        &mut self,
        tree: &SearchTree<G::Action>,
        at: ChoicePoint<'_, G::Action>,
        seat: &mut Seat<'_, G>,
    ) -> NextStep<G::Action> {
        let record = self.record(at.node);
        let visits = record.visits.max(1);
        let sign = if at.mover == seat.player() { 1.0 } else { -1.0 };
        let level = Level {
            node: at.node,
            visits: visits as f64,
            ucb1: Ucb1::new(visits, at.exploration),
            sign,
            exploration: at.exploration,
            even: 1.0 / at.actions.len() as f64,
            mean: sign * record.sum / visits as f64,
        };
        let is_tried = |&child: &u32| child != ROOT && tree.node(child).visits > 0;
        let tried = self.children.iter().filter(|child| is_tried(child)).count();
        let widens = tried < self.widest(level.visits);
        let room = self.has_room(1);
        let mut best: Option<(Score, usize)> = None;
        let mut ties = 0;
        for (place, &action) in at.actions.iter().enumerate() {
            let child = self.children[place];
            if child != ROOT && self.is_refuted(&level, child) {
                continue;
            }
            let fresh = !is_tried(&child);
            if fresh && ((tried > 0 && !widens) || (child == ROOT && !room)) {
                continue;
            }
            let score = match fresh {
                true => self.urgency(&level, child, seat.game().action_key(action)),
                false => {
                    let known = tree.node(child);
                    let key = match self.options.amaf {
                        Amaf::None => 0,
                        _ => seat.game().action_key(action),
                    };
                    (
                        false,
                        self.bound(&level, child, known.visits as f64, known.sum, key),
                    )
                }
            };
            match best {
                Some((highest, _)) if score < highest => {}
                Some((highest, _)) if score == highest => {
                    ties += 1;
                    if seat.dice().index(ties) == 0 {
                        best = Some((score, place));
                    }
                }
                _ => {
                    ties = 1;
                    best = Some((score, place));
                }
            }
        }
        let Some((_, place)) = best else {
            // The tree is full, or all children are refuted, by what was proved of them on other paths.
            if self.options.solver {
                self.tighten(tree, at.node, seat.player());
                let record = self.record(at.node);
                self.exact = record.is_solved().then_some(record.low);
                self.proves = true;
            }
            return NextStep::Stop;
        };
        let (action, child) = (at.actions[place], self.children[place]);
        match child {
            ROOT => NextStep::New(action),
            child if is_tried(&child) => NextStep::Child(action, child),
            child => NextStep::Leaf(action, child),
        }
    }

    /// Whether a child cannot be better than what is proved of its parent.
    fn is_refuted(&self, level: &Level, child: u32) -> bool {
        if !self.options.solver {
            return false;
        }
        let (parent, child) = (self.record(level.node), self.state(child));
        match level.sign > 0.0 {
            true => child.high <= parent.low,
            false => child.low >= parent.high,
        }
    }

    /// What the prior adds to a child with these visits.
    fn knowledge(&self, level: &Level, child: u32, visits: f64) -> f64 {
        let prior = match child {
            ROOT => None,
            child => self.record(child).prior,
        };
        if self.options.selection == Selection::Puct {
            let prior = prior.unwrap_or(level.even);
            return level.exploration * prior * level.visits.sqrt() / (1.0 + visits);
        }
        match prior {
            Some(value) => self.options.bias * level.sign * value / (visits + 1.0),
            None => 0.0,
        }
    }

    /// The bound of an action that was never tried here.
    fn urgency(&self, level: &Level, child: u32, action: u64) -> Score {
        let knowledge = self.knowledge(level, child, 0.0);
        if self.options.amaf != Amaf::None
            && let Some((mean, _)) = self.amaf.mean(self.reference, action)
        {
            return (false, level.sign * mean + knowledge);
        }
        let mut urgency = self.options.urgency;
        if self.options.selection == Selection::Puct && urgency == f64::INFINITY {
            urgency = level.mean;
        }
        match urgency == f64::INFINITY {
            true => (true, knowledge),
            false => (false, urgency + knowledge),
        }
    }

    /// The upper confidence bound of a child that was tried.
    fn bound(&self, level: &Level, child: u32, visits: f64, sum: f64, action: u64) -> f64 {
        let mut value = match self.options.transpositions {
            // The mean of the state, by any edge; the visits of this edge (UCT2).
            true => {
                let state = self.state(child);
                level.sign * state.sum / state.visits.max(1) as f64
            }
            false => level.sign * sum / visits,
        };
        if self.options.implicit != 0.0 {
            let minimax = level.sign * self.state(child).heuristic;
            value = (1.0 - self.options.implicit) * value + self.options.implicit * minimax;
        }
        if self.options.amaf != Amaf::None
            && let Some((mean, count)) = self.amaf.mean(self.reference, action)
        {
            let weight = count / (count + visits + self.options.amaf_bias * count * visits);
            value = (1.0 - weight) * value + weight * level.sign * mean;
        }
        value += self.knowledge(level, child, visits);
        match self.options.selection {
            Selection::Ucb1 => level.ucb1.bound(value, visits),
            Selection::Puct => value,
            Selection::Ucb1Tuned => value + self.tuned(level, child, visits, sum),
        }
    }

    /// The exploration term of UCB1-tuned, for outcomes between the least and the greatest payoff.
    fn tuned(&self, level: &Level, child: u32, visits: f64, sum: f64) -> f64 {
        let range = self.greatest - self.least;
        if range <= 0.0 {
            return 0.0;
        }
        let mean = sum / visits;
        let squares = self.record(child).squares / visits;
        let variance = ((squares - mean * mean) / (range * range)).max(0.0);
        let log = level.ucb1.log();
        let most = (variance + (2.0 * log / visits).sqrt()).min(0.25);
        range * (log / visits * most).sqrt()
    }
}
