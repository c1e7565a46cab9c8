//! The settings of the default tuner. The values were chosen together on test functions (`ludometer
//! bench tune`). Half or twice a value costs up to half as much regret again on average; but twice
//! `learn` or `clip`, or half of `clip`, can lose the way where scales are far off and sides are
//! unlike.

use crate::identity::Identity;
use crate::setting::{Domain, Setting, SettingValue, Settings};
use crate::{Error, exact};
use serde::{Deserialize, Serialize};

/// The settings of the default tuner. Sizes are shares of half a range.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResilientSettings {
    /// Trials in an iteration: this many times the root of the budget.
    #[serde(with = "exact")]
    pub batch: f64,
    /// The first perturbation.
    #[serde(with = "exact")]
    pub first: f64,
    /// The largest perturbation.
    #[serde(with = "exact")]
    pub largest: f64,
    /// ρ: a perturbation is this many times the step that a significance of 1 makes.
    #[serde(with = "exact")]
    pub rho: f64,
    /// The largest significance that a step follows.
    #[serde(with = "exact")]
    pub clip: f64,
    /// How much of the trend is kept from one iteration to the next.
    #[serde(with = "exact")]
    pub memory: f64,
    /// How fast perturbations follow agreement, on a logarithmic scale.
    #[serde(with = "exact")]
    pub learn: f64,
    /// How fast they grow without any.
    #[serde(with = "exact")]
    pub drift: f64,
    /// The last share of the ascent over which iterates are averaged.
    #[serde(with = "exact")]
    pub average: f64,
    /// The last share of the budget, in which the average plays the initial point.
    #[serde(with = "exact")]
    pub verify: f64,
}

impl Default for ResilientSettings {
    fn default() -> ResilientSettings {
        ResilientSettings::of(&Settings::new(ResilientSettings::DECLARED))
    }
}

const BATCH: Setting = Setting::new(
    "batch",
    Domain::POSITIVE,
    SettingValue::Real(0.7),
    "trials in an iteration, in roots of the budget",
);
const FIRST: Setting = Setting::new(
    "first",
    Domain::POSITIVE,
    SettingValue::Real(0.25),
    "the first perturbation, as a share of half a range",
);
const LARGEST: Setting = Setting::new(
    "largest",
    Domain::POSITIVE,
    SettingValue::Real(0.5),
    "the largest perturbation, as a share of half a range",
);
const RHO: Setting = Setting::new(
    "rho",
    Domain::POSITIVE,
    SettingValue::Real(6.0),
    "how many steps a perturbation is, at a significance of 1",
);
const CLIP: Setting = Setting::new(
    "clip",
    Domain::POSITIVE,
    SettingValue::Real(2.0),
    "the largest significance that a step follows",
);
const MEMORY: Setting = Setting::new(
    "memory",
    Domain::PART,
    SettingValue::Real(0.85),
    "how much of the trend is kept from one iteration to the next",
);
const LEARN: Setting = Setting::new(
    "learn",
    Domain::POSITIVE,
    SettingValue::Real(0.1),
    "how fast perturbations follow agreement, on a logarithmic scale",
);
const DRIFT: Setting = Setting::new(
    "drift",
    Domain::NOT_NEGATIVE,
    SettingValue::Real(0.008),
    "how fast perturbations grow without any",
);
const AVERAGE: Setting = Setting::new(
    "average",
    Domain::PART,
    SettingValue::Real(0.5),
    "the last share of the ascent whose iterates are averaged",
);
const VERIFY: Setting = Setting::new(
    "verify",
    Domain::PART,
    SettingValue::Real(0.1),
    "the last share of the budget, in which the average meets the start",
);

impl ResilientSettings {
    /// What can be set.
    pub(crate) const DECLARED: &[Setting] = &[
        BATCH, FIRST, LARGEST, RHO, CLIP, MEMORY, LEARN, DRIFT, AVERAGE, VERIFY,
    ];

    pub(crate) fn of(settings: &Settings) -> ResilientSettings {
        ResilientSettings {
            batch: settings.real(&BATCH.name),
            first: settings.real(&FIRST.name),
            largest: settings.real(&LARGEST.name),
            rho: settings.real(&RHO.name),
            clip: settings.real(&CLIP.name),
            memory: settings.real(&MEMORY.name),
            learn: settings.real(&LEARN.name),
            drift: settings.real(&DRIFT.name),
            average: settings.real(&AVERAGE.name),
            verify: settings.real(&VERIFY.name),
        }
    }

    /// Writes all settings into the identity of the tuner.
    pub(super) fn identify(&self, tuner: Identity) -> Identity {
        let ResilientSettings {
            batch,
            first,
            largest,
            rho,
            clip,
            memory,
            learn,
            drift,
            average,
            verify,
        } = self;
        tuner
            .with("batch", batch)
            .with("first", first)
            .with("largest", largest)
            .with("rho", rho)
            .with("clip", clip)
            .with("memory", memory)
            .with("learn", learn)
            .with("drift", drift)
            .with("average", average)
            .with("verify", verify)
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        BATCH.check(self.batch)?;
        FIRST.check(self.first)?;
        LARGEST.check(self.largest)?;
        RHO.check(self.rho)?;
        CLIP.check(self.clip)?;
        MEMORY.check(self.memory)?;
        LEARN.check(self.learn)?;
        DRIFT.check(self.drift)?;
        AVERAGE.check(self.average)?;
        VERIFY.check(self.verify)
    }
}
