//! Checking an archive: rows are played again and compared to the bit.

use super::{Archive, ArchiveError, ReportFile};
use crate::plan::Plan;
use crate::run::recorded;
use crate::store::{Store, same_bits};
use ludometer_core::{Repeatability, Stop};
use serde::Serialize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// How much of an archive is played again, and how.
pub struct CheckOptions<'a> {
    /// The share of episodes, from 0 to 1.
    pub share: f64,
    /// Which ones: the same number gives the same episodes.
    pub seed: u64,
    /// Worker threads.
    pub threads: usize,
    /// Set to stop before the end.
    pub stop: &'a AtomicBool,
    /// Told how many episodes were played again, and of how many.
    pub progress: &'a (dyn Fn(u64, u64) + Sync),
}

/// What a check found.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ArchiveCheck {
    /// Members whose checksums are right.
    pub members: usize,
    /// Episodes in the archive.
    pub episodes: u64,
    /// Episodes that were played again.
    pub replayed: u64,
    /// Episodes that came out differently: the cell's variables and the episode.
    pub different: Vec<ReplayedDifference>,
    /// Episodes that cannot be repeated to the bit, because decisions had a limit in time.
    pub time_limited: u64,
    /// Files of the report that the rows do not give.
    pub reports_differing: Vec<String>,
    /// Whether the report was compared: only the program's own version writes the same bytes.
    pub report_compared: bool,
}

/// An episode that came out differently.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReplayedDifference {
    /// The cell, by its variables.
    pub cell: String,
    /// The episode.
    pub episode: u64,
}

impl ArchiveCheck {
    /// Whether everything is as it should be.
    pub fn is_right(&self) -> bool {
        self.different.is_empty() && self.reports_differing.is_empty()
    }
}

/// Plays a share of the episodes in `store`, which has the archive's rows alone, again and compares
/// them; compares the report's files with those that the rows give, if versions are equal.
pub fn check(
    archive: &Archive,
    plan: &Plan,
    store: &Store,
    report: &[ReportFile],
    version: &str,
    options: &CheckOptions<'_>,
) -> Result<ArchiveCheck, ArchiveError> {
    let mut checked = ArchiveCheck {
        members: archive.manifest.members.len(),
        report_compared: archive.manifest.provenance.version == version,
        ..ArchiveCheck::default()
    };
    if checked.report_compared {
        for file in report {
            if archive.text(file.name) != Some(&file.text) {
                checked.reports_differing.push(file.name.to_string());
            }
        }
    }
    let mut chosen: Vec<(usize, u64)> = Vec::new();
    let mut first = None;
    let mut seen = std::collections::HashSet::new();
    for (index, cell) in plan.cells.iter().enumerate() {
        let Some(id) = store.known(cell)?.filter(|_| seen.insert(cell.key())) else {
            continue;
        };
        let done = store.done(id, archive.manifest.episodes)?;
        for episode in done.iter().flatten() {
            checked.episodes += 1;
            if cell.repeatability() == Repeatability::No {
                checked.time_limited += 1;
                continue;
            }
            let place = (index, episode);
            first.get_or_insert(place);
            if is_chosen(place, options) {
                chosen.push(place);
            }
        }
    }
    if options.share > 0.0 && chosen.is_empty() {
        chosen.extend(first);
    }
    checked.different = replay(
        plan,
        store,
        archive.manifest.episodes,
        &chosen,
        options,
        &mut checked.replayed,
    )?;
    Ok(checked)
}

/// Whether an episode is among those that are played again.
fn is_chosen((cell, episode): (usize, u64), options: &CheckOptions<'_>) -> bool {
    let mut hasher = blake3::Hasher::new();
    for number in [options.seed, cell as u64, episode] {
        hasher.update(&number.to_le_bytes());
    }
    let bytes = hasher.finalize();
    let mut first = [0; 8];
    first.copy_from_slice(&bytes.as_bytes()[..8]);
    // 53 bits, as a share.
    let share = (u64::from_le_bytes(first) >> 11) as f64 / (1u64 << 53) as f64;
    share < options.share
}

fn replay(
    plan: &Plan,
    store: &Store,
    count: u64,
    chosen: &[(usize, u64)],
    options: &CheckOptions<'_>,
    replayed: &mut u64,
) -> Result<Vec<ReplayedDifference>, ArchiveError> {
    let mut different = Vec::new();
    // One cell after the other: prepared matches may be large.
    for part in chosen.chunk_by(|a, b| a.0 == b.0) {
        let cell = &plan.cells[part[0].0];
        let Some(id) = store.known(cell)? else {
            continue;
        };
        let prepared = cell.prepare()?;
        let next = AtomicUsize::new(0);
        let played: Vec<_> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..options.threads.max(1))
                .map(|_| {
                    scope.spawn(|| {
                        let mut found = Vec::new();
                        while let Some((_, episode)) =
                            part.get(next.fetch_add(1, Ordering::Relaxed))
                        {
                            let stop = Stop::when(options.stop);
                            let Ok(result) = prepared.play_until(*episode, stop) else {
                                break;
                            };
                            found.push((*episode, recorded(result)));
                        }
                        found
                    })
                })
                .collect();
            let ended = workers.into_iter().map(|worker| worker.join());
            ended.collect::<Result<Vec<_>, _>>()
        })
        .map_err(|_| {
            let message = format!(
                "a game or an agent broke its contract in this cell:\n{}",
                cell.description()
            );
            ArchiveError::Container(message)
        })?;
        let mut played: Vec<_> = played.into_iter().flatten().collect();
        played.sort_by_key(|(episode, _)| *episode);
        let mut stored = store.games(id, count);
        let mut again = played.iter().peekable();
        while let (Some((wanted, result)), Some((number, recorded))) =
            (again.peek(), stored.next()?)
        {
            if number != *wanted {
                continue;
            }
            if !same_bits(recorded, result) {
                different.push(ReplayedDifference {
                    cell: named(cell.variables()),
                    episode: number,
                });
            }
            *replayed += 1;
            (options.progress)(*replayed, chosen.len() as u64);
            again.next();
        }
    }
    Ok(different)
}

fn named(variables: &[(String, String)]) -> String {
    match variables.is_empty() {
        true => "the only cell".to_string(),
        false => {
            let words = variables
                .iter()
                .map(|(name, value)| format!("{name}={value}"));
            words.collect::<Vec<_>>().join(" ")
        }
    }
}
