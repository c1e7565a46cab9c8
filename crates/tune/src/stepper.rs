//! The state of an update rule between two estimates of the gradient.

use crate::error::saved;
use crate::rprop::Rprop;
use crate::rule::{Rule, Schedule};
use crate::{Error, Space, exact};
use serde::{Deserialize, Serialize};

/// Where an ascent stands in its schedule: iterations, and trials in each.
#[derive(Clone, Copy)]
pub(crate) struct Clock {
    /// The current iteration, from 1.
    pub(crate) now: f64,
    /// The last one.
    pub(crate) last: f64,
    /// Trials in an iteration.
    pub(crate) trials: f64,
}

/// An update rule with its state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Stepper {
    rule: Rule,
    adam: Option<Moments>,
    rprop: Option<Rprop>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Moments {
    #[serde(with = "exact::list")]
    first: Vec<f64>,
    #[serde(with = "exact::list")]
    second: Vec<f64>,
}

impl Stepper {
    pub(crate) fn new(rule: Rule, coordinates: usize) -> Result<Stepper, Error> {
        rule.check()?;
        let zeros = || vec![0.0; coordinates];
        Ok(Stepper {
            rule,
            adam: matches!(rule, Rule::Adam { .. }).then(|| Moments {
                first: zeros(),
                second: zeros(),
            }),
            rprop: match rule {
                Rule::Rprop { steps, .. } => Some(Rprop::new(steps, coordinates)?),
                _ => None,
            },
        })
    }

    /// Writes the sizes of the current perturbations.
    pub(crate) fn sizes(&self, clock: Clock, out: &mut [f64]) {
        match self.rule {
            Rule::Rprop { rho, .. } => {
                let steps = self.rprop.iter().flat_map(Rprop::steps);
                for (size, step) in out.iter_mut().zip(steps) {
                    *size = rho * step;
                }
            }
            Rule::Fishtest {
                perturbation,
                schedule: Schedule { gamma, .. },
                ..
            } => out.fill(perturbation * libm::pow(clock.last / clock.now, gamma)),
            Rule::Spall {
                perturbation,
                schedule: Schedule { gamma, .. },
                ..
            }
            | Rule::Adam {
                perturbation,
                gamma,
                ..
            } => out.fill(perturbation / libm::pow(clock.now, gamma)),
        }
    }

    /// Moves `point` by an estimate of the gradient that was taken with perturbations of `sizes`.
    pub(crate) fn step(
        &mut self,
        clock: Clock,
        gradient: &[f64],
        sizes: &[f64],
        point: &mut [f64],
    ) {
        match self.rule {
            Rule::Spall { gain, schedule, .. } => {
                let offset = schedule.stability * clock.last;
                let gain = gain / libm::pow(offset + clock.now, schedule.alpha);
                for (x, g) in point.iter_mut().zip(gradient) {
                    *x += gain * g;
                }
            }
            Rule::Fishtest {
                perturbation,
                rate,
                schedule,
            } => {
                let Schedule {
                    stability, alpha, ..
                } = schedule;
                let offset = stability * clock.last;
                // fishtest adds R c Δ for every trial that is won; the gradient is the mean of
                // difference / (2 c Δ), so that the sum over trials of difference times c Δ is
                // 2 c² times the gradient times the trials.
                let end = rate * perturbation * perturbation;
                let gain = end * libm::pow((offset + clock.last) / (offset + clock.now), alpha);
                let first = sizes.first().map_or(1.0, |c| c * c);
                let rate = gain / first;
                for ((x, g), c) in point.iter_mut().zip(gradient).zip(sizes) {
                    *x += rate * 2.0 * c * c * g * clock.trials;
                }
            }
            Rule::Adam {
                rate, beta1, beta2, ..
            } => {
                let Some(Moments { first, second }) = &mut self.adam else {
                    return;
                };
                let left = (1.0 - clock.now / (clock.last + 1.0)).max(0.0).sqrt();
                let unbias = [
                    1.0 - libm::pow(beta1, clock.now),
                    1.0 - libm::pow(beta2, clock.now),
                ];
                let moments = first.iter_mut().zip(second);
                for ((x, g), (m, v)) in point.iter_mut().zip(gradient).zip(moments) {
                    *m = beta1 * *m + (1.0 - beta1) * g;
                    *v = beta2 * *v + (1.0 - beta2) * g * g;
                    let spread = (*v / unbias[1]).sqrt();
                    if spread > 0.0 {
                        *x += rate * left * (*m / unbias[0]) / spread;
                    }
                }
            }
            Rule::Rprop { .. } => {
                if let Some(rprop) = &mut self.rprop {
                    rprop.step(gradient, point);
                }
            }
        }
    }

    pub(crate) fn check(&self, space: &Space) -> Result<(), Error> {
        self.rule.check()?;
        let parts = [
            (
                "adam",
                self.adam.is_some(),
                matches!(self.rule, Rule::Adam { .. }),
            ),
            (
                "rprop",
                self.rprop.is_some(),
                matches!(self.rule, Rule::Rprop { .. }),
            ),
        ];
        for (what, found, needed) in parts {
            saved(what, found.into(), needed.into())?;
        }
        if let Some(moments) = &self.adam {
            space.fits("first", &moments.first)?;
            space.fits("second", &moments.second)?;
        }
        match &self.rprop {
            Some(rprop) => rprop
                .coordinates()
                .into_iter()
                .try_for_each(|(what, list)| space.fits(what, list)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Method;
    use crate::rprop::RpropSettings;

    /// The rule of a preset.
    fn rule(name: &str) -> Rule {
        match Method::named(name) {
            Ok(Method::Ascent(settings)) => settings.rule,
            other => panic!("{name} is {other:?}"),
        }
    }

    /// The sixteenth of a hundred iterations of one trial.
    const CLOCK: Clock = Clock {
        now: 16.0,
        last: 100.0,
        trials: 1.0,
    };

    fn near(found: f64, right: f64) {
        assert!((found - right).abs() < 1e-12, "{found} for {right}");
    }

    /// The sizes of the perturbations, and where a gradient leads from nothing.
    fn at(rule: Rule, clock: Clock, gradient: f64) -> (f64, f64) {
        let mut stepper = Stepper::new(rule, 1).unwrap();
        let (mut sizes, mut point) = ([0.0], [0.0]);
        stepper.sizes(clock, &mut sizes);
        stepper.step(clock, &[gradient], &sizes, &mut point);
        (sizes[0], point[0])
    }

    /// 0.25 / 16^0.101 and 0.02 / (10 + 16)^0.602.
    #[test]
    fn gains_fall_as_spall_has_them() {
        let (size, step) = at(rule("spsa"), CLOCK, -1.0);
        near(size, 0.188_939_991_039_528_3);
        near(step, -0.002_813_299_960_998_455);
    }

    /// A trial that is won gives a gradient of 1 / (2 c), and moves by R c: at the last iteration r_end
    /// times c_end, before it by more.
    #[test]
    fn gains_end_where_fishtest_wants_them() {
        let rule = rule("spsa-fishtest");
        let won = |clock: Clock| {
            let (size, _) = at(rule, clock, 0.0);
            (size, at(rule, clock, 1.0 / (2.0 * size)).1)
        };
        let (size, step) = won(Clock {
            now: 100.0,
            ..CLOCK
        });
        near(size, 0.1);
        near(step, 0.002 * 0.1);
        // 0.1 (100 / 16)^0.101, and 0.002 0.1^2 (110 / 26)^0.602 / c.
        let (size, step) = won(CLOCK);
        near(size, 0.120_332_761_048_842_75);
        near(step, 0.000_396_050_489_960_598_25);
        // The gradient is a mean over trials, of which each counts.
        let three = Clock {
            trials: 3.0,
            ..CLOCK
        };
        near(won(three).1, 3.0 * step);
    }

    /// Three gradients, 2, -1 and 1/2, of nine iterations: by the paper's algorithm 1, with what is left
    /// of the rate under its root. The first step is the rate whatever the gradient.
    #[test]
    fn adam_goes_as_published() {
        let mut stepper = Stepper::new(rule("spsa-adam"), 2).unwrap();
        let mut point = [0.0; 2];
        for (now, gradient, right) in [
            (1.0, 2.0, 0.009_486_832_980_505_143),
            (2.0, -1.0, 0.011_869_023_882_931_998),
            (3.0, 0.5, 0.014_717_258_484_668_913),
        ] {
            let clock = Clock {
                now,
                last: 9.0,
                trials: 1.0,
            };
            let mut sizes = [0.0; 2];
            stepper.sizes(clock, &mut sizes);
            near(sizes[0], 0.2 / libm::pow(now, 0.101));
            stepper.step(clock, &[gradient, 0.0], &sizes, &mut point);
            near(point[0], right);
            assert_eq!(point[1], 0.0, "without a gradient nothing moves");
        }
        // At the end nothing is left.
        let last = Clock {
            now: 10.0,
            last: 9.0,
            trials: 1.0,
        };
        let before = point;
        stepper.step(last, &[5.0, 5.0], &[0.1; 2], &mut point);
        assert_eq!(point, before);
    }

    #[test]
    fn perturbations_of_rprop_are_a_multiple_of_its_steps() {
        let steps = RpropSettings::TD_EF;
        let (size, step) = at(Rule::Rprop { steps, rho: 3.0 }, CLOCK, 7.0);
        near(size, 3.0 * 0.1);
        near(step, 0.1);
    }
}
