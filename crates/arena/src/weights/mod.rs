//! Files of weights: what a regression or a network learned, small enough to read and exact to the
//! bit.

mod network;
mod read;
mod registered;
mod write;

pub(crate) use network::NETWORK;
pub use network::NetworkFile;
pub use registered::{NamedText, RegisteredWeights};

use ludometer_agents::sample::PlayoutOutcome;
use ludometer_spec::source::{Diagnostic, Span};
use ludometer_spec::spec::{Argument, Literal, Spec, Value};

/// Gives the full name of the game that a spec names.
pub type GameName<'a> = &'a dyn Fn(&Spec) -> Result<String, Diagnostic>;

/// Weights of a game's measures, with how they were learned.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The game they are for, with every parameter spelled out.
    pub game: String,
    /// Its span in the file.
    pub game_place: Span,
    /// One line that says what they are.
    pub about: String,
    /// How they were learned, if they were.
    pub history: TrainingRecord,
    /// The value of having just moved.
    pub constant: Weight,
    /// One for each measure.
    pub weights: Vec<Weight>,
}

/// A number of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Weight {
    /// The measure, or `constant`.
    pub name: String,
    /// The weight.
    pub value: f64,
    /// Its standard error.
    pub error: Option<f64>,
    /// Where the name and the value are written.
    pub places: (Span, Span),
}

/// What is needed to learn the same weights again, and how well they fitted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrainingRecord {
    /// The result of a playout that was averaged.
    pub outcome: Option<PlayoutOutcome>,
    /// Positions that were sampled.
    pub positions: Option<u64>,
    /// Random playouts of each.
    pub playouts: Option<u64>,
    /// Plies before a position, at least.
    pub first: Option<u64>,
    /// Plies before a position, at most.
    pub last: Option<u64>,
    /// Maximum number of actions of a playout.
    pub plies: Option<u64>,
    /// The random seed.
    pub seed: Option<u64>,
    /// How the errors were estimated.
    pub standard_errors: Option<String>,
    /// The share of the variance that the weights explain.
    pub r2: Option<f64>,
    /// The share that is not sampling noise of the playouts: the upper bound of `r2`.
    pub ceiling: Option<f64>,
}

impl Weights {
    /// The evaluator that the weights are, as if it were written at `span`.
    pub fn spec(&self, span: &Span) -> Spec {
        let all = self.weights.iter().chain([&self.constant]);
        let arguments = all.map(|weight| Argument {
            key: Some((weight.name.clone(), weight.places.0.clone())),
            value: Value {
                what: Literal::Number(weight.value),
                span: weight.places.1.clone(),
            },
        });
        Spec {
            name: "weigh".into(),
            arguments: arguments.collect(),
            span: span.clone(),
        }
    }
}

/// The outcomes with the names that files and commands use.
pub(crate) const OUTCOMES: [(&str, PlayoutOutcome); 2] = [
    ("payoff", PlayoutOutcome::Payoff),
    ("points", PlayoutOutcome::Points),
];
