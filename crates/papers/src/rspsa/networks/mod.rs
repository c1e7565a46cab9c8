//! Section 5.2 of Kocsis, Szepesvári and Winands (2005): RSPSA and TD(λ) learn evaluation functions
//! and policies for Omaha Hi-Lo, as networks, against the un-tuned McRaise and with the settings of
//! Table 1; the best of each are compared on decks that nothing was learned on. The
//! learners are the arms of the study `omaha-networks`.

mod amount;
mod present;

use crate::{Context, Finding};
use amount::Amount;
use ludometer_lab::tune::{TuneError, Tuned, Tuning};
use ludometer_stats::highest;
use present::{NAMES, WINDOW, present};

/// The whole of section 5.2.
pub(crate) fn learned(work: &mut Context<'_>) -> Result<Finding, TuneError> {
    study(&Amount::of(work.scale, work.changes), work)
}

/// An arm, and what came of it.
struct ArmResult {
    tuning: Tuning,
    tuned: Tuned,
}

fn study(amount: &Amount, work: &mut Context<'_>) -> Result<Finding, TuneError> {
    let seed = work.changes.seed();
    let mut ways = Vec::new();
    for arm in &NAMES[..4] {
        let tuning = work.find("omaha-networks", &amount.settings(arm, seed))?;
        let tuned = work.tune(&tuning)?;
        ways.push(ArmResult { tuning, tuned });
    }
    let mut results = Vec::new();
    for way in &ways {
        // Where the smoothed curve is highest.
        let best = way.tuned.point_before(highest(&way.tuned.means(), WINDOW));
        results.push(by_deck(way, best, amount, work)?);
    }
    // The point that TD began with after supervised learning.
    let supervised = &ways[3];
    let prepared = supervised.tuned.point_before(0);
    results.push(by_deck(supervised, prepared, amount, work)?);
    let curves: Vec<Vec<f64>> = ways.iter().map(|way| way.tuned.means()).collect();
    Ok(present(amount, &curves, &results, work.scale))
}

/// What a network wins a hand on each held-out deck, played from both seats.
fn by_deck(
    way: &ArmResult,
    point: &[f64],
    amount: &Amount,
    work: &mut Context<'_>,
) -> Result<Vec<f64>, TuneError> {
    let decks = work.evaluate(&way.tuning, "held-out", point, amount.held_out)?;
    let mean = |hands: &Vec<f64>| hands.iter().sum::<f64>() / hands.len() as f64;
    Ok(decks.iter().map(mean).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Changes, Scale};
    use ludometer_lab::store::Store;
    use std::sync::atomic::AtomicBool;

    /// A second call finds everything in the store.
    #[test]
    fn a_small_study_is_kept() {
        let amount = Amount {
            samples: 5,
            spsa: (2, 1),
            td: 2,
            iterations: 2,
            lessons: (3, 1),
            held_out: 4,
        };
        let folder =
            std::env::temp_dir().join(format!("ludometer-networks-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut store = Store::open(&folder.join("store.sqlite")).unwrap();
        let stop = AtomicBool::new(false);
        let mut go = || {
            let mut work = Context {
                registry: ludometer_catalogue::shipped(),
                scale: Scale::Quick,
                changes: Changes::default(),
                store: &mut store,
                threads: 1,
                stop: &stop,
                section: None,
                done: &|_| {},
                watch: &|_, done, of| assert!(done <= of),
            };
            let found = study(&amount, &mut work).unwrap();
            (format!("{:?}", found.blocks), found.claims.len())
        };
        let first = go();
        assert_eq!(first.1, 6);
        assert_eq!(go(), first);
        drop(store);
        let _ = std::fs::remove_dir_all(&folder);
    }
}
