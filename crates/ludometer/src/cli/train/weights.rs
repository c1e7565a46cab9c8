//! `ludometer train weights`: a linear evaluator from random play.

use super::super::Failure;
use super::super::corpus::Corpus;
use super::super::forms::{LearnedWeight, LearnedWeights};
use super::super::output::{Format, emit, emit_json, reachable, render};
use super::super::progress::{bar, stop};
use super::super::resources::{THREADS, threads};
use super::super::schemas::Schema;
use clap::{Args, ValueEnum};
use ludometer_agents::sample::PlayoutOutcome;
use ludometer_arena::learn::{LearnRequest, Learned};
use ludometer_arena::options::RunOptions;
use ludometer_arena::registry::Registry;
use ludometer_report::{Cell, Column, Document, Table};
use ludometer_spec::source::Span;
use ludometer_stats::{Coefficient, Errors};

/// Fit the weights of a linear evaluation function by regression on random playouts.
///
/// Positions are reached by random play of between `--first` and `--last` plies. The expected outcome of
/// each is estimated by random playouts, for the player who has just moved, and regressed on the measures
/// by least squares (Abramson and Korf 1987, section III.C). A plan can use the file of `--output` under
/// `[evaluators]`, and other commands with `--define`.
#[derive(Args)]
#[command(
    after_help = "Example:\n  ludometer train weights othello --measures class --first 5 --last 59 --output mine.toml"
)]
pub(super) struct Weights {
    /// Game, as in 'othello(size=6)'.
    game: String,
    #[command(flatten)]
    corpus: Corpus,
    /// Measures or families of measures, separated by commas; `class` is `class-a1`, `class-b1` and so on.
    #[arg(long, value_name = "NAMES")]
    measures: String,
    /// Value of a playout.
    #[arg(long, value_enum, default_value = "payoff")]
    outcome: Worth,
    /// Number of positions.
    #[arg(long, value_name = "N", default_value_t = 10_000,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    positions: u64,
    /// Random playouts per position.
    #[arg(long, value_name = "N", default_value_t = 64,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    playouts: u64,
    /// Least number of random plies before a position [default: 1].
    #[arg(long, value_name = "PLIES")]
    first: Option<u32>,
    /// Largest number of random plies before a position [default: one less than most random games have].
    #[arg(long, value_name = "PLIES")]
    last: Option<u32>,
    /// Maximum length of a playout, in plies.
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    plies: u32,
    /// Random seed.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(..=1 << 53))]
    seed: u64,
    /// Estimator of the standard errors; the robust ones allow for noise that differs between positions.
    #[arg(long, value_enum, default_value = "hc1")]
    errors: Estimate,
    /// Worker threads; results do not depend on it [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: Option<u16>,
    /// Write the weights as TOML to FILE; `-` is stdout, instead of the table.
    #[arg(long, value_name = "FILE")]
    output: Option<String>,
    /// Write the regression as JSON to FILE; `-` is stdout, instead of the table.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
    /// Format of the table.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Worth {
    /// Payoff: win, draw or loss, or chips.
    Payoff,
    /// Final score.
    Points,
}

#[derive(Clone, Copy, ValueEnum)]
enum Estimate {
    /// Classical: the same noise at all positions.
    Classical,
    /// Heteroscedasticity-robust (White), corrected for the degrees of freedom.
    Hc1,
    /// Heteroscedasticity-robust, jackknife (MacKinnon and White).
    Hc3,
}

impl Weights {
    pub(super) fn go(self, registry: &Registry) -> Result<(), Failure> {
        let (game, _) = self.corpus.open(&self.game, registry)?;
        let ask = LearnRequest {
            measures: Span::whole("--measures", &self.measures),
            outcome: match self.outcome {
                Worth::Payoff => PlayoutOutcome::Payoff,
                Worth::Points => PlayoutOutcome::Points,
            },
            positions: self.positions,
            playouts: self.playouts,
            first: self.first,
            last: self.last,
            plies: self.plies,
            seed: self.seed,
            errors: match self.errors {
                Estimate::Classical => Errors::Classical,
                Estimate::Hc1 => Errors::Hc1,
                Estimate::Hc3 => Errors::Hc3,
            },
        };
        reachable([&self.output, &self.json])?;
        tracing::info!(
            positions = self.positions,
            playouts = self.playouts,
            "sampling"
        );
        let bar = bar("sampling", self.positions);
        let learned = game.learn(
            &ask,
            RunOptions {
                threads: threads(self.threads)?,
                stop: stop(),
                progress: &mut |done, _| bar.set_position(done),
            },
        );
        bar.finish_and_clear();
        let learned = learned?;
        if let Some(to) = &self.output {
            emit(&learned.weights.to_toml(), Some(to))?;
        }
        if let Some(to) = &self.json {
            emit_json(Schema::TrainWeights, &form(&learned), to)?;
        }
        let dash = |to: &Option<String>| to.as_deref() == Some("-");
        match dash(&self.output) || dash(&self.json) {
            true => Ok(()),
            false => emit(&render(&document(&learned), self.format), None),
        }
    }
}

fn document(learned: &Learned) -> Document {
    let (fit, weights) = (&learned.fit, &learned.weights);
    let mut table = Table::new("weights", &weights.about)
        .column(Column::left("measure"))
        .column(Column::decimal("weight"))
        .column(Column::decimal("error"))
        .column(Column::decimal("t"))
        .column(Column::decimal("p"));
    let line = |name: &str, c: &Coefficient| {
        [
            Cell::text(name),
            Cell::number(c.value, 5),
            Cell::number(c.error, 5),
            Cell::number(c.t, 1),
            match c.p < 1e-4 {
                true => Cell::text("< 0.0001"),
                false => Cell::number(c.p, 4),
            },
        ]
    };
    let names = weights.weights.iter().map(|weight| weight.name.as_str());
    for (name, coefficient) in names.zip(&fit.coefficients) {
        table = table.row(line(name, coefficient));
    }
    table = table.row(line("constant", &fit.constant));
    table = table.note(format!(
        "R² {:.4}, adjusted {:.4}; residual error {:.4}; {} positions, {} degrees of freedom",
        fit.r_squared, fit.adjusted, fit.residual_error, fit.n, fit.degrees
    ));
    if let Some(ceiling) = learned.ceiling {
        table = table.note(format!(
            "R² could be {ceiling:.4} at best: the rest of the spread is noise of the completions"
        ));
    }
    Document::new(format!("Learned on {}", weights.game)).table(table)
}

fn form(learned: &Learned) -> LearnedWeights<'_> {
    let (fit, weights) = (&learned.fit, &learned.weights);
    let number = |coefficient: &Coefficient| LearnedWeight {
        weight: coefficient.value,
        error: coefficient.error,
        t: coefficient.t,
        p: coefficient.p,
    };
    let names = weights.weights.iter().map(|weight| weight.name.as_str());
    LearnedWeights {
        game: &weights.game,
        about: &weights.about,
        constant: number(&fit.constant),
        measures: names.zip(fit.coefficients.iter().map(number)).collect(),
        r2: fit.r_squared,
        adjusted: fit.adjusted,
        ceiling: learned.ceiling,
        residual_error: fit.residual_error,
        positions: fit.n,
        degrees: fit.degrees,
        first: weights.history.first,
        last: weights.history.last,
    }
}
