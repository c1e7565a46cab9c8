//! The verdict on a published table: one pooled test, and its power against wrong players.
//!
//! The wrong players are hypotheses made of rows that were played: the neighbouring column in place of
//! each column, players that are all equal, and controls, which are plans with one thing changed (one
//! ply less). A table is *confirmed* only if its test would have seen each of them with a probability
//! of at least 90 %.

use super::agreement::{Agreement, TableRole, TableVerdict, TooSmall, WrongPlayer};
use super::compared::{CellVerdict, Compared, LEVEL, consistent};
use super::{CellSet, Results};
use crate::plan::{TableKind, TableLayout};
use crate::tally::AnalysisStage;
use ludometer_core::{Generator, Seed};
use ludometer_report::Table;
use ludometer_stats::{CellPair, Correlations, SampleMean, Simulation, WrongFigure, pooled_test};

/// A plan with one thing changed on purpose, played to see whether it would be noticed.
pub struct Control<'a> {
    /// What was changed, as in `one ply short`.
    pub name: &'a str,
    /// Its results; its tables have the names of the plan's.
    pub results: &'a Results<'a>,
}

/// The probability with which a wrong player must be seen.
const POWER: f64 = 0.9;

/// Tables that are drawn for one power.
const TABLES: usize = 1000;

/// Observations from which a correlation of our cells is estimated, at least.
const ENOUGH: u64 = 30;

/// A wrong player's samples in the places of ours, and its figures.
struct Wrong {
    name: String,
    pairs: Vec<Option<CellPair>>,
    figures: Vec<Option<WrongFigure>>,
}

/// Judges a table.
pub(super) fn judge(
    results: &Results<'_>,
    layout: &TableLayout,
    mut agreement: Agreement,
    controls: &[Control<'_>],
) -> Agreement {
    if let Some(primary) = &layout.primary {
        for cell in &mut agreement.cells {
            cell.counts = primary.contains(&cell.row);
        }
        if agreement.role == TableRole::Primary && primary.is_empty() {
            agreement.role = TableRole::Sensitivity;
        }
    }
    let departures: Vec<Option<String>> = agreement
        .cells
        .iter()
        .map(|cell| departure(results, layout, cell))
        .collect();
    for (cell, reason) in agreement.cells.iter_mut().zip(&departures) {
        if let Some(reason) = reason {
            cell.withdraw(reason);
        }
    }
    agreement.correct();
    if agreement.count(CellVerdict::NotCompared) == agreement.cells.len() {
        agreement.verdict = TableVerdict::NotCompared;
        agreement.reason = departures.into_iter().flatten().next();
        return agreement;
    }
    if agreement.role == TableRole::Derived {
        return agreement;
    }
    if let Some(reason) = waiting(results, layout, &mut agreement) {
        (agreement.verdict, agreement.reason) = (TableVerdict::CannotTell, Some(reason));
        return agreement;
    }
    let judged: Vec<usize> = (0..agreement.cells.len())
        .filter(|&at| {
            let cell = &agreement.cells[at];
            cell.pair.is_some() && (cell.counts || agreement.role == TableRole::Sensitivity)
        })
        .collect();
    let cells: Vec<&Compared> = judged.iter().map(|&at| &agreement.cells[at]).collect();
    let pairs: Vec<CellPair> = cells.iter().filter_map(|cell| cell.pair).collect();
    let correlations = correlations(results, layout, &cells);
    let test = pooled_test(&pairs, &correlations);
    let simulation = Simulation {
        cells: &pairs,
        correlations: &correlations,
        level: LEVEL,
        tables: TABLES,
    };
    let address = Seed::new(results.plan.seed)
        .named("power")
        .named(&layout.name);
    let mut wrong_players = Vec::new();
    let mut least: Option<(f64, Wrong)> = None;
    for wrong in wrong_players_of(layout, &cells, &pairs, controls) {
        let mut dice = address.named(&wrong.name).rng(Generator::Xoshiro);
        let power = simulation.power(&wrong.figures, 1.0, &mut || dice.unit());
        let played: Vec<CellPair> = wrong.pairs.iter().copied().flatten().collect();
        wrong_players.push(WrongPlayer {
            name: wrong.name.clone(),
            power,
            consistent: consistent(&played),
            of: played.len(),
            p: pooled_test(&played, &Correlations::none()).map(|test| test.p),
        });
        if least.as_ref().is_none_or(|(other, _)| power < *other) {
            least = Some((power, wrong));
        }
    }
    let episodes = cells.iter().map(|cell| cell.n).max().unwrap_or(0);
    agreement.test = test;
    agreement.wrong_players = wrong_players;
    let cannot_tell = |reason: String| (TableVerdict::CannotTell, None, Some(reason));
    let (verdict, too_small, reason) = match (test, least) {
        (None, _) => cannot_tell("no cell of either sample is informative".to_string()),
        (Some(test), _) if test.p < LEVEL => (TableVerdict::Refuted, None, None),
        (_, None) => cannot_tell("there is no wrong player to measure the power against".into()),
        (_, Some((power, _))) if power >= POWER => (TableVerdict::Confirmed, None, None),
        (_, Some((_, wrong))) => {
            let mut dice = address.named("episodes").rng(Generator::Xoshiro);
            let fewer = Simulation {
                tables: TABLES / 4,
                ..simulation
            };
            let factor = fewer.deciding_factor(&wrong.figures, POWER, &mut || dice.unit());
            let name = &wrong.name;
            match factor {
                Some(factor) => {
                    // The factor may be 1 where the power is at the edge.
                    let enough = episodes * factor.max(2);
                    let reason = format!(
                        "our sample is too small to see {name}: about {enough} episodes a cell would decide it"
                    );
                    (
                        TableVerdict::CannotTell,
                        Some(TooSmall::Ours(enough)),
                        Some(reason),
                    )
                }
                None => {
                    let reason = format!(
                        "the published sample is too small to see {name}: no number of our episodes can decide it"
                    );
                    (
                        TableVerdict::CannotTell,
                        Some(TooSmall::Published),
                        Some(reason),
                    )
                }
            }
        }
    };
    (agreement.verdict, agreement.too_small, agreement.reason) = (verdict, too_small, reason);
    agreement
}

/// Why a table cannot be judged yet: its tests are for a number of episodes that was fixed before any was played.
/// Cells that were looked at before that number, or after it was changed, are not judged.
fn waiting(
    results: &Results<'_>,
    layout: &TableLayout,
    agreement: &mut Agreement,
) -> Option<String> {
    let mut worst = AnalysisStage::Planned;
    for cell in &mut agreement.cells {
        let look = results.look(&results.sample(&wanted(layout, cell)));
        if cell.p.is_some() && look != AnalysisStage::Planned {
            cell.wait("the number of episodes is not the one that was planned");
            worst = worst.max(look);
        }
    }
    match worst {
        AnalysisStage::Planned => None,
        AnalysisStage::Early => Some("not all of the planned episodes were played".to_string()),
        AnalysisStage::Changed => Some(
            "the number of episodes was changed after some had been played: play it in a store of its own, with --store"
                .to_string(),
        ),
    }
}

/// The variables that a compared cell stands for.
fn wanted<'a>(layout: &'a TableLayout, cell: &'a Compared) -> Vec<(&'a str, &'a str)> {
    let mut wanted = vec![(layout.rows.as_str(), cell.row.as_str())];
    let by_column = matches!(
        layout.kind,
        TableKind::Value
            | TableKind::Compare(_)
            | TableKind::Effect { .. }
            | TableKind::Behaviour { .. }
    );
    if by_column && !layout.columns.is_empty() {
        wanted.push((layout.columns.as_str(), cell.column.as_str()));
    }
    wanted.extend(layout.conditions());
    wanted
}

/// Why what is played in a compared cell is not what was published, if so.
fn departure(results: &Results<'_>, layout: &TableLayout, cell: &Compared) -> Option<String> {
    let wanted = match &layout.kind {
        // A count is over all cells of its rows.
        TableKind::Counts { .. } => layout.conditions().collect(),
        _ => wanted(layout, cell),
    };
    let mut cells = results.plan.cells.iter().filter(|cell| {
        let mut wanted = wanted.iter();
        wanted.all(|(name, value)| cell.variable(name) == Some(value))
    });
    cells.find_map(|cell| cell.departure().map(str::to_string))
}

/// How our own cells are correlated.
fn correlations(results: &Results<'_>, layout: &TableLayout, cells: &[&Compared]) -> Correlations {
    if layout.given_won || !matches!(layout.kind, TableKind::Value | TableKind::Compare(_)) {
        return Correlations::none();
    }
    let cells = cells.iter();
    let samples: Vec<CellSet> = cells
        .map(|cell| results.sample(&wanted(layout, cell)))
        .collect();
    results
        .correlations(&samples, (layout.metric, layout.seat), ENOUGH)
        .unwrap_or_else(Correlations::none)
}

fn wrong_players_of(
    layout: &TableLayout,
    cells: &[&Compared],
    pairs: &[CellPair],
    controls: &[Control<'_>],
) -> Vec<Wrong> {
    let mut wrong: Vec<Wrong> = Vec::new();
    for control in controls {
        let tables = control.results.plan.tables.iter();
        let Some(other) = tables.clone().find(|table| table.name == layout.name) else {
            continue;
        };
        let ours = cells
            .iter()
            .map(|cell| sample(control.results, other, cell));
        wrong.push(Wrong::playing(
            control.name,
            pairs,
            ours.collect(),
            |pair| figure(&pair, false),
        ));
    }
    if matches!(layout.kind, TableKind::Value | TableKind::Compare(_)) {
        let neighbour = |at: usize| {
            let same = |other: usize| cells[other].row == cells[at].row;
            let count = cells.len();
            let following = (at + 1..count).chain(0..at);
            following.into_iter().find(|&other| same(other))
        };
        let ours = (0..cells.len()).map(|at| neighbour(at).map(|other| pairs[other]));
        wrong.push(Wrong::playing(
            "the neighbouring column",
            pairs,
            ours.collect(),
            |pair| figure(&pair, true),
        ));
    }
    let equal = (0..cells.len()).map(|at| equal(layout, cells, pairs, at));
    wrong.push(Wrong::playing(
        "equal players",
        pairs,
        equal.collect(),
        |pair| figure(&pair, false),
    ));
    wrong.retain(|wrong| wrong.figures.iter().any(Option::is_some));
    wrong
}

impl Wrong {
    /// A wrong player whose samples are those of `ours`, against what was printed for each cell.
    fn playing(
        name: &str,
        pairs: &[CellPair],
        ours: Vec<Option<CellPair>>,
        figure: impl Fn(CellPair) -> WrongFigure,
    ) -> Wrong {
        let each = pairs.iter().zip(&ours);
        let played = each.map(|(pair, ours)| against_print(ours.as_ref()?, pair));
        Wrong {
            name: name.to_string(),
            pairs: played.collect(),
            figures: ours.iter().map(|ours| ours.map(&figure)).collect(),
        }
    }
}

/// One cell's sample of ours against another's print.
fn against_print(sample: &CellPair, print: &CellPair) -> Option<CellPair> {
    match (sample, print) {
        (CellPair::Shares { count, n, .. }, CellPair::Shares { printed, .. }) => {
            Some(CellPair::Shares {
                count: *count,
                n: *n,
                printed: *printed,
            })
        }
        (CellPair::Means { ours, n, .. }, CellPair::Means { printed, .. }) => {
            Some(CellPair::Means {
                ours: *ours,
                n: *n,
                printed: *printed,
            })
        }
        _ => None,
    }
}

/// A control's sample in the place of a compared cell.
fn sample(results: &Results<'_>, layout: &TableLayout, cell: &Compared) -> Option<CellPair> {
    let tally = results.tally(&wanted(layout, cell))?;
    match cell.pair? {
        CellPair::Shares { printed, .. } => {
            let (count, n) = tally.counts(layout.metric, layout.seat)?;
            Some(CellPair::Shares { count, n, printed })
        }
        CellPair::Means { printed, .. } => {
            let sums = tally.running(layout.metric, layout.seat, layout.given_won);
            Some(CellPair::Means {
                ours: SampleMean {
                    mean: sums.mean()?,
                    error: sums.standard_error()?,
                    degrees: (sums.count() - 1) as f64,
                },
                n: sums.count(),
                printed,
            })
        }
    }
}

/// A cell as it would be if all players of its row were equal: the mean of the row's columns; in a
/// match, half of the games and half of the points.
fn equal(
    layout: &TableLayout,
    cells: &[&Compared],
    pairs: &[CellPair],
    at: usize,
) -> Option<CellPair> {
    let is_match = matches!(layout.kind, TableKind::Match(_));
    let row = cells.iter().zip(pairs);
    let row = row.filter(|(cell, _)| cell.row == cells[at].row);
    let row: Vec<&CellPair> = row.map(|(_, pair)| pair).collect();
    match &pairs[at] {
        CellPair::Shares { n, printed, .. } => {
            let shares = row.iter().filter_map(|pair| match pair {
                CellPair::Shares { count, n, .. } => Some(*count as f64 / *n as f64),
                CellPair::Means { .. } => None,
            });
            let shares: Vec<f64> = shares.collect();
            let share = match (is_match, shares.len()) {
                (true, _) => 0.5,
                (false, 0 | 1) => return None,
                (false, count) => shares.iter().sum::<f64>() / count as f64,
            };
            Some(CellPair::Shares {
                count: (share * *n as f64).round() as u64,
                n: *n,
                printed: *printed,
            })
        }
        CellPair::Means { ours, n, printed } => {
            let means = row.iter().filter_map(|pair| match pair {
                CellPair::Means { ours, .. } => Some(ours.mean),
                CellPair::Shares { .. } => None,
            });
            let means: Vec<f64> = means.collect();
            if means.len() < 2 {
                return None;
            }
            Some(CellPair::Means {
                ours: SampleMean {
                    mean: means.iter().sum::<f64>() / means.len() as f64,
                    ..*ours
                },
                n: *n,
                printed: *printed,
            })
        }
    }
}

/// The figure of a sample, of ours alone or pooled with the published one.
fn figure(pair: &CellPair, pooled: bool) -> WrongFigure {
    match pair {
        CellPair::Shares { count, n, printed } => {
            let published = printed.nearest_count(*count, *n).unwrap_or(0);
            let (count, n) = match pooled {
                true => ((count + published) as f64, (n + printed.n) as f64),
                false => (*count as f64, *n as f64),
            };
            let value = count / n;
            WrongFigure {
                value,
                variance: value * (1.0 - value) / n,
            }
        }
        CellPair::Means { ours, printed, .. } => match (pooled, printed.error) {
            (true, Some(error)) if error > 0.0 || ours.error > 0.0 => {
                let (a, b) = (ours.error * ours.error, error * error);
                WrongFigure {
                    value: (b * ours.mean + a * printed.mean) / (a + b),
                    variance: a * b / (a + b),
                }
            }
            _ => WrongFigure {
                value: ours.mean,
                variance: ours.error * ours.error,
            },
        },
    }
}

/// Says in the table which cells differ and which are not compared, and by which rule.
pub(super) fn say(mut table: Table, agreement: &Agreement) -> Table {
    for compared in &agreement.cells {
        let word = match compared.verdict {
            CellVerdict::Differs | CellVerdict::NotCompared | CellVerdict::CannotBeJudged => {
                compared.verdict.words()
            }
            _ => continue,
        };
        let column = table.columns.iter().position(|column| {
            let rest = compared.column.strip_prefix(column.title.as_str());
            !column.title.is_empty() && rest.is_some_and(|rest| matches!(rest, "" | " a game"))
        });
        let mut rows = table.rows.iter_mut();
        let row = rows.find(|row| row.first().is_some_and(|cell| cell.text == compared.row));
        if let Some(cell) = column.zip(row).and_then(|(at, row)| row.get_mut(at)) {
            let before = cell.detail.take().unwrap_or_default();
            cell.detail = Some(
                format!("{before}, {word}")
                    .trim_start_matches(", ")
                    .to_string(),
            );
        }
    }
    match agreement.role {
        TableRole::Primary | TableRole::Sensitivity => table.note(
            "a cell differs where the published figure lies outside the 95 % prediction interval from both samples, corrected for all cells (Holm)",
        ),
        TableRole::Derived | TableRole::Exact => table,
    }
}
