//! Comparing stores, row by row and to the bit.

use super::block::RowBlock;
use super::cells::{LAST, hex};
use super::rows::{START, next_block};
use super::{CellId, Store, StoreError, StudySummary};
use ludometer_arena::play::Episode;
use ludometer_arena::record::{EpisodeRecord, SeatRecord};
use rusqlite::Connection;
use serde::Serialize;
use std::path::Path;

/// Numbers of rows that differ, as many as are named.
const NAMED: usize = 5;

/// How two stores differ.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Comparison {
    /// One entry for each cell that either has, those of the first store first.
    pub cells: Vec<CellDifference>,
    /// One entry for each tuning that either has.
    pub studies: Vec<CellDifference>,
}

/// How the episodes of a cell, or the results of a tuning, differ.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CellDifference {
    /// The key, in hexadecimal.
    pub key: String,
    /// Everything that decides the results, by identifiers and versions.
    pub description: String,
    /// How many only the first store has.
    pub first_only: u64,
    /// How many only the second store has.
    pub second_only: u64,
    /// How many both have that are the same to the bit.
    pub same: u64,
    /// How many both have that differ.
    pub different: u64,
    /// The numbers of the first few that differ.
    pub numbers: Vec<u64>,
}

impl CellDifference {
    fn differ(&mut self, number: u64) {
        self.different += 1;
        if self.numbers.len() < NAMED {
            self.numbers.push(number);
        }
    }

    /// Whether both stores have the same.
    pub fn is_none(&self) -> bool {
        self.first_only + self.second_only + self.different == 0
    }
}

/// Whether two episodes are the same to the bit. Times are not compared, and of what is kept beside
/// results only what both have: earlier versions of the program kept less.
pub fn same_bits(one: &Episode, other: &Episode) -> bool {
    let bits = |measured: Option<f64>| measured.map(f64::to_bits);
    one.plies == other.plies
        && one.ending == other.ending
        && one.seats.len() == other.seats.len()
        && one.seats.iter().zip(&other.seats).all(|(one, other)| {
            one.payoff.to_bits() == other.payoff.to_bits()
                && one.points.to_bits() == other.points.to_bits()
                && bits(one.measured) == bits(other.measured)
                && one.spent == other.spent
                && one.late == other.late
        })
        && match (&one.record, &other.record) {
            (Some(one), Some(other)) => same_record(one, other),
            _ => true,
        }
}

fn same_record(one: &EpisodeRecord, other: &EpisodeRecord) -> bool {
    fn differ<T: PartialEq>(one: &Option<T>, other: &Option<T>) -> bool {
        matches!((one, other), (Some(one), Some(other)) if one != other)
    }
    let depth = |seat: &SeatRecord| seat.depth.map(f64::to_bits);
    let mut seats = one.seats.iter().zip(&other.seats);
    one.verdict == other.verdict
        && !differ(&one.termination, &other.termination)
        && !differ(&one.opening, &other.opening)
        && !differ(&one.start, &other.start)
        && !differ(&one.moves, &other.moves)
        && seats.all(|(one, other)| one.nodes == other.nodes && depth(one) == depth(other))
}

impl Store {
    /// Compares everything with another store.
    pub fn compare(&self, other: &Store) -> Result<Comparison, StoreError> {
        let mut comparison = Comparison::default();
        let (ours, theirs) = (self.cells()?, other.cells()?);
        let only = |key: &[u8; 16], description: &str| CellDifference {
            key: hex(key),
            description: description.to_string(),
            ..CellDifference::default()
        };
        for (cell, record) in &ours {
            let mut difference = only(&record.key, &record.description);
            match theirs.iter().find(|(there, _)| there.key == cell.key) {
                Some((there, _)) => self.compare_cell(*cell, other, *there, &mut difference)?,
                None => difference.first_only = self.progress(*cell)?.episodes,
            }
            comparison.cells.push(difference);
        }
        for (cell, record) in &theirs {
            if !ours.iter().any(|(here, _)| here.key == cell.key) {
                let mut difference = only(&record.key, &record.description);
                difference.second_only = other.progress(*cell)?.episodes;
                comparison.cells.push(difference);
            }
        }
        comparison.studies = self.compare_studies(other)?;
        Ok(comparison)
    }

    fn compare_cell(
        &self,
        cell: CellId,
        other: &Store,
        there: CellId,
        difference: &mut CellDifference,
    ) -> Result<(), StoreError> {
        let (mut ours, mut theirs) = (self.rows(cell, LAST), other.rows(there, LAST));
        let (mut one, mut two) = (ours.next()?, theirs.next()?);
        loop {
            match (one, two) {
                (None, None) => return Ok(()),
                (Some((n, _)), Some((m, _))) if n < m => {
                    difference.first_only += 1;
                    one = ours.next()?;
                }
                (Some(_), None) => {
                    difference.first_only += 1;
                    one = ours.next()?;
                }
                (Some((n, here)), Some((m, there))) if n == m => {
                    match same_bits(here, there) {
                        true => difference.same += 1,
                        false => difference.differ(n),
                    }
                    (one, two) = (ours.next()?, theirs.next()?);
                }
                (_, Some(_)) => {
                    difference.second_only += 1;
                    two = theirs.next()?;
                }
            }
        }
    }

    fn compare_studies(&self, other: &Store) -> Result<Vec<CellDifference>, StoreError> {
        let (ours, theirs) = (self.summary()?.studies, other.summary()?.studies);
        let mut differences = Vec::new();
        for study in &ours {
            let mut difference = named(study);
            match theirs.iter().find(|there| there.key == study.key) {
                None => difference.first_only = study.results,
                Some(_) => {
                    let here = self.results_of(&study.description)?;
                    let there = other.results_of(&study.description)?;
                    for (number, answer) in &here {
                        match there.get(number) {
                            None => difference.first_only += 1,
                            Some(same) if same == answer => difference.same += 1,
                            Some(_) => difference.differ(*number),
                        }
                    }
                    let only = there.keys().filter(|number| !here.contains_key(number));
                    difference.second_only = only.count() as u64;
                }
            }
            differences.push(difference);
        }
        for study in theirs
            .iter()
            .filter(|there| !ours.iter().any(|o| o.key == there.key))
        {
            let mut difference = named(study);
            difference.second_only = study.results;
            differences.push(difference);
        }
        Ok(differences)
    }

    /// The bits of the results of a tuning, by their numbers.
    fn results_of(
        &self,
        description: &str,
    ) -> Result<std::collections::BTreeMap<u64, u64>, StoreError> {
        let Some(study) = self.known_study(description)? else {
            return Ok(std::collections::BTreeMap::new());
        };
        let answers = self.answered(study)?.into_iter();
        Ok(answers
            .map(|(number, answer)| (number, answer.to_bits()))
            .collect())
    }
}

fn named(study: &StudySummary) -> CellDifference {
    CellDifference {
        key: study.key.clone(),
        description: study.description.clone(),
        ..CellDifference::default()
    }
}

/// A store in the middle of a transaction.
pub(super) struct Side<'a> {
    pub(super) connection: &'a Connection,
    pub(super) path: &'a Path,
}

/// The first number of a block for which a store has another episode.
pub(super) fn first_difference(
    side: &Side<'_>,
    cell: CellId,
    block: &RowBlock,
) -> Result<Option<u64>, StoreError> {
    let sql = |error| StoreError::new(side.path, error);
    let damaged = |what: &str| {
        let key = hex(&cell.key);
        StoreError::damaged(side.path, &format!("a block of cell {key} {what}"))
    };
    let theirs = block
        .open(&cell.key)
        .map_err(|_| damaged("cannot be read"))?
        .episodes();
    let (mut one, mut two) = (Episode::default(), Episode::default());
    // A block of ours that begins before this one may reach into it.
    let mut after = before(side.connection, cell, block.first).map_err(sql)?;
    while let Some((first, ours)) = next_block(side.connection, cell.id, after).map_err(sql)? {
        let ours = ours.ok_or_else(|| damaged("has impossible numbers"))?;
        after = first;
        if ours.first >= block.end() {
            break;
        }
        if ours == *block {
            continue;
        }
        let range = ours.first.max(block.first)..ours.end().min(block.end());
        let here = ours
            .open(&cell.key)
            .map_err(|_| damaged("is not what was written"))?
            .episodes();
        for number in range {
            here.get((number - ours.first) as usize, &mut one);
            theirs.get((number - block.first) as usize, &mut two);
            if !same_bits(&one, &two) {
                return Ok(Some(number));
            }
        }
    }
    Ok(None)
}

/// A place before the last block that begins at a number or before it.
pub(super) fn before(connection: &Connection, cell: CellId, number: u64) -> rusqlite::Result<i64> {
    let query = "SELECT max(first) FROM blocks WHERE cell = ?1 AND first <= ?2";
    let mut statement = connection.prepare_cached(query)?;
    let first: Option<i64> =
        statement.query_row(rusqlite::params![cell.id, number as i64], |row| row.get(0))?;
    Ok(first.map_or(START, |first| first.saturating_sub(1)))
}
