//! What the default takes. The values were chosen together on landscapes (`ludometer bench tune`).
//! Half or twice a value costs up to half as much regret again on average; but twice `learn` or
//! `clip`, or half of `clip`, can lose the way where scales are far off and sides are unlike.

use crate::error::setting;
use crate::identity::Identity;
use crate::{Error, exact};
use serde::{Deserialize, Serialize};

/// What the default takes. Sizes are shares of half a range.
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
    /// The last share of the budget, in which the average meets the start.
    #[serde(with = "exact")]
    pub verify: f64,
}

impl Default for ResilientSettings {
    fn default() -> ResilientSettings {
        ResilientSettings {
            batch: 0.7,
            first: 0.25,
            largest: 0.5,
            rho: 6.0,
            clip: 2.0,
            memory: 0.85,
            learn: 0.1,
            drift: 0.008,
            average: 0.5,
            verify: 0.1,
        }
    }
}

impl ResilientSettings {
    /// Says all of it in the identity of the tuner.
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

    pub(super) fn check(&self) -> Result<(), Error> {
        for (name, value) in [
            ("batch", self.batch),
            ("first", self.first),
            ("largest", self.largest),
            ("rho", self.rho),
            ("clip", self.clip),
            ("learn", self.learn),
        ] {
            setting(name, value, value > 0.0, "positive")?;
        }
        setting("drift", self.drift, self.drift >= 0.0, "at least 0")?;
        for (name, value) in [
            ("memory", self.memory),
            ("average", self.average),
            ("verify", self.verify),
        ] {
            let share = (0.0..1.0).contains(&value);
            setting(name, value, share, "at least 0 and below 1")?;
        }
        Ok(())
    }
}
