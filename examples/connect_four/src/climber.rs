//! A tuner: a hill climber that a stopped run goes on with.

use ludometer::tuners::{Batch, Error, Objective, Run, Saved, Task, Tuner, TunerKind, exact};
use serde::{Deserialize, Serialize};

/// A hill climber: a point beside the best one takes its place if it did better. It steps `stride` in
/// every coordinate, and less after each failure if it is `shrinking`.
pub(crate) struct Climber {
    /// The length of a step, in units of half a range.
    pub(crate) stride: f64,
    /// Whether steps become shorter after failures.
    pub(crate) shrinking: bool,
}

#[derive(Clone, Serialize, Deserialize)]
struct Climbing {
    identity: String,
    shrinking: bool,
    run: Run,
    #[serde(with = "exact::list")]
    at: Vec<f64>,
    #[serde(with = "exact")]
    stride: f64,
}

impl TunerKind for Climber {
    fn identity(&self) -> String {
        let Climber { stride, shrinking } = self;
        format!("climber@1(stride={stride}, shrinking={shrinking})")
    }

    fn start(&self, task: Task) -> Result<Box<dyn Tuner>, Error> {
        Ok(Box::new(Climbing {
            identity: self.identity(),
            shrinking: self.shrinking,
            at: task.space.origin(),
            run: Run::new(task)?,
            stride: self.stride,
        }))
    }

    fn restore(&self, saved: &Saved) -> Result<Box<dyn Tuner>, Error> {
        Ok(Box::new(saved.open::<Climbing>(&self.identity())?))
    }
}

impl Climbing {
    fn beside(&self) -> Vec<f64> {
        let mut dice = self.run.dice("beside", 0);
        let mut point: Vec<f64> = self.at.clone();
        point
            .iter_mut()
            .for_each(|x| *x += dice.symmetric(self.stride));
        self.run.space().clamp(&mut point);
        point
    }
}

impl Tuner for Climbing {
    fn task(&self) -> &Task {
        &self.run.task
    }

    fn spent(&self) -> u64 {
        self.run.spent
    }

    fn ask(&self) -> Batch {
        let mut batch = self.run.batch();
        if self.run.left() < 2 {
            return batch;
        }
        let space = self.run.space();
        let [beside, at] = [&self.beside(), &self.at]
            .map(|point| batch.push_point(|out| out.extend(space.settle(point))));
        let duel = self.run.task.objective == Objective::Duel;
        batch.push(beside, duel.then_some(at), self.run.fresh, false);
        match duel {
            true => batch.push(beside, Some(at), self.run.fresh, true),
            false => batch.push(at, None, self.run.fresh, false),
        }
        batch
    }

    fn tell(&mut self, answers: &[f64]) -> Result<(), Error> {
        let asked = if self.run.left() < 2 { 0 } else { 2 };
        self.run.check(answers, asked, || self.ask())?;
        let &[first, second] = answers else {
            return Ok(());
        };
        let better = match self.run.task.objective {
            Objective::Duel => first + second > 0.0,
            Objective::Value => first > second,
        };
        if better {
            self.at = self.beside();
        } else if self.shrinking {
            self.stride *= 0.95;
        }
        self.run.fresh += 1;
        self.run.advance(answers.len());
        Ok(())
    }

    fn best(&self) -> Vec<f64> {
        self.run.space().settle(&self.at)
    }

    fn extend(&mut self, budget: u64) {
        self.run.task.budget = budget;
    }

    fn save(&self) -> Saved {
        Saved::new(self.identity.clone(), self)
    }
}
