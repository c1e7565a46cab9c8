//! The standings of matches while they are played: score and Elo, with intervals that hold at every look.

use super::{Contest, Results};
use crate::plan::{Metric, Plan, Truncation};
use crate::store::{Store, StoreError};
use crate::stored_games::names;
use crate::tally::{AnalysisStage, RowReader, RowSource, StoredRows};

/// Names are cut to this many characters, so that a line fits a terminal.
const WIDEST: usize = 28;

/// More matches than this are not listed.
const MOST: usize = 12;

/// Rows that more are expected of, however many there are.
struct Unfinished<'a>(StoredRows<'a>);

impl RowSource for Unfinished<'_> {
    fn rows(&self, cell: usize) -> Result<Box<dyn RowReader + '_>, StoreError> {
        self.0.rows(cell)
    }

    fn look(&self, cell: usize, episodes: u64) -> Result<AnalysisStage, StoreError> {
        Ok(self.0.look(cell, episodes)?.max(AnalysisStage::Early))
    }
}

/// Whether a plan is matches of two whose standings can be listed.
pub fn has_standings(plan: &Plan) -> bool {
    let is_match = |cell: &crate::plan::Cell| {
        cell.seats() == 2 && (cell.rules().record || cell.rules().openings.is_some())
    };
    plan.cells.len() <= MOST && plan.cells.iter().all(is_match)
}

/// Matches are named by their players as these call themselves, if that tells them apart, else by the
/// variables of their cells; in short.
fn labels(plan: &Plan) -> Vec<String> {
    let by_players: Vec<String> = plan.cells.iter().map(|cell| joined(&names(cell))).collect();
    let distinct: std::collections::HashSet<&String> = by_players.iter().collect();
    match distinct.len() == by_players.len() {
        true => by_players,
        false => {
            let cells = plan.cells.iter().map(|cell| {
                let values = cell.variables().iter().map(|(_, value)| value.clone());
                joined(&values.collect::<Vec<_>>())
            });
            cells.collect()
        }
    }
}

/// Names in short with dashes between them.
fn joined(names: &[String]) -> String {
    let short = names
        .iter()
        .map(|name| match name.chars().count() > WIDEST {
            true => name.chars().take(WIDEST - 1).chain(['…']).collect(),
            false => name.clone(),
        });
    short.collect::<Vec<String>>().join(" - ")
}

/// A line for each match that has games: won, drawn, lost, score and Elo of the first seat.
pub fn standings(plan: &Plan, count: u64, store: &Store) -> Result<Vec<String>, StoreError> {
    let rows = Unfinished(StoredRows::new(plan, count, store)?);
    let results = Results::of(plan, count, rows)?;
    let mut lines = Vec::new();
    for (at, label) in labels(plan).iter().enumerate() {
        let contest = Contest::of_cell(&results, at, 0);
        if contest.games() == 0 {
            continue;
        }
        let [won, drawn, lost] = contest.counts();
        let cut = contest.unfinished()[0];
        let cut = match (cut, plan.truncation) {
            (0, _) => String::new(),
            (cut, Truncation::Draw) => format!(" +{cut} cut off"),
            (cut, Truncation::Exclude) => format!(" +{cut} left out"),
        };
        let bracket = |value: f64, interval: Option<[f64; 2]>, digits: usize| match interval {
            Some([low, high]) => format!("{value:.digits$} [{low:.digits$}, {high:.digits$}]"),
            None => format!("{value:.digits$}"),
        };
        let figure = |figure: Option<crate::tally::StatFigure>, digits| {
            figure.map_or("-".to_string(), |figure| {
                let interval = figure
                    .interval
                    .map(|interval| [interval.low, interval.high]);
                bracket(figure.value, interval, digits)
            })
        };
        lines.push(format!(
            "{label}  {} games: +{won} ={drawn} -{lost}{cut}  score {}  Elo {}",
            contest.games(),
            figure(contest.figure(Metric::Score), 3),
            figure(contest.elo(), 0),
        ));
    }
    Ok(lines)
}
