//! iRPROP⁻ (Igel and Hüsken 2000), as section 2.3 of Kocsis, Szepesvári and Winands gives it for
//! maximisation: steps of a size of their own for every coordinate, by the sign of the gradient.

use crate::error::setting;
use crate::identity::Identity;
use crate::setting::{Domain, Setting, SettingValue, Settings};
use crate::{Error, exact};
use serde::{Deserialize, Serialize};
use std::ops::Bound;

/// The settings of iRPROP⁻.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RpropSettings {
    /// η⁺: factor of a step after two gradients of the same sign.
    #[serde(with = "exact")]
    pub grow: f64,
    /// η⁻: factor of a step after two gradients of different sign.
    #[serde(with = "exact")]
    pub shrink: f64,
    /// δ₀: the first step.
    #[serde(with = "exact")]
    pub first: f64,
    /// δ⁻: the smallest step.
    #[serde(with = "exact")]
    pub smallest: f64,
    /// δ⁺: the largest step.
    #[serde(with = "exact")]
    pub largest: f64,
}

const ETA_PLUS: Setting = Setting::new(
    "eta_plus",
    Domain::Real(Bound::Excluded(1.0), Bound::Unbounded),
    SettingValue::Real(1.1),
    "factor of a step after two gradients of the same sign",
);
const ETA_MINUS: Setting = Setting::new(
    "eta_minus",
    Domain::Real(Bound::Excluded(0.0), Bound::Excluded(1.0)),
    SettingValue::Real(0.85),
    "factor of a step after two gradients of different sign",
);
const DELTA_0: Setting = Setting::new(
    "delta0",
    Domain::POSITIVE,
    SettingValue::Real(0.01),
    "the first step, in units of half a range",
);
const DELTA_MIN: Setting = Setting::new(
    "delta_min",
    Domain::POSITIVE,
    SettingValue::Real(1e-3),
    "the smallest step",
);
const DELTA_MAX: Setting = Setting::new(
    "delta_max",
    Domain::POSITIVE,
    SettingValue::Real(1.0),
    "the largest step",
);

impl RpropSettings {
    /// What can be set; the paper's Table 1, row OM.
    pub(crate) const DECLARED: &[Setting] = &[ETA_PLUS, ETA_MINUS, DELTA_0, DELTA_MIN, DELTA_MAX];

    pub(crate) fn of(settings: &Settings) -> RpropSettings {
        RpropSettings {
            grow: settings.real(&ETA_PLUS.name),
            shrink: settings.real(&ETA_MINUS.name),
            first: settings.real(&DELTA_0.name),
            smallest: settings.real(&DELTA_MIN.name),
            largest: settings.real(&DELTA_MAX.name),
        }
    }

    /// The paper's Table 1, row TD (EF): with gradients from temporal differences.
    pub const TD_EF: RpropSettings = RpropSettings {
        grow: 1.2,
        shrink: 0.5,
        first: 0.1,
        smallest: 1e-6,
        largest: 1.0,
    };

    /// Writes all settings into an identity.
    pub(crate) fn identify(&self, rule: Identity) -> Identity {
        let RpropSettings {
            grow,
            shrink,
            first,
            smallest,
            largest,
        } = self;
        rule.with("eta_plus", grow)
            .with("eta_minus", shrink)
            .with("delta0", first)
            .with("delta_min", smallest)
            .with("delta_max", largest)
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        ETA_PLUS.check(self.grow)?;
        ETA_MINUS.check(self.shrink)?;
        DELTA_MIN.check(self.smallest)?;
        DELTA_MAX.check(self.largest)?;
        let ordered = self.largest >= self.smallest;
        setting(&DELTA_MAX.name, self.largest, ordered, "at least delta_min")?;
        let within = self.first >= self.smallest && self.first <= self.largest;
        let right = "between delta_min and delta_max";
        setting(&DELTA_0.name, self.first, within, right)
    }
}

/// The iRPROP⁻ update rule without a tuner around it: gradients in, steps out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rprop {
    settings: RpropSettings,
    #[serde(with = "exact::list")]
    steps: Vec<f64>,
    #[serde(with = "exact::list")]
    before: Vec<f64>,
}

impl Rprop {
    /// For points of this dimension.
    pub fn new(settings: RpropSettings, coordinates: usize) -> Result<Rprop, Error> {
        settings.check()?;
        Ok(Rprop {
            settings,
            steps: vec![settings.first; coordinates],
            before: vec![0.0; coordinates],
        })
    }

    /// δ: the sizes of the next steps.
    pub fn steps(&self) -> &[f64] {
        &self.steps
    }

    /// All that decides its next steps, as canonical text.
    pub fn identity(&self) -> String {
        let Rprop {
            settings,
            steps,
            before,
        } = self;
        let list = |numbers: &[f64]| {
            let numbers: Vec<String> = numbers.iter().map(f64::to_string).collect();
            format!("[{}]", numbers.join(" "))
        };
        settings
            .identify(Identity::new("rprop"))
            .with("steps", list(steps))
            .with("before", list(before))
            .end()
    }

    /// Moves `point` upwards, given the gradient there.
    ///
    /// Differs: equation (4) sets a gradient that turned to zero, after which (5) as printed would
    /// never shrink a step; as in Igel and Hüsken the step shrinks first.
    pub fn step(&mut self, gradient: &[f64], point: &mut [f64]) {
        let RpropSettings {
            grow,
            shrink,
            smallest,
            largest,
            ..
        } = self.settings;
        let coordinates = self.steps.iter_mut().zip(&mut self.before);
        for ((&gradient, x), (step, before)) in gradient.iter().zip(point).zip(coordinates) {
            let agreement = gradient * *before;
            let factor = match agreement {
                a if a > 0.0 => grow,
                a if a < 0.0 => shrink,
                _ => 1.0,
            };
            *step = (*step * factor).clamp(smallest, largest);
            let gradient = if agreement < 0.0 { 0.0 } else { gradient };
            if gradient != 0.0 {
                *x += gradient.signum() * *step;
            }
            *before = gradient;
        }
    }

    pub(crate) fn coordinates(&self) -> [(&'static str, &[f64]); 2] {
        [("steps", &self.steps), ("before", &self.before)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_grow_shrink_and_pause_as_printed() {
        let mut rprop = Rprop::new(RpropSettings::TD_EF, 1).unwrap();
        let mut point = [0.0];
        let mut after = |gradient: f64| {
            rprop.step(&[gradient], &mut point);
            (point[0], rprop.steps()[0])
        };
        assert_eq!(after(3.0), (0.1, 0.1));
        assert_eq!(after(0.01), (0.1 + 0.1 * 1.2, 0.1 * 1.2));
        // A turn: half the step, and no move.
        assert_eq!(after(-1.0), (0.1 + 0.1 * 1.2, 0.1 * 1.2 * 0.5));
        // After a pause the step is kept, and the move goes the new way.
        assert_eq!(after(-1.0), (0.1 + 0.1 * 1.2 - 0.06, 0.06));
    }

    #[test]
    fn settings_at_their_bounds() {
        let with = |change: fn(&mut RpropSettings)| {
            let mut settings = RpropSettings::TD_EF;
            change(&mut settings);
            settings.check().is_ok()
        };
        // Steps must grow and shrink, and be something.
        assert!(!with(|s| s.grow = 1.0) && with(|s| s.grow = 1.01));
        assert!(!with(|s| s.shrink = 1.0) && !with(|s| s.shrink = 0.0));
        assert!(with(|s| s.shrink = 0.99) && with(|s| s.shrink = 0.01));
        assert!(!with(|s| s.smallest = 0.0));
        // The first may be the smallest or the largest, and all may be one.
        assert!(with(|s| s.first = s.smallest) && with(|s| s.first = s.largest));
        assert!(with(|s| (s.smallest, s.largest) = (s.first, s.first)));
        assert!(!with(|s| s.first = 0.99 * s.smallest) && !with(|s| s.first = 1.01 * s.largest));
    }

    #[test]
    fn settings_out_of_order_are_refused() {
        let settings = RpropSettings {
            first: 2.0,
            ..RpropSettings::TD_EF
        };
        let fault = Rprop::new(settings, 1).unwrap_err();
        assert_eq!(
            fault.to_string(),
            "setting `delta0` is 2: it must be between delta_min and delta_max"
        );
    }
}
