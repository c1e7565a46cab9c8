//! `ludometer theory`.

use crate::common::{Folder, Told};
use crate::json;
use std::io::Write;
use std::process::Stdio;

/// Section 6 of Levene and Fenner.
#[test]
fn the_examples_of_the_paper() {
    let folder = Folder::new("theory-examples");
    let first = folder.good(&["theory", "([2,3] [3,2])", "--alpha", "2"]);
    assert_eq!(first.err, "");
    for words in [
        "3691/4096",
        "2283/4096",
        "313/420",
        "[2,3]",
        "3 ply, 12 leaves",
    ] {
        assert!(first.out.contains(words), "{words} is not in {}", first.out);
    }
    let arguments = [
        "theory",
        "([2,3] [1,2])",
        "--alpha",
        "2",
        "--alpha",
        "3..100",
    ];
    let second = json(
        &folder
            .good(&[&arguments[..], &["--json", "-"]].concat())
            .out,
    );
    let prob = |n: usize, span: usize| &second[0]["moves"][n]["alphas"][span]["prob"];
    assert_eq!(prob(0, 0)["exact"], "211/256");
    assert_eq!(prob(1, 0)["exact"], "207/256");
    assert_eq!(prob(0, 1)["exact"], "4562/6561");
    assert_eq!(prob(1, 1)["exact"], "4802/6561");
    // The ratio falls for 3 ≤ α ≤ 100, towards that of the limits.
    let value = |n, span| prob(n, span)["value"].as_f64().unwrap();
    let ratios: Vec<f64> = (1..99)
        .map(|span| value(0, span) / value(1, span))
        .collect();
    assert!(ratios.windows(2).all(|pair| pair[1] < pair[0]));
    assert_eq!(second[0]["moves"][0]["exact"], "9/20");
    assert!(ratios[97] > 9.0 / 11.0);
    for n in [0, 1] {
        assert_eq!(second[0]["moves"][n]["dominates"], serde_json::json!([]));
    }
    let chances = (0..2).map(|n| {
        second[0]["moves"][n]["alphas"][0]["chosen"]["value"]
            .as_f64()
            .unwrap()
    });
    assert!(
        (chances.sum::<f64>() - 1.0).abs() < 1e-15,
        "ties are broken"
    );
}

#[test]
fn trees_from_arguments_files_and_stdin() {
    let folder = Folder::new("theory-trees");
    folder.write("one.tree", "# a comment\n(2*[3]\n 4)");
    let told = folder.good(&["theory", "3", "[2,3]", "--file", "one.tree", "--json", "-"]);
    let trees = json(&told.out);
    let written: Vec<_> = trees
        .as_array()
        .unwrap()
        .iter()
        .map(|t| &t["tree"])
        .collect();
    assert_eq!(written, ["3", "[2,3]", "(2*3 4)"]);
    assert_eq!(trees[2]["moves"][0]["move"], "1-2");
    assert_eq!(trees[2]["moves"][0]["count"], 2);
    assert_eq!(trees[2]["moves"][0]["dominates"], serde_json::json!(["3"]));
    // Beyond exact arithmetic the limit is by quadrature.
    let large = folder.good(&["theory", "([30,40] [31,40])"]).out;
    assert!(large.contains("by quadrature"), "{large}");
    let mut command = folder.command(&["theory", "--file", "-"]);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"([2,3]\n [3,2)").unwrap();
    drop(stdin);
    let told = Told::of(child.wait_with_output().unwrap());
    told.refused(2, &["stdin: line 2, column 6: `)` is no count"]);
}

#[test]
fn thresholds() {
    let folder = Folder::new("theory-stairs");
    let arguments = [
        "theory",
        "([2,3,2,2] [3,2,2,2])",
        "--staircase",
        "--m",
        "1..5",
    ];
    let told = folder.good(&[&arguments[..], &["--json", "-"]].concat());
    let stairs = json(&told.out);
    assert_eq!(
        (&stairs[0]["deep"], &stairs[0]["shallow"]),
        (&5.into(), &3.into())
    );
    let steps = stairs[0]["stairs"][0]["steps"].as_array().unwrap();
    let q: Vec<_> = steps
        .iter()
        .map(|step| step["q"].as_u64().unwrap())
        .collect();
    assert!(q.windows(2).all(|pair| pair[1] <= pair[0]), "{q:?}");
    assert!(q[0] > 1 && q[4] == 1, "{q:?}");
    let text = folder
        .good(&[&arguments[..], &["--alpha", "10", "--bound", "3"]].concat())
        .out;
    assert!(
        text.contains("q, α = 10") && text.contains("none"),
        "{text}"
    );
    for (tree, more, says) in [
        ("(3 (2 3))", &[][..], "move 2 is not level-regular"),
        (
            "([3,2,2] [2,3,2])",
            &["--good", "3"],
            "`--good` is 3; it must be a move from 1 to 2",
        ),
        ("([3,2,2] [2,3,2])", &["--bad", "0"], "`--bad` is 0"),
        (
            "([3,2,2] [2,3,2])",
            &["--bad", "1"],
            "another move than the good one",
        ),
        ("([3,2,2] [2,3,2])", &["--shallow", "4"], "`shallow` is 4"),
        (
            "([3,2,2] [2,3,2])",
            &["--white-level", "3"],
            "`--white-level` is 3; it must be even",
        ),
        (
            "([3,2,2] [2,3,2])",
            &["--black-level", "2"],
            "`--black-level` is 2; it must be odd",
        ),
        ("([3,2,2] [2,3,2])", &["--white-level", "8"], "`level` is 8"),
        ("3", &[], "`shallow` is 0"),
        ("[1000000000000,2,2]", &[], "more than 1000 moves"),
        ("(600*[2,2] 600*[2,3])", &[], "more than 1000 moves"),
    ] {
        let told = folder.run(&[&["theory", tree, "--staircase"], more].concat());
        told.refused(2, &[says]);
    }
}

#[test]
fn exploring() {
    let folder = Folder::new("theory-explore");
    let arguments = [
        "theory",
        "--explore",
        "--trees",
        "60",
        "--seed",
        "2",
        "--alpha",
        "2",
    ];
    let text = folder.wide(&arguments).out;
    for words in [
        "60 trees",
        "limit",
        "α = 2",
        "even, white's ply",
        "more under the good move",
    ] {
        assert!(text.contains(words), "{words} is not in {text}");
    }
    let data = |threads| {
        let more = ["--json", "-", "--threads", threads];
        folder.good(&[&arguments[..], &more].concat()).out
    };
    assert_eq!(data("1"), data("2"));
    let outcomes = &json(&data("1"))["outcomes"];
    let count = |of: &str| {
        let outcomes = outcomes.as_array().unwrap().iter();
        outcomes
            .map(|outcome| outcome[of].as_u64().unwrap())
            .sum::<u64>()
    };
    assert_eq!(count("raised") + count("kept") + count("lowered"), 120);
}

#[test]
fn slips_have_a_line_and_a_column() {
    let folder = Folder::new("theory-slips");
    for (arguments, says) in [
        (
            &["([2,3] [3,2"][..],
            "TREE: line 1, column 8: `[` is never closed",
        ),
        (
            &["3", "(2 3) x"],
            "TREE 2: line 1, column 7: `x` comes after the end",
        ),
        (&["."], "the root has no children"),
        (
            &["[1000000,1000,3]", "--alpha", "2"],
            "the tree has 3000000000 leaves",
        ),
        (&["--file", "no-such-file"], "no-such-file: "),
    ] {
        folder
            .run(&[&["theory"], arguments].concat())
            .refused(2, &[says]);
    }
}
