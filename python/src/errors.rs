//! Exceptions. They are classes of `ludometer.errors`, so that each can have a builtin one as a second
//! base.

use ludometer::arrays::BatchError;
use ludometer::source::Diagnostic;
use pyo3::prelude::*;
use pyo3::types::PyType;

/// An exception of `ludometer.errors` with this message.
pub(crate) fn raise(py: Python<'_>, class: &str, message: &str) -> PyErr {
    let class = py
        .import("ludometer.errors")
        .and_then(|module| module.getattr(class))
        .and_then(|class| Ok(class.cast_into::<PyType>()?));
    match class {
        Ok(class) => PyErr::from_type(class, (message.to_owned(),)),
        Err(error) => error,
    }
}

/// What is wrong with an argument.
pub(crate) fn invalid(py: Python<'_>, message: impl std::fmt::Display) -> PyErr {
    raise(py, "InvalidInputError", &message.to_string())
}

/// What is wrong with a text, with its place and a hint.
pub(crate) fn diagnosed(py: Python<'_>, diagnostic: &Diagnostic) -> PyErr {
    invalid(py, diagnostic)
}

/// Why an action cannot be taken.
pub(crate) fn illegal(py: Python<'_>, message: impl std::fmt::Display) -> PyErr {
    raise(py, "IllegalActionError", &message.to_string())
}

/// Why a step of a vector is refused.
pub(crate) fn batch(py: Python<'_>, error: &BatchError) -> PyErr {
    match error {
        BatchError::Illegal { .. } => illegal(py, error),
        BatchError::Finished { .. } | BatchError::Length { .. } => invalid(py, error),
    }
}
