//! Games of a tuning that ended because a player failed: stored beside the answers, by reason.

use crate::store::{Store, StoreError};
use ludometer_core::{Forfeit, Reason};
use ludometer_spec::identity::Identity;
use serde::{Deserialize, Serialize};

/// The reasons, in the order of the numbers that are stored.
const REASONS: [Reason; 6] = [
    Reason::Illegal,
    Reason::Crash,
    Reason::Hang,
    Reason::Time,
    Reason::Resignation,
    Reason::Other,
];

/// How many games ended by a forfeit for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForfeitCount {
    /// The reason in words.
    pub reason: String,
    /// The number of games.
    pub games: u64,
}

/// Where the forfeits of a study are stored.
fn beside(description: &str) -> String {
    Identity::beginning(description)
        .line("part", "forfeits")
        .text()
}

/// Stores forfeits by the numbers of their trials. There is no such study where nobody failed.
pub(super) fn keep(
    store: &mut Store,
    description: &str,
    forfeits: &mut Vec<(u64, Reason)>,
) -> Result<(), StoreError> {
    if forfeits.is_empty() {
        return Ok(());
    }
    let number = |reason| REASONS.iter().position(|other| *other == reason);
    let rows: Vec<(u64, f64)> = forfeits
        .drain(..)
        .map(|(trial, reason)| (trial, number(reason).unwrap_or(REASONS.len() - 1) as f64))
        .collect();
    let study = store.study(&beside(description))?;
    store.write_answers(study, &rows)
}

/// Adds the forfeits of a study to the counts, one for each reason.
pub(super) fn count(
    store: &Store,
    description: &str,
    counts: &mut Vec<ForfeitCount>,
) -> Result<(), StoreError> {
    let Some(study) = store.known_study(&beside(description))? else {
        return Ok(());
    };
    for (_, number) in store.answered(study)? {
        let reason = REASONS.get(number as usize).copied();
        let reason = match reason.unwrap_or(Reason::Other) {
            Reason::Other => "other".to_string(),
            reason => Forfeit::from(reason).to_string(),
        };
        match counts.iter_mut().find(|count| count.reason == reason) {
            Some(count) => count.games += 1,
            None => counts.push(ForfeitCount { reason, games: 1 }),
        }
    }
    Ok(())
}
