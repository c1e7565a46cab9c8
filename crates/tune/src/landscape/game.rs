//! Simulated games on a test function: the result depends on the difference in strength and on chance.

use super::kind::{HEIGHT, Hill, LandscapeKind};
use crate::{Batch, Objective, Parameter, Space};
use ludometer_core::{Generator, Rng, Seed};

/// A test function: simulated games between points of known strength. The payoff is 1 for a win, 0 for a draw and -1
/// for a loss.
///
/// A player who is D Elo stronger wins with probability 1 / (1 + 10^((m - D) / 400)) and loses with
/// probability 1 / (1 + 10^((m + D) / 400)), where the margin m is 0 without draws (the draw model
/// of Rao and Kupper 1967, "Ties in paired-comparison experiments"). A duel is played between the
/// two points of a trial; a value is the payoff against the start.
///
/// In a share of the scenarios all trials have common random numbers, reflected in mirrored ones; in the
/// others every trial has its own.
#[derive(Clone, Debug)]
pub struct Landscape {
    hill: Hill,
    dimension: usize,
    margin: f64,
    shared: f64,
    luck: Seed,
}

impl Landscape {
    /// A landscape of this kind and dimension (at least 1); everything random comes from `seed`.
    /// Without draws and common random numbers.
    pub fn new(kind: LandscapeKind, dimension: usize, seed: u64) -> Landscape {
        let dimension = dimension.max(1);
        let address = Seed::new(seed).named("landscape").named(kind.name());
        let mut dice = address.nth(dimension as u64).rng(Generator::Xoshiro);
        Landscape {
            hill: Hill::new(kind, dimension, &mut dice),
            dimension,
            margin: 0.0,
            shared: 0.0,
            luck: address.named("luck"),
        }
    }

    /// The same with this margin of draws in Elo: at 200, equals draw 52 % of their games.
    #[must_use]
    pub fn draws(mut self, margin: f64) -> Landscape {
        self.margin = margin;
        self
    }

    /// The same with common random numbers in this share of the scenarios.
    #[must_use]
    pub fn shared(mut self, share: f64) -> Landscape {
        self.shared = share;
        self
    }

    /// Its parameters: the box [-1, 1], starting from 0.
    pub fn space(&self) -> Space {
        let parameters = (0..self.dimension)
            .map(|i| Parameter::real(&format!("x{i}"), -1.0, 1.0, 0.0))
            .collect();
        Space::new(parameters).expect("a box of at least one dimension")
    }

    /// How far below the top a point is, in Elo; 100 at the start, more if it was harmed.
    pub fn regret(&self, point: &[f64]) -> f64 {
        self.hill.regret(point)
    }

    /// Plays every trial of a batch.
    pub fn answers(&self, batch: &Batch, objective: Objective) -> Vec<f64> {
        let regrets: Vec<f64> = batch.points().map(|point| self.regret(point)).collect();
        let play = |(index, trial): (usize, crate::Trial<'_>)| {
            let (point, against) = batch.numbers(index);
            let other = match objective {
                Objective::Value => HEIGHT,
                Objective::Duel => against.map_or(HEIGHT, |number| regrets[number]),
            };
            let mut luck = self.luck.nth(trial.scenario).rng(Generator::Xoshiro);
            let shared = self.shared > 0.0 && luck.happens(self.shared);
            let luck = match shared {
                true if trial.mirrored => 1.0 - luck.unit(),
                true => luck.unit(),
                false => {
                    let mut own: Rng = self
                        .luck
                        .named("own")
                        .nth(trial.number)
                        .rng(Generator::Xoshiro);
                    own.unit()
                }
            };
            self.payoff(other - regrets[point], luck)
        };
        batch.trials().enumerate().map(play).collect()
    }

    fn payoff(&self, lead: f64, luck: f64) -> f64 {
        let share = |x: f64| 1.0 / (1.0 + libm::exp10(x / 400.0));
        if luck < share(self.margin - lead) {
            1.0
        } else if luck >= 1.0 - share(self.margin + lead) {
            -1.0
        } else {
            0.0
        }
    }
}
