//! `ludometer quality`: how often evaluation functions recommend a wrong move.

use super::Failure;
use super::corpus::Corpus;
use super::output::{Format, emit, emit_json, render};
use super::progress::{bar, spinner};
use super::resources::{MOST_MEGABYTES, THREADS, memory, pool};
use super::schemas::Schema;
use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use ludometer_arena::quality::{Counting, QualityRequest, Reading, SampleRequest};
use ludometer_arena::registry::{AnyGame, Registry};
use ludometer_core::Seed;
use ludometer_exact::decisions::{EnumerationStage, OptimalityCriterion};
use ludometer_report::Document;
use ludometer_spec::source::Span;
use ludometer_spec::spec::Spec;
use serde_json::Value;

/// Measure how often evaluation functions choose a move that is not optimal.
///
/// Every position of the game is enumerated. An evaluation function chooses the moves to the successors that
/// it values most; its error is the share of them that minimax would not play. Expected outcome (Abramson and
/// Korf 1987) is compared with the game's published evaluators, a random and a worst choice. Larger games are
/// sampled: `--by` and `--at` draw positions by random play, each judged by its full subtree.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer quality tic-tac-toe\n  ludometer quality 'othello(size=4)' --reading paper --count tree\n  ludometer quality 'othello(size=6)' --by empties --at 4,6,8 --samples 200"
)]
pub(super) struct Quality {
    /// Game, as in 'tic-tac-toe(m=4, n=4, k=4)'.
    game: String,
    #[command(flatten)]
    corpus: Corpus,
    /// Measures to use as evaluation functions, separated by commas [default: the published ones].
    #[arg(long, value_name = "NAMES")]
    measures: Option<String>,
    /// Interpretation of the paper's expected outcome.
    #[arg(long, value_enum, default_value = "both")]
    reading: Which,
    /// Unit of counting.
    #[arg(long, value_enum, default_value = "positions", conflicts_with = "by")]
    count: What,
    /// Objective that defines optimal moves.
    #[arg(long, value_enum, default_value = "outcome")]
    criterion: For,
    /// Sample positions by random play that stops when MEASURE reaches a value of `--at`.
    #[arg(long, value_name = "MEASURE", requires = "at")]
    by: Option<String>,
    /// Values of the `--by` measure at which positions are sampled, separated by commas.
    #[arg(long, value_name = "VALUES", requires = "by", value_delimiter = ',')]
    at: Vec<f64>,
    /// Sampled positions per value of `--at`.
    #[arg(long, value_name = "N", default_value_t = 200, requires = "by", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    samples: u64,
    /// Random seed.
    #[arg(long, default_value_t = 1, requires = "by")]
    seed: u64,
    /// Memory limit for enumerated positions, in megabytes; per sampled position with `--by`.
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(1..=MOST_MEGABYTES))]
    memory: u64,
    /// Worker threads for sampled positions; results do not depend on it [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: Option<u16>,
    /// Format of the report.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Write the numbers as JSON to FILE; `-` is stdout, instead of the report.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

/// Which readings.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Which {
    /// The formula of expected outcome.
    Definition,
    /// The wording of section III.A.
    Paper,
    /// Both, side by side.
    Both,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum What {
    /// Count every distinct position once.
    Positions,
    /// Count a position once for every path to it.
    Tree,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum For {
    /// Win, draw, loss.
    Outcome,
    /// Final score.
    Points,
}

impl Quality {
    pub(super) fn go(self, registry: &Registry) -> Result<(), Failure> {
        let (game, _) = self.corpus.open(&self.game, registry)?;
        let measures = self.measures.as_deref().map(names).transpose()?;
        let ask = QualityRequest {
            measures: measures.as_deref(),
            criterion: match self.criterion {
                For::Outcome => OptimalityCriterion::Outcome,
                For::Points => OptimalityCriterion::Points,
            },
            memory: memory(self.memory)?,
        };
        let readings = match self.reading {
            Which::Definition => vec![Reading::Definition],
            Which::Paper => vec![Reading::Paper],
            Which::Both => Reading::ALL.to_vec(),
        };
        let (document, json) = match &self.by {
            None => self.whole(&*game, &ask, &readings)?,
            Some(by) => self.drawn(&*game, &ask, by, &readings)?,
        };
        if let Some(to) = &self.json {
            emit_json(Schema::Quality, &json, to)?;
        }
        if self.json.as_deref() != Some("-") {
            emit(&render(&document, self.format), None)?;
        }
        Ok(())
    }

    fn whole(
        &self,
        game: &dyn AnyGame,
        ask: &QualityRequest<'_>,
        readings: &[Reading],
    ) -> Result<(Document, Value), Failure> {
        let counting = match self.count {
            What::Positions => Counting::Positions,
            What::Tree => Counting::Tree,
        };
        let mut shown: Option<ProgressBar> = None;
        // How many positions there are is known when all are found.
        let whole = game.quality(ask, &mut |stage| match stage {
            EnumerationStage::Found(found) => {
                let spinner = shown.get_or_insert_with(spinner);
                spinner.set_message(format!("{found} positions found"));
                spinner.tick();
            }
            EnumerationStage::Judged(judged, of) => {
                if shown.as_ref().and_then(ProgressBar::length) != Some(of as u64) {
                    if let Some(spinner) = shown.take() {
                        spinner.finish_and_clear();
                    }
                    shown = Some(bar("positions judged", of as u64));
                }
                if let Some(bar) = &shown {
                    bar.set_position(judged as u64);
                }
            }
        });
        if let Some(bar) = shown {
            bar.finish_and_clear();
        }
        let whole = whole?;
        Ok((whole.document(readings, counting), whole.json(readings)))
    }

    fn drawn(
        &self,
        game: &dyn AnyGame,
        ask: &QualityRequest<'_>,
        by: &str,
        readings: &[Reading],
    ) -> Result<(Document, Value), Failure> {
        let by = Spec::parse(&Span::whole("--by", by))?;
        let drawing = SampleRequest {
            by: &by,
            at: &self.at,
            samples: self.samples,
            seed: Seed::new(self.seed),
        };
        let pool = pool(self.threads)?;
        let bar = bar("samples", self.samples.saturating_mul(self.at.len() as u64));
        let drawn = pool.install(|| game.draw(ask, &drawing, &|| bar.inc(1)));
        bar.finish_and_clear();
        let drawn = drawn?;
        Ok((drawn.document(readings), drawn.json(readings)))
    }
}

/// Names with commas between them, each with its place.
fn names(text: &str) -> Result<Vec<Spec>, Failure> {
    let whole = Span::whole("--measures", text);
    let mut from = 0;
    let specs = text.split(',').map(|name| {
        let start = from + name.len() - name.trim_start().len();
        from += name.len() + 1;
        Ok(Spec::parse(&whole.part(start..start + name.trim().len()))?)
    });
    specs.collect()
}
