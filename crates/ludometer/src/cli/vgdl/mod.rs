//! `ludometer vgdl`: games of VGDL as texts, as recorded episodes and as pictures.

mod check;
mod render;
mod replay;

use super::Failure;
use clap::{Args, Subcommand};

/// Check, replay and draw video games in VGDL.
#[derive(Args)]
#[command(after_help = "Example:\n  ludometer vgdl check crates/games-other/games-vgdl")]
pub(super) struct Vgdl {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Check(check::Check),
    Replay(replay::Replay),
    Render(render::Render),
}

impl Vgdl {
    pub(super) fn go(self) -> Result<(), Failure> {
        match self.what {
            What::Check(command) => command.go(),
            What::Replay(command) => command.go(),
            What::Render(command) => command.go(),
        }
    }
}
