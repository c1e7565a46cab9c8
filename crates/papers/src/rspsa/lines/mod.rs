//! Section 5.3 of Kocsis, Szepesvári and Winands (2005): RSPSA tunes the realisation-probability
//! weights of a program for Lines of Action, by game result and by move score, with the settings of
//! Table 2; the best vectors are compared by game result on starts that nothing was tuned on. The
//! tunings are the arms of the study `loa-realisation`.
//!
//! Both tunings begin at the probabilities that were counted in games, and once more where all moves
//! are alike.

mod amount;
mod present;

use crate::{Context, Finding};
use amount::Amount;
use ludometer_lab::tune::{TuneError, Tuned, Tuning};
use ludometer_stats::highest;
use present::Vector;

/// Iterations in a window of Figure 3.
const WINDOW: usize = 10;

/// An arm and what came of it.
struct ArmResult {
    tuning: Tuning,
    tuned: Tuned,
}

impl ArmResult {
    /// The point around which the smoothed curve is highest.
    fn best(&self) -> &[f64] {
        self.tuned
            .point_before(highest(&self.tuned.means(), WINDOW))
    }
}

/// The whole of section 5.3.
pub(crate) fn realisation(work: &mut Context<'_>) -> Result<Finding, TuneError> {
    let amount = Amount::of(work.scale, work.changes);
    let seed = work.changes.seed();
    let mut ways: [Vec<ArmResult>; 2] = Default::default();
    for (by_move, ways) in [false, true].into_iter().zip(&mut ways) {
        for begin in ["counted", "alike"] {
            let by = if by_move { "move score" } else { "game result" };
            let settings = amount.settings(&format!("{by}, {begin}"), by_move, seed);
            let tuning = work.find("loa-realisation", &settings)?;
            let tuned = work.tune(&tuning)?;
            ways.push(ArmResult { tuning, tuned });
        }
    }
    let [by_game, by_move] = &ways;
    let mut vectors = Vec::new();
    for (game, moves) in by_game.iter().zip(by_move) {
        let start = &game.tuned.start[..];
        for point in [start, game.best(), moves.best()] {
            let found = work.evaluate(&game.tuning, "held-out", point, amount.held_out)?;
            let mean = |games: &Vec<f64>| games.iter().sum::<f64>() / games.len() as f64;
            let moved = point
                .iter()
                .zip(start)
                .map(|(here, start)| (here - start).abs());
            vectors.push(Vector {
                by_start: found.iter().map(mean).collect(),
                moved: moved.sum::<f64>() / point.len() as f64,
            });
        }
    }
    let (by_games, by_moves) = amount.perturbations;
    let about = format!(
        "{} probabilities are tuned; {} forward-model calls a decision, {} of the judge, {by_games} x 2 x 1 games and {by_moves} x 2 x 1 moves an iteration, {} iterations.",
        by_game[0].tuned.start.len(),
        amount.nodes.0,
        amount.nodes.1,
        amount.iterations,
    );
    let curves = ways
        .each_ref()
        .map(|ways| ways.iter().map(|way| way.tuned.means()).collect());
    Ok(present::present(
        &about,
        &curves,
        &vectors,
        2 * amount.held_out,
        work.scale,
    ))
}
