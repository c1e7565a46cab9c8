//! How the games of a match ended, what players spent, and how far games repeat.

use super::Results;
use crate::plan::Cell as PlanCell;
use ludometer_arena::play::{Ending, Episode};
use ludometer_core::Repeatability;
use ludometer_report::{Cell, Column, Document, Mark, Table};
use std::collections::BTreeMap;

/// How the episodes of a cell ended.
#[derive(Clone, Debug, Default)]
pub(super) struct EndingCounts {
    games: u64,
    terminations: BTreeMap<String, u64>,
    /// Adjudicated draws and wins.
    adjudicated: [u64; 2],
    /// Games that the adjudicator only watched and would have ended, and those it would have ended wrongly.
    audited: [u64; 2],
    /// Forfeits by seat and reason.
    forfeits: BTreeMap<(usize, String), u64>,
    seats: Vec<Spent>,
}

/// What an agent spent in all games.
#[derive(Clone, Debug, Default)]
struct Spent {
    games: u64,
    seconds: f64,
    nodes: f64,
    depths: f64,
    deep: u64,
}

/// Whether a cell is a match of which endings and spendings are reported.
pub(super) fn is_reported(cell: &PlanCell) -> bool {
    let rules = cell.rules();
    rules.record || rules.openings.is_some() || rules.adjudication.is_active()
}

impl EndingCounts {
    pub(super) fn add(&mut self, episode: &Episode) {
        self.games += 1;
        let termination = episode.termination().unwrap_or_else(|| "rules".to_string());
        *self.terminations.entry(termination).or_default() += 1;
        if let Ending::Forfeited(failed) = &episode.ending {
            let reason = episode.termination().unwrap_or_default();
            *self.forfeits.entry((failed.agent, reason)).or_default() += 1;
        }
        let Some(record) = &episode.record else {
            return;
        };
        if let Some(verdict) = record.verdict {
            let decisive = verdict.winner.is_some();
            if episode.ending == Ending::Adjudicated {
                self.adjudicated[usize::from(decisive)] += 1;
            } else {
                self.audited[0] += 1;
                let payoff =
                    |agent: usize| episode.seats.get(agent).map_or(0.0, |seat| seat.payoff);
                let right = match verdict.winner {
                    None => payoff(0) == 0.0,
                    Some(winner) => payoff(winner) > 0.0,
                };
                self.audited[1] += u64::from(!right);
            }
        }
        self.seats
            .resize(self.seats.len().max(record.seats.len()), Spent::default());
        for (sums, seat) in self.seats.iter_mut().zip(&record.seats) {
            sums.games += 1;
            sums.seconds += seat.time.as_secs_f64();
            sums.nodes += seat.nodes as f64;
            sums.depths += seat.depth.unwrap_or(0.0);
            sums.deep += u64::from(seat.depth.is_some());
        }
    }
}

/// What a cell is called in a table: its variables, or its number.
fn label(at: usize, cell: &PlanCell) -> String {
    let values: Vec<&str> = cell
        .variables()
        .iter()
        .map(|(_, value)| value.as_str())
        .collect();
    match values.is_empty() {
        true => format!("{}", at + 1),
        false => values.join(" "),
    }
}

fn plural(count: u64, one: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        count => format!("{count} {one}s"),
    }
}

impl Results<'_> {
    /// The endings of a match, what was spent, and how far it repeats; nothing for plans that are none.
    pub(super) fn endings(&self, document: Document) -> Document {
        let cells = self.plan.cells.iter().zip(&self.endings).enumerate();
        let cells: Vec<_> = cells
            .filter(|(_, (cell, counts))| is_reported(cell) && counts.games > 0)
            .map(|(at, (cell, counts))| (at, cell, counts))
            .collect();
        if cells.is_empty() {
            return document;
        }
        let mut totals: BTreeMap<&str, u64> = BTreeMap::new();
        for (word, count) in cells.iter().flat_map(|(.., counts)| &counts.terminations) {
            *totals.entry(word).or_default() += count;
        }
        let mut words: Vec<(&str, u64)> = totals.into_iter().collect();
        words.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let mut table = Table::new("endings", "How games ended")
            .column(Column::left("match"))
            .column(Column::right("games"));
        for (word, _) in &words {
            table = table.column(Column::right(*word));
        }
        for (at, cell, counts) in &cells {
            let mut row = vec![
                Cell::text(label(*at, cell)).mark(Mark::Strong),
                Cell::number(counts.games as f64, 0),
            ];
            row.extend(words.iter().map(|(word, _)| {
                let count = counts.terminations.get(*word).copied().unwrap_or(0);
                Cell::number(count as f64, 0)
            }));
            table = table.row(row);
        }
        for note in self.ending_notes(&cells) {
            table = table.note(note);
        }
        let document = document.table(table);
        self.spendings(&cells, document)
    }

    fn ending_notes(&self, cells: &[(usize, &PlanCell, &EndingCounts)]) -> Vec<String> {
        let mut notes = Vec::new();
        let sum = |of: &dyn Fn(&EndingCounts) -> u64| -> u64 {
            cells.iter().map(|(.., counts)| of(counts)).sum()
        };
        let games = sum(&|counts| counts.games);
        if cells
            .iter()
            .any(|(_, cell, _)| cell.rules().adjudication.is_active())
        {
            let [draws, wins] = [0, 1].map(|kind| sum(&|counts| counts.adjudicated[kind]));
            notes.push(format!(
                "{} of {games} games were adjudicated: {}, {}",
                draws + wins,
                plural(draws, "draw"),
                plural(wins, "win"),
            ));
        }
        if cells
            .iter()
            .any(|(_, cell, _)| cell.rules().adjudication.audit > 0.0)
        {
            let [audited, wrong] = [0, 1].map(|kind| sum(&|counts| counts.audited[kind]));
            notes.push(match audited {
                0 => "no game that the adjudicator would have ended was played on".to_string(),
                _ => format!(
                    "{} that the adjudicator would have ended {} played to the end all the same: it would have been wrong in {wrong}",
                    plural(audited, "game"),
                    if audited == 1 { "was" } else { "were" },
                ),
            });
        }
        for (at, cell, counts) in cells {
            for ((seat, reason), count) in &counts.forfeits {
                let name = cell.specs().get(*seat).map(ToString::to_string);
                notes.push(format!(
                    "match {}: seat {seat}, {}, forfeited {} ({reason})",
                    label(*at, cell),
                    name.unwrap_or_default(),
                    plural(*count, "game"),
                ));
            }
            notes.extend(cell.book_note(self.count));
            notes.extend(self.repeats(*at, cell));
        }
        notes.dedup();
        notes
    }

    /// How far the games of a cell repeat, if that is not to the bit.
    fn repeats(&self, at: usize, cell: &PlanCell) -> Option<String> {
        let replays = self.replays.get(at)?;
        let groups = self.tallies[at].count() / cell.group() as u64;
        let of = match cell.group() {
            1 => "games",
            2 => "pairs",
            _ => "groups",
        };
        match cell.repeatability() {
            Repeatability::Proved => None,
            Repeatability::No => Some(
                "repeatability: no. Time limits decisions, or a program is free to play otherwise the next time"
                    .to_string(),
            ),
            Repeatability::Observed if replays.count() == 0 => Some(format!(
                "repeatability: expected and not observed, as none of {groups} {of} was played again"
            )),
            Repeatability::Observed if replays.different.is_empty() => Some(format!(
                "repeatability: observed. {} of {groups} {of} were played again, all the same",
                replays.count(),
            )),
            Repeatability::Observed => Some(format!(
                "repeatability: no. Of {} {of} that were played again, {} came out otherwise, first number {}",
                replays.count(),
                replays.different.len(),
                replays.different.iter().min().copied().unwrap_or(0),
            )),
        }
    }

    fn spendings(
        &self,
        cells: &[(usize, &PlanCell, &EndingCounts)],
        document: Document,
    ) -> Document {
        if cells.iter().all(|(.., counts)| counts.seats.is_empty()) {
            return document;
        }
        let mut table = Table::new("search", "What players spent")
            .column(Column::left("match"))
            .column(Column::left("player"));
        for title in ["seconds a game", "nodes a game", "nodes a second", "depth"] {
            table = table.column(Column::right(title));
        }
        let mut programs: Vec<String> = Vec::new();
        for (at, cell, counts) in cells {
            for (seat, spent) in counts.seats.iter().enumerate() {
                let name = match cell
                    .outside()
                    .get(seat)
                    .and_then(|programs| programs.first())
                {
                    Some(program) => {
                        let note = format!("{}: {}", program.name, program.identity);
                        if !programs.contains(&note) {
                            programs.push(note);
                        }
                        program.name.clone()
                    }
                    None => cell
                        .specs()
                        .get(seat)
                        .map(ToString::to_string)
                        .unwrap_or_default(),
                };
                let games = spent.games.max(1) as f64;
                table = table.row(vec![
                    Cell::text(label(*at, cell)).mark(Mark::Strong),
                    Cell::text(name),
                    Cell::number(spent.seconds / games, 3),
                    Cell::number(spent.nodes / games, 0),
                    match spent.nodes > 0.0 {
                        true => Cell::number(spent.nodes / spent.seconds.max(1e-9), 0),
                        false => Cell::text(""),
                    },
                    match spent.deep {
                        0 => Cell::text(""),
                        deep => Cell::number(spent.depths / deep as f64, 1),
                    },
                ]);
            }
        }
        for program in programs {
            table = table.note(program);
        }
        document.table(table)
    }
}
