//! Tables of values, of effects and of behaviours.

use super::{cell, duel, mark, paid, places, plan, results, rows, tables, texts, titles, won_of};
use ludometer::present::{CellVerdict, ComparedEntry, TableVerdict};
use ludometer_report::Mark;

/// A wins 3 of 4 in the north and 2 of 4 in the east, B all of 4, C was not played.
#[test]
fn shares_stand_with_their_intervals_beside_what_was_published() {
    let plan = places(
        r#"
[[tables]]
name = "wins"
rows = "place"
columns = "who"
published = [[0.75, 0.1, 0.5], ["", 0.31, 0.5]]
published_episodes = 1000
note = "as printed"
"#,
    );
    let results = results(&plan, ["who", "place"], |who, span| match (who, span) {
        ("A", "north") => won_of(3, 4),
        ("A", _) => won_of(2, 4),
        ("B", _) => won_of(4, 4),
        _ => won_of(0, 0),
    });
    let (tables, agreements) = tables(&results);
    let table = &tables[0];
    assert_eq!(titles(table), ["place", "A", "B", "C"]);
    assert_eq!(texts(table, 0), ["north", ".750", "1.000", ""]);
    assert_eq!(texts(table, 1), ["east", ".500", "1.000", ""]);
    assert_eq!(cell(table, 0, 1).1, "[.301, .987] paper .750");
    assert_eq!(cell(table, 0, 2).1, "[.510, 1.000] paper .100, differs");
    // Two of four have mid-P ends on both sides.
    assert_eq!(cell(table, 1, 1).1, "[.094, .906]");
    assert_eq!(
        table.notes,
        [
            "in brackets 95 % intervals (Wilson) of 4 independent episodes",
            "as printed",
            "a cell differs where the published figure lies outside the 95 % prediction interval from both samples, corrected for all cells (Holm)"
        ]
    );
    assert_eq!(mark(table, 0, 0), Mark::Strong);
    assert_eq!([1, 2].map(|at| mark(table, 0, at)), [Mark::None; 2]);
    // Twice C(314, 4) / C(1004, 4) is 0.019, and by Holm twice as much: below the level.
    assert_eq!(cell(table, 1, 2).1, "[.510, 1.000] paper .310, differs");
    let found = &agreements[0];
    let counts = [CellVerdict::Consistent, CellVerdict::Differs].map(|v| found.count(v));
    assert_eq!(counts, [1, 2]);
    assert_eq!(found.verdict, TableVerdict::Refuted);
    let words = found.words();
    assert!(words.starts_with("Table wins: refuted. 1 of 3 cells consistent, 2 differ; "));
    let first = &found.cells[0];
    assert_eq!((first.row.as_str(), first.column.as_str()), ("north", "A"));
    assert_eq!((first.n, first.published_n), (4, Some(1000)));
    assert_eq!(first.value, ComparedEntry::Number(0.75));
    assert_eq!(first.published, ComparedEntry::Number(0.75));
    assert!((first.low.unwrap() - 0.300_642).abs() < 1e-6);
    assert!((first.high.unwrap() - 0.987_498).abs() < 1e-6);
}

/// Without `columns` there is one, over all cells of the row: A and B together.
#[test]
fn a_table_may_have_one_column() {
    let plan = places(
        r#"
[[tables]]
name = "wins"
rows = "place"
published = [[0.875], [0.1]]
published_episodes = 1000

[[tables]]
name = "each"
rows = "place"
columns = "who"
"#,
    );
    let results = results(&plan, ["who", "place"], |who, span| match (who, span) {
        ("A", "north") => won_of(3, 4),
        ("A", _) => won_of(2, 4),
        ("B", _) => won_of(4, 4),
        _ => won_of(0, 0),
    });
    let (tables, agreements) = tables(&results);
    let table = &tables[0];
    assert_eq!(titles(table), ["place", "won"]);
    assert_eq!(texts(table, 0), ["north", ".875"]);
    assert_eq!(texts(table, 1), ["east", ".750"]);
    let verdicts = [0, 1].map(|row: usize| agreements[0].cells[row].verdict);
    assert_eq!(verdicts, [CellVerdict::Consistent, CellVerdict::Differs]);
    let first = &agreements[0].cells[0];
    assert_eq!(
        (first.row.as_str(), first.column.as_str()),
        ("north", "won")
    );
    assert_eq!(first.n, 8);
}

/// Twice C(394, 4) / C(1004, 4) is 0.047, and twice C(414, 4) / C(1004, 4) 0.057.
#[test]
fn a_share_differs_where_less_than_one_in_twenty_would_be_as_far_off() {
    for (published, consistent) in [(0.39, false), (0.41, true), (0.999, true)] {
        let plan = places(&format!(
            "[[tables]]\nname = \"t\"\nrows = \"place\"\ncolumns = \"who\"\n\
             published = [[{published}], []]\npublished_episodes = 1000\n"
        ));
        let results = results(&plan, ["who", "place"], |_, _| won_of(4, 4));
        let found = &tables(&results).1[0];
        let verdict = found.cells[0].verdict;
        assert_eq!(
            verdict == CellVerdict::Consistent,
            consistent,
            "{published}"
        );
        assert_eq!(verdict == CellVerdict::Differs, !consistent, "{published}");
    }
}

/// Means are numbers with Student's interval, and compared by it.
#[test]
fn means_stand_as_numbers() {
    let table = |keys: &str| {
        let plan = places(&format!(
            "[[tables]]\nname = \"t\"\nrows = \"place\"\ncolumns = \"who\"\nvalue = \"payoff\"\n{keys}"
        ));
        let cells = |_: &str, _: &str| paid(&[1.0, 2.0, -9.0, 3.0, 6.0, 0.0]);
        let results = results(&plan, ["who", "place"], cells);
        let (mut tables, agreements) = tables(&results);
        (tables.remove(0), agreements)
    };
    let (all, _) = table("digits = 2");
    assert_eq!(cell(&all, 0, 1).0, "0.50");
    assert_eq!(
        all.notes,
        ["in brackets 95 % intervals (Student) of 6 independent episodes"]
    );
    // scipy.stats.t.interval(0.95, 3, loc=3, scale=scipy.stats.sem([1, 2, 3, 6])).
    let (won, _) = table("digits = 1\ngiven_won = true");
    assert_eq!(cell(&won, 0, 1), ("3.0", "[-0.4, 6.4]"));
    let (other, _) = table("digits = 1\nseat = 1");
    assert_eq!(cell(&other, 0, 1).0, "-0.5");
    let (printed, agreements) =
        table("digits = 1\npublished = [[0.5, 0.5, 0.5], [0.5, 0.5, 0.5]]\npublished_episodes = 9");
    assert!(cell(&printed, 0, 1).1.ends_with(" paper 0.5"));
    assert_eq!(agreements[0].count(CellVerdict::Consistent), 6);
    // Without the published size nothing can be said.
    let (_, agreements) = table("digits = 1\npublished = [[0.5], []]");
    assert_eq!(agreements[0].count(CellVerdict::CannotBeJudged), 1);
}

/// Cells that a table does not tell apart are one figure; those it fixes are left out.
#[test]
fn cells_are_pooled_and_fixed() {
    let plan = places(
        r#"
[[tables]]
name = "pooled"
rows = "place"
columns = "place"
[[tables]]
name = "fixed"
rows = "place"
columns = "place"
where = { who = "B" }
"#,
    );
    let results = results(&plan, ["who", "place"], |who, span| match (who, span) {
        ("A", "north") => won_of(1, 4),
        ("B", "north") => won_of(3, 4),
        ("C", "north") => won_of(4, 4),
        _ => won_of(0, 4),
    });
    let tables = tables(&results).0;
    assert_eq!(texts(&tables[0], 0), ["north", ".667", ""]);
    assert_eq!(texts(&tables[0], 1), ["east", "", ".000"]);
    assert_eq!(texts(&tables[1], 0), ["north", ".750", ""]);
}

const EFFECTS: &str = r#"
[[tables]]
name = "quotas"
rows = "place"
columns = "who"
published = [[0.50, 0.70, 0.52], [0.50, 0.30, 0.60]]
published_episodes = 20
[[tables]]
name = "signs"
kind = "effect"
against = "A"
rows = "place"
columns = "who"
published = [["", "+", "+"], ["", "-", "-"]]
"#;

/// A wins 10 of 20. In the north B wins 16 and C 11, in the east B wins 5 and C 10.
fn effects(criterion: &str) -> (ludometer_report::Table, ludometer::present::Agreement) {
    let plan = places(&format!("{EFFECTS}{criterion}\n"));
    let results = results(&plan, ["who", "place"], |who, span| match (who, span) {
        ("B", "north") => won_of(16, 20),
        ("C", "north") => won_of(11, 20),
        ("B", _) => won_of(5, 20),
        _ => won_of(10, 20),
    });
    let (mut tables, mut agreements) = tables(&results);
    (tables.remove(1), agreements.remove(1))
}

#[test]
fn effects_are_signs_of_differences_that_count() {
    let (table, agreement) = effects("gap = 0.06");
    assert_eq!(titles(&table), ["place", "B", "C"]);
    assert_eq!(cell(&table, 0, 1), ("+", "+0.300"));
    assert_eq!(cell(&table, 0, 2), ("≈", "+0.050 paper +"));
    assert_eq!(cell(&table, 1, 1), ("-", "-0.250"));
    assert_eq!(cell(&table, 1, 2), ("≈", "+0.000 paper -"));
    assert_eq!(agreement.count(CellVerdict::Same), 2);
    assert_eq!(agreement.count(CellVerdict::Other), 2);
    // Signs follow from quotas: they count in no total.
    assert_eq!(agreement.counted().count(), 0);
    let first = &agreement.cells[0];
    assert_eq!((first.n, first.published_n, first.low), (20, None, None));
    assert_eq!(first.value, ComparedEntry::Sign("+".into()));
    assert_eq!(first.published, ComparedEntry::Sign("+".into()));
    // By the published quotas B is 0.2 above and 0.2 below, C 0.02 and 0.1 above.
    let says = "of the 4 published signs, 2 follow from the published quotas by this criterion";
    let how =
        "mean differences to A in games of the same number; they count where they exceed 0.06";
    assert_eq!(table.notes, [how, says]);
    // A gap must be exceeded: 5 of 20 are a quarter less than 10.
    let (table, _) = effects("gap = 0.25");
    assert_eq!(cell(&table, 0, 1), ("+", "+0.300"));
    assert_eq!(cell(&table, 1, 1), ("≈", "-0.250 paper -"));
}

/// 10 of 20 with 0.67 standard errors (a confidence of 0.5) is .425 to .575; 16 of 20 is .740 to .860, 11 is
/// .475 to .625, and 5 is .185 to .315. With 1.96 of them all overlap.
#[test]
fn effects_by_intervals_that_do_not_overlap() {
    let signs = |criterion: &str| {
        let (table, _) = effects(criterion);
        [(0, 1), (0, 2), (1, 1), (1, 2)].map(|(row, at)| cell(&table, row, at).0.to_string())
    };
    assert_eq!(signs("apart = 0.5"), ["+", "≈", "-", "≈"]);
    assert_eq!(signs("apart = 0.95"), ["≈", "≈", "≈", "≈"]);
}

/// The printed signs of Tables 1 to 3 of Althöfer and Heuser follow from the printed quotas by intervals
/// that do not overlap, but for two; by the 6 % rule of the text 18 do not.
#[test]
fn the_sign_rule_of_the_first_paper() {
    let follow = |number: usize, name: &str| {
        let file = format!("../catalogue/plans/slide-depth{}.toml", number + 3);
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let plan = plan(&std::fs::read_to_string(file).expect("the plan ships"));
        let results = results(&plan, ["evaluation", "randomisation"], |_, _| won_of(0, 0));
        let (tables, _) = tables(&results);
        let table = tables.iter().find(|table| table.name == name).unwrap();
        let note = table
            .notes
            .iter()
            .find(|note| note.contains("published signs"));
        let words: Vec<&str> = note.unwrap().split(' ').collect();
        assert_eq!(words[2], "29");
        words[5].parse::<u32>().unwrap()
    };
    let by_intervals: Vec<u32> = (1..=3).map(|n| follow(n, &n.to_string())).collect();
    assert_eq!(by_intervals, [28, 28, 29]);
    let by_gap: Vec<u32> = (1..=3).map(|n| follow(n, &format!("{n}g"))).collect();
    assert_eq!(by_gap, [22, 22, 25]);
}

/// Six wins more than A's in games that A lost have p = 2 / 2^6 in McNemar's exact test, five losses more
/// 2 / 2^5.
#[test]
fn effects_by_significance() {
    let signs = |criterion: &str| {
        let (table, _) = effects(criterion);
        [(0, 1), (0, 2), (1, 1), (1, 2)].map(|(row, at)| cell(&table, row, at).0.to_string())
    };
    assert_eq!(signs("significance = 0.03"), ["≈", "≈", "≈", "≈"]);
    assert_eq!(signs("significance = 0.06"), ["+", "≈", "≈", "≈"]);
    assert_eq!(signs("significance = 0.07"), ["+", "≈", "-", "≈"]);
    // The usual level is 0.05.
    let at = |won: usize| {
        let plan = places(EFFECTS);
        let cells = |who: &str, _: &str| won_of(if who == "B" { won } else { 10 }, 20);
        let results = results(&plan, ["who", "place"], cells);
        cell(&tables(&results).0[1], 0, 1).0.to_string()
    };
    assert_eq!([at(15), at(16), at(5), at(4)], ["≈", "+", "≈", "-"]);
}

/// Payoffs are compared episode by episode: six differences of one sign have an exact two-sided p of
/// 2 / 2^6 in Wilcoxon's test.
#[test]
fn effects_of_means_are_of_pairs() {
    let look = |criterion: &str, ours: &[f64], given_won: bool| {
        let plan = places(&format!(
            "[[tables]]\nname = \"t\"\nkind = \"effect\"\nagainst = \"A\"\nrows = \"place\"\n\
             columns = \"who\"\nvalue = \"payoff\"\ngiven_won = {given_won}\ndigits = 2\n\
             published = [[\"\", \"+\"], []]\n{criterion}\n"
        ));
        let cells = |who: &str, _: &str| match who {
            "A" => paid(&[1.0; 6]),
            _ => paid(ours),
        };
        let results = results(&plan, ["who", "place"], cells);
        let (tables, agreements) = tables(&results);
        let (text, detail) = cell(&tables[0], 0, 1);
        (format!("{text} {detail}"), agreements[0].cells[0].n)
    };
    let more = [2.0, 3.0, 4.0, 5.0, 6.0, 7.0];
    assert_eq!(look("", &more, false), ("+ +3.50 p 0.031".into(), 6));
    let less = more.map(|payoff| 2.0 - payoff);
    let found = look("", &less, false);
    assert_eq!(found, ("- -3.50 p 0.031 paper +".into(), 6));
    assert_eq!(
        look("significance = 0.03", &more, false).0,
        "≈ +3.50 p 0.031 paper +"
    );
    // Five of them: p = 2 / 2^5.
    assert_eq!(
        look("", &more[..5], false),
        ("≈ +3.00 p 0.062 paper +".into(), 5)
    );
    // A gap is one of the mean, and must be exceeded.
    assert_eq!(
        look("gap = 0.5", &[1.5; 6], false).0,
        "≈ +0.50 p 0.031 paper +"
    );
    assert_eq!(look("gap = 0.4", &[1.5; 6], false).0, "+ +0.50 p 0.031");
    assert_eq!(
        look("gap = 0.4", &[0.5; 6], false).0,
        "- -0.50 p 0.031 paper +"
    );
    // Given that both were won, the lost ones are left out.
    let mixed = [2.0, -3.0, 4.0, 0.0, 6.0, 8.0];
    assert_eq!(
        look("gap = 0.5", &mixed, true),
        ("+ +4.00 p 0.125".into(), 4)
    );
}

const EFFECT: &str = "[[tables]]\nname = \"t\"\nkind = \"effect\"\nagainst = \"A\"\nrows = \"place\"\n\
    columns = \"who\"\nvalue = \"payoff\"\ndigits = 2\ngap = 0.5\n";

/// Given that both were won: games that only one of the two won are left out, whichever it is.
#[test]
fn effects_given_wins_need_both() {
    let plan = places(&format!("{EFFECT}given_won = true\n"));
    let cells = |who: &str, _: &str| match who {
        "A" => paid(&[1.0, 1.0, -9.0, 1.0]),
        _ => paid(&[2.0, -9.0, 5.0, 4.0]),
    };
    let results = results(&plan, ["who", "place"], cells);
    let (tables, _) = tables(&results);
    let (sign, detail) = cell(&tables[0], 0, 1);
    assert!(
        sign == "+" && detail.starts_with("+2.00 "),
        "{sign} {detail}"
    );
}

/// Of mirrored games a group of which one is missing is in no difference, whether it is the last or not.
#[test]
fn effects_are_of_whole_groups() {
    let plan = plan(&format!(
        "game = \"tic-tac-toe\"\nseats = [\"{{agent}}\", \"random\"]\nmirror = true\nepisodes = 8\n\
         cells = [\n{{ who = \"A\", agent = \"random\" }},\n{{ who = \"B\", agent = \"flat(10)\" }},\n]\n\
         [vary]\nplace = [\"north\"]\n{EFFECT}"
    ));
    let cells = |who: &str, _: &str| match who {
        "A" => paid(&[0.0; 7]),
        _ => {
            let mut rows = paid(&[1.0, 1.0, 70.0, 50.0, 3.0, 3.0, 90.0]);
            rows.remove(2);
            rows
        }
    };
    let results = results(&plan, ["who", "place"], cells);
    let (tables, _) = tables(&results);
    let (sign, detail) = cell(&tables[0], 0, 1);
    assert!(
        sign == "+" && detail.starts_with("+2.00 "),
        "{sign} {detail}"
    );
}

/// Quotas of .40 without randomisation, and of .50, .60 and .10 with more and more of it; written in
/// another order.
#[test]
fn behaviours_are_read_off_a_curve() {
    let plan = plan(
        r#"
game = "tic-tac-toe"
seats = ["{agent}", "random"]
episodes = 20
cells = [
  { who = "plain", way = "none", agent = "random" },
  { who = "plain", way = "add", a = 0.5, agent = "flat(10)" },
  { who = "plain", way = "add", a = 2, agent = "flat(11)" },
  { who = "plain", way = "add", a = 0.1, agent = "flat(12)" },
]
[[tables]]
name = "kinds"
kind = "behaviour"
against = "none"
along = "a"
gap = 0.06
rows = "who"
columns = "way"
published = [["", "2"]]
"#,
    );
    let results = results(&plan, ["way", "a"], |_, a| match a {
        "" => won_of(40, 100),
        "0.1" => won_of(50, 100),
        "0.5" => won_of(60, 100),
        _ => won_of(10, 100),
    });
    let (tables, agreements) = tables(&results);
    assert_eq!(titles(&tables[0]), ["who", "add"]);
    assert_eq!(
        cell(&tables[0], 0, 1),
        ("1", ".600 at 0.5, from .400 paper 2")
    );
    let found = &agreements[0].cells[0];
    assert_eq!((found.n, found.verdict), (100, CellVerdict::Other));
}

/// What takes too long is told where decisions have a limit in time: two of the second seat's eighteen
/// plies, of two episodes in each of six cells.
#[test]
fn late_decisions_are_counted() {
    let text = |budget: &str| {
        let plan = places(&format!(
            "{budget}\n[[tables]]\nname = \"t\"\nrows = \"place\"\ncolumns = \"who\"\n"
        ));
        let late = || {
            let mut episode = duel(1.0, 0.0);
            episode.seats[1].late = 1;
            episode
        };
        let cells = |_: &str, _: &str| rows([late(), late()]);
        let results = results(&plan, ["who", "place"], cells);
        let blocks = results.present().unwrap().0;
        format!("{:?}", blocks[0])
    };
    let timed = text("[budget]\nmilliseconds = 5");
    assert!(timed.contains("12 of 108 decisions came late"), "{timed}");
    let free = text("");
    assert!(!free.contains("came late"), "{free}");
}
