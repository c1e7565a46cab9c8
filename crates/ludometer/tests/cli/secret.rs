//! Plans, tunings and studies with a secret: the same rows before and after it is published, its
//! commitment in every product, and no byte of the secret itself.

use crate::common::{Folder, SKY, Told};
use flate2::read::GzDecoder;
use std::io::Read;

const SECRET: &str = "thrown with six dice: 4 1 3 6 2 2";

/// A tuning of two arms in a game with hidden cards, by games.
const ARMS: &str = r#"
game = "kuhn"
agent = "uct(playouts=4, c={c})"
opponents = ["random"]
games = 48
quick = 24
held_out = 8
sensitivity = 0
[parameters]
c = { low = 0.1, high = 4.0, start = 1.0 }
[[arms]]
name = "spsa"
tuner = "spsa"
[[arms]]
name = "random"
tuner = "random"
"#;

/// By moves that a judge scores, in positions that are drawn.
const MOVES: &str = r#"
game = "tic-tac-toe"
agent = "depth(t=1, leaf=weigh(open-lines={lines}))"
opponents = ["random"]
objective = "move-score"
games = 16
held_out = 8
sensitivity = 0
[move_score]
judge = "depth(t=2, leaf=open-lines)"
positions = 12
win = 10
[parameters]
lines = { low = -2.0, high = 2.0, start = -1.0 }
"#;

fn commitment() -> String {
    blake3::hash(SECRET.as_bytes()).to_hex().to_string()
}

/// The key as a line of TOML.
fn secret() -> String {
    format!("secret = \"{SECRET}\"\n")
}

fn public() -> String {
    format!("commitment = \"{}\"\n", commitment())
}

/// The setting of a command line.
fn set() -> String {
    format!("secret=\"{SECRET}\"")
}

fn has(bytes: &[u8], text: &str) -> bool {
    bytes
        .windows(text.len())
        .any(|window| window == text.as_bytes())
}

/// Fails if the secret is in a file of this folder, archives unpacked; `but` are the files that were
/// given. Tells which files have the commitment.
fn searched(folder: &Folder, but: &[&str]) -> Vec<String> {
    let mut committed = Vec::new();
    let mut folders = vec![folder.path("")];
    while let Some(inner) = folders.pop() {
        for entry in std::fs::read_dir(inner).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let mut bytes = std::fs::read(&path).unwrap();
            if name.ends_with(".gz") {
                let mut unpacked = Vec::new();
                GzDecoder::new(&bytes[..])
                    .read_to_end(&mut unpacked)
                    .unwrap();
                bytes.extend(unpacked);
            }
            if !but.contains(&name.as_str()) {
                assert!(!has(&bytes, SECRET), "the secret is in {name}");
            }
            if has(&bytes, &commitment()) {
                committed.push(name);
            }
        }
    }
    committed
}

/// Neither stream has the secret.
fn silent(told: &Told, command: &[&str]) {
    assert!(!told.out.contains(SECRET), "{command:?}: {told:?}");
    assert!(!told.err.contains(SECRET), "{command:?}: {told:?}");
}

#[test]
fn a_plan_with_a_secret() {
    let folder = Folder::new("secret");
    folder.write("open.toml", SKY);
    folder.write("after.toml", secret() + SKY);
    folder.write("before.toml", public() + SKY);

    // What is played depends on the secret, and the rows are found by the commitment.
    folder.good(&["run", "after.toml", "--quick", "--store", "s"]);
    folder.good(&["run", "open.toml", "--quick", "--store", "s"]);
    let rows = folder.rows("before.toml", "s");
    assert_eq!(rows, folder.rows("after.toml", "s"));
    assert_ne!(rows, folder.rows("open.toml", "s"));
    assert_eq!(rows.lines().count(), 6);

    // Given on the command line it gives the same rows.
    let set = set();
    let given = [
        "run",
        "before.toml",
        "--quick",
        "--store",
        "s",
        "--set",
        &set,
    ];
    assert_eq!(folder.good(&given).played(), 0);

    // Without it nothing can be played, and a wrong one is noticed.
    let told = folder.run(&["run", "before.toml", "--store", "s"]);
    told.refused(2, &["without the secret of this commitment", "`secret`"]);
    let wrong = [
        "run",
        "before.toml",
        "--set",
        "secret=\"another text of many letters\"",
    ];
    folder
        .run(&wrong)
        .refused(2, &["the secret's commitment is "]);
    let garbled = ["run", "open.toml", "--set", "commitment=\"12\""];
    folder.run(&garbled).refused(2, &["64 hexadecimal digits"]);

    // Messages about a secret do not show it: they are logged too.
    for (value, words) in [
        (
            "secret=\"few letters\"",
            "a secret of 11 bytes can be found",
        ),
        (
            "secret=1234567890123456",
            "`secret` is a text, not a number",
        ),
    ] {
        let told = folder.run(&["run", "open.toml", "--set", value]);
        told.refused(2, &[words]);
        assert!(!told.err.contains("few letters") && !told.err.contains("123456"));
    }
}

/// Every product of a plan: the secret is in no byte of any, whether it comes from the plan or from the
/// command line, and the commitment is in each that says where its figures come from.
#[test]
fn no_product_of_a_plan_has_the_secret() {
    let set = set();
    for (name, plan, given) in [
        ("secret-file", secret() + SKY, None),
        ("secret-set", SKY.to_string(), Some(["--set", set.as_str()])),
        ("secret-both", public() + SKY, Some(["--set", set.as_str()])),
    ] {
        let folder = Folder::new(name);
        folder.write("plan.toml", plan);
        let call = |words: &[&str]| {
            let mut all = words.to_vec();
            all.extend(given.iter().flatten());
            all.extend(["--store", "s.sqlite", "--log", "log.txt", "-vv"]);
            let told = folder.good(&all);
            silent(&told, words);
            told.out
        };
        for format in ["table", "markdown", "html", "latex", "csv", "tidy", "json"] {
            let played = call(&["run", "plan.toml", "--quick", "--format", format]);
            let shown = call(&["report", "plan.toml", "--quick", "--format", format]);
            for (kind, text) in [("run", played), ("report", shown)] {
                if format != "table" {
                    let committed = text.contains(&commitment());
                    assert!(committed, "{name}, {kind} as {format}: {text}");
                }
                folder.write(&format!("{kind}.{format}"), text);
            }
        }
        let report = ["report", "plan.toml", "--quick"];
        for rest in [
            &["--json", "report.json"][..],
            &["--rows", "--output", "rows.csv"],
            &["--rows", "--format", "json", "--output", "rows.jsonl"],
            &["--format", "csv", "--output", "side.csv", "--sidecar"],
            &["--figures", "figures"],
            &["--figures", "figures", "--format", "pdf"],
        ] {
            call(&[&report[..], rest].concat());
        }
        call(&["run", "plan.toml", "--quick", "--json", "run.json"]);
        let archive = ["archive", "plan.toml", "--quick", "--json", "archive.json"];
        call(&[&archive[..], &["--output", "a.tar.gz"]].concat());
        let but: &[&str] = match given {
            None => &["plan.toml"],
            Some(_) => &[],
        };
        let committed = searched(&folder, but);
        for product in [
            "s.sqlite",
            "a.tar.gz",
            "archive.json",
            "report.json",
            "run.json",
            "rows.csv",
            "side.csv.meta.json",
        ] {
            assert!(committed.contains(&product.to_string()), "{product}");
        }
    }
}

/// Whoever has the archive checks it when the secret is published.
#[test]
fn an_archive_is_checked_with_the_published_secret() {
    let folder = Folder::new("secret-archive");
    folder.write("plan.toml", secret() + SKY);
    folder.good(&["archive", "plan.toml", "--quick", "--output", "a.tar.gz"]);
    let told = folder.run(&["archive", "a.tar.gz", "--check"]);
    told.refused(2, &["without the secret of this commitment"]);
    let set = set();
    let told = folder.good(&["archive", "a.tar.gz", "--check", "--set", &set]);
    let words = "5 of 5 episodes were played again, 0 came out differently";
    assert!(told.out.contains(words), "{told:?}");
    let other = ["archive", "a.tar.gz", "--check", "--set", "seed=14"];
    folder.run(&other).refused(1, &["plays something else"]);
}

/// Tunings and studies have secrets too: other games, the same trials whoever gives it, no trace of it.
#[test]
fn tunings_and_studies_with_a_secret() {
    let set = set();
    for (name, text, quick) in [
        ("secret-arms", ARMS, &["--quick"][..]),
        ("secret-moves", MOVES, &[]),
    ] {
        let folder = Folder::new(name);
        folder.write("open.toml", text);
        folder.write("after.toml", secret() + text);
        folder.write("before.toml", public() + text);
        let tune = |plan: &str, rest: &[&str]| {
            let common = [
                "tune", plan, "--store", "s.sqlite", "--log", "log.txt", "-vv",
            ];
            let words = [&common[..], quick, rest].concat();
            let told = folder.good(&words);
            silent(&told, &words);
            told
        };
        let trials = |told: &Told| told.err.matches(" 0 of them played now").count();
        // Figures without the name of the file.
        let data = |name: &str| {
            let bytes = folder.bytes(&format!("{name}.json"));
            let json: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
            json["data"].to_string().replace(name, "plan")
        };
        let first = tune(
            "after.toml",
            &["--json", "after.json", "--html", "after.html"],
        );
        assert_eq!(trials(&first), 0, "{first:?}");
        tune("open.toml", &["--json", "open.json"]);
        assert_ne!(data("after"), data("open"), "{name}");
        // The public file with the secret set is the same tuning, and nothing is played again.
        let again = tune(
            "before.toml",
            &[
                "--set",
                &set,
                "--json",
                "before.json",
                "--html",
                "before.html",
            ],
        );
        assert_eq!(data("before"), data("after"), "{name}");
        let arms = if name == "secret-arms" { 2 } else { 1 };
        assert_eq!(trials(&again), arms, "{again:?}");
        for format in ["table", "markdown", "latex", "csv", "tidy", "json"] {
            let told = tune("before.toml", &["--set", &set, "--format", format]);
            folder.write(&format!("report.{format}"), told.out);
        }
        let told = folder.run(&["tune", "before.toml", "--store", "s.sqlite"]);
        told.refused(2, &["without the secret of this commitment"]);
        let committed = searched(&folder, &["after.toml"]);
        for product in [
            "s.sqlite",
            "after.json",
            "after.html",
            "before.json",
            "before.html",
            "report.markdown",
        ] {
            assert!(
                committed.contains(&product.to_string()),
                "{name}: {product}"
            );
        }
    }
    // One secret for the whole study: names of arms have their keys.
    let folder = Folder::new("secret-arm");
    for part in [
        ARMS.replace("tuner = \"random\"", &secret()),
        format!("{ARMS}[vary]\nsecret = [\"{SECRET}\"]\n"),
    ] {
        folder.write("study.toml", part);
        let told = folder.run(&["tune", "study.toml", "--quick"]);
        told.refused(2, &["`secret` is of the whole study", "top of the file"]);
        silent(&told, &["tune"]);
    }
}
