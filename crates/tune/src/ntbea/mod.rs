//! NTBEA, the N-tuple bandit evolutionary algorithm (Lucas, Liu and Pérez-Liébana 2018, "The N-Tuple Bandit
//! Evolutionary Algorithm for Game Agent Optimisation"), for choices and mixed spaces.
//!
//! Every parameter takes one of a few levels. A model has a bandit for every level of every parameter, for
//! every two levels of every two parameters, and for every point as a whole; what a point is worth is
//! the mean over its bandits, and so is its upper confidence bound. The next point is the one with the
//! highest bound among random neighbours of the current one, and the recommendation the point with the
//! highest worth among those that were evaluated.
//!
//! Differs: a batch has several points, each chosen as if those before it had been evaluated with the result
//! that the model expects; both sides of each are asked about; and bounds are in units of the
//! standard deviation of all results, so that the constant does not depend on their scale.

mod model;

use crate::error::saved;
use crate::identity::Identity;
use crate::run::{Run, Task};
use crate::saved::Saved;
use crate::setting::{Domain, Setting, SettingValue, Settings};
use crate::tuner::{Tuner, TunerKind};
use crate::{Batch, Error, Objective, Parameter, ParameterKind, ParameterScale, Space, exact};
use ludometer_core::Rng;
use model::Model;
use serde::{Deserialize, Serialize};

/// The settings of NTBEA.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct NtbeaSettings {
    /// The most levels of a number.
    pub levels: u32,
    /// Neighbours among which the next point is chosen.
    pub neighbours: u32,
    /// The constant of the confidence bounds.
    #[serde(with = "exact")]
    pub k: f64,
    /// Points in a batch, each asked about from both sides.
    pub points: u32,
}

impl Default for NtbeaSettings {
    fn default() -> NtbeaSettings {
        NtbeaSettings::of(&Settings::new(NtbeaSettings::DECLARED))
    }
}

const LEVELS: Setting = Setting::new(
    "levels",
    Domain::Whole(2, 1000),
    SettingValue::Whole(11),
    "the most levels of a number; choices have all their options",
);
const NEIGHBOURS: Setting = Setting::new(
    "neighbours",
    Domain::Whole(1, 10_000),
    SettingValue::Whole(50),
    "neighbours among which the next point is chosen",
);
const K: Setting = Setting::new(
    "k",
    Domain::NOT_NEGATIVE,
    SettingValue::Real(1.0),
    "the constant of the confidence bounds, in standard deviations of the results",
);
const POINTS: Setting = Setting::new(
    "points",
    Domain::COUNT,
    SettingValue::Whole(5),
    "points in a batch, each asked about from both sides",
);

impl NtbeaSettings {
    /// What can be set.
    pub(crate) const DECLARED: &[Setting] = &[LEVELS, NEIGHBOURS, K, POINTS];

    pub(crate) fn of(settings: &Settings) -> NtbeaSettings {
        NtbeaSettings {
            levels: settings.whole(&LEVELS.name),
            neighbours: settings.whole(&NEIGHBOURS.name),
            k: settings.real(&K.name),
            points: settings.whole(&POINTS.name),
        }
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        LEVELS.check(self.levels)?;
        NEIGHBOURS.check(self.neighbours)?;
        K.check(self.k)?;
        POINTS.check(self.points)
    }
}

/// A run of NTBEA.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Ntbea {
    settings: NtbeaSettings,
    run: Run,
    /// The levels of every point that was evaluated, in their order.
    points: Vec<u16>,
    /// The mean of the two answers for each.
    #[serde(with = "exact::list")]
    answers: Vec<f64>,
    /// What follows from the points and their answers.
    #[serde(skip)]
    model: Model,
    /// The values of every level of every parameter, which follow from the task.
    #[serde(skip)]
    grid: Vec<Vec<f64>>,
}

/// The values that a parameter takes. The initial value is one of them.
fn levels(parameter: &Parameter, most: u32) -> Vec<f64> {
    let Parameter { low, high, .. } = *parameter;
    let whole = parameter.kind != ParameterKind::Real;
    if whole && (parameter.kind == ParameterKind::Choice || high - low < f64::from(most)) {
        return (0..=(high - low) as u32)
            .map(|step| low + f64::from(step))
            .collect();
    }
    let last = f64::from(most - 1);
    let value = |step: u32| {
        let share = f64::from(step) / last;
        let value = match parameter.scale {
            ParameterScale::Linear => low + share * (high - low),
            ParameterScale::Log => low * libm::pow(high / low, share),
        };
        let value = if whole { value.round() } else { value };
        value.clamp(low, high)
    };
    let mut values: Vec<f64> = (0..most).map(value).collect();
    let off = |value: &f64| (value - parameter.start).abs();
    let nearest = (0..values.len()).min_by(|&a, &b| off(&values[a]).total_cmp(&off(&values[b])));
    if let Some(nearest) = nearest {
        values[nearest] = parameter.start;
    }
    // Whole numbers on a logarithmic scale may come twice.
    values.dedup();
    values
}

fn grid(space: &Space, most: u32) -> Vec<Vec<f64>> {
    let parameters = space.parameters().iter();
    parameters
        .map(|parameter| levels(parameter, most))
        .collect()
}

impl Ntbea {
    /// Raised when its proposals or recommendations change for the same settings.
    pub const VERSION: u32 = 1;

    /// Without any point.
    pub fn new(settings: NtbeaSettings, task: Task) -> Result<Ntbea, Error> {
        settings.check()?;
        let grid = grid(&task.space, settings.levels);
        Ok(Ntbea {
            settings,
            run: Run::new(task)?,
            points: Vec::new(),
            answers: Vec::new(),
            model: Model::new(&grid),
            grid,
        })
    }

    /// Computes what follows from the saved state, and refuses one that does not fit together.
    fn complete(&mut self) -> Result<(), Error> {
        self.settings.check()?;
        self.grid = grid(self.run.space(), self.settings.levels);
        let width = self.grid.len();
        saved("points", self.points.len(), self.answers.len() * width)?;
        let levels = self.grid.iter().cycle();
        let known = self.points.iter().zip(levels);
        let known = known.filter(|&(&level, levels)| usize::from(level) < levels.len());
        saved("points", known.count(), self.points.len())?;
        self.model = Model::new(&self.grid);
        for (point, &answer) in self.points.chunks_exact(width).zip(&self.answers) {
            self.model.learn(point, answer);
        }
        Ok(())
    }

    /// The level of every initial value.
    fn start(&self) -> Vec<u16> {
        let start = self.run.space().start();
        let level = |(levels, start): (&Vec<f64>, f64)| {
            let found = levels.iter().position(|&value| value == start);
            found.expect("the initial value is one of the levels") as u16
        };
        self.grid.iter().zip(start).map(level).collect()
    }

    fn values(&self, point: &[u16]) -> impl Iterator<Item = f64> {
        let levels = self.grid.iter().zip(point);
        levels.map(|(levels, &level)| levels[usize::from(level)])
    }

    /// Points of this batch: each takes two trials.
    fn asked(&self) -> usize {
        (self.run.left() / 2).min(u64::from(self.settings.points)) as usize
    }

    /// The points of this batch.
    fn chosen(&self) -> Vec<Vec<u16>> {
        let mut model = self.model.clone();
        let mut current = match self.points.chunks_exact(self.grid.len()).last() {
            Some(last) => last.to_vec(),
            None => self.start(),
        };
        let mut chosen = Vec::new();
        for number in 0..self.asked() {
            if self.answers.is_empty() && number == 0 {
                // The first point of all is the initial one.
                chosen.push(current.clone());
                model.learn(&current, 0.0);
                continue;
            }
            let mut dice = self.run.dice("neighbours", number);
            let mut best: Option<(f64, Vec<u16>)> = None;
            for _ in 0..self.settings.neighbours {
                let neighbour = self.neighbour(&current, &mut dice);
                // The bound of equals is broken by chance.
                let bound = model.bound(&neighbour, self.settings.k) + 1e-9 * dice.unit();
                if best.as_ref().is_none_or(|(highest, _)| bound > *highest) {
                    best = Some((bound, neighbour));
                }
            }
            if let Some((_, next)) = best {
                current = next;
            }
            model.expect(&current);
            chosen.push(current.clone());
        }
        chosen
    }

    /// Another point that is like this one: one parameter at least has another level.
    fn neighbour(&self, of: &[u16], dice: &mut Rng) -> Vec<u16> {
        let mut point = of.to_vec();
        let sure = dice.index(point.len());
        for (at, levels) in self.grid.iter().enumerate() {
            let others = levels.len() as u64 - 1;
            if others > 0 && (at == sure || dice.happens(1.0 / of.len() as f64)) {
                let other = dice.below(others) as u16;
                point[at] = other + u16::from(other >= of[at]);
            }
        }
        point
    }
}

impl TunerKind for NtbeaSettings {
    fn identity(&self) -> String {
        let NtbeaSettings {
            levels,
            neighbours,
            k,
            points,
        } = self;
        Identity::versioned("ntbea", Ntbea::VERSION)
            .with("levels", levels)
            .with("neighbours", neighbours)
            .with("k", k)
            .with("points", points)
            .end()
    }

    fn start(&self, task: Task) -> Result<Box<dyn Tuner>, Error> {
        Ok(Box::new(Ntbea::new(*self, task)?))
    }

    fn restore(&self, saved: &Saved) -> Result<Box<dyn Tuner>, Error> {
        let mut tuner: Ntbea = saved.open(&self.identity())?;
        tuner.complete()?;
        Ok(Box::new(tuner))
    }
}

impl Tuner for Ntbea {
    fn task(&self) -> &Task {
        &self.run.task
    }

    fn spent(&self) -> u64 {
        self.run.spent
    }

    fn ask(&self) -> Batch {
        let mut batch = self.run.batch();
        let chosen = self.chosen();
        let against = match self.run.task.objective {
            Objective::Duel if !chosen.is_empty() => {
                Some(batch.push_point(|out| out.extend(self.run.space().start())))
            }
            _ => None,
        };
        for (number, point) in chosen.iter().enumerate() {
            let point = batch.push_point(|out| out.extend(self.values(point)));
            for mirrored in [false, true] {
                batch.push(point, against, self.run.fresh + number as u64, mirrored);
            }
        }
        batch
    }

    fn tell(&mut self, answers: &[f64]) -> Result<(), Error> {
        self.run.check(answers, 2 * self.asked(), || self.ask())?;
        let chosen = self.chosen();
        for (point, answers) in chosen.iter().zip(answers.chunks_exact(2)) {
            let answer = answers[0] / 2.0 + answers[1] / 2.0;
            self.model.learn(point, answer);
            self.points.extend(point);
            self.answers.push(answer);
        }
        if !chosen.is_empty() {
            self.run.fresh += chosen.len() as u64;
            self.run.advance(answers.len());
        }
        Ok(())
    }

    fn best(&self) -> Vec<f64> {
        match self.model.best() {
            Some(point) => self.values(point).collect(),
            None => self.run.space().start(),
        }
    }

    fn extend(&mut self, budget: u64) {
        self.run.task.budget = budget;
    }

    fn save(&self) -> Saved {
        Saved::new(self.settings.identity(), self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_hold_the_initial_value_and_the_ends() {
        let real = Parameter::real("x", -1.0, 1.0, 0.13);
        assert_eq!(levels(&real, 5), [-1.0, -0.5, 0.13, 0.5, 1.0]);
        let log = Parameter::real("x", 0.01, 100.0, 1.0).log();
        for (found, wanted) in levels(&log, 5).iter().zip([0.01, 0.1, 1.0, 10.0, 100.0]) {
            assert!((found / wanted - 1.0).abs() < 1e-12, "{found}");
        }
        let few = Parameter::integer("x", 3, 7, 4);
        assert_eq!(levels(&few, 5), [3.0, 4.0, 5.0, 6.0, 7.0]);
        let many = Parameter::integer("x", 0, 100, 33);
        assert_eq!(levels(&many, 5), [0.0, 33.0, 50.0, 75.0, 100.0]);
        let twice = Parameter::integer("x", 1, 1000, 1).log();
        assert_eq!(levels(&twice, 5), [1.0, 6.0, 32.0, 178.0, 1000.0]);
        let choice = Parameter::choice("x", 30, 2);
        assert_eq!(levels(&choice, 5).len(), 30);
    }

    #[test]
    fn neighbours_are_other_points_of_the_grid() {
        let space = Space::new(vec![
            Parameter::choice("a", 2, 0),
            Parameter::integer("b", 1, 4, 2),
            Parameter::real("c", 0.0, 1.0, 0.5),
        ]);
        let task = Task {
            space: space.unwrap(),
            objective: Objective::Value,
            budget: 100,
            seed: 1,
        };
        let tuner = Ntbea::new(NtbeaSettings::default(), task).unwrap();
        let start = tuner.start();
        assert_eq!(start, [0, 1, 5]);
        let mut dice = tuner.run.dice("test", 0);
        let mut changed = [0; 3];
        for _ in 0..3000 {
            let neighbour = tuner.neighbour(&start, &mut dice);
            assert_ne!(neighbour, start);
            for (at, levels) in tuner.grid.iter().enumerate() {
                assert!(usize::from(neighbour[at]) < levels.len());
                changed[at] += u32::from(neighbour[at] != start[at]);
            }
        }
        // Each changes for sure in a third of them, and in a third of the others.
        for count in changed {
            assert!((1500..1840).contains(&count), "{changed:?}");
        }
    }
}
