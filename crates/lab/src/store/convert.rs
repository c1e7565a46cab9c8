//! Stores of earlier versions, brought up to date in one transaction.
//!
//! The first version had no measures, the second did not count late decisions, the third knew no
//! forfeits, and the fourth had a row for each seat of an episode where there are blocks now. The fifth
//! did not know which plan had asked for a number of episodes; what it wrote is read as it is.

use super::block::{BLOCK, RowBlock};
use super::cells::{CellId, CellRecord, Progress, count_catalogue};
use super::studies::{answer_checksum, step_checksum, study_checksum};
use super::write::insert;
use super::{Store, StoreError, StudyStep, TABLES, VERSION};
use ludometer_arena::play::{Ending, Episode, Forfeited, SeatResult};
use ludometer_core::{Forfeit, Reason, Spending};
use rusqlite::{Connection, params};

/// What brought the tables of version 1, 2 and 3 to the next one.
const CHANGES: [&str; 3] = [
    "ALTER TABLE rows ADD COLUMN measured REAL",
    "ALTER TABLE rows ADD COLUMN late INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE rows RENAME COLUMN finished TO ended;
     ALTER TABLE rows ADD COLUMN reason TEXT",
];

/// The first version with blocks.
const BLOCKS: i32 = 5;

impl Store {
    pub(super) fn convert(&mut self) -> Result<(), StoreError> {
        let convert = |store: &mut Store| {
            let transaction = store.begin()?;
            // Another process may have done it while this one waited.
            let version: i32 =
                transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
            if version < VERSION {
                if version < BLOCKS {
                    for change in CHANGES.iter().skip(version.max(1) as usize - 1) {
                        transaction.execute_batch(change)?;
                    }
                    convert_rows(&transaction)?;
                }
                transaction.pragma_update(None, "user_version", VERSION)?;
            }
            transaction.commit()
        };
        let converted = convert(self);
        self.wrap(converted)
    }
}

fn convert_rows(connection: &Connection) -> rusqlite::Result<()> {
    let has = |table: &str| {
        let find = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?1";
        connection
            .query_row(find, [table], |row| row.get::<_, i64>(0))
            .map(|n| n > 0)
    };
    let studies = has("sheets")?;
    connection.execute_batch("ALTER TABLE cells RENAME TO old_cells")?;
    if studies {
        connection.execute_batch(
            "ALTER TABLE sheets RENAME TO old_sheets;
             ALTER TABLE answers RENAME TO old_answers;
             ALTER TABLE steps RENAME TO old_steps;",
        )?;
    }
    connection.execute_batch(TABLES)?;
    let mut cells = connection.prepare("SELECT id, key, description, repeatable FROM old_cells")?;
    let mut cells = cells.query([])?;
    while let Some(row) = cells.next()? {
        let record = CellRecord {
            key: row.get(1)?,
            description: row.get(2)?,
            repeatable: row.get(3)?,
        };
        let cell = CellId {
            id: row.get(0)?,
            key: record.key,
        };
        connection.execute(
            "INSERT INTO cells (id, key, description, repeatable, checksum) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![cell.id, record.key, record.description, record.repeatable, record.checksum()],
        )?;
        let episodes = convert_cell(connection, cell)?;
        let targets = Vec::new();
        Progress { episodes, targets }.write(connection, cell)?;
    }
    if studies {
        convert_studies(connection)?;
        connection.execute_batch(
            "DROP TABLE old_steps; DROP TABLE old_answers; DROP TABLE old_sheets;",
        )?;
    }
    connection.execute_batch("DROP TABLE rows; DROP TABLE old_cells;")?;
    count_catalogue(connection)
}

/// Episodes that are gathered until they fill a block.
#[derive(Default)]
struct Gathered {
    first: u64,
    episodes: Vec<Episode>,
}

impl Gathered {
    fn flush(&mut self, connection: &Connection, cell: CellId) -> rusqlite::Result<u64> {
        let count = self.episodes.len() as u64;
        if count > 0 {
            let block = RowBlock::pack(&cell.key, self.first, self.episodes.iter());
            insert(connection, cell, &block)?;
        }
        self.episodes.clear();
        Ok(count)
    }

    /// Adds an episode; a block ends when it is full, where numbers leave a gap, and where the number
    /// of seats changes.
    fn push(
        &mut self,
        connection: &Connection,
        cell: CellId,
        (number, episode): (u64, Episode),
    ) -> rusqlite::Result<u64> {
        let follows = self.first + self.episodes.len() as u64 == number
            && self.episodes.len() < BLOCK
            && self
                .episodes
                .first()
                .is_some_and(|one| one.seats.len() == episode.seats.len());
        let flushed = if follows {
            0
        } else {
            self.flush(connection, cell)?
        };
        if self.episodes.is_empty() {
            self.first = number;
        }
        self.episodes.push(episode);
        Ok(flushed)
    }
}

/// Turns the rows of a cell into blocks and gives the number of its episodes.
fn convert_cell(connection: &Connection, cell: CellId) -> rusqlite::Result<u64> {
    let query = "SELECT episode, plies, ended, payoff, points, steps, evaluations, measured, late, reason FROM rows
                 WHERE cell = ?1 AND episode >= 0 ORDER BY episode, seat";
    let mut statement = connection.prepare(query)?;
    let mut rows = statement.query([cell.id])?;
    let mut gathered = Gathered::default();
    let mut count = 0;
    let mut pending: Option<(u64, Episode)> = None;
    while let Some(row) = rows.next()? {
        let number = row.get::<_, i64>(0)? as u64;
        if let Some(episode) = pending.take_if(|(at, _)| *at != number) {
            count += gathered.push(connection, cell, episode)?;
        }
        let (_, episode) = pending.get_or_insert((
            number,
            Episode {
                plies: row.get(1)?,
                ending: ending(row.get(2)?),
                seats: Vec::new(),
                record: None,
            },
        ));
        if let Ending::Forfeited(forfeit) = &mut episode.ending
            && let Some(reason) = row.get::<_, Option<String>>(9)?
        {
            *forfeit = Forfeited {
                agent: episode.seats.len(),
                forfeit: Forfeit::read(&reason),
            };
        }
        episode.seats.push(SeatResult {
            payoff: row.get(3)?,
            points: row.get(4)?,
            measured: row.get(7)?,
            spent: Spending::of_steps(row.get::<_, i64>(5)? as u64)
                .with_evaluations(row.get::<_, i64>(6)? as u64),
            late: row.get(8)?,
        });
    }
    if let Some(episode) = pending {
        count += gathered.push(connection, cell, episode)?;
    }
    Ok(count + gathered.flush(connection, cell)?)
}

/// How rows said that an episode ended; who forfeited, and why, was in a column of its own.
fn ending(number: i64) -> Ending {
    match number {
        0 => Ending::Truncated,
        1 => Ending::Finished,
        _ => Ending::Forfeited(Forfeited {
            agent: 0,
            forfeit: Reason::Other.into(),
        }),
    }
}

fn convert_studies(connection: &Connection) -> rusqlite::Result<()> {
    let mut studies = connection.prepare("SELECT id, key, description, state FROM old_sheets")?;
    let mut studies = studies.query([])?;
    while let Some(row) = studies.next()? {
        let (id, key): (i64, [u8; 16]) = (row.get(0)?, row.get(1)?);
        let (description, state): (String, Option<String>) = (row.get(2)?, row.get(3)?);
        let mut told = 0_u64;
        let mut answers =
            connection.prepare_cached("SELECT number, answer FROM old_answers WHERE sheet = ?1")?;
        let mut answers = answers.query([id])?;
        while let Some(row) = answers.next()? {
            let (number, answer): (i64, f64) = (row.get(0)?, row.get(1)?);
            let checksum = answer_checksum(&key, number as u64, answer);
            let insert =
                "INSERT INTO answers (sheet, number, answer, checksum) VALUES (?1, ?2, ?3, ?4)";
            connection
                .prepare_cached(insert)?
                .execute(params![id, number, answer, checksum])?;
        }
        let mut steps = connection.prepare_cached(
            "SELECT number, spent, budget, mean, best FROM old_steps WHERE sheet = ?1",
        )?;
        let mut steps = steps.query([id])?;
        while let Some(row) = steps.next()? {
            let best: String = row.get(4)?;
            let step = StudyStep {
                number: row.get::<_, i64>(0)? as u64,
                spent: row.get::<_, i64>(1)? as u64,
                budget: row.get::<_, i64>(2)? as u64,
                mean: row.get(3)?,
                best: best
                    .split(' ')
                    .filter_map(|number| number.parse().ok())
                    .collect(),
            };
            step.insert(connection, id, &step_checksum(&key, &step))?;
            told += 1;
        }
        let checksum = study_checksum(&key, &description, state.as_deref(), told);
        connection.execute(
            "INSERT INTO sheets (id, key, description, state, steps, checksum) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![id, key, description, state, told as i64, checksum],
        )?;
    }
    Ok(())
}
