//! What the server keeps: the registry, the sessions, the searches and the experiments.

use crate::experiment::Experiments;
use crate::problem::Problem;
use crate::session::{Searches, Session, SessionLine};
use axum::http::StatusCode;
use ludometer_arena::registry::Registry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;

/// Sessions that are kept at once.
const MOST_SESSIONS: usize = 100;
/// A session that nobody asked for so long makes room for a new one.
const IDLE: Duration = Duration::from_secs(600);

/// Everything that requests share.
pub(crate) struct Studio {
    pub(crate) registry: Arc<Registry>,
    pub(crate) searches: Searches,
    pub(crate) experiments: Arc<Experiments>,
    sessions: Mutex<Vec<Arc<Session>>>,
    end: watch::Sender<bool>,
}

impl Studio {
    pub(crate) fn new(
        registry: Arc<Registry>,
        searches: Searches,
        experiments: Experiments,
    ) -> Studio {
        Studio {
            registry,
            searches,
            experiments: Arc::new(experiments),
            sessions: Mutex::new(Vec::new()),
            end: watch::Sender::new(false),
        }
    }

    fn sessions(&self) -> MutexGuard<'_, Vec<Arc<Session>>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells when the server ends.
    pub(crate) fn end(&self) -> watch::Receiver<bool> {
        self.end.subscribe()
    }

    /// The session of this number.
    pub(crate) fn session(&self, id: &str) -> Result<Arc<Session>, Problem> {
        let found = self
            .sessions()
            .iter()
            .find(|session| session.id == id)
            .cloned();
        found.ok_or_else(|| {
            Problem::missing("there is no such game here")
                .remedy("games are forgotten when the server ends: begin a new one")
        })
    }

    /// Keeps a session; one that nobody looks at may have to go.
    pub(crate) fn add(&self, session: Session) -> Result<Arc<Session>, Problem> {
        let session = Arc::new(session);
        let mut sessions = self.sessions();
        if sessions.len() >= MOST_SESSIONS {
            let idle = sessions.iter().map(|session| session.idle()).enumerate();
            match idle
                .max_by_key(|(_, idle)| *idle)
                .filter(|(_, idle)| *idle >= IDLE)
            {
                Some((oldest, _)) => sessions.remove(oldest).stop(),
                None => {
                    let status = StatusCode::SERVICE_UNAVAILABLE;
                    let error = format!("{MOST_SESSIONS} games are open, and no more are kept");
                    return Err(Problem::new(status, error).remedy("close one"));
                }
            }
        }
        sessions.push(Arc::clone(&session));
        drop(sessions);
        session.wake(&self.searches);
        Ok(session)
    }

    pub(crate) fn remove(&self, id: &str) {
        self.sessions().retain(|session| session.id != id);
    }

    /// A line for each session, the newest first.
    pub(crate) fn lines(&self) -> Vec<SessionLine> {
        self.sessions()
            .iter()
            .rev()
            .map(|session| session.line())
            .collect()
    }

    /// Ends what is under way.
    pub(crate) async fn close(&self, patience: Duration) {
        for session in self.sessions().iter() {
            session.stop();
        }
        self.experiments.finish(patience).await;
        let _ = self.end.send(true);
    }
}
