//! Tuned parameters: a name, a kind, a range and an initial value.

use crate::Error;
use crate::identity::{Identity, quoted};
use serde::{Deserialize, Serialize};

/// What values a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ParameterKind {
    /// Any real number of the range.
    Real,
    /// The whole numbers of the range. Tuners move between them and round at random, with the same
    /// draw on both sides of a pair, so that a difference below 1 still shows on average.
    Integer,
    /// The whole numbers of the range as names without an order. Tuners hold a preference for each
    /// and draw by it, with the same draw on both sides of a pair.
    Choice,
}

/// How distances in a parameter's range are measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ParameterScale {
    /// 1 to 2 is as far as 2 to 3.
    #[default]
    Linear,
    /// 1 to 2 is as far as 2 to 4; the range must be positive.
    Log,
}

/// One number to tune.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// What values it takes.
    pub kind: ParameterKind,
    /// The smallest value.
    #[serde(with = "crate::exact")]
    pub low: f64,
    /// The largest value.
    #[serde(with = "crate::exact")]
    pub high: f64,
    /// How distances are measured.
    pub scale: ParameterScale,
    /// What a tuner takes as the distance 1, in units of the parameter (of its logarithm on a
    /// logarithmic scale). Infinite: half of the range, so that tuners see a range of [-1, 1].
    #[serde(with = "crate::exact")]
    pub width: f64,
    /// The initial value.
    #[serde(with = "crate::exact")]
    pub start: f64,
}

impl Parameter {
    /// Of any kind, on a linear scale.
    fn new(kind: ParameterKind, name: &str, low: f64, high: f64, start: f64) -> Parameter {
        Parameter {
            name: name.to_string(),
            kind,
            low,
            high,
            scale: ParameterScale::Linear,
            width: f64::INFINITY,
            start,
        }
    }

    /// A real parameter on a linear scale.
    pub fn real(name: &str, low: f64, high: f64, start: f64) -> Parameter {
        Parameter::new(ParameterKind::Real, name, low, high, start)
    }

    /// An integer parameter on a linear scale.
    pub fn integer(name: &str, low: i32, high: i32, start: i32) -> Parameter {
        Parameter::new(
            ParameterKind::Integer,
            name,
            low.into(),
            high.into(),
            start.into(),
        )
    }

    /// A choice of the options 0 to `options - 1`.
    pub fn choice(name: &str, options: u32, start: u32) -> Parameter {
        let high = f64::from(options) - 1.0;
        Parameter::new(ParameterKind::Choice, name, 0.0, high, start.into())
    }

    /// The same on a logarithmic scale.
    #[must_use]
    pub fn log(mut self) -> Parameter {
        self.scale = ParameterScale::Log;
        self
    }

    /// The same with this width.
    #[must_use]
    pub fn width(mut self, width: f64) -> Parameter {
        self.width = width;
        self
    }

    /// Its canonical text.
    pub(crate) fn identity(&self) -> String {
        let Parameter {
            name,
            kind,
            low,
            high,
            scale,
            width,
            start,
        } = self;
        let kind = match kind {
            ParameterKind::Real => "real",
            ParameterKind::Integer => "integer",
            ParameterKind::Choice => "choice",
        };
        let scale = match scale {
            ParameterScale::Linear => "linear",
            ParameterScale::Log => "log",
        };
        Identity::new(kind)
            .item(quoted(name))
            .with("low", low)
            .with("high", high)
            .with("scale", scale)
            .with("width", width)
            .with("start", start)
            .end()
    }

    /// Refuses what makes no sense.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let fault = |wrong: String, right| {
            Err(Error::Parameter {
                name: self.name.clone(),
                wrong,
                right,
            })
        };
        let (low, high, start) = (self.low, self.high, self.start);
        for (which, value) in [("low", low), ("high", high), ("start", start)] {
            if !value.is_finite() {
                return fault(format!("{which} is {value}"), "give a finite number");
            }
        }
        if low >= high {
            let right = "low must be below high";
            return fault(format!("the range [{low}, {high}] is empty"), right);
        }
        if !(high - low).is_finite() {
            let right = "take a range whose length is a finite number";
            return fault(format!("the range [{low}, {high}] is too long"), right);
        }
        if !(low..=high).contains(&start) {
            let wrong = format!("start {start} is outside of [{low}, {high}]");
            return fault(wrong, "start inside of the range, or widen it");
        }
        let whole = [low, high, start].iter().all(|value| value.fract() == 0.0);
        if self.kind != ParameterKind::Real && !whole {
            let wrong = format!("low {low}, high {high} and start {start} are not all whole");
            return fault(wrong, "give whole numbers, or make the parameter real");
        }
        if self.kind == ParameterKind::Choice && high - low > 999.0 {
            let wrong = format!("{} options to choose from", high - low + 1.0);
            return fault(
                wrong,
                "offer at most 1000, or make the parameter an integer",
            );
        }
        if self.scale == ParameterScale::Log && self.kind == ParameterKind::Choice {
            let right = "leave its scale linear";
            return fault("a choice has no logarithmic scale".to_string(), right);
        }
        if self.scale == ParameterScale::Log && low <= 0.0 {
            let wrong = format!("the range [{low}, {high}] has no logarithm");
            return fault(wrong, "start the range above 0, or make the scale linear");
        }
        if self.width.is_nan() || self.width <= 0.0 {
            let wrong = format!("width is {}", self.width);
            return fault(wrong, "give a positive distance, or none");
        }
        Ok(())
    }
}
