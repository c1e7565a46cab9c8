//! Weights in specs, and names that a plan gives to evaluators: rows are kept under the weights
//! themselves, and a fault in a file of weights points into that file.

use super::diagnostic;
use ludometer::catalogue::shipped;
use ludometer::define::no_files;
use ludometer::plan::{self, Plan};
use ludometer::source::Span;
use proptest::prelude::*;
use std::io;

const PLAN: &str = r#"game = "tic-tac-toe"
seats = ["depth(t=1, leaf=LEAF)", "random"]
episodes = 1
"#;

const MINE: &str = "game = \"tic-tac-toe\"\nconstant = 0.5\n[weights]\nopen-lines = 0.25\n";

/// The plan with this leaf and these lines under `[evaluators]`; `MINE` is in `w/mine.toml`.
fn plan(leaf: &str, evaluators: &str, mine: &str) -> Result<Plan, String> {
    let text = PLAN.replace("LEAF", leaf);
    let text = match evaluators {
        "" => text,
        lines => format!("{text}[evaluators]\n{lines}\n"),
    };
    let load = |path: &str| match path {
        "folder/plan.toml" => Ok(text.clone()),
        "folder/w/mine.toml" => Ok(mine.to_string()),
        other => Err(io::Error::other(format!("no {other}"))),
    };
    plan::find("folder/plan.toml", &[], load, shipped())
        .map_err(|diagnostic| diagnostic.to_string())
}

fn spelled(leaf: &str, evaluators: &str) -> String {
    let plan = plan(leaf, evaluators, MINE).unwrap_or_else(|diagnostic| panic!("{diagnostic}"));
    let mut lines = plan.cells[0].description().lines();
    let line = lines.find(|line| line.starts_with("seat depth@1")).unwrap();
    let (_, leaf) = line.split_once("leaf=").unwrap();
    leaf.strip_suffix(')').unwrap().replace("@1", "")
}

#[track_caller]
fn refused(leaf: &str, evaluators: &str, parts: &[&str]) {
    let diagnostic = plan(leaf, evaluators, MINE).err();
    let diagnostic =
        diagnostic.unwrap_or_else(|| panic!("nothing is wrong with {leaf} and {evaluators}"));
    for part in parts {
        assert!(diagnostic.contains(part), "`{part}` is not in {diagnostic}");
    }
}

#[test]
fn only_weights_that_weigh_are_spelled_out() {
    assert_eq!(
        spelled("weigh(points=-0, open-lines=2)", ""),
        "weigh(open-lines=2)"
    );
    // In the order of the game, and the constant last.
    let spec = "weigh(constant=0.1, points=1e-7, open-lines=0.30000000000000004)";
    let all = "weigh(open-lines=0.30000000000000004, points=0.0000001, constant=0.1)";
    assert_eq!(spelled(spec, ""), all);
    assert_eq!(spelled("weigh", ""), "weigh");
    assert_eq!(
        spelled("guess(7, 'open')", ""),
        "guess(seed=7, of=[open-lines])"
    );
}

#[test]
fn weights_that_cannot_be_are_refused() {
    refused(
        "weigh(open-line=1)",
        "",
        &[
            "no measure `open-line` to weigh",
            "did you mean `open-lines`?",
        ],
    );
    refused(
        "weigh(1)",
        "",
        &["takes its weights by name", "weigh(open-lines=1)"],
    );
    refused("weigh(points=1, points=2)", "", &["`points` is set twice"]);
    refused(
        "weigh(points=many)",
        "",
        &["`points` cannot be many: it takes a number"],
    );
    refused("guess(7)", "", &["needs its parameter `of`"]);
    refused("guess(-1, 'open')", "", &["`seed` cannot be -1"]);
    refused(
        "guess(7, 'opne')",
        "",
        &[
            "no measures of the family `opne`",
            "did you mean `open`?",
            "plan.toml:2:36",
        ],
    );
}

#[test]
fn a_name_stands_for_a_file_for_shipped_weights_or_for_a_spec() {
    assert_eq!(
        spelled("mine", "mine = \"w/mine.toml\""),
        "weigh(open-lines=0.25, constant=0.5)"
    );
    assert_eq!(spelled("it", "it = \"weigh(points=1)\""), "weigh(points=1)");
    assert_eq!(
        spelled("it", "it = \"add(open-lines, 2)\""),
        "add(of=open-lines, a=2)"
    );
    assert_eq!(spelled("it", "it = \"open-lines\""), "open-lines");
    let text = "game = \"othello\"\nseats = [\"depth(t=1, leaf=learned)\", \"random\"]\nepisodes = 1\n[evaluators]\nlearned = \"othello-payoff\"";
    let plan = Plan::read(
        "plan",
        &Span::whole("plan.toml", text),
        &[],
        &no_files,
        shipped(),
    )
    .unwrap();
    let description = plan.cells[0].description();
    assert!(
        description.contains("weigh@1(class-a1@1=0.3"),
        "{description}"
    );
    assert!(plan.cells[0].prepare().is_ok());
}

#[test]
fn another_number_in_the_file_is_another_key() {
    let key = |mine: &str| {
        let plan = plan("mine", "mine = \"w/mine.toml\"", mine).unwrap_or_else(|f| panic!("{f}"));
        plan.cells[0].key()
    };
    assert_eq!(key(MINE), key(&format!("about = \"the same\"\n{MINE}")));
    assert_ne!(key(MINE), key(&MINE.replace("0.25", "0.250000001")));
    // The name does not matter.
    let other = plan("other", "other = \"w/mine.toml\"", MINE).unwrap_or_else(|f| panic!("{f}"));
    assert_eq!(key(MINE), other.cells[0].key());
}

#[test]
fn a_fault_in_the_file_points_into_the_file() {
    let spoilt = |by: &str, span: &str, parts: &[&str]| {
        let diagnostic = plan("mine", "mine = \"w/mine.toml\"", by)
            .err()
            .expect("a fault");
        assert!(
            diagnostic.contains(&format!("--> {span}\n")),
            "{diagnostic}"
        );
        for part in parts {
            assert!(diagnostic.contains(part), "`{part}` is not in {diagnostic}");
        }
    };
    let by = MINE.replace("open-lines", "open-line");
    let says = [
        "no measure `open-line` to weigh",
        "did you mean `open-lines`?",
    ];
    spoilt(&by, "w/mine.toml:4:1", &says);
    let by = MINE.replace("\"tic-tac-toe\"", "\"tic-tac-toe(4, 4, 4)\"");
    let says = [
        "these weights are for tic-tac-toe(m=4, n=4, k=4)",
        "not for tic-tac-toe(m=3, n=3, k=3)",
    ];
    spoilt(&by, "w/mine.toml:1:8", &says);
    spoilt(
        &MINE.replace("0.25", "nan"),
        "w/mine.toml:4:14",
        &["not a finite number"],
    );
    spoilt(
        &MINE.replace("0.25", "0.25.1"),
        "w/mine.toml:4:18",
        &["this is not TOML"],
    );
}

#[test]
fn names_that_cannot_be_given() {
    refused(
        "it",
        "it = \"w/other.toml\"",
        &["`w/other.toml` cannot be read: no folder/w/other.toml"],
    );
    refused(
        "it",
        "it = 3",
        &["`it` is a text, not a number", "a file of weights"],
    );
    refused(
        "it",
        "it = \"3\"",
        &["this is no evaluator", "folder/plan.toml:5:7"],
    );
    refused(
        "it",
        "it = \"othello-payof\"",
        &["no weights are called", "did you mean `othello-payoff`?"],
    );
    refused(
        "it",
        "it = \"wiegh(points=1)\"",
        &["`wiegh`", "did you mean `weigh`?", "plan.toml:5:7"],
    );
    refused(
        "it",
        "it = \"othello-payoff\"",
        &[
            "for othello(size=8), not for tic-tac-toe",
            "weights/othello-payoff.toml:1:8",
        ],
    );
    refused(
        "points",
        "points = \"open-lines\"",
        &["`points` is a measure of", "plan.toml:5:1"],
    );
    refused(
        "mult",
        "mult = \"open-lines\"",
        &["`mult` is an evaluator of", "another name"],
    );
    refused(
        "it",
        "it = \"points\"\nthat = \"points\"",
        &["nothing uses the evaluator `that`", "plan.toml:6:1"],
    );
    refused(
        "it",
        "it = \"points\"\nthat = \"mult(it, 2)\"",
        &["`it` is itself a definition"],
    );
    refused(
        "it",
        "\"i t\" = \"points\"",
        &["`i t` cannot be named in a spec"],
    );
    refused(
        "it(2)",
        "it = \"points\"",
        &["`it` is defined as it stands", "no parameters"],
    );
    refused(
        "iti",
        "iti_ = \"points\"",
        &["no measure or evaluator `iti`", "did you mean `iti_`?"],
    );
    refused(
        "add(it, 2)",
        "it = \"weigh(points=1)\"",
        &["`it` is an evaluator, not a measure"],
    );
    let diagnostic = diagnostic(&format!("evaluators = 3\n{PLAN}"), &[]);
    assert!(
        diagnostic.contains("`evaluators` is a table"),
        "{diagnostic}"
    );
    let text = format!(
        "{}[evaluators]\nit = \"it.toml\"",
        PLAN.replace("LEAF", "it")
    );
    let says = super::diagnostic(&text, &[]);
    assert!(says.contains("none can be named here"), "{says}");
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(1987),
        ..ProptestConfig::with_cases(200)
    })]

    #[test]
    fn any_definition_is_read_or_refused(name in any::<String>(), text in any::<String>(), file in any::<String>()) {
        let _ = plan("it", &format!("it = \"w/mine.toml\"\n{name} = '''{text}'''"), &file);
        let _ = plan("it", &format!("it = '''{text}'''"), &file);
        let spec = format!("weigh({name}={text})").replace(['"', '\\'], "");
        let _ = plan(&spec, "", "");
    }

    /// What a spec is spelled out as means the same.
    #[test]
    fn spelling_out_keeps_every_bit(bits in any::<u64>()) {
        let number = f64::from_bits(bits);
        prop_assume!(number.is_finite());
        let once = spelled(&format!("weigh(points={number:e})"), "");
        prop_assert_eq!(spelled(&once, ""), once.clone());
        let back = once.strip_prefix("weigh(points=").and_then(|rest| rest.strip_suffix(')'));
        let back: f64 = back.unwrap_or("0").parse().unwrap();
        prop_assert_eq!(back, number);
    }
}
