//! Alpha-beta (Knuth and Moore 1975): the choice of [`DepthSearch`](super::DepthSearch), with
//! irrelevant branches pruned.
//!
//! Ties at the root are broken at random among all best actions, so every tie must be found: after
//! the first action the window opens just below the best value so far, and an action that only
//! equals it is still told apart from a worse one.
//!
//! With more than two players it is paranoid, as the search that it prunes: all the others minimise
//! this player's value. Under max^n ([`MaxN`](super::MaxN)) such pruning is unsound (Korf 1991).

use super::depth::{Exhausted, Wins, deepen, finished, pay};
use ludometer_core::{Actions, Agent, Evaluator, Forfeit, Game, Seat, Turn};

/// Alpha-beta search to a fixed depth.
///
/// Under a limited budget it deepens iteratively and plays the best move of the deepest completed
/// iteration. For actions that are not best a bound is reported, not the value.
pub struct AlphaBeta<G: Game, E> {
    depth: u32,
    evaluator: E,
    wins: Wins,
    buffers: Vec<Actions<G>>,
}

impl<G: Game, E: Evaluator<G>> AlphaBeta<G, E> {
    /// A search of `depth` plies, at least one.
    pub fn new(depth: u32, evaluator: E, wins: Wins) -> Self {
        AlphaBeta {
            depth: depth.max(1),
            evaluator,
            wins,
            buffers: Vec::new(),
        }
    }

    /// The value of each root action that is best, and an upper bound for the others.
    fn values(
        &mut self,
        seat: &mut Seat<'_, G>,
        actions: &[G::Action],
        depth: u32,
    ) -> Result<Vec<f64>, Exhausted> {
        let mut values = Vec::with_capacity(actions.len());
        let mut best = f64::NEG_INFINITY;
        for &action in actions {
            let mut state = seat.position().clone();
            pay(seat, 1, 0)?;
            seat.step(&mut state, action);
            let window = (best.next_down(), f64::INFINITY);
            let value = self.walk(seat, &state, depth - 1, 1, window)?;
            best = best.max(value);
            values.push(value);
        }
        Ok(values)
    }

    /// The value of a state if it lies inside the window; otherwise a bound on the same side.
    fn walk(
        &mut self,
        seat: &mut Seat<'_, G>,
        state: &G::State,
        depth: u32,
        ply: u32,
        (mut alpha, mut beta): (f64, f64),
    ) -> Result<f64, Exhausted> {
        let mover = match seat.game().turn(state) {
            Turn::Over => {
                let payoff = seat.game().payoff(state, seat.player());
                return Ok(finished(payoff, self.wins, ply));
            }
            Turn::Of(_) if depth == 0 => {
                pay(seat, 0, 1)?;
                return Ok(seat.value(&mut self.evaluator, state));
            }
            Turn::Of(mover) => mover,
        };
        let mut actions = self.buffers.pop().unwrap_or_default();
        seat.game().actions(state, &mut actions);
        let ours = mover == seat.player();
        let mut best = if ours {
            f64::NEG_INFINITY
        } else {
            f64::INFINITY
        };
        for &action in &actions {
            let mut next = state.clone();
            pay(seat, 1, 0)?;
            seat.step(&mut next, action);
            let value = self.walk(seat, &next, depth - 1, ply + 1, (alpha, beta))?;
            if ours {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
        }
        actions.clear();
        self.buffers.push(actions);
        Ok(best)
    }
}

impl<G: Game, E: Evaluator<G>> Agent<G> for AlphaBeta<G, E> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit> {
        // At one ply every move is evaluated.
        let prunes = self.depth > 1;
        Ok(deepen(seat, self.depth, prunes, |seat, actions, depth| {
            self.values(seat, actions, depth)
        }))
    }
}
