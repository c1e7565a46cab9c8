//! How a command ends when it does not end well.

use ludometer_arena::learn::LearnError;
use ludometer_lab::run::RunError;
use ludometer_lab::store::StoreError;
use ludometer_lab::tune::TuneError;
use ludometer_spec::source::Diagnostic;
use std::io::{self, Write};
use std::process::ExitCode;

/// What is said on stderr, and the exit code.
pub(super) struct Failure {
    code: u8,
    message: String,
}

impl Failure {
    /// The experiment failed: exit code 1.
    pub(super) fn failed(message: impl Into<String>) -> Failure {
        Failure {
            code: 1,
            message: message.into(),
        }
    }

    /// It was asked for wrongly: exit code 2.
    pub(super) fn usage(message: impl Into<String>) -> Failure {
        Failure {
            code: 2,
            message: message.into(),
        }
    }

    /// Nobody listens any more: exit code 0, and not a word.
    fn unheard() -> Failure {
        Failure {
            code: 0,
            message: String::new(),
        }
    }

    pub(super) fn tell(&self) -> ExitCode {
        if !self.message.is_empty() {
            // If stderr is gone too, the exit code still speaks.
            let _ = writeln!(io::stderr(), "error: {}", self.message);
        }
        ExitCode::from(self.code)
    }

    /// A file that cannot be read or written.
    pub(super) fn file(path: &str, error: &io::Error) -> Failure {
        Failure::usage(format!("{path}: {error}"))
    }
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Failure {
        Failure::usage(diagnostic.to_string())
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure::usage(error.to_string())
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Failure {
        match error {
            RunError::Diagnostic(diagnostic) => diagnostic.into(),
            RunError::Store(error) => Failure::failed(error.to_string()),
            broken @ RunError::Broken { .. } => Failure::failed(broken.to_string()),
        }
    }
}

impl From<LearnError> for Failure {
    fn from(error: LearnError) -> Failure {
        match error {
            LearnError::Diagnostic(diagnostic) => diagnostic.into(),
            stopped @ LearnError::Stopped { .. } => Failure::failed(stopped.to_string()),
        }
    }
}

impl From<TuneError> for Failure {
    fn from(error: TuneError) -> Failure {
        match error {
            TuneError::Diagnostic(diagnostic) => diagnostic.into(),
            other => Failure::failed(other.to_string()),
        }
    }
}

/// An error of stdout.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::unheard(),
            _ => Failure::failed(format!("the output cannot be written: {error}")),
        }
    }
}
