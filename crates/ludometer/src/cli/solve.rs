//! `ludometer solve`: shortest solutions with certificates.

use super::Failure;
use super::forms::{Solution, VerifiedCertificate};
use super::help::program;
use super::log::say;
use super::output::{emit, emit_json};
use super::progress::{spinner, stop};
use super::resources::{MOST_MEGABYTES, THREADS, memory, pool, threads};
use super::schemas::Schema;
use clap::Args;
use ludometer_core::Notation;
use ludometer_games::slide::{Slide, Tiles};
use ludometer_solve::slide::{
    Certificate, Checking, Options, Progress, SolveOutcome, SolveStage, StopReason, solve, verify,
};
use ludometer_spec::source::{Diagnostic, Span};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Find a shortest solution of a puzzle, with a proof that none is shorter.
///
/// Stopped early, it prints the bounds that hold: at most N moves, at least M. With `--certificate` the moves
/// and the proof are written to a file that `--verify` checks independently of the solver.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer solve slide --k 4 --certificate slide4.cert\n  ludometer solve --verify slide4.cert\n  ludometer solve slide --k 3 '.87./.954/621./3...'\n  ludometer solve slide --k 5 --time 600"
)]
pub(super) struct Solve {
    /// Puzzle; only `slide`.
    #[arg(required_unless_present = "verify")]
    game: Option<String>,
    /// Position [default: the tiles in reversed order].
    position: Option<String>,
    /// Tiles along a side of the goal square.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=5))]
    k: u8,
    /// Run until the solution is proved shortest; exit code 1 if that fails.
    #[arg(long)]
    optimal: bool,
    /// Time limit in seconds [default: 600 for k = 5 without `--optimal`, else none].
    #[arg(long, value_name = "SECONDS", conflicts_with = "optimal")]
    time: Option<f64>,
    /// Memory limit for tables and states, in megabytes.
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = clap::value_parser!(u64).range(16..=MOST_MEGABYTES))]
    memory: u64,
    /// Worker threads; results do not depend on it unless a limit stops the search [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: Option<u16>,
    /// Write the solution and its proof to FILE.
    #[arg(long, value_name = "FILE")]
    certificate: Option<String>,
    /// Verify the certificate in FILE instead of solving.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "optimal", "time", "certificate"])]
    verify: Option<String>,
    /// Write the answer as JSON to FILE; `-` is stdout, instead of text.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

impl Solve {
    pub(super) fn go(self) -> Result<(), Failure> {
        match &self.verify {
            Some(path) => self.check(path),
            None => self.find(),
        }
    }

    fn find(&self) -> Result<(), Failure> {
        let (slide, tiles) = self.position()?;
        let spinner = spinner();
        let time = self
            .time
            .or((self.k == 5 && !self.optimal).then_some(600.0));
        let options = Options {
            deadline: time.map(deadline).transpose()?,
            optimal: true,
            threads: threads(self.threads)?,
            memory: memory(self.memory)?,
            ..Options::default()
        };
        let cancelled = stop();
        let outcome = solve(&slide, &tiles, &options, &|progress| {
            spinner.set_message(describe(&progress));
            flow(cancelled.load(Ordering::Relaxed))
        });
        spinner.finish_and_clear();
        self.tell(&slide, &tiles, &outcome)?;
        if let Some(path) = &self.certificate {
            let certificate = Certificate::new(&slide, &tiles, &outcome);
            let certificate = certificate.ok_or_else(|| {
                Failure::failed("no solution was found, so there is no certificate")
            })?;
            emit(&certificate.to_string(), Some(path))?;
            say(&format!(
                "the certificate is in {path}: verify it with `{} solve --verify {path}`",
                program()
            ));
        }
        match outcome.stopped {
            Some(StopReason::Cancelled) => Err(Failure::failed("stopped before the end")),
            Some(reason) if self.optimal => {
                Err(Failure::failed(format!("not proved: {}", because(reason))))
            }
            _ => Ok(()),
        }
    }

    fn position(&self) -> Result<(Slide, Tiles), Failure> {
        let game = self.game.as_deref().unwrap_or("slide");
        if game != "slide" {
            let diagnostic =
                Diagnostic::new(format!("`{game}` cannot be solved")).known(game, ["slide"]);
            return Err(diagnostic.into());
        }
        let slide =
            Slide::new(usize::from(self.k)).map_err(|error| Failure::usage(error.to_string()))?;
        let tiles = match &self.position {
            None => slide.reversed(false, false),
            Some(text) => slide
                .read(text)
                .map_err(|reason| Diagnostic::at(&Span::whole("position", text), reason))?,
        };
        Ok((slide, tiles))
    }

    fn tell(&self, slide: &Slide, tiles: &Tiles, outcome: &SolveOutcome) -> Result<(), Failure> {
        let moves = outcome
            .moves
            .as_ref()
            .map(|moves| moves.iter().map(ToString::to_string).collect::<Vec<_>>());
        if let Some(to) = &self.json {
            let solution = Solution {
                game: format!("slide(k={})", self.k),
                position: slide.write(tiles),
                moves: &moves,
                at_most: outcome.at_most(),
                at_least: outcome.at_least,
                optimal: outcome.is_optimal(),
                stopped: outcome.stopped.map(because),
            };
            emit_json(Schema::Solve, &solution, to)?;
            if to == "-" {
                return Ok(());
            }
        }
        let mut text = format!("position {}\n", slide.write(tiles));
        for line in moves.iter().flat_map(|moves| moves.chunks(20)) {
            text += &format!("{}\n", line.join(" "));
        }
        text += &match outcome.at_most() {
            Some(moves) if outcome.is_optimal() => {
                format!("{moves} moves, and no solution is shorter\n")
            }
            Some(moves) => format!("at most {moves} moves, at least {}\n", outcome.at_least),
            None => format!("no solution found; at least {} moves\n", outcome.at_least),
        };
        if let Some(reason) = outcome.stopped {
            say(&format!("stopped: {}", because(reason)));
        }
        emit(&text, None)
    }

    fn check(&self, path: &str) -> Result<(), Failure> {
        let text = std::fs::read_to_string(path).map_err(|error| Failure::file(path, &error))?;
        let certificate = Certificate::parse(&text)
            .map_err(|error| Failure::usage(format!("{path}: {error}")))?;
        let spinner = spinner();
        let cancelled = stop();
        let pool = pool(self.threads)?;
        let verified = pool.install(|| {
            verify(&certificate, &|checking| {
                spinner.set_message(match checking {
                    Checking::Moves => "replaying the moves".to_string(),
                    Checking::Tables { done, of } => {
                        format!("making and checking tables {done}/{of}")
                    }
                    Checking::Walk { boards } => {
                        format!("walking through all shorter ways: {boards} boards")
                    }
                });
                flow(cancelled.load(Ordering::Relaxed))
            })
        });
        spinner.finish_and_clear();
        let verified =
            verified.map_err(|refuted| Failure::failed(format!("{path} is refuted: {refuted}")))?;
        if let Some(to) = &self.json {
            let holds = VerifiedCertificate {
                certificate: path,
                verified: true,
                at_most: verified.at_most,
                at_least: verified.at_least,
                boards: verified.boards,
            };
            emit_json(Schema::SolveVerify, &holds, to)?;
            if to == "-" {
                return Ok(());
            }
        }
        let bounds = match verified.is_optimal() {
            true => format!("{} moves, and no solution is shorter", verified.at_most),
            false => format!(
                "at most {} moves, at least {}",
                verified.at_most, verified.at_least
            ),
        };
        emit(
            &format!(
                "verified: {bounds} ({} boards walked through)\n",
                verified.boards
            ),
            None,
        )
    }
}

fn deadline(seconds: f64) -> Result<Instant, Failure> {
    let time = Duration::try_from_secs_f64(seconds)
        .ok()
        .and_then(|time| Instant::now().checked_add(time));
    time.ok_or_else(|| {
        Failure::usage(format!(
            "--time {seconds}: a number of seconds from 0 is expected"
        ))
    })
}

fn flow(cancelled: bool) -> ControlFlow<()> {
    if cancelled {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

fn because(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Deadline => "the time is up",
        StopReason::Cancelled => "it was interrupted",
        StopReason::Memory => "the next step does not fit the memory; allow more with --memory",
    }
}

fn describe(progress: &Progress) -> String {
    let what = match progress.stage {
        SolveStage::Tables { done, of } => format!("pattern tables {done}/{of}"),
        SolveStage::Beam { width, depth } => format!("beam of {width}, depth {depth}"),
        SolveStage::Repair { window } => format!("shortening stretches of {window}"),
        SolveStage::Proof { threshold, depth } => {
            format!(
                "refuting {threshold} moves, depth {depth}, {} states",
                progress.states
            )
        }
    };
    let most = progress
        .at_most
        .map_or(String::new(), |most| format!(", at most {most}"));
    format!("{what}; at least {}{most}", progress.at_least)
}
