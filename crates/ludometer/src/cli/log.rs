//! What is said beside the data: on stderr as much as was asked for, and in a log file.

use super::Failure;
use super::visible::visible;
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::sync::{Mutex, OnceLock};
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

/// Events that people see unless they ask for silence; they are printed without their level.
const TOLD: &str = "ludometer::told";

/// How much is said on stderr.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Verbosity {
    /// Errors alone.
    Quiet,
    /// What a command did, notes and errors.
    Normal,
    /// What is opened, how many cells, threads and the store as well.
    Info,
    /// Everything.
    Debug,
}

static VERBOSITY: OnceLock<Verbosity> = OnceLock::new();

/// Whether only errors are wanted.
pub(super) fn is_quiet() -> bool {
    VERBOSITY.get() == Some(&Verbosity::Quiet)
}

/// Begins to listen; before that nothing that is said is heard.
pub(super) fn start(verbosity: Verbosity, file: Option<&str>) -> Result<(), Failure> {
    let _ = VERBOSITY.set(verbosity);
    let open = |path: &str| {
        let file = OpenOptions::new().create(true).append(true).open(path);
        file.map_err(|error| Failure::file(path, &error))
    };
    let (file, failure) = match file.map(open).transpose() {
        Ok(file) => (file, None),
        Err(failure) => (None, Some(failure)),
    };
    let detail = match verbosity {
        Verbosity::Debug => LevelFilter::DEBUG,
        _ => LevelFilter::INFO,
    };
    let file = file.map(|file| {
        tracing_subscriber::fmt::layer()
            .with_ansi(false)
            .with_target(false)
            .with_writer(Mutex::new(file))
            .log_internal_errors(false)
            .with_filter(detail)
    });
    // A second registry in one process hears what the first one set up.
    let _ = tracing_subscriber::registry()
        .with(Stderr(verbosity))
        .with(file)
        .try_init();
    failure.map_or(Ok(()), Err)
}

/// Says something to the person at the terminal.
pub(super) fn say(text: &str) {
    tracing::info!(target: TOLD, "{text}");
}

/// Says something that the person should know for the next time.
pub(super) fn note(text: &str) {
    tracing::warn!(target: TOLD, "note: {text}");
}

/// Writes events to stderr.
struct Stderr(Verbosity);

impl Stderr {
    fn wants(&self, level: Level, told: bool) -> bool {
        let least = match level {
            Level::ERROR => Verbosity::Quiet,
            _ if told => Verbosity::Normal,
            Level::WARN => Verbosity::Normal,
            Level::INFO => Verbosity::Info,
            _ => Verbosity::Debug,
        };
        self.0 >= least
    }
}

impl<S: Subscriber> Layer<S> for Stderr {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let (level, told) = (*event.metadata().level(), event.metadata().target() == TOLD);
        if !self.wants(level, told) {
            return;
        }
        let mut line = match told {
            true => String::new(),
            false => format!("{}: ", level.as_str().to_ascii_lowercase()),
        };
        let mut words = Words::default();
        event.record(&mut words);
        line += &words.message;
        line += &words.fields;
        // Words are a courtesy: if stderr is gone, the data still counts.
        let _ = writeln!(io::stderr(), "{}", visible(&line, false));
    }
}

/// The message of an event, and its fields as `key=value`.
#[derive(Default)]
struct Words {
    message: String,
    fields: String,
}

impl Visit for Words {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        // Memory takes every text.
        let _ = match field.name() {
            "message" => write!(self.message, "{value:?}"),
            name => write!(self.fields, " {name}={value:?}"),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_verbosity_has_its_levels() {
        let heard = |verbosity| {
            let stderr = Stderr(verbosity);
            let plain = [Level::ERROR, Level::WARN, Level::INFO, Level::DEBUG];
            let plain = plain.map(|level| stderr.wants(level, false));
            (plain, stderr.wants(Level::INFO, true))
        };
        assert_eq!(
            heard(Verbosity::Quiet),
            ([true, false, false, false], false)
        );
        assert_eq!(heard(Verbosity::Normal), ([true, true, false, false], true));
        assert_eq!(heard(Verbosity::Info), ([true, true, true, false], true));
        assert_eq!(heard(Verbosity::Debug), ([true, true, true, true], true));
    }
}
