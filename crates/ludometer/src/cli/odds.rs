//! `ludometer odds`: the mobility of moves over many positions; and `analyse --depth`, over one.

use super::Failure;
use super::corpus::Corpus;
use super::output::{Format, emit, emit_json, render};
use super::progress::{bar, cores};
use super::span::{Span, all};
use clap::Args;
use ludometer_arena::odds::{OddsRequest, Survey, present};
use ludometer_arena::registry::{AnyGame, Registry};
use ludometer_core::Seed;

/// Compares, over positions of random play, how often random minimaxing chooses a move with how much
/// choice the move leaves: the conjecture of Levene and Fenner, section 8.
///
/// The mobility ratio of a move is the product of the mean numbers of moves that its mover has at each
/// ply below it, over the product of those that the other side has; a finished game counts as one
/// forced move. Intervals resample whole positions.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer odds othello --depth 3 --samples 200\n  ludometer odds chess --depth 3 --samples 100 --seed 7 --format html --output chess.html"
)]
pub(super) struct Odds {
    /// The game, as in `othello(size=6)`; of two players, without chance and hidden information.
    game: String,
    #[command(flatten)]
    corpus: Corpus,
    /// Plies of lookahead.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=64))]
    depth: u32,
    /// How many positions.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    samples: u64,
    /// The number all dice come from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Leaves that a tree may have.
    #[arg(long, value_name = "N", default_value_t = 200_000_000)]
    leaves: u64,
    /// Threads; the results are the same for any number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// How to write it.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Where to write it; stdout if not given.
    #[arg(long, short, value_name = "FILE")]
    output: Option<String>,
    /// Writes every position and move as JSON to this file; `-` is stdout, instead of the report.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

impl Odds {
    pub(super) fn go(self, registry: &Registry) -> Result<(), Failure> {
        let (game, _) = self.corpus.open(&self.game, registry)?;
        let bar = bar("positions", self.samples);
        let surveyed = pool(self.threads)?.install(|| {
            game.survey(&Survey {
                depth: self.depth,
                samples: self.samples,
                seed: Seed::new(self.seed),
                leaves: self.leaves,
                progress: &|_, _| bar.inc(1),
            })
        });
        bar.finish_and_clear();
        let surveyed = surveyed?;
        if let Some(to) = &self.json {
            emit_json(&surveyed, to)?;
            if to == "-" {
                return Ok(());
            }
        }
        let document = present::surveyed(&surveyed);
        emit(&render(&document, self.format), self.output.as_deref())
    }
}

/// As many threads as were asked for, or as there are.
pub(super) fn pool(threads: Option<u16>) -> Result<rayon::ThreadPool, Failure> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.map_or_else(cores, usize::from))
        .build();
    pool.map_err(|error| Failure::failed(error.to_string()))
}

/// Random minimaxing of one position, for `analyse`.
#[derive(Args)]
pub(super) struct Lookahead {
    /// Shows how often random minimaxing of this many plies chooses each move, and nothing else.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64), conflicts_with_all = ["agent", "steps", "perft"])]
    depth: Option<u32>,
    /// Faces of a die for which exact chances are wanted as well; a range as in 2..10, and repeatable.
    #[arg(long, value_name = "N", requires = "depth")]
    alpha: Vec<Span>,
    /// Leaves that the tree may have.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 200_000_000,
        requires = "depth"
    )]
    leaves: u64,
}

impl Lookahead {
    pub(super) fn is_asked(&self) -> bool {
        self.depth.is_some()
    }

    pub(super) fn go(
        &self,
        game: &dyn AnyGame,
        position: Option<&str>,
        json: Option<&str>,
    ) -> Result<(), Failure> {
        let bar = bar("moves walked", 0);
        let odds = game.odds(&OddsRequest {
            position,
            depth: self.depth.unwrap_or(1),
            alphas: &all(&self.alpha),
            leaves: self.leaves,
            progress: &|done, of| {
                bar.set_length(of);
                bar.set_position(done);
            },
        });
        bar.finish_and_clear();
        let odds = odds?;
        if let Some(to) = json {
            emit_json(&odds.as_json(), to)?;
            if to == "-" {
                return Ok(());
            }
        }
        let mut text = odds.board.trim_end().to_string() + "\n";
        if let Some(written) = &odds.written {
            text += &format!("position {written}\n");
        }
        text += &format!("player {} is to move\n\n", odds.mover);
        text += render(&present::position(&odds), Format::Table).trim_start();
        emit(&text, None)
    }
}
