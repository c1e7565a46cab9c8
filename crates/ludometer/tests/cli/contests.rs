//! Cross tables and matches, from rows that anyone can recount.

use crate::common::Folder;
use crate::json;

const ROUND: &str = r#"
title = "A round"
seed = 5
game = "othello(size=4)"
start = "walk(2)"
seats = ["{one}", "{other}"]
mirror = true
measure = "discs"
episodes = 30

[pairs]
variables = ["one", "other"]
values = ["random", "alphabeta(t=1)", "alphabeta(t=4)"]

[[tables]]
name = "cross"
kind = "cross"
rows = "one"
columns = "other"
scale = { name = "a scale", payoff = 100, points = 2 }

[[tables]]
name = "match"
kind = "match"
rows = "other"
where = { one = "random" }
seat = 1
published = [[30, 0, 0, 300, 100], [1, 0, 29]]
scale = { name = "a scale", payoff = 100, points = 2 }
"#;

struct Row {
    cell: [String; 2],
    episode: u64,
    seat: usize,
    payoff: f64,
    points: f64,
    measured: f64,
}

fn rows(folder: &Folder) -> Vec<Row> {
    let text = folder.good(&["report", "plan.toml", "--rows"]).out;
    let mut reader = csv::ReaderBuilder::new()
        .comment(Some(b'#'))
        .from_reader(text.as_bytes());
    let heads = reader.headers().unwrap().clone();
    let at = |name: &str| heads.iter().position(|head| head == name).unwrap();
    reader
        .records()
        .map(Result::unwrap)
        .map(|record| {
            let number = |name: &str| record[at(name)].parse::<f64>().unwrap();
            Row {
                cell: ["one", "other"].map(|name| record[at(name)].to_string()),
                episode: number("episode") as u64,
                seat: number("seat") as usize,
                payoff: number("payoff"),
                points: number("points"),
                measured: number("measured"),
            }
        })
        .collect()
}

/// The tables of the report, each as rows of cells.
fn tables(folder: &Folder) -> Vec<Vec<Vec<serde_json::Value>>> {
    let report = json(
        &folder
            .good(&["report", "plan.toml", "--format", "json"])
            .out,
    );
    let blocks = report["blocks"].as_array().unwrap().clone();
    let tables = blocks.iter().filter_map(|block| block.get("table"));
    tables
        .map(|table| {
            let rows = table["rows"].as_array().unwrap().iter();
            rows.map(|row| row.as_array().unwrap().clone()).collect()
        })
        .collect()
}

#[test]
fn a_round_can_be_recounted() {
    let folder = Folder::new("round");
    folder.write("plan.toml", ROUND);
    folder.good(&["run", "plan.toml"]);
    let (rows, tables) = (rows(&folder), tables(&folder));
    assert_eq!(rows.len(), 3 * 30 * 2);
    // Openings are shared: both games of a pair, and every pairing.
    let discs = |row: &&Row| row.measured;
    for pair in rows.chunks(2) {
        assert_eq!(pair[0].points, -pair[1].points);
        assert_eq!(pair[0].measured - pair[1].measured, pair[0].points);
        assert!(pair[0].episode == pair[1].episode && pair[0].seat != pair[1].seat);
    }
    let names = ["random", "alphabeta(t=1)", "alphabeta(t=4)"];
    let of = |one: &str, other: &str| -> Vec<&Row> {
        let side = |row: &&Row| row.cell[row.seat] == one && row.cell[1 - row.seat] == other;
        rows.iter().filter(side).collect()
    };
    let score = |rows: &[&Row]| {
        rows.iter().map(|row| 0.5 + 0.5 * row.payoff).sum::<f64>() / rows.len() as f64
    };
    let value = |cell: &serde_json::Value| cell["value"].as_f64().unwrap();
    for (i, one) in names.iter().enumerate() {
        for (j, other) in names.iter().enumerate().filter(|(j, _)| *j != i) {
            let cell = value(&tables[0][i][j + 1]);
            assert!((cell - score(&of(one, other))).abs() < 1e-12);
            assert!((cell + value(&tables[0][j][i + 1]) - 1.0).abs() < 1e-12);
        }
        let all: Vec<&Row> = names.iter().flat_map(|other| of(one, other)).collect();
        assert_eq!(all.len(), 60);
        assert!((value(&tables[0][i][5]) - score(&all)).abs() < 1e-12);
        let rating = all.iter().map(|row| 100.0 * row.payoff + 2.0 * row.points);
        assert!((value(&tables[0][i][6]) - rating.sum::<f64>() / 60.0).abs() < 1e-9);
    }
    // The published match stands below its row.
    let (ours, printed) = (&tables[1][0], &tables[1][1]);
    let games = of(names[1], names[0]);
    let won = games.iter().filter(|row| row.payoff > 0.0).count() as f64;
    assert_eq!((value(&ours[1]), value(&ours[2])), (30.0, won));
    assert_eq!(value(&ours[6]), games.iter().map(discs).sum::<f64>());
    let against = of(names[0], names[1]);
    assert_eq!(value(&ours[7]), against.iter().map(discs).sum::<f64>());
    assert_eq!(
        (printed[0]["text"].as_str(), value(&printed[6])),
        (Some("paper"), 300.0)
    );
    let agreements = json(&folder.good(&["report", "plan.toml", "--json", "-"]).out);
    let cells = agreements[0]["cells"].as_array().unwrap();
    let columns: Vec<&str> = cells
        .iter()
        .map(|c| c["column"].as_str().unwrap())
        .collect();
    assert_eq!(
        columns,
        ["won", "discs a game", "other's discs a game", "won"]
    );
    // A search of four plies does not lose 29 of 30 to chance.
    assert_eq!(cells[3]["verdict"], "differs");
}
