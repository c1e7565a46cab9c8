//! `ludometer store`: what a store holds, and its care.

mod audit;
mod check;
mod compare;
mod list;
pub(super) mod merge;
mod prune;
mod repair;
mod show;

use super::Failure;
use clap::{Args, Subcommand};
use ludometer_arena::registry::Registry;
use ludometer_lab::store::Store as Opened;
use std::path::Path;

/// List, compare, merge, check and repair stores of results.
///
/// A store is one SQLite file. Episodes are kept in blocks, each with a checksum over its content and its
/// address, so one flipped byte is found and located.
#[derive(Args)]
#[command(after_help = "Examples:\n  ludometer store list\n  ludometer store check")]
pub(super) struct Store {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    List(list::List),
    Show(show::Show),
    Compare(compare::Compare),
    Prune(prune::Prune),
    Merge(merge::Merge),
    Check(check::Check),
    Repair(repair::Repair),
    Audit(audit::Audit),
}

/// The store that a command is about.
#[derive(Args)]
struct File {
    /// SQLite file that keeps all results.
    #[arg(long, value_name = "FILE", default_value = "ludometer.sqlite")]
    store: String,
}

impl File {
    fn path(&self) -> &Path {
        Path::new(&self.store)
    }

    fn open(&self) -> Result<Opened, Failure> {
        Ok(Opened::open_to_read(self.path())?)
    }
}

impl Store {
    pub(super) fn go(self, registry: &Registry) -> Result<(), Failure> {
        match self.what {
            What::List(command) => command.go(),
            What::Show(command) => command.go(),
            What::Compare(command) => command.go(),
            What::Prune(command) => command.go(registry),
            What::Merge(command) => command.go(registry),
            What::Check(command) => command.go(),
            What::Repair(command) => command.go(),
            What::Audit(command) => command.go(registry),
        }
    }
}

/// The first characters of a key, which identify a cell in most stores.
fn short(key: &str) -> String {
    key.chars().take(12).collect()
}

/// What is played, on one line: the game and the seats of a description.
fn title(description: &str) -> String {
    let value = |line: &str| {
        line.split_once(' ')
            .map_or(String::new(), |(_, value)| value.into())
    };
    let lines = || description.lines();
    let game = lines().find(|line| line.starts_with("game ")).map(value);
    let seats: Vec<String> = lines()
        .filter(|line| line.starts_with("seat "))
        .map(value)
        .collect();
    match game {
        Some(game) if seats.is_empty() => game,
        Some(game) => format!("{game}: {}", seats.join(" | ")),
        None => lines().take(2).collect::<Vec<_>>().join(" "),
    }
}
