//! Tables of contests: matches, and everybody against everybody.

use super::{Rows, cell, duel, mark, near, plan, results, rows, tables, texts, titles};
use ludometer::play::Episode;
use ludometer::present::CellVerdict;
use ludometer_report::Mark;

/// Payoffs and points of eight games, two of each opening: five won, two drawn, one lost.
const GAMES: [(f64, f64); 8] = [
    (1.0, 4.0),
    (-1.0, -2.0),
    (1.0, 6.0),
    (1.0, 8.0),
    (0.0, 0.0),
    (1.0, 2.0),
    (1.0, 3.0),
    (0.0, -1.0),
];

fn games() -> Rows {
    rows(GAMES.map(|(payoff, points)| duel(payoff, points)))
}

const MATCH: &str = r#"
game = "tic-tac-toe"
seats = ["{one}", "random"]
mirror = true
episodes = 8
[vary]
one = ["depth(t=1)", "depth(t=2)", "depth(t=3)"]
[[tables]]
name = "match"
kind = "match"
rows = "one"
"#;

/// Pairs score 1/2, 1, 3/4 and 3/4: the mean is 3/4 and the variance 1/32, where a game without draws has
/// 3/16. With half of such a game beside the four it is 7/144, so that a pair is worth 27/7 games and all four
/// 108/7, of which 81/7 are won. 3/4 is 190.85 Elo. Points of pairs are 1, 7, 1 and 1.
///
/// Wilson's interval of 81/7 out of 108/7 is 0.5005 to 0.8998. These are 0 and 381 Elo.
///
/// scipy.stats.t.interval(0.95, 3, loc=2.5, scale=1.5) = -2.27, 7.27.
#[test]
fn a_match_is_worked_out_of_its_pairs() {
    let plan = plan(&format!(
        "{MATCH}scale = {{ name = \"ours\", payoff = 100, points = 1 }}\nnote = \"as played\"\n"
    ));
    let results = results(&plan, ["one", "one"], |one, _| match one {
        "depth(t=1)" => games(),
        "depth(t=2)" => rows([duel(1.0, 1.0), duel(1.0, 1.0)]),
        _ => Vec::new(),
    });
    let (tables, agreements) = tables(&results);
    let table = &tables[0];
    assert_eq!(
        titles(table),
        [
            "one", "games", "won", "drawn", "lost", "score", "points", "Elo", "scale"
        ]
    );
    assert_eq!(
        texts(table, 0),
        [
            "depth(t=1)",
            "8",
            "5",
            "2",
            "1",
            ".750",
            "+2.5",
            "+191",
            "+52"
        ]
    );
    assert_eq!(cell(table, 0, 5).1, "[.501, .900]");
    assert_eq!(cell(table, 0, 6).1, "[-2.3, +7.3]");
    assert_eq!(cell(table, 0, 7).1, "[+0, +381]");
    // 100 x payoff + points of pairs: 1, 107, 51 and 51.
    assert_eq!(cell(table, 0, 8).1, "[-16, +121]");
    near(table.cell(0, 8).unwrap().value.unwrap(), 52.5);
    // Who won everything is infinitely better; one pair is at least .050 of all.
    assert_eq!(
        texts(table, 1)[..6],
        ["depth(t=2)", "2", "2", "0", "0", "1.000"]
    );
    assert_eq!(cell(table, 1, 5).1, "[.050, 1.000]");
    assert_eq!(cell(table, 1, 7), ("+\u{221e}", "[-512, +\u{221e}]"));
    // Who did not play has a name.
    assert_eq!(texts(table, 2), ["depth(t=3)"]);
    assert_eq!(
        table.notes,
        [
            "in brackets 95 % intervals (Wilson, Student) of 1 to 4 observations: all games of one opening or deck are one",
            "scale: ours, 100 x payoff + 1 x points a game",
            "as played"
        ]
    );
    assert!(agreements.is_empty());
}

/// The same games from the other seat.
#[test]
fn a_match_can_be_seen_from_the_other_seat() {
    let plan = plan(&format!("{MATCH}seat = 1\ndigits = 2\n"));
    let results = results(&plan, ["one", "one"], |_, _| games());
    let table = &tables(&results).0[0];
    assert_eq!(
        texts(table, 0),
        ["depth(t=1)", "8", "1", "2", "5", ".25", "-2.5", "-191"]
    );
    assert_eq!(cell(table, 0, 5).1, "[.10, .50]");
}

fn measured((payoff, _): (f64, f64), own: f64, others: f64) -> Episode {
    let mut episode = duel(payoff, 0.0);
    episode.seats[0].measured = Some(own);
    episode.seats[1].measured = Some(others);
    episode
}

/// Totals of 80 and 24 in eight games; published are 48 won of 50, with totals of 500 and 200.
#[test]
fn a_published_match_stands_below_its_row() {
    let text = MATCH.replace("mirror = true", "mirror = true\nmeasure = \"open-lines\"");
    let plan = plan(&format!(
        "{text}published = [[48, 0, 2, 500, 200], [30, 5, 15], [30, 5, 15]]\n"
    ));
    let results = results(&plan, ["one", "one"], |_, _| {
        let own = [9.0, 9.0, 11.0, 11.0, 9.0, 9.0, 11.0, 11.0];
        let games = GAMES.into_iter().zip(own);
        rows(games.map(|(game, own)| measured(game, own, own - 7.0)))
    });
    let (tables, agreements) = tables(&results);
    let table = &tables[0];
    assert_eq!(
        titles(table)[6..],
        ["open-lines", "other's open-lines", "Elo"]
    );
    assert_eq!(cell(table, 0, 6), ("80", "10.0 a game"));
    assert_eq!(cell(table, 0, 7), ("24", "3.0 a game"));
    assert_eq!(
        texts(table, 1),
        ["paper", "50", "48", "0", "2", ".960", "500", "200"]
    );
    assert_eq!(cell(table, 1, 6).1, "10.0 a game");
    assert_eq!(cell(table, 1, 7).1, "4.0 a game");
    assert!((0..8).all(|column| mark(table, 1, column) == Mark::Quiet));
    // Published matches that are the same stand once, below the last of their rows.
    assert_eq!(texts(table, 2)[0], "depth(t=2)");
    assert_eq!(texts(table, 3)[0], "depth(t=3)");
    assert_eq!(
        texts(table, 4)[..6],
        ["paper", "50", "30", "5", "15", ".650"]
    );
    // Each p is above one in a hundred, and there are five.
    let first: Vec<_> = agreements[0].cells.iter().take(3).collect();
    let columns: Vec<&str> = first.iter().map(|cell| cell.column.as_str()).collect();
    assert_eq!(
        columns,
        ["won", "open-lines a game", "other's open-lines a game"]
    );
    assert_eq!(
        first.iter().map(|cell| cell.verdict).collect::<Vec<_>>(),
        [CellVerdict::Consistent; 3]
    );
    assert_eq!((first[0].n, first[0].published_n), (8, Some(50)));
    assert_eq!(
        [2, 6, 7].map(|column| mark(table, 0, column)),
        [Mark::None; 3]
    );
    assert_eq!(agreements[0].cells.len(), 5);
}

/// Four won of four against 48 of 50, and seven lost of eight.
#[test]
fn a_match_that_was_won_too_seldom_differs() {
    let plan = plan(&format!("{MATCH}published = [[48, 0, 2], [48, 0, 2]]\n"));
    let results = results(&plan, ["one", "one"], |one, _| match one {
        "depth(t=1)" => rows([
            duel(1.0, 0.0),
            duel(1.0, 0.0),
            duel(1.0, 0.0),
            duel(1.0, 0.0),
        ]),
        _ => rows((0..8).map(|game| duel(if game == 0 { 1.0 } else { -1.0 }, 0.0))),
    });
    let (tables, agreements) = tables(&results);
    let verdicts: Vec<_> = agreements[0]
        .cells
        .iter()
        .map(|cell| cell.verdict)
        .collect();
    assert_eq!(verdicts, [CellVerdict::Consistent, CellVerdict::Differs]);
    // Both rows have the same match, which stands below the second; the third has none.
    assert_eq!(cell(&tables[0], 1, 2).1, "differs");
    assert_eq!(texts(&tables[0], 2)[0], "paper");
    assert_eq!(texts(&tables[0], 3)[0], "depth(t=3)");
    assert_eq!(tables[0].rows.len(), 4);
}

const CROSS: &str = r#"
game = "tic-tac-toe"
seats = ["{one}", "{other}"]
mirror = true
episodes = 8
[pairs]
variables = ["one", "other"]
values = ["random", "depth(t=1)", "depth(t=2)"]
[[tables]]
name = "cross"
kind = "cross"
rows = "one"
columns = "other"
digits = 2
"#;

/// Random scores a quarter against both; the others draw. Who is named first sits first.
fn meetings(one: &str, _: &str) -> Rows {
    match one {
        "random" => rows(GAMES.map(|(payoff, points)| duel(-payoff, -points))),
        _ => rows([duel(0.0, 0.0), duel(0.0, 0.0)]),
    }
}

#[test]
fn everybody_against_everybody_is_seen_from_both_sides() {
    let plan = plan(&format!(
        "{CROSS}scale = {{ name = \"ours\", payoff = 100, points = 2 }}\n"
    ));
    let results = results(&plan, ["one", "other"], meetings);
    let table = &tables(&results).0[0];
    assert_eq!(
        titles(table),
        [
            "",
            "random",
            "depth(t=1)",
            "depth(t=2)",
            "games",
            "all",
            "scale"
        ]
    );
    assert_eq!(
        texts(table, 0),
        ["random", "", ".25", ".25", "16", ".25", "-55"]
    );
    assert_eq!(
        texts(table, 1),
        ["depth(t=1)", ".75", "", ".50", "10", ".70", "+44"]
    );
    assert_eq!(
        texts(table, 2),
        ["depth(t=2)", ".75", ".50", "", "10", ".70", "+44"]
    );
    assert_eq!(cell(table, 1, 1).1, "[.50, .90]");
    // Games of one opening are one observation, whoever played them: the openings score 1/2, 1, 3/4, 3/4
    // for random's opponents, and the first has two draws more in it.
    assert_eq!(cell(table, 0, 5).1, "[.10, .50]");
    assert_eq!(
        table.notes[1],
        "scale: ours, 100 x payoff + 2 x points a game"
    );
}

#[test]
fn contests_of_other_metrics() {
    let look = |metric: &str| {
        let plan = plan(&format!("{CROSS}value = \"{metric}\"\n"));
        let results = results(&plan, ["one", "other"], meetings);
        cell(&tables(&results).0[0], 1, 1).0.to_string()
    };
    // Differences have a sign, counts do not.
    assert_eq!(look("points"), "+2.50");
    assert_eq!(look("payoff"), "+0.50");
    assert_eq!(look("plies"), "9.00");
    assert_eq!(look("drawn"), ".25");
    assert_eq!(look("decisive"), ".83");
}
