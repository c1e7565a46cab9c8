//! Bodies of requests: JSON of a bounded size.

use crate::problem::Problem;
use axum::body::to_bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;

/// The most bytes of a body. The longest plan that ships has a twentieth of it.
pub(crate) const LONGEST: usize = 256 * 1024;

/// A body that was read as JSON.
pub(crate) struct Body<T>(pub(crate) T);

/// Reads a body of this type.
pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    // A request that says nothing says `{}`.
    let bytes = if bytes.is_empty() { b"{}" } else { bytes };
    serde_json::from_slice(bytes).map_err(|error| {
        Problem::wrong(format!("the body of the request cannot be read: {error}"))
            .remedy("send JSON with the fields that docs/studio.md lists")
    })
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        let kind = request.headers().get(header::CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        // A form of another site cannot send this type unasked.
        if kind.split(';').next().unwrap_or_default().trim() != "application/json" {
            let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
            return Err(Problem::new(status, "the body of the request is not JSON")
                .remedy("send it with `content-type: application/json`"));
        }
        let bytes = to_bytes(request.into_body(), LONGEST).await.map_err(|_| {
            let status = StatusCode::PAYLOAD_TOO_LARGE;
            Problem::new(
                status,
                format!("the body of the request has more than {LONGEST} bytes"),
            )
            .remedy("send less: no game and no plan needs so much")
        })?;
        read(&bytes).map(Body)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_says_where() {
        let problem = read::<Vec<u8>>(b"[1,\n x]").unwrap_err();
        assert!(
            problem.error.contains("at line 2 column 2"),
            "{}",
            problem.error
        );
        assert!(read::<std::collections::BTreeMap<String, u8>>(b"").is_ok());
    }
}
