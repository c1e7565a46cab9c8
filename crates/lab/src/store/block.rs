//! Blocks: consecutive episodes of one cell, column by column, with a checksum.
//!
//! A block is the bytes
//!
//! | bytes | what |
//! | --- | --- |
//! | 1 | the version of this form, [`FORM`] |
//! | 4 | how many episodes |
//! | 1 | how many seats |
//! | 2 | how many columns |
//! | 7 each | the directory: column, seat (0 for what belongs to the episode, else the seat from 1 on), encoding, length in bytes (4) |
//! | | the columns, one after the other |
//!
//! with whole numbers little-endian. A column that is not in the directory has no values, and a reader
//! skips columns that it does not know, so columns can be added without a new version of the store.
//! Merging and compaction keep them.
//!
//! The checksum is over the address (the key of the cell, the first number, the count) and the content:
//! a block that was moved is found as well as one that was changed. It is blake3, cut to 128 bits: it is
//! used for keys already, runs at about a nanosecond a byte, and blocks with equal checksums can be
//! taken for equal where stores are merged.

mod episodes;
mod records;

pub(super) use episodes::Episodes;

use super::column::{Column, Encoding, Reader, Values, write_reals, write_whole};
use ludometer_arena::play::{Ending, Episode};
use std::ops::Range;

/// The most episodes of a block.
pub const BLOCK: usize = 1024;

/// The version of the form of a block.
const FORM: u8 = 1;

/// The most episodes that a block may have to be read.
const MOST: u32 = 4 * BLOCK as u32;

/// The most columns that a block is read with for each of its seats and for its episodes.
const MOST_COLUMNS: usize = 32;

/// The columns of the directory. Numbers are never given twice.
mod columns {
    pub(super) const PLIES: u8 = 1;
    pub(super) const ENDING: u8 = 2;
    pub(super) const PAYOFF: u8 = 3;
    pub(super) const POINTS: u8 = 4;
    pub(super) const MEASURED: u8 = 5;
    pub(super) const STEPS: u8 = 6;
    pub(super) const EVALUATIONS: u8 = 7;
    pub(super) const LATE: u8 = 8;
    pub(super) const REASON: u8 = 9;
    pub(super) const MOVES: u8 = 10;
    pub(super) const DECISIONS: u8 = 11;
    pub(super) const MICROSECONDS: u8 = 12;
    pub(super) const NODES: u8 = 13;
    pub(super) const DEPTH: u8 = 14;
    pub(super) const TERMINATION: u8 = 15;
    pub(super) const OPENING: u8 = 16;
    pub(super) const VERDICT: u8 = 17;
    pub(super) const VERDICT_PLY: u8 = 18;
    pub(super) const START: u8 = 19;
}

/// Which columns are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// Results only: the texts of games, which are most of the bytes, are skipped.
    Results,
    /// Everything.
    Whole,
}

impl Extent {
    fn reads(self, column: u8) -> bool {
        let texts = [columns::MOVES, columns::DECISIONS, columns::START];
        self == Extent::Whole || !texts.contains(&column)
    }
}

/// A checksum of a record and of where it belongs.
pub(super) type Checksum = [u8; 16];

/// Consecutive episodes of one cell as they are stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowBlock {
    /// The number of the first episode.
    pub(super) first: u64,
    /// How many episodes.
    pub(super) count: u64,
    pub(super) checksum: Checksum,
    pub(super) content: Vec<u8>,
}

/// What is wrong with the bytes of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockError {
    /// They are not what was written.
    Checksum,
    /// They were written so, in a form that this program does not read.
    Form,
}

/// The checksum of a block's content at an address.
fn checksum(key: &[u8; 16], first: u64, count: u64, content: &[u8]) -> Checksum {
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"ludometer block");
    hasher.update(key);
    hasher.update(&first.to_le_bytes());
    hasher.update(&count.to_le_bytes());
    hasher.update(content);
    let hash = hasher.finalize();
    std::array::from_fn(|i| hash.as_bytes()[i])
}

impl RowBlock {
    /// Packs episodes of the cell with this key, of which the first has the number `first`. Their
    /// numbers of seats are the same.
    pub fn pack<'a>(
        key: &[u8; 16],
        first: u64,
        episodes: impl ExactSizeIterator<Item = &'a Episode> + Clone,
    ) -> RowBlock {
        let count = episodes.len();
        let seats = episodes.clone().next().map_or(0, |e| e.seats.len());
        let mut writer = Writer::new(count, seats, 2 + 6 * seats);
        writer.whole(
            columns::PLIES,
            0,
            episodes.clone().map(|e| u64::from(e.plies)),
        );
        writer.whole(
            columns::ENDING,
            0,
            episodes.clone().map(|e| number_of(&e.ending)),
        );
        for seat in 0..seats {
            let at = seat as u8 + 1;
            let results = episodes.clone().map(|episode| &episode.seats[seat]);
            writer.reals(columns::PAYOFF, at, results.clone().map(|r| r.payoff));
            writer.reals(columns::POINTS, at, results.clone().map(|r| r.points));
            writer.whole(columns::STEPS, at, results.clone().map(|r| r.spent.steps));
            let evaluations = results.clone().map(|r| r.spent.evaluations);
            writer.whole(columns::EVALUATIONS, at, evaluations);
            writer.whole(
                columns::LATE,
                at,
                results.clone().map(|r| u64::from(r.late)),
            );
            if results.clone().any(|r| r.measured.is_some()) {
                writer.column(
                    columns::MEASURED,
                    at,
                    &Column {
                        present: Some(results.clone().map(|r| r.measured.is_some()).collect()),
                        values: Values::Reals(results.map(|r| r.measured.unwrap_or(0.0)).collect()),
                    },
                );
            }
            let reasons = episodes.clone().map(|episode| match &episode.ending {
                Ending::Forfeited(forfeited) if forfeited.agent == seat => {
                    Some(forfeited.forfeit.to_string())
                }
                _ => None,
            });
            if reasons.clone().any(|reason| reason.is_some()) {
                writer.column(
                    columns::REASON,
                    at,
                    &Column {
                        present: Some(reasons.clone().map(|reason| reason.is_some()).collect()),
                        values: Values::Texts(reasons.map(Option::unwrap_or_default).collect()),
                    },
                );
            }
        }
        records::write(&mut writer, episodes, seats);
        RowBlock::of(key, first, count, writer.finish())
    }

    fn of(key: &[u8; 16], first: u64, count: usize, content: Vec<u8>) -> RowBlock {
        let count = count as u64;
        RowBlock {
            first,
            count,
            checksum: checksum(key, first, count, &content),
            content,
        }
    }

    /// Bytes that it takes in the store.
    pub fn bytes(&self) -> u64 {
        (self.content.len() + self.checksum.len()) as u64
    }

    /// The number after the last episode.
    pub(super) fn end(&self) -> u64 {
        self.first.saturating_add(self.count)
    }

    /// Whether it is what was written under this key.
    pub(super) fn is_whole(&self, key: &[u8; 16]) -> bool {
        self.checksum == checksum(key, self.first, self.count, &self.content)
    }

    /// The columns of a block of this cell.
    pub(super) fn open(&self, key: &[u8; 16]) -> Result<Table, BlockError> {
        self.open_extent(key, Extent::Whole)
    }

    /// Some columns of a block of this cell. A table of which some are skipped must not be packed again.
    pub(super) fn open_extent(&self, key: &[u8; 16], extent: Extent) -> Result<Table, BlockError> {
        if !self.is_whole(key) {
            return Err(BlockError::Checksum);
        }
        let table = Table::read(&self.content, extent).ok_or(BlockError::Form)?;
        match table.count as u64 == self.count {
            true => Ok(table),
            false => Err(BlockError::Form),
        }
    }
}

/// The columns of a block.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Table {
    pub(super) count: usize,
    pub(super) seats: usize,
    /// Column, seat and values, in the order of the directory.
    columns: Vec<(u8, u8, Column)>,
    /// Whether there were columns in an encoding that is not known here.
    pub(super) is_foreign: bool,
}

impl Table {
    /// Reads the content of a block; `None` if it is none.
    pub(super) fn read(content: &[u8], extent: Extent) -> Option<Table> {
        let mut bytes = Reader(content);
        if bytes.byte()? != FORM {
            return None;
        }
        let count = bytes.u32()?;
        let seats = usize::from(bytes.byte()?);
        let directory = usize::from(u16::from_le_bytes(bytes.bytes(2)?.try_into().ok()?));
        if count > MOST || directory > MOST_COLUMNS * (seats + 1) {
            return None;
        }
        let count = count as usize;
        let mut entries = Vec::with_capacity(directory);
        for _ in 0..directory {
            let (column, seat, encoding) = (bytes.byte()?, bytes.byte()?, bytes.byte()?);
            entries.push((column, seat, encoding, bytes.u32()? as usize));
        }
        let mut table = Table {
            count,
            seats,
            columns: Vec::with_capacity(directory),
            is_foreign: false,
        };
        for (column, seat, encoding, length) in entries {
            let content = bytes.bytes(length)?;
            match Encoding::of(encoding & !super::column::SPARSE) {
                None => table.is_foreign = true,
                Some(_) if !extent.reads(column) => {}
                Some(_) => {
                    let values = Column::read(encoding, content, count)?;
                    table.columns.push((column, seat, values));
                }
            }
        }
        bytes.0.is_empty().then_some(table)
    }

    fn column(&self, column: u8, seat: u8) -> Option<&Column> {
        let found = self
            .columns
            .iter()
            .find(|(c, s, _)| (*c, *s) == (column, seat));
        found.map(|(_, _, values)| values)
    }

    /// Whether there are columns with greater numbers than this.
    fn has_above(&self, column: u8) -> bool {
        self.columns.iter().any(|(number, ..)| *number > column)
    }

    fn take(&mut self, column: u8, seat: u8) -> Option<Column> {
        let mut found = self.columns.iter();
        let at = found.position(|(c, s, _)| (*c, *s) == (column, seat))?;
        Some(self.columns.swap_remove(at).2)
    }

    /// The block of a part of the episodes.
    pub(super) fn slice(&self, key: &[u8; 16], first: u64, range: Range<usize>) -> RowBlock {
        let columns = self.columns.iter();
        let columns =
            columns.map(|(column, seat, values)| (*column, *seat, values.slice(range.clone())));
        let part = Table {
            count: range.len(),
            seats: self.seats,
            columns: columns.collect(),
            is_foreign: self.is_foreign,
        };
        part.pack(key, first)
    }

    /// Appends the episodes of another table; `None` if they cannot stand in one block, and then this
    /// one is of no more use.
    pub(super) fn append(&mut self, other: Table) -> Option<()> {
        if self.seats != other.seats || self.is_foreign || other.is_foreign {
            return None;
        }
        for (column, seat, values) in &other.columns {
            if self.column(*column, *seat).is_none() {
                let lacking = values.lacking(self.count);
                self.columns.push((*column, *seat, lacking));
            }
        }
        for (column, seat, ours) in &mut self.columns {
            let theirs = other.column(*column, *seat).cloned();
            ours.append(theirs.unwrap_or_else(|| ours.lacking(other.count)))?;
        }
        self.count += other.count;
        Some(())
    }

    /// The block of these columns.
    pub(super) fn pack(&self, key: &[u8; 16], first: u64) -> RowBlock {
        let mut writer = Writer::new(self.count, self.seats, self.columns.len());
        let mut columns: Vec<_> = self.columns.iter().collect();
        columns.sort_by_key(|(column, seat, _)| (*seat, *column));
        for (column, seat, values) in columns {
            if !values.is_absent() {
                writer.column(*column, *seat, values);
            }
        }
        RowBlock::of(key, first, self.count, writer.finish())
    }
}

/// How blocks say how an episode ended.
fn number_of(ending: &Ending) -> u64 {
    match ending {
        Ending::Truncated => 0,
        Ending::Finished => 1,
        Ending::Forfeited(_) => 2,
        Ending::Adjudicated => 3,
    }
}

/// A block that is being written.
struct Writer {
    head: Vec<u8>,
    data: Vec<u8>,
    entries: u16,
    scratch: Vec<u64>,
    reals: Vec<f64>,
}

impl Writer {
    fn new(count: usize, seats: usize, columns: usize) -> Writer {
        let mut head = Vec::with_capacity(8 + 7 * columns);
        head.push(FORM);
        head.extend_from_slice(&(count as u32).to_le_bytes());
        head.extend_from_slice(&[seats as u8, 0, 0]);
        Writer {
            head,
            data: Vec::with_capacity(16 * columns + 4 * count),
            entries: 0,
            scratch: Vec::with_capacity(count),
            reals: Vec::with_capacity(count),
        }
    }

    fn whole(&mut self, column: u8, seat: u8, values: impl Iterator<Item = u64>) {
        self.scratch.clear();
        self.scratch.extend(values);
        let from = self.data.len();
        write_whole(&self.scratch, &mut self.data);
        self.enter(column, seat, Encoding::Whole as u8, from);
    }

    fn reals(&mut self, column: u8, seat: u8, values: impl Iterator<Item = f64>) {
        self.reals.clear();
        self.reals.extend(values);
        let from = self.data.len();
        let encoding = write_reals(&self.reals, &mut self.scratch, &mut self.data);
        self.enter(column, seat, encoding as u8, from);
    }

    fn column(&mut self, column: u8, seat: u8, values: &Column) {
        let from = self.data.len();
        let encoding = values.write(&mut self.scratch, &mut self.data);
        self.enter(column, seat, encoding, from);
    }

    fn enter(&mut self, column: u8, seat: u8, encoding: u8, from: usize) {
        self.head.extend_from_slice(&[column, seat, encoding]);
        let length = (self.data.len() - from) as u32;
        self.head.extend_from_slice(&length.to_le_bytes());
        self.entries += 1;
    }

    fn finish(mut self) -> Vec<u8> {
        self.head[6..8].copy_from_slice(&self.entries.to_le_bytes());
        self.head.extend_from_slice(&self.data);
        self.head
    }
}

/// The values of a column of whole numbers; none where the column is absent.
fn whole(column: Option<Column>) -> Vec<u64> {
    match column.map(|column| column.values) {
        Some(Values::Whole(values)) => values,
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests;
