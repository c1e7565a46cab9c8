//! The command: exit code 0, 1 or 2, data on stdout and words on stderr.

#[path = "../common/mod.rs"]
mod common;

mod analyse;
mod archive;
mod bars;
mod check;
mod contests;
mod hands;
mod help;
mod hostile;
mod json;
mod learn;
mod limits;
mod list;
mod odds;
mod play;
mod quality;
mod report;
mod reproduce;
mod secret;
mod serve;
mod settings;
mod shell;
mod theory;
mod train;
mod vgdl;

use common::{DUEL, Folder, Told};
use serde_json::Value;
use std::process::Stdio;

const COMMANDS: [&str; 20] = [
    "run",
    "report",
    "archive",
    "tune",
    "reproduce",
    "play",
    "analyse",
    "odds",
    "quality",
    "solve",
    "theory",
    "train",
    "list",
    "check",
    "store",
    "vgdl",
    "hands",
    "bench",
    "completions",
    "man",
];

/// What a command found, taken out of its envelope; lines and schemas have none.
fn json(text: &str) -> Value {
    let mut value: Value =
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}"));
    match value.get("schema").is_some() {
        true => value["data"].take(),
        false => value,
    }
}

#[test]
fn every_command_helps_with_an_example() {
    let folder = Folder::new("help");
    let overview = folder.good(&["--help"]).out;
    for command in COMMANDS {
        assert!(
            overview.contains(&format!("\n  {command}")),
            "{command}: {overview}"
        );
        let told = folder.good(&[command, "--help"]);
        let example = format!("\n  ludometer {command}");
        assert!(told.out.contains("Example"), "{command}: {}", told.out);
        assert!(told.out.contains(&example), "{command}: {}", told.out);
        assert_eq!(told.err, "");
    }
    assert!(folder.good(&["--version"]).out.starts_with("ludometer "));
}

/// Every example of a help text is understood: it names commands and options that exist.
#[test]
fn examples_name_options_that_exist() {
    let folder = Folder::new("examples");
    for command in COMMANDS {
        let help = folder.good(&[command, "--help"]).out;
        if command == "train" {
            // Its options are those of its kinds, whose examples are checked below.
            continue;
        }
        let (_, examples) = help.split_once("Example").expect("an example");
        for option in examples
            .split_whitespace()
            .filter(|word| word.starts_with("--"))
        {
            let (usage, _) = help.split_once("Example").unwrap();
            assert!(usage.contains(option), "{command} has no {option}");
        }
    }
}

#[test]
fn wrong_usage_ends_with_2() {
    let folder = Folder::new("usage");
    folder.write("plan.toml", DUEL);
    for arguments in [
        &["frobnicate"][..],
        &[],
        &["run"],
        &["run", "plan.toml", "--frobnicate"],
        &["run", "plan.toml", "--threads", "0"],
        &["run", "plan.toml", "--threads", "many"],
        &["run", "plan.toml", "--format", "papyrus"],
        &["report", "plan.toml", "--format", "papyrus"],
        &["list", "sandwiches"],
        &["analyse", "tic-tac-toe", "--perft", "0"],
        &["analyse", "tic-tac-toe", "--perft", "31"],
        &["play", "tic-tac-toe", "--seed", "-1"],
        &["train", "weights", "othello"],
        &["train"],
        &["train", "elephants"],
        &["check"],
        &["completions", "tcsh"],
        &["list", "-q", "-v"],
        &["list", "--color", "mauve"],
        &[
            "train",
            "weights",
            "othello",
            "--measures",
            "class",
            "--positions",
            "0",
        ],
        &[
            "train",
            "weights",
            "othello",
            "--measures",
            "class",
            "--outcome",
            "luck",
        ],
        &["quality"],
        &["quality", "tic-tac-toe", "--by", "empties"],
        &["quality", "tic-tac-toe", "--at", "4"],
        &["quality", "tic-tac-toe", "--samples", "4"],
        &["quality", "tic-tac-toe", "--memory", "0"],
        &["quality", "tic-tac-toe", "--reading", "tea-leaves"],
        &["quality", "tic-tac-toe", "--count", "sheep"],
        &["quality", "tic-tac-toe", "--by", "empties", "--at", "four"],
        &[
            "quality",
            "tic-tac-toe",
            "--by",
            "empties",
            "--at",
            "4",
            "--samples",
            "0",
        ],
        &[
            "quality",
            "tic-tac-toe",
            "--by",
            "empties",
            "--at",
            "4",
            "--count",
            "tree",
        ],
        &["solve"],
        &["solve", "chess"],
        &["solve", "slide", "--k", "9"],
        &["solve", "slide", "213./456./789./...."],
        &["solve", "--verify", "no-such-file"],
        &["solve", "--verify", "plan.toml"],
        &["bench", "sandwiches"],
        &["bench", "store", "--quick"],
        &["analyse", "tic-tac-toe", "--random-minimax", "0"],
        &[
            "analyse",
            "tic-tac-toe",
            "--random-minimax",
            "2",
            "--depth",
            "2",
        ],
        &["analyse", "tic-tac-toe", "--depth", "0"],
        &["analyse", "tic-tac-toe", "--alpha", "2"],
        &["analyse", "tic-tac-toe", "--depth", "2", "--alpha", "0"],
        &["analyse", "tic-tac-toe", "--depth", "2", "--alpha", "5..3"],
        &[
            "analyse",
            "tic-tac-toe",
            "--depth",
            "2",
            "--agent",
            "random",
        ],
        &["analyse", "tic-tac-toe", "--depth", "2", "--perft", "2"],
        &["analyse", "tic-tac-toe", "--leaves", "2"],
        &["odds"],
        &["odds", "tic-tac-toe"],
        &["odds", "tic-tac-toe", "--depth", "1"],
        &["odds", "tic-tac-toe", "--depth", "3", "--samples", "0"],
        &["theory"],
        &["theory", "3", "--alpha", "x"],
        &["theory", "3", "--good", "1"],
        &["theory", "3", "--explore"],
        &["theory", "--explore", "--moves", "1"],
        &["theory", "--explore", "--branching", "0"],
        &["theory", "--explore", "--plies", "1..17"],
    ] {
        let told = folder.run(arguments);
        assert_eq!(
            (told.code, told.out.as_str()),
            (Some(2), ""),
            "{arguments:?}: {told:?}"
        );
        assert!(!told.err.is_empty(), "{arguments:?}");
    }
    assert!(
        !folder.has("ludometer.sqlite"),
        "nothing was run, so nothing is stored"
    );
}

#[test]
fn bad_input_ends_with_2_and_a_place() {
    let folder = Folder::new("input");
    folder.write("plan.toml", DUEL.replace("tic-tac-toe", "nougths"));
    let says = [
        "there is no game `nougths`",
        "--> plan.toml:4:9",
        "did you mean `noughts`?",
    ];
    folder.run(&["run", "plan.toml"]).refused(2, &says);
    folder.run(&["report", "plan.toml"]).refused(2, &says);
    folder
        .run(&["run", "no-such-plan"])
        .refused(2, &["no plan is called `no-such-plan`"]);
    folder
        .run(&["run", "no-such.toml"])
        .refused(2, &["`no-such.toml` cannot be read"]);
    folder
        .run(&["run", "."])
        .refused(2, &["the plan `.` cannot be read"]);
    folder.write("latin.toml", b"title = \"L\xe4\xdft\"\n");
    folder
        .run(&["run", "latin.toml"])
        .refused(2, &["`latin.toml` cannot be read", "UTF-8"]);
    folder.write("good.toml", DUEL);
    let set = ["run", "good.toml", "--set", "epsiodes=3"];
    folder
        .run(&set)
        .refused(2, &["--> --set:1:1", "did you mean `episodes`?"]);
    let unreachable = ["run", "good.toml", "--set", "start=position('XX./.../...')"];
    folder
        .run(&unreachable)
        .refused(2, &["2 crosses and 0 noughts", "--> --set:1:16"]);
    let names = [
        "there is no paper `nonsense` yet",
        "hint: known: randomised-evaluation",
    ];
    folder.run(&["reproduce", "nonsense"]).refused(2, &names);
    let near = [
        "`randomized-evaluation`",
        "did you mean `randomised-evaluation`?",
    ];
    folder
        .run(&["reproduce", "randomized-evaluation"])
        .refused(2, &near);
}

#[test]
fn run_prints_data_on_stdout_and_words_on_stderr() {
    let folder = Folder::new("streams");
    folder.write("plan.toml", DUEL);
    let run = ["run", "plan.toml", "--store", "a.sqlite"];
    let told = folder.good(&run);
    assert_eq!(told.err, "120 episodes, 120 of them played now\n");
    assert!(told.out.contains("2 of 2 cells consistent"), "{}", told.out);
    let told = folder.good(&[&run[..], &["--json", "-"]].concat());
    assert_eq!(told.err, "120 episodes, 0 of them played now\n");
    let agreement = json(&told.out);
    assert_eq!(agreement[0]["table"], "duel");
    assert_eq!(agreement[0]["cells"].as_array().map(Vec::len), Some(2));
    let cell = agreement[0]["cells"][0].as_object().unwrap();
    for key in [
        "row",
        "column",
        "n",
        "value",
        "low",
        "high",
        "published",
        "published_n",
        "verdict",
    ] {
        assert!(cell.contains_key(key), "{key} is not in {cell:?}");
    }
    assert_eq!(
        (&cell["n"], &cell["published_n"]),
        (&Value::from(60), &Value::from(100))
    );
    let told = folder.good(&[&run[..], &["--json", "a.json"]].concat());
    assert_eq!(
        json(&String::from_utf8(folder.bytes("a.json")).unwrap()),
        agreement
    );
    assert!(told.out.contains("A duel"));
    let told = folder.good(&[&run[..], &["--format", "json"]].concat());
    assert!(json(&told.out).is_object());
    let unwritable = [&run[..], &["--json", "no/such/folder.json"]].concat();
    let told = folder.run(&unwritable);
    assert_eq!(told.code, Some(2), "{told:?}");
    assert!(
        told.err.contains("error: no/such/folder.json: "),
        "{told:?}"
    );
}

/// Someone reads the first line and goes away: no panic, no complaint, no failure.
#[test]
fn a_closed_pipe_is_no_failure() {
    let folder = Folder::new("pipe");
    folder.write("plan.toml", DUEL);
    folder.good(&["run", "plan.toml"]);
    for arguments in [
        &["list"][..],
        &["list", "--json", "-"],
        &["list", "schema"],
        &["run", "plan.toml"],
        &["run", "plan.toml", "--json", "-"],
        &["report", "plan.toml"],
        &["report", "plan.toml", "--rows"],
        &["report", "plan.toml", "--format", "html"],
        &["analyse", "tic-tac-toe"],
        &[
            "train",
            "weights",
            "tic-tac-toe",
            "--measures",
            "open-lines",
            "--positions",
            "50",
        ],
        &["analyse", "tic-tac-toe", "--perft", "3"],
        &["quality", "tic-tac-toe"],
        &["quality", "tic-tac-toe", "--json", "-"],
        &[
            "play",
            "tic-tac-toe",
            "--seat",
            "random",
            "--seat",
            "random",
        ],
        &[
            "play",
            "tic-tac-toe",
            "--seat",
            "random",
            "--seat",
            "random",
            "--json",
            "-",
        ],
        &["play", "tic-tac-toe"],
        &["--help"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = folder.command(arguments);
        let told = Told::of(
            command
                .stdout(writer)
                .stderr(Stdio::piped())
                .output()
                .unwrap(),
        );
        assert_eq!(told.code, Some(0), "{arguments:?}: {told:?}");
        assert!(!told.err.contains("error"), "{arguments:?}: {told:?}");
        // The words may go unheard as well.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let status = folder
            .command(arguments)
            .stdout(Stdio::null())
            .stderr(writer)
            .status();
        assert_eq!(
            status.unwrap().code(),
            Some(0),
            "{arguments:?} without stderr"
        );
    }
}
