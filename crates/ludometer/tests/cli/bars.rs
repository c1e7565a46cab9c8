//! Plots of bars, from rows that anyone can recount.

use crate::common::Folder;
use crate::json;

const BOARDS: &str = r#"
title = "Boards"
seed = 21
game = "tic-tac-toe(m={m}, n={m}, k=3)"
seats = ["{agent}", "random"]
mirror = true
episodes = 40

cells = [
  { board = "wide & tall", m = 4 },
  { board = "small", m = 3 },
]

[vary]
agent = ["random", "depth(t=1, leaf=open-lines)"]

[[plots]]
name = "won"
title = "Share of games won"
kind = "bars"
x = "board"
series = "agent"

[[plots]]
name = "payoff"
title = "Payoff of the second seat"
kind = "bars"
value = "payoff"
seat = 1
x = "agent"
panels = "board"
"#;

fn boards(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("plan.toml", BOARDS);
    folder.good(&["run", "plan.toml"]);
    folder
}

/// The share of an agent's episodes on a board that it won, counted in the rows.
fn share(rows: &str, board: &str, agent: &str) -> f64 {
    let mut reader = csv::ReaderBuilder::new()
        .comment(Some(b'#'))
        .from_reader(rows.as_bytes());
    let heads = reader.headers().unwrap().clone();
    let at = |name: &str| heads.iter().position(|head| head == name).unwrap();
    let payoffs: Vec<f64> = reader
        .records()
        .map(Result::unwrap)
        .filter(|row| &row[at("board")] == board && &row[at("vary.agent")] == agent)
        .filter(|row| &row[at("seat")] == "0")
        .map(|row| row[at("payoff")].parse().unwrap())
        .collect();
    assert_eq!(payoffs.len(), 40);
    payoffs.iter().filter(|payoff| **payoff > 0.0).count() as f64 / 40.0
}

#[test]
fn groups_and_bars_are_in_the_plans_order() {
    let folder = boards("bars-order");
    let report = |format: &str| {
        folder
            .good(&["report", "plan.toml", "--format", format])
            .out
    };
    let rows = folder.good(&["report", "plan.toml", "--rows"]).out;
    let document = json(&report("json"));
    let plot = &document["blocks"][0]["plot"];
    let names = serde_json::json!([[0.0, "wide & tall"], [1.0, "small"]]);
    assert_eq!(plot["x"]["ticks"], names, "{document:#}");
    let agents = ["random", "depth(t=1, leaf=open-lines)"];
    for (series, agent) in agents.iter().enumerate() {
        let series = &plot["series"][series];
        assert_eq!(series["label"], *agent);
        assert_eq!(series["kind"], "bars");
        for (x, board) in ["wide & tall", "small"].iter().enumerate() {
            let point = &series["points"][x];
            let value = |key: &str| point[key].as_f64().unwrap();
            // A running mean is a share to the last bits.
            let (y, slack) = (value("y"), 1e-12);
            assert!((y - share(&rows, board, agent)).abs() < slack, "{point}");
            assert!(value("low") <= y + slack && y <= value("high") + slack);
            assert!(value("high") - value("low") > 0.05, "{point}");
        }
    }
    let panels = &document["blocks"][1]["panels"]["plots"];
    assert_eq!(panels[1]["title"], "small");
    assert_eq!(panels[0]["y"]["range"], panels[1]["y"]["range"]);
}

#[test]
fn bars_in_every_format() {
    let folder = boards("bars-formats");
    let report = |format: &str| {
        folder
            .good(&["report", "plan.toml", "--format", format])
            .out
    };
    let page = report("html");
    assert_eq!(page, report("html"));
    assert!(page.contains("wide &amp; tall") && !page.contains("NaN"));
    let text = report("table");
    for part in ["won by board", "wide & tall", "█"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // Most games of the second seat are lost: its bars hang from a line at zero.
    assert!(text.contains("█│ -0."), "{text}");
    let markdown = report("markdown");
    let head = "| board | random | depth(t=1, leaf=open-lines) |";
    assert!(markdown.contains(head), "{markdown}");
}

#[test]
fn bars_before_all_was_played() {
    let folder = Folder::new("bars-part");
    folder.write("plan.toml", BOARDS);
    folder.good(&["run", "plan.toml", "--set", "vary.agent=[\"random\"]"]);
    for format in ["table", "markdown", "html", "csv", "json"] {
        let told = folder.good(&["report", "plan.toml", "--format", format]);
        assert!(!told.out.contains("NaN"), "{told:?}");
    }
}
