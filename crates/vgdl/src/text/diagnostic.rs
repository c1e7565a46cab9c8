//! What is wrong with a text, and where.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Whether an error stops the reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Ignored, as the framework ignores it.
    Warning,
    /// Nothing can be played.
    Error,
}

/// An error or a warning with its position in the text, lines and columns counted from 1. The same
/// message in several positions is one diagnostic, at the first of them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct VgdlDiagnostic {
    /// Which line.
    pub line: usize,
    /// Which character of it.
    pub column: usize,
    /// How bad it is.
    pub severity: Severity,
    /// The offender and the remedy.
    pub message: String,
    /// In how many positions it was found.
    pub times: usize,
}

impl VgdlDiagnostic {
    /// The message, with the number of positions where there are several.
    pub fn text(&self) -> String {
        match self.times {
            0 | 1 => self.message.clone(),
            times => format!(
                "{} ({times} times, first at line {})",
                self.message, self.line
            ),
        }
    }
}

impl fmt::Display for VgdlDiagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        let (line, column) = (self.line, self.column);
        write!(f, "{word}: line {line}, column {column}: {}", self.text())
    }
}

impl std::error::Error for VgdlDiagnostic {}

/// Messages with the positions in which they were found.
#[derive(Default)]
pub(crate) struct Diagnostics(std::cell::RefCell<Found>);

type Found = BTreeMap<(Severity, String), BTreeSet<(usize, usize)>>;

impl Diagnostics {
    /// No more messages than this are kept: a text of noise has another one in every word.
    const MOST: usize = 200;

    fn add(&self, severity: Severity, place: (usize, usize), message: String) {
        let mut found = self.0.borrow_mut();
        let kept = found.len() < Self::MOST || severity == Severity::Error;
        let room = kept && found.len() < 2 * Self::MOST;
        match found.get_mut(&(severity, message.clone())) {
            Some(places) => drop(places.insert(place)),
            None if room => drop(found.insert((severity, message), [place].into())),
            None => {}
        }
    }

    pub(crate) fn warn(&self, place: (usize, usize), message: impl Into<String>) {
        self.add(Severity::Warning, place, message.into());
    }

    pub(crate) fn error(&self, place: (usize, usize), message: impl Into<String>) {
        self.add(Severity::Error, place, message.into());
    }

    /// All of them in the order of the text; `Err` when one of them is an error.
    pub(crate) fn settle(&self) -> Result<Vec<VgdlDiagnostic>, Vec<VgdlDiagnostic>> {
        let found = self.0.take().into_iter();
        let mut diagnostics: Vec<VgdlDiagnostic> = found
            .filter_map(|((severity, message), places)| {
                let &(line, column) = places.first()?;
                Some(VgdlDiagnostic {
                    line,
                    column,
                    severity,
                    message,
                    times: places.len(),
                })
            })
            .collect();
        diagnostics.sort();
        match diagnostics
            .iter()
            .any(|found| found.severity == Severity::Error)
        {
            true => Err(diagnostics),
            false => Ok(diagnostics),
        }
    }
}
