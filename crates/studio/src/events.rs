//! Server-sent events: every reader has a task and a short queue of its own, so that one who reads slowly
//! or not at all keeps nobody waiting. What changed meanwhile is told together.

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use serde::Serialize;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::{mpsc, watch};

/// Events that wait for a reader before its task does.
const WAITING: usize = 4;
/// A line that says nothing, so that a reader that has gone is noticed.
const ALIVE: Duration = Duration::from_secs(10);

struct Queue(mpsc::Receiver<Event>);

impl Stream for Queue {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context).map(|event| event.map(Ok))
    }
}

/// An answer that tells what `now` says, at first and whenever `version` changes, until `now` says nothing
/// more or the server ends.
pub(crate) fn tell<T: Serialize>(
    mut version: watch::Receiver<u64>,
    mut end: watch::Receiver<bool>,
    mut now: impl FnMut() -> Option<T> + Send + 'static,
) -> Response {
    let (sender, receiver) = mpsc::channel(WAITING);
    tokio::spawn(async move {
        loop {
            let number = *version.borrow_and_update();
            // What is told is made of texts and numbers.
            let told = now().map(|told| serde_json::to_string(&told).unwrap_or_default());
            let Some(data) = told else { return };
            let event = Event::default().id(number.to_string()).data(data);
            tokio::select! {
                sent = sender.send(event) => if sent.is_err() { return },
                _ = end.changed() => return,
            }
            tokio::select! {
                changed = version.changed() => if changed.is_err() { return },
                _ = sender.closed() => return,
                _ = end.changed() => return,
            }
        }
    });
    let alive = KeepAlive::new().interval(ALIVE);
    Sse::new(Queue(receiver)).keep_alive(alive).into_response()
}
