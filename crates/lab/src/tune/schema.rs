//! The JSON schema of tunings, for editors.

use super::keys::measures_in_words;
use super::tuned_param::KINDS;
use crate::plan::schema::{adjudicate, agent, book, budget, engines, evaluators, game, start};
use ludometer_arena::registry::{BUILT_IN_OBJECTIVES, Registry};
use ludometer_core::Generator;
use ludometer_tune::{Domain, Setting, Settings, TunerEntry};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::ops::Bound;

/// The schema, made from the same names that tunings are checked against.
pub fn schema(registry: &Registry) -> Value {
    let label = json!({"type": ["string", "number"]});
    let agent = agent(registry);
    let whole = |minimum: u64| json!({"type": "integer", "minimum": minimum});
    let parameter = json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "kind": {"enum": KINDS},
            "low": {"type": "number"},
            "high": {"type": "number"},
            "start": label,
            "width": {"type": "number", "exclusiveMinimum": 0},
            "log": {"type": "boolean"},
            "options": {"type": "array", "items": label, "minItems": 2},
            "block": {"type": "string", "description": "a parameter block of the game"},
        },
    });
    let move_score = json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["judge", "positions", "win"],
        "properties": {
            "judge": agent,
            "budget": budget(),
            "positions": whole(1),
            "win": {"type": "number", "exclusiveMinimum": 0},
            "from": agent,
            "result": {"type": "string"},
        },
    });
    let batch = json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "perturbations": whole(1),
            "evaluations": whole(1),
            "mirrored": {"type": "boolean"},
            "reuse": {"type": "boolean"},
            "quick": {"type": "number", "minimum": 0, "maximum": 1},
        },
    });
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "a tuning of ludometer",
        "type": "object",
        "additionalProperties": false,
        "required": ["game", "agent", "games", "parameters"],
        "properties": {
            "title": {"type": "string"},
            "about": {"type": "string"},
            "seed": whole(0),
            "secret": {"type": "string", "minLength": 16},
            "commitment": {"type": "string", "pattern": "^[0-9a-fA-F]{64}$"},
            "generator": {"enum": Generator::ALL.map(Generator::name)},
            "game": game(registry),
            "start": start(registry),
            "agent": agent,
            "opponents": {
                "type": ["string", "array"],
                "description": "a list of agents, or self",
                "items": agent,
                "minItems": 1,
            },
            "evaluators": evaluators(),
            "engines": engines(),
            "moves": whole(1),
            "budget": budget(),
            "measure": {
                "type": "string",
                "description": measures_in_words(),
            },
            "move_score": move_score,
            "objective": objective(registry),
            "learner": {
                "type": "string",
                "description": "a learner of the game, in the place of a tuner",
            },
            "tuner": tuner(registry),
            "batch": batch,
            "games": whole(1),
            "quick": whole(0),
            "held_out": whole(4),
            "sensitivity": whole(0),
            "openings": {"anyOf": [whole(1), book()]},
            "adjudicate": adjudicate(),
            "margin_milliseconds": {"type": "number", "minimum": 0},
            "arms": {
                "type": "array",
                "description": "tunings that differ in the keys given here",
                "items": {"type": "object", "required": ["name"]},
                "minItems": 1,
            },
            "vary": {
                "type": "object",
                "description": "lists of values of keys; every combination is an arm",
                "additionalProperties": {"type": "array", "minItems": 1},
            },
            "parameters": {
                "type": "object",
                "additionalProperties": parameter,
                "minProperties": 1,
            },
            "scenarios": {
                "type": ["object", "array"],
                "description": "lists of values, of which every combination is taken, or combinations one by one",
                "additionalProperties": {"type": "array", "items": label, "minItems": 1},
                "items": {"type": "object", "additionalProperties": label},
                "minItems": 1,
            },
        },
        "$defs": defined(registry),
    })
}

/// The names of objectives.
fn objective(registry: &Registry) -> Value {
    let built_in = BUILT_IN_OBJECTIVES.iter().map(|(name, _)| name.to_string());
    let added = registry.objectives().iter().map(|entry| entry.name.clone());
    json!({"enum": built_in.chain(added).collect::<Vec<_>>()})
}

/// A tuner as a spec: its name or that of a preset, and settings by name or in their order.
fn tuner(registry: &Registry) -> Value {
    let entries = registry.tuners().iter().map(|entry| {
        json!({
            "title": entry.name,
            "description": entry.about,
            "pattern": pattern(entry),
        })
    });
    json!({
        "type": "string",
        "description": "a tuner with its settings, as in rspsa(eta_plus=1.2); what each of them has is under $defs",
        "anyOf": entries.collect::<Vec<_>>(),
    })
}

/// What can be written of a tuner. The names of settings and words are checked, and ranges are not.
fn pattern(entry: &TunerEntry) -> String {
    let value = |setting: &Setting| match &setting.domain {
        Domain::Whole(..) | Domain::Real(..) => r"[-+.0-9][-+.0-9A-Za-z_]*".to_string(),
        Domain::Flag => "true|false".to_string(),
        Domain::Choice(words) => words.join("|"),
    };
    let mut named: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for setting in &entry.settings {
        let name = setting.name.replace(['-', '_'], "[-_]");
        named.entry(value(setting)).or_default().push(name);
    }
    let named = named.iter();
    // Without a name it is the setting in that place.
    let named = named.map(|(value, names)| format!(r"(({})\s*=\s*)?({value})", names.join("|")));
    let named: Vec<String> = named.collect();
    let setting = named.join("|");
    let settings = match named.is_empty() {
        true => String::new(),
        false => format!(r"(({setting})\s*(,\s*({setting})\s*)*,?)?"),
    };
    let names: Vec<&str> = entry.names().collect();
    let names = names.join("|");
    format!(r"^\s*({names})\s*(\(\s*{settings}\s*\))?\s*$")
}

/// Every tuner and every preset, with the domain of each setting and the default it has there.
fn defined(registry: &Registry) -> Value {
    let mut all = Map::new();
    for entry in registry.tuners() {
        let presets = entry.presets.iter();
        let presets = presets.map(|preset| (&preset.name, &preset.about));
        for (name, about) in std::iter::once((&entry.name, &entry.about)).chain(presets) {
            let settings = entry.preset_settings(name);
            let settings = settings.as_ref().map_or(&[][..], Settings::declared);
            let settings = settings.iter().map(|s| (s.name.to_string(), of(s)));
            let defined = json!({
                "title": name,
                "description": about,
                "type": "object",
                "additionalProperties": false,
                "properties": settings.collect::<Map<_, _>>(),
            });
            all.insert(name.clone(), defined);
        }
    }
    Value::Object(all)
}

/// A setting, with its domain in the words of schemas.
fn of(setting: &Setting) -> Value {
    let mut schema = Map::new();
    let mut say = |key: &str, value: Value| schema.insert(key.to_string(), value);
    say("description", json!(setting.about));
    say("default", json!(setting.default));
    match &setting.domain {
        Domain::Whole(low, high) => {
            say("type", json!("integer"));
            say("minimum", json!(low));
            say("maximum", json!(high));
        }
        Domain::Real(low, high) => {
            say("type", json!("number"));
            let ends = [("Minimum", "minimum", low), ("Maximum", "maximum", high)];
            for (excluded, included, end) in ends {
                match end {
                    Bound::Included(end) => drop(say(included, json!(end))),
                    Bound::Excluded(end) => drop(say(&format!("exclusive{excluded}"), json!(end))),
                    Bound::Unbounded => {}
                }
            }
        }
        Domain::Flag => drop(say("type", json!("boolean"))),
        Domain::Choice(words) => drop(say("enum", json!(words))),
    }
    Value::Object(schema)
}
