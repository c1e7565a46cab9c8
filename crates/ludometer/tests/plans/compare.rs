//! Tables that compare their columns by a test, on episodes made by hand.

use super::read;
use ludometer::plan::{Cell, Plan};
use ludometer::play::{Ending, Episode, SeatResult};
use ludometer::present::{Agreement, CellVerdict, Results};
use ludometer::tally::MemoryRows;
use ludometer_report::{Block, Table};

/// Three agents in four places, two levels each; `{tables}` is what is looked at.
fn plan(tables: &str) -> Result<Plan, String> {
    let text = format!(
        r#"
game = "tic-tac-toe"
seats = ["{{agent}}", "random"]
start = "walk({{level}})"
episodes = 20
cells = [
  {{ who = "A", agent = "random" }},
  {{ who = "B", agent = "flat(10)" }},
  {{ who = "C", agent = "flat(20)" }},
]
[vary]
place = ["north", "east", "south", "west"]
level = [0, 1]
size = [1]
{tables}
[[tables]]
name = "sizes"
rows = "size"
columns = "level"
[[tables]]
name = "places"
rows = "place"
columns = "who"
"#
    );
    read(&text, &[])
}

/// How many of the 20 episodes an agent wins in a place on a level.
type Wins = fn(&str, &str, &str) -> u64;

fn results<'a>(plan: &'a Plan, wins: Wins) -> Results<'a> {
    played(plan, wins, |_| true)
}

/// The same where only some cells were played.
fn played<'a>(plan: &'a Plan, wins: Wins, was_played: impl Fn(&Cell) -> bool) -> Results<'a> {
    let cells = plan.cells.iter().map(|cell| {
        let variable = |name| cell.variable(name).unwrap();
        let won = wins(variable("who"), variable("place"), variable("level"));
        let row = |number| {
            let payoff = if number < won { 1.0 } else { -1.0 };
            let share = SeatResult {
                payoff,
                ..SeatResult::default()
            };
            let episode = Episode {
                plies: 1,
                ending: Ending::Finished,
                seats: vec![share, share],
                record: None,
            };
            (number, episode)
        };
        let count = if was_played(cell) { 20 } else { 0 };
        (0..count).map(row).collect()
    });
    let rows = MemoryRows {
        cells: cells.collect(),
        ..MemoryRows::default()
    };
    Results::of(plan, 20, rows).unwrap()
}

fn tables(results: &Results<'_>) -> (Vec<Table>, Vec<Agreement>) {
    let (blocks, agreements) = results.present().unwrap();
    let tables = blocks.into_iter().filter_map(|block| match block {
        Block::Table(table) => Some(table),
        _ => None,
    });
    (tables.collect(), agreements)
}

/// The texts of a table's cells, row by row.
fn texts(table: &Table) -> Vec<Vec<String>> {
    let row = |row: &Vec<ludometer_report::Cell>| {
        let texts = row.iter().map(|cell| cell.text.clone());
        texts.collect()
    };
    table.rows.iter().map(row).collect()
}

#[test]
fn levels_are_pooled_and_every_column_is_held_against_the_others() {
    let plan = plan(
        r#"
[[tables]]
name = "wins"
kind = "compare"
rows = "place"
columns = "who"
digits = 2
published = [[0.05, 0.5, 0.9], [0.9, 0.5, 0.05], ["", "", ""], []]
published_episodes = 100
"#,
    )
    .unwrap();
    let results = results(&plan, |who, span, level| match (who, span, level) {
        (_, "west", _) => 0,
        ("A", ..) => 2,
        ("B", _, "0") => 5,
        ("B", ..) => 15,
        _ => 18,
    });
    let (tables, agreements) = tables(&results);
    let rows = texts(&tables[0]);
    assert_eq!(rows[0], ["north", ".10", "", ".50", "A", ".90", "all"]);
    assert_eq!(rows[3], ["west", ".00", "", ".00", "", ".00", ""]);
    // The first row is as published, the second the other way round.
    assert_eq!(agreements[0].count(CellVerdict::Consistent), 4);
    assert_eq!(agreements[0].count(CellVerdict::Differs), 2);
    // Three agents of 20 episodes lie in one figure of the second table: places are labels of the same
    // rows, which count once.
    assert_eq!(texts(&tables[1])[0], ["1", ".417", ".583"]);
}

#[test]
fn published_figures_of_other_values_are_left_out() {
    let plan = plan(
        r#"
[[tables]]
name = "wins"
kind = "compare"
rows = "place"
columns = "who"
published = [[0.05, 0.5, 0.9]]
published_episodes = 100
"#,
    )
    .unwrap();
    let (tables, agreements) = tables(&results(&plan, |_, _, _| 10));
    assert!(agreements.is_empty());
    let notes = tables[0].notes.join("\n");
    assert!(notes.contains("other values of `place`"), "{notes}");
}

#[test]
fn a_test_on_pairs_sees_what_a_test_on_groups_does_not() {
    let look = |test: &str| {
        let plan = plan(&format!(
            "[[tables]]\nname = \"t\"\nkind = \"compare\"\ntest = \"{test}\"\nrows = \"place\"\ncolumns = \"who\""
        ))
        .unwrap();
        // One agent wins whatever the other wins, and five episodes more on each level: p = 0.026 and
        // 0.0019, twelve of them corrected by Holm.
        let results = results(&plan, |who, _, _| match who {
            "A" => 8,
            "B" => 13,
            _ => 8,
        });
        texts(&tables(&results).0[0])[0].clone()
    };
    assert_eq!(look("mann-whitney")[4], "");
    assert_eq!(look("wilcoxon")[4], "all");
}

#[test]
fn places_are_counted_where_one_is_better_than_all_it_is_held_against() {
    let plan = plan(
        r#"
[[tables]]
name = "counts"
kind = "counts"
over = "place"
among = [["A", "B"], ["A", "B", "C"]]
rows = "who"
columns = "level"
published = [[0, 0, 0], [4, 2, 4]]
"#,
    )
    .unwrap();
    let results = results(&plan, |who, span, level| match (who, span, level) {
        ("B", "north", "0") => 18,
        ("B", "north" | "east", _) => 19,
        ("C", "east", _) => 20,
        ("A", ..) => 1,
        _ => 2,
    });
    let (tables, agreements) = tables(&results);
    assert_eq!(
        texts(&tables[0]),
        [
            ["A", "B", "0", "0", "0"],
            ["B", "A", "2", "2", "2"],
            ["A", "B, C", "0", "0", "0"],
            ["B", "A, C", "1", "1", "1"],
            ["C", "A, B", "0", "0", "0"],
        ]
    );
    // Four for two is beyond chance where the differences are as clear as these.
    let cells = agreements[0].cells.iter();
    let cells: Vec<bool> = cells
        .map(|cell| cell.verdict == CellVerdict::Consistent)
        .collect();
    assert_eq!(cells, [true, true, false, true]);
}

#[test]
fn what_was_not_played_is_neither_counted_nor_compared() {
    let plan = plan(
        r#"
[[tables]]
name = "counts"
kind = "counts"
over = "place"
among = [["A", "B"]]
rows = "who"
columns = "level"
published = [[0, 0, 0], [4, 4, 4]]
[[tables]]
name = "best"
kind = "best"
against = "A"
choose = { level = [1] }
check = { level = [0] }
rows = "place"
columns = "who"
"#,
    )
    .unwrap();
    let wins: Wins = |who, _, _| if who == "B" { 19 } else { 1 };
    let results = played(&plan, wins, |cell| {
        cell.variable("level") == Some("0") && cell.variable("place") != Some("west")
    });
    let (tables, agreements) = tables(&results);
    assert_eq!(
        texts(&tables[0]),
        [["A", "B", "0", "", "0"], ["B", "A", "3", "", "3"]]
    );
    assert!(agreements.is_empty(), "{agreements:?}");
    assert!(tables[1].rows.is_empty());
}

#[test]
fn the_best_is_chosen_here_and_checked_there() {
    let plan = plan(
        r#"
[[tables]]
name = "best"
kind = "best"
against = "A"
choose = { level = [0] }
check = { level = [1] }
rows = "place"
columns = "who"
digits = 2
"#,
    )
    .unwrap();
    let results = results(&plan, |who, span, level| match (span, who, level) {
        // Better in both parts.
        ("north", "B", _) => 19,
        // Better by luck where it was chosen.
        ("east", "C", "0") => 12,
        ("east", "C", _) => 8,
        // Nobody is better.
        ("south", "A", _) => 20,
        _ => 10,
    });
    let (tables, _) = tables(&results);
    let rows = texts(&tables[0]);
    assert_eq!(rows[0][1..3], ["B", ".95"]);
    assert_eq!(rows[0][4..7], [".95", ".50", "+0.45"]);
    let p: f64 = rows[0][7].parse().unwrap();
    assert!(p < 0.05, "{p}");
    assert_eq!(rows[1][1..3], ["C", ".60"]);
    assert_eq!(rows[1][6..], ["-0.10", "1.000"]);
    // What one would take anyway is kept, also where others are as good.
    assert_eq!(rows[2][1..4], ["A", "1.00", ""]);
    assert_eq!(rows[3][1], "A");
    assert!(
        tables[0].notes[0].contains("+0.09"),
        "{:?}",
        tables[0].notes
    );
}

#[test]
fn faults_of_such_tables() {
    let cases = [
        (
            "kind = \"compare\"\ngap = 0.1\ncolumns = \"who\"",
            "`significance` instead of `gap`",
        ),
        (
            "kind = \"value\"\ntest = \"wilcoxon\"\ncolumns = \"who\"",
            "set kind = \"compare\"",
        ),
        (
            "kind = \"counts\"\ncolumns = \"level\"\nover = \"place\"",
            "needs the key `among`",
        ),
        (
            "kind = \"counts\"\ncolumns = \"level\"\nover = \"place\"\namong = [[\"A\", \"Z\"]]",
            "no cell has the who `Z`",
        ),
        (
            "kind = \"counts\"\ncolumns = \"level\"\nover = \"level\"\namong = [[\"A\", \"B\"]]",
            "`level` is the rows or the columns already",
        ),
        (
            "kind = \"counts\"\ncolumns = \"level\"\nover = \"place\"\namong = [[\"A\"]]",
            "a group has two members at least",
        ),
        (
            "kind = \"best\"\ncolumns = \"place\"\nagainst = \"north\"\nchoose = { level = [0] }\ncheck = { level = [0, 1] }",
            "level `0` is in both parts",
        ),
        (
            "kind = \"best\"\ncolumns = \"place\"\nagainst = \"north\"\nchoose = { level = [7] }\ncheck = { level = [1] }",
            "no cell has the level `7`",
        ),
        (
            "kind = \"best\"\ncolumns = \"place\"\nagainst = \"north\"\nchoose = 3\ncheck = { level = [1] }",
            "as in { level = [0, 1, 2] }",
        ),
        (
            "columns = \"place\"\nchoose = { level = [1] }",
            "set kind = \"best\"",
        ),
    ];
    for (keys, says) in cases {
        let diagnostic = plan(&format!("[[tables]]\nname = \"t\"\nrows = \"who\"\n{keys}"));
        let diagnostic = diagnostic.err().unwrap_or_default();
        assert!(diagnostic.contains(says), "{keys}\n{diagnostic}");
    }
}
