//! A run that is killed at any moment, again and again, ends with the rows of one that was not.

mod common;

use common::{Folder, Told, count, dump};
use ludometer::store::Store;
use std::collections::HashSet;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A few seconds of work, so that many kills fall into it.
const NOUGHTS: &str = r#"
seed = 21
game = "tic-tac-toe"
seats = ["depth(t=3, leaf={leaf})", "random"]
mirror = true
episodes = 12000
cells = [{ leaf = "open-lines" }, { leaf = "add(open-lines, 1)" }]
"#;

const SLIDE: &str = r#"
seed = 22
game = "slide(k=3)"
start = "walk({far})"
seats = ["depth(t=3, leaf=add(euclidean, 0.1))"]
moves = 40
episodes = 2500
[vary]
far = [10, 20]
"#;

const RUN: [&str; 6] = ["run", "plan.toml", "--store", "a.sqlite", "--threads", "2"];

fn spawn(folder: &Folder) -> Child {
    let mut command = folder.command(&RUN);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    command.spawn().expect("the command runs")
}

/// The rows of an uninterrupted run.
fn whole(folder: &Folder, plan: &str) -> (String, String) {
    folder.write("plan.toml", plan);
    folder.good(&[
        "run",
        "plan.toml",
        "--store",
        "whole.sqlite",
        "--threads",
        "1",
    ]);
    let rows = folder.rows("plan.toml", "whole.sqlite");
    (rows, dump(&folder.path("whole.sqlite")))
}

/// What every killed store must be: sound, with whole blocks only and nothing lost.
fn check(folder: &Folder, seats: usize, before: &mut HashSet<String>) {
    if !folder.has("a.sqlite") || !has_tables(folder) {
        assert!(before.is_empty(), "the store is gone");
        return;
    }
    let store = Store::open_to_read(&folder.path("a.sqlite")).unwrap();
    let checked = store.check().unwrap();
    assert_eq!(checked.damage, []);
    let now: HashSet<String> = dump(&folder.path("a.sqlite"))
        .lines()
        .map(str::to_string)
        .collect();
    let rows = checked.episodes as usize * seats + checked.cells as usize;
    assert_eq!(now.len(), rows, "episodes without all of their rows");
    assert!(
        now.is_superset(before),
        "recorded rows were lost or changed"
    );
    *before = now;
}

/// Whether the store was made: a process may be killed before.
fn has_tables(folder: &Folder) -> bool {
    let connection = rusqlite::Connection::open(folder.path("a.sqlite")).unwrap();
    let find = "SELECT count(*) FROM sqlite_master WHERE name = 'catalogue'";
    connection
        .query_row(find, [], |row| row.get::<_, i64>(0))
        .unwrap()
        > 0
}

fn killed(name: &str, plan: &str, seats: usize) {
    let folder = Folder::new(name);
    let whole = whole(&folder, plan);
    let mut kept = HashSet::new();
    let mut kills = 0;
    // Every life is a little longer than the one before the last, so the end comes.
    for life in 0.. {
        let mut child = spawn(&folder);
        let milliseconds = 5 + 31 * life + (life % 2) * 170;
        std::thread::sleep(Duration::from_millis(milliseconds));
        if let Some(status) = child.try_wait().unwrap() {
            assert_eq!(
                status.code(),
                Some(0),
                "{:?}",
                Told::of(child.wait_with_output().unwrap())
            );
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        check(&folder, seats, &mut kept);
    }
    check(&folder, seats, &mut kept);
    assert!(
        kills >= 3,
        "the run was over after {kills} kills: it is too small"
    );
    assert_eq!(folder.good(&RUN).played(), 0);
    assert!(
        folder.rows("plan.toml", "a.sqlite") == whole.0,
        "the rows differ"
    );
    assert!(
        dump(&folder.path("a.sqlite")) == whole.1,
        "the stores differ"
    );
}

#[test]
fn killed_noughts() {
    killed("killed-noughts", NOUGHTS, 2);
}

#[test]
fn killed_slide() {
    killed("killed-slide", SLIDE, 1);
}

fn signalled(name: &str, signal: &str) {
    let folder = Folder::new(name);
    let whole = whole(&folder, NOUGHTS);
    let child = spawn(&folder);
    // Once rows are there the run is under way and hears signals.
    while !folder.has("a.sqlite") || stored(&folder) == 0 {
        std::thread::sleep(Duration::from_millis(5));
    }
    let told = Command::new("sh")
        .args(["-c", &format!("kill -{signal} {}", child.id())])
        .status();
    assert!(told.unwrap().success());
    let told = Told::of(child.wait_with_output().unwrap());
    assert_eq!(told.code, Some(75), "{told:?}");
    let stored = count(&folder.path("a.sqlite")) / 2;
    let says = format!("error: stopped: {stored} of 24000 episodes are in a.sqlite\n");
    assert!(told.err.contains(&says), "{told:?}");
    assert!(
        told.err
            .contains("hint: the same command goes on from there"),
        "{told:?}"
    );
    check(&folder, 2, &mut HashSet::new());
    assert_eq!(folder.good(&RUN).played(), 24_000 - stored as u64);
    assert!(
        folder.rows("plan.toml", "a.sqlite") == whole.0,
        "the rows differ"
    );
    assert!(
        dump(&folder.path("a.sqlite")) == whole.1,
        "the stores differ"
    );
}

/// The episodes so far; none while the store is being made.
fn stored(folder: &Folder) -> i64 {
    let connection = rusqlite::Connection::open(folder.path("a.sqlite"));
    let query = "SELECT coalesce(sum(count), 0) FROM blocks";
    let count = |c: rusqlite::Connection| c.query_row(query, [], |r| r.get(0));
    connection.and_then(count).unwrap_or(0)
}

#[test]
fn interrupted() {
    signalled("interrupted", "INT");
}

#[test]
fn terminated() {
    signalled("terminated", "TERM");
}

/// Where all is played nothing is waited for: the report of many rows, which only reads them, ends at once.
#[cfg(unix)]
#[test]
fn stopped_while_reporting() {
    use std::io::{BufRead, BufReader, Read};
    let folder = Folder::new("kill-report");
    folder.write(
        "plan.toml",
        r#"
game = "kuhn"
seats = ["{who}", "random"]
episodes = 800000
cells = [{ who = "random" }]
[[tables]]
name = "won"
value = "won"
rows = "who"
columns = "who"
"#,
    );
    let mut command = folder.command(&RUN);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command runs");
    let mut said = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains("of them played now") {
        line.clear();
        assert!(said.read_line(&mut line).unwrap() > 0, "it ended too soon");
    }
    let pid = child.id().to_string();
    assert!(Command::new("kill").arg(&pid).status().unwrap().success());
    let mut out = String::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut out)
        .unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(75), "{out}");
    assert_eq!(out, "");
    let told = folder.good(&RUN);
    assert_eq!(told.played(), 0);
    assert!(told.out.contains("800000 independent episodes"), "{told:?}");
}
