//! Depth-t search of SlideK by its horizon: the same distribution of moves as the plain search, a
//! small part of the work.
//!
//! The noise of a leaf that cannot become the minimum is not drawn: draws are independent, so
//! leaving one out changes nothing that is chosen. The plain search is the oracle for all of this.

use super::horizon::{Horizon, ReachableLayer};
use super::leaves::PreparedLeafEvaluation;
use ludometer_agents::evaluate::Noise;
use ludometer_agents::search::Wins;
use ludometer_core::{Agent, CostUnit, Forfeit, Rng, Seat};
use ludometer_games_other::slide::{Push, Slide};
use std::sync::Arc;

/// The fast depth-t search. It makes no forward-model calls and no evaluations that a seat could
/// count.
pub struct FastDepth {
    horizon: Arc<Horizon>,
    gauge: Arc<PreparedLeafEvaluation>,
    noise: Option<Noise>,
    second: Arc<PreparedLeafEvaluation>,
    wins: Wins,
    sums: Vec<i32>,
    seconds: Vec<i32>,
}

impl FastDepth {
    /// A search within `horizon` for the least evaluation, disturbed or not; `second` is the other
    /// opinion of the noises that ask for one.
    pub fn new(
        horizon: Arc<Horizon>,
        gauge: Arc<PreparedLeafEvaluation>,
        noise: Option<Noise>,
        second: Arc<PreparedLeafEvaluation>,
    ) -> FastDepth {
        FastDepth {
            horizon,
            gauge,
            noise,
            second,
            wins: Wins::Shortest,
            sums: Vec::new(),
            seconds: Vec::new(),
        }
    }

    /// The same search with another way of winning.
    #[must_use]
    pub fn winning(mut self, wins: Wins) -> FastDepth {
        self.wins = wins;
        self
    }

    /// The root slides that lead to a least leaf, one bit each; `added` is the seat's evaluation noise.
    fn best(&mut self, fan: &ReachableLayer, added: f64, dice: &mut Rng) -> u16 {
        let least = self
            .sums
            .iter()
            .copied()
            .min()
            .expect("every search has leaves");
        // Noise of the seat alone is what Mult adds.
        let noise = self.noise.or((added > 0.0).then_some(Noise::Mult(added)));
        let twice = self.noise.is_some() && added > 0.0;
        let Some(noise) = noise else {
            let ties = self
                .sums
                .iter()
                .zip(&fan.roots)
                .filter(|&(&sum, _)| sum == least);
            return ties.fold(0, |roots, (_, root)| roots | root);
        };
        let mut best = (f64::INFINITY, 0);
        // The least values first: they push the bound down before the rest is looked at.
        for first in [true, false] {
            let mut bound = if first {
                least
            } else {
                self.gauge.reach(reach(noise, best.0, twice))
            };
            for (leaf, &sum) in self.sums.iter().enumerate() {
                if sum > bound || (sum == least) != first {
                    continue;
                }
                let second = || self.second.value(self.seconds[leaf]);
                let mut value = noise.disturb(self.gauge.value(sum), second, dice);
                if twice {
                    value *= 1.0 + dice.symmetric(added);
                }
                if value < best.0 {
                    best = (value, fan.roots[leaf]);
                    if !first {
                        bound = self.gauge.reach(reach(noise, value, twice));
                    }
                } else if value == best.0 {
                    best.1 |= fan.roots[leaf];
                }
            }
        }
        best.1
    }
}

/// The largest undisturbed value that noise can bring down to `best`. Nothing is said of values
/// that are disturbed twice.
fn reach(noise: Noise, best: f64, twice: bool) -> f64 {
    match noise {
        _ if twice => f64::INFINITY,
        Noise::Add(a) => best + a,
        Noise::Mult(a) if a < 1.0 => best / (1.0 - a),
        Noise::NormMinus(a) if best < 1.0 => a / (1.0 - best),
        Noise::Comb(_) => best,
        _ => f64::INFINITY,
    }
}

impl Agent<Slide> for FastDepth {
    fn act(&mut self, seat: &mut Seat<'_, Slide>) -> Result<Push, Forfeit> {
        let horizon = Arc::clone(&self.horizon);
        let tiles = *seat.position();
        if let Some(wins) = horizon.wins(&tiles, self.wins) {
            let wins: Vec<Push> = wins.collect();
            return Ok(wins[seat.dice().index(wins.len())]);
        }
        let fan = horizon.fan(tiles.shape);
        self.gauge.sums(fan, &tiles, &mut self.sums);
        if matches!(self.noise, Some(Noise::Comb(_) | Noise::CombSymmetric(_))) {
            self.second.sums(fan, &tiles, &mut self.seconds);
        }
        let added = seat.evaluation_noise();
        let mut roots = self.best(fan, added, seat.dice());
        for _ in 0..seat.dice().index(roots.count_ones() as usize) {
            roots &= roots - 1;
        }
        Ok(fan.pushes[roots.trailing_zeros() as usize])
    }

    fn cost_unit(&self) -> CostUnit {
        CostUnit::Other("leaves of its tables".into())
    }
}
