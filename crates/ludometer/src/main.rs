//! The command.

use std::process::ExitCode;

fn main() -> ExitCode {
    ludometer::cli(ludometer::catalogue())
}
