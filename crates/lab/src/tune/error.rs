//! Why a tuning failed. Completed trials stay stored.

use crate::store::StoreError;
use ludometer_spec::source::Diagnostic;

/// The offender and the remedy.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// The tuning is invalid.
    #[error(transparent)]
    Diagnostic(#[from] Diagnostic),
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A game or an agent broke its contract.
    #[error(
        "{game} failed: {message}\nhint: this is a defect of a game or an agent; every other answer is kept"
    )]
    Broken {
        /// Which game, and with which values.
        game: String,
        /// What it said.
        message: String,
    },
    /// An answer that is no finite number.
    #[error(
        "{game} gave {answer} as its {measure}\nhint: no tuner learns from that: narrow the ranges or take another measure; every other answer is kept"
    )]
    NotFinite {
        /// Which game, and with which values.
        game: String,
        /// What was measured.
        measure: String,
        /// The answer.
        answer: f64,
    },
    /// It was asked to stop.
    #[error("stopped after {spent} of {of} {what}\nhint: the same command goes on from there")]
    Stopped {
        /// Answers that are kept.
        spent: u64,
        /// Answers that were wanted.
        of: u64,
        /// Of what.
        what: &'static str,
    },
}
