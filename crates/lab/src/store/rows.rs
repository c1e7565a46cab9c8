//! Reading the episodes of a cell as a stream.

use super::{CellId, Store, StoreError, ending};
use ludometer_arena::play::{Ending, Episode, Forfeited, SeatResult};
use ludometer_core::{Forfeit, Spending};
use rusqlite::params;
use std::collections::VecDeque;

/// Rows that are read at a time.
const PART: usize = 4096;

/// The stored episodes of a cell in the order of their numbers, of which a small part is held at a
/// time: several cells can be walked in lock step, however many episodes they have.
pub struct Rows<'a> {
    store: &'a Store,
    cell: CellId,
    count: u64,
    /// The number from which on nothing was read yet; `None` when everything was.
    from: Option<u64>,
    part: VecDeque<(u64, Episode)>,
    current: Option<(u64, Episode)>,
}

impl Store {
    /// The stored ones among a cell's first `count` episodes, in order.
    pub fn rows(&self, cell: CellId, count: u64) -> Rows<'_> {
        Rows {
            store: self,
            cell,
            count,
            from: Some(0),
            part: VecDeque::new(),
            current: None,
        }
    }
}

impl Rows<'_> {
    /// The next episode with its number; `None` after the last one.
    // What it gives is borrowed, as no `Iterator` can.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Result<Option<(u64, &Episode)>, StoreError> {
        if self.part.is_empty()
            && let Some(from) = self.from
        {
            let read = self.fill(from);
            self.store.wrap(read)?;
        }
        self.current = self.part.pop_front();
        Ok(self
            .current
            .as_ref()
            .map(|(number, episode)| (*number, episode)))
    }

    fn fill(&mut self, from: u64) -> rusqlite::Result<()> {
        let query = "SELECT episode, plies, ended, payoff, points, steps, evaluations, measured, late, reason FROM rows
                     WHERE cell = ?1 AND episode >= ?2 AND episode < ?3 ORDER BY episode, seat LIMIT ?4";
        let mut statement = self.store.connection.prepare_cached(query)?;
        let bounds = params![self.cell.0, from as i64, self.count as i64, PART as i64];
        let mut rows = statement.query(bounds)?;
        let mut read = 0;
        while let Some(row) = rows.next()? {
            read += 1;
            let number = row.get::<_, i64>(0)? as u64;
            if self.part.back().is_none_or(|(last, _)| *last != number) {
                let episode = Episode {
                    plies: row.get(1)?,
                    ending: ending(row.get(2)?),
                    seats: Vec::new(),
                };
                self.part.push_back((number, episode));
            }
            let (_, episode) = self.part.back_mut().expect("it was just put there");
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
        // The last episode may have been cut: it is read again, unless it was the only one.
        self.from = None;
        if read == PART && self.part.len() > 1 {
            self.from = self.part.pop_back().map(|(number, _)| number);
        }
        Ok(())
    }
}
