//! Pairs, measures, and tables of contests.

use super::{diagnostic, read, underlined};

/// Three players, each pair once, at two depths.
const ROUND: &str = r#"game = "tic-tac-toe"
seats = ["{one}", "{other}"]
mirror = true
measure = "open-lines"
episodes = 20

[pairs]
variables = ["one", "other"]
values = ["random", "depth(t=1)", "depth(t=2)"]

[[tables]]
name = "cross"
kind = "cross"
rows = "one"
columns = "other"
scale = { name = "a scale", payoff = 100, points = 1 }

[[tables]]
name = "match"
kind = "match"
rows = "one"
published = [[1, 2, 3], [1, 2, 3, 4, 5]]
"#;

/// Replaces a part of [`ROUND`]; what stands between the marks must be underlined.
fn spoilt(part: &str, by: &str, parts: &[&str]) {
    assert_eq!(ROUND.matches(part).count(), 1, "`{part}` is not there once");
    underlined(&ROUND.replace(part, by), parts);
}

#[test]
fn every_two_meet_once() {
    let plan = read(ROUND, &[]).unwrap();
    let met: Vec<[&str; 2]> = plan
        .cells
        .iter()
        .map(|cell| ["one", "other"].map(|name| cell.variable(name).unwrap()))
        .collect();
    let (random, one, two) = ("random", "depth(t=1)", "depth(t=2)");
    assert_eq!(met, [[random, one], [random, two], [one, two]]);
    assert!(plan.cells.iter().all(|cell| cell.group() == 2));
    let varied = read(ROUND, &["vary.seedling=[1,2]"]);
    assert!(varied.is_err(), "a variable that nothing uses");
}

#[test]
fn what_is_measured_is_part_of_the_cell() {
    let plan = read(ROUND, &[]).unwrap();
    let other = read(ROUND, &["measure=points"]).unwrap();
    assert_ne!(plan.cells[0].key(), other.cells[0].key());
    assert!(
        plan.cells[0]
            .description()
            .contains("\nmeasure open-lines@1\n")
    );
}

#[test]
fn diagnostics_of_pairs() {
    spoilt(
        r#"variables = ["one", "other"]"#,
        r#"variables = «["one"]»"#,
        &["names two variables, not 1"],
    );
    spoilt(
        r#"variables = ["one", "other"]"#,
        r#"variables = «["one", "one"]»"#,
        &["`one` cannot be both variables"],
    );
    spoilt(
        r#"variables = ["one", "other"]"#,
        r#"variables = ["one", «7»]"#,
        &["a variable is a text, not a number"],
    );
    spoilt(
        r#"variables = ["one", "other"]"#,
        r#"variables = ["one", «"plies"»]"#,
        &["every row has a column `plies` already"],
    );
    spoilt(
        r#"values = ["random", "depth(t=1)", "depth(t=2)"]"#,
        r#"values = «["random"]»"#,
        &["`values` lists 2 to 400 values, not 1"],
    );
    spoilt(
        "variables =",
        "«variable» =",
        &["did you mean `variables`?"],
    );
    let twice = ROUND.replace(
        "[[tables]]\nname = \"cross\"",
        "[vary]\none = [1]\n[[tables]]\nname = \"cross\"",
    );
    assert!(diagnostic(&twice, &[]).contains("`one` is paired already"));
}

#[test]
fn faults_of_contests() {
    spoilt(
        r#"measure = "open-lines""#,
        r#"measure = "«open-line»""#,
        &["has no measure `open-line`", "did you mean `open-lines`?"],
    );
    spoilt(
        "published = [[1, 2, 3], [1, 2, 3, 4, 5]]",
        "published = «[[1, 2]]»",
        &["games won, drawn and lost", "as in [48, 0, 2, 1973, 894]"],
    );
    let text = diagnostic(&ROUND.replace("kind = \"cross\"", "kind = \"value\""), &[]);
    assert!(text.contains("`scale` is for tables of contests"), "{text}");
    spoilt(
        "payoff = 100",
        "«payof» = 100",
        &["a scale has no key `payof`"],
    );
    spoilt(
        "kind = \"match\"",
        "kind = \"match\"\n«columns» = \"other\"",
        &["a table has no key `columns`"],
    );
}

#[test]
fn samplers_that_cannot_be() {
    for (sampler, parts) in [
        (
            "sampler(«-0.1»)",
            &["`tolerance` cannot be -0.1", "a number, 0 to"][..],
        ),
        ("sampler(tolerance=«wide»)", &["`tolerance` cannot be wide"]),
        ("sampler(first=«0»)", &["`first` cannot be 0"]),
    ] {
        spoilt(
            r#"values = ["random", "depth(t=1)", "depth(t=2)"]"#,
            &format!(r#"values = ["random", "{sampler}"]"#),
            parts,
        );
    }
}

#[test]
fn contests_are_for_two() {
    let text = diagnostic(
        r#"game = "slide"
seats = ["{one}"]
episodes = 2
[vary]
one = ["random", "depth(t=1)"]
[[tables]]
name = "match"
kind = "match"
rows = "one"
"#,
        &[],
    );
    assert!(
        text.contains("a table of contests is for two seats, not 1"),
        "{text}"
    );
    let text = diagnostic(
        r#"game = "slide"
seats = ["{one}"]
episodes = 2
[vary]
one = ["random", "depth(t=1)"]
[[tables]]
name = "value"
value = "measured"
rows = "one"
columns = "one"
"#,
        &[],
    );
    assert!(
        text.contains("nothing is measured") && text.contains("hint: name a measure"),
        "{text}"
    );
}
