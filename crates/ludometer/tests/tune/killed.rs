//! Runs of the command that are killed at any moment.

use crate::VALUE;
use crate::common::Folder;
use std::process::Stdio;
use std::time::Duration;

fn arguments<'a>(store: &'a str, json: &'a str) -> [&'a str; 10] {
    [
        "tune",
        "plan.toml",
        "--set",
        "games=6000",
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
    folder.good(&arguments("whole.sqlite", "whole.json"));
    let mut kills = 0;
    // Every life is a little longer than the one before, so the end comes.
    for life in 0u64.. {
        let mut command = folder.command(&arguments("a.sqlite", "a.json"));
        let mut child = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the command runs");
        std::thread::sleep(Duration::from_millis(60 + 40 * life));
        if let Some(status) = child.try_wait().unwrap() {
            assert_eq!(status.code(), Some(0));
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
    }
    assert!(
        kills >= 2,
        "it was over after {kills} kills: it is too small"
    );
    assert!(folder.bytes("a.json") == folder.bytes("whole.json"));
    let told = folder.good(&arguments("a.sqlite", "a.json"));
    assert!(told.err.contains(", 0 of them played now"), "{told:?}");
    assert!(told.out.contains("The tuned agent"), "{told:?}");
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
