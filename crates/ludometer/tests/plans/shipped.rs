//! The plans that come with the laboratory, and the schema that editors check plans against.

use super::{PLAN, fault, read};
use ludometer::plan::{self, Plan, TableKind};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

fn find(name: &str) -> Result<Plan, String> {
    plan::find(name, &[], |path| std::fs::read_to_string(path)).map_err(|fault| fault.to_string())
}

#[test]
fn every_plan_of_the_folder_is_shipped_and_reads() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../plans");
    let files = std::fs::read_dir(folder).expect("the plans are there");
    let files: BTreeSet<String> = files
        .map(|file| {
            file.expect("a file")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    let shipped = plan::shipped()
        .iter()
        .map(|plan| format!("{}.toml", plan.name));
    assert_eq!(shipped.collect::<BTreeSet<_>>(), files);
    for shipped in plan::shipped() {
        let plan = find(shipped.name).unwrap_or_else(|fault| panic!("{}: {fault}", shipped.name));
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
        let fault = find(name).err().expect("there is no such plan");
        for part in parts {
            assert!(fault.contains(part), "{fault}");
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

/// What a schema says against a value. It knows the keywords that the schema uses and no others.
fn against(schema: &Value, value: &Value, at: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for (keyword, rule) in schema.as_object().expect("a schema is an object") {
        let number = |value: &Value| value.as_f64().expect("a number");
        let keys = |value: &Value| value.as_object().map_or(0, serde_json::Map::len);
        let good = match keyword.as_str() {
            "$schema" | "title" | "description" => true,
            "type" => match rule {
                Value::Array(kinds) => kinds.iter().any(|kind| is(kind, value)),
                kind => is(kind, value),
            },
            "enum" => rule.as_array().expect("a list").contains(value),
            "minimum" => number(value) >= number(rule),
            "maximum" => number(value) <= number(rule),
            "exclusiveMinimum" => number(value) > number(rule),
            "minItems" => value.as_array().map_or(0, Vec::len) as f64 >= number(rule),
            "maxItems" => value.as_array().map_or(0, Vec::len) as f64 <= number(rule),
            "minProperties" => keys(value) as f64 >= number(rule),
            "maxProperties" => keys(value) as f64 <= number(rule),
            "required" => {
                let keys = rule.as_array().expect("a list");
                keys.iter()
                    .all(|key| value.get(key.as_str().expect("a key")).is_some())
            }
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    faults.extend(against(rule, item, &format!("{at}[{index}]")));
                }
                true
            }
            "properties" | "additionalProperties" => {
                for (key, inner) in value.as_object().into_iter().flatten() {
                    let named = schema.get("properties").and_then(|named| named.get(key));
                    let place = format!("{at}.{key}");
                    match (keyword == "properties", named) {
                        (true, Some(named)) => faults.extend(against(named, inner, &place)),
                        (false, None) if *rule == Value::Bool(false) => faults.push(place),
                        (false, None) => faults.extend(against(rule, inner, &place)),
                        _ => {}
                    }
                }
                true
            }
            _ => panic!("the checker does not know the keyword `{keyword}`"),
        };
        if !good {
            faults.push(format!("{at}: {keyword}"));
        }
    }
    faults
}

fn is(kind: &Value, value: &Value) -> bool {
    match kind.as_str().expect("a kind") {
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        kind => panic!("the checker does not know the kind `{kind}`"),
    }
}

fn checked(text: &str) -> Vec<String> {
    let table: toml::Table = text.parse().expect("TOML");
    let value = serde_json::to_value(table).expect("plans have no dates");
    against(&plan::schema(), &value, "plan")
}

#[test]
fn the_schema_allows_every_shipped_plan() {
    for shipped in plan::shipped() {
        assert_eq!(checked(shipped.text), [""; 0], "{}", shipped.name);
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

/// The reader and the schema know the same keys: those that a hint lists.
#[test]
fn the_schema_knows_the_keys_that_the_reader_knows() {
    let schema = plan::schema();
    let inside = |path: &str| {
        let found = schema.pointer(path).and_then(|keys| keys.get("properties"));
        let keys = found.and_then(Value::as_object).expect("properties");
        keys.keys().cloned().collect::<BTreeSet<_>>()
    };
    let told = |text: String| {
        let fault = fault(&text, &[]);
        let (_, known) = fault.split_once("known: ").expect("a list of keys");
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
