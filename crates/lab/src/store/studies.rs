//! Studies (the tables `sheets`, `answers` and `steps`): numbered results under a description, and the
//! checkpoint of a tuner.

use super::block::Checksum;
use super::cells::{hex, read_catalogue, write_catalogue};
use super::{Store, StoreError, checksum_of};
use ludometer_spec::identity;
use rusqlite::{Connection, OptionalExtension, Row, params};

/// The number that a study has in a store, which means nothing elsewhere, and its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StudyId {
    pub(super) id: i64,
    pub(super) key: [u8; 16],
}

/// One batch of results that a tuner was told.
#[derive(Clone, Debug, PartialEq)]
pub struct StudyStep {
    /// Its number, from 0.
    pub number: u64,
    /// Completed trials at the end of the batch.
    pub spent: u64,
    /// The planned number of trials.
    pub budget: u64,
    /// The mean result.
    pub mean: f64,
    /// What the tuner recommended then: one value for each parameter.
    pub best: Vec<f64>,
}

pub(super) fn answer_checksum(key: &[u8; 16], number: u64, answer: f64) -> Checksum {
    // The sign of a zero is not kept.
    let answer = (answer + 0.0).to_bits().to_le_bytes();
    checksum_of("answer", &[key, &number.to_le_bytes(), &answer])
}

pub(super) fn step_checksum(key: &[u8; 16], step: &StudyStep) -> Checksum {
    let numbers = [step.number, step.spent, step.budget].map(u64::to_le_bytes);
    let mean = (step.mean + 0.0).to_bits().to_le_bytes();
    let best = step.written();
    checksum_of(
        "step",
        &[key, numbers.as_flattened(), &mean, best.as_bytes()],
    )
}

pub(super) fn study_checksum(
    key: &[u8; 16],
    description: &str,
    state: Option<&str>,
    steps: u64,
) -> Checksum {
    let given = [u8::from(state.is_some())];
    let state = state.unwrap_or_default().as_bytes();
    let steps = steps.to_le_bytes();
    checksum_of(
        "sheet",
        &[key, description.as_bytes(), &given, state, &steps],
    )
}

impl StudyStep {
    fn written(&self) -> String {
        let best: Vec<String> = self.best.iter().map(f64::to_string).collect();
        best.join(" ")
    }

    pub(super) fn insert(
        &self,
        connection: &Connection,
        study: i64,
        checksum: &Checksum,
    ) -> rusqlite::Result<()> {
        let insert = "INSERT OR REPLACE INTO steps (sheet, number, spent, budget, mean, best, checksum) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        connection.prepare_cached(insert)?.execute(params![
            study,
            self.number as i64,
            self.spent as i64,
            self.budget as i64,
            self.mean,
            self.written(),
            checksum,
        ])?;
        Ok(())
    }

    /// A step as it stands in its table; `None` if it is not what was written.
    pub(super) fn read(key: &[u8; 16], row: &Row<'_>) -> rusqlite::Result<Option<StudyStep>> {
        let best: String = row.get(4)?;
        let best: Option<Vec<f64>> = match best.as_str() {
            "" => Some(Vec::new()),
            best => best.split(' ').map(|number| number.parse().ok()).collect(),
        };
        let checksum: Vec<u8> = row.get(5)?;
        let step = StudyStep {
            number: row.get::<_, i64>(0)? as u64,
            spent: row.get::<_, i64>(1)? as u64,
            budget: row.get::<_, i64>(2)? as u64,
            mean: row.get(3)?,
            best: best.clone().unwrap_or_default(),
        };
        let whole = best.is_some() && step_checksum(key, &step) == *checksum;
        Ok(whole.then_some(step))
    }
}

/// The record of a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StudyRecord {
    pub(super) key: [u8; 16],
    pub(super) description: String,
    pub(super) state: Option<String>,
    /// How many steps there are. Answers are not counted: those that are missing are computed again.
    pub(super) steps: u64,
}

impl StudyRecord {
    /// The record of a row; `None` if it is not what was written.
    pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<Option<StudyRecord>> {
        let record = StudyRecord {
            key: row.get(0)?,
            description: row.get(1)?,
            state: row.get(2)?,
            steps: row.get::<_, i64>(3)? as u64,
        };
        let checksum: Vec<u8> = row.get(4)?;
        let whole =
            record.checksum() == *checksum && identity::key(&record.description) == record.key;
        Ok(whole.then_some(record))
    }

    fn checksum(&self) -> Checksum {
        let state = self.state.as_deref();
        study_checksum(&self.key, &self.description, state, self.steps)
    }

    pub(super) fn write(&self, connection: &Connection, id: i64) -> rusqlite::Result<()> {
        let write = "INSERT OR REPLACE INTO sheets (id, key, description, state, steps, checksum) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        connection.prepare_cached(write)?.execute(params![
            id,
            self.key,
            self.description,
            self.state,
            self.steps as i64,
            self.checksum()
        ])?;
        Ok(())
    }
}

/// The record of a study; the outer `None` if there is none, the inner one if it is not what was
/// written.
pub(super) fn study_record(
    connection: &Connection,
    id: i64,
) -> rusqlite::Result<Option<Option<StudyRecord>>> {
    let query = "SELECT key, description, state, steps, checksum FROM sheets WHERE id = ?1";
    let mut statement = connection.prepare_cached(query)?;
    statement.query_row([id], StudyRecord::read).optional()
}

/// Writes answers that are not there yet.
pub(super) fn insert_answers(
    connection: &Connection,
    study: StudyId,
    answers: &[(u64, f64)],
) -> rusqlite::Result<()> {
    let insert = "INSERT INTO answers (sheet, number, answer, checksum) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING";
    let mut statement = connection.prepare_cached(insert)?;
    for (number, answer) in answers {
        let checksum = answer_checksum(&study.key, *number, *answer);
        statement.execute(params![study.id, *number as i64, answer, checksum])?;
    }
    Ok(())
}

impl Store {
    /// The study of this description, if there is one.
    pub(crate) fn known_study(&self, description: &str) -> Result<Option<StudyId>, StoreError> {
        let key = identity::key(description);
        let find = "SELECT id FROM sheets WHERE key = ?1";
        let id = self
            .connection
            .query_row(find, [key], |row| row.get(0))
            .optional();
        Ok(self.wrap(id)?.map(|id| StudyId { id, key }))
    }

    /// The study of this description, which is made if there is none.
    pub fn study(&mut self, description: &str) -> Result<StudyId, StoreError> {
        if let Some(study) = self.known_study(description)? {
            self.study_of(study)?;
            return Ok(study);
        }
        if !self.checked[1].get() {
            self.check_studies()?;
            self.checked[1].set(true);
        }
        let key = identity::key(description);
        let record = StudyRecord {
            key,
            description: description.to_string(),
            state: None,
            steps: 0,
        };
        let enter = |store: &mut Store| {
            let transaction = store.begin()?;
            // Another process may have made it meanwhile.
            let find = "SELECT id FROM sheets WHERE key = ?1";
            let found = transaction
                .query_row(find, [key], |row| row.get(0))
                .optional()?;
            if let Some(id) = found {
                return Ok(id);
            }
            let next = "SELECT coalesce(max(id), 0) + 1 FROM sheets";
            let id: i64 = transaction.query_row(next, [], |row| row.get(0))?;
            record.write(&transaction, id)?;
            if let Some((cells, studies)) = read_catalogue(&transaction)? {
                write_catalogue(&transaction, cells, studies + 1)?;
            }
            transaction.commit()?;
            Ok(id)
        };
        let id = enter(self);
        Ok(StudyId {
            id: self.wrap(id)?,
            key,
        })
    }

    /// Checks that every study is there, can be found, and is what was written.
    fn check_studies(&self) -> Result<(), StoreError> {
        let _snapshot = self.snapshot()?;
        let counted = self.wrap(read_catalogue(&self.connection))?;
        let Some((_, studies)) = counted else {
            return Err(self.damaged("the catalogue of tunings is not what was written"));
        };
        let query = "SELECT s.key, s.description, s.state, s.steps, s.checksum, s.id,
                         (SELECT id FROM sheets f WHERE f.key = s.key)
                     FROM sheets s NOT INDEXED ORDER BY s.id";
        let read = self
            .connection
            .prepare_cached(query)
            .and_then(|mut statement| {
                let rows = statement.query_map([], |row| {
                    let found =
                        row.get::<_, i64>(5)? == row.get::<_, Option<i64>>(6)?.unwrap_or(-1);
                    Ok(StudyRecord::read(row)?.is_some() && found)
                })?;
                rows.collect::<rusqlite::Result<Vec<bool>>>()
            });
        let read = self.wrap(read)?;
        match read.len() as i64 == studies && read.iter().all(|whole| *whole) {
            true => Ok(()),
            false => Err(self.damaged("the records of tunings are not what was written")),
        }
    }

    /// The record of a study.
    fn study_of(&self, study: StudyId) -> Result<StudyRecord, StoreError> {
        let record = self
            .wrap(study_record(&self.connection, study.id))?
            .flatten();
        let record = record.filter(|record| record.key == study.key);
        record.ok_or_else(|| {
            let key = hex(&study.key);
            self.damaged(&format!(
                "the record of tuning {key} is not what was written"
            ))
        })
    }

    /// The answers with the numbers `first` to `first + count - 1`, as far as they are there.
    pub fn answers(
        &self,
        study: StudyId,
        first: u64,
        count: usize,
    ) -> Result<Vec<Option<f64>>, StoreError> {
        let mut answers = vec![None; count];
        let end = first.saturating_add(count as u64);
        for (number, answer) in self.answers_between(study, first, end)? {
            answers[(number - first) as usize] = Some(answer);
        }
        Ok(answers)
    }

    /// Every answer of a study with its number, for a study whose numbers leave gaps.
    pub fn answered(&self, study: StudyId) -> Result<Vec<(u64, f64)>, StoreError> {
        self.answers_between(study, 0, i64::MAX as u64)
    }

    fn answers_between(
        &self,
        study: StudyId,
        from: u64,
        to: u64,
    ) -> Result<Vec<(u64, f64)>, StoreError> {
        let query = "SELECT number, answer, checksum FROM answers
                     WHERE sheet = ?1 AND number >= ?2 AND number < ?3 ORDER BY number";
        let read = self
            .connection
            .prepare_cached(query)
            .and_then(|mut statement| {
                let bounds = params![study.id, from as i64, to.min(i64::MAX as u64) as i64];
                let rows = statement.query_map(bounds, |row| {
                    let (number, answer) = (row.get::<_, i64>(0)? as u64, row.get::<_, f64>(1)?);
                    let checksum: Vec<u8> = row.get(2)?;
                    let whole = answer_checksum(&study.key, number, answer) == *checksum;
                    Ok((number, answer, whole))
                })?;
                rows.collect::<rusqlite::Result<Vec<_>>>()
            });
        let read = self.wrap(read)?.into_iter();
        read.map(|(number, answer, whole)| match whole {
            true => Ok((number, answer)),
            false => Err(self.damaged(&format!(
                "result {number} of tuning {} is not what was written",
                hex(&study.key)
            ))),
        })
        .collect()
    }

    /// Writes answers in one transaction. Those that are there already stay as they are.
    pub fn write_answers(
        &mut self,
        study: StudyId,
        answers: &[(u64, f64)],
    ) -> Result<(), StoreError> {
        let write = |store: &mut Store| {
            let transaction = store.begin()?;
            insert_answers(&transaction, study, answers)?;
            transaction.commit()
        };
        let written = write(self);
        self.wrap(written)
    }

    /// Changes a study and its record in one transaction.
    pub(super) fn change(
        &mut self,
        study: StudyId,
        change: impl FnOnce(&Connection, &mut StudyRecord) -> rusqlite::Result<()>,
    ) -> Result<(), StoreError> {
        let path = self.path.clone();
        let sql = |error| StoreError::new(&path, error);
        let transaction = self.begin().map_err(sql)?;
        let record = study_record(&transaction, study.id).map_err(sql)?;
        let mut record = record.flatten().ok_or_else(|| {
            let key = hex(&study.key);
            StoreError::damaged(
                &path,
                &format!("the record of tuning {key} is not what was written"),
            )
        })?;
        change(&transaction, &mut record).map_err(sql)?;
        record.write(&transaction, study.id).map_err(sql)?;
        transaction.commit().map_err(sql)
    }

    /// The checkpointed tuner of a study.
    pub fn state(&self, study: StudyId) -> Result<Option<String>, StoreError> {
        Ok(self.study_of(study)?.state)
    }

    /// Every batch that the tuner of a study was told, in order.
    pub fn steps(&self, study: StudyId) -> Result<Vec<StudyStep>, StoreError> {
        let _snapshot = self.snapshot()?;
        let record = self.study_of(study)?;
        let query = "SELECT number, spent, budget, mean, best, checksum FROM steps
                     WHERE sheet = ?1 ORDER BY number";
        let read = self
            .connection
            .prepare_cached(query)
            .and_then(|mut statement| {
                let rows =
                    statement.query_map([study.id], |row| StudyStep::read(&study.key, row))?;
                rows.collect::<rusqlite::Result<Option<Vec<_>>>>()
            });
        let read = self
            .wrap(read)?
            .filter(|steps| steps.len() as u64 == record.steps);
        read.ok_or_else(|| {
            let key = hex(&study.key);
            self.damaged(&format!(
                "the steps of tuning {key} are not what was written"
            ))
        })
    }

    /// Checkpoints a tuner, with the batch it was told last, in one transaction. Without a batch the
    /// run was given another budget: answers to trials that it may ask no more, those from the number
    /// `spent` on, are forgotten.
    pub fn keep(
        &mut self,
        study: StudyId,
        state: &str,
        step: Option<&StudyStep>,
        spent: u64,
    ) -> Result<(), StoreError> {
        self.change(study, |connection, record| {
            record.state = Some(state.to_string());
            match step {
                None => {
                    let forget = "DELETE FROM answers WHERE sheet = ?1 AND number >= ?2";
                    connection.execute(forget, params![study.id, spent as i64])?;
                }
                Some(step) => {
                    let there = "SELECT count(*) FROM steps WHERE sheet = ?1 AND number = ?2";
                    let numbers = params![study.id, step.number as i64];
                    let there: i64 = connection
                        .prepare_cached(there)?
                        .query_row(numbers, |row| row.get(0))?;
                    step.insert(connection, study.id, &step_checksum(&study.key, step))?;
                    record.steps += u64::from(there == 0);
                }
            }
            Ok(())
        })
    }
}
