//! The JSON schema of tunings, for editors.

use super::dial::KINDS;
use crate::plan::schema::{agent, budget, evaluators, game, start};
use ludometer_arena::registry::Registry;
use ludometer_core::Generator;
use ludometer_tune::METHODS;
use serde_json::{Value, json};

/// The schema, made from the same names that tunings are checked against.
pub fn schema(registry: &Registry) -> Value {
    let label = json!({"type": ["string", "number"]});
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
        },
    });
    let move_score = json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["judge", "positions", "win"],
        "properties": {
            "judge": agent(),
            "budget": budget(),
            "positions": whole(1),
            "win": {"type": "number", "exclusiveMinimum": 0},
            "from": agent(),
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
            "generator": {"enum": Generator::ALL.map(Generator::name)},
            "game": game(registry),
            "start": start(),
            "agent": agent(),
            "opponents": {
                "type": ["string", "array"],
                "description": "a list of agents, or self",
                "items": agent(),
                "minItems": 1,
            },
            "evaluators": evaluators(),
            "moves": whole(1),
            "budget": budget(),
            "measure": {
                "type": "string",
                "description": "won, score, payoff, points, move-score, or a measure of the game",
            },
            "move_score": move_score,
            "tuner": {"enum": METHODS.map(|(name, _)| name)},
            "batch": batch,
            "games": whole(1),
            "quick": whole(0),
            "held_out": whole(4),
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
    })
}
