//! `ludometer train omaha-network`: an evaluation or a policy for Omaha Hi-Lo.

use super::super::Failure;
use super::super::log::say;
use super::super::output::{emit, reachable};
use super::super::progress::{bar, stop};
use super::super::resources::{THREADS, pool};
use clap::{Args, ValueEnum};
use ludometer_catalogue::specialists::omaha::network::{Learn, Learner, TrainingProgress};

/// Train a neural network for Omaha Hi-Lo against the McRaise agent.
///
/// The method is that of Kocsis, Szepesvári and Winands (2005, section 5.2). The network at the maximum of
/// the learning curve, smoothed over 15 iterations, is written. To play with it, give `--define mine=FILE`
/// and the agent `valued(mine)` or `policy(mine)`. Results do not depend on the number of threads.
#[derive(Args)]
#[command(
    after_help = "Example:\n  ludometer train omaha-network --by supervised-td --iterations 20 --output mine.toml\n  ludometer play omaha --define mine=mine.toml --seat human --seat 'valued(mine)'"
)]
pub(super) struct OmahaNetwork {
    /// Learning method.
    #[arg(long, value_enum, default_value = "supervised-td")]
    by: By,
    /// Hands per iteration; SPSA uses twenty per perturbation (five deals, both signs, both seats).
    #[arg(long, value_name = "N", default_value_t = 2000,
          value_parser = clap::value_parser!(u64).range(20..=1_000_000))]
    hands: u64,
    /// Number of iterations.
    #[arg(long, value_name = "N", default_value_t = 30,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    iterations: u64,
    /// Sampled card configurations per decision.
    #[arg(long, value_name = "N", default_value_t = 100,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    samples: u64,
    /// Random seed.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(..=1 << 53))]
    seed: u64,
    /// Worker threads; results do not depend on it [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: Option<u16>,
    /// Write the network to FILE [default: stdout].
    #[arg(long, value_name = "FILE")]
    output: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum By {
    /// Evaluation by simultaneous perturbation (SPSA), from scratch.
    Spsa,
    /// Policy by simultaneous perturbation (SPSA), from scratch.
    SpsaPolicy,
    /// Evaluation by temporal differences, from scratch.
    Td,
    /// Evaluation by temporal differences, initialised with McRaise's by supervised learning.
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
        let pool = pool(self.threads)?;
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
