//! Section 5.2 of Kocsis, Szepesvári and Winands (2005): RSPSA and TD(λ) learn evaluation functions
//! and policies for Omaha Hi-Lo, as networks, against the un-tuned McRaise and with the settings of
//! Table 1; the best of each are compared on decks that nothing was learned on.

mod amount;
mod kept;
mod present;

use crate::{Context, Finding};
use amount::Amount;
use kept::Keeper;
use ludometer_catalogue::specialists::omaha::network::{
    NetworkContest, NetworkRole, PokerNetwork, TrainedNetwork, Training, WINDOW, fresh_rprop,
    supervised,
};
use ludometer_core::Seed;
use ludometer_lab::tune::TuneError;
use ludometer_spec::source::Diagnostic;
use ludometer_stats::highest;
use present::{NAMES, performances, present};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// The whole of section 5.2.
pub(crate) fn learned(work: &mut Context<'_>) -> Result<Finding, TuneError> {
    study(&Amount::of(work.scale, work.changes), work)
}

fn study(amount: &Amount, work: &mut Context<'_>) -> Result<Finding, TuneError> {
    let number = work.changes.seed();
    let seed = Seed::new(number);
    let contest = |name| NetworkContest::new(amount.samples, seed.named(name));
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
    let taught = supervised(&lessons, epochs, seed).map_err(Diagnostic::new)?;
    let (spsa, td) = amount.batches();
    let mut courses = Vec::new();
    let begun = begin(amount, &taught, number).map_err(Diagnostic::new)?;
    for (course, batch) in begun.into_iter().zip([spsa, spsa, td, td]) {
        let all = (amount.iterations, batch);
        courses.push(keeper.follow(course, all, &contest("training"))?);
    }
    let mut poker_networks: Vec<Arc<PokerNetwork>> = courses.iter().map(best_of).collect();
    let start = PokerNetwork::new(NetworkRole::Evaluation, taught.weights.clone());
    poker_networks.push(Arc::new(start));
    let mut results = Vec::new();
    for poker_network in &poker_networks {
        results.push(keeper.compare(poker_network, amount.held_out, &contest("held out"))?);
    }
    Ok(present(amount, &taught, &courses, &results, work.scale))
}

/// The four learners. Evaluations that start from scratch start from the same weights.
fn begin(amount: &Amount, taught: &TrainedNetwork, number: u64) -> Result<[Training; 4], String> {
    let seed = Seed::new(number);
    let Amount { spsa, td, .. } = *amount;
    let ascent = |role: NetworkRole| Training::spsa(role, &role.start(seed), spsa, number);
    let scratch = NetworkRole::Evaluation.start(seed);
    Ok([
        ascent(NetworkRole::Evaluation)?,
        ascent(NetworkRole::Policy)?,
        Training::td(scratch, fresh_rprop()?, td),
        Training::td(taught.weights.clone(), taught.rprop.clone(), td),
    ])
}

/// The network where the smoothed curve is highest.
fn best_of(course: &Training) -> Arc<PokerNetwork> {
    course.poker_network(highest(&performances(course), WINDOW))
}

#[cfg(test)]
mod tests {
    use super::super::lines::tests::Kept;
    use super::*;
    use crate::{Changes, Scale};
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
            let mut work = Context {
                registry: ludometer_catalogue::shipped(),
                scale: Scale::Quick,
                changes: Changes::default(),
                store: &mut kept.store,
                threads: 1,
                stop: &stop,
                section: None,
                done: &|_| {},
                watch: &|_, done, of| {
                    assert!(done <= of);
                    last.fetch_max(done, Ordering::Relaxed);
                },
            };
            let found = study(&amount, &mut work).unwrap();
            assert_eq!(last.swap(0, Ordering::Relaxed), amount.hands(5));
            (format!("{:?}", found.blocks), found.claims.len())
        };
        let first = go();
        assert_eq!(first.1, 6);
        assert_eq!(go(), first);
    }
}
