//! Tournaments and the ratings of their players.

use super::{Rows, duel, plan, plots, rows, tables, texts, titles};
use ludometer::catalogue::shipped;
use ludometer::define::no_files;
use ludometer::plan::{Cell, Plan};
use ludometer::present::Results;
use ludometer::source::Span;
use ludometer::stats::{RatedGame, ratings};
use ludometer::tally::MemoryRows;

const POOL: &str = r#"
game = "tic-tac-toe"
players = ["random", "flat(1)", "flat(2)", "flat(3)"]
episodes = 40
"#;

/// The games of a cell: those of lower number lean to the player who is listed later, and the first move
/// is worth something.
fn lean(cell: &Cell) -> Rows {
    let strength = |name: &str| match cell.variable(name) {
        Some("random") => 0,
        Some("flat(1)") => 1,
        Some("flat(2)") => 2,
        _ => 3,
    };
    let (one, other) = (strength("player"), strength("opponent"));
    rows((0..40_i64).map(|number| {
        // Even numbers: the first listed moves first.
        let first = if number % 2 == 0 { 2 } else { -2 };
        let roll = (number * 7919 + 31 * (one + 4 * other)) % 11 - 5;
        let payoff = match first + 2 * (one - other) + roll {
            sum if sum > 1 => 1.0,
            sum if sum < -1 => -1.0,
            _ => 0.0,
        };
        duel(payoff, 0.0)
    }))
}

fn results<'a>(plan: &'a Plan, rows: impl Fn(&Cell) -> Rows) -> Results<'a> {
    let cells = plan.cells.iter().map(rows).collect();
    let rows = MemoryRows {
        cells,
        ..MemoryRows::default()
    };
    Results::of(plan, plan.episodes, rows).unwrap()
}

#[test]
fn a_pool_of_players_is_rated() {
    let plan = plan(POOL);
    assert_eq!(plan.cells.len(), 6);
    assert!(plan.cells.iter().all(|cell| cell.group() == 2));
    let results = results(&plan, lean);
    // The same games, put together here.
    let names = ["random", "flat(1)", "flat(2)", "flat(3)"];
    let place = |name: Option<&str>| names.iter().position(|known| Some(*known) == name).unwrap();
    let mut games = Vec::new();
    for opening in 0..20 {
        for cell in &plan.cells {
            let (one, other) = (
                place(cell.variable("player")),
                place(cell.variable("opponent")),
            );
            let rows = lean(cell);
            for side in 0..2 {
                let payoff = rows[2 * opening + side].1.seats[0].payoff;
                let (first, second, payoff) = match side {
                    0 => (one, other, payoff),
                    _ => (other, one, -payoff),
                };
                games.push(RatedGame {
                    first: first as u16,
                    second: second as u16,
                    halves: (payoff + 1.0) as u8,
                    unit: opening as u64,
                });
            }
        }
    }
    let expected = ratings(4, &games, None, 0.95).unwrap();
    let (tables, _) = tables(&results);
    let table = &tables[0];
    assert_eq!(
        titles(table),
        ["rank", "player", "Elo", "above the next", "games", "score"]
    );
    for (row, name) in table
        .rows
        .iter()
        .zip(["flat(3)", "flat(2)", "flat(1)", "random"])
    {
        assert_eq!(row[1].text, name);
        let player = &expected.players[place(Some(name))];
        let estimate = row[2].estimate.unwrap();
        let interval = player.interval.unwrap();
        assert_eq!(estimate.value, player.elo.unwrap());
        assert_eq!(
            (estimate.low, estimate.high, estimate.n, estimate.units),
            (Some(interval.low), Some(interval.high), 120, 20)
        );
        assert_eq!(row[5].value, Some(player.points / 120.0));
    }
    let above = expected.superiority(3, 2).unwrap();
    assert_eq!(table.rows[0][3].value, Some(above));
    assert_eq!(table.rows[3][3].value, None);
    let (advantage, _) = expected.advantage.unwrap();
    assert!(advantage > 20.0);
    let said = format!("the first move is worth +{advantage:.0} Elo [");
    assert!(
        table.notes.iter().any(|note| note.starts_with(&said)),
        "{:?}",
        table.notes
    );
    // Who scored what against whom, and the plot.
    assert_eq!(tables[1].name, "cross");
    let plots = plots(&results);
    let points = &plots[0].series[0].points;
    assert_eq!(points.len(), 4);
    assert_eq!(points[0].y, expected.players[3].elo.unwrap());
    assert_eq!(points[0].low, expected.players[3].interval.map(|i| i.low));
}

#[test]
fn a_gauntlet_has_the_pairings_of_its_challengers() {
    let pairings = |keys: &str| -> Vec<(String, String)> {
        let plan = plan(&format!("{POOL}{keys}"));
        let of = |cell: &Cell, name| cell.variable(name).unwrap().to_string();
        let cells = plan.cells.iter();
        cells
            .map(|cell| (of(cell, "player"), of(cell, "opponent")))
            .collect()
    };
    let pair = |one: &str, other: &str| (one.to_string(), other.to_string());
    let gauntlet = "tournament = \"gauntlet\"\n";
    assert_eq!(
        pairings(gauntlet),
        [
            pair("random", "flat(1)"),
            pair("random", "flat(2)"),
            pair("random", "flat(3)")
        ]
    );
    assert_eq!(
        pairings(&format!("{gauntlet}challengers = 2\n")),
        [
            pair("random", "flat(2)"),
            pair("random", "flat(3)"),
            pair("flat(1)", "flat(2)"),
            pair("flat(1)", "flat(3)"),
        ]
    );
    assert_eq!(pairings("tournament = \"round-robin\"\n").len(), 6);
}

#[test]
fn what_is_not_determined_is_said() {
    let text = format!(
        "{POOL}[[tables]]\nname = \"r\"\nkind = \"ratings\"\nrows = \"player\"\ncolumns = \"opponent\"\nanchor = \"flat(1)\"\nrating = 1500\n"
    );
    let plan = plan(&text);
    // flat(3) wins everything, random loses everything.
    let results = results(&plan, |cell| {
        let of = |name| cell.variable(name);
        match (of("player"), of("opponent")) {
            (_, Some("flat(3)")) => rows((0..40).map(|_| duel(-1.0, 0.0))),
            (Some("random"), _) => rows((0..40).map(|_| duel(-1.0, 0.0))),
            _ => rows((0..40).map(|n| duel([1.0, 0.0, 0.0, 0.0, -1.0, 1.0][n % 6], 0.0))),
        }
    });
    let table = &tables(&results).0[0];
    assert_eq!(
        texts(table, 0)[..3],
        ["1", "flat(3)", "above: not determined"]
    );
    assert_eq!(
        texts(table, 3)[..3],
        ["4", "random", "below: not determined"]
    );
    let anchor = table
        .rows
        .iter()
        .find(|row| row[1].text == "flat(1)")
        .unwrap();
    assert_eq!(
        (anchor[2].value, anchor[2].detail.as_deref()),
        (Some(1500.0), None)
    );
    let says = |what: &str| table.notes.iter().any(|note| note.contains(what));
    assert!(says("flat(1) has the rating 1500") && says("not determined: a player"));
    assert_eq!(plots(&results)[0].series[0].points.len(), 2);
}

#[test]
fn slips_in_tournaments_are_named() {
    let read = |text: &str| {
        let span = Span::whole("plan.toml", text);
        let read = Plan::read("plan", &span, &[], &no_files, shipped());
        read.map(|_| ()).unwrap_err().to_string()
    };
    let ratings =
        "[[tables]]\nname = \"r\"\nkind = \"ratings\"\nrows = \"player\"\ncolumns = \"opponent\"\n";
    for (text, says) in [
        (
            format!("{POOL}tournament = \"swiss\"\n"),
            "`tournament` cannot be `swiss`",
        ),
        (
            format!("{POOL}challengers = 2\n"),
            "`challengers` is for a gauntlet",
        ),
        (
            format!("{POOL}tournament = \"gauntlet\"\nchallengers = 4\n"),
            "4 challengers leave no opponents among 4 players",
        ),
        (
            POOL.replace(", \"flat(1)\", \"flat(2)\", \"flat(3)\"", ""),
            "lists 2 to 400 players, not 1",
        ),
        (
            POOL.replace("flat(2)", "random"),
            "`random` is listed twice",
        ),
        (POOL.replace("flat(2)", "flta(2)"), "did you mean `flat`?"),
        (
            POOL.replace("players", "tournament = \"gauntlet\"\nseats"),
            "a tournament needs players",
        ),
        (
            format!("{POOL}[pairs]\nvariables = [\"a\", \"b\"]\nvalues = [1, 2]\n"),
            "`players` are paired already",
        ),
        (
            format!("{POOL}{ratings}anchor = \"flat(9)\"\n"),
            "no player is called `flat(9)`",
        ),
        (
            format!("{POOL}{ratings}rating = 9\n"),
            "`rating` is that of an anchor",
        ),
        (
            format!(
                "{POOL}{}anchor = \"random\"\n",
                ratings.replace("ratings", "cross")
            ),
            "`anchor` and `rating` are for tables of ratings",
        ),
        (
            POOL.replace("tic-tac-toe", "meteors"),
            "needs 1 seats, not 2",
        ),
    ] {
        let told = read(&text);
        assert!(told.contains(says), "`{says}` is not in {told}");
    }
}
