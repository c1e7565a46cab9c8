//! Provenance: what every product of a plan or a study says about the origin of its figures.

use crate::plan::{Cell, Plan, Size};
use crate::sprt::PrefixTest;
use crate::store::{PlanSource, Store, StoreError, Target};
use crate::tune::{Study, Tuned};
use ludometer_report::{EpisodeCount, PlanRecord, Provenance, ReportCondition};
use ludometer_spec::identity;
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
        fingerprint(self.cells.iter().map(Cell::key))
    }

    /// The name and the fingerprint, which the store notes beside the numbers of episodes that it asks for.
    pub fn source(&self) -> PlanSource {
        PlanSource {
            name: self.name.clone(),
            fingerprint: self.fingerprint(),
        }
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
        // A sequential test that has ended asks for no more.
        let mut saved = 0;
        let source = self.source();
        let own = |asked: &Target| {
            !asked.concerns(&source) || [count, self.quick, self.episodes].contains(&asked.episodes)
        };
        for cell in &self.cells {
            if seen.insert(cell.key())
                && let Some((id, _)) = store.known_to_report(cell)?
            {
                let done = store.done(id, count)?;
                stored += done.count();
                let test = PrefixTest::of(self, cell, &mut store.rows(id, count))?;
                if test.is_some_and(|test| test.is_decided()) {
                    saved += done.missing(count).count();
                }
                // The plan's own sizes were decided before anything was played; others were not.
                extended |= !store.targets(id)?.iter().all(own);
            }
        }
        let episodes = EpisodeCount {
            per_cell: count,
            cells: seen.len() as u64,
            stored,
            uneven_total: self.sprt.map(|_| count * seen.len() as u64 - saved),
        };
        let conditions = [
            (size == Size::Quick, ReportCondition::Quick),
            (stored < episodes.total(), ReportCondition::Partial),
            (extended, ReportCondition::Extended),
            (
                self.cells.iter().any(Cell::is_time_limited),
                ReportCondition::TimeLimited,
            ),
        ];
        let record = PlanRecord {
            name: self.name.clone(),
            text: self.text.clone(),
            played: distinct(self.cells.iter().map(Cell::description)),
        };
        Ok(Provenance {
            fingerprint: Some(self.fingerprint()),
            seed: Some(self.seed),
            episodes: Some(episodes),
            ..provenance(record, &conditions, command)
        })
    }
}

impl Study {
    /// A hash of the identities and versions of everything that is played and tuned: studies with the
    /// same arms have the same one, in whatever order.
    pub fn fingerprint(&self) -> String {
        let descriptions = self.arms.iter().map(|arm| arm.tuning.description());
        fingerprint(descriptions.map(identity::key))
    }

    /// Where its figures come from; `tuned` has what came of each arm, and `command` repeats them.
    pub fn provenance(&self, size: Size, tuned: &[Tuned], command: &str) -> Provenance {
        let counts = self.arms.iter().map(|arm| arm.tuning.count(size));
        let counts: Vec<u64> = counts.collect();
        let most = counts.iter().copied().max().unwrap_or(0);
        let even = counts.iter().all(|count| *count == most);
        let episodes = EpisodeCount {
            per_cell: most,
            cells: counts.len() as u64,
            stored: tuned.iter().map(|tuned| tuned.games).sum(),
            uneven_total: (!even).then(|| counts.iter().sum()),
        };
        let extended = |tuned: &Tuned| {
            let mut pairs = tuned.steps.windows(2);
            pairs.any(|pair| pair[0].budget != pair[1].budget)
        };
        let conditions = [
            (size == Size::Quick, ReportCondition::Quick),
            (tuned.iter().any(extended), ReportCondition::Extended),
            (
                !self.arms.iter().all(|arm| arm.tuning.is_repeatable()),
                ReportCondition::TimeLimited,
            ),
        ];
        let record = PlanRecord {
            name: self.name.clone(),
            text: self.text.clone(),
            played: distinct(self.arms.iter().map(|arm| arm.tuning.description())),
        };
        let seeds: BTreeSet<u64> = self.arms.iter().map(|arm| arm.tuning.seed).collect();
        Provenance {
            fingerprint: Some(self.fingerprint()),
            // Where arms have several, they are among what is played.
            seed: seeds.first().copied().filter(|_| seeds.len() == 1),
            episodes: Some(episodes),
            ..provenance(record, &conditions, command)
        }
    }
}

/// What a plan and a study say alike: the file, what decisions may cost, and the conditions that hold.
fn provenance(
    record: PlanRecord,
    conditions: &[(bool, ReportCondition)],
    command: &str,
) -> Provenance {
    let conditions = conditions.iter().filter(|(holds, _)| *holds);
    Provenance {
        budget: budget(&record.played),
        conditions: conditions.map(|(_, condition)| *condition).collect(),
        plan: Some(record),
        ..Provenance::new("ludometer", env!("CARGO_PKG_VERSION"), command)
    }
}

/// A hash of keys, in whatever order and however often they come.
fn fingerprint(keys: impl Iterator<Item = [u8; 16]>) -> String {
    let mut hasher = blake3::Hasher::new();
    for key in keys.collect::<BTreeSet<_>>() {
        hasher.update(&key);
    }
    hasher.finalize().to_hex()[..32].to_string()
}

/// The lines of texts, each once.
fn distinct<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut known: BTreeSet<&str> = BTreeSet::new();
    let lines = texts.flat_map(str::lines);
    let new = lines.filter(|line| known.insert(line));
    new.map(str::to_string).collect()
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
