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
