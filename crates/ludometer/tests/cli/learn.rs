//! `ludometer train weights`, and what it writes in a plan, at a table and in an analysis.

use crate::common::Folder;
use crate::json;

const SMALL: [&str; 9] = [
    "train",
    "weights",
    "othello(size=4)",
    "--measures",
    "class-a1,class-b1,class-b2",
    "--positions",
    "300",
    "--playouts",
    "8",
];

fn text(folder: &Folder, name: &str) -> String {
    String::from_utf8(folder.bytes(name)).unwrap()
}

#[test]
fn a_table_a_file_and_json() {
    let folder = Folder::new("learn");
    let told = folder.good(&[&SMALL[..], &["--output", "a.toml", "--json", "a.json"]].concat());
    assert_eq!(told.err, "");
    for part in [
        "measure",
        "class-b2",
        "constant",
        "R² ",
        "adjusted",
        "at best",
        "300 positions",
    ] {
        assert!(told.out.contains(part), "{part} is not in {}", told.out);
    }
    let json = json(&text(&folder, "a.json"));
    let (r2, ceiling) = (
        json["r2"].as_f64().unwrap(),
        json["ceiling"].as_f64().unwrap(),
    );
    assert!(0.0 < r2 && r2 < ceiling && ceiling < 1.0, "{json}");
    assert_eq!(json["measures"].as_object().unwrap().len(), 3);
    let file = text(&folder, "a.toml");
    for part in [
        "game = \"othello(size=4)\"",
        "outcome = \"payoff\"",
        "positions = 300",
        "[errors]",
    ] {
        assert!(file.contains(part), "{part} is not in {file}");
    }
    let weight = json["measures"]["class-a1"]["weight"].as_f64().unwrap();
    assert!(file.contains(&format!("class-a1 = {weight:?}\n")), "{file}");
    let told = folder.good(&[&SMALL[..], &["--output", "-"]].concat());
    assert_eq!((told.out, told.err.as_str()), (file, ""));
    let told = folder.good(&[&SMALL[..], &["--format", "markdown"]].concat());
    assert!(told.out.contains("| class-a1"), "{}", told.out);
}

#[test]
fn the_same_file_from_any_number_of_threads() {
    let folder = Folder::new("learn-threads");
    let file = |threads: &str, seed: &str| {
        let more = [
            "--threads",
            threads,
            "--seed",
            seed,
            "--output",
            "-",
            "--outcome",
            "points",
        ];
        folder.good(&[&SMALL[..], &more].concat()).out
    };
    let once = file("1", "3");
    assert_eq!(once, file("1", "3"));
    assert_eq!(once, file("3", "3"));
    assert_ne!(once, file("1", "4"));
}

#[test]
fn what_cannot_be_learned_ends_with_2() {
    let folder = Folder::new("learn-faults");
    let learn = |more: &[&str], says: &[&str]| {
        folder
            .run(&[&["train", "weights"], more].concat())
            .refused(2, says);
    };
    learn(
        &["othelo", "--measures", "class"],
        &["no game `othelo`", "`othello`?"],
    );
    learn(
        &["othello", "--measures", "clas"],
        &["family `clas`", "--measures:1:1", "`class`?"],
    );
    let small = [
        "othello(size=4)",
        "--measures",
        "class",
        "--positions",
        "50",
    ];
    learn(
        &small,
        &[
            "`class-c1`, ",
            "cannot be told apart",
            "class-a1,class-b1,class-b2`",
        ],
    );
    let few = ["othello", "--measures", "class", "--positions", "11"];
    learn(
        &few,
        &["11 positions are too few for 10 measures", "--positions 12"],
    );
    let late = [
        "tic-tac-toe",
        "--measures",
        "open-lines",
        "--first",
        "9",
        "--last",
        "9",
    ];
    learn(&late, &["over before or at ply 9", "`--last`"]);
    let turned = [
        "tic-tac-toe",
        "--measures",
        "open-lines",
        "--first",
        "5",
        "--last",
        "4",
    ];
    learn(&turned, &["between 5 and 4"]);
    let told = folder.run(&[&SMALL[..], &["--output", "no/such/folder.toml"]].concat());
    assert_eq!(told.code, Some(2), "{told:?}");
    assert!(told.err.contains("no/such/folder.toml"), "{told:?}");
}

/// Chance, one player, hidden cards: anything with a measure.
#[test]
fn every_kind_of_game_can_be_learned() {
    let folder = Folder::new("learn-games");
    for (game, measure, outcome) in [
        ("tic-tac-toe", "open-lines", "payoff"),
        ("meteors", "clear", "points"),
        ("kuhn", "card", "payoff"),
        ("slide(k=2)", "manhattan", "points"),
    ] {
        let arguments = [
            "train",
            "weights",
            game,
            "--measures",
            measure,
            "--outcome",
            outcome,
        ];
        let few = [
            "--positions",
            "60",
            "--playouts",
            "4",
            "--last",
            "3",
            "--plies",
            "30",
        ];
        let few = match game {
            "kuhn" => &few[..4],
            _ => &few[..],
        };
        let json = json(
            &folder
                .good(&[&arguments, few, &["--json", "-"]].concat())
                .out,
        );
        assert!(json["measures"][measure]["weight"].is_number(), "{json}");
    }
}

#[test]
fn what_was_learned_plays() {
    let folder = Folder::new("learn-plays");
    folder.good(&[&SMALL[..], &["--output", "mine.toml"]].concat());
    let plan = "game = \"othello(size=4)\"\nseats = [\"depth(t=1, leaf=mine)\", \"random\"]\nmirror = true\nepisodes = 40\n[evaluators]\nmine = \"mine.toml\"\n";
    std::fs::create_dir(folder.path("sub")).unwrap();
    folder.write("sub/plan.toml", plan);
    let missing = ["`mine.toml` cannot be read", "sub/plan.toml:6:8"];
    folder.run(&["run", "sub/plan.toml"]).refused(2, &missing);
    std::fs::copy(folder.path("mine.toml"), folder.path("sub/mine.toml")).unwrap();
    let told = folder.good(&["run", "sub/plan.toml"]);
    assert_eq!(told.err, "40 episodes, 40 of them played now\n");
    let told = folder.good(&["run", "sub/plan.toml"]);
    assert_eq!(told.err, "40 episodes, 0 of them played now\n");
    // Another file is another experiment.
    folder.good(&[&SMALL[..], &["--seed", "9", "--output", "sub/mine.toml"]].concat());
    let told = folder.good(&["run", "sub/plan.toml"]);
    assert_eq!(told.err, "40 episodes, 40 of them played now\n");
    let game = ["othello(size=4)", "--define", "it=mine.toml"];
    let seats = ["--seat", "depth(t=2, leaf=it)", "--seat", "random"];
    let told = folder.good(&[&["play"][..], &game, &seats].concat());
    assert!(told.err.contains("wins after"), "{told:?}");
    let agent = ["--agent", "depth(t=1, leaf=it)"];
    let told = folder.good(&[&["analyse"][..], &game, &agent].concat());
    assert!(told.out.contains("the agent would play"), "{told:?}");
    let shipped = ["othello", "--define", "it=othello-points"];
    let told = folder.good(&[&["analyse"][..], &shipped, &agent, &["--samples", "4"]].concat());
    assert!(told.out.contains("the agent would play"), "{told:?}");
}

#[test]
fn definitions_that_cannot_be_end_with_2() {
    let folder = Folder::new("learn-define");
    let agent = ["--agent", "depth(t=1, leaf=it)"];
    for (definition, says) in [
        ("it", &["a definition is `name=FILE`", "--define:1:1"][..]),
        ("it=no.toml", &["`no.toml` cannot be read", "--define:1:4"]),
        (
            "it=othello-payoff",
            &["for othello(size=8), not for tic-tac-toe"],
        ),
        (
            "it=weigh(a=1)",
            &["no measure `a` to weigh", "--define:1:10"],
        ),
        (
            "points=weigh(open-lines=1)",
            &["nothing uses the evaluator `points`"],
        ),
    ] {
        let arguments = [
            &["analyse", "tic-tac-toe", "--define", definition][..],
            &agent,
        ]
        .concat();
        folder.run(&arguments).refused(2, says);
    }
    let twice = ["--define", "it=points", "--define", "it=open-lines"];
    let arguments = [&["analyse", "tic-tac-toe"][..], &twice, &agent].concat();
    folder
        .run(&arguments)
        .refused(2, &["`it` is defined twice"]);
    let arguments = ["analyse", "tic-tac-toe", "--define", "it=points"];
    folder
        .run(&arguments)
        .refused(2, &["nothing uses the evaluator `it`"]);
}

#[test]
fn shipped_weights_are_listed() {
    let folder = Folder::new("learn-list");
    let told = folder.good(&["list", "weights"]);
    assert!(
        told.out
            .contains("  othello-payoff       othello(size=8): expected payoff"),
        "{}",
        told.out
    );
    let told = folder.good(&["list", "evaluators", "--game", "othello"]);
    for part in [
        "weigh",
        "MEASURE",
        "a number for each measure, by its name",
        "guess",
    ] {
        assert!(told.out.contains(part), "{part} is not in {}", told.out);
    }
}
