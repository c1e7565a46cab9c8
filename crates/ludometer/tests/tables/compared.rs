//! Tables that hold columns against each other by a test: the numbers behind their words.

use super::{
    Rows, cell, mark, near, paid, places, results, results_of, tables, texts, titles, won_of,
};
use ludometer::plan::Plan;
use ludometer::present::{CellVerdict, TableVerdict};
use ludometer_report::{Mark, Table};

const X: [f64; 8] = [3.0, 5.0, 1.0, 4.0, 4.0, 7.0, 2.0, 6.0];
const Y: [f64; 8] = [2.0, 1.0, 0.0, 4.0, 3.0, 2.0, 5.0, 1.0];

/// A table of the best whose rows are both places: chosen and checked on the same agents' payoffs.
fn best(keys: &str) -> Plan {
    places(&format!(
        r#"
level = [0, 1]
[[tables]]
name = "best"
kind = "best"
against = "A"
choose = {{ level = [0] }}
check = {{ level = [1] }}
rows = "place"
columns = "who"
value = "payoff"
digits = 2
{keys}
[[tables]]
name = "levels"
rows = "level"
columns = "who"
"#
    ))
}

/// Payoffs of each agent: on level 0 and in the north those of [`X`] and [`Y`].
fn payoffs(who: &str, span: &str) -> Rows {
    match (span, who) {
        ("north", "A") => paid(&Y),
        ("north", "B") => paid(&X),
        ("north", _) => paid(&[-1.0, -2.0, -3.0, -1.0, 0.0, -4.0, -2.0, -1.0]),
        _ => paid(&[]),
    }
}

fn value(table: &Table, row: usize, column: usize) -> f64 {
    table
        .cell(row, column)
        .and_then(|cell| cell.value)
        .expect("a number")
}

/// The p of a choice where it is checked, which is one comparison.
///
/// scipy.stats.mannwhitneyu(X, Y, use_continuity=True, method="asymptotic"): p = 0.100001594907; without
/// the correction it would be 0.0895.
/// scipy.stats.wilcoxon(X - Y, zero_method="wilcox", correction=True, method="approx"): p =
/// 0.105162385945; without the correction it would be 0.0881.
#[test]
fn tests_of_tables_are_corrected_for_continuity() {
    for (test, p) in [
        ("mann-whitney", 0.100_001_594_907_252_52),
        ("wilcoxon", 0.105_162_385_944_876_79),
    ] {
        let plan = best(&format!("test = \"{test}\""));
        let found = results(&plan, ["who", "place"], payoffs);
        let table = &tables(&found).0[0];
        assert_eq!(texts(table, 0)[1], "B");
        near(value(table, 0, 7), p);
        assert_eq!(cell(table, 0, 7).0, format!("{p:.3}"));
    }
    // C against A has p = 0.0011, which Holm doubles: the p of B is the larger of the two and stays.
    let plan = best("");
    let found = results(&plan, ["who", "place"], payoffs);
    near(value(&tables(&found).0[0], 0, 3), 0.100_001_594_907_252_52);
}

/// X has a mean of 4, Y of 2.25. Their differences 1, 4, 1, 0, 1, 5, -3 and 5 have a mean of 1.75 and a standard
/// error of 0.97742: 2.36462 times that to both sides.
#[test]
fn a_choice_stands_with_the_means_of_both_parts_and_their_difference() {
    let plan = best("note = \"our own\"");
    let found = results(&plan, ["who", "place"], payoffs);
    let table = &tables(&found).0[0];
    assert_eq!(
        titles(table),
        [
            "place",
            "best",
            "chosen on",
            "p (Holm)",
            "checked on",
            "A",
            "difference",
            "p (Holm)"
        ]
    );
    assert_eq!(texts(table, 0)[..3], ["north", "B", "4.00"]);
    assert_eq!(texts(table, 0)[4..7], ["4.00", "2.25", "+1.75"]);
    assert_eq!(cell(table, 0, 6).1, "[-0.56, +4.06]");
    assert_eq!(mark(table, 0, 6), Mark::None);
    // The east was not played.
    assert_eq!(table.rows.len(), 1);
    assert_eq!(
        table.notes[0],
        "what choosing gains where it was not chosen, mean of 1 places: +1.75"
    );
    assert_eq!(
        table.notes[1],
        "chosen on level 0, checked on level 1; the Mann-Whitney U test, p corrected for everything that was looked at; coloured where p < 0.05"
    );
    assert_eq!(
        table.notes[2],
        "in brackets, of paired differences, 95 % intervals (Student) of 8 independent episodes"
    );
    assert_eq!(table.notes[3], "our own");
    // At a level that the p of one in ten is below.
    let plan = best("significance = 0.11");
    let found = results(&plan, ["who", "place"], payoffs);
    assert_eq!(mark(&tables(&found).0[0], 0, 6), Mark::Good);
}

/// What is better where it is chosen and worse where it is checked is coloured as bad; gains are
/// averaged over rows, with Student's interval: -2 and 4 have a mean of 1 and a standard error of 3,
/// and a t of 12.7062.
#[test]
fn a_choice_may_turn_out_badly() {
    let plan = best("significance = 0.5");
    let found = results_of(&plan, |of| {
        let chosen_on = of.variable("level") == Some("0");
        let north = of.variable("place") == Some("north");
        let base: [f64; 6] = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0];
        let shift = match (of.variable("who"), chosen_on, north) {
            (Some("A"), ..) => 0.0,
            (Some("B"), true, _) => 3.0,
            (Some("B"), false, true) => -2.0,
            (Some("B"), false, false) => 4.0,
            _ => -9.0,
        };
        paid(&base.map(|payoff| payoff + shift))
    });
    let table = &tables(&found).0[0];
    assert_eq!(cell(table, 0, 6).0, "-2.00");
    assert_eq!(cell(table, 1, 6).0, "+4.00");
    assert_eq!(
        [0, 1].map(|row| mark(table, row, 6)),
        [Mark::Bad, Mark::Good]
    );
    assert_eq!(
        table.notes[0],
        "what choosing gains where it was not chosen, mean of 2 places: +1.00 [-37.12, +39.12] (95 %, Student)"
    );
}

fn compare(keys: &str, cells: impl Fn(&str, &str) -> Rows) -> (Table, Option<Vec<bool>>) {
    let plan = places(&format!(
        "[[tables]]\nname = \"t\"\nkind = \"compare\"\nrows = \"place\"\ncolumns = \"who\"\n{keys}"
    ));
    let results = results(&plan, ["who", "place"], cells);
    let (mut tables, agreements) = tables(&results);
    let consistent = |found: &ludometer::present::Agreement| {
        let cells = found.cells.iter();
        let verdicts = cells.map(|cell| cell.verdict == CellVerdict::Consistent);
        verdicts.collect()
    };
    (tables.remove(0), agreements.first().map(consistent))
}

/// The standard error of a share is that of a proportion, sqrt(p (1 - p) / n); that of a mean has the
/// divisor n - 1.
#[test]
fn figures_are_compared_with_their_standard_errors() {
    let (table, _) = compare("digits = 2", |who, _| match who {
        "A" => won_of(4, 16),
        "B" => won_of(8, 16),
        _ => won_of(16, 16),
    });
    assert_eq!(titles(&table), ["place", "A", ">", "B", ">", "C", ">"]);
    assert_eq!(cell(&table, 0, 1), (".25", "(.11)"));
    assert_eq!(cell(&table, 0, 3), (".50", "(.12)"));
    assert_eq!(cell(&table, 0, 5), ("1.00", "(.00)"));
    assert_eq!(texts(&table, 0)[6], "all");
    assert_eq!(mark(&table, 0, 6), Mark::Strong);
    assert_eq!(
        table.notes,
        [
            "in brackets standard errors of 16 observations; behind >: columns that are significantly lower (the Mann-Whitney U test, p < 0.05)",
            "p by Holm's correction for the 6 comparisons of this table: 4 are below 0.05, uncorrected 4"
        ]
    );
    let (table, _) = compare(
        "digits = 3\nvalue = \"payoff\"\ntest = \"wilcoxon\"",
        |who, _| match who {
            "A" => paid(&Y),
            "B" => paid(&X),
            _ => paid(&[]),
        },
    );
    assert_eq!(cell(&table, 0, 1), ("2.250", "(0.590)"));
    assert_eq!(cell(&table, 0, 3), ("4.000", "(0.707)"));
    assert_eq!(texts(&table, 0)[5..], ["", ""]);
    assert!(table.notes[0].contains("Wilcoxon's signed-rank test on paired episodes, p < 0.05"));
}

/// X against Y has p = 0.100001594907 by Mann and Whitney's test, twice as much by Holm's correction for two
/// places.
#[test]
fn a_column_is_above_where_its_p_is_below_the_level() {
    let at = |level: &str| {
        let keys = format!("value = \"payoff\"\nsignificance = {level}");
        let (table, _) = compare(&keys, |who, _| match who {
            "A" => paid(&Y),
            "B" => paid(&X),
            _ => paid(&[]),
        });
        [2, 4].map(|column| cell(&table, 0, column).0.to_string())
    };
    assert_eq!(at("0.2"), ["", ""]);
    assert_eq!(at("0.2001"), ["", "all"]);
}

/// Our mean is 4 with a standard error of 0.7071, n = 8. With the number of episodes alone both errors
/// are ours: 0.7348, which Student's 2.365 for 7 degrees of freedom makes 1.738. With a printed error of
/// 0.5 Welch's degrees are 15.5: 2.126 x 0.866 = 1.841. What is printed to a digit may be half of it more.
#[test]
fn published_figures_of_compared_columns() {
    let cells = |who: &str, _: &str| match who {
        "A" => paid(&X),
        _ => paid(&[]),
    };
    let agrees = |figure: &str, error: &str, digits: u32| {
        let errors = match error {
            "" => String::new(),
            error => format!("published_errors = [[{error}, 0, 0], []]"),
        };
        let keys = format!(
            "value = \"payoff\"\ndigits = {digits}\npublished = [[{figure}, 1, 1], []]\n{errors}\npublished_episodes = 100"
        );
        let (table, agrees) = compare(&keys, cells);
        let agrees = agrees.expect("something is compared");
        assert_eq!(agrees.len(), 1, "what was not played is not compared");
        assert_eq!(cell(&table, 0, 1).1.ends_with(", differs"), !agrees[0]);
        assert!(cell(&table, 0, 1).1.contains(" paper "));
        agrees[0]
    };
    assert!(agrees("5.7", "", 2) && !agrees("5.8", "", 2));
    assert!(agrees("5.83", "0.5", 4) && !agrees("5.86", "0.5", 4));
    assert!(agrees("5.9", "0.5", 1) && agrees("6.9", "0.5", 0) && !agrees("7.1", "0.5", 0));
    let shares = |published: &str| {
        let keys = format!("published = [[{published}], []]\npublished_episodes = 1000");
        let (_, agrees) = compare(&keys, |_, _| won_of(4, 4));
        agrees.expect("something is compared")
    };
    assert_eq!((shares("0.39"), shares("0.41")), (vec![false], vec![true]));
}

/// The last two agents beat the first and not each other. Names that begin alike are written out.
#[test]
fn columns_are_named_by_their_first_letters_where_these_differ() {
    let beaten = |[a, b, c]: [&str; 3]| {
        let plan = super::plan(&format!(
            r#"
game = "tic-tac-toe"
seats = ["{{agent}}", "random"]
episodes = 20
cells = [
  {{ who = "{a}", agent = "random" }},
  {{ who = "{b}", agent = "flat(10)" }},
  {{ who = "{c}", agent = "flat(20)" }},
]
[vary]
size = [1]
[[tables]]
name = "t"
kind = "compare"
rows = "size"
columns = "who"
[[tables]]
name = "sizes"
rows = "size"
columns = "who"
"#
        ));
        let won = |who: &str, _: &str| won_of(if who == a { 1 } else { 12 }, 20);
        let results = results(&plan, ["who", "size"], won);
        let table = &tables(&results).0[0];
        [2, 4, 6].map(|column| cell(table, 0, column).0.to_string())
    };
    assert_eq!(beaten(["xebec", "yawl", "zulu"]), ["", "x", "x"]);
    assert_eq!(
        beaten(["sloop", "ketch", "schooner"]),
        ["", "sloop", "sloop"]
    );
}

/// Three columns with 60 of 100 wins beside .5 of many games: each is two standard errors too high. Three
/// independent columns refute the table; three columns that won the same games are one observation.
#[test]
fn columns_that_share_their_openings_are_not_independent_evidence() {
    let plan = super::places(
        "[[tables]]\nname = \"t\"\nrows = \"place\"\ncolumns = \"who\"\ndigits = 4\npublished_episodes = 100000\npublished = [[0.5000, 0.5000, 0.5000], []]\n",
    );
    let judged = |games: u64, game: fn(&str, u64) -> u64| {
        let results = super::results_of(&plan, |of| {
            let who = of.variable("who").unwrap();
            let payoff = |number| {
                if game(who, number) % 10 < 6 {
                    1.0
                } else {
                    -1.0
                }
            };
            paid(&(0..games).map(payoff).collect::<Vec<f64>>())
        });
        super::tables(&results).1.remove(0)
    };
    let same = judged(100, |_, number| number);
    // Tens, units and their sum are independent in pairs.
    let independent = judged(100, |who, number| match who {
        "A" => number,
        "B" => number / 10,
        _ => number + number / 10,
    });
    let [p, other] = [&same, &independent].map(|judged| judged.test.unwrap());
    // 2 Φ(-2) twice (Bonferroni), against 2 Φ(-2 √3) twice; the published games add a little noise.
    assert!(
        (p.shift - 2.0).abs() < 0.05 && (p.p - 0.09).abs() < 0.01,
        "{p:?}"
    );
    assert!(
        (other.shift - 3.46).abs() < 0.08 && other.p < 0.002,
        "{other:?}"
    );
    assert_ne!(same.verdict, TableVerdict::Refuted);
    assert_eq!(independent.verdict, TableVerdict::Refuted);
    // From fewer than thirty games no correlation is estimated: 2 / √5 and a factor of √3.
    let few = judged(20, |_, number| number).test.unwrap();
    assert!((few.shift - 1.55).abs() < 0.05, "{few:?}");
}
