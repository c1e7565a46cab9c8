//! Section 5.2 of Kocsis, Szepesvári and Winands (2005): RSPSA and TD(λ) learn evaluation functions
//! and policies for Omaha Hi-Lo, as networks, against the un-tuned McRaise and with the settings of
//! Table 1; the best of each are compared on decks that nothing was learned on.

mod amount;
mod kept;
mod present;

use crate::Workshop;
use amount::Amount;
use kept::Keeper;
use ludometer_catalogue::specialists::omaha::network::{
    Brain, Contest, Course, Role, Taught, WINDOW, fresh_rprop, supervised,
};
use ludometer_core::Seed;
use ludometer_lab::present::Agreement;
use ludometer_lab::tune::TuneError;
use ludometer_report::Block;
use ludometer_spec::source::Fault;
use ludometer_stats::highest;
use present::{NAMES, performances, present};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// The whole of section 5.2.
pub(crate) fn learned(work: &mut Workshop<'_>) -> Result<(Vec<Block>, Vec<Agreement>), TuneError> {
    study(&Amount::of(work.extent, work.changes), work)
}

fn study(
    amount: &Amount,
    work: &mut Workshop<'_>,
) -> Result<(Vec<Block>, Vec<Agreement>), TuneError> {
    let number = work.changes.seed();
    let seed = Seed::new(number);
    let contest = |name| Contest::new(amount.samples, seed.named(name));
    let watch = work.watch;
    let watch = |done, of| watch("5.2", done, of);
    let mut keeper = Keeper {
        store: work.store,
        done: AtomicU64::new(0),
        of: amount.hands(NAMES.len()),
        watch: &watch,
        stop: work.stop,
    };
    let (decks, epochs) = amount.lessons;
    let lessons = keeper.during(|progress| Ok(contest("lessons").lessons(decks, progress)))?;
    let taught = supervised(&lessons, epochs, seed).map_err(Fault::new)?;
    let (spsa, td) = amount.batches();
    let mut courses = Vec::new();
    let begun = begin(amount, &taught, number).map_err(Fault::new)?;
    for (course, batch) in begun.into_iter().zip([spsa, spsa, td, td]) {
        let all = (amount.iterations, batch);
        courses.push(keeper.follow(course, all, &contest("training"))?);
    }
    let mut brains: Vec<Arc<Brain>> = courses.iter().map(best_of).collect();
    let start = Brain::new(Role::Evaluation, taught.weights.clone());
    brains.push(Arc::new(start));
    let mut results = Vec::new();
    for brain in &brains {
        results.push(keeper.compare(brain, amount.held_out, &contest("held out"))?);
    }
    Ok(present(amount, &taught, &courses, &results))
}

/// The four learners. Evaluations that start from scratch start from the same weights.
fn begin(amount: &Amount, taught: &Taught, number: u64) -> Result<[Course; 4], String> {
    let seed = Seed::new(number);
    let Amount { spsa, td, .. } = *amount;
    let ascent = |role: Role| Course::spsa(role, &role.start(seed), spsa, number);
    let scratch = Role::Evaluation.start(seed);
    Ok([
        ascent(Role::Evaluation)?,
        ascent(Role::Policy)?,
        Course::td(scratch, fresh_rprop()?, td),
        Course::td(taught.weights.clone(), taught.rprop.clone(), td),
    ])
}

/// The network where the smoothed curve is highest.
fn best_of(course: &Course) -> Arc<Brain> {
    course.brain(highest(&performances(course), WINDOW))
}

#[cfg(test)]
mod tests {
    use super::super::lines::tests::Kept;
    use super::*;
    use crate::{Changes, Extent};
    use std::sync::atomic::{AtomicBool, Ordering};

    /// Every hand is counted, and a second call finds everything in the store but the lessons.
    #[test]
    fn a_small_study_is_counted_and_kept() {
        let amount = Amount {
            samples: 5,
            spsa: (2, 1),
            td: 2,
            iterations: 2,
            lessons: (3, 1),
            held_out: 4,
        };
        let mut kept = Kept::new("network-study");
        let last = AtomicU64::new(0);
        let stop = AtomicBool::new(false);
        let mut go = || {
            let mut work = Workshop {
                registry: ludometer_catalogue::shipped(),
                extent: Extent::Quick,
                changes: Changes::default(),
                store: &mut kept.store,
                threads: 1,
                stop: &stop,
                watch: &|_, done, of| {
                    assert!(done <= of);
                    last.fetch_max(done, Ordering::Relaxed);
                },
            };
            let (blocks, agreements) = study(&amount, &mut work).unwrap();
            assert_eq!(last.swap(0, Ordering::Relaxed), amount.hands(5));
            (format!("{blocks:?}"), agreements[0].cells.len())
        };
        let first = go();
        assert_eq!(first.1, 6);
        assert_eq!(go(), first);
    }
}
