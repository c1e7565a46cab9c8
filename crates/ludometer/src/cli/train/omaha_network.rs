//! `ludometer train omaha-network`: an evaluation or a policy for Omaha Hi-Lo.

use super::super::Failure;
use super::super::log::say;
use super::super::output::{emit, reachable};
use super::super::progress::{bar, stop};
use super::super::resources::{THREADS, threads};
use clap::{Args, ValueEnum};
use ludometer_arena::define::no_files;
use ludometer_arena::registry::Registry;
use ludometer_catalogue::specialists::omaha::network::{NetworkRole, PokerNetwork};
use ludometer_lab::plan::Size;
use ludometer_lab::store::Store;
use ludometer_lab::tune::{self, Phase, TuneOptions, Tuned, Tuning};
use ludometer_stats::{highest, smoothed};

/// Train a neural network for Omaha Hi-Lo against the McRaise agent.
///
/// The learners are the arms of the tuning `omaha-networks`, which `tune` runs with a store and a report.
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
    /// The arm of the study.
    fn arm(self) -> &'static str {
        match self {
            By::Spsa => "SPSA(EF)",
            By::SpsaPolicy => "SPSA(POL)",
            By::Td => "TD(EF)",
            By::SupervisedTd => "spvTD(EF)",
        }
    }

    fn role(self) -> NetworkRole {
        match self {
            By::SpsaPolicy => NetworkRole::Policy,
            By::Spsa | By::Td | By::SupervisedTd => NetworkRole::Evaluation,
        }
    }
}

/// Perturbations of an iteration, as published, where there are hands enough.
const PERTURBATIONS: u64 = 100;

/// How often the hands of a supervised start are gone through.
const EPOCHS: u64 = 300;

/// Iterations in a window of the learning curve.
const WINDOW: usize = 15;

impl OmahaNetwork {
    pub(super) fn go(self, registry: &Registry) -> Result<(), Failure> {
        reachable([&self.output])?;
        let tuning = tune::find("omaha-networks", &self.settings(), no_files, registry)?;
        let tuned = self.tuned(&tuning)?;
        let means = tuned.means();
        let best = highest(&means, WINDOW);
        let weights = tuned.point_before(best).to_vec();
        let network = PokerNetwork::new(self.by.role(), weights);
        let performance = smoothed(&means, WINDOW).get(best).map_or(0.0, |w| w.mean);
        emit(
            &network.file(self.command()).to_toml(),
            self.output.as_deref(),
        )?;
        say(&format!(
            "{performance:+.3} small bets a hand where the smoothed learning curve is highest"
        ));
        if let Some(path) = &self.output {
            say(&format!("written to {path}"));
        }
        Ok(())
    }

    /// Learns in a store of its own, which is gone afterwards.
    fn tuned(&self, tuning: &Tuning) -> Result<Tuned, Failure> {
        let folder = std::env::temp_dir().join(format!("ludometer-network-{}", std::process::id()));
        let failed = |error: std::io::Error| Failure::failed(error.to_string());
        std::fs::create_dir_all(&folder).map_err(failed)?;
        let bar = bar("hands", tuning.count(Size::Full));
        let mut progress = |phase: &Phase<'_>| {
            if let Phase::Tuning { games, .. } = phase {
                bar.set_position(*games);
            }
        };
        let threads = threads(self.threads)?;
        let mut learn = || -> Result<Tuned, Failure> {
            let mut store = Store::open(&folder.join("store.sqlite"))?;
            let options = TuneOptions {
                threads,
                stop: stop(),
                progress: &mut progress,
            };
            Ok(tune::tune(tuning, Size::Full, &mut store, options)?)
        };
        let tuned = learn();
        bar.finish_and_clear();
        std::fs::remove_dir_all(&folder).map_err(failed)?;
        tuned
    }

    /// The keys of the study.
    fn settings(&self) -> Vec<String> {
        let OmahaNetwork {
            by, hands, samples, ..
        } = *self;
        let agent = match by.role() {
            NetworkRole::Evaluation => "valued",
            NetworkRole::Policy => "policy",
        };
        let mut settings = vec![
            format!("arm={}", by.arm()),
            format!("agent={agent}(net={{net}}, samples={samples})"),
            format!("opponents=[\"mcraise(samples={samples})\"]"),
            format!("seed={}", self.seed),
            "held_out=4".to_string(),
        ];
        let batch = match by {
            By::Spsa | By::SpsaPolicy => {
                // Both signs play every deck from both seats.
                let decks = (hands / (4 * PERTURBATIONS)).max(1);
                let perturbations = (hands / (4 * decks)).max(1);
                settings.push(format!(
                    "batch={{ mirrored = true, perturbations = {perturbations}, evaluations = {} }}",
                    2 * decks
                ));
                4 * perturbations * decks
            }
            By::Td | By::SupervisedTd => {
                let decks = (hands / 2).max(1);
                let lessons = match by {
                    By::SupervisedTd => format!(", lessons={hands}, epochs={EPOCHS}"),
                    _ => String::new(),
                };
                settings.push(format!(
                    "learner=td(decks={decks}, samples={samples}{lessons})"
                ));
                2 * decks
            }
        };
        settings.push(format!("games={}", batch * self.iterations));
        settings
    }

    fn command(&self) -> String {
        let OmahaNetwork {
            by,
            hands,
            iterations,
            samples,
            seed,
            ..
        } = self;
        let by = by
            .to_possible_value()
            .map_or(String::new(), |by| by.get_name().to_string());
        format!(
            "ludometer train omaha-network --by {by} --hands {hands} --iterations {iterations} --samples {samples} --seed {seed}"
        )
    }
}
