//! The schema that editors check tunings against, and the tunings that come with the laboratory.

#[path = "../common/schema.rs"]
mod checker;

use crate::{MOVES, PLANS, VALUE, read};
use checker::{against, keys};
use ludometer::catalogue::shipped;
use ludometer::tune::schema;
use std::collections::BTreeSet;
use std::path::Path;

fn checked(text: &str) -> Vec<String> {
    let table: toml::Table = text.parse().expect("TOML");
    let value = serde_json::to_value(table).expect("plans have no dates");
    against(&schema(shipped()), &value, "plan")
}

#[test]
fn every_tuning_of_the_folder_is_shipped() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../catalogue/tunes");
    let files = std::fs::read_dir(folder).expect("the tunings are there");
    let name = |file: std::fs::DirEntry| file.file_name().to_string_lossy().into_owned();
    let files: BTreeSet<String> = files.map(|file| name(file.expect("a file"))).collect();
    let shipped = shipped()
        .tunings()
        .iter()
        .map(|known| format!("{}.toml", known.name));
    assert_eq!(shipped.collect::<BTreeSet<_>>(), files);
}

#[test]
fn the_schema_allows_what_the_reader_reads() {
    let shipped = shipped().tunings().iter().map(|known| &*known.text);
    for text in shipped.chain(PLANS) {
        assert_eq!(checked(text), [""; 0], "{text}");
    }
    for tuner in [
        "rspsa()",
        " rspsa-gr ( eta-plus = 1.2, reuse=true , ) ",
        "spsa(1e-2, c=+.5, directions=one-at-a-time)",
        "random(20)",
    ] {
        let named = VALUE.replace("seed = 3", &format!("tuner = \"{tuner}\""));
        read(&named, &[]).unwrap_or_else(|diagnostic| panic!("{diagnostic}"));
        assert_eq!(checked(&named), [""; 0], "{tuner}");
    }
    let listed = VALUE.replace("[scenarios]\nside = [3, 4]", "[[scenarios]]\nside = 3");
    assert!(listed != VALUE && read(&listed, &[]).is_ok());
    assert_eq!(checked(&listed), [""; 0]);
}

#[test]
fn the_schema_refuses_what_the_reader_refuses() {
    for (text, part, by) in [
        (VALUE, "opponents =", "oponents ="),
        (VALUE, "games = 240\n", ""),
        (VALUE, "games = 240", "games = 0"),
        (VALUE, "held_out = 80", "held_out = 2"),
        (VALUE, "seed = 3", "seed = -1"),
        (VALUE, "seed = 3", "tuner = \"spas\""),
        (VALUE, "seed = 3", "tuner = \"spsa(eta_plus=1.2)\""),
        (VALUE, "seed = 3", "tuner = \"rspsa(mirrored=yes)\""),
        (VALUE, "seed = 3", "tuner = \"rspsa(eta_plus=)\""),
        (VALUE, "seed = 3", "tuner = \"rspsa(eta_plus=1.2\""),
        (VALUE, "seed = 3", "tuner = 3"),
        (VALUE, "width = 0.5", "width = 0"),
        (VALUE, "\"integer\"", "\"whole\""),
        (VALUE, "[\"shortest\", \"any\"]", "[\"any\"]"),
        (VALUE, "side = [3, 4]", "side = []"),
        (VALUE, "[\"random\", \"depth(t=1, leaf=open-lines)\"]", "[]"),
        (MOVES, "judge =", "jugde ="),
        (MOVES, "positions = 24\n", ""),
        (MOVES, "win = 50.0", "win = 0"),
        (MOVES, "steps = 400", "setps = 400"),
    ] {
        let slip = text.replace(part, by);
        assert_ne!(slip, text, "{part}");
        assert!(read(&slip, &[]).is_err(), "{by}");
        assert_ne!(checked(&slip), [""; 0], "{by}");
    }
}

/// The reader and the schema know the same keys: those that a hint lists.
#[test]
fn the_schema_knows_the_keys_that_the_reader_knows() {
    let schema = schema(shipped());
    let strange = |part: &str, by: &str| {
        let text = MOVES.replace(part, by);
        assert_ne!(text, MOVES, "{part}");
        let diagnostic = read(&text, &[]).err().expect("a fault").to_string();
        let (_, known) = diagnostic.split_once("known: ").expect("a list of keys");
        let keys = known.split(", ").map(ToString::to_string);
        keys.collect::<BTreeSet<_>>()
    };
    assert_eq!(
        keys(&schema, ""),
        strange("seed =", "zzzzzzzzzz = 1\nseed =")
    );
    let inside = |path: &str| keys(&schema, &format!("/properties/{path}"));
    let moves = strange("positions =", "zzzzzzzzzz = 1\npositions =");
    assert_eq!(inside("move_score"), moves);
    assert_eq!(
        inside("budget"),
        strange("steps =", "zzzzzzzzzz = 1, steps =")
    );
    let real = strange("low = -2.0", "zzzzzzzzzz = 1, low = -2.0");
    let choice = "{ kind = \"choice\", options = [1, 2], zzzzzzzzzz = 1 }";
    let choice = strange("{ low = -2.0, high = 2.0, start = -1.0 }", choice);
    let both: BTreeSet<String> = real.union(&choice).cloned().collect();
    assert_eq!(inside("parameters/additionalProperties"), both);
}

/// Every name has its settings with the defaults that they have there, and those are allowed.
#[test]
fn the_schema_defines_every_tuner() {
    let schema = schema(shipped());
    let defined = schema["$defs"].as_object().unwrap();
    let names = shipped().tuners().iter().flat_map(|tuner| tuner.names());
    let names: BTreeSet<&str> = names.collect();
    assert_eq!(
        defined.keys().map(String::as_str).collect::<BTreeSet<_>>(),
        names
    );
    for (name, settings) in defined {
        for (setting, rule) in settings["properties"].as_object().unwrap() {
            assert_eq!(against(rule, &rule["default"], setting), [""; 0], "{name}");
        }
    }
    let eta = &defined["rspsa-gr"]["properties"]["eta_plus"];
    assert_eq!(
        (&eta["default"], &eta["exclusiveMinimum"]),
        (&1.2.into(), &1.0.into())
    );
    assert_ne!(against(eta, &1.0.into(), ""), [""; 0]);
}
