//! What a request is answered with where it cannot be done: words and a remedy, as JSON.

use axum::http::StatusCode;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use ludometer_spec::source::Diagnostic;
use serde::Serialize;

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Problem {
    /// The status of the answer.
    #[serde(skip)]
    pub(crate) status: u16,
    /// What is wrong.
    pub(crate) error: String,
    /// What can be done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) remedy: Option<String>,
    /// Where it is in a text that was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) place: Option<Place>,
}

/// A place in a text, counted from 1 in lines and characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Place {
    /// The name of the text, such as `seat 1`.
    pub(crate) of: String,
    /// Its line.
    pub(crate) line: usize,
    /// The character in the line.
    pub(crate) column: usize,
    /// How many characters are meant.
    pub(crate) length: usize,
}

impl Problem {
    /// A problem with this status.
    pub(crate) fn new(status: StatusCode, error: impl Into<String>) -> Problem {
        Problem {
            status: status.as_u16(),
            error: error.into(),
            remedy: None,
            place: None,
        }
    }

    /// A request that says something wrong.
    pub(crate) fn wrong(error: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, error)
    }

    /// Something that is not there.
    pub(crate) fn missing(error: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, error)
    }

    /// Something that cannot be done now.
    pub(crate) fn conflict(error: impl Into<String>) -> Problem {
        Problem::new(StatusCode::CONFLICT, error)
    }

    /// Something that this client may not do.
    pub(crate) fn forbidden(error: impl Into<String>) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, error)
    }

    /// Something that failed here.
    pub(crate) fn failed(error: impl Into<String>) -> Problem {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, error)
    }

    /// What a library said, whose hint is on a line of its own.
    pub(crate) fn said(status: StatusCode, words: &str) -> Problem {
        match words.rsplit_once("\nhint: ") {
            Some((error, hint)) => Problem::new(status, error).remedy(hint),
            None => Problem::new(status, words),
        }
    }

    /// With what can be done.
    pub(crate) fn remedy(mut self, remedy: impl Into<String>) -> Problem {
        self.remedy = Some(remedy.into());
        self
    }
}

impl From<Diagnostic> for Problem {
    fn from(diagnostic: Diagnostic) -> Problem {
        let place = diagnostic.place().map(|span| {
            let (line, column) = span.line_and_column();
            let marked = span.text().lines().next().unwrap_or_default();
            Place {
                of: span.source.name.clone(),
                line,
                column,
                length: marked.chars().count().max(1),
            }
        });
        Problem {
            remedy: diagnostic.remedy().map(str::to_string),
            place,
            ..Problem::wrong(diagnostic.message())
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::BAD_REQUEST);
        // Texts and numbers always serialise.
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let json = (header::CONTENT_TYPE, "application/json");
        (status, [json], body).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_spec::source::Span;

    #[test]
    fn a_diagnostic_keeps_its_place_and_its_remedy() {
        let text = Span::whole("seat 1", "uct(é,\n  plays=3)");
        let span = text.part(10..15);
        let diagnostic = Diagnostic::at(&span, "no such parameter").hint("write playouts");
        let problem = Problem::from(diagnostic);
        assert_eq!(problem.status, 400);
        assert_eq!(problem.error, "no such parameter");
        assert_eq!(problem.remedy.as_deref(), Some("write playouts"));
        let place = problem.place.unwrap();
        assert_eq!((place.line, place.column, place.length), (2, 3, 5));
        assert_eq!(place.of, "seat 1");
    }
}
