//! `ludometer report`.

use crate::common::{DUEL, Folder, skip};
use crate::json;

const FORMATS: [&str; 7] = ["table", "markdown", "html", "latex", "csv", "tidy", "json"];

/// A folder with a plan, and with its rows if it was run.
fn folder(name: &str, run: bool) -> Folder {
    let folder = Folder::new(name);
    folder.write("plan.toml", DUEL);
    if run {
        folder.good(&["run", "plan.toml"]);
    }
    folder
}

fn report(folder: &Folder, options: &[&str]) -> String {
    folder
        .good(&[&["report", "plan.toml"], options].concat())
        .out
}

/// Rows without the comments before them.
fn rows(folder: &Folder, options: &[&str]) -> String {
    let text = report(folder, &[&["--rows"], options].concat());
    let (comments, lines): (Vec<&str>, Vec<&str>) =
        text.lines().partition(|line| line.starts_with("# "));
    let repeat = "# repeat: ludometer run plan.toml";
    assert!(
        comments.iter().any(|line| line.starts_with(repeat)),
        "{text}"
    );
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn before_any_run() {
    let folder = folder("before", false);
    let says = ["ludometer.sqlite cannot be opened", "run the plan first"];
    folder.run(&["report", "plan.toml"]).refused(2, &says);
    assert!(!folder.has("ludometer.sqlite"), "a report makes no store");
    folder.good(&["run", "plan.toml", "--set", "seed=99"]);
    for format in FORMATS {
        let told = folder.good(&["report", "plan.toml", "--format", format]);
        assert!(
            told.err.contains("the store has no rows of this plan yet"),
            "{told:?}"
        );
    }
    assert_eq!(rows(&folder, &[]).lines().count(), 1);
    assert_eq!(
        json(&report(&folder, &["--json", "-"])),
        serde_json::json!([])
    );
}

#[test]
fn every_format_is_well_formed() {
    let folder = folder("formats", true);
    for format in FORMATS {
        let text = report(&folder, &["--format", format]);
        assert!(text.len() > 50 && text.ends_with('\n'), "{format}: {text}");
        folder.good(&[
            "report",
            "plan.toml",
            "--format",
            format,
            "--output",
            "file",
        ]);
        assert_eq!(
            String::from_utf8(folder.bytes("file")).unwrap().trim_end(),
            text.trim_end()
        );
    }
    assert!(report(&folder, &["--format", "table"]).contains("2 of 2 cells consistent"));
    let document = json(&report(&folder, &["--format", "json"]));
    assert_eq!(document["title"], "A duel");
    let markdown = report(&folder, &["--format", "markdown"]);
    assert!(
        markdown.contains("# A duel") && markdown.contains("| t |"),
        "{markdown}"
    );
    let text = report(&folder, &["--format", "csv"]);
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader.comment(Some(b'#')).from_reader(text.as_bytes());
    assert_eq!(&reader.headers().unwrap()[0], "t");
    let records: Result<Vec<_>, _> = reader.records().collect();
    assert_eq!(records.unwrap().len(), 2);
    folder
        .run(&["report", "plan.toml", "--output", "no/such/file"])
        .refused(2, &["no/such/file: "]);
}

/// Published figures stand beside ours in the line of a figure.
#[test]
fn tidy_figures_have_the_published_ones() {
    let folder = folder("tidy", true);
    let text = report(&folder, &["--format", "tidy"]);
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader.comment(Some(b'#')).from_reader(text.as_bytes());
    let heads = reader.headers().unwrap().clone();
    let at = |name: &str| heads.iter().position(|head| head == name).unwrap();
    let records: Vec<_> = reader.records().map(Result::unwrap).collect();
    let published: Vec<(&str, &str, &str)> = records
        .iter()
        .map(|record| {
            (
                &record[at("row")],
                &record[at("published")],
                &record[at("published_n")],
            )
        })
        .filter(|(_, published, _)| !published.is_empty())
        .collect();
    assert_eq!(
        published,
        [("1", "0.8", "100"), ("2", "0.9", "100")],
        "{text}"
    );
    assert!(
        records
            .iter()
            .all(|record| record[at("estimate")].parse::<f64>().is_ok())
    );
}

#[test]
fn html_is_one_document_that_needs_nothing() {
    let folder = folder("html", true);
    let page = report(&folder, &["--format", "html"]).to_lowercase();
    assert!(page.starts_with("<!doctype html>"), "{page}");
    for tag in [
        "<html", "</html>", "<head", "</head>", "<body", "</body>", "<title", "<svg",
    ] {
        assert!(page.contains(tag), "{tag}");
    }
    assert_eq!(
        (
            page.matches("<html").count(),
            page.matches("</html>").count()
        ),
        (1, 1)
    );
    assert!(page.trim_end().ends_with("</html>"));
    for reference in [
        "<link",
        "<script src",
        "<img",
        "<iframe",
        "@import",
        "url(http",
        "src=\"http",
        "href=\"http",
        "href=\"//",
        "src=\"//",
    ] {
        assert!(!page.contains(reference), "{reference}");
    }
    // Only the names of namespaces look like addresses.
    let addresses = page.matches("://").count();
    assert_eq!(addresses, page.matches("http://www.w3.org/").count());
}

#[test]
fn rows_as_csv_and_as_json_lines() {
    let folder = folder("rows", true);
    let text = rows(&folder, &[]);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let heads = reader.headers().unwrap().clone();
    let expected = [
        "t",
        "episode",
        "seat",
        "agent",
        "opening",
        "player",
        "plies",
        "ended",
        "payoff",
        "points",
        "measured",
        "steps",
        "evaluations",
        "late",
        "reason",
        "termination",
    ];
    assert_eq!(heads.iter().collect::<Vec<_>>(), expected);
    let records: Vec<_> = reader.records().map(Result::unwrap).collect();
    assert_eq!(records.len(), 2 * 60 * 2);
    let lines = report(&folder, &["--rows", "--format", "json"]);
    assert_eq!(lines.lines().count(), records.len());
    for (line, record) in lines.lines().zip(&records) {
        let object = json(line);
        for (head, field) in heads.iter().zip(record) {
            let value = &object[head];
            let same = value.as_str() == Some(field) || value.as_f64() == field.parse().ok();
            assert!(same, "{head} is {value} and {field}");
        }
    }
    assert_eq!(rows(&folder, &["--quick"]).lines().count(), 1 + 2 * 14 * 2);
}

#[test]
fn rows_tell_every_variable_that_some_cell_has() {
    let folder = Folder::new("variables");
    let cells = "cells = [{ kind = 'plain' }, { kind = 'walked', far = 2 }]";
    let table = "[[tables]]\nname = 't'\nrows = 'kind'\ncolumns = 'far'";
    let seats = "game = 'tic-tac-toe'\nseats = ['random', 'random']\nepisodes = 1";
    folder.write("plan.toml", format!("{seats}\n{cells}\n{table}\n"));
    folder.good(&["run", "plan.toml"]);
    let text = rows(&folder, &[]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("kind,far,episode,seat,"), "{text}");
    assert!(
        lines[1].starts_with("plain,,0,0,") && lines[3].starts_with("walked,2,0,0,"),
        "{text}"
    );
}

/// Who played, from where, in which opening; a variable called `agent` keeps a column of its own.
#[test]
fn rows_tell_agent_opening_and_player() {
    let folder = Folder::new("who");
    let plan = "game = 'tic-tac-toe'\nseats = ['{agent}', 'random']\nmirror = true\nepisodes = 4\nvary = { agent = ['first'] }\n";
    folder.write("plan.toml", plan.replace("first", "depth(t=1)"));
    folder.good(&["run", "plan.toml"]);
    let text = rows(&folder, &[]);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let heads = reader.headers().unwrap().clone();
    let at = |name: &str| heads.iter().position(|head| head == name).unwrap();
    let columns = ["vary.agent", "seat", "opening", "player"].map(at);
    let records: Vec<_> = reader.records().map(Result::unwrap).collect();
    let told: Vec<[&str; 4]> = records
        .iter()
        .map(|record| columns.map(|column| &record[column]))
        .collect();
    let expected = [
        ["0", "0", "0"],
        ["1", "0", "1"],
        ["0", "0", "1"],
        ["1", "0", "0"],
        ["0", "1", "0"],
        ["1", "1", "1"],
        ["0", "1", "1"],
        ["1", "1", "0"],
    ];
    let expected = expected.map(|[seat, opening, player]| ["depth(t=1)", seat, opening, player]);
    assert_eq!(told, expected);
    let agents: Vec<&str> = records.iter().map(|record| &record[at("agent")]).collect();
    assert!(agents[0].starts_with("depth(t=1, "), "{agents:?}");
    assert_eq!(agents[1], "random");
}

/// A variable may be called like a column of numbers: it is refused, or both are told apart.
#[test]
fn a_variable_does_not_hide_a_column() {
    let folder = Folder::new("columns");
    let plan = "game = 'tic-tac-toe'\nseats = ['random', 'random']\nstart = 'walk({plies})'\nepisodes = 2\nvary = { plies = [7] }\n";
    folder.write("plan.toml", plan);
    let told = folder.run(&["run", "plan.toml"]);
    if told.code != Some(0) {
        return told.refused(2, &["plies", "--> plan.toml:5:10"]);
    }
    let text = rows(&folder, &[]);
    let heads: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    let apart: std::collections::HashSet<&&str> = heads.iter().collect();
    assert_eq!(apart.len(), heads.len(), "{heads:?}");
    let lines = report(&folder, &["--rows", "--format", "json"]);
    let object = json(lines.lines().next().unwrap());
    assert_eq!(object.as_object().unwrap().len(), heads.len(), "{object}");
}

#[test]
fn agreement_as_json() {
    let folder = folder("agreement", true);
    let agreement = json(&report(&folder, &["--json", "-"]));
    assert_eq!(agreement[0]["cells"].as_array().unwrap().len(), 2);
    let told = folder.good(&["report", "plan.toml", "--json", "a.json"]);
    assert!(told.out.contains("A duel"), "{told:?}");
    assert_eq!(
        json(&String::from_utf8(folder.bytes("a.json")).unwrap()),
        agreement
    );
}

#[test]
fn a_pipe_has_no_colours_and_any_width_will_do() {
    let folder = folder("colour", true);
    for (name, value) in [
        ("NO_COLOR", "1"),
        ("COLUMNS", "120"),
        ("COLUMNS", "40"),
        ("COLUMNS", "1"),
        ("COLUMNS", "0"),
        ("COLUMNS", "-3"),
        ("COLUMNS", "1000"),
    ] {
        let mut command = folder.command(&["report", "plan.toml"]);
        let told = crate::common::Told::of(command.env(name, value).output().unwrap());
        assert_eq!(told.code, Some(0), "{name}={value}: {told:?}");
        assert!(!told.out.contains('\u{1b}'), "{name}={value}");
        assert!(told.out.contains("duel"), "{name}={value}: {}", told.out);
    }
}

/// `script` gives the command a terminal, where colours are wanted unless `NO_COLOR` says not.
#[test]
fn no_color_is_heard_in_a_terminal() {
    let folder = folder("terminal", true);
    let inside = |colour: &str| {
        let line = format!("{} report plan.toml", env!("CARGO_BIN_EXE_ludometer"));
        let mut command = std::process::Command::new("script");
        command
            .args(["-qec", &line, "typescript"])
            .current_dir(folder.path(""));
        command
            .env_remove("NO_COLOR")
            .stdin(std::process::Stdio::null());
        if !colour.is_empty() {
            command.env("NO_COLOR", colour);
        }
        let output = command
            .output()
            .ok()
            .filter(|output| output.status.success())?;
        Some(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let Some(coloured) = inside("") else {
        return skip("the command `script`");
    };
    assert!(
        coloured.contains('\u{1b}') && coloured.contains("A duel"),
        "{coloured}"
    );
    assert!(!inside("1").unwrap().contains('\u{1b}'));
}
