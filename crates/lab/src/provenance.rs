//! What every product of a plan says of where its figures come from.

use crate::plan::{Cell, Plan, Size};
use crate::store::{Store, StoreError};
use ludometer_report::{EpisodeCount, PlanRecord, Provenance, ReportCondition};
use std::collections::BTreeSet;

/// The lines of a cell's description that limit what a decision may cost.
const LIMITS: [(&str, &str); 6] = [
    ("steps", "forward-model calls"),
    ("evaluations", "evaluations"),
    ("milliseconds", "ms"),
    ("first-milliseconds", "ms for the first decision"),
    ("clock", "on a clock (remaining ms, increment ms, moves)"),
    ("seat-budget", "for one seat"),
];

impl Plan {
    /// A hash of the identities and versions of everything that is played, and of nothing else:
    /// plans with the same cells have the same one, in whatever order.
    pub fn fingerprint(&self) -> String {
        let keys: BTreeSet<[u8; 16]> = self.cells.iter().map(Cell::key).collect();
        let mut hasher = blake3::Hasher::new();
        for key in keys {
            hasher.update(&key);
        }
        hasher.finalize().to_hex()[..32].to_string()
    }

    /// Where the figures of its first `count` episodes in a store come from; `command` repeats
    /// them.
    pub fn provenance(
        &self,
        size: Size,
        count: u64,
        store: &Store,
        command: &str,
    ) -> Result<Provenance, StoreError> {
        let (mut seen, mut stored, mut extended) = (BTreeSet::new(), 0, false);
        let own = |asked: &u64| [count, self.quick, self.episodes].contains(asked);
        for cell in &self.cells {
            if seen.insert(cell.key())
                && let Some((id, _)) = store.known_to_report(cell)?
            {
                stored += store.done(id, count)?.count();
                // The plan's own sizes were decided before anything was played; others were not.
                extended |= !store.targets(id)?.iter().all(own);
            }
        }
        let episodes = EpisodeCount {
            per_cell: count,
            cells: seen.len() as u64,
            stored,
        };
        let mut conditions = Vec::new();
        let mut condition = |holds, condition| conditions.extend(Some(condition).filter(|_| holds));
        condition(size == Size::Quick, ReportCondition::Quick);
        condition(stored < episodes.total(), ReportCondition::Partial);
        condition(extended, ReportCondition::Extended);
        condition(
            !self.cells.iter().all(Cell::is_repeatable),
            ReportCondition::TimeLimited,
        );
        let mut played: Vec<String> = Vec::new();
        let mut known: BTreeSet<&str> = BTreeSet::new();
        for line in self
            .cells
            .iter()
            .flat_map(|cell| cell.description().lines())
        {
            if known.insert(line) {
                played.push(line.to_string());
            }
        }
        Ok(Provenance {
            fingerprint: Some(self.fingerprint()),
            seed: Some(self.seed),
            episodes: Some(episodes),
            budget: budget(&played),
            plan: Some(PlanRecord {
                name: self.name.clone(),
                text: self.text.clone(),
                played,
            }),
            conditions,
            ..Provenance::new("ludometer", env!("CARGO_PKG_VERSION"), command)
        })
    }
}

/// The limits that cells have, in words.
fn budget(lines: &[String]) -> String {
    let limits = lines.iter().filter_map(|line| {
        let (key, value) = line.split_once(' ')?;
        let (_, unit) = LIMITS.iter().find(|(known, _)| *known == key)?;
        Some(format!("{value} {unit}"))
    });
    let limits: Vec<String> = limits.collect();
    match limits.is_empty() {
        true => "unlimited".to_string(),
        false => format!("{} per decision", limits.join(", ")),
    }
}
