//! `ludometer plan`: what can be said of a plan before it is run.

mod cost;
pub(super) mod sample;

pub(super) use cost::{estimate, longest, time};

use super::Failure;
use clap::{Args, Subcommand};
use ludometer_arena::registry::Registry;

/// Estimate what running a plan costs.
#[derive(Args)]
#[command(after_help = "Example:\n  ludometer plan cost slide-depth4 --seconds 20")]
pub(super) struct Plan {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Cost(cost::Cost),
}

impl Plan {
    pub(super) fn go(self, registry: &Registry) -> Result<(), Failure> {
        match self.what {
            What::Cost(command) => command.go(registry),
        }
    }
}
