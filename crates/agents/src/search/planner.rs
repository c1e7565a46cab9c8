//! Agents that find a complete path to the goal and then follow it.

use super::Frontier;
use ludometer_core::{Agent, Forfeit, Game, Seat};
use std::collections::VecDeque;

/// Searches once, keeps the plan, and follows it as long as the states match. When the search ends
/// without a goal, it goes to the best state found and searches again.
///
/// For one player without chance or hidden information.
pub struct Planner<G: Game, F> {
    frontier: F,
    plan: VecDeque<(G::State, G::Action)>,
}

impl<G: Game, F: Frontier<G>> Planner<G, F> {
    /// A planner that searches with `frontier`.
    pub fn new(frontier: F) -> Self {
        Planner {
            frontier,
            plan: VecDeque::new(),
        }
    }
}

impl<G: Game, F: Frontier<G>> Agent<G> for Planner<G, F> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit> {
        let expected = self
            .plan
            .front()
            .is_some_and(|(state, _)| state == seat.position());
        if !expected {
            self.plan = self.frontier.search(seat).into();
        }
        Ok(match self.plan.pop_front() {
            Some((_, action)) => action,
            // Nothing was affordable: any legal action is an answer.
            None => {
                let actions = seat.actions();
                actions[seat.dice().index(actions.len())]
            }
        })
    }

    fn restart(&mut self) {
        self.plan.clear();
    }
}
