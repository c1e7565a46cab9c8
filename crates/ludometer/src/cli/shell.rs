//! `ludometer completions` and `ludometer man`: the commands and the registered names, for shells and
//! manuals.

use super::failure::Failure;
use super::log::say;
use super::output::emit;
use crate::bench::{benches, long_benches};
use clap::builder::PossibleValuesParser;
use clap::{Args, Command};
use clap_complete::Shell;
use ludometer_arena::registry::Registry;
use ludometer_catalogue::vgdl::Library;
use ludometer_papers::papers;
use std::collections::BTreeSet;

/// Print a completion script for a shell.
///
/// Commands and options are completed, and wherever an argument takes a name, the registered ones: plans,
/// tunings, papers, games, video games, agents, measures, starts and benchmarks.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer completions bash > ~/.local/share/bash-completion/completions/ludometer\n  ludometer completions zsh > ~/.zfunc/_ludometer\n  ludometer completions fish > ~/.config/fish/completions/ludometer.fish"
)]
pub(super) struct Completions {
    /// Shell.
    #[arg(value_enum)]
    shell: Shell,
}

/// Print the manual page, or write a page for every command.
///
/// The pages list the registered names where an argument takes one.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer man | man -l -\n  ludometer man --output ~/.local/share/man/man1"
)]
pub(super) struct Man {
    /// Write a page for every command to this folder.
    #[arg(long, value_name = "DIR")]
    output: Option<String>,
}

impl Completions {
    pub(super) fn go(
        self,
        command: Command,
        program: &str,
        registry: &Registry,
    ) -> Result<(), Failure> {
        let mut script = Vec::new();
        let mut command = naming(command, registry);
        clap_complete::generate(self.shell, &mut command, program, &mut script);
        let script = String::from_utf8_lossy(&script);
        emit(&script, None)
    }
}

impl Man {
    pub(super) fn go(self, command: Command, registry: &Registry) -> Result<(), Failure> {
        let command = naming(command, registry);
        let Some(folder) = &self.output else {
            let mut page = Vec::new();
            clap_mangen::Man::new(command).render(&mut page)?;
            return emit(&String::from_utf8_lossy(&page), None);
        };
        let failure = |error: std::io::Error| Failure::file(folder, &error);
        std::fs::create_dir_all(folder).map_err(failure)?;
        clap_mangen::generate_to(command, folder).map_err(failure)?;
        say(&format!("manual pages written to {folder}"));
        Ok(())
    }
}

/// The command for completion scripts and manuals: arguments that take a name have the registered names
/// as their values. The parser itself takes specs and files there as well.
fn naming(command: Command, registry: &Registry) -> Command {
    let owned = |names: &mut dyn Iterator<Item = &str>| -> Vec<String> {
        names.map(str::to_string).collect()
    };
    let plans = owned(&mut registry.plans().iter().map(|plan| plan.name.as_str()));
    let tunings = owned(&mut registry.tunings().iter().map(|tuning| tuning.name.as_str()));
    let games = owned(&mut registry.games().iter().map(|game| game.name.as_str()));
    let papers = owned(&mut papers().iter().map(|paper| paper.name));
    let benches = owned(
        &mut benches()
            .iter()
            .chain(long_benches())
            .map(|bench| bench.name),
    );
    let mut agents = listed(registry, "agent");
    agents.push("human".into());
    let (measures, starts) = (listed(registry, "measure"), listed(registry, "start"));
    let videos = owned(&mut Library::Shipped.names().into_iter());
    let values = |command: &str, argument: &str| match (command, argument) {
        ("run" | "report" | "cost" | "submit", "plan") => Some(plans.clone()),
        ("tune", "plan") => Some(tunings.clone()),
        ("reproduce", "papers") => Some(papers.clone()),
        ("bench", "names") => Some(benches.clone()),
        ("solve", "game") => Some(vec!["slide".into()]),
        ("render", "game") => Some(videos.clone()),
        (_, "game") => Some(games.clone()),
        (_, "agent" | "agents" | "seats") => Some(agents.clone()),
        (_, "measures" | "by") if command != "omaha-network" => Some(measures.clone()),
        (_, "start") => Some(starts.clone()),
        _ => None,
    };
    named(command, &values)
}

fn named(command: Command, values: &dyn Fn(&str, &str) -> Option<Vec<String>>) -> Command {
    let name = command.get_name().to_string();
    command
        .mut_args(|arg| match values(&name, arg.get_id().as_str()) {
            Some(names) => arg.value_parser(PossibleValuesParser::new(names)),
            None => arg,
        })
        .mut_subcommands(|inner| named(inner, values))
}

/// Every entry of a kind of every game, once.
fn listed(registry: &Registry, kind: &str) -> Vec<String> {
    let mut names = BTreeSet::new();
    for (_, game) in registry.opened_examples() {
        let entries = game.names().into_iter().filter(|(known, _)| *known == kind);
        names.extend(entries.map(|(_, entry)| entry.name));
    }
    names.into_iter().collect()
}
