//! Update rules of stochastic gradient ascent: the sizes of steps and perturbations.

use crate::identity::Identity;
use crate::rprop::RpropSettings;
use crate::setting::{Domain, Setting, SettingValue, Settings};
use crate::{Error, exact};
use serde::{Deserialize, Serialize};

/// How steps and perturbations are sized. Distances are in coordinates: a range is [-1, 1] unless
/// its parameter has a width.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// Gains aₖ = a / (A + k)^α and cₖ = c / k^γ (Spall 1998, "Implementation of the simultaneous
    /// perturbation algorithm for stochastic optimization").
    Spall {
        /// a: the gain of steps.
        #[serde(with = "exact")]
        gain: f64,
        /// c: the gain of perturbations.
        #[serde(with = "exact")]
        perturbation: f64,
        /// A, α and γ.
        schedule: Schedule,
    },
    /// The same gains given by their final values, as fishtest and OpenBench have it: at the last
    /// iteration the perturbation is c_end, and a trial that is won moves by r_end · c_end.
    Fishtest {
        /// c_end: the final perturbation.
        #[serde(with = "exact")]
        perturbation: f64,
        /// r_end: the final learning rate.
        #[serde(with = "exact")]
        rate: f64,
        /// A, α and γ.
        schedule: Schedule,
    },
    /// Steps by Adam (Kingma and Ba 2015), the rate falling to nothing as the square root of what is
    /// left of the budget; perturbations as Spall's.
    Adam {
        /// The initial learning rate.
        #[serde(with = "exact")]
        rate: f64,
        /// c: the gain of perturbations.
        #[serde(with = "exact")]
        perturbation: f64,
        /// γ: the power by which perturbations fall.
        #[serde(with = "exact")]
        gamma: f64,
        /// β₁: how much of the mean of gradients is kept.
        #[serde(with = "exact")]
        beta1: f64,
        /// β₂: how much of the mean of their squares is kept.
        #[serde(with = "exact")]
        beta2: f64,
    },
    /// Steps by iRPROP⁻; perturbations are a multiple of the steps: RSPSA (section 2.4 of Kocsis,
    /// Szepesvári and Winands).
    Rprop {
        /// η⁺, η⁻, δ₀, δ⁻ and δ⁺.
        steps: RpropSettings,
        /// ρ: perturbations are ρ δ.
        #[serde(with = "exact")]
        rho: f64,
    },
}

/// The schedule of Spall's gains.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Schedule {
    /// A, as a share of all iterations.
    #[serde(with = "exact")]
    pub stability: f64,
    /// α: the power by which steps fall.
    #[serde(with = "exact")]
    pub alpha: f64,
    /// γ: the power by which perturbations fall.
    #[serde(with = "exact")]
    pub gamma: f64,
}

impl Schedule {
    /// What Spall advises: A a tenth of the iterations, α = 0.602, γ = 0.101.
    pub const SPALL: Schedule = Schedule {
        stability: 0.1,
        alpha: 0.602,
        gamma: 0.101,
    };

    fn of(settings: &Settings) -> Schedule {
        Schedule {
            stability: settings.real(&STABILITY.name),
            alpha: settings.real(&ALPHA.name),
            gamma: settings.real(&GAMMA.name),
        }
    }

    fn identify(&self, rule: Identity) -> Identity {
        let Schedule {
            stability,
            alpha,
            gamma,
        } = self;
        rule.with("A", stability)
            .with("alpha", alpha)
            .with("gamma", gamma)
    }

    fn check(&self) -> Result<(), Error> {
        STABILITY.check(self.stability)?;
        ALPHA.check(self.alpha)?;
        GAMMA.check(self.gamma)
    }
}

const GAIN: Setting = Setting::new(
    "a",
    Domain::POSITIVE,
    SettingValue::Real(0.02),
    "a: the gain of steps",
);
const PERTURBATION: Setting = perturbation(0.25);
const STABILITY: Setting = Setting::new(
    "A",
    Domain::NOT_NEGATIVE,
    SettingValue::Real(Schedule::SPALL.stability),
    "A: how many iterations hold the first steps back, as a share of all",
);
const ALPHA: Setting = Setting::new(
    "alpha",
    Domain::SHARE,
    SettingValue::Real(Schedule::SPALL.alpha),
    "the power by which steps fall",
);
const GAMMA: Setting = Setting::new(
    "gamma",
    Domain::SHARE,
    SettingValue::Real(Schedule::SPALL.gamma),
    "the power by which perturbations fall",
);
const LAST_PERTURBATION: Setting = Setting::new(
    "c_end",
    Domain::POSITIVE,
    SettingValue::Real(0.1),
    "the last perturbation, in units of half a range",
);
const LAST_RATE: Setting = Setting::new(
    "r_end",
    Domain::POSITIVE,
    SettingValue::Real(0.002),
    "the last step after a win, in perturbations",
);
const RATE: Setting = Setting::new(
    "rate",
    Domain::POSITIVE,
    SettingValue::Real(0.01),
    "Adam's first step, in units of half a range",
);
const BETA1: Setting = Setting::new(
    "beta1",
    Domain::PART,
    SettingValue::Real(0.9),
    "how much of the mean of gradients Adam keeps",
);
const BETA2: Setting = Setting::new(
    "beta2",
    Domain::PART,
    SettingValue::Real(0.999),
    "how much of the mean of their squares Adam keeps",
);
const RHO: Setting = Setting::new(
    "rho",
    Domain::POSITIVE,
    SettingValue::Real(1.0),
    "how many steps a perturbation is",
);

const fn perturbation(default: f64) -> Setting {
    Setting::new(
        "c",
        Domain::POSITIVE,
        SettingValue::Real(default),
        "c: the first perturbation, in units of half a range",
    )
}

impl Rule {
    /// What can be set on [`Rule::Spall`].
    pub(crate) const SPALL: &[Setting] = &[GAIN, PERTURBATION, STABILITY, ALPHA, GAMMA];
    /// What can be set on [`Rule::Fishtest`].
    pub(crate) const FISHTEST: &[Setting] =
        &[LAST_PERTURBATION, LAST_RATE, STABILITY, ALPHA, GAMMA];
    /// What can be set on [`Rule::Adam`].
    pub(crate) const ADAM: &[Setting] = &[RATE, perturbation(0.2), GAMMA, BETA1, BETA2];
    /// What can be set on [`Rule::Rprop`] beside its steps.
    pub(crate) const RPROP: &[Setting] = &[RHO];

    pub(crate) fn spall(settings: &Settings) -> Rule {
        Rule::Spall {
            gain: settings.real(&GAIN.name),
            perturbation: settings.real(&PERTURBATION.name),
            schedule: Schedule::of(settings),
        }
    }

    pub(crate) fn fishtest(settings: &Settings) -> Rule {
        Rule::Fishtest {
            perturbation: settings.real(&LAST_PERTURBATION.name),
            rate: settings.real(&LAST_RATE.name),
            schedule: Schedule::of(settings),
        }
    }

    pub(crate) fn adam(settings: &Settings) -> Rule {
        Rule::Adam {
            rate: settings.real(&RATE.name),
            perturbation: settings.real(&PERTURBATION.name),
            gamma: settings.real(&GAMMA.name),
            beta1: settings.real(&BETA1.name),
            beta2: settings.real(&BETA2.name),
        }
    }

    pub(crate) fn rprop(settings: &Settings) -> Rule {
        Rule::Rprop {
            steps: RpropSettings::of(settings),
            rho: settings.real(&RHO.name),
        }
    }

    /// Its canonical text, in the words of the paper that it comes from.
    pub(crate) fn identity(&self) -> String {
        match self {
            Rule::Spall {
                gain,
                perturbation,
                schedule,
            } => {
                let rule = Identity::new("spall")
                    .with("a", gain)
                    .with("c", perturbation);
                schedule.identify(rule).end()
            }
            Rule::Fishtest {
                perturbation,
                rate,
                schedule,
            } => {
                let rule = Identity::new("fishtest")
                    .with("c_end", perturbation)
                    .with("r_end", rate);
                schedule.identify(rule).end()
            }
            Rule::Adam {
                rate,
                perturbation,
                gamma,
                beta1,
                beta2,
            } => Identity::new("adam")
                .with("rate", rate)
                .with("c", perturbation)
                .with("gamma", gamma)
                .with("beta1", beta1)
                .with("beta2", beta2)
                .end(),
            Rule::Rprop { steps, rho } => steps
                .identify(Identity::new("rprop"))
                .with("rho", rho)
                .end(),
        }
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        match *self {
            Rule::Spall {
                gain,
                perturbation,
                schedule,
            } => {
                GAIN.check(gain)?;
                PERTURBATION.check(perturbation)?;
                schedule.check()
            }
            Rule::Fishtest {
                perturbation,
                rate,
                schedule,
            } => {
                LAST_PERTURBATION.check(perturbation)?;
                LAST_RATE.check(rate)?;
                schedule.check()
            }
            Rule::Adam {
                rate,
                perturbation,
                gamma,
                beta1,
                beta2,
            } => {
                RATE.check(rate)?;
                PERTURBATION.check(perturbation)?;
                GAMMA.check(gamma)?;
                BETA1.check(beta1)?;
                BETA2.check(beta2)
            }
            Rule::Rprop { steps, rho } => {
                steps.check()?;
                RHO.check(rho)
            }
        }
    }
}
