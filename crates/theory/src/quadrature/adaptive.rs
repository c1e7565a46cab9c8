//! Quadrature that looks closer where the integrand is steep.

use super::rule::{add, shares};
use super::{Profile, QuadratureEstimate, QuadratureRule};
use crate::{Error, Share};

/// Orders of the two rules on each panel.
const FINE: usize = 16;
const COARSE: usize = 10;
/// Panels at the beginning.
const PANELS: usize = 4;
/// No panel is asked for less: what rounding may leave in a sum of probabilities.
const ROUNDING: f64 = 4e-15;

/// The limit of prob(n) for each move, to an absolute error of about `tolerance`, by halving the
/// panels of \[0, 1\] on which two rules disagree.
///
/// `walk` gives the moves' profiles at the nodes of a rule, the same moves in the same order every
/// time: a [`Walk`](super::Walk) over the game tree, or [`QuadratureRule::moves`]. It is called once a round
/// with the nodes of all panels that are not settled yet, and `most` bounds the nodes of all rounds
/// together. Use it where no order is known to suffice; a single [`QuadratureRule`] walks the tree once.
pub fn adaptive(
    tolerance: f64,
    most: usize,
    mut walk: impl FnMut(&QuadratureRule) -> Result<Vec<Share<Profile>>, Error>,
) -> Result<QuadratureEstimate, Error> {
    if !(1e-14..1.0).contains(&tolerance) {
        return Err(Error::out_of_range(
            "tolerance",
            tolerance,
            "at least 1e-14 and less than 1",
        ));
    }
    let end = |i: usize| i as f64 / PANELS as f64;
    let mut pending: Vec<(f64, f64)> = (0..PANELS).map(|i| (end(i), end(i + 1))).collect();
    let mut probs: Vec<f64> = Vec::new();
    let mut error = 0.0;
    let mut nodes = 0;
    loop {
        let rule = QuadratureRule::on(&pending, FINE, COARSE);
        nodes += rule.nodes();
        let moves = walk(&rule)?;
        let sums = rule.panel_sums(&moves)?;
        probs.resize(moves.len(), 0.0);
        let overall = error + sums.iter().map(|sum| sum.error).sum::<f64>();
        let mut halves = Vec::new();
        for (&(from, to), sum) in pending.iter().zip(&sums) {
            let share = (tolerance * (to - from)).max(ROUNDING);
            if overall <= tolerance || sum.error <= share {
                add(&mut probs, &sum.fine);
                error += sum.error;
            } else {
                let middle = 0.5 * (from + to);
                halves.extend([(from, middle), (middle, to)]);
            }
        }
        if halves.is_empty() {
            return Ok(QuadratureEstimate {
                shares: shares(&moves, &probs),
                error,
                nodes,
            });
        }
        if nodes + halves.len() * (FINE + COARSE + 2) > most {
            return Err(Error::Unresolved {
                error: overall,
                tolerance,
                nodes,
            });
        }
        pending = halves;
    }
}
