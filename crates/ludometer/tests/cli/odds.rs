//! `ludometer analyse --random-minimax` and `ludometer odds`.

use crate::common::Folder;
use crate::json;

/// c3 wins at once and is a leaf, F = x; each other move is a min-node over four leaves,
/// F = 1 - (1 - x)^4.
#[test]
fn odds_that_can_be_had_by_hand() {
    let folder = Folder::new("odds-noughts");
    let arguments = [
        "analyse",
        "tic-tac-toe",
        "XX./OO./...",
        "--random-minimax",
        "2",
    ];
    let odds = json(
        &folder
            .good(&[&arguments[..], &["--json", "-"]].concat())
            .out,
    );
    assert_eq!(odds["position"], "XX./OO./...");
    assert_eq!(
        (&odds["mover"], &odds["depth"], &odds["leaves"]),
        (&0.into(), &2.into(), &17.into())
    );
    assert_eq!(odds["limits"]["exact"], true);
    let moves = odds["moves"].as_array().unwrap();
    // The integral of (1 - (1 - x)^4)^4, by the binomial theorem.
    let winning = 1.0 - 4.0 / 5.0 + 6.0 / 9.0 - 4.0 / 13.0 + 1.0 / 17.0;
    let limit = |span: usize| moves[span]["limit"].as_f64().unwrap();
    assert!((limit(0) - winning).abs() < 1e-15, "{}", limit(0));
    assert!((limit(1) - (1.0 - winning) / 4.0).abs() < 1e-15);
    assert_eq!(moves[0]["move"], "c3");
    assert_eq!(moves[0]["exact"], "2048/3315");
    assert_eq!(moves[0]["dominates"].as_array().unwrap().len(), 4);
    assert_eq!(moves[1]["levels"][0]["branching"], 4.0);
    assert_eq!(moves[0]["levels"][0]["over"], 1);
    assert_eq!(moves[0]["levels"][1]["nodes"], 0);
    let told = folder.wide(&[&arguments[..], &["--alpha", "2..3"]].concat());
    assert_eq!(told.err, "");
    for words in [
        "position XX./OO./...",
        "chances under random minimaxing, 2 ply, 17 leaves",
        "prob, α = 2",
        "chosen, α = 3",
        "2048/3315",
        "all others",
        "The limits are exact.",
        "█",
        "ply 2",
    ] {
        assert!(told.out.contains(words), "{words} is not in {}", told.out);
    }
}

#[test]
fn a_middlegame_is_quick_and_says_its_error() {
    let folder = Folder::new("odds-chess");
    let position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let arguments = [
        "analyse",
        "chess",
        position,
        "--random-minimax",
        "3",
        "--json",
        "odds.json",
    ];
    let told = folder.wide(&arguments);
    assert!(
        told.out
            .contains("each to an absolute error of at most about"),
        "{}",
        told.out
    );
    let odds = json(&String::from_utf8(folder.bytes("odds.json")).unwrap());
    assert_eq!(odds["leaves"], 97_862);
    assert!(odds["limits"]["error"].as_f64().unwrap() <= 1e-9);
    let moves = odds["moves"].as_array().unwrap();
    let sum: f64 = moves
        .iter()
        .map(|line| line["limit"].as_f64().unwrap())
        .sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
}

#[test]
fn what_does_not_fit_is_refused() {
    let folder = Folder::new("odds-refused");
    let refused = |arguments: &[&str], says: &[&str]| {
        let told = folder.run(&[&["analyse"], arguments].concat());
        told.refused(2, says);
    };
    refused(
        &["tic-tac-toe", "--random-minimax", "12", "--leaves", "1000"],
        &[
            "depth 12 has more than 1000 leaves: 1001 were seen after 0 of 9 moves",
            "hint: depth 3 fits, with 504 leaves; or allow more with `--leaves`",
        ],
    );
    refused(
        &["tic-tac-toe", "--random-minimax", "2", "--leaves", "8"],
        &["more than 8 leaves", "no depth fits"],
    );
    refused(
        &["kuhn", "--random-minimax", "2"],
        &["kuhn rolls dice", "hint: take a game of two"],
    );
    refused(
        &["slide", "--random-minimax", "2"],
        &["slide(k=3) has one player"],
    );
    refused(
        &["tic-tac-toe", "XXX/OO./...", "--random-minimax", "2"],
        &[
            "the game is over in this position",
            "hint: give a position with moves",
        ],
    );
    refused(
        &["tic-tac-toe", "XX./.../...", "--random-minimax", "2"],
        &["2 crosses and 0 noughts", "--> position:1:1"],
    );
    refused(
        &["chess", "--random-minimax", "4", "--alpha", "100000"],
        &["the tree has 197", "leaves, and about", "would fit"],
    );
}

#[test]
fn a_survey_in_every_format() {
    let folder = Folder::new("odds-survey");
    let arguments = [
        "odds",
        "othello(size=6)",
        "--depth",
        "3",
        "--samples",
        "12",
        "--seed",
        "4",
    ];
    let told = folder.good(&arguments);
    assert_eq!(told.err, "");
    for words in [
        "othello(size=6), 3 ply",
        "Spearman's rho within a position",
        "●",
        "12",
    ] {
        assert!(told.out.contains(words), "{words} is not in {}", told.out);
    }
    let page = [
        &arguments[..],
        &["--format", "html", "--output", "page.html"],
    ]
    .concat();
    folder.good(&page);
    let page = String::from_utf8(folder.bytes("page.html")).unwrap();
    assert!(page.contains("<svg") && page.contains("probability times the number of moves"));
    let data = |threads| {
        let more = ["--json", "-", "--threads", threads];
        folder.good(&[&arguments[..], &more].concat()).out
    };
    assert_eq!(data("1"), data("3"));
    let data = json(&data("2"));
    assert_eq!(data["positions"].as_array().unwrap().len(), 12);
    assert!(data["within"]["low"].as_f64() <= data["within"]["coefficient"].as_f64());
    folder
        .run(&["odds", "kuhn", "--depth", "3"])
        .refused(2, &["kuhn rolls dice"]);
    let small = ["odds", "tic-tac-toe", "--depth", "3", "--leaves", "2"];
    folder.run(&small).refused(
        2,
        &[
            "position 0 of the sample",
            "has more than 2 leaves at depth 3",
            "`--leaves`",
        ],
    );
}
