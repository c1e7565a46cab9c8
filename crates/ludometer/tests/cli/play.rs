//! `ludometer play`.

use crate::common::{Folder, Told};
use crate::json;
use ludometer::catalogue::shipped;
use ludometer::source::Span;
use ludometer::spec::Spec;
use std::io::Write;
use std::process::Stdio;

/// Plays with a person who types `lines`.
fn typed(folder: &Folder, arguments: &[&str], lines: &str) -> Told {
    let mut command = folder.command(arguments);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A person who goes on typing after the game is not heard.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    Told::of(child.wait_with_output().unwrap())
}

const ALONE: [&str; 6] = [
    "play",
    "tic-tac-toe",
    "--seed",
    "1",
    "--json",
    "result.json",
];

fn result(folder: &Folder) -> serde_json::Value {
    json(&String::from_utf8(folder.bytes("result.json")).unwrap())
}

#[test]
fn two_people_play_a_game() {
    let folder = Folder::new("people");
    let told = typed(&folder, &ALONE, "a3\nb3\na2\nB2\n a1 \n");
    assert_eq!(told.code, Some(0), "{told:?}");
    assert!(
        told.out.contains("player 0, your choices: a3 b3 c3"),
        "{}",
        told.out
    );
    assert!(
        told.out.contains("player 1, your choices: b3 c3"),
        "{}",
        told.out
    );
    assert!(
        told.out
            .ends_with(" 3  X O .\n 2  X O .\n 1 [X]. .\n    a b c\n\n"),
        "{}",
        told.out
    );
    assert_eq!(told.err, "player 0, human, wins after 5 plies\n");
    let result = result(&folder);
    assert_eq!(result["payoffs"], serde_json::json!([1.0, -1.0]));
    assert_eq!(result["ended"], "finished");
    assert_eq!(result["game"], "tic-tac-toe(m=3, n=3, k=3)");
}

#[test]
fn what_is_not_legal_is_asked_again() {
    let folder = Folder::new("illegal");
    let told = typed(&folder, &ALONE, "z9\n\na3\na3\nb3\nc3\nquit\n");
    assert_eq!(told.code, Some(0), "{told:?}");
    assert!(told.err.contains("`z9` is not among a3 b3 c3"), "{told:?}");
    assert!(told.err.contains("`` is not among a3"), "{told:?}");
    assert!(told.err.contains("`a3` is not among b3 c3"), "{told:?}");
    assert!(told.err.contains("cut off after 3 plies"), "{told:?}");
}

#[test]
fn commands_are_known_at_every_prompt() {
    let folder = Folder::new("commands");
    let lines = "help\nrules\nmoves\nundo\na3\nb3\nundo\nb2\nhint\nquit\n";
    let told = typed(&folder, &ALONE, lines);
    assert_eq!(told.code, Some(0), "{told:?}");
    for says in [
        "take back your last move",
        "in a line, across, down or diagonal, wins",
        "a3 b3 c3 a2 b2 c2 a1 b1 c1",
        " would choose ",
        " 3 [X]. .",
    ] {
        assert!(told.out.contains(says), "{says}: {}", told.out);
    }
    assert!(
        told.err.contains("there is no move of yours to take back"),
        "{told:?}"
    );
    // The first player took a3 back, with the answer to it, and chose b2.
    assert!(told.out.contains(" 2  .[X].\n"), "{}", told.out);
    assert!(told.err.contains("cut off after 1 plies"), "{told:?}");
    assert!(!told.err.contains("--seed"), "{told:?}");
}

#[test]
fn chess_is_typed_in_both_notations_and_taken_back_against_an_agent() {
    let folder = Folder::new("both");
    let arguments = [
        "play", "chess", "--seed", "1", "--seat", "human", "--seat", "pvs(t=1)",
    ];
    let told = typed(&folder, &arguments, "e2e4\nNf3\nundo\nd2d4\nmoves\nquit\n");
    assert_eq!(told.code, Some(0), "{told:?}");
    assert!(told.out.contains("4  . . . . P . . .\n"), "{}", told.out);
    // The agent decided once after e4, once after Nf3 and once after d4.
    let decided = told.out.matches("player 1, pvs(t=1): ").count();
    assert_eq!(decided, 3, "{}", told.out);
    let last = told.out.rsplit("white to move").nth(1).unwrap();
    assert!(last.contains("2  P P P . . P P P"), "{}", told.out);
    assert!(
        last.contains("1  R N B Q K B N R"),
        "Nf3 was taken back: {}",
        told.out
    );
}

#[test]
fn chance_is_fresh_for_a_person_and_said() {
    let folder = Folder::new("fresh");
    let seat = ["play", "omaha", "--seat", "human", "--seat", "tight"];
    let cards = |told: &Told| {
        let mut lines = told.out.lines();
        lines
            .find(|line| line.starts_with("seat 0"))
            .map(|line| line[8..20].to_string())
    };
    let hands: Vec<_> = (0..4).map(|_| typed(&folder, &seat, "quit\n")).collect();
    let first = cards(&hands[0]);
    assert!(first.is_some(), "{:?}", hands[0]);
    assert!(
        hands.iter().any(|hand| cards(hand) != first),
        "four hands are one"
    );
    let seed = hands[0]
        .err
        .split("--seed ")
        .nth(1)
        .expect("the seed is said");
    let again = [&seat[..], &["--seed", seed.trim()]].concat();
    assert_eq!(cards(&typed(&folder, &again, "quit\n")), first);
}

#[test]
fn cards_that_were_not_shown_stay_hidden_at_the_end() {
    let folder = Folder::new("folded");
    let seats = [
        "play", "omaha", "--seed", "3", "--seat", "caller", "--seat", "human",
    ];
    let told = typed(&folder, &seats, "fold\n");
    assert_eq!(told.code, Some(0), "{told:?}");
    assert!(
        told.err
            .contains("wins 0.5; player 1, human, loses 0.5 after 1 plies"),
        "{told:?}"
    );
    let shown = told.out.lines().filter(|line| line.starts_with("seat 0"));
    assert!(shown.clone().count() >= 2, "{}", told.out);
    for line in shown {
        assert!(line.contains("?? ?? ?? ??"), "{line}");
    }
}

#[test]
fn a_person_may_leave() {
    let folder = Folder::new("leave");
    for (lines, plies) in [
        ("quit\n", 0),
        ("a3\nQUIT\n", 1),
        ("", 0),
        ("a3\nb3\n", 2),
        ("a3\nb", 1),
    ] {
        let told = typed(&folder, &ALONE, lines);
        assert_eq!(told.code, Some(0), "{lines:?}: {told:?}");
        let says = format!("cut off after {plies} plies");
        assert!(told.err.contains(&says), "{lines:?}: {told:?}");
        assert_eq!(result(&folder)["ended"], "truncated");
    }
}

#[test]
fn a_person_against_an_agent() {
    let folder = Folder::new("against");
    let arguments = [
        "play",
        "tic-tac-toe",
        "--seat",
        "depth(t=2)",
        "--seat",
        "human",
    ];
    let told = typed(&folder, &arguments, "quit\n");
    assert_eq!(told.code, Some(0), "{told:?}");
    assert!(told.out.contains("player 0, depth(t=2): "), "{}", told.out);
    assert!(
        told.out.contains("player 1, your choices: "),
        "{}",
        told.out
    );
    assert!(told.err.contains("cut off after 1 plies"), "{}", told.err);
    // Nobody sees the card of the other while they play.
    let told = typed(
        &folder,
        &[
            "play", "kuhn", "--seat", "human", "--seat", "random", "--think",
        ],
        "quit\n",
    );
    let cards = told
        .out
        .lines()
        .find_map(|line| line.strip_prefix("cards "))
        .unwrap();
    assert_eq!(cards.chars().nth(2), Some('?'), "{}", told.out);
}

#[test]
fn agents_play_every_registered_game() {
    let folder = Folder::new("agents");
    for example in shipped().games().iter().flat_map(|game| &game.examples) {
        let mut arguments = vec!["play", example, "--moves", "40", "--json", "-"];
        let spec = Spec::parse(&Span::whole("test", example.clone())).unwrap();
        let players = shipped().open(&spec).unwrap().0.facts().players;
        arguments.extend(["--seat", "random"].repeat(players));
        let told = folder.good(&arguments);
        let result = json(&told.out);
        assert_eq!(
            result["payoffs"].as_array().unwrap().len(),
            players,
            "{example}"
        );
        let plies = result["plies"].as_u64().unwrap();
        assert!((1..=40).contains(&plies), "{example}");
        assert!(
            told.err.contains(&format!("after {plies} plies")),
            "{example}: {told:?}"
        );
        // The same seed plays the same game, another seed another one.
        assert_eq!(folder.good(&arguments).out, told.out, "{example}");
        arguments.retain(|word| !matches!(*word, "--json" | "-"));
        let shown = folder.good(&arguments).out;
        assert!(
            shown
                .lines()
                .filter(|line| line.contains(", random: "))
                .count() as u64
                == plies,
            "{example}: {shown}"
        );
        let games = ["2", "3", "4"].map(|seed| {
            folder
                .good(&[&arguments[..], &["--seed", seed]].concat())
                .out
        });
        assert!(games.iter().any(|other| *other != shown), "{example}");
    }
}

#[test]
fn agents_say_what_they_think() {
    let folder = Folder::new("think");
    let arguments = [
        "play",
        "tic-tac-toe",
        "--seat",
        "depth(t=1, leaf=open-lines)",
        "--seat",
        "random",
    ];
    let told = folder.good(&[&arguments[..], &["--think", "--moves", "1"]].concat());
    assert!(told.out.contains("it thought: a3 "), "{}", told.out);
    assert!(told.out.contains("b2 4.000"), "{}", told.out);
    assert!(!folder.good(&arguments).out.contains("it thought"));
}

#[test]
fn bad_seats_and_starts() {
    let folder = Folder::new("seats");
    let seat = ["play", "tic-tac-toe", "--seat", "depth(t=2, laef=points)"];
    folder.run(&seat).refused(
        2,
        &["has no parameter `laef`", "--> --seat:1:12", "`leaf`?"],
    );
    let sampler = [
        "play",
        "tic-tac-toe",
        "--seat",
        "sampler(first=64, most=16)",
    ];
    folder.run(&sampler).refused(
        2,
        &[
            "`most` is 16, below `first`, which is 64",
            "--> --seat:1:24",
        ],
    );
    let seats = ["play", "slide", "--seat", "random", "--seat", "random"];
    folder
        .run(&seats)
        .refused(2, &["slide(k=3) has 1 seat", "not 2"]);
    folder
        .run(&["play", "kuhn", "--seat", "depth(t=2)"])
        .refused(2, &["the game hides cards"]);
    folder
        .run(&["play", "whist"])
        .refused(2, &["there is no game `whist`", "--> game:1:1"]);
    let start = ["play", "tic-tac-toe", "--start", "position('XX./.../...')"];
    folder
        .run(&start)
        .refused(2, &["2 crosses and 0 noughts", "--> --start:1:10"]);
    let start = ["play", "tic-tac-toe", "--start", "wlak(2)"];
    folder
        .run(&start)
        .refused(2, &["has no start `wlak`", "did you mean `walk`?"]);
}
