//! Several processes at one store.

use crate::common::{DUEL, Folder, PUZZLE, Told, dump};
use rusqlite::Connection;
use std::process::Stdio;
use std::time::Duration;

const RUN: [&str; 4] = ["run", "plan.toml", "--store", "a.sqlite"];
const MORE: [&str; 6] = [
    "run",
    "plan.toml",
    "--store",
    "a.sqlite",
    "--set",
    "episodes=90",
];

fn started(name: &str) -> (Folder, Connection) {
    let folder = Folder::new(name);
    folder.write("plan.toml", DUEL);
    folder.good(&RUN);
    let connection = Connection::open(folder.path("a.sqlite")).unwrap();
    (folder, connection)
}

#[test]
fn a_store_that_someone_keeps_for_himself() {
    let (folder, connection) = started("kept");
    let before = dump(&folder.path("a.sqlite"));
    connection
        .pragma_update(None, "locking_mode", "exclusive")
        .unwrap();
    connection.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let says = [
        "a.sqlite is locked by another process",
        "hint: wait until it has finished",
    ];
    folder.run(&MORE).refused(2, &says);
    connection.execute_batch("COMMIT").unwrap();
    drop(connection);
    assert_eq!(dump(&folder.path("a.sqlite")), before);
    assert_eq!(folder.good(&MORE).played(), 60);
}

#[test]
fn a_store_that_someone_writes_to_for_long() {
    let (folder, connection) = started("written");
    let before = dump(&folder.path("a.sqlite"));
    connection.execute_batch("BEGIN IMMEDIATE").unwrap();
    // Reading needs no lock, and a run that has nothing to write is a reader.
    folder.good(&["report", "plan.toml", "--store", "a.sqlite"]);
    assert_eq!(folder.good(&RUN).played(), 0);
    let says = [
        "a.sqlite is locked by another process",
        "hint: wait until it has finished",
    ];
    folder.run(&MORE).refused(1, &says);
    connection.execute_batch("COMMIT").unwrap();
    assert_eq!(dump(&folder.path("a.sqlite")), before);
    assert_eq!(folder.good(&MORE).played(), 60);
}

#[test]
fn a_short_lock_is_waited_for() {
    let (folder, connection) = started("short-lock");
    connection.execute_batch("BEGIN IMMEDIATE").unwrap();
    let child = folder
        .command(&MORE)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    std::thread::sleep(Duration::from_millis(700));
    connection.execute_batch("COMMIT").unwrap();
    let told = Told::of(child.unwrap().wait_with_output().unwrap());
    assert_eq!((told.code, told.played()), (Some(0), 60), "{told:?}");
}

/// Runs the same plan in several processes at once, on a store that does not exist yet.
#[test]
fn many_processes_make_one_store() {
    let folder = Folder::new("crowd");
    folder.write("plan.toml", PUZZLE);
    folder.good(&["run", "plan.toml", "--store", "alone.sqlite"]);
    let alone = dump(&folder.path("alone.sqlite"));
    for round in 0..4 {
        let store = format!("{round}.sqlite");
        let arguments = ["run", "plan.toml", "--store", &store, "--threads", "2"];
        let children: Vec<_> = (0..5)
            .map(|_| {
                let mut command = folder.command(&arguments);
                command
                    .stdout(Stdio::null())
                    .stderr(Stdio::piped())
                    .spawn()
                    .unwrap()
            })
            .collect();
        for child in children {
            let told = Told::of(child.wait_with_output().unwrap());
            assert_eq!(told.code, Some(0), "{told:?}");
        }
        assert!(dump(&folder.path(&store)) == alone, "round {round}");
    }
}
