//! Chance outcomes through a seat.

use super::Seat;
use crate::{Chance, Distribution, calls};

impl<G: Chance> Seat<'_, G> {
    /// Puts the possible states after an action into `out`. Each of them is counted as a forward-model
    /// call; nothing is listed, and `false` returned, if the budget does not allow that many.
    pub fn outcomes(
        &mut self,
        state: &G::State,
        action: G::Action,
        out: &mut Distribution<G>,
    ) -> bool {
        out.clear();
        self.game.outcomes(state, action, out);
        let count = out.len() as u64;
        if !self.can_afford(count, 0) {
            out.clear();
            return false;
        }
        self.spent.steps += count;
        (0..count).for_each(|_| calls::step());
        true
    }
}
