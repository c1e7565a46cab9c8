//! Single episodes by their number, and forgetting those that turned out to be wrong.

use super::cells::{LAST, progress};
use super::compare::before;
use super::rows::next_block;
use super::write::{insert, remove};
use super::{CellId, Ranges, Store, StoreError};
use crate::store::block::Extent;
use ludometer_arena::play::Episode;
use std::ops::Range;

impl Store {
    /// The number of the cell with this key, if it has one.
    pub fn cell(&self, key: [u8; 16]) -> Result<Option<CellId>, StoreError> {
        self.kept_under(key)
    }

    /// The keys of all cells.
    pub fn keys(&self) -> Result<Vec<[u8; 16]>, StoreError> {
        let cells = self.cells()?.into_iter();
        Ok(cells.map(|(cell, _)| cell.key).collect())
    }

    /// Which of a cell's episodes are there.
    pub fn there(&self, cell: CellId) -> Result<Ranges, StoreError> {
        self.done(cell, LAST)
    }

    /// One episode, if it is there.
    pub fn episode(&self, cell: CellId, number: u64) -> Result<Option<Episode>, StoreError> {
        let _snapshot = self.snapshot()?;
        let after = self.wrap(before(&self.connection, cell, number))?;
        let Some((_, Some(block))) = self.wrap(next_block(&self.connection, cell.id, after))?
        else {
            return Ok(None);
        };
        if !(block.first..block.end()).contains(&number) {
            return Ok(None);
        }
        let table = self.opened(cell, &block, Extent::Whole)?;
        let mut episode = Episode::default();
        table
            .episodes()
            .get((number - block.first) as usize, &mut episode);
        Ok(Some(episode))
    }

    /// Removes these episodes of a cell and gives how many were there. The next run plays them again.
    pub fn forget(&mut self, cell: CellId, wrong: &Ranges) -> Result<u64, StoreError> {
        let blocks = self.blocks_that_overlap(cell, wrong)?;
        let damaged = self.damaged("a block that is to be removed is not what was written");
        let path = self.path.clone();
        let sql = |error| StoreError::new(&path, error);
        let transaction = self.begin().map_err(sql)?;
        let mut gone = 0;
        for first in blocks {
            let found = next_block(&transaction, cell.id, first as i64 - 1).map_err(sql)?;
            let Some((_, Some(block))) = found.filter(|(at, _)| *at == first as i64) else {
                continue;
            };
            let Ok(table) = block.open(&cell.key) else {
                return Err(damaged);
            };
            remove(&transaction, cell, block.first).map_err(sql)?;
            let mut all = Ranges::default();
            all.push(block.first..block.end());
            let out = all.common(wrong);
            gone += out.count();
            let kept = out.missing(block.end()).common(&all);
            for Range { start, end } in kept.iter() {
                let places = (start - block.first) as usize..(end - block.first) as usize;
                insert(&transaction, cell, &table.slice(&cell.key, start, places)).map_err(sql)?;
            }
        }
        if let Some(mut after) = progress(&transaction, cell).map_err(sql)? {
            after.episodes = after.episodes.saturating_sub(gone);
            after.write(&transaction, cell).map_err(sql)?;
        }
        transaction.commit().map_err(sql)?;
        Ok(gone)
    }

    /// The first numbers of the blocks that have any of these episodes.
    fn blocks_that_overlap(&self, cell: CellId, wrong: &Ranges) -> Result<Vec<u64>, StoreError> {
        let read = || {
            let query = "SELECT first, count FROM blocks WHERE cell = ?1 ORDER BY first";
            let mut statement = self.connection.prepare_cached(query)?;
            let rows = statement.query_map([cell.id], |row| {
                Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?))
            })?;
            rows.collect::<rusqlite::Result<Vec<_>>>()
        };
        let overlaps = |&(first, count): &(i64, i64)| {
            let mut block = Ranges::default();
            let first = first.max(0) as u64;
            block.push(first..first.saturating_add(count.max(0) as u64));
            block.common(wrong).count() > 0
        };
        let blocks = self.wrap(read())?;
        let first = blocks.into_iter().filter(overlaps);
        Ok(first.map(|(first, _)| first.max(0) as u64).collect())
    }
}
