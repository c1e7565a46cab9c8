//! What is written wrongly is refused with its place and a remedy.

use crate::{DUEL, PUZZLE, VALUE, read};
use proptest::prelude::*;

/// The plan with one line in place of that of its key.
pub(crate) fn with(text: &str, key: &str, line: &str) -> String {
    let mut found = false;
    let lines = text
        .lines()
        .map(|old| match old.starts_with(&format!("{key} =")) {
            true => {
                found = true;
                line
            }
            false => old,
        });
    let lines: Vec<&str> = lines.collect();
    assert!(found, "there is no `{key}`");
    lines.join("\n")
}

pub(crate) fn refused(text: &str, parts: &[&str]) {
    let diagnostic = match read(text, &[]) {
        Ok(_) => panic!("it was read: {text}"),
        Err(diagnostic) => diagnostic.to_string(),
    };
    for part in parts {
        assert!(diagnostic.contains(part), "`{part}` is not in {diagnostic}");
    }
}

#[test]
fn ranges_and_starts() {
    let noise = |line: &str| with(PUZZLE, "noise", line);
    for (line, parts) in [
        (
            "noise = { low = 5.0, high = 0.0, start = 0.2 }",
            [
                "the range [5, 0] is empty",
                "plan.toml:11:17",
                "low must be below high",
            ],
        ),
        (
            "noise = { low = 1.0, high = 1.0, start = 1.0 }",
            [
                "the range [1, 1] is empty",
                "plan.toml:11:17",
                "low must be below",
            ],
        ),
        (
            "noise = { low = 0.0, high = 5.0, start = 9.5 }",
            [
                "start 9.5 is outside of [0, 5]",
                "plan.toml:11:42",
                "widen it",
            ],
        ),
        (
            "noise = { low = 0.0, high = 5.0, start = 1.0, log = true }",
            ["has no logarithm", "plan.toml:11:17", "above 0"],
        ),
        (
            "noise = { low = 0.0, high = 5.0, start = 1.0, width = -1 }",
            ["width is -1", "plan.toml:11:55", "positive distance"],
        ),
        (
            "noise = { kind = \"integer\", low = 0, high = 5.5, start = 1 }",
            [
                "not all whole",
                "parameter `noise`",
                "make the parameter real",
            ],
        ),
        (
            "noise = { low = 0.0, high = 5.0 }",
            ["needs the key `start`", "plan.toml:11", "a parameter"],
        ),
        (
            "noise = { kind = \"whole\", low = 0, high = 5, start = 1 }",
            [
                "`kind` cannot be `whole`",
                "plan.toml:11:18",
                "known: real, integer, choice",
            ],
        ),
        (
            "noise = { low = 0, high = 5, strat = 1 }",
            ["no key `strat`", "plan.toml:11:30", "did you mean `start`?"],
        ),
        (
            "noise = { low = -3.0, high = 5.0, start = 1.0 }",
            ["cannot be -3", "plan.toml:11:17", "a number"],
        ),
        (
            "noise = 3",
            [
                "a table of keys, not a number",
                "plan.toml:11:9",
                "a parameter",
            ],
        ),
        (
            "noise = { kind = \"choice\", options = [1] }",
            ["leaves nothing to choose", "plan.toml:11:1", "two options"],
        ),
        (
            "noise = { kind = \"choice\", options = [1, 2], start = 3 }",
            [
                "`3` is none of the options",
                "plan.toml:11:54",
                "did you mean `1`?",
            ],
        ),
    ] {
        refused(&noise(line), &parts);
    }
}

#[test]
fn holes_and_names() {
    let agent = |line: &str| with(PUZZLE, "agent", line);
    refused(
        &agent("agent = \"depth(t=2, leaf=add(euclidean, {nosie}))\""),
        &[
            "no parameter is called `nosie`",
            "plan.toml:5:41",
            "did you mean `noise`?",
        ],
    );
    refused(
        &agent("agent = \"depth(t=2, leaf=euclidean)\""),
        &[
            "nothing uses the parameter `noise`",
            "plan.toml:11:1",
            "write {noise} in `agent`",
        ],
    );
    refused(
        &agent("agent = \"dpeth(t=2, leaf=add(euclidean, {noise}))\""),
        &[
            "no agent `dpeth`",
            "plan.toml:5:10",
            "did you mean `depth`?",
        ],
    );
    refused(
        &with(PUZZLE, "start", "start = \"distance({noise})\""),
        &[
            "`noise` is tuned: it can stand in `agent` alone",
            "plan.toml:3:",
        ],
    );
    refused(
        &with(PUZZLE, "tuner", "tuner = \"spas\""),
        &[
            "there is no tuner `spas`",
            "plan.toml:6:10",
            "did you mean `spsa`?",
        ],
    );
    refused(
        &with(PUZZLE, "games", "gmaes = 10"),
        &["no key `gmaes`", "plan.toml:8:1", "did you mean `games`?"],
    );
    refused(
        &with(PUZZLE, "games", "games = 0"),
        &["`games` cannot be 0", "plan.toml:8:9"],
    );
    refused(
        &with(PUZZLE, "tuner", "measure = \"manhatan\""),
        &["no measure `manhatan`", "did you mean `manhattan`?"],
    );
    refused(
        &with(PUZZLE, "tuner", "measure = \"wn\""),
        &["`wn` is no measure", "did you mean `won`?"],
    );
    refused(
        &PUZZLE.replace("[parameters]", "[parameter]"),
        &["no key `parameter`", "parameters"],
    );
    let (head, _) = PUZZLE.split_once("noise = {").unwrap();
    refused(head, &["there is nothing to tune", "as in noise = "]);
}

#[test]
fn opponents_and_scenarios() {
    let opponents = |text, line| with(text, "opponents", line);
    refused(
        &opponents(DUEL, "# none"),
        &[
            "is for two players, and there are no `opponents`",
            "\"self\"",
        ],
    );
    refused(
        &opponents(DUEL, "opponents = []"),
        &["\"self\" or a list of agents", "plan.toml:4:13"],
    );
    refused(
        &with(PUZZLE, "tuner", "opponents = \"self\""),
        &["is for one player and has no opponents", "omit `opponents`"],
    );
    refused(
        &opponents(VALUE, "opponents = [\"random\", \"depht(t=1)\"]"),
        &[
            "no agent `depht`",
            "plan.toml:5:25",
            "did you mean `depth`?",
        ],
    );
    let side = |line| with(VALUE, "side", line);
    refused(&side("side = []"), &["`side` varies over nothing"]);
    refused(&side("sied = [3]"), &["nothing uses the variable `sied`"]);
    refused(&side("lines = [3]"), &["`lines` is a parameter already"]);
    refused(&side("side = [3, 400]"), &["plan.toml", "400"]);
    refused(
        &with(
            VALUE,
            "wins",
            "wins = { kind = \"choice\", options = [\"any\", \"shortset\"] }",
        ),
        &["`shortset`", "plan.toml:13:", "did you mean `shortest`?"],
    );
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 150,
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(7),
        ..ProptestConfig::default()
    })]

    /// A plan with a few signs changed is read or refused, and never more than that.
    #[test]
    fn slips_are_never_fatal(
        which in 0..crate::PLANS.len(),
        slips in prop::collection::vec((any::<prop::sample::Index>(), "[ -~]?"), 1..4),
    ) {
        let mut signs: Vec<String> = crate::PLANS[which].chars().map(String::from).collect();
        for (at, sign) in slips {
            let at = at.index(signs.len());
            signs[at] = sign;
        }
        if let Err(diagnostic) = read(&signs.concat(), &[]) {
            prop_assert!(!diagnostic.to_string().is_empty());
        }
    }
}
