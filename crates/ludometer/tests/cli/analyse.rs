//! `ludometer analyse`.

use crate::common::Folder;
use crate::json;
use serde_json::Value;

/// Position P of Althöfer and Heuser (2005), with the values that the paper works out for it.
#[test]
fn the_position_of_the_paper() {
    let folder = Folder::new("analyse-slide");
    let position = ".87./.954/621./3...";
    let told = folder.good(&["analyse", "slide", position, "--json", "-"]);
    assert_eq!(told.err, "");
    let analysis = json(&told.out);
    assert_eq!(analysis["position"], position);
    assert_eq!(analysis["mover"], 0);
    assert_eq!(analysis["here"]["distance"], 22.0);
    assert_eq!(analysis["here"]["manhattan"], 26.0);
    assert_eq!(analysis["choice"], Value::Null);
    let moves = analysis["moves"].as_array().unwrap();
    let labels: Vec<_> = moves
        .iter()
        .map(|line| line["move"].as_str().unwrap())
        .collect();
    assert_eq!(labels, ["R2<", "R3>", "C2v", "C3v"]);
    let distances: Vec<_> = moves
        .iter()
        .map(|line| line["values"]["distance"].as_f64())
        .collect();
    // A move changes the distance by one; on the way to Win it must fall.
    assert!(
        distances.iter().all(|d| matches!(d, Some(21.0 | 23.0))),
        "{distances:?}"
    );
    assert!(distances.contains(&Some(21.0)));
    let text = folder.good(&["analyse", "slide(k=2)"]).out;
    assert!(
        text.contains("player 0 is to move") && text.contains("distance"),
        "{text}"
    );
}

#[test]
fn noughts_and_an_agent() {
    let folder = Folder::new("analyse-noughts");
    let arguments = [
        "analyse",
        "tic-tac-toe",
        "XX./OO./...",
        "--agent",
        "depth(t=2)",
    ];
    let told = folder.good(&arguments);
    assert!(told.out.contains("the agent would play c3"), "{}", told.out);
    assert!(told.out.contains("wins"), "{}", told.out);
    let analysis = json(
        &folder
            .good(&[&arguments[..], &["--json", "-"]].concat())
            .out,
    );
    assert_eq!(analysis["choice"], "c3");
    assert_eq!(analysis["moves"].as_array().unwrap().len(), 5);
    let over = folder.good(&["analyse", "tic-tac-toe", "XXX/OO./..."]);
    assert!(over.out.contains("the game is over"), "{}", over.out);
    folder.good(&["analyse", "tic-tac-toe", "XXX/OO./...", "--agent", "random"]);
    let bad = ["analyse", "tic-tac-toe", "--agent", "randon"];
    folder.run(&bad).refused(
        2,
        &["has no agent `randon`", "--> --agent:1:1", "`random`?"],
    );
}

/// A search that prunes says of most moves that they are no better; on request it says how good.
#[test]
fn bounds_are_shown_as_bounds() {
    let folder = Folder::new("analyse-bounds");
    let asked = |agent: &str, more: &[&str]| {
        let arguments = ["analyse", "tic-tac-toe", "X.O/.X./..O", "--agent", agent];
        folder.good(&[&arguments[..], more].concat()).out
    };
    for agent in ["pvs(t=9)", "alphabeta(t=9)"] {
        let bounded = asked(agent, &[]);
        assert!(bounded.contains("≤ "), "{bounded}");
        let moves = json(&asked(agent, &["--json", "-"]))["moves"].clone();
        let bounds: Vec<_> = moves
            .as_array()
            .unwrap()
            .iter()
            .map(|told| told["bound"].as_str().unwrap().to_string())
            .collect();
        assert!(bounds.contains(&"upper".to_string()), "{bounds:?}");
        assert!(bounds.contains(&"exact".to_string()), "{bounds:?}");
    }
    let exact = asked("pvs(t=9, exact-root=yes)", &[]);
    assert!(!exact.contains(['≤', '≥']), "{exact}");
    let analysis = json(&asked("pvs(t=9, exact-root=yes)", &["--json", "-"]));
    for told in analysis["moves"].as_array().unwrap() {
        assert_eq!(told["bound"], "exact");
        let value = |column: &str| told["values"][column].as_f64().unwrap();
        let sign = |number: f64| if number == 0.0 { 0.0 } else { number.signum() };
        assert_eq!(sign(value("agent")), value("minimax"), "{told}");
    }
}

#[test]
fn games_of_chance_begin_as_the_rules_do() {
    let folder = Folder::new("analyse-chance");
    let kuhn = folder.good(&["analyse", "kuhn", "--agent", "random"]).out;
    assert!(
        kuhn.contains(" ?  betting") && kuhn.contains("pass") && kuhn.contains("bet"),
        "{kuhn}"
    );
    let meteors = folder
        .good(&["analyse", "meteors", "--agent", "depth(t=2, leaf=clear)"])
        .out;
    for word in [
        "tick  0/60",
        "left",
        "stay",
        "right",
        "score",
        "clear",
        "the agent would play",
    ] {
        assert!(meteors.contains(word), "{word} is not in {meteors}");
    }
    for game in ["kuhn", "meteors"] {
        let told = folder.run(&["analyse", game, "somewhere"]);
        told.refused(
            2,
            &[
                &format!("positions of {game} cannot be written down"),
                "hint: omit",
            ],
        );
    }
}

#[test]
fn bad_positions() {
    let folder = Folder::new("analyse-bad");
    for (game, position, says) in [
        ("slide", "123./456./789.", "the board has 4 rows"),
        ("slide", "213./456./789./....", "unreachable"),
        ("slide", "12.3/456./789./....", "unreachable"),
        ("slide", "123./456./788./....", "twice"),
        ("slide", "", "the board has 4 rows"),
        ("slide(k=4)", ".87./.954/621./3...", "the board has 5 rows"),
        ("tic-tac-toe", "XX./.../...", "2 crosses and 0 noughts"),
        ("tic-tac-toe", "XXX/OOO/...", "before the last move"),
        ("tic-tac-toe", "X🎲./.../...", "`🎲` in row 1"),
    ] {
        let told = folder.run(&["analyse", game, position]);
        told.refused(2, &[says, "--> position:1:1"]);
    }
}

#[test]
fn sequences_are_counted() {
    let folder = Folder::new("perft");
    let told = folder.good(&["analyse", "tic-tac-toe", "--perft", "9", "--json", "-"]);
    // The games of each length that have not ended before; 255,168 games in all.
    let counts = [9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872];
    assert_eq!(json(&told.out), serde_json::json!(counts));
    let text = folder
        .good(&["analyse", "tic-tac-toe", "XX./OO./...", "--perft", "2"])
        .out;
    assert_eq!(text, "  1 5\n  2 16\n");
    let chance = folder.run(&["analyse", "meteors", "--perft", "2"]);
    chance.refused(2, &["meteors rolls dice"]);
    let bad = ["analyse", "tic-tac-toe", "XX./.../...", "--perft", "2"];
    folder.run(&bad).refused(2, &["2 crosses and 0 noughts"]);
}

/// Exact values as far as memory allows; beyond it, estimates and the reason.
#[test]
fn too_deep_says_what_was_reached() {
    let folder = Folder::new("analyse-deep");
    let deep = [
        "analyse",
        "othello(size=6)",
        "--memory",
        "2",
        "--samples",
        "50",
    ];
    let told = folder.good(&deep);
    assert!(told.out.contains("sampled"), "{}", told.out);
    for part in [
        "no exact values: ",
        " distinct positions were reached, which is all that 2 MB can hold",
        "hint: allow more with --memory, or give a position nearer to the end",
    ] {
        assert!(told.err.contains(part), "`{part}` is not in {}", told.err);
    }
    let analysis = json(&folder.good(&[&deep[..], &["--json", "-"]].concat()).out);
    let reason = analysis["inexact"].as_str().unwrap();
    assert!(reason.contains("2 MB"), "{reason}");
    let shallow = folder.good(&["analyse", "tic-tac-toe", "--json", "-"]);
    assert_eq!(json(&shallow.out)["inexact"], Value::Null);
    assert_eq!(shallow.err, "");
}

#[test]
fn what_an_agent_considered_in_the_middle_of_an_episode() {
    let folder = Folder::new("analyse-lines");
    let game = "vgdl(name='lanterns')";
    let agent = ["--agent", "rhea(p=4, l=9)", "--steps", "200"];
    let arguments = [
        &["analyse", game, "--samples", "2", "--after", "3"],
        &agent[..],
    ]
    .concat();
    let told = folder.good(&arguments).out;
    for part in [
        "tick 3 ",
        "visits",
        "what it considered, its plan first",
        "where its plan leads",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let (above, drawn) = told.split_once("where its plan leads").unwrap();
    let rows = |text: &str| text.lines().filter(|line| line.starts_with('#')).count();
    assert_eq!(rows(above), rows(drawn), "{told}");
    let analysis = json(
        &folder
            .good(&[&arguments[..], &["--json", "-"]].concat())
            .out,
    );
    let lines = analysis["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["actions"][0], analysis["choice"]);
    let planned = lines[0]["actions"].as_array().unwrap().len();
    assert_eq!(planned as u64 + lines[0]["more"].as_u64().unwrap(), 9);
    assert_eq!(lines[0]["places"].as_array().unwrap().len(), planned + 1);
    let moves = analysis["moves"].as_array().unwrap().iter();
    let visits: f64 = moves
        .filter_map(|line| line["values"]["visits"].as_f64())
        .sum();
    assert_eq!(visits, f64::from(200 / 9));
    let few = folder.good(&[&arguments[..], &["--lines", "1", "--json", "-"]].concat());
    let few = json(&few.out);
    assert_eq!(few["lines"].as_array().unwrap()[..], lines[..1]);
    folder
        .run(&["analyse", game, "--after", "3"])
        .refused(2, &["--agent"]);
    folder
        .run(&["analyse", "meteors", "--agent", "random", "--after", "500"])
        .refused(
            2,
            &["the game was over after", "the last decision is after"],
        );
}

#[test]
fn the_tree_of_a_search() {
    let folder = Folder::new("analyse-tree");
    let agent = ["--agent", "uct(500)", "--tree", "2"];
    let arguments = [&["analyse", "tic-tac-toe", "XX./OO./..."], &agent[..]].concat();
    let told = folder.good(&arguments).out;
    assert!(
        told.contains("its tree\n") && told.contains("\n· "),
        "{told}"
    );
    assert!(!told.contains("· · "), "{told}");
    let analysis = json(
        &folder
            .good(&[&arguments[..], &["--json", "-"]].concat())
            .out,
    );
    let tree = analysis["tree"].as_array().unwrap();
    assert_eq!(tree.len(), 5);
    assert_eq!(tree[0]["move"], "c3");
    assert_eq!(tree[0]["below"], serde_json::json!([]), "the game is over");
    assert_ne!(tree[1]["below"], serde_json::json!([]));
    assert_eq!(analysis["lines"][0]["over"], true);
    let none = json(
        &folder
            .good(&[&arguments[..5], &["--json", "-"]].concat())
            .out,
    );
    assert_eq!(none["tree"], serde_json::json!([]));
}

/// The player to move knows its own cards: a hand without them is not analysed with invented ones.
#[test]
fn unknown_cards_of_the_player_to_move_are_refused() {
    let folder = Folder::new("untold");
    // Before the flop the button is first to act, which is seat 1.
    let told = folder.run(&["analyse", "omaha", "As2sKdQh -", "--samples", "10"]);
    told.refused(
        2,
        &[
            "does not tell the cards of seat 1",
            "--> position:1:1",
            "hint: name them",
        ],
    );
    let after = ["analyse", "omaha", "As2sKdQh - | 3s7s9d | - | cc/"];
    let shown = folder.good(&[&after[..], &["--samples", "10"]].concat());
    assert!(shown.out.contains("seat 0  As Kd Qh 2s"), "{}", shown.out);
}
