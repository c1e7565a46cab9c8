//! Why a number could not be computed.

use std::fmt;

/// The offending argument and the remedy, as a lower-case phrase.
#[derive(Clone, Debug, PartialEq)]
pub enum Error {
    /// Fewer values than the method needs.
    TooFew {
        /// The argument.
        what: &'static str,
        /// How many are needed.
        needed: usize,
        /// How many were given.
        got: usize,
    },
    /// A value that cannot be ordered.
    NotANumber {
        /// The argument.
        what: &'static str,
        /// Where in it.
        index: usize,
    },
    /// Two samples that must be paired and are not.
    Lengths {
        /// Length of the first.
        left: usize,
        /// Length of the second.
        right: usize,
    },
    /// An argument outside its domain.
    OutOfRange {
        /// The argument.
        what: &'static str,
        /// Its value.
        value: f64,
        /// The domain, in words.
        expected: &'static str,
    },
    /// An exact distribution too large to enumerate.
    TooLarge {
        /// The test.
        what: &'static str,
        /// The size that was asked for.
        size: usize,
        /// The largest size that is answered.
        limit: usize,
    },
    /// A sample without spread, where the statistic is a quotient by the spread.
    Constant {
        /// The argument.
        what: &'static str,
    },
    /// A value that is infinite or not a number.
    NotFinite {
        /// The column.
        column: String,
        /// Where in it.
        index: usize,
    },
    /// Columns of a regression that follow from the columns before them.
    Dependent {
        /// Their names.
        columns: Vec<String>,
    },
    /// A row that a coefficient rests on alone.
    Leverage {
        /// Its number, from 0.
        row: usize,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::TooFew { what, needed, got } => {
                write!(f, "`{what}` has {got} values, needs at least {needed}")
            }
            Error::NotANumber { what, index } => {
                write!(f, "`{what}` is not a number at index {index}")
            }
            Error::Lengths { left, right } => {
                write!(f, "paired samples differ in length: {left} and {right}")
            }
            Error::OutOfRange {
                what,
                value,
                expected,
            } => write!(f, "`{what}` is {value}, must be {expected}"),
            Error::TooLarge { what, size, limit } => write!(
                f,
                "{what} is exact up to size {limit}, got {size}: use the asymptotic method"
            ),
            Error::Constant { what } => write!(f, "`{what}` has no spread"),
            Error::NotFinite { column, index } => {
                write!(f, "`{column}` is not a finite number at index {index}")
            }
            Error::Dependent { columns } => write!(
                f,
                "`{}` can be computed from the constant and the columns before: leave out what is \
                 named here",
                columns.join("`, `")
            ),
            Error::Leverage { row } => write!(
                f,
                "a coefficient rests on row {row} alone: take more rows, or other errors than HC3"
            ),
        }
    }
}

impl std::error::Error for Error {}

/// `values` has at least `needed` entries.
pub(crate) fn enough<T>(what: &'static str, values: &[T], needed: usize) -> Result<(), Error> {
    if values.len() < needed {
        return Err(Error::TooFew {
            what,
            needed,
            got: values.len(),
        });
    }
    Ok(())
}

/// No entry of `values` is NaN.
pub(crate) fn ordered(what: &'static str, values: &[f64]) -> Result<(), Error> {
    match values.iter().position(|value| value.is_nan()) {
        Some(index) => Err(Error::NotANumber { what, index }),
        None => Ok(()),
    }
}

/// `left` and `right` can be paired.
pub(crate) fn paired(left: &[f64], right: &[f64]) -> Result<(), Error> {
    if left.len() != right.len() {
        return Err(Error::Lengths {
            left: left.len(),
            right: right.len(),
        });
    }
    Ok(())
}

/// `value` lies strictly between 0 and 1.
pub(crate) fn open_unit(what: &'static str, value: f64) -> Result<(), Error> {
    if value > 0.0 && value < 1.0 {
        return Ok(());
    }
    Err(Error::OutOfRange {
        what,
        value,
        expected: "between 0 and 1, both excluded",
    })
}

/// `value` lies between 0 and 1, both allowed.
pub(crate) fn unit(what: &'static str, value: f64) -> Result<(), Error> {
    if (0.0..=1.0).contains(&value) {
        return Ok(());
    }
    Err(Error::OutOfRange {
        what,
        value,
        expected: "between 0 and 1",
    })
}

/// `successes` of `n` is a share: `n` is positive and not exceeded.
pub(crate) fn share(successes: u64, n: u64) -> Result<(), Error> {
    if n == 0 {
        return Err(Error::OutOfRange {
            what: "n",
            value: 0.0,
            expected: "at least 1",
        });
    }
    if successes > n {
        return Err(Error::OutOfRange {
            what: "successes",
            value: successes as f64,
            expected: "at most n",
        });
    }
    Ok(())
}
