//! `ludometer train loa-features`, `loa-opponents` and `loa-realisation`: what agents know of Lines of
//! Action.

use super::super::Failure;
use super::super::log::say;
use super::super::output::{emit, reachable};
use super::super::progress::{bar, stop};
use super::super::resources::{THREADS, threads};
use clap::Args;
use ludometer_arena::work::Workers;
use ludometer_catalogue::specialists::loa::{Games, Pace};

/// Fit the feature weights of the Lines of Action evaluator by regression on game results.
///
/// The built-in file in `weights/` says which command made it. Results do not depend on the number of
/// threads.
#[derive(Args)]
#[command(
    after_help = "Example:\n  ludometer train loa-features --games 500 --nodes 500 --rounds 2 --output mine.toml"
)]
pub(super) struct Features {
    #[command(flatten)]
    played: Played,
    /// Number of rounds; each fits to games played with the weights of the round before.
    #[arg(long, value_name = "N", default_value_t = 2,
          value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,
}

/// Fit five weaker Lines of Action evaluators, each without one group of features.
///
/// The built-in file in `weights/` says which command made it. Results do not depend on the number of
/// threads.
#[derive(Args)]
#[command(after_help = "Example:\n  ludometer train loa-opponents --games 500 --nodes 500")]
pub(super) struct Opponents {
    #[command(flatten)]
    played: Played,
}

/// Estimate the realisation probabilities of move categories in Lines of Action.
///
/// The built-in file in `weights/` says which command made it. Results do not depend on the number of
/// threads.
#[derive(Args)]
#[command(after_help = "Example:\n  ludometer train loa-realisation --games 500 --nodes 500")]
pub(super) struct Realised {
    #[command(flatten)]
    played: Played,
}

#[derive(Args)]
struct Played {
    /// Games per round.
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// Forward-model calls per move.
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Random seed.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(..=1 << 53))]
    seed: u64,
    /// Worker threads; results do not depend on it [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: Option<u16>,
    /// Write the file to FILE [default: stdout].
    #[arg(long, value_name = "FILE")]
    output: Option<String>,
}

impl Features {
    pub(super) fn go(self) -> Result<(), Failure> {
        let rounds = self.rounds;
        self.played.fit(u64::from(rounds), |games, pace| {
            let fitted = games.features(rounds, pace)?;
            toml::to_string(&fitted).map_err(|error| error.to_string())
        })
    }
}

impl Opponents {
    pub(super) fn go(self) -> Result<(), Failure> {
        self.played.fit(1, |games, pace| {
            let fitted = games.opponents(pace)?;
            toml::to_string(&fitted).map_err(|error| error.to_string())
        })
    }
}

impl Realised {
    pub(super) fn go(self) -> Result<(), Failure> {
        self.played.fit(1, |games, pace| {
            Ok(games.realisation(pace)?.to_text(&games.made_by()))
        })
    }
}

impl Played {
    /// Plays the requested number of games, times `rounds`, and writes the text that `fitted` makes of them.
    fn fit(
        &self,
        rounds: u64,
        fitted: impl FnOnce(&Games, Pace<'_>) -> Result<String, String>,
    ) -> Result<(), Failure> {
        reachable([&self.output])?;
        let games = Games {
            games: self.games,
            nodes: self.nodes,
            seed: self.seed,
        };
        let bar = bar("games", self.games * rounds);
        let threads = threads(self.threads)?;
        let pace = Pace {
            workers: Workers::new(threads, stop()),
            tick: &|| bar.inc(1),
        };
        let text = fitted(&games, pace);
        bar.finish_and_clear();
        let text = text.map_err(Failure::failed)?;
        emit(&text, self.output.as_deref())?;
        if let Some(path) = &self.output {
            say(&format!("written to {path}"));
        }
        Ok(())
    }
}
