//! The command.

use std::process::ExitCode;

fn main() -> ExitCode {
    ludometer::cli::main(ludometer::catalogue::shipped().clone())
}
