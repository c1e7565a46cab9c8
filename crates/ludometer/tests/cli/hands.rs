//! `ludometer hands`, and the hands that `play` saves.

use crate::common::Folder;
use crate::json;

#[test]
fn saved_hands_are_read_again() {
    let folder = Folder::new("hands");
    for seed in ["1", "2", "3"] {
        let play = ["play", "omaha", "--seat", "caller", "--seat", "random"];
        let saved = [
            "--save",
            "hands.txt",
            "--seed",
            seed,
            "--json",
            "result.json",
        ];
        folder.good(&[&play[..], &saved].concat());
    }
    let result = json(&String::from_utf8(folder.bytes("result.json")).unwrap());
    let told = folder.good(&["hands", "hands.txt", "--json", "-", "--strict"]);
    assert_eq!(told.err, "3 hands read, 0 skipped\n");
    let hands = json(&told.out);
    assert_eq!(hands["hands"], 3);
    let [caller, random] = [0, 1].map(|span| &hands["players"][span]);
    assert_eq!(
        (&caller["name"], &caller["hands"]),
        (&"caller".into(), &3.into())
    );
    assert_eq!(caller["folds"], 0);
    let [won, lost] = [caller, random].map(|player| player["small_bets"].as_f64().unwrap());
    assert!((won + lost).abs() < 1e-12);
    // The last hand alone has the payoffs that were told when it was played.
    let text = std::fs::read_to_string(folder.path("hands.txt")).unwrap();
    let last = text.rfind("Hand 3").unwrap();
    std::fs::write(folder.path("last.txt"), &text[last..]).unwrap();
    let alone = json(&folder.good(&["hands", "last.txt", "--json", "-"]).out);
    assert_eq!(alone["players"][0]["small_bets"], result["payoffs"][0]);
    // What is read is written back to the letter.
    assert_eq!(
        folder.good(&["hands", "hands.txt", "--convert", "-"]).out,
        text
    );
}

#[test]
fn hands_that_cannot_be_are_skipped_with_line_and_reason() {
    let folder = Folder::new("bad-hands");
    let play = ["play", "omaha", "--seat", "caller", "--seat", "caller"];
    folder.good(&[&play[..], &["--save", "good.txt"]].concat());
    let good = std::fs::read_to_string(folder.path("good.txt")).unwrap();
    let bad = good.replacen("seat 1 posts 1", "seat 1 posts 3", 1);
    let lines: Vec<&str> = good.lines().collect();
    let cut = lines[..lines.len() * 2 / 3].join("\n");
    let text = format!("{bad}\n{good}\n# a comment\n{cut}\n{good}");
    std::fs::write(folder.path("mixed.txt"), &text).unwrap();
    let told = folder.good(&["hands", "mixed.txt"]);
    let line = text
        .lines()
        .position(|line| line == "seat 1 posts 3")
        .unwrap()
        + 1;
    for said in [
        "2 hands read, 2 skipped\n".to_string(),
        format!("mixed.txt:{line}: seat 1 posts 1 here\n"),
        "the hand is not over".to_string(),
    ] {
        assert!(told.err.contains(&said), "{said}: {}", told.err);
    }
    // The same deck twice is one observation, which has no interval.
    assert!(told.out.contains("caller"), "{}", told.out);
    let figures = json(&folder.good(&["hands", "mixed.txt", "--json", "-"]).out);
    assert_eq!(figures["players"][0]["decks"], 1);
    assert!(figures["players"][0]["interval"].is_null());
    assert_eq!(figures["skipped"].as_array().unwrap().len(), 2);
    let strict = folder.run(&["hands", "mixed.txt", "--strict"]);
    assert_eq!((strict.code, &strict.out[..]), (Some(1), ""));
    assert!(
        strict.err.ends_with("error: 2 hands were skipped\n"),
        "{}",
        strict.err
    );
    folder.run(&["hands", "none.txt"]).refused(2, &["none.txt"]);
    std::fs::write(folder.path("noise.txt"), b"\xff\xfe\n").unwrap();
    let noise = folder.run(&["hands", "noise.txt"]);
    assert_eq!((noise.code, &noise.out[..]), (Some(2), ""));
    assert!(
        noise.err.ends_with("there is no hand that can be read\n"),
        "{}",
        noise.err
    );
}

#[test]
fn what_has_no_histories_is_not_saved() {
    let folder = Folder::new("unsaved");
    let play = [
        "play",
        "tic-tac-toe",
        "--seat",
        "random",
        "--seat",
        "random",
    ];
    let told = folder.run(&[&play[..], &["--save", "games.txt"]].concat());
    told.refused(2, &["not kept as text", "omit --save"]);
    assert!(!folder.path("games.txt").exists());
}
