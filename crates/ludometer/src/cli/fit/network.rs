//! `ludometer fit omaha-network`: an evaluation or a policy for Omaha Hi-Lo.

use super::super::Failure;
use super::super::output::{emit, reachable, say};
use super::super::progress::{bar, cores, stop};
use clap::{Args, ValueEnum};
use ludometer_catalogue::specialists::omaha::network::{Learn, Learner, TrainingProgress};

/// A network that learns to play Omaha Hi-Lo against McRaise (Kocsis, Szepesvári and Winands 2005,
/// section 5.2).
///
/// The network where the learning curve, smoothed in windows of 15 iterations, is highest is written.
/// `--define mine=FILE` lets `valued(mine)` or `policy(mine)` play with it. The files of `weights/` say
/// which command made them. The numbers are the same for any number of threads.
#[derive(Args)]
#[command(
    after_help = "Example:\n  ludometer fit omaha-network --by supervised-td --iterations 20 --output mine.toml\n  ludometer play omaha --define mine=mine.toml --seat human --seat 'valued(mine)'"
)]
pub(super) struct OmahaNetwork {
    /// How it learns.
    #[arg(long, value_enum, default_value = "supervised-td")]
    by: By,
    /// Hands an iteration; SPSA takes them twenty a perturbation, five decks on both sides from both
    /// seats.
    #[arg(long, value_name = "N", default_value_t = 2000,
          value_parser = clap::value_parser!(u64).range(20..=1_000_000))]
    hands: u64,
    /// Iterations.
    #[arg(long, value_name = "N", default_value_t = 30,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    iterations: u64,
    /// Card configurations a decision.
    #[arg(long, value_name = "N", default_value_t = 100,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    samples: u64,
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
enum By {
    /// An evaluation by simultaneous perturbations, from scratch.
    Spsa,
    /// A policy by simultaneous perturbations, from scratch.
    SpsaPolicy,
    /// An evaluation by temporal differences, from scratch.
    Td,
    /// An evaluation by temporal differences, from McRaise's own.
    SupervisedTd,
}

impl By {
    fn learner(self) -> Learner {
        match self {
            By::Spsa => Learner::Spsa,
            By::SpsaPolicy => Learner::SpsaPolicy,
            By::Td => Learner::Td,
            By::SupervisedTd => Learner::SupervisedTd,
        }
    }
}

impl OmahaNetwork {
    pub(super) fn go(self) -> Result<(), Failure> {
        reachable([&self.output])?;
        let learn = Learn {
            learner: self.by.learner(),
            hands: self.hands,
            iterations: self.iterations,
            samples: self.samples,
            seed: self.seed,
        };
        let bar = bar("hands", learn.all());
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.map_or_else(cores, usize::from))
            .build()
            .map_err(|error| Failure::failed(error.to_string()))?;
        let progress = TrainingProgress {
            tick: &|| bar.inc(1),
            stop: stop(),
        };
        let learned = pool.install(|| learn.learn(&progress));
        bar.finish_and_clear();
        let Some((file, performance)) = learned.map_err(Failure::failed)? else {
            return Err(Failure::failed("stopped before anything was learned"));
        };
        emit(&file.to_toml(), self.output.as_deref())?;
        say(&format!(
            "{performance:+.3} small bets a hand where the smoothed learning curve is highest"
        ));
        if let Some(path) = &self.output {
            say(&format!("written to {path}"));
        }
        Ok(())
    }
}
