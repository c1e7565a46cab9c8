//! How a command ends when it does not end well.

use ludometer_arena::learn::LearnError;
use ludometer_lab::archive::ArchiveError;
use ludometer_lab::run::RunError;
use ludometer_lab::store::StoreError;
use ludometer_lab::tune::TuneError;
use ludometer_papers::ReproduceError;
use ludometer_spec::source::Diagnostic;
use std::io;

/// How a command ends, as the shell that called it sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// Done, or nobody reads the output any more.
    Done = 0,
    /// Asked for rightly and failed: an experiment that was stopped, a check that found something.
    Failed = 1,
    /// Asked for wrongly: arguments, plans, files that cannot be read or written.
    Usage = 2,
    /// Stopped by a signal with everything that was finished stored: the same command goes on from there.
    /// It is what `sysexits.h` calls a temporary failure.
    Stopped = 75,
    /// Ended at once by a second Ctrl-C.
    Interrupted = 130,
}

impl Exit {
    /// Every code with what it means, as help and documentation print it.
    pub(super) const TABLE: [(Exit, &'static str); 5] = [
        (Exit::Done, "done, also if the reader of a pipe went away"),
        (
            Exit::Failed,
            "failed: a check found a violation, or results could not be stored",
        ),
        (
            Exit::Usage,
            "usage: arguments, a plan, the project file or a file's name is wrong",
        ),
        (
            Exit::Stopped,
            "stopped by Ctrl-C or SIGTERM: the same command goes on from what is stored",
        ),
        (
            Exit::Interrupted,
            "interrupted: ended at once by Ctrl-C, the second one in long runs",
        ),
    ];

    /// The code.
    pub(super) fn code(self) -> u8 {
        self as u8
    }
}

/// What is said on stderr, and the exit code.
#[derive(Debug)]
pub(super) struct Failure {
    exit: Exit,
    message: String,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl Failure {
    /// It was asked for rightly and failed.
    pub(super) fn failed(message: impl Into<String>) -> Failure {
        Failure {
            exit: Exit::Failed,
            message: message.into(),
        }
    }

    /// It was stopped, and the same command goes on.
    pub(super) fn stopped(message: impl Into<String>) -> Failure {
        Failure {
            exit: Exit::Stopped,
            message: message.into(),
        }
    }

    /// It was asked for wrongly.
    pub(super) fn usage(message: impl Into<String>) -> Failure {
        Failure {
            exit: Exit::Usage,
            message: message.into(),
        }
    }

    /// Nobody reads the output any more: no failure, and not a word.
    fn unheard() -> Failure {
        Failure {
            exit: Exit::Done,
            message: String::new(),
        }
    }

    /// Says what is wrong and gives the exit code.
    pub(super) fn tell(&self) -> u8 {
        if !self.message.is_empty() {
            tracing::error!("{}", self.message);
        }
        self.exit.code()
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
            other @ (RunError::Broken { .. }
            | RunError::OutOfOrder { .. }
            | RunError::OtherRules { .. }
            | RunError::NeitherIsRight { .. }
            | RunError::UnionIsWrong { .. }) => Failure::failed(other.to_string()),
        }
    }
}

impl From<ArchiveError> for Failure {
    fn from(error: ArchiveError) -> Failure {
        match error {
            ArchiveError::Diagnostic(diagnostic) => diagnostic.into(),
            ArchiveError::Store(error) => error.into(),
            other => Failure::failed(other.to_string()),
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
            stopped @ TuneError::Stopped { .. } => Failure::stopped(stopped.to_string()),
            other => Failure::failed(other.to_string()),
        }
    }
}

impl From<ReproduceError> for Failure {
    fn from(error: ReproduceError) -> Failure {
        match error {
            ReproduceError::Diagnostic(diagnostic) => diagnostic.into(),
            ReproduceError::Run(error) => error.into(),
            ReproduceError::Store(error) => error.into(),
            ReproduceError::Tune(error) => error.into(),
            stopped @ ReproduceError::Stopped { .. } => Failure::stopped(stopped.to_string()),
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
