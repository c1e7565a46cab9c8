//! Random minimaxing (Beal and Smith 1994): minimax of δ plies over random leaf values, the automaton
//! A(δ, α) of Levene and Fenner.
//!
//! Every leaf of the tree has an independent value, drawn when it is visited. Leaves that alpha-beta
//! prunes cannot matter, so not drawing them changes no probability; and the best of k leaves of one
//! parent can be drawn at once, by the distribution of the largest of k draws. Ties at the root are
//! all found and broken at random.

use super::depth::{Exhausted, FINISHED, deepen, pay};
use ludometer_core::{Actions, Agent, Forfeit, Game, Rng, Seat, Turn};

/// The distribution of leaf values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Die {
    /// A whole number between 1 and α, each equally likely.
    Faces(u64),
    /// A number between 0 and 1: the limit of many faces.
    Continuous,
}

impl Die {
    /// The largest of `k` draws: P(max <= v) = (v / α)^k.
    #[inline]
    fn largest(self, k: usize, dice: &mut Rng) -> f64 {
        // Between 0, excluded, and 1.
        let unit = 1.0 - dice.unit();
        let share = match k {
            1 => unit,
            _ => libm::exp(libm::log(unit) / k as f64),
        };
        match self {
            Die::Continuous => share,
            Die::Faces(faces) => (share * faces as f64).ceil().clamp(1.0, faces as f64),
        }
    }

    /// The smallest of `k` draws, by the symmetry of the die.
    #[inline]
    fn smallest(self, k: usize, dice: &mut Rng) -> f64 {
        match self {
            Die::Continuous => 1.0 - self.largest(k, dice),
            Die::Faces(faces) => (faces + 1) as f64 - self.largest(k, dice),
        }
    }

    /// Half way between the lowest and the highest value.
    fn middle(self) -> f64 {
        match self {
            Die::Continuous => 0.5,
            Die::Faces(faces) => 0.5 * (faces + 1) as f64,
        }
    }
}

/// How games that end within the lookahead are valued.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ends {
    /// They get random values like other leaves: the canonical extension of Levene and Fenner (section
    /// 3).
    #[default]
    Leaves,
    /// They are recognised, as Beal and Smith have it: a win is better than any leaf, a loss worse,
    /// a draw in the middle.
    Recognised,
}

/// How values are drawn; the choice has the same distribution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DiceDrawing {
    /// Only where they can matter, and the best of one parent's leaves at once.
    #[default]
    Fast,
    /// One by one, everywhere.
    Plain,
}

/// Random minimaxing. It needs no evaluator.
///
/// Under a limited budget it deepens iteratively and plays the best move of the deepest completed
/// iteration.
pub struct RandomMinimax<G: Game> {
    depth: u32,
    die: Die,
    ends: Ends,
    drawing: DiceDrawing,
    buffers: Vec<Actions<G>>,
}

impl<G: Game> RandomMinimax<G> {
    /// A lookahead of `depth` plies, at least one.
    pub fn new(depth: u32, die: Die, ends: Ends, drawing: DiceDrawing) -> Self {
        RandomMinimax {
            depth: depth.max(1),
            die,
            ends,
            drawing,
            buffers: Vec::new(),
        }
    }

    fn values(
        &mut self,
        seat: &mut Seat<'_, G>,
        actions: &[G::Action],
        depth: u32,
    ) -> Result<Vec<f64>, Exhausted> {
        let mut values = Vec::with_capacity(actions.len());
        let mut best = f64::NEG_INFINITY;
        for &action in actions {
            let value = if depth == 1 && self.ends == Ends::Leaves {
                self.die.largest(1, seat.dice())
            } else {
                let mut state = seat.position().clone();
                pay(seat, 1, 0)?;
                seat.step(&mut state, action);
                let low = match self.drawing {
                    DiceDrawing::Fast => best.next_down(),
                    DiceDrawing::Plain => f64::NEG_INFINITY,
                };
                self.walk(seat, &state, depth - 1, (low, f64::INFINITY))?
            };
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
        (mut alpha, mut beta): (f64, f64),
    ) -> Result<f64, Exhausted> {
        let mover = match seat.game().turn(state) {
            Turn::Over => return Ok(self.end(seat, state)),
            Turn::Of(_) if depth == 0 => return Ok(self.die.largest(1, seat.dice())),
            Turn::Of(mover) => mover,
        };
        let ours = mover == seat.player();
        // Ends among the leaves must be looked at where they are recognised.
        if depth == 1 && self.drawing == DiceDrawing::Fast && self.ends == Ends::Leaves {
            let k = seat.game().action_count(state);
            return Ok(match ours {
                true => self.die.largest(k, seat.dice()),
                false => self.die.smallest(k, seat.dice()),
            });
        }
        let mut actions = self.buffers.pop().unwrap_or_default();
        seat.game().actions(state, &mut actions);
        let mut best = if ours {
            f64::NEG_INFINITY
        } else {
            f64::INFINITY
        };
        for &action in &actions {
            let mut next = state.clone();
            pay(seat, 1, 0)?;
            seat.step(&mut next, action);
            let value = self.walk(seat, &next, depth - 1, (alpha, beta))?;
            if ours {
                best = best.max(value);
            } else {
                best = best.min(value);
            }
            if self.drawing == DiceDrawing::Fast {
                if ours {
                    alpha = alpha.max(best);
                } else {
                    beta = beta.min(best);
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        actions.clear();
        self.buffers.push(actions);
        Ok(best)
    }

    fn end(&self, seat: &mut Seat<'_, G>, state: &G::State) -> f64 {
        match self.ends {
            Ends::Leaves => self.die.largest(1, seat.dice()),
            Ends::Recognised => {
                let payoff = seat.game().payoff(state, seat.player());
                self.die.middle() + FINISHED * payoff
            }
        }
    }
}

impl<G: Game> Agent<G> for RandomMinimax<G> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit> {
        let prunes = self.drawing == DiceDrawing::Fast && self.depth > 1;
        Ok(deepen(seat, self.depth, prunes, |seat, actions, depth| {
            self.values(seat, actions, depth)
        }))
    }
}
