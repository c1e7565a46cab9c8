//! What is wrong with a text, and where.

use std::fmt;

/// Whether an error stops the reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Ignored, as the framework ignores it.
    Warning,
    /// Nothing can be played.
    Error,
}

/// An error with its position in the text, lines and columns counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// Which line.
    pub line: usize,
    /// Which character of it.
    pub column: usize,
    /// How bad it is.
    pub severity: Severity,
    /// The offender and the remedy.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        write!(
            f,
            "{word}: line {}, column {}: {}",
            self.line, self.column, self.message
        )
    }
}

impl std::error::Error for Fault {}

/// Errors in the order in which they are found.
#[derive(Default)]
pub(crate) struct Faults(std::cell::RefCell<Vec<Fault>>);

impl Faults {
    /// No more than this many are kept: a text of noise has one in every word.
    const MOST: usize = 200;

    fn add(&self, severity: Severity, place: (usize, usize), message: String) {
        let mut faults = self.0.borrow_mut();
        let fault = Fault {
            line: place.0,
            column: place.1,
            severity,
            message,
        };
        let kept = faults.len() < Self::MOST || severity == Severity::Error;
        if kept && faults.len() < 2 * Self::MOST && !faults.contains(&fault) {
            faults.push(fault);
        }
    }

    pub(crate) fn warn(&self, place: (usize, usize), message: impl Into<String>) {
        self.add(Severity::Warning, place, message.into());
    }

    pub(crate) fn error(&self, place: (usize, usize), message: impl Into<String>) {
        self.add(Severity::Error, place, message.into());
    }

    /// All of them in the order of the text; `Err` when one of them is an error.
    pub(crate) fn settle(&self) -> Result<Vec<Fault>, Vec<Fault>> {
        let mut faults = self.0.take();
        faults.sort();
        if faults.iter().any(|fault| fault.severity == Severity::Error) {
            Err(faults)
        } else {
            Ok(faults)
        }
    }
}
