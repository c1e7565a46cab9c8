//! Runs of the command that are killed at any moment.

use crate::VALUE;
use crate::common::Folder;
use std::process::Stdio;
use std::time::Duration;

fn arguments<'a>(games: &'a str, store: &'a str, json: &'a str) -> [&'a str; 10] {
    [
        "tune",
        "plan.toml",
        "--set",
        games,
        "--store",
        store,
        "--threads",
        "2",
        "--json",
        json,
    ]
}

#[test]
fn killed_again_and_again() {
    let folder = Folder::new("tune-killed");
    folder.write("plan.toml", VALUE);
    // How long a tuning takes depends on the machine: one that is over too soon is played larger.
    let tries = (0..8).map(|doublings| 6000 << doublings);
    let games = tries
        .map(|games| format!("games={games}"))
        .find(|games| killed_until_it_ends(&folder, games) >= 2)
        .expect("a tuning that lives longer than its killer waits");
    folder.good(&arguments(&games, "whole.sqlite", "whole.json"));
    assert!(folder.bytes("a.json") == folder.bytes("whole.json"));
    let told = folder.good(&arguments(&games, "a.sqlite", "a.json"));
    assert!(told.err.contains(", 0 of them played now"), "{told:?}");
    assert!(told.out.contains("The tuned agent"), "{told:?}");
}

/// Begins a tuning anew and kills it until it ends by itself. Every life is a little longer than the
/// one before, so the end comes. Returns how often it was killed.
fn killed_until_it_ends(folder: &Folder, games: &str) -> u32 {
    for file in ["a.sqlite", "a.sqlite-wal", "a.sqlite-shm"] {
        let _ = std::fs::remove_file(folder.path(file));
    }
    for kills in 0u32.. {
        let mut command = folder.command(&arguments(games, "a.sqlite", "a.json"));
        let mut child = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the command runs");
        std::thread::sleep(Duration::from_millis(60 + 40 * u64::from(kills)));
        if let Some(status) = child.try_wait().unwrap() {
            assert_eq!(status.code(), Some(0));
            return kills;
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    unreachable!("a loop without an end")
}

#[test]
fn the_command_writes_what_it_is_asked_for() {
    let folder = Folder::new("tune-command");
    folder.write("plan.toml", VALUE);
    let told = folder.good(&[
        "tune",
        "plan.toml",
        "--quick",
        "--html",
        "a.html",
        "--json",
        "-",
    ]);
    let json: serde_json::Value = serde_json::from_str(&told.out).unwrap();
    let json = &json["data"];
    assert_eq!(json["games"], 60);
    assert_eq!(json["parameters"][2]["start"], "shortest");
    assert!(
        String::from_utf8(folder.bytes("a.html"))
            .unwrap()
            .contains("<svg")
    );
    folder
        .run(&["tune", "nonesuch"])
        .refused(2, &["no tuning is called `nonesuch`"]);
    folder
        .run(&["tune", "plan.toml", "--quick", "--set", "quick=0"])
        .refused(2, &["has no quick size", "--set quick=400"]);
}
