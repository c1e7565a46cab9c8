//! The traits of tuners: ask, tell, recommend, checkpoint and restore.

use crate::Error;
use crate::run::Task;
use crate::saved::Saved;
use crate::trial::Batch;

/// Asks and tells a tuner until its budget is spent, and returns what it recommends; `answers` has one
/// answer for each trial of a batch.
pub fn maximise(
    tuner: &mut dyn Tuner,
    mut answers: impl FnMut(&Batch) -> Vec<f64>,
) -> Result<Vec<f64>, Error> {
    loop {
        let batch = tuner.ask();
        if batch.is_empty() {
            return Ok(tuner.best());
        }
        tuner.tell(&answers(&batch))?;
    }
}

/// An optimiser behind an ask/tell interface: it proposes points and is told their results.
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

    /// A checkpoint of its whole state, with the identity of its kind.
    fn save(&self) -> Saved;
}

/// A kind of tuner with its settings: starts tuners and restores them from checkpoints.
///
/// A tuner of your own implements both traits; [`conformance`](crate::conformance) tests it.
pub trait TunerKind: Send + Sync {
    /// The canonical text of all that decides what its tuners ask and recommend: the kind, a version
    /// that is raised when their proposals change, and every setting. Runs are kept under it, so it is
    /// written out by hand and never derived from names in the code.
    fn identity(&self) -> String;

    /// A tuner at the start of this task.
    fn start(&self, task: Task) -> Result<Box<dyn Tuner>, Error>;

    /// The tuner of a checkpoint. Refuses a checkpoint of another identity ([`Saved::open`]) and a
    /// state whose parts do not fit together.
    fn restore(&self, saved: &Saved) -> Result<Box<dyn Tuner>, Error>;
}
