//! The JSON schema of plans, for editors.

use super::layout::{KINDS, PLOT_KINDS, TestKind};
use super::{Metric, Truncation};
use ludometer_arena::registry::Registry;
use ludometer_core::Generator;
use serde_json::{Value, json};

/// The schema, made from the same names that plans are checked against.
pub fn schema(registry: &Registry) -> Value {
    let label = json!({"type": ["string", "number"]});
    let metrics = Metric::NAMES.map(|(name, _)| name);
    let fixed = json!({"type": "object", "additionalProperties": label});
    let part = json!({
        "type": "object",
        "additionalProperties": {"type": "array", "items": label},
        "minProperties": 1,
        "maxProperties": 1,
    });
    let table = json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["name", "rows"],
        "properties": {
            "name": {"type": "string"},
            "title": {"type": "string"},
            "kind": {"enum": KINDS},
            "value": {"enum": metrics},
            "seat": {"type": "integer", "minimum": 0, "maximum": 255},
            "given_won": {"type": "boolean"},
            "rows": {"type": "string"},
            "columns": {"type": "string"},
            "where": fixed,
            "digits": {"type": "integer", "minimum": 0, "maximum": 12},
            "against": {"type": "string"},
            "along": {"type": "string"},
            "gap": {"type": "number", "minimum": 0, "maximum": 1},
            "significance": {"type": "number", "minimum": 0, "maximum": 1},
            "apart": {"type": "number", "minimum": 0, "maximum": 1},
            "published": {"type": "array", "items": {"type": "array", "items": label}},
            "published_errors": {"type": "array", "items": {"type": "array", "items": label}},
            "published_episodes": {"type": "integer", "minimum": 1},
            "primary": {"type": "array", "items": label},
            "note": {"type": "string"},
            "test": {"enum": TestKind::NAMES.map(|(name, _)| name)},
            "over": {"type": "string"},
            "choose": part,
            "check": part,
            "among": {"type": "array", "items": {"type": "array", "items": label, "minItems": 2}},
            "scale": {
                "type": "object",
                "additionalProperties": false,
                "required": ["name"],
                "properties": {
                    "name": {"type": "string"},
                    "payoff": {"type": "number"},
                    "points": {"type": "number"},
                },
            },
        },
    });
    let plot = json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["name", "x"],
        "properties": {
            "name": {"type": "string"},
            "title": {"type": "string"},
            "kind": {"enum": PLOT_KINDS},
            "value": {"enum": metrics},
            "seat": {"type": "integer", "minimum": 0, "maximum": 255},
            "x": {"type": "string"},
            "series": {"type": "string"},
            "panels": {"type": "string"},
            "axes": {"enum": super::layouts::AXES},
            "level": {"type": "string"},
            "where": fixed,
            "log": {"type": "boolean"},
        },
    });
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "a plan of ludometer",
        "type": "object",
        "additionalProperties": false,
        "required": ["game", "seats", "episodes"],
        "properties": {
            "title": {"type": "string"},
            "about": {"type": "string"},
            "paper": {"type": "string"},
            "seed": {"type": "integer", "minimum": 0},
            "secret": {"type": "string", "minLength": 16},
            "commitment": {"type": "string", "pattern": "^[0-9a-fA-F]{64}$"},
            "generator": {"enum": Generator::ALL.map(Generator::name)},
            "game": game(registry),
            "start": start(),
            "seats": {"type": "array", "items": agent()},
            "evaluators": evaluators(),
            "moves": {"type": "integer", "minimum": 1},
            "truncated": {"enum": Truncation::NAMES.map(|(name, _)| name)},
            "mirror": {"type": "boolean"},
            "budget": plan_budget(),
            "budgets": {"type": "array", "items": plan_budget()},
            "episodes": {"type": "integer", "minimum": 1},
            "quick": {"type": "integer", "minimum": 0},
            "measure": {"type": "string"},
            "pairs": {
                "type": "object",
                "additionalProperties": false,
                "required": ["variables", "values"],
                "properties": {
                    "variables": {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2},
                    "values": {"type": "array", "items": label, "minItems": 2},
                },
            },
            "vary": {"type": "object", "additionalProperties": {"type": "array", "items": label}},
            "cells": {"type": "array", "items": {"type": "object", "additionalProperties": label}},
            "tables": {"type": "array", "items": table},
            "plots": {"type": "array", "items": plot},
        },
    })
}

fn spec(names: &[&str]) -> Value {
    let examples = names.join(", ");
    json!({"type": "string", "description": format!("a spec such as name(parameter=value); known: {examples}")})
}

/// A game.
pub(crate) fn game(registry: &Registry) -> Value {
    let games = registry.games().iter();
    let games: Vec<&str> = games.map(|game| game.name.as_str()).collect();
    spec(&games)
}

/// Where games begin.
pub(crate) fn start() -> Value {
    spec(&["start", "position", "walk"])
}

/// Who plays.
pub(crate) fn agent() -> Value {
    spec(&["random", "depth", "beam", "astar", "variety"])
}

/// Names that a plan gives.
pub(crate) fn evaluators() -> Value {
    json!({
        "type": "object",
        "additionalProperties": {
            "type": "string",
            "description": "a file of weights, the name of shipped weights, or a spec such as weigh(measure=1)",
        },
    })
}

/// What a decision may cost; a limit of a plan may be a variable.
fn plan_budget() -> Value {
    let mut schema = budget();
    if let Some(Value::Object(limits)) = schema.get_mut("properties") {
        for limit in limits.values_mut() {
            *limit = json!({"anyOf": [limit.take(), {"type": "string", "pattern": "^\\{.+\\}$"}]});
        }
    }
    schema
}

/// What a decision may cost.
pub(crate) fn budget() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "steps": {"type": "integer", "minimum": 0},
            "evaluations": {"type": "integer", "minimum": 0},
            "milliseconds": {"type": "number", "exclusiveMinimum": 0},
            "first_milliseconds": {"type": "number", "exclusiveMinimum": 0},
        },
    })
}
