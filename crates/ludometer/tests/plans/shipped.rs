//! The plans that come with the laboratory, and the schema that editors check plans against.

#[path = "../common/schema.rs"]
mod schema;

use super::{PLAN, diagnostic, read};
use ludometer::catalogue;
use ludometer::plan::{self, Plan, TableKind};
use schema::{against, keys};
use std::collections::BTreeSet;
use std::path::Path;

fn find(name: &str) -> Result<Plan, String> {
    plan::find(
        name,
        &[],
        |path| std::fs::read_to_string(path),
        catalogue::shipped(),
    )
    .map_err(|diagnostic| diagnostic.to_string())
}

#[test]
fn every_plan_of_the_folder_is_shipped_and_reads() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../catalogue/plans");
    let files = std::fs::read_dir(folder).expect("the plans are there");
    let files: BTreeSet<String> = files
        .map(|file| {
            file.expect("a file")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    let shipped = catalogue::shipped()
        .plans()
        .iter()
        .map(|plan| format!("{}.toml", plan.name));
    assert_eq!(shipped.collect::<BTreeSet<_>>(), files);
    for shipped in catalogue::shipped().plans() {
        let plan = find(&shipped.name)
            .unwrap_or_else(|diagnostic| panic!("{}: {diagnostic}", shipped.name));
        assert_eq!(plan.name, shipped.name);
        assert!(
            !plan.cells.is_empty() && !plan.tables.is_empty(),
            "{}",
            shipped.name
        );
        assert!(plan.quick <= plan.episodes, "{}", shipped.name);
        for table in &plan.tables {
            let rows = plan.values(&table.rows).len();
            let columns = plan.values(&table.columns).len();
            // Counts have a line for each member of each group, and a total.
            let (rows, columns) = match &table.kind {
                TableKind::Counts { among, .. } => (among.concat().len(), columns + 1),
                _ => (rows, columns),
            };
            if !table.published.is_empty() {
                let name = &table.name;
                assert_eq!(table.published.len(), rows, "{} {name}", shipped.name);
                // A published match has columns of its own.
                let wide = table.columns.is_empty()
                    || table.published.iter().all(|row| row.len() == columns);
                assert!(wide, "{} {}", shipped.name, table.name);
            }
        }
    }
}

#[test]
fn unknown_plans() {
    let says = |name: &str, parts: &[&str]| {
        let diagnostic = find(name).err().expect("there is no such plan");
        for part in parts {
            assert!(diagnostic.contains(part), "{diagnostic}");
        }
    };
    let near = [
        "no plan is called `slide-depht4`",
        "did you mean `slide-depth4`?",
    ];
    says("slide-depht4", &near);
    says(
        "zzzzzz",
        &["no plan is called `zzzzzz`", "known: slide-depth4, "],
    );
    says(
        "no/such.toml",
        &["the plan `no/such.toml` cannot be read: "],
    );
}

fn checked(text: &str) -> Vec<String> {
    let table: toml::Table = text.parse().expect("TOML");
    let value = serde_json::to_value(table).expect("plans have no dates");
    against(&plan::schema(catalogue::shipped()), &value, "plan")
}

#[test]
fn the_schema_allows_every_shipped_plan() {
    for shipped in catalogue::shipped().plans() {
        assert_eq!(checked(&shipped.text), [""; 0], "{}", shipped.name);
    }
    assert_eq!(checked(PLAN), [""; 0]);
}

#[test]
fn the_schema_refuses_what_the_reader_refuses() {
    for (part, by) in [
        ("moves =", "mvoes ="),
        ("episodes = 4\n", ""),
        ("episodes = 4", "episodes = 0"),
        ("mirror = true", "mirror = 1"),
        ("value = \"won\"", "value = \"win\""),
        ("kind = \"effect\"", "kind = \"efect\""),
        ("steps = 1000", "setps = 1000"),
        ("gap = 0.06", "gap = 2"),
        ("\"+\"", "[1]"),
        ("label = \"plain\"", "label = []"),
        ("series =", "serise ="),
    ] {
        let text = PLAN.replace(part, by);
        assert_ne!(text, PLAN);
        assert!(read(&text, &[]).is_err(), "{by}");
        assert_ne!(checked(&text), [""; 0], "{by}");
    }
}

/// Editors show every game, and every agent and start of every game, with their parameters.
#[test]
fn the_schema_names_every_entry() {
    let schema = plan::schema(catalogue::shipped());
    let known = |path: &str| {
        let text = schema.pointer(path).and_then(|text| text.as_str());
        let (_, known) = text.expect(path).split_once("known: ").expect("a list");
        format!("{known}, ")
    };
    let agents = known("/properties/seats/items/description");
    let starts = known("/properties/start/description");
    for (name, game) in catalogue::shipped().opened_examples() {
        let games = known("/properties/game/description");
        assert!(games.contains(&name), "{name}: {games}");
        for (kind, entry) in game.names() {
            let list = match kind {
                "agent" => &agents,
                "start" => &starts,
                _ => continue,
            };
            let params: Vec<&str> = entry.params.iter().map(|p| p.name.as_str()).collect();
            let signature = match params.is_empty() {
                true => format!("{}, ", entry.name),
                false => format!("{}({}), ", entry.name, params.join(", ")),
            };
            assert!(list.contains(&signature), "{signature}: {list}");
        }
    }
    assert!(
        agents.contains("uct(playouts, c, outcome, plies, select, fpu, "),
        "{agents}"
    );
}

/// The reader and the schema know the same keys: those that a hint lists.
#[test]
fn the_schema_knows_the_keys_that_the_reader_knows() {
    let schema = plan::schema(catalogue::shipped());
    let inside = |path: &str| keys(&schema, path);
    let told = |text: String| {
        let diagnostic = diagnostic(&text, &[]);
        let (_, known) = diagnostic.split_once("known: ").expect("a list of keys");
        known
            .split(", ")
            .map(ToString::to_string)
            .collect::<BTreeSet<_>>()
    };
    let strange = |part: &str| told(PLAN.replace(part, &format!("zzzzzzzzzzzz = 1\n{part}")));
    assert_eq!(inside(""), strange("title ="));
    assert_eq!(inside("/properties/budget"), strange("steps ="));
    assert_eq!(inside("/properties/plots/items"), strange("series ="));
    let behaviour = "kind = \"behaviour\"\nalong = \"t\"\nzzzzzzzzzzzz = 1";
    let table = told(PLAN.replace("kind = \"effect\"", behaviour));
    assert_eq!(inside("/properties/tables/items"), table);
}

/// Tests and tournaments need other keys.
#[test]
fn the_schema_knows_tests_and_tournaments() {
    let sprt = "game = \"tic-tac-toe\"\nseats = [\"random\", \"random\"]\n[sprt]\nelo0 = 0\nelo1 = 5\nmost = 9\n";
    let pool = "game = \"tic-tac-toe\"\nplayers = [\"random\", \"flat(1)\"]\nepisodes = 4\n";
    for text in [sprt, pool] {
        assert_eq!(checked(text), [""; 0]);
        assert!(read(text, &[]).is_ok(), "{text}");
    }
    for (text, part, by) in [
        (sprt, "most = 9\n", ""),
        (sprt, "elo1", "elo2"),
        (sprt, "most = 9", "most = 9\nalpha = 1.5"),
        (sprt, "most = 9", "most = 9\nmodel = \"bayes\""),
        (pool, "episodes = 4\n", ""),
        (pool, "episodes = 4", "episodes = 4\ntournament = \"swiss\""),
        (pool, ", \"flat(1)\"", ""),
    ] {
        let text = text.replace(part, by);
        assert!(read(&text, &[]).is_err(), "{text}");
        assert_ne!(checked(&text), [""; 0], "{text}");
    }
}
