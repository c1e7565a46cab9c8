//! What every tuner does: ask, be told, recommend, and be put away and taken out again.

use crate::ascent::Ascent;
use crate::cma_es::CmaEs;
use crate::random_search::RandomSearch;
use crate::resilient::Resilient;
use crate::run::Task;
use crate::{Batch, Error};
use serde::{Deserialize, Serialize};

/// Proposes points and learns from what they were worth.
pub trait Tuner: Send {
    /// The task it was given.
    fn task(&self) -> &Task;

    /// How many trials have been answered.
    fn spent(&self) -> u64;

    /// The trials to answer next; none when the budget is spent. Asking again before telling gives
    /// the same batch, so a run that was interrupted in the middle of a batch just asks again.
    fn ask(&self) -> Batch;

    /// Takes the answers, one for each trial that [`Tuner::ask`] gives now, in their order. On an
    /// error nothing has changed.
    fn tell(&mut self, answers: &[f64]) -> Result<(), Error>;

    /// The point it would recommend now: one value for each parameter.
    fn best(&self) -> Vec<f64>;

    /// Gives the run another budget, more or less than it had. Schedules follow it from now on.
    fn extend(&mut self, budget: u64);

    /// All it knows.
    fn save(&self) -> Saved;

    /// Whether it fits together: what was read from a file may not.
    #[doc(hidden)]
    fn check(&self) -> Result<(), Error>;
}

/// A tuner put away. It keeps every bit in every format of `serde`: floats are written as text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Saved {
    /// SPSA, RSPSA, FDSA.
    Ascent(Ascent),
    /// The default.
    Resilient(Resilient),
    /// CMA-ES.
    CmaEs(CmaEs),
    /// Random search.
    RandomSearch(RandomSearch),
}

impl Saved {
    /// Takes the tuner out again, where it was.
    pub fn restore(self) -> Result<Box<dyn Tuner>, Error> {
        let tuner: Box<dyn Tuner> = match self {
            Saved::Ascent(tuner) => Box::new(tuner),
            Saved::Resilient(tuner) => Box::new(tuner),
            Saved::CmaEs(tuner) => Box::new(tuner),
            Saved::RandomSearch(tuner) => Box::new(tuner),
        };
        tuner.check()?;
        Ok(tuner)
    }
}
