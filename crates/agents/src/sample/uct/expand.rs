//! Priors: the states behind all actions of a node are evaluated when it is met the second time.

use super::super::tree::{ROOT, SearchTree};
use super::enhanced::Enhanced;
use super::options::Selection;
use super::parts::ChoicePoint;
use ludometer_core::{Game, Seat};

impl<G: Game> Enhanced<G> {
    /// Gives every legal action of a node a child with its prior: a forward-model call and, unless the
    /// game is over there, an evaluation each. `None` if the budget is spent. In a tree without room
    /// nothing happens.
    pub(super) fn expand(
        &mut self,
        tree: &mut SearchTree<G::Action>,
        at: ChoicePoint<'_, G::Action>,
        seat: &mut Seat<'_, G>,
        state: &G::State,
    ) -> Option<()> {
        let mut children = std::mem::take(&mut self.children);
        let known = tree.children_of(at.node, at.actions, &mut children);
        self.children = children;
        if !self.has_room(at.actions.len() - known) {
            return Some(());
        }
        for (place, &action) in at.actions.iter().enumerate() {
            if self.children[place] != ROOT {
                continue;
            }
            if !seat.can_afford(1, 0) {
                return None;
            }
            let mut next = state.clone();
            seat.step(&mut next, action);
            let value = self.judge(seat, &next)?;
            let child = tree.grow(at.node, action);
            self.add_record(seat, &next);
            let record = self.record_mut(child);
            (record.prior, record.heuristic) = (Some(value), value);
            self.children[place] = child;
        }
        self.evaluates |= self.options.implicit != 0.0;
        if self.options.selection == Selection::Puct {
            let sign = if at.mover == seat.player() { 1.0 } else { -1.0 };
            self.soften(sign);
        }
        self.record_mut(at.node).expanded = true;
        Some(())
    }

    /// Turns the values of the children into probabilities: their softmax.
    fn soften(&mut self, sign: f64) {
        let children = std::mem::take(&mut self.children);
        let value = |parts: &Self, child: u32| sign * parts.record(child).prior.unwrap_or(0.0);
        let values = children.iter().map(|&child| value(self, child));
        let highest = values.fold(f64::NEG_INFINITY, f64::max);
        let temperature = self.options.temperature;
        let weight = |parts: &Self, child| libm::exp((value(parts, child) - highest) / temperature);
        let weights: Vec<f64> = children.iter().map(|&child| weight(self, child)).collect();
        let sum: f64 = weights.iter().sum();
        for (&child, weight) in children.iter().zip(weights) {
            self.record_mut(child).prior = Some(weight / sum);
        }
        self.children = children;
    }
}
