//! `ludometer fit`: what specialists know, from their own games.

use super::Failure;
use super::output::{emit, reachable, say};
use super::progress::{bar, cores};
use crate::specialists::loa::Games;
use clap::{Args, ValueEnum};

/// Fits what a specialist knows to games that it plays against itself.
///
/// The files of `weights/` that agents are built with say which of these commands made them. The
/// numbers are the same for any number of threads.
#[derive(Args)]
#[command(
    after_help = "Example:\n  ludometer fit loa-features --games 500 --nodes 500 --rounds 2 --output mine.toml"
)]
pub(super) struct Fit {
    /// What to fit.
    #[arg(value_enum)]
    what: What,
    /// Games, in each round.
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// Forward-model calls a decision.
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// How often weights are fitted, each time to games that the last ones play.
    #[arg(long, value_name = "N", default_value_t = 2,
          value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,
    /// The number all dice come from.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(..=1 << 53))]
    seed: u64,
    /// Threads; the numbers are the same for any number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Writes the file here instead of to stdout.
    #[arg(long, value_name = "FILE")]
    output: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// The weights of the nine features of Lines of Action: outcomes regressed on them.
    LoaFeatures,
    /// How often moves of each category are played, of the times they could be.
    LoaRealisation,
}

impl Fit {
    pub(super) fn go(self) -> Result<(), Failure> {
        reachable([&self.output])?;
        let games = Games {
            games: self.games,
            nodes: self.nodes,
            seed: self.seed,
        };
        let rounds = match self.what {
            What::LoaFeatures => u64::from(self.rounds),
            What::LoaRealisation => 1,
        };
        let bar = bar("games", self.games * rounds);
        let watch = || bar.inc(1);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.map_or_else(cores, usize::from))
            .build()
            .map_err(|error| Failure::failed(error.to_string()))?;
        let text = pool.install(|| match self.what {
            What::LoaFeatures => {
                let fitted = games.features(self.rounds, &watch)?;
                toml::to_string(&fitted).map_err(|error| error.to_string())
            }
            What::LoaRealisation => Ok(games.realisation(&watch).to_text(&games.made_by())),
        });
        bar.finish_and_clear();
        let text = text.map_err(Failure::failed)?;
        emit(&text, self.output.as_deref())?;
        if let Some(path) = &self.output {
            say(&format!("written to {path}"));
        }
        Ok(())
    }
}
