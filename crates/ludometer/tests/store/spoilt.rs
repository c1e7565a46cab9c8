//! Files that are no stores, or were.

use crate::common::{DUEL, Folder, PUZZLE, dump, without_comments};
use ludometer::play::{Ending, Episode};
use ludometer::store::Store;
use rusqlite::{Connection, params};
use std::path::Path;

const RUN: [&str; 4] = ["run", "plan.toml", "--store", "a.sqlite"];
const REPORT: [&str; 4] = ["report", "plan.toml", "--store", "a.sqlite"];

fn folder(name: &str, plan: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("plan.toml", plan);
    folder
}

/// Both commands refuse the file with these words, and leave every byte of it.
fn refused(folder: &Folder, parts: &[&str]) {
    let before = folder.bytes("a.sqlite");
    for arguments in [RUN, REPORT] {
        folder.run(&arguments).refused(2, parts);
        assert!(
            folder.bytes("a.sqlite") == before,
            "{arguments:?} wrote into the file"
        );
    }
}

#[test]
fn not_a_database() {
    let folder = folder("text", DUEL);
    folder.write("a.sqlite", "dear diary, ".repeat(1000));
    refused(
        &folder,
        &[
            "a.sqlite is not a store of ludometer",
            "hint: name another file",
        ],
    );
    folder.write("a.sqlite", "short");
    refused(
        &folder,
        &[
            "a.sqlite is not a store of ludometer",
            "hint: name another file",
        ],
    );
}

#[test]
fn the_database_of_another_application() {
    let folder = folder("foreign", DUEL);
    let connection = Connection::open(folder.path("a.sqlite")).unwrap();
    connection
        .execute_batch("CREATE TABLE cells (id); INSERT INTO cells VALUES (7);")
        .unwrap();
    drop(connection);
    refused(
        &folder,
        &[
            "a.sqlite is a database, but not a store of ludometer",
            "hint: ",
        ],
    );
}

#[test]
fn the_empty_database_of_another_application() {
    let folder = folder("foreign-empty", DUEL);
    let connection = Connection::open(folder.path("a.sqlite")).unwrap();
    connection
        .execute_batch("PRAGMA application_id = 77; PRAGMA user_version = 3;")
        .unwrap();
    drop(connection);
    refused(&folder, &["not a store of ludometer", "hint: "]);
}

#[test]
fn an_empty_file_becomes_a_store() {
    let folder = folder("empty", DUEL);
    folder.write("a.sqlite", "");
    assert_eq!(folder.good(&RUN).played(), 120);
}

/// The rows of a store as the fourth version of the program kept them.
fn as_version_4(path: &Path) {
    let old = path.with_extension("old");
    let connection = Connection::open(&old).unwrap();
    let tables = "PRAGMA application_id = 0x6c75646f; PRAGMA user_version = 4;
        CREATE TABLE cells (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE,
            description TEXT NOT NULL, repeatable INTEGER NOT NULL);
        CREATE TABLE rows (cell INTEGER NOT NULL REFERENCES cells (id), episode INTEGER NOT NULL,
            seat INTEGER NOT NULL, plies INTEGER NOT NULL, ended INTEGER NOT NULL,
            payoff REAL NOT NULL, points REAL NOT NULL, steps INTEGER NOT NULL,
            evaluations INTEGER NOT NULL, measured REAL, late INTEGER NOT NULL DEFAULT 0,
            reason TEXT, PRIMARY KEY (cell, episode, seat)) WITHOUT ROWID;";
    connection.execute_batch(tables).unwrap();
    let store = Store::open_to_read(path).unwrap();
    for (id, cell) in (1..).zip(store.summary().unwrap().cells) {
        let (known, _) = store.find(&cell.key).unwrap();
        let insert = "INSERT INTO cells VALUES (?1, ?2, ?3, ?4)";
        let values = params![id, known.key(), cell.description, cell.repeatable];
        connection.execute(insert, values).unwrap();
        let each = |number: u64, episode: &Episode| {
            let ended = match episode.ending {
                Ending::Truncated => 0,
                Ending::Finished => 1,
                Ending::Forfeited(_) => 2,
                Ending::Adjudicated => unreachable!("stores of that time have none"),
            };
            for (seat, result) in episode.seats.iter().enumerate() {
                let insert =
                    "INSERT INTO rows VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)";
                let values = params![
                    id,
                    number as i64,
                    seat as i64,
                    episode.plies,
                    ended,
                    result.payoff,
                    result.points,
                    result.spent.steps as i64,
                    result.spent.evaluations as i64,
                    result.measured,
                    result.late,
                    episode.ending.reason(seat)
                ];
                connection.execute(insert, values).unwrap();
            }
        };
        store.read(known, u64::MAX, each).unwrap();
    }
    drop((connection, store));
    std::fs::rename(old, path).unwrap();
}

/// The first version had no column for a measure, the second none for late decisions, the third none
/// for the reasons of forfeits, and the fourth had no blocks.
/// Older stores are reported on and brought up to date by whichever command comes first.
#[test]
fn a_store_of_an_older_version_is_brought_up_to_date() {
    let report = ["report", "plan.toml", "--store", "a.sqlite"];
    for (version, lacks) in [
        (1, &["measured", "late", "reason"][..]),
        (2, &["late", "reason"]),
        (3, &["reason"]),
        (4, &[]),
    ] {
        for first in [&report[..], &RUN] {
            let folder = folder(&format!("version-{version}-{}", first[0]), DUEL);
            folder.good(&RUN);
            let rows = folder.rows("plan.toml", "a.sqlite");
            let told = folder.good(&report).out;
            as_version_4(&folder.path("a.sqlite"));
            let connection = Connection::open(folder.path("a.sqlite")).unwrap();
            if version < 4 {
                let rename = "ALTER TABLE rows RENAME COLUMN ended TO finished";
                connection.execute_batch(rename).unwrap();
            }
            for column in lacks {
                let drop = format!("ALTER TABLE rows DROP COLUMN {column}");
                connection.execute_batch(&drop).unwrap();
            }
            connection
                .pragma_update(None, "user_version", version)
                .unwrap();
            drop(connection);
            folder.good(first);
            assert_eq!(folder.good(&report).out, told);
            assert_eq!(folder.good(&RUN).played(), 0);
            assert_eq!(folder.rows("plan.toml", "a.sqlite"), rows);
            folder.good(&["store", "check", "--store", "a.sqlite"]);
        }
    }
}

/// A store that the fourth version of the program wrote, with a plan and a tuning, keeps every row,
/// every result and every step.
#[test]
fn a_recorded_store_of_version_4_keeps_everything() {
    let folder = folder("recorded-4", DUEL);
    let recorded = include_bytes!("../data/store-version-4.bin");
    folder.write("a.sqlite", recorded);
    let connection = Connection::open(folder.path("a.sqlite")).unwrap();
    let results = |connection: &Connection| -> String {
        let query = "SELECT group_concat(line, char(10)) FROM (
            SELECT hex(key) || ' ' || number || ' ' || quote(answer) AS line
            FROM answers JOIN sheets ON sheets.id = sheet UNION ALL
            SELECT hex(key) || ' ' || number || ' ' || spent || ' ' || budget || ' ' || quote(mean) || best
            FROM steps JOIN sheets ON sheets.id = sheet UNION ALL
            SELECT hex(key) || description || state FROM sheets ORDER BY line)";
        connection.query_row(query, [], |row| row.get(0)).unwrap()
    };
    let before = results(&connection);
    drop(connection);
    let store = Store::open_to_read(&folder.path("a.sqlite")).unwrap();
    let mut rows = String::new();
    for cell in store.summary().unwrap().cells {
        let (id, _) = store.find(&cell.key).unwrap();
        let each = |number: u64, episode: &Episode| {
            for (seat, result) in episode.seats.iter().enumerate() {
                rows += &format!(
                    "{} {number} {seat} {} {} {:?} {:?} {} {} None {} None\n",
                    cell.key.to_uppercase(),
                    episode.plies,
                    u8::from(episode.ending == Ending::Finished),
                    result.payoff,
                    result.points,
                    result.spent.steps,
                    result.spent.evaluations,
                    result.late,
                );
            }
        };
        store.read(id, u64::MAX, each).unwrap();
    }
    assert_eq!(rows, include_str!("../data/store-version-4.txt"));
    assert_eq!(store.check().unwrap().damage, []);
    assert_eq!(store.summary().unwrap().studies.len(), 2);
    drop(store);
    let connection = Connection::open(folder.path("a.sqlite")).unwrap();
    assert_eq!(results(&connection), before);
}

/// A store that an earlier version of the program wrote, before entries had versions, can be
/// reported; they are played anew, with other random streams, when they are asked for.
#[test]
fn rows_from_before_entries_had_versions_are_reported_and_not_continued() {
    let folder = folder("unversioned", DUEL);
    let recorded = include_bytes!("../data/store-version-3.bin");
    folder.write("old.sqlite", recorded);
    let rows = |store: &str| {
        let arguments = ["report", "plan.toml", "--quick", "--rows", "--store", store];
        without_comments(&folder.good(&arguments).out)
    };
    let old = rows("old.sqlite");
    assert_eq!(old.lines().count(), 1 + 56);
    let quick = ["run", "plan.toml", "--quick", "--store"];
    folder.good(&[&quick[..], &["new.sqlite"]].concat());
    assert_ne!(rows("new.sqlite"), old);
    let mut lines = old.lines().skip(1);
    assert!(
        lines
            .next()
            .is_some_and(|line| line.ends_with("0,0,7,finished,1,1,,24,22,0,,"))
    );
    let report = |store: &str| folder.good(&["report", "plan.toml", "--quick", "--store", store]);
    let note = "played by an earlier version of the program";
    assert!(report("old.sqlite").out.contains(note));
    assert!(!report("new.sqlite").out.contains(note));
    let again = folder.good(&[&quick[..], &["old.sqlite"]].concat());
    assert_eq!(again.played(), 28);
    assert!(!report("old.sqlite").out.contains(note));
}

#[test]
fn a_store_of_another_version() {
    let folder = folder("version", DUEL);
    folder.good(&RUN);
    let rows = folder.rows("plan.toml", "a.sqlite");
    let version = |number: i32| {
        let connection = Connection::open(folder.path("a.sqlite")).unwrap();
        let old: i32 = connection
            .query_row("PRAGMA user_version", [], |row| row.get(0))
            .unwrap();
        connection
            .pragma_update(None, "user_version", number)
            .unwrap();
        old
    };
    let ours = version(99);
    let says = format!("has version 99; this program writes version {ours}");
    refused(
        &folder,
        &[
            &says,
            "hint: name another file with --store, or use the program",
        ],
    );
    version(ours);
    assert_eq!(folder.rows("plan.toml", "a.sqlite"), rows);
}

#[test]
fn a_store_that_was_cut_short() {
    let folder = folder("short", &DUEL.replace("episodes = 60", "episodes = 3000"));
    folder.good(&RUN);
    let bytes = folder.bytes("a.sqlite");
    assert!(bytes.len() > 50_000, "{}", bytes.len());
    folder.write("a.sqlite", &bytes[..bytes.len() / 2]);
    for arguments in [RUN, REPORT] {
        let told = folder.run(&arguments);
        told.refused(
            told.code.unwrap_or(-1),
            &["a.sqlite is damaged", "hint: ", "store repair"],
        );
        assert!(matches!(told.code, Some(1 | 2)), "{told:?}");
    }
    assert!(
        folder.bytes("a.sqlite") == bytes[..bytes.len() / 2],
        "it was written to"
    );
}

#[test]
fn a_store_with_a_hole_in_it() {
    let folder = folder("hole", &DUEL.replace("episodes = 60", "episodes = 3000"));
    folder.good(&RUN);
    let mut bytes = folder.bytes("a.sqlite");
    let middle = bytes.len() / 2 / 4096 * 4096;
    bytes[middle - 4096..middle + 4096].fill(0xa5);
    folder.write("a.sqlite", &bytes);
    for arguments in [RUN, REPORT] {
        let told = folder.run(&arguments);
        told.refused(told.code.unwrap_or(-1), &["a.sqlite is damaged", "hint: "]);
        assert!(matches!(told.code, Some(1 | 2)), "{told:?}");
    }
    assert!(folder.bytes("a.sqlite") == bytes, "it was written to");
}

/// Whatever somebody writes into the tables is found, and what is whole survives a repair.
#[test]
fn records_that_no_run_has_written_are_found_and_left_out() {
    for change in [
        "UPDATE blocks SET first = -1 WHERE cell = 1",
        "UPDATE blocks SET first = 1 WHERE cell = 1",
        "UPDATE blocks SET cell = 77 WHERE cell = 1",
        "UPDATE blocks SET count = 3 WHERE cell = 1",
        "UPDATE blocks SET count = -3 WHERE cell = 1",
        "UPDATE blocks SET count = 9223372036854775807 WHERE cell = 1",
        "UPDATE blocks SET content = x'00' WHERE cell = 1",
        "UPDATE blocks SET content = 'many' WHERE cell = 1",
        "UPDATE blocks SET checksum = 'none' WHERE cell = 1",
        "DELETE FROM blocks WHERE cell = 1",
        "INSERT INTO blocks SELECT cell, first + 1, count, checksum, content FROM blocks",
        "UPDATE progress SET episodes = 9",
        "UPDATE progress SET targets = '60 70'",
        "DELETE FROM progress",
        "UPDATE fingerprints SET fingerprint = 'another' WHERE cell = 1",
        "UPDATE cells SET description = 'another' WHERE id = 1",
        "UPDATE cells SET key = zeroblob(16) WHERE id = 1",
        "UPDATE cells SET id = 3 WHERE id = 1",
        "DELETE FROM cells WHERE id = 1",
        "DELETE FROM cells WHERE id = 1; DELETE FROM blocks WHERE cell = 1; DELETE FROM progress WHERE cell = 1; DELETE FROM fingerprints WHERE cell = 1",
        "DROP TABLE blocks",
    ] {
        let folder = folder("strange", DUEL);
        folder.good(&RUN);
        let rows = folder.rows("plan.toml", "a.sqlite");
        let connection = Connection::open(folder.path("a.sqlite")).unwrap();
        connection.execute_batch(change).unwrap();
        drop(connection);
        for arguments in [RUN, REPORT] {
            let told = folder.run(&arguments);
            let parts = ["a.sqlite is damaged", "hint: ", "ludometer store repair"];
            told.refused(told.code.unwrap_or(-1), &parts);
        }
        let checked = folder.run(&["store", "check", "--store", "a.sqlite"]);
        assert_eq!(checked.code, Some(1), "{change}: {checked:?}");
        folder.good(&["store", "repair", "--store", "a.sqlite"]);
        assert!(folder.has("a.sqlite.damaged"), "{change}");
        folder.good(&["store", "check", "--store", "a.sqlite"]);
        folder.good(&RUN);
        assert!(folder.rows("plan.toml", "a.sqlite") == rows, "{change}");
    }
}

/// Without fingerprints nothing is lost but the notice that a game was edited; the check finds those that
/// belong to no cell.
#[test]
fn fingerprints_of_no_cell_are_found() {
    let folder = folder("orphans", DUEL);
    folder.good(&RUN);
    let connection = Connection::open(folder.path("a.sqlite")).unwrap();
    let change = "UPDATE fingerprints SET cell = 77 WHERE cell = 1";
    assert_eq!(connection.execute(change, []).unwrap(), 1);
    drop(connection);
    let check = ["store", "check", "--store", "a.sqlite"];
    let checked = folder.run(&check);
    assert_eq!(checked.code, Some(1), "{checked:?}");
    assert!(
        checked
            .out
            .contains("fingerprint: 1 fingerprints belong to no cell"),
        "{checked:?}"
    );
    folder.good(&["store", "repair", "--store", "a.sqlite"]);
    folder.good(&check);
    assert_eq!(folder.good(&RUN).played(), 0);
}

/// What the last process had not yet moved from the log into the file is not lost.
#[test]
fn a_log_that_was_left_behind_is_read() {
    let folder = folder("log", PUZZLE);
    let keeper = Connection::open(folder.path("a.sqlite")).unwrap();
    folder.good(&RUN);
    // While another connection is open the log is not moved when the command ends.
    keeper
        .query_row("SELECT count(*) FROM blocks", [], |row| {
            row.get::<_, i64>(0)
        })
        .unwrap();
    folder.good(&[&RUN[..], &["--set", "seed=99"]].concat());
    let whole = dump(&folder.path("a.sqlite"));
    assert!(!folder.bytes("a.sqlite-wal").is_empty());
    for name in ["a.sqlite", "a.sqlite-wal"] {
        folder.write(&name.replace("a.", "b."), folder.bytes(name));
    }
    drop(keeper);
    let told = folder.good(&[
        "run",
        "plan.toml",
        "--store",
        "b.sqlite",
        "--set",
        "seed=99",
    ]);
    assert_eq!(told.played(), 0);
    assert!(dump(&folder.path("b.sqlite")) == whole);
}
