//! Decision quality as tables, plots and JSON.

use super::{Drawn, Named, Reading, Role, Whole};
use ludometer_report::{Axis, Cell, Column, Document, Plot, Point, Series, Table};
use ludometer_solve::decisions::{Count, Criterion, Weighting};
use ludometer_stats::Running;
use serde_json::{Value, json};

/// What counts as one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// Every distinct position.
    Positions,
    /// Every node of the tree.
    Tree,
}

impl Counting {
    /// What is counted, in words.
    pub fn words(self) -> &'static str {
        match self {
            Counting::Positions => "distinct positions",
            Counting::Tree => "nodes of the tree",
        }
    }
}

fn title(reading: Reading) -> &'static str {
    match reading {
        Reading::Definition => "Errors, reading the definition",
        Reading::Paper => "Errors, reading the paper's words",
    }
}

fn note(reading: Reading) -> &'static str {
    match reading {
        Reading::Definition => {
            "a win counts 1, a draw 0 and a loss -1; where finished games are known, a won successor is worth more than any other, a lost one less than any other and a drawn one 0"
        }
        Reading::Paper => {
            "the first player maximises its share of wins, the second minimises it; standard evaluators see the board alone. A conjecture: this reading was selected out of 48 because it comes near the published ratios"
        }
    }
}

fn criterion(criterion: Criterion) -> &'static str {
    match criterion {
        Criterion::Outcome => "a move is optimal if it keeps the outcome of best play",
        Criterion::Points => "a move is optimal if it keeps the final points of best play",
    }
}

/// The same without complete minimax, which would be a line at 0.
fn drawn(
    functions: &[Named],
    reading: Reading,
    has_points: bool,
) -> impl Iterator<Item = (usize, &Named)> {
    shown(functions, reading, has_points).filter(|(_, named)| named.role != Role::Minimax)
}

/// The functions of a reading that have something to say, with their numbers.
fn shown(
    functions: &[Named],
    reading: Reading,
    has_points: bool,
) -> impl Iterator<Item = (usize, &Named)> {
    let numbered = functions.iter().enumerate();
    numbered.filter(move |(_, named)| {
        named.belongs(reading) && (has_points || named.role != Role::Points)
    })
}

impl Whole {
    /// The tallies in one way of counting.
    pub fn count(&self, counting: Counting) -> &Count {
        match counting {
            Counting::Positions => &self.quality.positions,
            Counting::Tree => &self.quality.tree,
        }
    }

    /// How many times as often a function errs as expected outcome in the same reading.
    pub fn ratio(
        &self,
        function: usize,
        reading: Reading,
        weighting: Weighting,
        counting: Counting,
    ) -> f64 {
        let expected = self.functions.iter().position(|named| {
            named.role == Role::Expected(weighting) && named.reading == Some(reading)
        });
        let errors = &self.count(counting).total.errors;
        errors[function] / errors[expected.expect("expected outcome is always judged")]
    }

    /// What was counted, the errors in each reading, and how they depend on the ply.
    pub fn document(&self, readings: &[Reading], counting: Counting) -> Document {
        let mut document = Document::new(format!("Decision quality: {}", self.game));
        document = document.table(self.sizes());
        for &reading in readings {
            document = document
                .table(self.errors(reading, counting))
                .plot(self.by_ply(reading, counting));
        }
        document
    }

    fn sizes(&self) -> Table {
        let mut table = Table::new("nodes", "What was counted")
            .column(Column::left(""))
            .column(Column::right("all"))
            .column(Column::right("finished"))
            .column(Column::right("with a move"))
            .column(Column::right("an error is possible"));
        for counting in [Counting::Positions, Counting::Tree] {
            let count = self.count(counting);
            table = table.row(vec![
                Cell::text(counting.words()),
                Cell::number(count.all, 0),
                Cell::number(count.finished, 0),
                Cell::number(count.total.nodes, 0),
                Cell::number(count.total.possible, 0),
            ]);
        }
        table.note(criterion(self.criterion))
    }

    /// The errors of one reading: functions by errors, share and ratios.
    pub fn errors(&self, reading: Reading, counting: Counting) -> Table {
        let mut table = Table::new(reading.name(), title(reading))
            .column(Column::left("function"))
            .column(Column::decimal("errors"))
            .column(Column::decimal("% of nodes"))
            .column(Column::decimal("/ by probability"))
            .column(Column::decimal("/ by leaves"));
        let total = &self.count(counting).total;
        for (number, named) in shown(&self.functions, reading, self.quality.has_points) {
            let ratio =
                |weighting| Cell::number(self.ratio(number, reading, weighting, counting), 2);
            table = table.row(vec![
                Cell::text(&named.name),
                Cell::number(total.errors[number], 1),
                Cell::number(100.0 * total.share(number), 2),
                ratio(Weighting::Probability),
                ratio(Weighting::Leaves),
            ]);
        }
        table.note(note(reading)).note(format!(
            "{} with a move count once each; the last columns divide by the errors of expected outcome",
            counting.words()
        ))
    }

    fn by_ply(&self, reading: Reading, counting: Counting) -> Plot {
        let by_ply = &self.count(counting).by_ply;
        let mut plot = Plot::new(
            format!("{}-by-ply", reading.name()),
            format!("{}, by ply", title(reading)),
        )
        .x(Axis::linear("plies from the start, at least"))
        .y(Axis::linear("% of nodes"));
        for (number, named) in drawn(&self.functions, reading, self.quality.has_points) {
            let points = by_ply.iter().enumerate().filter(|(_, t)| t.nodes > 0.0);
            let points =
                points.map(|(ply, tally)| Point::new(ply as f64, 100.0 * tally.share(number)));
            plot = plot.series(Series::line(&named.name, points));
        }
        plot
    }

    /// Every number, in both countings.
    pub fn json(&self, readings: &[Reading]) -> Value {
        let count = |counting| {
            let count = self.count(counting);
            json!({
                "all": count.all,
                "finished": count.finished,
                "nodes": count.total.nodes,
                "possible": count.total.possible,
                "functions": readings.iter().flat_map(|&reading| {
                    let functions = shown(&self.functions, reading, self.quality.has_points);
                    functions.map(move |(number, named)| json!({
                        "reading": reading.name(),
                        "name": named.name,
                        "errors": count.total.errors[number],
                        "share": count.total.share(number),
                        "by_ply": count.by_ply.iter().map(|tally| json!({
                            "nodes": tally.nodes,
                            "possible": tally.possible,
                            "errors": tally.errors[number],
                        })).collect::<Vec<_>>(),
                    }))
                }).collect::<Vec<_>>(),
            })
        };
        json!({
            "game": self.game,
            "criterion": criterion_name(self.criterion),
            "positions": count(Counting::Positions),
            "tree": count(Counting::Tree),
        })
    }
}

fn criterion_name(criterion: Criterion) -> &'static str {
    match criterion {
        Criterion::Outcome => "outcome",
        Criterion::Points => "points",
    }
}

/// The 95 % interval of a mean of shares. Samples that are all the same have none: they say nothing
/// of how far the mean may be off.
fn interval(shares: &Running) -> Option<(f64, f64)> {
    let interval = shares.mean_interval(0.95).ok();
    let interval = interval.filter(|interval| interval.width() > 0.0);
    interval.map(|interval| (interval.low.max(0.0), interval.high.min(1.0)))
}

/// A mean in per cent with its interval.
fn per_cent(shares: &Running) -> Cell {
    let mean = Cell::number(100.0 * shares.mean().unwrap_or(f64::NAN), 1);
    match interval(shares) {
        Some((low, high)) => mean.detail(format!("[{:.1}, {:.1}]", 100.0 * low, 100.0 * high)),
        None => mean,
    }
}

impl Drawn {
    /// The errors in each reading, by the value at which positions were drawn.
    pub fn document(&self, readings: &[Reading]) -> Document {
        let mut document = Document::new(format!("Decision quality: {}", self.game));
        document = document.table(self.sizes());
        for &reading in readings {
            document = document
                .table(self.errors(reading))
                .plot(self.by_value(reading));
        }
        document
    }

    fn columns(&self, table: Table) -> Table {
        let values = self.groups.iter();
        values.fold(table.column(Column::left(self.by)), |table, group| {
            table.column(Column::decimal(group.value.to_string()))
        })
    }

    fn sizes(&self) -> Table {
        let line = |name: &str, cell: &dyn Fn(&super::Group) -> Cell| {
            let cells = self.groups.iter().map(cell);
            std::iter::once(Cell::text(name))
                .chain(cells)
                .collect::<Vec<_>>()
        };
        self.columns(Table::new("samples", "What was drawn"))
            .row(line("positions drawn", &|g| {
                Cell::number(g.possible.count() as f64, 0)
            }))
            .row(line("% with an error possible", &|g| per_cent(&g.possible)))
            .row(line("positions below each, mean", &|g| {
                Cell::number(g.positions.mean().unwrap_or(f64::NAN), 0)
            }))
            .note(criterion(self.criterion))
            .note(format!(
                "uniformly random play from the start until {} first has the value; games that are over by then are played again",
                self.by
            ))
    }

    fn errors(&self, reading: Reading) -> Table {
        let mut table = self.columns(Table::new(
            reading.name(),
            format!("{}, in %", title(reading)),
        ));
        for (number, named) in shown(&self.functions, reading, self.has_points) {
            let cells = self
                .groups
                .iter()
                .map(|group| per_cent(&group.errors[number]));
            table = table.row(std::iter::once(Cell::text(&named.name)).chain(cells));
        }
        table
            .note("mean error of a decision, with its 95 % interval where the samples differ")
            .note(note(reading))
    }

    fn by_value(&self, reading: Reading) -> Plot {
        let mut plot = Plot::new(
            format!("{}-by-{}", reading.name(), self.by),
            format!("{}, by {}", title(reading), self.by),
        )
        .x(Axis::linear(self.by))
        .y(Axis::linear("% of decisions"));
        for (number, named) in drawn(&self.functions, reading, self.has_points) {
            let points = self.groups.iter().filter_map(|group| {
                let errors = &group.errors[number];
                let point = Point::new(group.value, 100.0 * errors.mean()?);
                Some(match interval(errors) {
                    Some((low, high)) => point.between(100.0 * low, 100.0 * high),
                    None => point,
                })
            });
            plot = plot.series(Series::line(&named.name, points));
        }
        plot
    }

    /// Every number.
    pub fn json(&self, readings: &[Reading]) -> Value {
        let mean = |shares: &Running| {
            let interval = interval(shares);
            json!({
                "mean": shares.mean(),
                "low": interval.map(|(low, _)| low),
                "high": interval.map(|(_, high)| high),
            })
        };
        let groups = self.groups.iter().map(|group| {
            let functions = readings.iter().flat_map(|&reading| {
                let functions = shown(&self.functions, reading, self.has_points);
                functions.map(move |(number, named)| {
                    json!({
                        "reading": reading.name(),
                        "name": named.name,
                        "error": mean(&group.errors[number]),
                    })
                })
            });
            json!({
                "value": group.value,
                "samples": group.possible.count(),
                "possible": mean(&group.possible),
                "positions": group.positions.mean(),
                "functions": functions.collect::<Vec<_>>(),
            })
        });
        json!({
            "game": self.game,
            "criterion": criterion_name(self.criterion),
            "by": self.by,
            "groups": groups.collect::<Vec<_>>(),
        })
    }
}
