//! Why a question could not be answered.

use dashu_int::UBig;

/// The place, the offender and the remedy, as a lower-case phrase.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Error {
    /// A text that is no tree.
    #[error("line {line}, column {column}: {what}; {remedy}")]
    Syntax {
        /// Counted from 1.
        line: usize,
        /// In characters, counted from 1.
        column: usize,
        /// What is wrong, with the offending sign or number.
        what: String,
        /// What would be right.
        remedy: String,
    },
    /// A tree with more leaves than can be counted.
    #[error("the tree has at least {leaves} leaves, and {fit} can be counted; write a smaller one")]
    Uncountable {
        /// How many it has, or how many the part has that is already too large.
        leaves: UBig,
        /// How many fit.
        fit: u64,
    },
    /// A tree too large for exact arithmetic.
    #[error("the tree has {leaves} leaves, and about {fit} would fit for {what}; {remedy}")]
    TooLarge {
        /// What was asked for.
        what: &'static str,
        /// How many leaves the tree has.
        leaves: u64,
        /// How many leaves a tree of this shape may have.
        fit: u64,
        /// What to do instead.
        remedy: &'static str,
    },
    /// A node was to have children and got none.
    #[error("{what} has no children; a position without moves is a leaf")]
    Childless {
        /// The offender.
        what: &'static str,
    },
    /// An argument outside its domain.
    #[error("`{what}` is {value}; it must be {expected}")]
    OutOfRange {
        /// The argument.
        what: &'static str,
        /// Its value.
        value: String,
        /// The domain, in words.
        expected: String,
    },
    /// A walk that did not leave as many nodes as it entered.
    #[error("the walk {how}; every node entered must be left once")]
    Unbalanced {
        /// In which way.
        how: &'static str,
    },
    /// Profiles taken at the nodes of another rule.
    #[error("a profile has {got} values and the rule {expected} nodes; take both from one rule")]
    OtherRule {
        /// Values in the profile.
        got: usize,
        /// Nodes of the rule.
        expected: usize,
    },
    /// Quadrature that did not become accurate enough.
    #[error(
        "the error is still about {error:e} after {nodes} nodes, and {tolerance:e} was asked for; allow more nodes or a larger error"
    )]
    Unresolved {
        /// The error that is left.
        error: f64,
        /// What was asked for.
        tolerance: f64,
        /// How many quadrature nodes were used.
        nodes: usize,
    },
}

impl Error {
    pub(crate) fn out_of_range(
        what: &'static str,
        value: impl ToString,
        expected: impl Into<String>,
    ) -> Error {
        Error::OutOfRange {
            what,
            value: value.to_string(),
            expected: expected.into(),
        }
    }
}

/// Refuses `work` above `limit`, where work grows in proportion to the leaves of a shape.
pub(crate) fn affordable(
    what: &'static str,
    remedy: &'static str,
    leaves: u64,
    work: u128,
    limit: u128,
) -> Result<(), Error> {
    if work <= limit {
        return Ok(());
    }
    let fit = u128::from(leaves).saturating_mul(limit) / work;
    Err(Error::TooLarge {
        what,
        leaves,
        fit: u64::try_from(fit).unwrap_or(u64::MAX).min(leaves),
        remedy,
    })
}
