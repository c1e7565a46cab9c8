//! The JSON schema of plans, for editors.

use super::layout::{KINDS, PLOT_KINDS, TestKind};
use super::{Metric, Truncation};
use ludometer_arena::openings::OpeningOrder;
use ludometer_arena::registry::Registry;
use ludometer_core::Generator;
use ludometer_spec::param::Param;
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
            "anchor": label,
            "rating": {"type": "number"},
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
        "required": ["game"],
        "anyOf": [
            {"required": ["seats", "episodes"]},
            {"required": ["seats", "sprt"]},
            {"required": ["players", "episodes"]},
            {"required": ["players", "sprt"]},
        ],
        "properties": {
            "title": {"type": "string"},
            "about": {"type": "string"},
            "paper": {"type": "string"},
            "seed": {"type": "integer", "minimum": 0},
            "secret": {"type": "string", "minLength": 16},
            "commitment": {"type": "string", "pattern": "^[0-9a-fA-F]{64}$"},
            "generator": {"enum": Generator::ALL.map(Generator::name)},
            "game": game(registry),
            "start": start(registry),
            "seats": {"type": "array", "items": agent(registry)},
            "evaluators": evaluators(),
            "engines": engines(),
            "moves": {"type": "integer", "minimum": 1},
            "truncated": {"enum": Truncation::NAMES.map(|(name, _)| name)},
            "mirror": {"type": "boolean"},
            "record": {"type": "boolean"},
            "margin_milliseconds": {"type": "number", "minimum": 0},
            "openings": openings(),
            "adjudicate": adjudicate(),
            "budget": plan_budget(),
            "budgets": {"type": "array", "items": plan_budget()},
            "episodes": {"type": "integer", "minimum": 1},
            "quick": {"type": "integer", "minimum": 0},
            "measure": {"type": "string"},
            "sprt": {
                "type": "object",
                "additionalProperties": false,
                "required": ["elo0", "elo1", "most"],
                "properties": {
                    "elo0": {"type": "number"},
                    "elo1": {"type": "number"},
                    "model": {"enum": super::ELO_MODELS.map(|(name, _)| name)},
                    "alpha": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1},
                    "beta": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1},
                    "most": {"type": "integer", "minimum": 1},
                },
            },
            "pairs": {
                "type": "object",
                "additionalProperties": false,
                "required": ["variables", "values"],
                "properties": {
                    "variables": {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2},
                    "values": {"type": "array", "items": label, "minItems": 2},
                },
            },
            "players": {"type": "array", "items": label, "minItems": 2},
            "tournament": {"enum": super::combine::TOURNAMENTS},
            "challengers": {"type": "integer", "minimum": 1},
            "vary": {"type": "object", "additionalProperties": {"type": "array", "items": label}},
            "cells": {"type": "array", "items": {"type": "object", "additionalProperties": label}},
            "tables": {"type": "array", "items": table},
            "plots": {"type": "array", "items": plot},
        },
    })
}

/// A text that names an entry; editors show the description.
fn spec(names: &[String]) -> Value {
    let known = names.join(", ");
    json!({"type": "string", "description": format!("a spec such as name(parameter=value); known: {known}")})
}

/// A name with its parameters, as a spec would have them.
fn signature(name: &str, params: &[Param]) -> String {
    let params: Vec<&str> = params.iter().map(|param| param.name.as_str()).collect();
    match params.is_empty() {
        true => name.to_string(),
        false => format!("{name}({})", params.join(", ")),
    }
}

/// Every entry of a kind of every game with its parameters, once.
fn known(registry: &Registry, kind: &str) -> Vec<String> {
    let mut known = Vec::new();
    for (_, game) in registry.opened_examples() {
        for (_, entry) in game.names().into_iter().filter(|(of, _)| *of == kind) {
            let signature = signature(&entry.name, &entry.params);
            if !known.contains(&signature) {
                known.push(signature);
            }
        }
    }
    known
}

/// A game.
pub(crate) fn game(registry: &Registry) -> Value {
    let games = registry.games().iter();
    let games: Vec<String> = games
        .map(|game| signature(&game.name, &game.params))
        .collect();
    spec(&games)
}

/// Where games begin.
pub(crate) fn start(registry: &Registry) -> Value {
    spec(&known(registry, "start"))
}

/// Who plays.
pub(crate) fn agent(registry: &Registry) -> Value {
    spec(&known(registry, "agent"))
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

/// Engines that a document gives names to.
pub(crate) fn engines() -> Value {
    let number = |what: &str| json!({"type": ["number", "string"], "description": what});
    json!({
        "type": "object",
        "additionalProperties": {
            "type": "object",
            "required": ["command"],
            "description": "an engine that seats call engine(NAME); values may be placeholders such as \"{hash}\"",
            "additionalProperties": false,
            "properties": {
                "command": {"type": "string", "description": "a path, or a name in PATH or /usr/games"},
                "args": {"type": "string", "description": "its arguments, with spaces between them"},
                "protocol": {"enum": ["uci", "ugi", "gtp"]},
                "options": {"type": "object", "additionalProperties": {"type": ["string", "number", "boolean"]}},
                "nodes": number("nodes of each decision"),
                "depth": number("depth of each decision in plies"),
                "movetime": number("milliseconds of each decision"),
                "margin": number("milliseconds beyond its time after which it is told to stop"),
                "timeout": number("seconds that an answer is waited for where time is not a limit"),
                "check": {"type": "boolean"},
                "restart": {"type": "boolean"},
                "crashes": number("failed games in a row after which the run ends"),
                "log": {"type": "string"},
            },
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
            "clock": {"type": ["string", "number"], "description": "a time control such as 40/60+0.6"},
        },
    })
}

/// A book of openings of a tuning, which draws from it.
pub(crate) fn book() -> Value {
    let mut book = openings();
    book["properties"]["order"] = json!({"enum": ["random"]});
    book
}

/// A book of openings.
pub(crate) fn openings() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["file"],
        "properties": {
            "file": {"type": "string", "description": "EPD, FEN or PGN by its ending, else a position a line"},
            "order": {"enum": OpeningOrder::NAMES.map(|(name, _)| name)},
            "plies": {"type": "integer", "minimum": 0},
            "first": {"type": "integer", "minimum": 1},
        },
    })
}

/// When games are ended early.
pub(crate) fn adjudicate() -> Value {
    let moves = json!({"type": "integer", "minimum": 1});
    let score = json!({"type": "number", "minimum": 0, "description": "in hundredths of a pawn"});
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "draw": {
                "type": "object",
                "additionalProperties": false,
                "required": ["moves", "score"],
                "properties": {"from": moves, "moves": moves, "score": score},
            },
            "resign": {
                "type": "object",
                "additionalProperties": false,
                "required": ["moves", "score"],
                "properties": {"moves": moves, "score": score, "both": {"type": "boolean"}},
            },
            "audit": {"type": "number", "minimum": 0, "maximum": 1},
        },
    })
}
