//! Reading the episodes of a cell as a stream.

use super::block::{BlockError, Episodes, Extent, RowBlock};
use super::cells::{LAST, hex};
use super::{CellId, Snapshot, Store, StoreError};
use ludometer_arena::play::Episode;
use rusqlite::{Connection, OptionalExtension, params};

/// The stored episodes of a cell in the order of their numbers, of which one block is held at a time:
/// several cells can be walked in lock step, however many episodes they have. What other processes
/// write in the meantime is not seen.
pub struct Rows<'a> {
    store: &'a Store,
    cell: CellId,
    count: u64,
    snapshot: Option<Snapshot<'a>>,
    /// Where the last block begins, and the number after its end.
    last: (i64, u64),
    episodes: Episodes,
    /// The number of the first of `episodes`.
    first: u64,
    at: usize,
    episode: Episode,
    extent: Extent,
}

impl Store {
    /// The stored ones among a cell's first `count` episodes, in order, without the texts of games.
    pub fn rows(&self, cell: CellId, count: u64) -> Rows<'_> {
        self.rows_of(cell, count, Extent::Results)
    }

    /// The same with the texts of games: starts, moves and what is known of each decision.
    pub fn games(&self, cell: CellId, count: u64) -> Rows<'_> {
        self.rows_of(cell, count, Extent::Whole)
    }

    fn rows_of(&self, cell: CellId, count: u64, extent: Extent) -> Rows<'_> {
        Rows {
            store: self,
            cell,
            count,
            snapshot: None,
            last: (START, 0),
            episodes: Episodes::default(),
            first: 0,
            at: 0,
            episode: Episode::default(),
            extent,
        }
    }

    /// The columns of a block, or where and why it cannot be read.
    pub(super) fn opened(
        &self,
        cell: CellId,
        block: &RowBlock,
        extent: Extent,
    ) -> Result<super::block::Table, StoreError> {
        block.open_extent(&cell.key, extent).map_err(|flaw| {
            let what = match flaw {
                BlockError::Checksum => "is not what was written",
                BlockError::Form => "has a form that this program does not know",
            };
            let key = hex(&cell.key);
            let (first, end) = (block.first, block.end().saturating_sub(1));
            self.damaged(&format!(
                "the block of episodes {first} to {end} of cell {key} {what}"
            ))
        })
    }
}

impl Store {
    /// Checks that every block of a cell is there and is what was written.
    pub fn verify(&self, cell: CellId) -> Result<(), StoreError> {
        let mut rows = self.rows(cell, LAST);
        while let Some(block) = rows.block()? {
            if !block.is_whole(&cell.key) {
                self.opened(cell, &block, Extent::Results)?;
            }
        }
        Ok(())
    }
}

/// A place before every block of a cell.
pub(super) const START: i64 = i64::MIN;

/// The first block of a cell that begins after a number, and where it begins; `None` after the last one,
/// an inner `None` if its numbers are impossible.
pub(super) fn next_block(
    connection: &Connection,
    cell: i64,
    after: i64,
) -> rusqlite::Result<Option<(i64, Option<RowBlock>)>> {
    let query = "SELECT first, count, checksum, content FROM blocks
                 WHERE cell = ?1 AND first > ?2 ORDER BY first LIMIT 1";
    let mut statement = connection.prepare_cached(query)?;
    let found = statement.query_row(params![cell, after], |row| {
        let first: i64 = row.get(0)?;
        let block = || {
            let block = RowBlock {
                first: u64::try_from(first).ok()?,
                count: u64::try_from(row.get::<_, i64>(1).ok()?).ok()?,
                checksum: row.get(2).ok()?,
                content: row.get(3).ok()?,
            };
            (block.count > 0 && block.count <= LAST - block.first).then_some(block)
        };
        Ok((first, block()))
    });
    found.optional()
}

impl Rows<'_> {
    /// The next episode with its number; `None` after the last one.
    // What it gives is borrowed, as no `Iterator` can.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Result<Option<(u64, &Episode)>, StoreError> {
        while self.at == self.episodes.count {
            if !self.fill()? {
                return Ok(None);
            }
        }
        let number = self.first + self.at as u64;
        if number >= self.count {
            return Ok(None);
        }
        self.episodes.get(self.at, &mut self.episode);
        self.at += 1;
        Ok(Some((number, &self.episode)))
    }

    /// Reads the next block; `false` after the last one.
    fn fill(&mut self) -> Result<bool, StoreError> {
        let Some(block) = self.block()?.filter(|block| block.first < self.count) else {
            return Ok(false);
        };
        let table = self.store.opened(self.cell, &block, self.extent)?;
        (self.first, self.at) = (block.first, 0);
        self.episodes = table.episodes();
        Ok(true)
    }

    /// The next block as it is stored; `None` after the last one.
    fn block(&mut self) -> Result<Option<RowBlock>, StoreError> {
        if self.snapshot.is_none() {
            self.snapshot = Some(self.store.snapshot()?);
            self.store.progress(self.cell)?;
        }
        let (after, end) = self.last;
        let block = next_block(&self.store.connection, self.cell.id, after);
        let Some((first, block)) = self.store.wrap(block)? else {
            return Ok(None);
        };
        let block = block.filter(|block| block.first >= end);
        let block = block.ok_or_else(|| {
            let key = hex(&self.cell.key);
            let what = format!("blocks of cell {key} have impossible numbers");
            self.store.damaged(&what)
        })?;
        self.last = (first, block.end());
        Ok(Some(block))
    }
}
