//! `ludometer train`: evaluators, models and networks from games.

mod loa;
mod omaha_model;
mod omaha_network;
mod weights;

use super::Failure;
use super::log::note;
use clap::{Args, Subcommand};
use ludometer_arena::registry::Registry;

/// Train an evaluator, an opponent model or a network.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer train weights othello --measures class --first 5 --last 59 --output mine.toml\n  ludometer train omaha-model --hands 2000"
)]
pub(super) struct Train {
    #[command(subcommand)]
    kind: Kind,
}

#[derive(Subcommand)]
enum Kind {
    Weights(weights::Weights),
    #[command(flatten)]
    Specialist(Specialist),
}

#[derive(Subcommand)]
enum Specialist {
    LoaFeatures(loa::Features),
    LoaOpponents(loa::Opponents),
    LoaRealisation(loa::Realised),
    OmahaModel(omaha_model::OmahaModel),
    OmahaNetwork(omaha_network::OmahaNetwork),
}

/// Former name of `train weights`.
#[derive(Args)]
pub(super) struct Learn {
    #[command(flatten)]
    weights: weights::Weights,
}

/// Former name of `train` for what one game's agents know.
#[derive(Args)]
pub(super) struct Fit {
    #[command(subcommand)]
    what: Specialist,
}

impl Train {
    pub(super) fn go(self, registry: &Registry) -> Result<(), Failure> {
        match self.kind {
            Kind::Weights(command) => command.go(registry),
            Kind::Specialist(command) => command.go(registry),
        }
    }
}

impl Learn {
    pub(super) fn go(self, registry: &Registry) -> Result<(), Failure> {
        note("`learn` is now called `train weights`; the old name still works");
        self.weights.go(registry)
    }
}

impl Fit {
    pub(super) fn go(self, registry: &Registry) -> Result<(), Failure> {
        note("`fit` is now called `train`; the old name still works");
        self.what.go(registry)
    }
}

impl Specialist {
    fn go(self, registry: &Registry) -> Result<(), Failure> {
        match self {
            Specialist::LoaFeatures(command) => command.go(),
            Specialist::LoaOpponents(command) => command.go(),
            Specialist::LoaRealisation(command) => command.go(),
            Specialist::OmahaModel(command) => command.go(),
            Specialist::OmahaNetwork(command) => command.go(registry),
        }
    }
}
