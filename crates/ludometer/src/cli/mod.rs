//! The shells: the only rooms that read arguments, print, and touch files.

mod analyse;
mod bench;
mod corpus;
mod define;
mod failure;
mod fit;
mod hands;
mod learn;
mod list;
mod odds;
mod output;
mod pace;
mod play;
mod progress;
mod quality;
mod report;
mod reproduce;
mod run;
mod solve;
mod span;
mod terminal;
mod theory;
mod tune;
mod vgdl;

use clap::{Parser, Subcommand};
use failure::Failure;
use ludometer_arena::registry::Registry;
use std::process::ExitCode;

/// A laboratory for game-playing agents.
#[derive(Parser)]
#[command(name = "ludometer", version, about, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Reproduce(reproduce::Reproduce),
    Run(run::Run),
    Report(report::Report),
    List(list::List),
    Play(play::Play),
    Analyse(analyse::Analyse),
    Learn(learn::Learn),
    Tune(tune::Tune),
    Fit(fit::Fit),
    Hands(hands::Hands),
    Quality(quality::Quality),
    Solve(solve::Solve),
    Odds(odds::Odds),
    Theory(theory::Theory),
    Vgdl(vgdl::Vgdl),
    Bench(bench::Bench),
}

/// Reads the arguments, does what they say with what is registered, and gives the exit code: 0, 1 when
/// the experiment failed, 2 when it was asked for wrongly.
pub fn main(registry: Registry) -> ExitCode {
    let done = match Cli::parse().command {
        Command::Reproduce(command) => command.go(&registry),
        Command::Run(command) => command.go(&registry),
        Command::Report(command) => command.go(&registry),
        Command::List(command) => command.go(&registry),
        Command::Play(command) => command.go(&registry),
        Command::Analyse(command) => command.go(&registry),
        Command::Learn(command) => command.go(&registry),
        Command::Tune(command) => command.go(&registry),
        Command::Fit(command) => command.go(),
        Command::Hands(command) => command.go(),
        Command::Quality(command) => command.go(&registry),
        Command::Solve(command) => command.go(),
        Command::Odds(command) => command.go(&registry),
        Command::Theory(command) => command.go(),
        Command::Vgdl(command) => command.go(),
        Command::Bench(command) => command.go(&registry),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.tell(),
    }
}
