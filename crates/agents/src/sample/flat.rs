//! Flat Monte Carlo: the same number of playouts for every action.

use super::Rollout;
use crate::search::best_at_random;
use ludometer_core::{Agent, Forfeit, Game, Seat};

/// Samples every action equally often and plays the one with the best mean.
pub struct Flat<G: Game> {
    playouts: u64,
    rollout: Rollout<G>,
}

impl<G: Game> Flat<G> {
    /// About `playouts` playouts in all, shared equally among the actions.
    pub fn new(playouts: u64, rollout: Rollout<G>) -> Self {
        Flat { playouts, rollout }
    }
}

impl<G: Game> Agent<G> for Flat<G> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit> {
        let actions = seat.actions();
        let mut sums = vec![(0.0, 0u64); actions.len()];
        let rounds = self.playouts.div_ceil(actions.len() as u64).max(1);
        'all: for _ in 0..rounds {
            for (&action, (sum, tries)) in actions.iter().zip(&mut sums) {
                let Some(worth) = try_once(seat, &mut self.rollout, action) else {
                    break 'all;
                };
                *sum += worth;
                *tries += 1;
            }
        }
        let means: Vec<f64> = sums.iter().map(|&(sum, tries)| mean(sum, tries)).collect();
        for ((&action, &value), &(_, tries)) in actions.iter().zip(&means).zip(&sums) {
            seat.report_move(action, value, tries);
        }
        Ok(best_at_random(seat, &actions, &means))
    }
}

/// One playout after an action, from a fresh determinization; `None` if the budget is spent.
pub(super) fn try_once<G: Game>(
    seat: &mut Seat<'_, G>,
    rollout: &mut Rollout<G>,
    action: G::Action,
) -> Option<f64> {
    if !seat.can_afford(1, 0) {
        return None;
    }
    let mut state = seat.determinize();
    seat.step(&mut state, action);
    let player = seat.player();
    rollout.play(seat, &mut state, player)
}

/// The mean of what was tried; untried actions come last.
pub(super) fn mean(sum: f64, tries: u64) -> f64 {
    if tries == 0 {
        f64::NEG_INFINITY
    } else {
        sum / tries as f64
    }
}
