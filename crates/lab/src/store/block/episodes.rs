//! The episodes of a block.

use super::records::RecordColumns;
use super::{Column, Table, Values, columns, whole};
use ludometer_arena::play::{Ending, Episode, Forfeited, SeatResult};
use ludometer_core::{Forfeit, Reason, Spending};

/// The episodes of a block. A column that is not there is empty, and its values are 0.
#[derive(Default)]
pub(in crate::store) struct Episodes {
    pub(in crate::store) count: usize,
    plies: Vec<u64>,
    ending: Vec<u64>,
    seats: Vec<SeatColumns>,
    records: Option<RecordColumns>,
}

struct SeatColumns {
    payoff: Vec<f64>,
    points: Vec<f64>,
    measured: Option<Column>,
    steps: Vec<u64>,
    evaluations: Vec<u64>,
    late: Vec<u64>,
    reason: Option<Column>,
}

impl Episodes {
    /// Writes one of the episodes over another one.
    pub(in crate::store) fn get(&self, at: usize, episode: &mut Episode) {
        let whole = |values: &[u64]| values.get(at).copied().unwrap_or(0);
        let real = |values: &[f64]| values.get(at).copied().unwrap_or(0.0);
        episode.plies = whole(&self.plies) as u32;
        episode.ending = match whole(&self.ending) {
            0 => Ending::Truncated,
            1 => Ending::Finished,
            3 => Ending::Adjudicated,
            _ => self.forfeit(at),
        };
        match &self.records {
            Some(records) => records.get(at, &mut episode.record),
            None => episode.record = None,
        }
        episode
            .seats
            .resize(self.seats.len(), SeatResult::default());
        for (seat, result) in self.seats.iter().zip(&mut episode.seats) {
            *result = SeatResult {
                payoff: real(&seat.payoff),
                points: real(&seat.points),
                measured: seat
                    .measured
                    .as_ref()
                    .and_then(|column| match &column.values {
                        Values::Reals(values) if column.has(at) => Some(values[at]),
                        _ => None,
                    }),
                spent: Spending::of_steps(whole(&seat.steps))
                    .with_evaluations(whole(&seat.evaluations)),
                late: whole(&seat.late) as u32,
            };
        }
    }

    /// Who forfeited, and why.
    fn forfeit(&self, at: usize) -> Ending {
        let reason = |seat: &SeatColumns| match &seat.reason {
            Some(column) if column.has(at) => match &column.values {
                Values::Texts(texts) => Some(Forfeit::read(&texts[at])),
                _ => None,
            },
            _ => None,
        };
        let mut reasons = self.seats.iter().map(reason).enumerate();
        let found = reasons.find_map(|(agent, forfeit)| Some(agent).zip(forfeit));
        let (agent, forfeit) = found.unwrap_or_else(|| (0, Reason::Other.into()));
        Ending::Forfeited(Forfeited { agent, forfeit })
    }
}

impl Table {
    /// The columns by what they mean.
    pub(in crate::store) fn episodes(mut self) -> Episodes {
        Episodes {
            count: self.count,
            plies: whole(self.take(columns::PLIES, 0)),
            ending: whole(self.take(columns::ENDING, 0)),
            seats: (1..=self.seats as u8)
                .map(|seat| SeatColumns {
                    payoff: reals(self.take(columns::PAYOFF, seat)),
                    points: reals(self.take(columns::POINTS, seat)),
                    measured: self.take(columns::MEASURED, seat),
                    steps: whole(self.take(columns::STEPS, seat)),
                    evaluations: whole(self.take(columns::EVALUATIONS, seat)),
                    late: whole(self.take(columns::LATE, seat)),
                    reason: self.take(columns::REASON, seat),
                })
                .collect(),
            records: RecordColumns::take(&mut self),
        }
    }
}

fn reals(column: Option<Column>) -> Vec<f64> {
    match column.map(|column| column.values) {
        Some(Values::Reals(values)) => values,
        _ => Vec::new(),
    }
}
