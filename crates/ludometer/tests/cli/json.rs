//! Every command's data for other programs has the same envelope, and reads back.

use crate::common::{DUEL, Folder};
use ludometer_report::{Envelope, Provenance};
use serde_json::Value;

/// Parses an envelope into the type that it was written from, and gives its data.
fn envelope(text: &str, schema: &str) -> (Option<Provenance>, Value) {
    let read: Envelope<Value> =
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{schema}: {error} in {text}"));
    assert_eq!(read.schema, format!("ludometer/{schema}/1"));
    assert!(read.command.starts_with("ludometer "), "{}", read.command);
    assert_eq!(read.version, env!("CARGO_PKG_VERSION"));
    let again = serde_json::to_value(&read).unwrap();
    assert_eq!(
        again,
        serde_json::from_str::<Value>(text).unwrap(),
        "{schema}"
    );
    (read.provenance, read.data)
}

#[test]
fn every_command_writes_the_same_envelope() {
    let folder = Folder::new("envelopes");
    folder.write("plan.toml", DUEL);
    folder.write("one.tree", "[[1,2],[3,4]]");
    let aliens = include_str!("../../../games-other/games-vgdl/aliens.txt");
    folder.write("aliens.txt", aliens);
    folder.good(&[
        "play",
        "omaha",
        "--seat",
        "caller",
        "--seat",
        "random",
        "--save",
        "hands.txt",
    ]);
    folder.good(&["run", "plan.toml", "--quick"]);
    folder.good(&["archive", "plan.toml", "--quick", "--output", "a.tar.gz"]);
    folder.good(&["solve", "slide", "--k", "3", "--certificate", "three.cert"]);
    let commands: [(&str, &[&str]); 19] = [
        ("run", &["run", "plan.toml", "--quick"]),
        ("report", &["report", "plan.toml", "--quick"]),
        ("archive", &["archive", "plan.toml", "--quick"]),
        (
            "archive-check",
            &["archive", "a.tar.gz", "--check", "--share", "0.2"],
        ),
        (
            "archive-extract",
            &["archive", "a.tar.gz", "--extract", "b.sqlite"],
        ),
        (
            "play",
            &[
                "play",
                "tic-tac-toe",
                "--seat",
                "random",
                "--seat",
                "random",
            ],
        ),
        ("analyse", &["analyse", "tic-tac-toe"]),
        ("perft", &["analyse", "tic-tac-toe", "--perft", "2"]),
        (
            "move-odds",
            &["analyse", "tic-tac-toe", "--random-minimax", "1"],
        ),
        (
            "odds",
            &["odds", "tic-tac-toe", "--depth", "2", "--samples", "2"],
        ),
        ("quality", &["quality", "tic-tac-toe"]),
        ("solve", &["solve", "slide", "--k", "3"]),
        ("solve-verify", &["solve", "--verify", "three.cert"]),
        ("theory", &["theory", "3", "[2,3]"]),
        ("list", &["list", "games"]),
        ("config", &["list", "config"]),
        ("check", &["check", "tic-tac-toe"]),
        ("hands", &["hands", "hands.txt"]),
        ("vgdl-check", &["vgdl", "check", "aliens.txt"]),
    ];
    for (schema, arguments) in commands {
        let told = folder.good(&[arguments, &["--json", "-"]].concat());
        let (provenance, data) = envelope(&told.out, schema);
        assert!(provenance.is_some(), "{schema}");
        assert!(!data.is_null(), "{schema}");
    }
    let told = folder.good(&["report", "plan.toml", "--quick", "--format", "json"]);
    let (provenance, document) = envelope(&told.out, "document");
    assert_eq!(document["title"], "A duel");
    let provenance = provenance.unwrap();
    assert_eq!(provenance.seed, Some(11));
    assert_eq!(provenance.command, "ludometer run plan.toml --quick");
    assert_eq!(provenance.state(), "quick");
    assert_eq!(provenance.episodes.unwrap().total(), 28);
    let plan = provenance.plan.unwrap();
    assert!(plan.text.contains("seed = 11\n"), "{}", plan.text);
    assert!(
        plan.played
            .iter()
            .any(|line| line.starts_with("seat depth@")),
        "{plan:?}"
    );
}

const TUNING: &str = r#"
title = "Lines"
game = "tic-tac-toe"
agent = "depth(t=1, leaf=weigh(open-lines={lines}))"
opponents = ["random"]
budget = { steps = 60 }
seed = 5
games = 40
quick = 20
held_out = 8
parameters.lines = { low = -1.0, high = 1.0, start = 0.0 }
"#;

/// Tunings and studies say what was played and how to repeat it, as plans do.
#[test]
fn tunings_say_where_their_figures_come_from() {
    let folder = Folder::new("tuning-envelopes");
    folder.write("tune.toml", TUNING);
    let study = format!("{TUNING}[[arms]]\nname = \"a\"\n[[arms]]\nname = \"b\"\ngames = 60\n");
    folder.write("study.toml", study.as_str());
    let told = folder.good(&["tune", "tune.toml", "--quick", "--json", "-"]);
    let (provenance, data) = envelope(&told.out, "tune");
    let figures: ludometer::tune::TuningFigures = serde_json::from_value(data.clone()).unwrap();
    assert_eq!(serde_json::to_value(&figures).unwrap(), data);
    let provenance = provenance.unwrap();
    assert_eq!(provenance.command, "ludometer tune tune.toml --quick");
    assert_eq!(
        (provenance.seed, provenance.state()),
        (Some(5), "quick".into())
    );
    assert_eq!(provenance.budget, "60 forward-model calls per decision");
    assert_eq!(provenance.episodes.unwrap().total(), 20);
    let plan = provenance.plan.unwrap();
    assert!(plan.text.contains("held_out = 8\n"), "{}", plan.text);
    let seat = |line: &String| line.starts_with("seat depth@");
    assert!(plan.played.iter().any(seat), "{plan:?}");
    let fingerprint = provenance.fingerprint.unwrap();
    // Another seed is another run; more games of the same are not.
    let of = |arguments: &[&str], schema: &str| {
        let told = folder.good(&[&["tune"], arguments, &["--json", "-"]].concat());
        envelope(&told.out, schema).0.unwrap()
    };
    let more = of(&["tune.toml", "--quick", "--set", "quick=24"], "tune");
    assert_eq!(more.fingerprint.unwrap(), fingerprint);
    assert_eq!(more.conditions.len(), 2, "quick and extended");
    let other = of(&["tune.toml", "--set", "seed=6"], "tune");
    assert_ne!(other.fingerprint.unwrap(), fingerprint);
    let arms = of(&["study.toml"], "study");
    let episodes = arms.episodes.unwrap();
    assert_eq!(
        (episodes.per_cell, episodes.cells, episodes.total()),
        (60, 2, 100)
    );
    assert_eq!(episodes.stored, 100);
    let page = folder.good(&[
        "tune",
        "tune.toml",
        "--set",
        "seed=6",
        "--format",
        "markdown",
    ]);
    assert!(
        page.out.contains("ludometer tune tune.toml --set seed=6"),
        "{}",
        page.out
    );
}

/// Commands on stores, and those that learn, measure or replay.
#[test]
fn commands_on_stores_and_those_that_learn_write_it_too() {
    let folder = Folder::new("store-envelopes");
    folder.write("plan.toml", DUEL);
    folder.write("bees.txt", super::vgdl::GAME);
    folder.write("bees_lvl0.txt", "A.b\n");
    folder.write("t.jsonl", super::vgdl::TRACE);
    folder.good(&["run", "plan.toml", "--quick", "--store", "a.sqlite"]);
    folder.good(&["run", "plan.toml", "--quick", "--store", "b.sqlite"]);
    let list = folder.good(&["store", "list", "--store", "a.sqlite", "--json", "-"]);
    let (_, list) = envelope(&list.out, "store-list");
    let key = list["cells"][0]["key"].as_str().unwrap();
    let store = ["--store", "a.sqlite"];
    let commands: [(&str, Vec<&str>); 14] = [
        ("store-show", [&["store", "show", key][..], &store].concat()),
        ("store-check", [&["store", "check"][..], &store].concat()),
        (
            "store-audit",
            [&["store", "audit", "plan.toml", "--quick"][..], &store].concat(),
        ),
        (
            "plan-cost",
            vec!["plan", "cost", "plan.toml", "--quick", "--seconds", "20"],
        ),
        (
            "submit",
            vec![
                "submit",
                "plan.toml",
                "--quick",
                "--slurm",
                "--dry-run",
                "--parts",
                "2",
            ],
        ),
        (
            "store-compare",
            vec!["store", "compare", "a.sqlite", "b.sqlite"],
        ),
        (
            "store-merge",
            vec!["store", "merge", "b.sqlite", "--into", "a.sqlite"],
        ),
        (
            "store-repair",
            vec!["store", "repair", "--store", "b.sqlite"],
        ),
        (
            "store-prune",
            vec![
                "store",
                "prune",
                "--store",
                "b.sqlite",
                "--drop",
                "plan.toml",
            ],
        ),
        (
            "train-weights",
            vec![
                "train",
                "weights",
                "tic-tac-toe",
                "--measures",
                "open-lines",
                "--positions",
                "20",
                "--playouts",
                "4",
                "--first",
                "1",
                "--last",
                "4",
            ],
        ),
        (
            "vgdl-replay",
            vec!["vgdl", "replay", "t.jsonl", "--corpus", "."],
        ),
        ("bench", vec!["bench", "retrograde"]),
        ("bench-tune", vec!["bench", "tune", "--quick"]),
        (
            "reproduce",
            vec![
                "reproduce",
                "rspsa",
                "--section",
                "5.3",
                "--nodes",
                "4",
                "--iterations",
                "1",
            ],
        ),
    ];
    for (schema, arguments) in commands {
        let told = folder.good(&[&arguments[..], &["--json", "-"]].concat());
        let (provenance, data) = envelope(&told.out, schema);
        assert!(provenance.is_some() && !data.is_null(), "{schema}");
    }
}

/// The documentation has a line for every form.
#[test]
fn every_form_is_documented() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = std::fs::read_to_string(path.join("src/cli/schemas.rs")).unwrap();
    let page = std::fs::read_to_string(path.join("../../docs/reports.md")).unwrap();
    let names = source
        .lines()
        .filter_map(|line| line.trim().strip_prefix("Schema::"));
    let names: Vec<&str> = names.filter_map(|line| line.split('"').nth(1)).collect();
    assert!(names.len() > 20);
    for name in names {
        let listed = format!("| `ludometer/{name}/1` |");
        assert!(
            page.contains(&listed),
            "docs/reports.md has no line {listed}"
        );
    }
}
