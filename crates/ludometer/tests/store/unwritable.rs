//! Places where nothing can be written, or not enough.

use crate::common::{DUEL, Folder, Told, count, dump, skip, without_comments};
use std::fs::set_permissions;
use std::path::PathBuf;
use std::process::Command;

/// Sets the permissions of a file or folder, as Unix writes them. Elsewhere there is only whether it may
/// be written.
fn permit(path: PathBuf, mode: u32) {
    let mut permissions = std::fs::metadata(&path).unwrap().permissions();
    #[cfg(unix)]
    std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, mode);
    #[cfg(not(unix))]
    permissions.set_readonly(mode & 0o222 == 0);
    set_permissions(path, permissions).unwrap();
}

const RUN: [&str; 4] = ["run", "plan.toml", "--store", "a.sqlite"];

#[test]
fn a_folder_that_does_not_exist() {
    let folder = Folder::new("nowhere");
    folder.write("plan.toml", DUEL);
    let says = [
        "the store no/a.sqlite cannot be opened",
        "hint: check that the folder exists",
    ];
    folder
        .run(&["run", "plan.toml", "--store", "no/a.sqlite"])
        .refused(2, &says);
    folder
        .run(&["report", "plan.toml", "--store", "no/a.sqlite"])
        .refused(2, &says);
    assert!(!folder.has("no"));
    let says = ["the store . cannot be opened", "hint: "];
    folder
        .run(&["run", "plan.toml", "--store", "."])
        .refused(2, &says);
}

/// SQLite takes some names for stores that are gone when the command ends.
#[test]
fn names_that_are_no_files() {
    for store in ["", ":memory:", "file:a.sqlite?mode=memory"] {
        let folder = Folder::new("no-file");
        folder.write("plan.toml", DUEL);
        let told = folder.run(&["run", "plan.toml", "--store", store]);
        if told.code == Some(0) {
            let rows = folder.rows("plan.toml", store);
            assert_eq!(rows.lines().count(), 241, "`{store}` lost its rows");
        } else {
            told.refused(2, &["the store", "hint: "]);
        }
    }
}

/// The command as a user whom permissions bind: the superuser may write anywhere.
fn bound(folder: &Folder, arguments: &[&str]) -> Option<Command> {
    let probe = folder.path("probe");
    std::fs::write(&probe, "").unwrap();
    permit(probe.clone(), 0o444);
    let inner = folder.command(arguments);
    if std::fs::OpenOptions::new()
        .write(true)
        .open(&probe)
        .is_err()
    {
        return Some(inner);
    }
    let mut outer = Command::new("setpriv");
    outer.args(["--reuid=65534", "--regid=65534", "--clear-groups"]);
    outer.arg(inner.get_program());
    outer.current_dir(folder.path(""));
    let mut test = Command::new("setpriv");
    test.args(outer.get_args())
        .arg("--version")
        .current_dir(folder.path(""));
    let works = test.output().is_ok_and(|output| output.status.success());
    outer.args(arguments);
    works.then_some(outer)
}

/// Runs a command while a complete store may not be written, nor its folder if `around` says so.
/// `None` where nobody is bound by permissions.
fn read_only(folder: &Folder, around: u32, arguments: &[&str]) -> Option<Told> {
    folder.write("plan.toml", DUEL);
    folder.good(&RUN);
    let mut command = bound(folder, arguments)?;
    let modes = |file: u32, around: u32| {
        permit(folder.path("a.sqlite"), file);
        permit(folder.path(""), around);
    };
    modes(0o444, around);
    let output = command.output();
    modes(0o644, 0o755);
    Some(Told::of(output.unwrap()))
}

const MORE: [&str; 6] = [
    "run",
    "plan.toml",
    "--store",
    "a.sqlite",
    "--set",
    "episodes=90",
];
const ROWS: [&str; 5] = ["report", "plan.toml", "--store", "a.sqlite", "--rows"];

#[test]
fn a_store_that_may_not_be_written() {
    for around in [0o555, 0o777] {
        let folder = Folder::new(&format!("not-written-{around:o}"));
        let Some(told) = read_only(&folder, around, &MORE) else {
            return skip("a user whom permissions bind");
        };
        let code = told.code.unwrap_or(-1);
        told.refused(
            code,
            &["a.sqlite cannot be ", "hint: check the permissions"],
        );
        assert!(matches!(code, 1 | 2), "{told:?}");
        assert_eq!(count(&folder.path("a.sqlite")), 240);
        assert_eq!(folder.good(&MORE).played(), 60);
    }
}

#[test]
fn a_store_that_may_not_be_written_can_be_read() {
    for around in [0o555, 0o777] {
        let folder = Folder::new(&format!("only-read-{around:o}"));
        let Some(told) = read_only(&folder, around, &ROWS) else {
            return skip("a user whom permissions bind");
        };
        assert_eq!(told.code, Some(0), "in a folder {around:o}: {}", told.err);
        assert!(without_comments(&told.out) == folder.rows("plan.toml", "a.sqlite"));
    }
}

/// A limit on the size of files stands for a disk that is full.
#[test]
fn a_store_that_cannot_grow() {
    let folder = Folder::new("full");
    folder.write(
        "plan.toml",
        DUEL.replace("episodes = 60", "episodes = 12000"),
    );
    folder.good(&["run", "plan.toml", "--store", "whole.sqlite"]);
    folder.good(&[&RUN[..], &["--set", "episodes=100"]].concat());
    let before = count(&folder.path("a.sqlite"));
    let script = "ulimit -f 200 && trap '' XFSZ && exec \"$0\" \"$@\"";
    let mut shell = Command::new("sh");
    shell
        .args(["-c", script, env!("CARGO_BIN_EXE_ludometer")])
        .args(RUN);
    let told = Told::of(shell.current_dir(folder.path("")).output().unwrap());
    told.refused(
        1,
        &[
            "the store a.sqlite cannot ",
            "hint: ",
            "what was recorded is kept",
        ],
    );
    let after = count(&folder.path("a.sqlite"));
    assert!(after >= before && after < 48_000, "{before}, then {after}");
    assert_eq!(folder.good(&RUN).played(), (48_000 - after as u64) / 2);
    assert!(dump(&folder.path("a.sqlite")) == dump(&folder.path("whole.sqlite")));
}
