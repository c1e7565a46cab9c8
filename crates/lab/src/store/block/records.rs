//! The columns of what is kept of episodes beside their results.

use super::{Column, Table, Values, Writer, columns, whole};
use ludometer_arena::adjudicate::AdjudicatorVerdict;
use ludometer_arena::play::Episode;
use ludometer_arena::record::{EpisodeRecord, SeatRecord};
use std::time::Duration;

/// Writes the columns of records, where there are any.
pub(super) fn write<'a>(
    writer: &mut Writer,
    episodes: impl ExactSizeIterator<Item = &'a Episode> + Clone,
    seats: usize,
) {
    let records = episodes.map(|episode| episode.record.as_deref());
    if records.clone().all(|record| record.is_none()) {
        return;
    }
    let texts = |of: fn(&EpisodeRecord) -> Option<&String>| {
        let values = records.clone().map(|record| record.and_then(of).cloned());
        sparse(values, Values::Texts)
    };
    let numbers = |of: fn(&EpisodeRecord) -> Option<u64>| {
        sparse(
            records.clone().map(|record| record.and_then(of)),
            Values::Whole,
        )
    };
    let winner = |record: &EpisodeRecord| {
        let verdict = record.verdict?;
        Some(verdict.winner.map_or(0, |winner| winner as u64 + 1))
    };
    let columns = [
        (columns::MOVES, texts(|record| record.moves.as_ref())),
        (
            columns::DECISIONS,
            texts(|record| record.decisions.as_ref()),
        ),
        (
            columns::TERMINATION,
            texts(|record| record.termination.as_ref()),
        ),
        (columns::OPENING, numbers(|record| record.opening)),
        (columns::VERDICT, numbers(winner)),
        (
            columns::VERDICT_PLY,
            numbers(|record| Some(record.verdict?.ply.into())),
        ),
        (columns::START, texts(|record| record.start.as_ref())),
    ];
    for (column, values) in columns {
        if !values.is_absent() {
            writer.column(column, 0, &values);
        }
    }
    for seat in 0..seats {
        let at = seat as u8 + 1;
        let seats = records
            .clone()
            .map(|record| record.and_then(|record| record.seats.get(seat)));
        if seats.clone().all(|seat| seat.is_none()) {
            continue;
        }
        let time = seats
            .clone()
            .map(|seat| seat.map(|seat| seat.time.as_micros() as u64));
        writer.column(columns::MICROSECONDS, at, &sparse(time, Values::Whole));
        let nodes = seats.clone().map(|seat| seat.map(|seat| seat.nodes));
        writer.column(columns::NODES, at, &sparse(nodes, Values::Whole));
        let depth = sparse(seats.map(|seat| seat?.depth), Values::Reals);
        if !depth.is_absent() {
            writer.column(columns::DEPTH, at, &depth);
        }
    }
}

/// A column of values of which some may be absent.
fn sparse<T: Default>(
    values: impl Iterator<Item = Option<T>> + Clone,
    of: impl FnOnce(Vec<T>) -> Values,
) -> Column {
    Column {
        present: Some(values.clone().map(|value| value.is_some()).collect()),
        values: of(values.map(Option::unwrap_or_default).collect()),
    }
}

/// The columns of records.
pub(super) struct RecordColumns {
    termination: Option<Column>,
    opening: Option<Column>,
    verdict: Option<Column>,
    verdict_ply: Vec<u64>,
    start: Option<Column>,
    moves: Option<Column>,
    decisions: Option<Column>,
    seats: Vec<[Option<Column>; 3]>,
}

impl RecordColumns {
    /// Takes them from a table; `None` if it has none.
    pub(super) fn take(table: &mut Table) -> Option<RecordColumns> {
        if !table.has_above(columns::REASON) {
            return None;
        }
        Some(RecordColumns {
            termination: table.take(columns::TERMINATION, 0),
            opening: table.take(columns::OPENING, 0),
            verdict: table.take(columns::VERDICT, 0),
            verdict_ply: whole(table.take(columns::VERDICT_PLY, 0)),
            start: table.take(columns::START, 0),
            moves: table.take(columns::MOVES, 0),
            decisions: table.take(columns::DECISIONS, 0),
            seats: (1..=table.seats as u8)
                .map(|seat| {
                    let spent = [columns::MICROSECONDS, columns::NODES, columns::DEPTH];
                    spent.map(|column| table.take(column, seat))
                })
                .collect(),
        })
    }

    /// Writes the record of an episode over another one.
    pub(super) fn get(&self, at: usize, into: &mut Option<Box<EpisodeRecord>>) {
        let record = into.get_or_insert_default();
        copy(&mut record.termination, text(&self.termination, at));
        copy(&mut record.start, text(&self.start, at));
        copy(&mut record.moves, text(&self.moves, at));
        copy(&mut record.decisions, text(&self.decisions, at));
        record.opening = number(&self.opening, at);
        record.verdict = number(&self.verdict, at).map(|winner| AdjudicatorVerdict {
            ply: self.verdict_ply.get(at).copied().unwrap_or(0) as u32,
            winner: winner.checked_sub(1).map(|winner| winner as usize),
        });
        record.seats.clear();
        for [time, nodes, depth] in &self.seats {
            let Some(time) = number(time, at) else { break };
            record.seats.push(SeatRecord {
                time: Duration::from_micros(time),
                nodes: number(nodes, at).unwrap_or(0),
                depth: match depth {
                    Some(Column {
                        values: Values::Reals(values),
                        ..
                    }) if depth.as_ref().is_some_and(|depth| depth.has(at)) => Some(values[at]),
                    _ => None,
                },
            });
        }
        // Blocks are joined, and other episodes of this one may have what this one lacks.
        if **record == EpisodeRecord::default() {
            *into = None;
        }
    }
}

fn number(column: &Option<Column>, at: usize) -> Option<u64> {
    let column = column.as_ref().filter(|column| column.has(at))?;
    match &column.values {
        Values::Whole(values) => values.get(at).copied(),
        _ => None,
    }
}

fn text(column: &Option<Column>, at: usize) -> Option<&str> {
    let column = column.as_ref().filter(|column| column.has(at))?;
    match &column.values {
        Values::Texts(values) => values.get(at).map(String::as_str),
        _ => None,
    }
}

/// Writes a text over another one, without allocating where that is possible.
fn copy(into: &mut Option<String>, from: Option<&str>) {
    match (into.as_mut(), from) {
        (Some(into), Some(from)) => {
            into.clear();
            into.push_str(from);
        }
        (_, from) => *into = from.map(str::to_string),
    }
}
