//! `ludometer odds`: the mobility of moves over many positions; and `analyse --random-minimax`, of one.

use super::Failure;
use super::corpus::Corpus;
use super::log::note;
use super::number_range::{NumberRange, all};
use super::output::{Format, emit, emit_json, render};
use super::progress::bar;
use super::resources::{THREADS, pool};
use super::schemas::Schema;
use clap::Args;
use ludometer_arena::odds::{OddsRequest, SurveyRequest, present};
use ludometer_arena::registry::{AnyGame, Registry};
use ludometer_core::Seed;

/// Test whether minimax with random leaf values prefers mobility.
///
/// Over positions of random play, the probability that random minimaxing chooses a move is compared with the
/// mobility that the move leaves (the conjecture of Levene and Fenner, section 8). The mobility ratio of a
/// move is the product of the mean numbers of moves of its player at each ply below it, over the product of
/// those of the opponent; a finished game counts as one forced move. Confidence intervals bootstrap whole
/// positions.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer odds othello --depth 3 --samples 200\n  ludometer odds chess --depth 3 --samples 100 --seed 7 --format html --output chess.html"
)]
pub(super) struct Odds {
    /// Game, as in 'othello(size=6)'; of two players, without chance and hidden information.
    game: String,
    #[command(flatten)]
    corpus: Corpus,
    /// Search depth, in plies.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=64))]
    depth: u32,
    /// Number of positions.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    samples: u64,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Maximum number of leaves of a tree.
    #[arg(long, value_name = "N", default_value_t = 200_000_000)]
    leaves: u64,
    /// Worker threads; results do not depend on it [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: Option<u16>,
    /// Format of the report.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Write the report to FILE [default: stdout].
    #[arg(long, short, value_name = "FILE")]
    output: Option<String>,
    /// Write every position and move as JSON to FILE; `-` is stdout, instead of the report.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

impl Odds {
    pub(super) fn go(self, registry: &Registry) -> Result<(), Failure> {
        let (game, _) = self.corpus.open(&self.game, registry)?;
        let bar = bar("positions", self.samples);
        let surveyed = pool(self.threads)?.install(|| {
            game.survey(&SurveyRequest {
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
            emit_json(Schema::Odds, &surveyed, to)?;
            if to == "-" {
                return Ok(());
            }
        }
        let document = present::surveyed(&surveyed);
        emit(&render(&document, self.format), self.output.as_deref())
    }
}

/// Random minimaxing of one position, for `analyse`.
#[derive(Args)]
pub(super) struct Lookahead {
    /// Only show the probability that minimax of D plies with random leaf values chooses each move.
    #[arg(long, value_name = "D", group = "lookahead", value_parser = clap::value_parser!(u32).range(1..=64), conflicts_with_all = ["agent", "steps", "perft"])]
    random_minimax: Option<u32>,
    /// Former name of `--random-minimax`.
    #[arg(long, value_name = "D", group = "lookahead", hide = true, value_parser = clap::value_parser!(u32).range(1..=64), conflicts_with_all = ["agent", "steps", "perft"])]
    depth: Option<u32>,
    /// With `--random-minimax`: exact probabilities for leaf values from N equally likely scores too; a
    /// range as in 2..10, repeatable.
    #[arg(long, value_name = "N", requires = "lookahead")]
    alpha: Vec<NumberRange>,
    /// With `--random-minimax`: maximum number of leaves of the tree.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 200_000_000,
        requires = "lookahead"
    )]
    leaves: u64,
}

impl Lookahead {
    fn plies(&self) -> Option<u32> {
        self.random_minimax.or(self.depth)
    }

    pub(super) fn is_asked(&self) -> bool {
        self.plies().is_some()
    }

    pub(super) fn go(
        &self,
        game: &dyn AnyGame,
        position: Option<&str>,
        json: Option<&str>,
    ) -> Result<(), Failure> {
        if self.depth.is_some() {
            note("`--depth` is now called `--random-minimax`; the old name still works");
        }
        let bar = bar("moves walked", 0);
        let odds = game.odds(&OddsRequest {
            position,
            depth: self.plies().unwrap_or(1),
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
            emit_json(Schema::MoveOdds, &odds.as_json(), to)?;
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
