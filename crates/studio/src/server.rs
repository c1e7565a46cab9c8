//! The server: binds an address, answers until it is told to end, and ends cleanly.

use crate::experiment::Experiments;
use crate::guard::{Admission, Guard, dress};
use crate::problem::Problem;
use crate::session::Searches;
use crate::studio::Studio;
use crate::{api, entropy, pages};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use ludometer_arena::registry::Registry;
use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::net::TcpListener;

/// How often it is looked whether the server is to end.
const LOOK: Duration = Duration::from_millis(50);
/// How long games in progress of an experiment may take at the end.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long answers that are under way may take at the end.
const FAREWELL: Duration = Duration::from_secs(1);

/// How the studio is served.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// The address; `None` is this machine alone.
    pub listen: Option<IpAddr>,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// The store of rows.
    pub store: PathBuf,
    /// Worker threads of experiments.
    pub threads: usize,
    /// Agents of games that think at once.
    pub searches: usize,
    /// The longest that one decision may take.
    pub search_time: Duration,
}

/// Why the studio cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Another program listens there.
    #[error(
        "port {0} is in use: another program, or another studio, listens there\nhint: open that one, or take another port: `--port {next}`, or `--port 0` for a free one", next = .0.wrapping_add(1)
    )]
    PortInUse(u16),
    /// It cannot be listened there.
    #[error("{address} cannot be listened on: {error}\nhint: {hint}")]
    Address {
        /// The address.
        address: SocketAddr,
        /// What the operating system says.
        error: std::io::Error,
        /// What can be done.
        hint: &'static str,
    },
    /// The operating system gives no threads or no random numbers.
    #[error("the server cannot be started: {0}")]
    System(String),
}

/// Serves the studio until `stop` is set. `ready` is told the address of the first page once it can be
/// opened; it has a token where others than this machine may ask.
pub fn serve(
    registry: Registry,
    options: &ServeOptions,
    stop: &AtomicBool,
    ready: impl FnOnce(&str),
) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .thread_name("studio")
        .enable_all()
        .build()
        .map_err(|error| ServeError::System(error.to_string()))?;
    let served = runtime.block_on(listen(registry, options, stop, ready));
    runtime.shutdown_timeout(FAREWELL);
    served
}

async fn listen(
    registry: Registry,
    options: &ServeOptions,
    stop: &AtomicBool,
    ready: impl FnOnce(&str),
) -> Result<(), ServeError> {
    let ip = options.listen.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let wanted = SocketAddr::new(ip, options.port);
    let listener = TcpListener::bind(wanted)
        .await
        .map_err(|error| match error.kind() {
            ErrorKind::AddrInUse => ServeError::PortInUse(options.port),
            ErrorKind::PermissionDenied => ServeError::Address {
                address: wanted,
                error,
                hint: "ports below 1024 belong to the system: take another one with --port",
            },
            _ => ServeError::Address {
                address: wanted,
                error,
                hint: "give --listen an address of this machine",
            },
        })?;
    let system = |error: &dyn std::fmt::Display| ServeError::System(error.to_string());
    let address = listener.local_addr().map_err(|error| system(&error))?;
    let token = match ip.is_loopback() {
        true => None,
        false => Some(entropy::word().map_err(|problem| system(&problem.error))?),
    };
    let page = match &token {
        Some(token) => format!("http://{address}/?token={token}"),
        None => format!("http://{address}/"),
    };
    let experiments = Experiments::new(Arc::new(registry), options.store.clone(), options.threads);
    let searches = Searches::new(options.searches, options.search_time);
    let studio = Arc::new(Studio::new(experiments.registry(), searches, experiments));
    let guard = Arc::new(Guard::new(address, token));
    let app = router(Arc::clone(&studio), guard);
    let mut end = studio.end();
    let served = axum::serve(listener, app).with_graceful_shutdown(async move {
        let _ = end.changed().await;
    });
    let serving = tokio::spawn(served.into_future());
    ready(&page);
    while !stop.load(Ordering::Relaxed) {
        tokio::time::sleep(LOOK).await;
    }
    studio.close(PATIENCE).await;
    let _ = tokio::time::timeout(FAREWELL, serving).await;
    Ok(())
}

fn router(studio: Arc<Studio>, guard: Arc<Guard>) -> Router {
    Router::new()
        .merge(pages::router())
        .nest("/api", api::router())
        .fallback(missing)
        .method_not_allowed_fallback(other_method)
        .layer(from_fn_with_state(guard, watch_over))
        .with_state(studio)
}

async fn missing() -> Problem {
    Problem::missing("there is nothing at this address").remedy("begin at the first page: /")
}

async fn other_method() -> Problem {
    let status = StatusCode::METHOD_NOT_ALLOWED;
    Problem::new(status, "this address does not take this method")
        .remedy("docs/studio.md lists what can be asked, and how")
}

async fn watch_over(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let admitted = guard.admit(request.method(), request.uri(), request.headers());
    let mut answer = match admitted {
        Ok(Admission::Granted) => next.run(request).await,
        Ok(Admission::Welcome { cookie, to }) => {
            let headers = [(header::SET_COOKIE, cookie), (header::LOCATION, to)];
            (StatusCode::SEE_OTHER, headers).into_response()
        }
        Err(problem) => problem.into_response(),
    };
    dress(answer.headers_mut());
    answer
}
