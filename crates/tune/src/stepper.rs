//! A rule at work: what it remembers between two estimates of the gradient.

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

/// A rule at work.
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
            } => out.fill(perturbation * (clock.last / clock.now).powf(gamma)),
            Rule::Spall {
                perturbation,
                schedule: Schedule { gamma, .. },
                ..
            }
            | Rule::Adam {
                perturbation,
                gamma,
                ..
            } => out.fill(perturbation / clock.now.powf(gamma)),
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
                let gain = gain / (offset + clock.now).powf(schedule.alpha);
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
                let gain = end * ((offset + clock.last) / (offset + clock.now)).powf(alpha);
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
                let unbias = [1.0 - beta1.powf(clock.now), 1.0 - beta2.powf(clock.now)];
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
