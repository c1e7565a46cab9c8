//! A folder for each test, the command run in it, and the rows of a store as text.

// Every test file is a crate of its own and uses its own share of this.
#![allow(dead_code, unused_imports)]

#[path = "../../../../tests/skipped.rs"]
mod skipped;

pub(crate) use skipped::{shared, skip};

use ludometer::plan::Plan;
use ludometer::play::Episode;
use ludometer::store::{Store, StoredRow};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A two-player plan: mirrored, two cells, four seats' rows an episode pair.
pub(crate) const DUEL: &str = r#"
title = "A duel"
seed = 11
game = "tic-tac-toe"
seats = ["depth(t={t}, leaf=add(open-lines, 0.5))", "random"]
mirror = true
episodes = 60
quick = 14

[vary]
t = [1, 2]

[[tables]]
name = "duel"
rows = "t"
columns = "t"
published_episodes = 100
published = [[0.8, ""], ["", 0.9]]

[[plots]]
name = "curve"
x = "t"
"#;

/// A puzzle with a step budget, on the other generator.
pub(crate) const PUZZLE: &str = r#"
seed = 12
game = "slide(k=2)"
start = "walk({far})"
seats = ["depth(t=3, leaf=mult(manhattan, 0.3))"]
moves = 25
generator = "mersenne-twister"
episodes = 70
quick = 9

[budget]
steps = 40

[vary]
far = [3, 8]
"#;

/// A game of chance at every tick.
pub(crate) const SKY: &str = r#"
seed = 13
game = "meteors"
seats = ["random"]
episodes = 50
quick = 5
"#;

/// A folder of its own for one test; it is gone when the test has passed.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let name = format!("{name}-{}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("the target folder can be written");
        Folder(path)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).expect("the folder can be written");
    }

    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect("the file can be read")
    }

    /// The command, ready to run in this folder, without a word of the environment.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ludometer"));
        command.args(arguments).current_dir(&self.0);
        for variable in ["COLUMNS", "NO_COLOR", "CLICOLOR_FORCE"] {
            command.env_remove(variable);
        }
        for setting in ["STORE", "CORPUS", "THREADS", "LOG"] {
            command.env_remove(format!("LUDOMETER_{setting}"));
        }
        command.stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Told {
        Told::of(self.command(arguments).output().expect("the command runs"))
    }

    /// Runs a command that must succeed.
    pub(crate) fn good(&self, arguments: &[&str]) -> Told {
        let told = self.run(arguments);
        assert_eq!(told.code, Some(0), "{arguments:?}: {told:?}");
        told
    }

    /// Runs a command that must succeed, with room for wide tables.
    pub(crate) fn wide(&self, arguments: &[&str]) -> Told {
        let mut command = self.command(arguments);
        let told = Told::of(command.env("COLUMNS", "120").output().expect("it runs"));
        assert_eq!(told.code, Some(0), "{arguments:?}: {told:?}");
        told
    }

    /// The rows that a report prints.
    pub(crate) fn rows(&self, plan: &str, store: &str) -> String {
        let told = self.good(&["report", plan, "--store", store, "--rows"]);
        without_comments(&told.out)
    }
}

/// CSV without the comments at its head.
pub(crate) fn without_comments(text: &str) -> String {
    let lines = text.split_inclusive('\n');
    lines.filter(|line| !line.starts_with('#')).collect()
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}

/// How a command ended and what it said.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Told {
    pub(crate) fn of(output: Output) -> Told {
        let told = Told {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).expect("stdout is text"),
            err: String::from_utf8(output.stderr).expect("stderr is text"),
        };
        assert!(!told.err.contains("panicked"), "{}", told.err);
        told
    }

    /// Refused with this code, with nothing on stdout and all of these words on stderr.
    pub(crate) fn refused(&self, code: i32, parts: &[&str]) {
        assert_eq!(self.code, Some(code), "{self:?}");
        assert_eq!(self.out, "", "data although it failed: {self:?}");
        assert!(self.err.starts_with("error: "), "{self:?}");
        for part in parts {
            assert!(self.err.contains(part), "`{part}` is not in {}", self.err);
        }
    }

    /// How many episodes a run says it played.
    pub(crate) fn played(&self) -> u64 {
        let words: Vec<&str> = self.err.split_whitespace().collect();
        let of = words.windows(2).find(|pair| pair[1] == "of");
        of.and_then(|pair| pair[0].parse().ok())
            .unwrap_or_else(|| panic!("no count of episodes in {self:?}"))
    }
}

/// Everything a store holds of plans, as sorted text that does not depend on the numbers of its cells
/// nor on how its blocks were cut.
pub(crate) fn dump(path: &Path) -> String {
    let store = Store::open_to_read(path).expect("the store opens");
    let mut lines = Vec::new();
    for cell in store.summary().expect("the cells can be read").cells {
        let description = cell.description.replace('\n', "; ");
        lines.push(format!("{} {} {description}", cell.key, cell.repeatable));
        let (id, _) = store.find(&cell.key).expect("it is listed");
        let each = |number, episode: &Episode| {
            let seats = episode.seats.iter().enumerate();
            lines.extend(seats.map(|(seat, result)| {
                let reason = episode.ending.reason(seat);
                let (plies, ending) = (episode.plies, episode.ending.name());
                format!(
                    "{} {number} {seat} {plies} {ending} {reason:?} {result:?}",
                    cell.key
                )
            }));
        };
        store.read(id, u64::MAX, each).expect("rows can be read");
    }
    lines.sort();
    lines.join("\n")
}

/// How many rows a store holds: one for each seat of each episode.
pub(crate) fn count(path: &Path) -> i64 {
    let store = Store::open_to_read(path).expect("the store opens");
    let cells = store.summary().expect("the cells can be read").cells;
    dump(path).lines().filter(|line| !line.is_empty()).count() as i64 - cells.len() as i64
}

/// Rewrites a store without some of a plan's episodes, as if they had never been played, and gives how
/// many those are. `lost` is asked with the index of the cell and the number of the episode.
pub(crate) fn lose(path: &Path, plan: &Plan, lost: impl Fn(usize, u64) -> bool) -> u64 {
    let made = path.with_extension("less");
    let mut gone = 0;
    {
        let (old, mut new) = (
            Store::open_to_read(path).unwrap(),
            Store::open(&made).unwrap(),
        );
        for (index, cell) in plan.cells.iter().enumerate() {
            let (from, to) = (
                old.known(cell).unwrap().unwrap(),
                new.register(cell).unwrap(),
            );
            let mut rows = Vec::new();
            let each = |number, episode: &Episode| {
                if lost(index, number) {
                    gone += 1;
                } else {
                    rows.push(StoredRow {
                        cell: to,
                        number,
                        episode: episode.clone(),
                    });
                }
            };
            old.read(from, u64::MAX, each).unwrap();
            new.write(&rows).unwrap();
        }
    }
    fs::rename(made, path).unwrap();
    gone
}
