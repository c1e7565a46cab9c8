//! Odds as documents and as JSON.

mod games;
mod trees;

pub use games::{position, surveyed};
pub use trees::{exploration, scores, staircase, tree};

use super::LimitMethod;
use ludometer_report::Cell;
use ludometer_theory::RBig;
use serde_json::{Value, json};

/// The note below a table with dice.
const TIES: &str = "`prob` counts a tie for every tied move, as the paper does; `chosen` breaks ties at random. Both are exact.";

/// A rational number longer than this is shown as a decimal alone.
const SHORT: usize = 24;

/// How the limits were found, in words.
fn method_in_words(method: LimitMethod) -> String {
    match method {
        LimitMethod::Exact => "The limits are exact.".into(),
        LimitMethod::Quadrature { error, nodes } => format!(
            "The limits are by quadrature at {nodes} nodes, each to an absolute error of at most about {error:.1e}."
        ),
    }
}

fn method_as_json(method: LimitMethod) -> Value {
    match method {
        LimitMethod::Exact => json!({"exact": true, "error": 0.0}),
        LimitMethod::Quadrature { error, nodes } => {
            json!({"exact": false, "error": error, "nodes": nodes})
        }
    }
}

/// A probability, with the rational number beside it where that is short.
fn probability(value: f64, exact: Option<&RBig>) -> Cell {
    let cell = Cell::number(value, 6);
    match exact.map(RBig::to_string) {
        Some(text) if text.len() <= SHORT => cell.detail(text),
        _ => cell,
    }
}

fn rational(exact: &RBig) -> Cell {
    probability(exact.to_f64().value(), Some(exact))
}

fn faces_as_json((alpha, (prob, chosen)): (&u64, &(RBig, RBig))) -> Value {
    json!({
        "alpha": alpha,
        "prob": {"exact": prob.to_string(), "value": prob.to_f64().value()},
        "chosen": {"exact": chosen.to_string(), "value": chosen.to_f64().value()},
    })
}
