//! Sheets: numbered answers under a description, and how far a tuner has come with them.
//!
//! Their tables are made when the first sheet is, so a store without tunings has none.

use super::{Store, StoreError};
use rusqlite::{OptionalExtension, params};

/// The number a sheet has in this store. It means nothing elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StudyId(i64);

/// One batch of results that a tuner was told.
#[derive(Clone, Debug, PartialEq)]
pub struct StudyStep {
    /// Its number, from 0.
    pub number: u64,
    /// Trials answered when it was over.
    pub spent: u64,
    /// Trials that the run was planned to have.
    pub budget: u64,
    /// The mean of its answers.
    pub mean: f64,
    /// What the tuner recommended then: one value for each parameter.
    pub best: Vec<f64>,
}

impl Store {
    /// The sheet of this description, which is made if there is none.
    pub fn sheet(&mut self, description: &str) -> Result<StudyId, StoreError> {
        let tables = "CREATE TABLE IF NOT EXISTS sheets (
                 id INTEGER PRIMARY KEY,
                 key BLOB NOT NULL UNIQUE,
                 description TEXT NOT NULL,
                 state TEXT
             );
             CREATE TABLE IF NOT EXISTS answers (
                 sheet INTEGER NOT NULL REFERENCES sheets (id),
                 number INTEGER NOT NULL,
                 answer REAL NOT NULL,
                 PRIMARY KEY (sheet, number)
             ) WITHOUT ROWID;
             CREATE TABLE IF NOT EXISTS steps (
                 sheet INTEGER NOT NULL REFERENCES sheets (id),
                 number INTEGER NOT NULL,
                 spent INTEGER NOT NULL,
                 budget INTEGER NOT NULL,
                 mean REAL NOT NULL,
                 best TEXT NOT NULL,
                 PRIMARY KEY (sheet, number)
             ) WITHOUT ROWID;";
        self.wrap(self.connection.execute_batch(tables))?;
        let hash = blake3::hash(description.as_bytes());
        let key = &hash.as_bytes()[..16];
        let insert = "INSERT OR IGNORE INTO sheets (key, description) VALUES (?1, ?2)";
        self.wrap(self.connection.execute(insert, params![key, description]))?;
        let find = "SELECT id FROM sheets WHERE key = ?1";
        let id = self.connection.query_row(find, [key], |row| row.get(0));
        Ok(StudyId(self.wrap(id)?))
    }

    /// The answers with the numbers `first` to `first + count - 1`, as far as they are there.
    pub fn answers(
        &self,
        sheet: StudyId,
        first: u64,
        count: usize,
    ) -> Result<Vec<Option<f64>>, StoreError> {
        let mut answers = vec![None; count];
        let query =
            "SELECT number, answer FROM answers WHERE sheet = ?1 AND number >= ?2 AND number < ?3";
        let read = self
            .connection
            .prepare_cached(query)
            .and_then(|mut statement| {
                let end = first as i64 + count as i64;
                let mut rows = statement.query(params![sheet.0, first as i64, end])?;
                while let Some(row) = rows.next()? {
                    let number: i64 = row.get(0)?;
                    answers[(number - first as i64) as usize] = Some(row.get(1)?);
                }
                Ok(())
            });
        self.wrap(read)?;
        Ok(answers)
    }

    /// Every answer of a sheet with its number, for a sheet whose numbers leave gaps.
    pub fn answered(&self, sheet: StudyId) -> Result<Vec<(u64, f64)>, StoreError> {
        let query = "SELECT number, answer FROM answers WHERE sheet = ?1 ORDER BY number";
        let read = self
            .connection
            .prepare_cached(query)
            .and_then(|mut statement| {
                let rows = statement.query_map([sheet.0], |row| {
                    Ok((row.get::<_, i64>(0)? as u64, row.get(1)?))
                })?;
                rows.collect()
            });
        self.wrap(read)
    }

    /// Writes answers in one transaction. Those that are there already stay as they are.
    pub fn write_answers(
        &mut self,
        sheet: StudyId,
        answers: &[(u64, f64)],
    ) -> Result<(), StoreError> {
        let write = |connection: &mut rusqlite::Connection| {
            let transaction =
                connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
            let insert = "INSERT INTO answers (sheet, number, answer) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
            {
                let mut statement = transaction.prepare_cached(insert)?;
                for (number, answer) in answers {
                    statement.execute(params![sheet.0, *number as i64, answer])?;
                }
            }
            transaction.commit()
        };
        let written = write(&mut self.connection);
        self.wrap(written)
    }

    /// The checkpointed tuner of a sheet.
    pub fn state(&self, sheet: StudyId) -> Result<Option<String>, StoreError> {
        let query = "SELECT state FROM sheets WHERE id = ?1";
        let state = self
            .connection
            .query_row(query, [sheet.0], |row| row.get(0))
            .optional();
        Ok(self.wrap(state)?.flatten())
    }

    /// Every batch that the tuner of a sheet was told, in order.
    pub fn steps(&self, sheet: StudyId) -> Result<Vec<StudyStep>, StoreError> {
        let query =
            "SELECT number, spent, budget, mean, best FROM steps WHERE sheet = ?1 ORDER BY number";
        let read = self
            .connection
            .prepare_cached(query)
            .and_then(|mut statement| {
                let rows = statement.query_map([sheet.0], |row| {
                    let best: String = row.get(4)?;
                    Ok(StudyStep {
                        number: row.get::<_, i64>(0)? as u64,
                        spent: row.get::<_, i64>(1)? as u64,
                        budget: row.get::<_, i64>(2)? as u64,
                        mean: row.get(3)?,
                        best: best
                            .split(' ')
                            .filter_map(|number| number.parse().ok())
                            .collect(),
                    })
                })?;
                rows.collect()
            });
        self.wrap(read)
    }

    /// Checkpoints a tuner, with the batch it was told last, in one transaction. Without a batch the
    /// run was given another budget: answers to trials that it may ask no more, those from the number
    /// `spent` on, are forgotten.
    pub fn keep(
        &mut self,
        sheet: StudyId,
        state: &str,
        step: Option<&StudyStep>,
        spent: u64,
    ) -> Result<(), StoreError> {
        let write = |connection: &mut rusqlite::Connection| {
            let transaction =
                connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
            let update = "UPDATE sheets SET state = ?2 WHERE id = ?1";
            transaction
                .prepare_cached(update)?
                .execute(params![sheet.0, state])?;
            match step {
                None => {
                    let forget = "DELETE FROM answers WHERE sheet = ?1 AND number >= ?2";
                    transaction.execute(forget, params![sheet.0, spent as i64])?;
                }
                Some(step) => {
                    let best: Vec<String> = step.best.iter().map(f64::to_string).collect();
                    let insert = "INSERT OR REPLACE INTO steps (sheet, number, spent, budget, mean, best) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
                    transaction.prepare_cached(insert)?.execute(params![
                        sheet.0,
                        step.number as i64,
                        step.spent as i64,
                        step.budget as i64,
                        step.mean,
                        best.join(" "),
                    ])?;
                }
            }
            transaction.commit()
        };
        let written = write(&mut self.connection);
        self.wrap(written)
    }
}
