//! Exact search under chance: expectimax (Michie 1966), and the pruning rules Star1 and Star2 of Ballard
//! (1983).
//!
//! Every chance outcome is listed and counted as a forward-model call. Star1 cuts a chance node off once
//! the outcomes that are known decide, whatever the others are worth within the bounds of all values.
//! Star2 first tries one move behind each outcome, which bounds its value from one side. Both return the
//! value of plain expectimax.

use super::depth::{Exhausted, deepen, pay};
use ludometer_core::{Actions, Agent, Chance, Distribution, Evaluator, Forfeit, Seat, Turn};

/// What is pruned at chance nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StarPruning {
    /// Nothing: plain expectimax.
    None,
    /// Star1.
    Star1,
    /// Star2: Star1 after a probe of each outcome.
    #[default]
    Star2,
}

/// Expectimax to a fixed depth; a ply is a move with what chance makes of it. With more than one player
/// the others minimise the value of the seat's player.
///
/// Evaluations are clamped to the bounds of the payoff, which the pruning rules need.
pub struct Expectimax<E> {
    depth: u32,
    evaluator: E,
    pruning: StarPruning,
    low: f64,
    high: f64,
}

/// Windows are wider than needed by this share of all values, so that rounding cuts nothing off.
const SLACK: f64 = 1e-9;

impl<E> Expectimax<E> {
    /// A search of `depth` plies, at least one, of a game with payoffs between these bounds.
    pub fn new(depth: u32, evaluator: E, pruning: StarPruning, (low, high): (f64, f64)) -> Self {
        Expectimax {
            depth: depth.max(1),
            evaluator,
            pruning,
            low,
            high,
        }
    }

    /// The value of each root action that is best, and an upper bound for the others.
    fn values<G: Chance>(
        &mut self,
        seat: &mut Seat<'_, G>,
        actions: &[G::Action],
        depth: u32,
    ) -> Result<Vec<f64>, Exhausted>
    where
        E: Evaluator<G>,
    {
        let position = seat.position().clone();
        let mut best = f64::NEG_INFINITY;
        let mut values = Vec::with_capacity(actions.len());
        for &action in actions {
            let alpha = match self.pruning {
                StarPruning::None => f64::NEG_INFINITY,
                _ => best - SLACK * (self.high - self.low),
            };
            let window = (alpha, f64::INFINITY);
            let value = self.chance(seat, &position, action, depth - 1, window)?;
            best = best.max(value);
            values.push(value);
        }
        Ok(values)
    }

    /// The value of a state if it lies inside the window; otherwise a bound on the same side.
    fn decision<G: Chance>(
        &mut self,
        seat: &mut Seat<'_, G>,
        state: &G::State,
        depth: u32,
        (mut alpha, mut beta): (f64, f64),
    ) -> Result<f64, Exhausted>
    where
        E: Evaluator<G>,
    {
        let mover = match seat.game().turn(state) {
            Turn::Over => return Ok(seat.game().payoff(state, seat.player())),
            Turn::Of(_) if depth == 0 => {
                pay(seat, 0, 1)?;
                let value = seat.value(&mut self.evaluator, state);
                return Ok(value.clamp(self.low, self.high));
            }
            Turn::Of(mover) => mover,
        };
        let ours = mover == seat.player();
        let mut best = if ours {
            f64::NEG_INFINITY
        } else {
            f64::INFINITY
        };
        for action in legal(seat, state) {
            let value = self.chance(seat, state, action, depth - 1, (alpha, beta))?;
            best = if ours {
                best.max(value)
            } else {
                best.min(value)
            };
            if self.pruning == StarPruning::None {
                continue;
            }
            if ours {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// The expected value of an action, likewise.
    fn chance<G: Chance>(
        &mut self,
        seat: &mut Seat<'_, G>,
        state: &G::State,
        action: G::Action,
        depth: u32,
        window: (f64, f64),
    ) -> Result<f64, Exhausted>
    where
        E: Evaluator<G>,
    {
        let mut outcomes = Distribution::<G>::new();
        if !seat.outcomes(state, action, &mut outcomes) {
            return Err(Exhausted);
        }
        if let [(_, only)] = &outcomes[..] {
            return self.decision(seat, only, depth, window);
        }
        let (alpha, beta) = window;
        if self.pruning == StarPruning::None {
            let mut sum = 0.0;
            for (probability, next) in &outcomes {
                sum += probability * self.decision(seat, next, depth, window)?;
            }
            return Ok(sum);
        }
        let mut bounds = vec![(self.low, self.high); outcomes.len()];
        if self.pruning == StarPruning::Star2
            && depth > 0
            && let Some(bound) = self.probe(seat, &outcomes, depth, window, &mut bounds)?
        {
            return Ok(bound);
        }
        let slack = SLACK * (self.high - self.low);
        let (mut rest_low, mut rest_high) = expected::<G>(&outcomes, &bounds);
        let mut sum = 0.0;
        for ((probability, next), (low, high)) in outcomes.iter().zip(bounds) {
            rest_low -= probability * low;
            rest_high -= probability * high;
            // Outside of these the outcomes that are left cannot bring the sum back into the window.
            let least = (alpha - sum - rest_high) / probability - slack;
            let most = (beta - sum - rest_low) / probability + slack;
            let inner = (least.max(low - slack), most.min(high + slack));
            let value = self.decision(seat, next, depth, inner)?;
            sum += probability * value;
            if value <= least {
                return Ok(sum + rest_high);
            }
            if value >= most {
                return Ok(sum + rest_low);
            }
        }
        Ok(sum)
    }

    /// Tries the first move behind each outcome: its value bounds the outcome from below where the seat's
    /// player moves, and from above elsewhere. A bound of the sum if that decides.
    fn probe<G: Chance>(
        &mut self,
        seat: &mut Seat<'_, G>,
        outcomes: &Distribution<G>,
        depth: u32,
        (alpha, beta): (f64, f64),
        bounds: &mut [(f64, f64)],
    ) -> Result<Option<f64>, Exhausted>
    where
        E: Evaluator<G>,
    {
        let slack = SLACK * (self.high - self.low);
        for (place, (probability, next)) in outcomes.iter().enumerate() {
            let (low, high) = expected::<G>(outcomes, bounds);
            match seat.game().turn(next) {
                Turn::Over => {
                    let payoff = seat.game().payoff(next, seat.player());
                    bounds[place] = (payoff, payoff);
                }
                Turn::Of(mover) => {
                    let Some(&first) = legal(seat, next).first() else {
                        continue;
                    };
                    // A value beyond these ends the search of this node.
                    let enough = (beta - (low - probability * self.low)) / probability + slack;
                    let little = (alpha - (high - probability * self.high)) / probability - slack;
                    let ours = mover == seat.player();
                    // A bound on this side can decide nothing in an open window.
                    if (if ours { beta } else { alpha }).is_infinite() {
                        continue;
                    }
                    let window = match ours {
                        true => (f64::NEG_INFINITY, enough),
                        false => (little, f64::INFINITY),
                    };
                    let value = self.chance(seat, next, first, depth - 1, window)?;
                    match ours {
                        true => bounds[place].0 = self.low.max(value),
                        false => bounds[place].1 = self.high.min(value),
                    }
                }
            }
            let (low, high) = expected::<G>(outcomes, bounds);
            if low >= beta + slack {
                return Ok(Some(low));
            }
            if high <= alpha - slack {
                return Ok(Some(high));
            }
        }
        Ok(None)
    }
}

fn legal<G: Chance>(seat: &Seat<'_, G>, state: &G::State) -> Actions<G> {
    let mut actions = Actions::<G>::new();
    seat.game().actions(state, &mut actions);
    actions
}

/// The least and the greatest sum that the bounds of the outcomes allow.
fn expected<G: Chance>(outcomes: &Distribution<G>, bounds: &[(f64, f64)]) -> (f64, f64) {
    let mut sums = (0.0, 0.0);
    for ((probability, _), (low, high)) in outcomes.iter().zip(bounds) {
        sums.0 += probability * low;
        sums.1 += probability * high;
    }
    sums
}

impl<G: Chance, E: Evaluator<G>> Agent<G> for Expectimax<E> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit> {
        let prunes = self.pruning != StarPruning::None;
        Ok(deepen(seat, self.depth, prunes, |seat, actions, depth| {
            self.values(seat, actions, depth)
        }))
    }
}
