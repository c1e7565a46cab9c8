//! Decision quality in sampled positions of a game, as tables, plots and JSON.

use super::functions::functions;
use super::labels::{self, criterion, criterion_name, note, shown, title};
use super::{NamedFunction, QualityRequest, Reading, standards};
use crate::env::GameEnv;
use ludometer_core::{Game, Seed};
use ludometer_exact::decisions::{Judge, OptimalityCriterion, PositionSampling, Unsampled, sample};
use ludometer_exact::values::Stopped;
use ludometer_report::{Axis, Cell, Column, Document, Plot, Point, Series, Table};
use ludometer_spec::source::Diagnostic;
use ludometer_spec::spec::Spec;
use ludometer_stats::RunningStats;
use serde_json::{Value, json};

/// Positions of a game that were drawn at random.
#[derive(Clone, Debug)]
pub struct SampledQuality {
    /// The game.
    pub game: String,
    /// What moves are optimal for.
    pub criterion: OptimalityCriterion,
    /// The functions, in the order of the errors.
    pub functions: Vec<NamedFunction>,
    /// The measure by which they were drawn.
    pub by: &'static str,
    /// Whether some finished game's scoreboard is not its outcome.
    pub has_points: bool,
    /// One for each value of the measure.
    pub groups: Vec<SampleGroup>,
}

/// The positions that were drawn at one value of the measure.
#[derive(Clone, Debug)]
pub struct SampleGroup {
    /// The value.
    pub value: f64,
    /// Whether an error was possible, 1 or 0.
    pub possible: RunningStats,
    /// Distinct positions below each.
    pub positions: RunningStats,
    /// The errors of each function.
    pub errors: Vec<RunningStats>,
}

/// Which positions are drawn.
pub struct SampleRequest<'a> {
    /// Random play goes on until this measure first has one of the values `at`.
    pub by: &'a Spec,
    /// The values; positions are sampled for each of them.
    pub at: &'a [f64],
    /// Positions for each value.
    pub samples: u64,
    /// The random seed.
    pub seed: Seed,
}

/// Measures every function of both readings in positions of random play, on the threads of the current
/// pool.
pub(crate) fn measure_sampled<G: Game>(
    env: &GameEnv<G>,
    ask: &QualityRequest<'_>,
    drawing: &SampleRequest<'_>,
    watch: &(dyn Fn() + Sync),
) -> Result<SampledQuality, Diagnostic> {
    let game = &**env.game();
    let measures = standards(env, ask)?;
    let by = env.measure(drawing.by)?;
    let (named, functions) = functions(&measures);
    let judge = Judge::new(functions, ask.criterion);
    let mut drawn = SampledQuality {
        game: game.facts().name,
        criterion: ask.criterion,
        functions: named,
        by: by.name,
        has_points: false,
        groups: Vec::new(),
    };
    for &value in drawing.at {
        let how = PositionSampling {
            measure: by,
            value,
            samples: drawing.samples,
            // Each value has dice of its own: asking for one more does not change the others.
            seed: drawing.seed.named(by.name).nth(value.to_bits()),
            bytes: ask.memory,
        };
        let samples = sample(game, &judge, &how, watch).map_err(|unsampled| match unsampled {
            Unsampled::Stopped(Stopped::Memory { .. }) => {
                let text = format!("below a position with {} = {value}: {unsampled}", by.name);
                Diagnostic::new(text)
                    .hint("allow more with --memory, or ask for values nearer to the end with --at")
            }
            Unsampled::Stopped(Stopped::Repeats | Stopped::Length { .. }) => {
                Diagnostic::new(unsampled.to_string())
            }
            Unsampled::Unreached { .. } => Diagnostic::new(unsampled.to_string()).hint(
                "ask with --at for values that play comes by; `ludometer analyse` shows the measures of a position",
            ),
        })?;
        drawn.has_points |= samples.iter().any(|sample| sample.has_points);
        let indicator = |yes: bool| f64::from(u8::from(yes));
        drawn.groups.push(SampleGroup {
            value,
            possible: samples.iter().map(|s| indicator(s.possible)).collect(),
            positions: samples.iter().map(|s| s.positions as f64).collect(),
            errors: (0..drawn.functions.len())
                .map(|function| samples.iter().map(|s| s.errors[function]).collect())
                .collect(),
        });
    }
    Ok(drawn)
}

/// The 95 % interval of a mean of shares. Samples that are all the same have none: they say nothing
/// of how far the mean may be off.
fn interval(shares: &RunningStats) -> Option<(f64, f64)> {
    let interval = shares.mean_interval(0.95).ok();
    let interval = interval.filter(|interval| interval.width() > 0.0);
    interval.map(|interval| (interval.low.max(0.0), interval.high.min(1.0)))
}

/// A mean in per cent with its interval.
fn per_cent(shares: &RunningStats) -> Cell {
    let mean = Cell::number(100.0 * shares.mean().unwrap_or(f64::NAN), 1);
    match interval(shares) {
        Some((low, high)) => mean.detail(format!("[{:.1}, {:.1}]", 100.0 * low, 100.0 * high)),
        None => mean,
    }
}

impl SampledQuality {
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
        let line = |name: &str, cell: &dyn Fn(&SampleGroup) -> Cell| {
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
        for (number, named) in labels::drawn(&self.functions, reading, self.has_points) {
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
        let mean = |shares: &RunningStats| {
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
