//! `ludometer fit`: what specialists know, from their own games.

mod lines;
mod model;
mod network;

use super::Failure;
use clap::{Args, Subcommand};

/// Fits what a specialist knows to games that it plays.
#[derive(Args)]
#[command(after_help = "Example:\n  ludometer fit omaha-model")]
pub(super) struct Fit {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    LoaFeatures(lines::Features),
    LoaOpponents(lines::Opponents),
    LoaRealisation(lines::Realised),
    OmahaModel(model::OmahaModel),
    OmahaNetwork(network::OmahaNetwork),
}

impl Fit {
    pub(super) fn go(self) -> Result<(), Failure> {
        match self.what {
            What::LoaFeatures(command) => command.go(),
            What::LoaOpponents(command) => command.go(),
            What::LoaRealisation(command) => command.go(),
            What::OmahaModel(command) => command.go(),
            What::OmahaNetwork(command) => command.go(),
        }
    }
}
