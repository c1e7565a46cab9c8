//! Section 5.3 of Kocsis, Szepesvári and Winands (2005): RSPSA tunes the realisation-probability
//! weights of a program for Lines of Action, by game result and by move score, with the settings of
//! Table 2; the best vectors are compared by game result on starts that nothing was tuned on.
//!
//! Both tunings begin at the probabilities that were counted in games, and once more where all moves
//! are alike.

mod amount;
mod ascent;
mod held_out;
mod present;
mod tally;

use crate::{Context, Finding};
use amount::Amount;
use ascent::{Course, Iterate};
use ludometer_catalogue::specialists::loa::{
    DEFAULT, GameResult, MoveScore, Performance, TunedPlayer, shipped,
};
use ludometer_core::Seed;
use ludometer_lab::tune::TuneError;
use ludometer_stats::highest;
use present::Vector;
use tally::Tally;

/// Categories that were available at least this often are tuned.
const AVAILABLE: u64 = 500;

/// Iterations in a window of Figure 3.
const WINDOW: usize = 10;

/// A measure, the name of its published settings, and its perturbations of an estimate.
type Measure<'a> = (&'a mut dyn Performance, &'static str, u32);

/// The whole of section 5.3.
pub(crate) fn realisation(work: &mut Context<'_>) -> Result<Finding, TuneError> {
    let amount = Amount::of(work.scale, work.changes);
    let seed = Seed::new(work.changes.seed());
    let games = |name, starts| GameResult::new(name, starts, amount.nodes.0, DEFAULT, seed);
    let (mut tuning, held_out) = (
        games("tuning", amount.starts),
        games("held out", amount.held_out),
    );
    let mut scores = MoveScore::new(amount.positions, amount.nodes, DEFAULT, seed);
    let begins = [
        TunedPlayer::new(shipped(), AVAILABLE),
        TunedPlayer::alike(shipped(), AVAILABLE),
    ];
    let (by_game, by_move) = amount.perturbations;
    let each = 2 * amount.iterations * u64::from(by_game + by_move) + 3 * held_out.games() as u64;
    let watch = work.watch;
    let watch = |done, of| watch("5.3", done, of);
    let tally = Tally::new(begins.len() as u64 * each, &watch, work.stop);
    let mut curves: [Vec<Vec<Iterate>>; 2] = Default::default();
    let measures: [Measure<'_>; 2] = [
        (&mut tuning, "rspsa-gr", by_game),
        (&mut scores, "rspsa-ms", by_move),
    ];
    for ((performance, method, perturbations), curves) in measures.into_iter().zip(&mut curves) {
        for tuned in &begins {
            let course = Course {
                method,
                perturbations,
                tuned,
                iterations: amount.iterations,
                seed: work.changes.seed(),
            };
            curves.push(course.follow(performance, work.store, &tally)?);
        }
    }
    let mut vectors = Vec::new();
    for (number, tuned) in begins.iter().enumerate() {
        let [by_game, by_move] = [0, 1].map(|measure: usize| &curves[measure][number]);
        for iterate in [&by_game[0], best_of(by_game), best_of(by_move)] {
            let weights = tuned.realisation(&iterate.point);
            let moved = iterate.point.iter().zip(&by_game[0].point);
            let moved = moved.map(|(here, start)| (here - start).abs()).sum::<f64>();
            vectors.push(Vector {
                by_start: held_out::by_start(&held_out, &weights, work.store, &tally)?,
                moved: moved / tuned.len() as f64,
            });
        }
    }
    let about = format!(
        "{} probabilities are tuned; {} forward-model calls a decision, {} of the judge, {by_game} x 2 x 1 games and {by_move} x 2 x 1 moves an iteration, {} iterations; {} different moves were judged.",
        begins[0].len(),
        amount.nodes.0,
        amount.nodes.1,
        amount.iterations,
        scores.judged(),
    );
    Ok(present::present(
        &about,
        &curves,
        &vectors,
        held_out.games() as u64,
        work.scale,
    ))
}

/// The iterate where the smoothed curve is highest.
fn best_of(iterates: &[Iterate]) -> &Iterate {
    let performances: Vec<f64> = iterates.iter().map(|step| step.performance).collect();
    &iterates[highest(&performances, WINDOW)]
}

#[cfg(test)]
pub(super) mod tests {
    use ludometer_lab::store::Store;
    use std::path::PathBuf;

    /// A store that is gone when the test is over.
    pub(crate) struct Kept {
        folder: PathBuf,
        pub(crate) store: Store,
    }

    impl Kept {
        pub(crate) fn new(name: &str) -> Kept {
            let folder = format!("ludometer-lines-{}-{name}", std::process::id());
            let folder = std::env::temp_dir().join(folder);
            std::fs::create_dir_all(&folder).unwrap();
            let store = Store::open(&folder.join("store.sqlite")).unwrap();
            Kept { folder, store }
        }
    }

    impl Drop for Kept {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}
