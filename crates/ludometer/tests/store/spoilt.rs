//! Files that are no stores, or were.

use crate::common::{DUEL, Folder, PUZZLE, dump};
use rusqlite::Connection;

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

/// The first version had no column for a measure, the second none for late decisions.
/// Older stores are reported on and brought up to date by whichever command comes first.
#[test]
fn a_store_of_an_older_version_is_brought_up_to_date() {
    let report = ["report", "plan.toml", "--store", "a.sqlite"];
    for (version, lacks) in [
        (1, &["measured", "late", "reason"][..]),
        (2, &["late", "reason"]),
        (3, &["reason"]),
    ] {
        for first in [&report[..], &RUN] {
            let folder = folder(&format!("version-{version}-{}", first[0]), DUEL);
            folder.good(&RUN);
            let rows = folder.rows("plan.toml", "a.sqlite");
            let told = folder.good(&report).out;
            let connection = Connection::open(folder.path("a.sqlite")).unwrap();
            let rename = "ALTER TABLE rows RENAME COLUMN ended TO finished";
            connection.execute_batch(rename).unwrap();
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
        }
    }
}

/// A store that an earlier version of the program wrote, before entries had versions, can be
/// reported; the episodes are the same and are played anew when they are asked for.
#[test]
fn rows_from_before_entries_had_versions_are_reported_and_not_continued() {
    let folder = folder("unversioned", DUEL);
    let recorded = include_bytes!("../data/store-version-3.bin");
    folder.write("old.sqlite", recorded);
    let rows = |store: &str| {
        let arguments = ["report", "plan.toml", "--quick", "--rows", "--store", store];
        folder.good(&arguments).out
    };
    let old = rows("old.sqlite");
    assert_eq!(old.lines().count(), 1 + 56);
    let quick = ["run", "plan.toml", "--quick", "--store"];
    folder.good(&[&quick[..], &["new.sqlite"]].concat());
    assert_eq!(rows("new.sqlite"), old);
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
    assert!(bytes.len() > 100_000, "{}", bytes.len());
    folder.write("a.sqlite", &bytes[..bytes.len() / 2]);
    for arguments in [RUN, REPORT] {
        let told = folder.run(&arguments);
        told.refused(
            told.code.unwrap_or(-1),
            &["a.sqlite is damaged", "hint: ", ".recover"],
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

#[test]
fn rows_that_no_run_has_written() {
    for change in [
        "UPDATE rows SET episode = -1 WHERE episode = 3",
        "UPDATE rows SET plies = 'many' WHERE episode = 3",
        "UPDATE rows SET plies = -3 WHERE episode = 3",
        "UPDATE rows SET payoff = x'00' WHERE episode = 3",
        "DELETE FROM rows WHERE seat = 0 AND episode = 3",
        "DROP TABLE rows",
    ] {
        let folder = folder("strange", DUEL);
        folder.good(&RUN);
        let connection = Connection::open(folder.path("a.sqlite")).unwrap();
        connection.execute_batch(change).unwrap();
        drop(connection);
        for arguments in [RUN, REPORT] {
            let told = folder.run(&arguments);
            let known = matches!(told.code, Some(0..=2));
            assert!(
                known && (told.code == Some(0)) != told.err.contains("error: "),
                "{change}: {told:?}"
            );
        }
    }
}

/// What the last process had not yet moved from the log into the file is not lost.
#[test]
fn a_log_that_was_left_behind_is_read() {
    let folder = folder("log", PUZZLE);
    let keeper = Connection::open(folder.path("a.sqlite")).unwrap();
    folder.good(&RUN);
    // While another connection is open the log is not moved when the command ends.
    keeper
        .query_row("SELECT count(*) FROM rows", [], |row| row.get::<_, i64>(0))
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
