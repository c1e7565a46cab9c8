//! Removing cells that are needed no more.

use super::cells::{count_catalogue, hex};
use super::{Store, StoreError, fingerprints};
use serde::Serialize;

/// The cells that were removed, or would be.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pruned {
    /// The keys of the cells that were removed, in hexadecimal.
    pub cells: Vec<String>,
    /// How many episodes they had.
    pub episodes: u64,
    /// The number of cells that were kept.
    pub kept: u64,
}

impl Store {
    /// Removes every cell whose key `keeps` does not accept, and gives the room back to the disk; says
    /// only what would be removed if `pretend`. Tunings are kept.
    pub fn prune(
        &mut self,
        keeps: impl Fn(&[u8; 16]) -> bool,
        pretend: bool,
    ) -> Result<Pruned, StoreError> {
        let mut pruned = Pruned::default();
        let mut gone = Vec::new();
        for (cell, _) in self.cells()? {
            if keeps(&cell.key) {
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
            let mut deletes = vec![
                "DELETE FROM blocks WHERE cell = ?1",
                "DELETE FROM progress WHERE cell = ?1",
                "DELETE FROM cells WHERE id = ?1",
            ];
            if fingerprints::is_there(&transaction)? {
                deletes.push("DELETE FROM fingerprints WHERE cell = ?1");
            }
            for cell in &gone {
                for delete in &deletes {
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
