//! A game of another crate has everything that the shipped ones have: every command knows it.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};

/// A folder of its own for each test, with the command run in it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("connect-four-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn output(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_connect_four"));
        command
            .current_dir(&self.0)
            .args(arguments)
            .output()
            .unwrap()
    }

    /// What a command prints that must succeed.
    fn run(&self, arguments: &[&str]) -> String {
        let output = self.output(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {errors}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// What a command says that must fail.
    fn refusal(&self, arguments: &[&str]) -> String {
        let output = self.output(arguments);
        assert!(!output.status.success(), "{arguments:?}");
        String::from_utf8(output.stderr).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn everything_is_listed() {
    let folder = Folder::new("list");
    assert!(folder.run(&["list", "games"]).contains("connect4"));
    let agents = folder.run(&["list", "agents", "--game", "connect4"]);
    for name in ["blocker", "lazy", "uct", "pvs"] {
        assert!(agents.contains(name), "{agents}");
    }
    // An agent for every game sits at shipped games too.
    assert!(
        folder
            .run(&["list", "agents", "--game", "othello"])
            .contains("lazy")
    );
    assert!(
        folder
            .run(&["list", "evaluators", "--game", "connect4"])
            .contains("lines")
    );
    assert!(
        folder
            .run(&["list", "measures", "--game", "connect4"])
            .contains("threats")
    );
    assert!(folder.run(&["list", "tuners"]).contains("climber"));
    assert!(folder.run(&["list", "plans"]).contains("drops"));
    assert!(folder.run(&["list", "tunes"]).contains("centre"));
    let schema = folder.run(&["list", "schema"]);
    assert!(
        schema.contains("connect4"),
        "the editor's schema knows the game"
    );
}

/// The laws of the contract, and what every agent that fits spends: its own, the general one and those
/// that ship.
#[test]
fn the_game_and_its_agents_are_checked() {
    let folder = Folder::new("check");
    let told = folder.run(&["check", "connect4(columns=5, rows=4)"]);
    for name in ["blocker", "lazy", "uct", "pvs"] {
        let line = told.lines().find(|line| line.contains(name));
        assert!(
            line.is_some_and(|line| line.starts_with("passed")),
            "{told}"
        );
    }
    assert!(!told.contains("failed"), "{told}");
}

#[test]
fn a_plan_runs_resumes_and_is_reported() {
    let folder = Folder::new("run");
    let first = folder.run(&["run", "drops", "--quick"]);
    assert!(first.contains("lazy(patience=5)"), "{first}");
    assert_eq!(
        folder.run(&["run", "drops", "--quick"]),
        first,
        "nothing is played twice"
    );
    let json: Value =
        serde_json::from_str(&folder.run(&["report", "drops", "--quick", "--format", "json"]))
            .unwrap();
    assert!(json.to_string().contains("uct(playouts=100)"), "{json}");
    // Shipped plans are there as well.
    folder.run(&["run", "slide-depth4", "--quick", "--set", "quick=2"]);
}

#[test]
fn a_tuning_tunes_with_the_tuner_of_this_crate() {
    let folder = Folder::new("tune");
    let first = folder.run(&["tune", "centre", "--quick"]);
    assert!(first.contains("climber(stride=0.3)"), "{first}");
    assert_eq!(folder.run(&["tune", "centre", "--quick"]), first);
    folder.run(&["tune", "centre", "--quick", "--set", "tuner=default"]);
}

#[test]
fn agents_play_and_positions_are_analysed() {
    let folder = Folder::new("play");
    let game = "connect4(columns=5, rows=4)";
    let played = folder.run(&[
        "play",
        game,
        "--seat",
        "lazy(patience=2)",
        "--seat",
        "blocker",
    ]);
    assert!(played.contains("12345"), "the board is shown: {played}");
    // Three in the middle column: the fourth wins.
    let position = "o/o/xxx//o";
    let analysed = folder.run(&["analyse", game, position, "--agent", "pvs(t=3, leaf=lines)"]);
    assert!(analysed.contains("threats"), "{analysed}");
    let fault = folder.refusal(&["analyse", game, "o/x"]);
    assert!(fault.contains("5 columns"), "{fault}");
    let odds = folder.run(&["analyse", game, position, "--depth", "2"]);
    assert!(odds.contains('%') || odds.contains('.'), "{odds}");
}

#[test]
fn weights_are_learned_used_and_judged() {
    let folder = Folder::new("learn");
    let game = "connect4(columns=4, rows=4)";
    folder.run(&[
        "learn",
        game,
        "--measures",
        "threats,centre",
        "--first",
        "2",
        "--last",
        "10",
        "--positions",
        "200",
        "--output",
        "learned.toml",
    ]);
    let played = folder.run(&[
        "play",
        game,
        "--define",
        "mine=learned.toml",
        "--seat",
        "depth(t=1, leaf=mine)",
        "--seat",
        "random",
    ]);
    assert!(!played.is_empty());
    let quality = folder.run(&["quality", game, "--measures", "threats,centre"]);
    assert!(quality.contains("threats"), "{quality}");
}

#[test]
fn mistakes_are_explained() {
    let folder = Folder::new("faults");
    let fault = folder.refusal(&["play", "connect5", "--seat", "random", "--seat", "random"]);
    assert!(fault.contains("did you mean `connect4`?"), "{fault}");
    let fault = folder.refusal(&[
        "play",
        "connect4(columns=3)",
        "--seat",
        "random",
        "--seat",
        "random",
    ]);
    assert!(fault.contains("a whole number, 4 to 9"), "{fault}");
    let fault = folder.refusal(&["play", "othello", "--seat", "blocker", "--seat", "random"]);
    assert!(fault.contains("has no agent `blocker`"), "{fault}");
}
