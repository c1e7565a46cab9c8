//! `ludometer fit`: what specialists know, from their own games.

mod lines;
mod model;

use super::Failure;
use clap::{Args, Subcommand};

/// Fits what a specialist knows to games that it plays.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer fit loa-features --games 500 --nodes 500 --rounds 2 --output mine.toml\n  ludometer fit omaha-model --players 2 --hands 2000 --keep hands.txt"
)]
pub(super) struct Fit {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    LoaFeatures(lines::Features),
    LoaRealisation(lines::Realised),
    OmahaModel(model::OmahaModel),
}

impl Fit {
    pub(super) fn go(self) -> Result<(), Failure> {
        match self.what {
            What::LoaFeatures(command) => command.go(),
            What::LoaRealisation(command) => command.go(),
            What::OmahaModel(command) => command.go(),
        }
    }
}
