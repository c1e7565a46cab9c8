//! Blocks of parameters that are tuned together, and learners that improve them from play.

use ludometer_core::{Seed, Stop};
use ludometer_spec::source::Diagnostic;
use ludometer_spec::spec::Literal;
use ludometer_tune::Parameter;
use std::any::Any;
use std::sync::Arc;

/// Parameters that fill one placeholder of an agent together, such as the weights of a network.
#[derive(Clone)]
pub struct ParameterBlock {
    /// The parameters, each with its range and its start.
    pub parameters: Vec<Parameter>,
    write: Write,
}

type Write = Arc<dyn Fn(&[f64]) -> Literal + Send + Sync>;

impl ParameterBlock {
    /// These parameters; `write` gives what is substituted for the placeholder, from one value for
    /// each parameter.
    pub fn new(
        parameters: Vec<Parameter>,
        write: impl Fn(&[f64]) -> Literal + Send + Sync + 'static,
    ) -> ParameterBlock {
        ParameterBlock {
            parameters,
            write: Arc::new(write),
        }
    }

    /// What is substituted for the placeholder.
    pub fn write(&self, values: &[f64]) -> Literal {
        (self.write)(values)
    }
}

/// Makes a block; the seed draws initial values where they are random.
pub type BlockMaker = Arc<dyn Fn(Seed) -> ParameterBlock + Send + Sync>;

/// Makes a learner; the seed is the root of all its random streams.
pub type LearnerMaker = Arc<dyn Fn(Seed) -> Result<Box<dyn Learner>, Diagnostic> + Send + Sync>;

/// What one unit of play brought, for the learner alone.
pub type Experience = Box<dyn Any + Send>;

/// Learns the values of a parameter block from play of its own, such as temporal-difference learning:
/// in every iteration units are played, in any order and on any number of threads, and then learned
/// from.
pub trait Learner: Send + Sync {
    /// The canonical text of all that decides what it learns, with a version.
    fn identity(&self) -> String;

    /// How many units the next iteration has.
    fn units(&self) -> u64;

    /// Plays one unit of the next iteration: a function of the unit and of what was learned so far.
    fn play(&self, unit: u64, stop: Stop<'_>) -> Result<Experience, Diagnostic>;

    /// Learns from all units of an iteration, in their order, and returns the mean payoff of the games
    /// in them; `None` for an iteration that only prepares, such as supervised learning.
    fn learn(&mut self, units: Vec<Experience>) -> Result<Option<f64>, Diagnostic>;

    /// The values that it has come to.
    fn point(&self) -> Vec<f64>;

    /// All it knows, as text.
    fn save(&self) -> Result<String, Diagnostic>;

    /// Restores what [`Learner::save`] wrote.
    fn restore(&mut self, saved: &str) -> Result<(), Diagnostic>;
}
