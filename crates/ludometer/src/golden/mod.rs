//! Golden rows: for every registered entry, shipped plan and shipped tuning, at a tiny size, a hash
//! of the rows that the referee plays and the store gives back.
//!
//! They are kept in one file, a line each: the hash, the kind, and what was played by identifiers and
//! versions. Rows that change under an unchanged version are a mistake: either something plays
//! differently than before, or a version was not raised.

mod cells;
mod learners;
mod probes;
mod tunings;
mod vary;

pub use vary::variants;

use ludometer_arena::registry::Registry;
use ludometer_lab::store::{Store, StoreError};
use ludometer_spec::source::Diagnostic;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Raised when what is played for the lines changes: every line may then be another one.
pub const EDITION: u32 = 2;

/// What was played, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GoldenLine {
    /// What kind of entry it is about: `agent`, `game`, `tuner` ...
    pub kind: &'static str,
    /// What was played, by identifiers and versions.
    pub subject: String,
    /// What the line varies, for people and for tests: an entry's identifier, or one with a parameter.
    pub about: String,
    /// A hash of its rows.
    pub hash: String,
}

/// Something to play.
enum Subject {
    /// Episodes of one cell.
    Cell(cells::Tiny),
    /// A few episodes of a shipped plan, and the keys of all its cells.
    Plan(String),
    /// A tuning of few trials.
    Tuning(tunings::Tiny),
    /// A parameter block or a learner.
    Learning(learners::Tiny),
}

/// Why there are no lines.
#[derive(Debug, thiserror::Error)]
#[error("{subject}: {error}")]
pub struct GoldenError {
    subject: String,
    error: String,
}

impl GoldenError {
    fn new(subject: &str, error: impl ToString) -> GoldenError {
        GoldenError {
            subject: subject.to_string(),
            error: error.to_string(),
        }
    }
}

/// Plays all of it on some threads; stores are made in `folder`, which must be there.
pub fn lines(
    registry: &Registry,
    folder: &Path,
    threads: usize,
) -> Result<Vec<GoldenLine>, GoldenError> {
    let diagnostic = |diagnostic: Diagnostic| GoldenError::new("the registry", diagnostic);
    let mut subjects = cells::subjects(registry).map_err(diagnostic)?;
    let plans = registry.plans().iter();
    subjects.extend(plans.map(|plan| Subject::Plan(plan.name.clone())));
    subjects.extend(tunings::subjects(registry).into_iter().map(Subject::Tuning));
    subjects.extend(learners::subjects().into_iter().map(Subject::Learning));
    let next = AtomicUsize::new(0);
    let played: Mutex<Vec<Result<Option<GoldenLine>, GoldenError>>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for number in 0..threads.max(1) {
            let (subjects, next, played) = (&subjects, &next, &played);
            scope.spawn(move || {
                let path = folder.join(format!("golden-{number}.sqlite"));
                let mut store = Store::open(&path);
                while let Some(subject) = subjects.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let line = play(subject, &mut store, registry);
                    let mut played = played.lock().expect("no thread panics with it");
                    played.push(line);
                }
            });
        }
    });
    let played = played.into_inner().expect("no thread panics with it");
    // The same may be asked for more than once.
    let (mut lines, mut errors) = (BTreeSet::new(), Vec::new());
    for line in played {
        match line {
            Ok(line) => lines.extend(line),
            Err(error) => errors.push(error.to_string()),
        }
    }
    match errors.is_empty() {
        true => Ok(lines.into_iter().collect()),
        false => Err(GoldenError::new("golden rows", errors.join("\n"))),
    }
}

fn play(
    subject: &Subject,
    store: &mut Result<Store, StoreError>,
    registry: &Registry,
) -> Result<Option<GoldenLine>, GoldenError> {
    let store = store
        .as_mut()
        .map_err(|error| GoldenError::new("the store", &*error))?;
    match subject {
        Subject::Cell(tiny) => tiny.play(store, registry),
        Subject::Plan(name) => cells::plan(name, store, registry).map(Some),
        Subject::Tuning(tiny) => tiny.play(store, registry).map(Some),
        Subject::Learning(tiny) => tiny.play(registry).map(Some),
    }
}

/// The beginning of a hash, in hexadecimal digits.
fn short(hasher: &blake3::Hasher) -> String {
    hasher.finalize().to_hex()[..16].to_string()
}

/// A text that fits on a line of a file that people read: what is longer is cut, with its hash.
fn cut(text: &str) -> String {
    const LONGEST: usize = 240;
    match text.char_indices().nth(LONGEST) {
        None => text.to_string(),
        Some((at, _)) => {
            let hash = blake3::hash(text.as_bytes()).to_hex();
            format!("{}...{}", &text[..at], &hash[..16])
        }
    }
}

/// The lines as the file has them.
pub fn written(lines: &[GoldenLine]) -> String {
    let mut text = format!(
        "# Golden rows, edition {EDITION}: a hash of the rows of every entry at a tiny size.\n\
         # Renewed by `scripts/golden`, which says what changed.\n"
    );
    for line in lines {
        text += &format!("{}  {}  {}\n", line.hash, line.kind, line.subject);
    }
    text
}

/// What is other than it was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoldenChanges {
    /// Whether the file is of another edition, so that nothing in it can be compared.
    pub edition: bool,
    /// Rows that changed under an unchanged version.
    pub changed: Vec<String>,
    /// What the file does not have yet.
    pub added: Vec<String>,
    /// What the file has and nothing plays any more.
    pub removed: Vec<String>,
}

impl GoldenChanges {
    /// Compares a file with what is played now.
    pub fn between(file: &str, lines: &[GoldenLine]) -> GoldenChanges {
        let edition = format!("# Golden rows, edition {EDITION}:");
        let now: BTreeMap<String, &str> = lines
            .iter()
            .map(|line| {
                (
                    format!("{}  {}", line.kind, line.subject),
                    line.hash.as_str(),
                )
            })
            .collect();
        let before: BTreeMap<&str, &str> = file
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| line.split_once("  "))
            .map(|(hash, subject)| (subject, hash))
            .collect();
        let mut changes = GoldenChanges {
            edition: !file.is_empty() && !file.starts_with(&edition),
            ..GoldenChanges::default()
        };
        for (subject, hash) in &now {
            match before.get(subject.as_str()) {
                None => changes.added.push(subject.clone()),
                Some(before) if before != hash => changes.changed.push(subject.clone()),
                Some(_) => {}
            }
        }
        let gone = before.keys().filter(|subject| !now.contains_key(**subject));
        changes.removed = gone.map(ToString::to_string).collect();
        changes
    }

    /// Whether the file may be replaced: nothing changed under an unchanged version.
    pub fn are_allowed(&self) -> bool {
        self.edition || self.changed.is_empty()
    }

    /// Whether nothing is other than it was.
    pub fn is_empty(&self) -> bool {
        *self == GoldenChanges::default()
    }
}

impl std::fmt::Display for GoldenChanges {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.edition {
            writeln!(f, "the file is of another edition")?;
        }
        let lists = [
            ("rows changed under an unchanged version", &self.changed),
            ("new", &self.added),
            ("gone", &self.removed),
        ];
        for (title, list) in lists {
            for subject in list {
                writeln!(f, "{title}: {subject}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(subject: &str, hash: &str) -> GoldenLine {
        GoldenLine {
            kind: "agent",
            subject: subject.into(),
            about: String::new(),
            hash: hash.into(),
        }
    }

    #[test]
    fn rows_that_change_need_another_version() {
        let before = [line("kuhn@1 uct@1", "aa"), line("kuhn@1 flat@1", "bb")];
        let file = written(&before);
        assert!(GoldenChanges::between(&file, &before).is_empty());
        let silent = [line("kuhn@1 uct@1", "cc"), line("kuhn@1 flat@1", "bb")];
        let changes = GoldenChanges::between(&file, &silent);
        assert_eq!(changes.changed, ["agent  kuhn@1 uct@1"]);
        assert!(!changes.are_allowed() && !changes.is_empty());
        let raised = [line("kuhn@1 uct@2", "cc"), line("kuhn@1 flat@1", "bb")];
        let changes = GoldenChanges::between(&file, &raised);
        assert!(changes.are_allowed() && !changes.is_empty());
        assert_eq!(changes.added, ["agent  kuhn@1 uct@2"]);
        assert_eq!(changes.removed, ["agent  kuhn@1 uct@1"]);
        // Another edition may be anything, and no file at all is no other edition.
        let other = file.replace(&format!("edition {EDITION}"), "edition 0");
        assert!(GoldenChanges::between(&other, &silent).are_allowed());
        assert!(!GoldenChanges::between("", &silent).edition);
    }

    #[test]
    fn long_texts_are_cut_and_still_differ() {
        let long = |end: &str| cut(&format!("{}{end}", "é".repeat(300)));
        assert!(long("a").len() < 600 && long("a") != long("b"));
        assert_eq!(cut("short"), "short");
    }
}
