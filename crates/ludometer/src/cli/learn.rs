//! `ludometer learn`: an evaluator from random play.

use super::Failure;
use super::corpus::Corpus;
use super::output::{Format, emit, emit_json, reachable, render};
use super::progress::{bar, cores, stop};
use clap::{Args, ValueEnum};
use ludometer_agents::sample::PlayoutOutcome;
use ludometer_arena::learn::{LearnRequest, Learned};
use ludometer_arena::options::RunOptions;
use ludometer_arena::registry::Registry;
use ludometer_report::{Cell, Column, Document, Table};
use ludometer_spec::source::Span;
use ludometer_stats::{Coefficient, Errors};
use serde_json::{Value, json};

/// Learns the weights of a game's measures: expected outcomes, sampled at random positions, are
/// regressed on them (Abramson and Korf 1987, section III.C).
///
/// A position is reached by random play of a number of plies between `--first` and `--last`, and
/// counts for the player who has just moved. The file of `--output` can be named in a plan, under
/// `[evaluators]`, and in `--define`.
#[derive(Args)]
#[command(
    after_help = "Example:\n  ludometer learn othello --measures class --first 5 --last 59 --output mine.toml"
)]
pub(super) struct Learn {
    /// The game, as in `othello(size=6)`.
    game: String,
    #[command(flatten)]
    corpus: Corpus,
    /// Measures, or families of them, separated by commas: `class` is `class-a1`, `class-b1`, ...
    #[arg(long, value_name = "NAMES")]
    measures: String,
    /// What a completion is worth.
    #[arg(long, value_enum, default_value = "payoff")]
    outcome: Worth,
    /// Positions.
    #[arg(long, value_name = "N", default_value_t = 10_000,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    positions: u64,
    /// Random completions of each position.
    #[arg(long, value_name = "N", default_value_t = 64,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    playouts: u64,
    /// Random plies before a position, at least [default: 1].
    #[arg(long, value_name = "PLIES")]
    first: Option<u32>,
    /// Random plies before a position, at most [default: one less than most random games have].
    #[arg(long, value_name = "PLIES")]
    last: Option<u32>,
    /// How many actions a completion has at most.
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    plies: u32,
    /// The number all dice come from.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(..=1 << 53))]
    seed: u64,
    /// How the standard errors are estimated; outcomes are noisier at some positions than at
    /// others, which only the robust ones allow for.
    #[arg(long, value_enum, default_value = "hc1")]
    errors: Estimate,
    /// Threads; the weights are the same for any number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Writes the weights to this file, for plans; `-` is stdout, instead of the table.
    #[arg(long, value_name = "FILE")]
    output: Option<String>,
    /// Writes the regression as JSON to this file; `-` is stdout, instead of the table.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
    /// How to print the table.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Worth {
    /// Win, draw or loss, or chips.
    Payoff,
    /// The scoreboard at the end.
    Points,
}

#[derive(Clone, Copy, ValueEnum)]
enum Estimate {
    /// As if all positions were equally noisy.
    Classical,
    /// Robust: White's, corrected for the number of weights.
    Hc1,
    /// Robust: MacKinnon and White's.
    Hc3,
}

impl Learn {
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
        let bar = bar("sampling", self.positions);
        let learned = game.learn(
            &ask,
            RunOptions {
                threads: self.threads.map_or_else(cores, usize::from),
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
            emit_json(&as_json(&learned), to)?;
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

fn as_json(learned: &Learned) -> Value {
    let (fit, weights) = (&learned.fit, &learned.weights);
    let number = |c: &Coefficient| json!({"weight": c.value, "error": c.error, "t": c.t, "p": c.p});
    let names = weights.weights.iter().map(|weight| weight.name.clone());
    let measures = names.zip(fit.coefficients.iter().map(number));
    json!({
        "game": weights.game,
        "about": weights.about,
        "constant": number(&fit.constant),
        "measures": measures.collect::<serde_json::Map<_, _>>(),
        "r2": fit.r_squared,
        "adjusted": fit.adjusted,
        "ceiling": learned.ceiling,
        "residual_error": fit.residual_error,
        "positions": fit.n,
        "degrees": fit.degrees,
        "first": weights.history.first,
        "last": weights.history.last,
    })
}
