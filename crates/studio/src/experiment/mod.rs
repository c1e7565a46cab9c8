//! Experiments: the plans and tunings of the registry, what is stored of them, and the one that runs. The
//! store has one writer, so that one experiment runs at a time.

mod list;
mod read;
mod run;
mod watched;

pub(crate) use list::Listing;
use watched::{Run, RunView};

use crate::entropy;
use crate::problem::Problem;
use ludometer_arena::registry::Registry;
use ludometer_lab::plan::Size;
use serde::Deserialize;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;
use tokio::sync::watch;

/// Runs that are remembered after their end.
const REMEMBERED: usize = 20;

/// Plans and tunings, and their runs.
pub(crate) struct Experiments {
    registry: Arc<Registry>,
    store: PathBuf,
    threads: usize,
    listing: OnceLock<Listing>,
    runs: Mutex<Vec<Arc<Run>>>,
    /// Bumped when a run begins or ends.
    version: watch::Sender<u64>,
}

/// A plan or a tuning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    Plan,
    Tuning,
}

/// How much of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Extent {
    #[default]
    Quick,
    Full,
}

impl From<Extent> for Size {
    fn from(extent: Extent) -> Size {
        match extent {
            Extent::Quick => Size::Quick,
            Extent::Full => Size::Full,
        }
    }
}

/// What is to be run.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunRequest {
    /// A plan or a tuning.
    pub(crate) kind: Kind,
    /// Its name.
    pub(crate) name: String,
    /// An edited copy of its text.
    #[serde(default)]
    pub(crate) text: Option<String>,
    /// How much of it.
    #[serde(default)]
    pub(crate) size: Extent,
}

/// Pages name what is registered, and no files.
fn no_files(path: &str) -> io::Result<String> {
    Err(io::Error::new(
        io::ErrorKind::Unsupported,
        format!("`{path}`: files are not read for a page; `ludometer run` reads them"),
    ))
}

impl Experiments {
    pub(crate) fn new(registry: Arc<Registry>, store: PathBuf, threads: usize) -> Experiments {
        Experiments {
            registry,
            store,
            threads: threads.max(1),
            listing: OnceLock::new(),
            runs: Mutex::new(Vec::new()),
            version: watch::Sender::new(0),
        }
    }

    pub(crate) fn registry(&self) -> Arc<Registry> {
        Arc::clone(&self.registry)
    }

    fn runs(&self) -> MutexGuard<'_, Vec<Arc<Run>>> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The run of this number.
    pub(crate) fn find(&self, id: &str) -> Result<Arc<Run>, Problem> {
        let found = self.runs().iter().find(|run| run.id == id).cloned();
        found.ok_or_else(|| {
            Problem::missing(format!("there is no run `{id}`"))
                .remedy("runs are forgotten when the server ends; what they played is in the store")
        })
    }

    /// The run that has not ended, if there is one.
    pub(crate) fn active(&self) -> Option<Arc<Run>> {
        self.runs().iter().find(|run| !run.has_ended()).cloned()
    }

    /// Every run, the newest first, from its first words.
    pub(crate) fn all(&self) -> Vec<RunView> {
        self.runs()
            .iter()
            .rev()
            .map(|run| run.view(false))
            .collect()
    }

    /// Begins a run.
    pub(crate) fn begin(self: &Arc<Experiments>, request: RunRequest) -> Result<Arc<Run>, Problem> {
        let mut runs = self.runs();
        if let Some(active) = runs.iter().find(|run| !run.has_ended()) {
            let name = &active.name;
            return Err(Problem::conflict(format!("`{name}` is running"))
                .remedy("stop it first: what it played is kept, and it goes on from there"));
        }
        let run = Arc::new(Run::new(entropy::word()?, &request));
        runs.push(Arc::clone(&run));
        if runs.len() > REMEMBERED {
            runs.remove(0);
        }
        drop(runs);
        let (all, running) = (Arc::clone(self), Arc::clone(&run));
        tokio::spawn(async move {
            let (inside, to) = (Arc::clone(&all), Arc::clone(&running));
            let work = tokio::task::spawn_blocking(move || inside.go(&request, &to));
            let done = work.await.unwrap_or_else(|_| {
                Err(
                    Problem::failed("the run broke down: this is a defect of the program")
                        .remedy("what was played is stored; start it again"),
                )
            });
            running.end(done);
            all.version.send_modify(|version| *version += 1);
        });
        self.version.send_modify(|version| *version += 1);
        Ok(run)
    }

    /// Stops what runs and waits until everything that was finished is stored.
    pub(crate) async fn finish(&self, patience: Duration) {
        let Some(run) = self.active() else { return };
        run.stop();
        let mut version = run.listen();
        let ended = async {
            while !run.has_ended() {
                if version.changed().await.is_err() {
                    return;
                }
            }
        };
        // Whoever is too slow loses at most what the store has not been given yet.
        let _ = tokio::time::timeout(patience, ended).await;
    }
}
