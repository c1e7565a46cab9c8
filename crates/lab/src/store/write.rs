//! Writing blocks: several in one transaction, never over what is there, small ones joined.

use super::block::{BLOCK, RowBlock};
use super::cells::{hex, progress};
use super::rows::{START, next_block};
use super::{CellId, Store, StoreError, StoredRow};
use rusqlite::{Connection, OptionalExtension, params};
use std::ops::Range;

/// Blocks that one transaction of a compaction reads: some megabytes.
const AT_ONCE: usize = 4096;

impl Store {
    /// Writes episodes in one transaction, in blocks. Those that are there already stay as they are.
    pub fn write(&mut self, rows: &[StoredRow]) -> Result<(), StoreError> {
        let follows = |before: &StoredRow, row: &StoredRow| {
            before.cell == row.cell
                && before.number.checked_add(1) == Some(row.number)
                && before.episode.seats.len() == row.episode.seats.len()
        };
        let mut blocks = Vec::new();
        for run in rows.chunk_by(follows) {
            for part in run.chunks(BLOCK) {
                let (cell, first) = (part[0].cell, part[0].number);
                let episodes = part.iter().map(|row| &row.episode);
                blocks.push((cell, RowBlock::pack(&cell.key, first, episodes)));
            }
        }
        self.write_blocks(blocks).map(|_| ())
    }

    /// Writes blocks in one transaction and gives the number of episodes that were not there before.
    /// Those that are there already stay as they are.
    pub fn write_blocks(&mut self, blocks: Vec<(CellId, RowBlock)>) -> Result<u64, StoreError> {
        if blocks.is_empty() {
            return Ok(0);
        }
        let mut blocks = blocks;
        blocks.sort_by_key(|(cell, block)| (cell.id, block.first));
        let path = self.path.clone();
        let sql = |error| StoreError::new(&path, error);
        let transaction = self.begin().map_err(sql)?;
        let mut written = 0;
        for of_cell in blocks.chunk_by(|(one, _), (other, _)| one == other) {
            let cell = of_cell[0].0;
            let before = progress(&transaction, cell).map_err(sql)?;
            let mut after = before.ok_or_else(|| {
                let key = hex(&cell.key);
                let what =
                    format!("the record of how far cell {key} has come is not what was written");
                StoreError::damaged(&path, &what)
            })?;
            let mut count = 0;
            for (_, block) in joined(&cell.key, of_cell) {
                count += add(&transaction, cell, block).map_err(sql)?;
            }
            if count > 0 {
                after.episodes += count;
                after.write(&transaction, cell).map_err(sql)?;
            }
            written += count;
        }
        transaction.commit().map_err(sql)?;
        Ok(written)
    }

    /// Joins small blocks of a cell that follow each other. What cannot be read stays as it is.
    pub fn compact(&mut self, cell: CellId) -> Result<(), StoreError> {
        let path = self.path.clone();
        let sql = |error| StoreError::new(&path, error);
        let count = "SELECT count(*), coalesce(sum(count), 0) FROM blocks WHERE cell = ?1";
        let counted = self.connection.query_row(count, [cell.id], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?))
        });
        let (blocks, episodes) = counted.map_err(sql)?;
        // Blocks that are half full are good enough.
        if blocks <= 2 * (episodes / BLOCK as i64) + 1 {
            return Ok(());
        }
        let mut after = START;
        while let Some(last) = self.compact_after(cell, after).map_err(sql)? {
            after = last;
        }
        Ok(())
    }

    /// Joins small blocks after a number in one transaction, some megabytes of them; the number to go on
    /// after, if there are more.
    fn compact_after(&mut self, cell: CellId, from: i64) -> rusqlite::Result<Option<i64>> {
        let transaction = self.begin()?;
        let mut after = from;
        let mut group: Vec<RowBlock> = Vec::new();
        let mut read = 0;
        let more = loop {
            let next = next_block(&transaction, cell.id, after)?;
            let next = next.and_then(|(_, block)| block);
            let next = next.filter(|block| block.is_whole(&cell.key));
            let fits = |block: &RowBlock| {
                let size: u64 = group.iter().map(|block| block.count).sum();
                let end = group.last().is_none_or(|last| last.end() == block.first);
                end && size + block.count <= BLOCK as u64
            };
            match next {
                Some(block) if fits(&block) => {
                    after = block.first as i64;
                    group.push(block);
                    read += 1;
                }
                next => {
                    rewrite(&transaction, cell, &std::mem::take(&mut group))?;
                    let more = next.is_some();
                    // Else the next transaction begins with this block.
                    let Some(block) = next.filter(|_| read < AT_ONCE) else {
                        break more;
                    };
                    after = block.first as i64;
                    group.push(block);
                    read += 1;
                }
            }
        };
        transaction.commit()?;
        Ok(more.then_some(after))
    }
}

/// Blocks of one cell, with small ones that follow each other joined.
fn joined(key: &[u8; 16], blocks: &[(CellId, RowBlock)]) -> Vec<(CellId, RowBlock)> {
    let mut joined: Vec<(CellId, RowBlock)> = Vec::with_capacity(blocks.len());
    let mut from = 0;
    while from < blocks.len() {
        let mut to = from + 1;
        let mut size = blocks[from].1.count;
        while let Some((_, block)) = blocks.get(to)
            && blocks[to - 1].1.end() == block.first
            && size + block.count <= BLOCK as u64
        {
            size += block.count;
            to += 1;
        }
        let cell = blocks[from].0;
        let group = blocks[from..to].iter().map(|(_, block)| block);
        match join(key, group.clone()) {
            Some(block) => joined.push((cell, block)),
            None => joined.extend(group.cloned().map(|block| (cell, block))),
        }
        from = to;
    }
    joined
}

/// One block of several that follow each other; `None` if they cannot stand in one.
fn join<'a>(key: &[u8; 16], mut blocks: impl Iterator<Item = &'a RowBlock>) -> Option<RowBlock> {
    let first = blocks.next()?;
    let mut table = None;
    for block in blocks {
        if table.is_none() {
            table = Some(first.open(key).ok()?);
        }
        table.as_mut()?.append(block.open(key).ok()?)?;
    }
    match table {
        Some(table) => Some(table.pack(key, first.first)),
        None => Some(first.clone()),
    }
}

/// Writes a group of blocks as one.
fn rewrite(connection: &Connection, cell: CellId, group: &[RowBlock]) -> rusqlite::Result<()> {
    if group.len() < 2 {
        return Ok(());
    }
    let Some(whole) = join(&cell.key, group.iter()) else {
        return Ok(());
    };
    for block in group {
        remove(connection, cell, block.first)?;
    }
    insert(connection, cell, &whole)
}

/// Adds what is not there yet of a block, and gives how many episodes that is.
pub(super) fn add(connection: &Connection, cell: CellId, block: RowBlock) -> rusqlite::Result<u64> {
    let all = block.first..block.end();
    let missing = missing(connection, cell, all.clone())?;
    if missing == [all] {
        let count = block.count;
        insert(connection, cell, &merged_back(connection, cell, block)?)?;
        return Ok(count);
    }
    let Ok(table) = block.open(&cell.key) else {
        return Ok(0);
    };
    let mut added = 0;
    for range in missing {
        let places = (range.start - block.first) as usize..(range.end - block.first) as usize;
        insert(
            connection,
            cell,
            &table.slice(&cell.key, range.start, places),
        )?;
        added += range.end - range.start;
    }
    Ok(added)
}

/// The numbers of a range that no block has.
pub(super) fn missing(
    connection: &Connection,
    cell: CellId,
    range: Range<u64>,
) -> rusqlite::Result<Vec<Range<u64>>> {
    let query =
        "SELECT first, count FROM blocks WHERE cell = ?1 AND first < ?2 ORDER BY first DESC";
    let mut statement = connection.prepare_cached(query)?;
    let mut rows = statement.query(params![cell.id, range.end as i64])?;
    let mut missing = Vec::new();
    let mut end = range.end;
    while let Some(row) = rows.next()? {
        let (first, count): (i64, i64) = (row.get(0)?, row.get(1)?);
        let (first, last) = (
            first.max(0) as u64,
            first.saturating_add(count).max(0) as u64,
        );
        if last <= range.start {
            break;
        }
        if last < end {
            missing.push(last..end);
        }
        end = end.min(first.max(range.start));
    }
    if end > range.start {
        missing.push(range.start..end);
    }
    missing.reverse();
    Ok(missing)
}

/// The block with the ones before it that are no larger, as long as they fit: many short flushes leave
/// few blocks. Those are removed.
fn merged_back(
    connection: &Connection,
    cell: CellId,
    block: RowBlock,
) -> rusqlite::Result<RowBlock> {
    let mut block = block;
    while block.count < BLOCK as u64 / 2 {
        let query = "SELECT first FROM blocks
                     WHERE cell = ?1 AND first < ?2 AND first >= ?2 - ?3 AND first + count = ?2
                     ORDER BY first DESC LIMIT 1";
        let bounds = params![cell.id, block.first as i64, block.count as i64];
        let mut statement = connection.prepare_cached(query)?;
        let before: Option<i64> = statement.query_row(bounds, |row| row.get(0)).optional()?;
        let Some(before) = before else { break };
        let found = next_block(connection, cell.id, before.saturating_sub(1))?;
        let Some((_, Some(first))) = found else {
            break;
        };
        let Some(whole) = join(&cell.key, [&first, &block].into_iter()) else {
            break;
        };
        remove(connection, cell, first.first)?;
        block = whole;
    }
    Ok(block)
}

pub(super) fn remove(connection: &Connection, cell: CellId, first: u64) -> rusqlite::Result<()> {
    let remove = "DELETE FROM blocks WHERE cell = ?1 AND first = ?2";
    let mut statement = connection.prepare_cached(remove)?;
    statement.execute(params![cell.id, first as i64])?;
    Ok(())
}

pub(super) fn insert(
    connection: &Connection,
    cell: CellId,
    block: &RowBlock,
) -> rusqlite::Result<()> {
    let insert =
        "INSERT INTO blocks (cell, first, count, checksum, content) VALUES (?1, ?2, ?3, ?4, ?5)";
    connection.prepare_cached(insert)?.execute(params![
        cell.id,
        block.first as i64,
        block.count as i64,
        block.checksum,
        block.content
    ])?;
    Ok(())
}
