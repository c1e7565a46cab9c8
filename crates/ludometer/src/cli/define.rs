//! `--define`: names for evaluators on the command line.

use super::Failure;
use clap::Args;
use ludometer_arena::define::{Definition, all_named};
use ludometer_arena::registry::{AnyGame, Registry};
use ludometer_spec::spec::Spec;

/// What every command that takes agents can be told.
#[derive(Args)]
pub(super) struct Define {
    /// Define an evaluator: NAME is a weights or network file, built-in weights, or a spec; repeatable.
    #[arg(long = "define", value_name = "NAME=FILE")]
    definitions: Vec<String>,
}

impl Define {
    /// Gives the names to a game; `agents` must use them.
    pub(super) fn at(
        &self,
        game: &mut dyn AnyGame,
        agents: &[Spec],
        registry: &Registry,
    ) -> Result<(), Failure> {
        let load = |path: &str| std::fs::read_to_string(path);
        let definitions = registry.sources(&load, |sources| {
            Definition::of_options(&self.definitions, sources)
        })?;
        all_named(&definitions, agents.iter())?;
        for definition in definitions {
            game.define(definition)?;
        }
        Ok(())
    }
}
