//! The JSON API. The pages use nothing else.

use crate::body::Body;
use crate::catalogue;
use crate::events;
use crate::experiment::{Extent, Kind, RunRequest};
use crate::problem::Problem;
use crate::session::{Control, HintRequest, MoveRequest, NewSession, Session, Viewer};
use crate::studio::Studio;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

type Ours = State<Arc<Studio>>;
type Answer = Result<Response, Problem>;

/// What addresses may say behind the question mark.
#[derive(Debug, Default, Deserialize)]
struct Asked {
    /// The key of a seat.
    key: Option<String>,
    /// A game.
    game: Option<String>,
    /// `quick` or `full`.
    size: Option<Extent>,
}

/// A request without anything to say.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// A text that is to be read.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckRequest {
    kind: Kind,
    name: String,
    text: String,
}

pub(crate) fn router() -> Router<Arc<Studio>> {
    Router::new()
        .route("/games", get(games))
        .route("/inside", get(inside))
        .route("/sessions", get(sessions).post(open))
        .route("/sessions/{id}", get(session).delete(close))
        .route("/sessions/{id}/events", get(session_events))
        .route("/sessions/{id}/plies/{ply}", get(ply))
        .route("/sessions/{id}/plies/{ply}/picture", get(picture))
        .route("/sessions/{id}/move", post(play))
        .route("/sessions/{id}/take-back", post(take_back))
        .route("/sessions/{id}/hint", post(hint))
        .route("/sessions/{id}/control", post(control))
        .route("/sessions/{id}/stop", post(stop))
        .route("/sessions/{id}/again", post(again))
        .route("/experiments", get(experiments))
        .route("/experiments/{kind}/{name}", get(experiment))
        .route(
            "/experiments/{kind}/{name}/figures/{number}",
            get(stored_figure),
        )
        .route("/check", post(check))
        .route("/runs", get(runs).post(begin))
        .route("/runs/{id}", get(run))
        .route("/runs/{id}/events", get(run_events))
        .route("/runs/{id}/stop", post(stop_run))
        .route("/runs/{id}/figures/{number}", get(run_figure))
}

fn json(status: StatusCode, told: &impl Serialize) -> Response {
    // Texts and numbers always serialise.
    let body = serde_json::to_vec(told).unwrap_or_default();
    (status, [(header::CONTENT_TYPE, "application/json")], body).into_response()
}

fn fine(told: &impl Serialize) -> Answer {
    Ok(json(StatusCode::OK, told))
}

fn done() -> Answer {
    fine(&serde_json::json!({}))
}

fn svg(picture: String) -> Answer {
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}

/// Work that may take a while, beside the threads that answer.
async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| {
        Err(Problem::failed(
            "the request could not be worked out: this is a defect of the program",
        ))
    })
}

fn number(what: &str, text: &str) -> Result<usize, Problem> {
    text.parse().map_err(|_| {
        Problem::wrong(format!("`{text}` is not the number of a {what}"))
            .remedy("numbers are counted from 0")
    })
}

/// The session of an address, and through whose eyes it is looked at.
fn seen(studio: &Studio, id: &str, asked: &Asked) -> Result<(Arc<Session>, Viewer), Problem> {
    let session = studio.session(id)?;
    let viewer = session.viewer(asked.key.as_deref())?;
    Ok((session, viewer))
}

async fn games(State(studio): Ours) -> Answer {
    fine(&catalogue::games(&studio.registry))
}

async fn inside(State(studio): Ours, Query(asked): Query<Asked>) -> Answer {
    let told = aside(move || {
        let game = asked.game.as_deref().unwrap_or_default();
        catalogue::inside(&studio.registry, game)
    });
    fine(&told.await?)
}

async fn sessions(State(studio): Ours) -> Answer {
    fine(&studio.lines())
}

/// What whoever opens a session gets: nobody else gets the keys.
fn opened(session: &Session) -> Answer {
    let told = serde_json::json!({
        "id": session.id,
        "guarded": session.is_guarded(),
        "keys": session.keys(),
    });
    Ok(json(StatusCode::CREATED, &told))
}

async fn open(State(studio): Ours, Body(asked): Body<NewSession>) -> Answer {
    let inner = Arc::clone(&studio);
    let session = aside(move || Session::open(&inner.registry, &asked)).await?;
    let session = studio.add(session)?;
    opened(&session)
}

async fn again(
    State(studio): Ours,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
    Body(Nothing {}): Body<Nothing>,
) -> Answer {
    let (before, _) = seen(&studio, &id, &asked)?;
    let inner = Arc::clone(&studio);
    let session = aside(move || before.again(&inner.registry)).await?;
    let session = studio.add(session)?;
    opened(&session)
}

async fn session(
    State(studio): Ours,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
) -> Answer {
    let (session, viewer) = seen(&studio, &id, &asked)?;
    let told = aside(move || {
        let about = session.about(viewer);
        let course = session.course(viewer, &mut Vec::new());
        Ok(serde_json::json!({"about": about, "course": course}))
    });
    fine(&told.await?)
}

async fn close(State(studio): Ours, Path(id): Path<String>, Query(asked): Query<Asked>) -> Answer {
    let (session, _) = seen(&studio, &id, &asked)?;
    session.stop();
    studio.remove(&id);
    done()
}

async fn session_events(
    State(studio): Ours,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
) -> Answer {
    let (session, viewer) = seen(&studio, &id, &asked)?;
    let mut known = Vec::new();
    let listened = session.listen();
    // The session goes when it is closed, whoever is still listening.
    let session = Arc::downgrade(&session);
    let now = move || Some(session.upgrade()?.course(viewer, &mut known));
    Ok(events::tell(listened, studio.end(), now))
}

async fn ply(
    State(studio): Ours,
    Path((id, ply)): Path<(String, String)>,
    Query(asked): Query<Asked>,
) -> Answer {
    let (session, viewer) = seen(&studio, &id, &asked)?;
    let ply = number("position", &ply)?;
    fine(&aside(move || session.ply(viewer, ply)).await?)
}

async fn picture(
    State(studio): Ours,
    Path((id, ply)): Path<(String, String)>,
    Query(asked): Query<Asked>,
) -> Answer {
    let (session, viewer) = seen(&studio, &id, &asked)?;
    let ply = number("position", &ply)?;
    svg(aside(move || session.picture(viewer, ply)).await?)
}

async fn play(
    State(studio): Ours,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
    Body(made): Body<MoveRequest>,
) -> Answer {
    let (session, viewer) = seen(&studio, &id, &asked)?;
    session.play(viewer, &made)?;
    session.wake(&studio.searches);
    done()
}

async fn take_back(
    State(studio): Ours,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
    Body(Nothing {}): Body<Nothing>,
) -> Answer {
    let (session, viewer) = seen(&studio, &id, &asked)?;
    session.take_back(viewer)?;
    session.wake(&studio.searches);
    done()
}

async fn hint(
    State(studio): Ours,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
    Body(wanted): Body<HintRequest>,
) -> Answer {
    let (session, viewer) = seen(&studio, &id, &asked)?;
    fine(&session.hint(viewer, &wanted, &studio.searches).await?)
}

async fn control(
    State(studio): Ours,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
    Body(wanted): Body<Control>,
) -> Answer {
    let (session, _) = seen(&studio, &id, &asked)?;
    session.control(&wanted);
    session.wake(&studio.searches);
    done()
}

async fn stop(
    State(studio): Ours,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
    Body(Nothing {}): Body<Nothing>,
) -> Answer {
    let (session, _) = seen(&studio, &id, &asked)?;
    session.stop();
    done()
}

async fn experiments(State(studio): Ours) -> Answer {
    let told = aside(move || Ok(Json(studio.experiments.listing().clone())));
    Ok(told.await?.into_response())
}

fn kind(text: &str) -> Result<Kind, Problem> {
    match text {
        "plan" => Ok(Kind::Plan),
        "tuning" => Ok(Kind::Tuning),
        _ => Err(
            Problem::missing(format!("there are no experiments of the kind `{text}`"))
                .remedy("say `plan` or `tuning`"),
        ),
    }
}

async fn experiment(
    State(studio): Ours,
    Path((of, name)): Path<(String, String)>,
    Query(asked): Query<Asked>,
) -> Answer {
    let of = kind(&of)?;
    let told = aside(move || {
        let size = asked.size.unwrap_or_default();
        studio.experiments.stored(of, &name, size)
    });
    fine(&told.await?)
}

async fn stored_figure(
    State(studio): Ours,
    Path((of, name, figure)): Path<(String, String, String)>,
    Query(asked): Query<Asked>,
) -> Answer {
    kind(&of)?;
    let figure = number("figure", &figure)?;
    let size = asked.size.unwrap_or_default();
    svg(aside(move || studio.experiments.figure(&name, size, figure)).await?)
}

async fn check(State(studio): Ours, Body(asked): Body<CheckRequest>) -> Answer {
    let told = aside(move || {
        let experiments = &studio.experiments;
        experiments.check(asked.kind, &asked.name, &asked.text)
    });
    fine(&told.await?)
}

async fn runs(State(studio): Ours) -> Answer {
    fine(&studio.experiments.all())
}

async fn begin(State(studio): Ours, Body(asked): Body<RunRequest>) -> Answer {
    let inner = Arc::clone(&studio);
    let text = asked.clone();
    // A mistake is told at once, and not by a run that has failed.
    aside(move || match &text.text {
        Some(edited) => inner.experiments.check(text.kind, &text.name, edited),
        None => inner.experiments.known(text.kind, &text.name),
    })
    .await?;
    let run = studio.experiments.begin(asked)?;
    Ok(json(StatusCode::CREATED, &run.view(false)))
}

async fn run(State(studio): Ours, Path(id): Path<String>) -> Answer {
    let run = studio.experiments.find(&id)?;
    fine(&aside(move || Ok(run.view(true))).await?)
}

async fn run_events(State(studio): Ours, Path(id): Path<String>) -> Answer {
    let run = studio.experiments.find(&id)?;
    let listened = run.listen();
    // Tables are told when there are others.
    let mut edition = None;
    let now = move || {
        let fresh = edition != Some(run.edition());
        edition = Some(run.edition());
        Some(run.view(fresh))
    };
    Ok(events::tell(listened, studio.end(), now))
}

async fn stop_run(
    State(studio): Ours,
    Path(id): Path<String>,
    Body(Nothing {}): Body<Nothing>,
) -> Answer {
    studio.experiments.find(&id)?.stop();
    done()
}

async fn run_figure(State(studio): Ours, Path((id, figure)): Path<(String, String)>) -> Answer {
    let run = studio.experiments.find(&id)?;
    let figure = number("figure", &figure)?;
    svg(aside(move || run.figure(figure)).await?)
}
