//! Looking for damage in all of a store.

use super::block::{BlockError, RowBlock};
use super::cells::{CellId, Progress, hex, progress, read_catalogue, records};
use super::rows::{START, next_block};
use super::studies::{StudyRecord, StudyStep, answer_checksum};
use super::{Store, StoreError, fingerprints};
use rusqlite::Connection;
use serde::Serialize;

/// One place of a store that is not what was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Damage {
    /// What it is in: `file`, `catalogue`, `cell`, `progress`, `fingerprint`, `block`, `study`,
    /// `result` or `step`.
    pub place: &'static str,
    /// The key of the cell or study, in hexadecimal, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The first number that is concerned: of an episode, a result or a step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<u64>,
    /// The last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<u64>,
    /// What is wrong.
    pub what: String,
}

impl Damage {
    pub(super) fn of(place: &'static str, key: Option<&[u8]>, what: impl Into<String>) -> Damage {
        Damage {
            place,
            key: key.map(hex),
            first: None,
            last: None,
            what: what.into(),
        }
    }

    fn at(mut self, first: u64, last: u64) -> Damage {
        (self.first, self.last) = (Some(first), Some(last));
        self
    }
}

impl std::fmt::Display for Damage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.place)?;
        if let Some(key) = &self.key {
            write!(f, " of {key}")?;
        }
        match (self.first, self.last) {
            (Some(first), Some(last)) if first == last => write!(f, ", number {first}")?,
            (Some(first), Some(last)) => write!(f, ", numbers {first} to {last}")?,
            _ => {}
        }
        write!(f, ": {}", self.what)
    }
}

/// What a check found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// Cells whose records are whole.
    pub cells: u64,
    /// Blocks that are whole.
    pub blocks: u64,
    /// Episodes in blocks that are whole.
    pub episodes: u64,
    /// Tunings whose records are whole.
    pub studies: u64,
    /// Everything that is not.
    pub damage: Vec<Damage>,
}

const CHANGED: &str = "not what was written";

/// Lines of SQLite's own check that are kept.
const LINES: usize = 100;

impl Store {
    /// Looks for damage in all of the store: in the pages of the file, in every record and every block.
    pub fn check(&self) -> Result<Checked, StoreError> {
        let _snapshot = self.snapshot()?;
        let mut checked = Checked::default();
        let connection = &self.connection;
        let part = |what: &'static str, done: rusqlite::Result<()>, checked: &mut Checked| {
            if let Err(error) = done {
                let damage = Damage::of(what, None, error.to_string());
                checked.damage.push(damage);
            }
        };
        let pages = check_pages(connection, &mut checked);
        part("file", pages, &mut checked);
        let cells = check_cells(connection, &mut checked);
        part("cell", cells, &mut checked);
        let orphans = check_orphans(connection, &mut checked);
        part("block", orphans, &mut checked);
        let studies = check_studies(connection, &mut checked);
        part("study", studies, &mut checked);
        Ok(checked)
    }
}

fn check_pages(connection: &Connection, checked: &mut Checked) -> rusqlite::Result<()> {
    let mut statement = connection.prepare("PRAGMA integrity_check(100)")?;
    let mut lines = statement.query([])?;
    while let Some(line) = lines.next()? {
        let line: String = line.get(0)?;
        if line != "ok" && checked.damage.len() < LINES {
            checked.damage.push(Damage::of("file", None, line));
        }
    }
    Ok(())
}

fn check_cells(connection: &Connection, checked: &mut Checked) -> rusqlite::Result<()> {
    let records = records(connection)?;
    match read_catalogue(connection)? {
        None => checked.damage.push(Damage::of("catalogue", None, CHANGED)),
        Some((cells, _)) if cells != records.len() as i64 => {
            let what = format!("{} cells are there, and {cells} were", records.len());
            checked.damage.push(Damage::of("catalogue", None, what));
        }
        Some(_) => {}
    }
    for (id, record) in records {
        let record = match record {
            Ok(record) => record,
            Err(key) => {
                checked.damage.push(Damage::of("cell", Some(&key), CHANGED));
                continue;
            }
        };
        checked.cells += 1;
        let cell = CellId {
            id,
            key: record.key,
        };
        if let Some(Err(())) = fingerprints::read(connection, cell)? {
            let damage = Damage::of("fingerprint", Some(&cell.key), CHANGED);
            checked.damage.push(damage);
        }
        let progress = progress(connection, cell).ok().flatten();
        check_cell(connection, cell, progress, checked)?;
    }
    Ok(())
}

fn check_cell(
    connection: &Connection,
    cell: CellId,
    progress: Option<Progress>,
    checked: &mut Checked,
) -> rusqlite::Result<()> {
    let key = Some(&cell.key[..]);
    let mut there = 0;
    let mut end = 0;
    let unread = walk(connection, cell, |block| {
        there += block.count;
        let whole = match flaw(&cell, &block, end) {
            None => true,
            Some(what) => {
                let last = block.end().saturating_sub(1);
                checked
                    .damage
                    .push(Damage::of("block", key, what).at(block.first, last));
                false
            }
        };
        end = end.max(block.end());
        checked.blocks += u64::from(whole);
        checked.episodes += if whole { block.count } else { 0 };
        Ok(())
    })?;
    checked.damage.extend(
        unread
            .into_iter()
            .map(|what| Damage::of("block", key, what)),
    );
    match progress {
        None => checked.damage.push(Damage::of("progress", key, CHANGED)),
        Some(progress) if progress.episodes != there => {
            let what = format!("{there} episodes are there, and {} were", progress.episodes);
            checked.damage.push(Damage::of("progress", key, what));
        }
        Some(_) => {}
    }
    Ok(())
}

/// What is wrong with a block of a cell, if anything, after blocks that end at `end`.
pub(super) fn flaw(cell: &CellId, block: &RowBlock, end: u64) -> Option<&'static str> {
    match block.open(&cell.key) {
        Err(BlockError::Checksum) => Some(CHANGED),
        Err(BlockError::Form) => Some("in a form that this program does not know"),
        Ok(_) if block.first < end => Some("it has numbers that another block has"),
        Ok(_) => None,
    }
}

/// Walks over the blocks of a cell as far as they can be reached, over damaged pages too, and says what
/// could not be read.
pub(super) fn walk(
    connection: &Connection,
    cell: CellId,
    mut each: impl FnMut(RowBlock) -> rusqlite::Result<()>,
) -> rusqlite::Result<Vec<String>> {
    let mut unread = Vec::new();
    let mut after = START;
    let mut misses = 0;
    while misses < MISSES {
        match next_block(connection, cell.id, after) {
            Ok(None) => break,
            Ok(Some((first, block))) => {
                after = first;
                misses = 0;
                match block {
                    Some(block) => each(block)?,
                    None => unread.push(format!("the block at {first} has impossible numbers")),
                }
            }
            // What lies behind a page that cannot be read may be reached from the other side of it.
            Err(error) => {
                if misses == 0 {
                    unread.push(format!(
                        "blocks after episode {} cannot be read ({error})",
                        after.max(0)
                    ));
                }
                let step = (super::BLOCK as i64 / 2) << (misses / 64).min(40);
                after = after.max(-1).saturating_add(step);
                misses += 1;
            }
        }
    }
    Ok(unread)
}

/// How often something unreadable is stepped over before the rest of a cell is given up.
const MISSES: u32 = 1024;

fn check_orphans(connection: &Connection, checked: &mut Checked) -> rusqlite::Result<()> {
    let query = "SELECT count(*) FROM blocks WHERE cell NOT IN (SELECT id FROM cells)";
    let orphans: i64 = connection.query_row(query, [], |row| row.get(0))?;
    if orphans > 0 {
        let what = format!("{orphans} blocks belong to no cell");
        checked.damage.push(Damage::of("block", None, what));
    }
    if fingerprints::is_there(connection)? {
        let query = "SELECT count(*) FROM fingerprints WHERE cell NOT IN (SELECT id FROM cells)";
        let orphans: i64 = connection.query_row(query, [], |row| row.get(0))?;
        if orphans > 0 {
            let what = format!("{orphans} fingerprints belong to no cell");
            checked.damage.push(Damage::of("fingerprint", None, what));
        }
    }
    Ok(())
}

fn check_studies(connection: &Connection, checked: &mut Checked) -> rusqlite::Result<()> {
    let mut statement = connection
        .prepare("SELECT key, description, state, steps, checksum, id FROM sheets ORDER BY id")?;
    let mut rows = statement.query([])?;
    let mut there = 0;
    while let Some(row) = rows.next()? {
        there += 1;
        let Some(record) = StudyRecord::read(row).ok().flatten() else {
            let key: Vec<u8> = row.get(0).unwrap_or_default();
            checked
                .damage
                .push(Damage::of("study", Some(&key), CHANGED));
            continue;
        };
        checked.studies += 1;
        let (key, id) = (Some(&record.key[..]), row.get(5)?);
        let mut broken = |place, number: u64| {
            checked
                .damage
                .push(Damage::of(place, key, CHANGED).at(number, number));
        };
        each_answer(connection, id, &record.key, |number, answer| {
            if answer.is_none() {
                broken("result", number);
            }
            Ok(())
        })?;
        let mut steps = 0;
        each_step(connection, id, &record.key, |number, step| {
            steps += 1;
            if step.is_none() {
                broken("step", number);
            }
            Ok(())
        })?;
        if steps != record.steps {
            let what = format!("{steps} steps are there, and {} were", record.steps);
            checked.damage.push(Damage::of("study", key, what));
        }
    }
    if let Some((_, studies)) = read_catalogue(connection)?
        && studies != there
    {
        let what = format!("{there} tunings are there, and {studies} were");
        checked.damage.push(Damage::of("catalogue", None, what));
    }
    Ok(())
}

/// Every answer of a study with its number; `None` for one that is not what was written.
pub(super) fn each_answer(
    connection: &Connection,
    study: i64,
    key: &[u8; 16],
    mut each: impl FnMut(u64, Option<f64>) -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    let query = "SELECT number, answer, checksum FROM answers WHERE sheet = ?1 ORDER BY number";
    let mut statement = connection.prepare_cached(query)?;
    let mut rows = statement.query([study])?;
    while let Some(row) = rows.next()? {
        let number = row.get::<_, i64>(0).unwrap_or(0) as u64;
        let answer = row.get::<_, f64>(1).ok().filter(|&answer| {
            let checksum: Vec<u8> = row.get(2).unwrap_or_default();
            answer_checksum(key, number, answer) == *checksum
        });
        each(number, answer)?;
    }
    Ok(())
}

/// Every step of a study with its number; `None` for one that is not what was written.
pub(super) fn each_step(
    connection: &Connection,
    study: i64,
    key: &[u8; 16],
    mut each: impl FnMut(u64, Option<StudyStep>) -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    let query = "SELECT number, spent, budget, mean, best, checksum FROM steps
                 WHERE sheet = ?1 ORDER BY number";
    let mut statement = connection.prepare_cached(query)?;
    let mut rows = statement.query([study])?;
    while let Some(row) = rows.next()? {
        let number = row.get::<_, i64>(0).unwrap_or(0) as u64;
        each(number, StudyStep::read(key, row).ok().flatten())?;
    }
    Ok(())
}
