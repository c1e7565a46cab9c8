//! `ludometer quality`.

use crate::common::Folder;
use crate::json;
use ludometer::present::{CellVerdict, ComparedEntry};
use serde_json::Value;

fn function<'a>(count: &'a Value, reading: &str, name: &str) -> &'a Value {
    let functions = count["functions"].as_array().unwrap();
    let found = functions
        .iter()
        .find(|function| function["reading"] == reading && function["name"] == name);
    found.unwrap_or_else(|| panic!("no {name} in {count}"))
}

#[test]
fn a_whole_game() {
    let folder = Folder::new("quality");
    let told = folder.good(&["quality", "tic-tac-toe"]);
    assert_eq!(told.err, "");
    for part in [
        "Decision quality: tic-tac-toe(m=3, n=3, k=3)",
        "distinct positions      5478        958          4520",
        "nodes of the tree    549,946    255,168       294,778",
        "Errors, reading the definition\n",
        "expected outcome, by probability",
        "open-lines, finished games known",
        "Errors, reading the paper's words\n",
        "first player's wins, by leaves",
        "conjecture",
        "plies from the start",
    ] {
        assert!(told.out.contains(part), "`{part}` is not in {}", told.out);
    }
    assert!(
        !told.out.contains("expected points"),
        "tic-tac-toe have no scoreboard of their own"
    );
    let all = json(&folder.good(&["quality", "tic-tac-toe", "--json", "-"]).out);
    let (positions, tree) = (&all["positions"], &all["tree"]);
    assert_eq!(
        (&positions["all"], &tree["all"]),
        (&5478.0.into(), &549_946.0.into())
    );
    for count in [positions, tree] {
        let errors = |reading, name| function(count, reading, name)["errors"].as_f64().unwrap();
        assert_eq!(errors("definition", "complete minimax"), 0.0);
        assert_eq!(
            Some(errors("paper", "worst possible choice")),
            count["possible"].as_f64()
        );
        let outcome = errors("definition", "expected outcome, by probability");
        assert!(
            outcome > 0.0 && outcome < errors("definition", "open-lines, finished games known")
        );
        let by_ply = function(count, "paper", "open-lines")["by_ply"]
            .as_array()
            .unwrap();
        assert_eq!(by_ply.len(), 9);
        let sum: f64 = by_ply
            .iter()
            .map(|ply| ply["errors"].as_f64().unwrap())
            .sum();
        assert!((sum - errors("paper", "open-lines")).abs() < 1e-6);
    }
}

#[test]
fn what_is_asked_for_and_no_more() {
    let folder = Folder::new("quality-options");
    let paper = folder
        .good(&["quality", "tic-tac-toe", "--reading", "paper"])
        .out;
    assert!(!paper.contains("reading the definition"), "{paper}");
    let tree = folder
        .good(&["quality", "tic-tac-toe", "--count", "tree"])
        .out;
    assert!(
        tree.contains("nodes of the tree with a move count once each"),
        "{tree}"
    );
    let two = [
        "quality",
        "tic-tac-toe",
        "--measures",
        "empties, open-lines",
        "--format",
        "csv",
    ];
    let two = folder.good(&two).out;
    assert!(
        two.contains("\nempties,") && two.contains("\nopen-lines,"),
        "{two}"
    );
    let outcome = ["quality", "othello(size=4)", "--json", "-"];
    let outcome = json(&folder.good(&outcome).out);
    function(&outcome["positions"], "definition", "expected points");
    function(&outcome["positions"], "paper", "weighted-norvig");
    let points = [
        "quality",
        "othello(size=4)",
        "--criterion",
        "points",
        "--json",
        "q.json",
    ];
    let told = folder.good(&points);
    assert!(
        told.out.contains("final points of best play"),
        "{}",
        told.out
    );
    let points = json(&String::from_utf8(folder.bytes("q.json")).unwrap());
    let possible = |all: &Value| all["positions"]["possible"].as_f64().unwrap();
    assert!(
        possible(&points) > possible(&outcome),
        "fewer moves are optimal for points"
    );
}

#[test]
fn samples_are_the_same_on_any_number_of_threads() {
    let folder = Folder::new("quality-samples");
    let ask = [
        "quality",
        "othello(size=6)",
        "--by",
        "empties",
        "--at",
        "3,5",
        "--samples",
        "20",
    ];
    let with = |more: &[&str]| folder.good(&[&ask[..], more].concat()).out;
    let one = with(&["--threads", "1", "--json", "-"]);
    assert_eq!(one, with(&["--threads", "3", "--json", "-"]));
    assert_ne!(one, with(&["--seed", "2", "--json", "-"]));
    let all = json(&one);
    assert_eq!(all["by"], "empties");
    let groups = all["groups"].as_array().unwrap();
    assert_eq!(
        (&groups[0]["value"], &groups[1]["samples"]),
        (&3.0.into(), &20.into())
    );
    let minimax = function(&groups[1], "paper", "complete minimax");
    assert_eq!(minimax["error"]["mean"], 0.0);
    assert_eq!(
        minimax["error"]["low"],
        Value::Null,
        "samples that are all the same"
    );
    let worst = &function(&groups[1], "definition", "worst possible choice")["error"];
    assert!(worst["low"].as_f64() < worst["mean"].as_f64());
    function(&groups[0], "definition", "expected points");
    // A value has its own dice: asking for others does not change it.
    let alone = [
        "quality",
        "othello(size=6)",
        "--by",
        "empties",
        "--at",
        "5",
        "--samples",
        "20",
        "--json",
        "-",
    ];
    assert_eq!(json(&folder.good(&alone).out)["groups"][0], groups[1]);
    let noughts = ["quality", "tic-tac-toe", "--by", "empties", "--at", "4"];
    let noughts = folder.good(&noughts).out;
    assert!(!noughts.contains("expected points"), "{noughts}");
    let text = with(&[]);
    for part in [
        "What was drawn",
        "positions drawn",
        "in %",
        "95 % interval",
        "until empties first",
    ] {
        assert!(text.contains(part), "`{part}` is not in {text}");
    }
}

#[test]
fn games_without_a_decision_quality() {
    let folder = Folder::new("quality-refused");
    for (game, reason) in [
        ("slide", "slide(k=3) is for one player"),
        ("meteors", "meteors is for one player"),
        ("kuhn", "kuhn hides something from its players"),
    ] {
        let hint = "hint: two-player games with perfect information: tic-tac-toe, othello";
        folder.run(&["quality", game]).refused(2, &[reason, hint]);
        let drawn = ["quality", game, "--by", "points", "--at", "0"];
        folder.run(&drawn).refused(2, &[reason, hint]);
    }
    let large = ["quality", "othello(size=6)", "--memory", "8"];
    folder.run(&large).refused(
        2,
        &[
            "othello(size=6) is too large: ",
            " distinct positions were reached, which is all that 8 MB can hold",
            "hint: allow more with --memory, or draw positions near the end, as in --by empties --at 4,6,8",
        ],
    );
}

#[test]
fn names_and_values_that_do_not_exist() {
    let folder = Folder::new("quality-names");
    folder
        .run(&["quality", "nougths"])
        .refused(2, &["did you mean `noughts`?"]);
    let unknown = ["quality", "tic-tac-toe", "--measures", "empties,opne-lines"];
    folder.run(&unknown).refused(
        2,
        &[
            "has no measure `opne-lines`",
            "--> --measures:1:9",
            "did you mean `open-lines`?",
        ],
    );
    for bad in ["", "empties,,open-lines", "open-lines(3)"] {
        let told = folder.run(&["quality", "tic-tac-toe", "--measures", bad]);
        told.refused(2, &["--> --measures:1:"]);
    }
    let by = ["quality", "tic-tac-toe", "--by", "empites", "--at", "4"];
    folder
        .run(&by)
        .refused(2, &["--> --by:1:1", "did you mean `empties`?"]);
    for value in ["33", "2.5", "NaN"] {
        let at = [
            "quality",
            "othello(size=6)",
            "--by",
            "empties",
            "--at",
            value,
        ];
        let says = format!("has a move to make when empties first is {value}");
        folder.run(&at).refused(2, &[&says, "hint: ask with --at"]);
    }
    let deep = [
        "quality",
        "othello(size=6)",
        "--by",
        "empties",
        "--at",
        "14",
        "--memory",
        "1",
        "--samples",
        "2",
    ];
    folder.run(&deep).refused(
        2,
        &[
            "below a position with empties = 14: ",
            "all that 1 MB can hold",
            "nearer to the end with --at",
        ],
    );
}

#[test]
fn the_ratios_of_the_paper() {
    let papers = ludometer::reproduce::papers().iter();
    let mut paper = papers.filter(|paper| paper.name == "expected-outcome");
    let (_, compute) = &paper.next().unwrap().exact[0];
    let found = compute();
    let agreement = &found.tables[0];
    // Six ratios for open lines and six for each table of weighted squares.
    assert_eq!(
        (agreement.table.as_str(), agreement.cells.len()),
        ("III.A", 24)
    );
    // Each published ratio counts once.
    assert_eq!(agreement.counted().count(), 2);
    for cell in &agreement.cells {
        let (ComparedEntry::Number(value), ComparedEntry::Number(published)) =
            (&cell.value, &cell.published)
        else {
            panic!("{cell:?}")
        };
        assert!(*value > 1.0, "expected outcome errs less: {cell:?}");
        let same = cell.verdict == CellVerdict::Same;
        assert_eq!(same, value.round() == *published, "{cell:?}");
    }
    let text = format!("{:?}", found.blocks);
    for part in [
        "selected out of 48",
        "rounds to the printed whole number",
        "Table III.A: ",
    ] {
        assert!(text.contains(part), "`{part}` is not in {text}");
    }
}
