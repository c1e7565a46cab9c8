//! Removing cells that are needed no more.

use super::cells::{count_catalogue, hex};
use super::{Store, StoreError};
use serde::Serialize;

/// What was removed, or would be.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pruned {
    /// The keys of the cells that were removed, in hexadecimal.
    pub cells: Vec<String>,
    /// How many episodes they had.
    pub episodes: u64,
    /// How many cells were kept.
    pub kept: u64,
}

impl Store {
    /// Removes every cell whose key is not among `keep`, and gives the room back to the disk; says only
    /// what would be removed if `pretend`. Tunings are kept.
    pub fn prune(&mut self, keep: &[[u8; 16]], pretend: bool) -> Result<Pruned, StoreError> {
        let mut pruned = Pruned::default();
        let mut gone = Vec::new();
        for (cell, _) in self.cells()? {
            if keep.contains(&cell.key) {
                pruned.kept += 1;
                continue;
            }
            pruned.episodes += self.progress(cell)?.episodes;
            pruned.cells.push(hex(&cell.key));
            gone.push(cell);
        }
        if pretend || gone.is_empty() {
            return Ok(pruned);
        }
        let remove = |store: &mut Store| {
            let transaction = store.begin()?;
            for cell in &gone {
                for delete in [
                    "DELETE FROM blocks WHERE cell = ?1",
                    "DELETE FROM progress WHERE cell = ?1",
                    "DELETE FROM cells WHERE id = ?1",
                ] {
                    transaction.prepare_cached(delete)?.execute([cell.id])?;
                }
            }
            count_catalogue(&transaction)?;
            transaction.commit()?;
            store.connection.execute_batch("VACUUM")
        };
        let removed = remove(self);
        self.wrap(removed)?;
        Ok(pruned)
    }
}
