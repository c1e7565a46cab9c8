//! What can be set on a tuner: declared once, with a name, a domain, a default and a line about it.
//! The same declaration checks values, gives faults their words and lets a reader of plans offer it.

use crate::Error;
use std::fmt;
use std::ops::{Bound, RangeBounds};

/// One setting of a tuner, as it is declared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// Its name, in the words of the paper that it comes from.
    pub name: &'static str,
    /// What it may be.
    pub domain: Domain,
    /// What it is when nobody sets it.
    pub default: Value<'static>,
    /// One line that says what it does.
    pub about: &'static str,
}

/// What a setting may be. Its text completes "it must be".
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Domain {
    /// A whole number between these, both included.
    Whole(u32, u32),
    /// A finite number between these.
    Real(Bound<f64>, Bound<f64>),
    /// True or false.
    Flag,
    /// One of these words.
    Choice(&'static [&'static str]),
}

/// What a setting is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// A whole number. Where any number may be, it is taken as one.
    Whole(u32),
    /// A number. Where a whole number must be, one that is whole is taken.
    Real(f64),
    /// True or false.
    Flag(bool),
    /// A word.
    Word(&'a str),
}

/// The most that any count may be.
const MOST: u32 = 1_000_000;

impl Domain {
    /// Numbers above 0.
    pub const POSITIVE: Domain = Domain::Real(Bound::Excluded(0.0), Bound::Unbounded);
    /// Numbers from 0.
    pub const NOT_NEGATIVE: Domain = Domain::Real(Bound::Included(0.0), Bound::Unbounded);
    /// Numbers from 0 to 1.
    pub const SHARE: Domain = Domain::Real(Bound::Included(0.0), Bound::Included(1.0));
    /// Numbers from 0 that are below 1.
    pub const PART: Domain = Domain::Real(Bound::Included(0.0), Bound::Excluded(1.0));
    /// Whole numbers from 1.
    pub const COUNT: Domain = Domain::Whole(1, MOST);
    /// Whole numbers from 0, where 0 leaves the number to the tuner.
    pub const COUNT_OR_NONE: Domain = Domain::Whole(0, MOST);

    /// The value as one of this domain, if it is.
    fn take(&self, value: Value<'_>) -> Option<Value<'static>> {
        match (*self, value) {
            (Domain::Whole(low, high), Value::Whole(number)) => (low..=high)
                .contains(&number)
                .then_some(Value::Whole(number)),
            (Domain::Whole(low, high), Value::Real(number)) => {
                let fits = (f64::from(low)..=f64::from(high)).contains(&number);
                (fits && number.fract() == 0.0).then_some(Value::Whole(number as u32))
            }
            (Domain::Real(..), Value::Whole(number)) => self.take(Value::Real(number.into())),
            (Domain::Real(low, high), Value::Real(number)) => {
                let fits = number.is_finite() && (low, high).contains(&number);
                fits.then_some(Value::Real(number))
            }
            (Domain::Flag, Value::Flag(flag)) => Some(Value::Flag(flag)),
            (Domain::Choice(words), Value::Word(word)) => {
                let known = words.iter().find(|known| **known == word);
                known.map(|known| Value::Word(known))
            }
            _ => None,
        }
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Domain::Whole(low, high) => write!(f, "a whole number from {low} to {high}"),
            Domain::Real(Bound::Included(low), Bound::Included(high)) => {
                write!(f, "a number from {low} to {high}")
            }
            Domain::Real(low, high) => {
                f.write_str("a number")?;
                match low {
                    Bound::Included(low) => write!(f, " of at least {low}")?,
                    Bound::Excluded(low) => write!(f, " above {low}")?,
                    Bound::Unbounded => {}
                }
                let and = match low {
                    Bound::Unbounded => "",
                    _ => " and",
                };
                match high {
                    Bound::Included(high) => write!(f, "{and} up to {high}"),
                    Bound::Excluded(high) => write!(f, "{and} below {high}"),
                    Bound::Unbounded => Ok(()),
                }
            }
            Domain::Flag => f.write_str("true or false"),
            Domain::Choice(words) => write!(f, "one of {}", words.join(", ")),
        }
    }
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Whole(number) => number.fmt(f),
            Value::Real(number) => number.fmt(f),
            Value::Flag(flag) => flag.fmt(f),
            Value::Word(word) => word.fmt(f),
        }
    }
}

impl From<u32> for Value<'_> {
    fn from(number: u32) -> Self {
        Value::Whole(number)
    }
}

impl From<f64> for Value<'_> {
    fn from(number: f64) -> Self {
        Value::Real(number)
    }
}

impl From<bool> for Value<'_> {
    fn from(flag: bool) -> Self {
        Value::Flag(flag)
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(word: &'a str) -> Self {
        Value::Word(word)
    }
}

impl Setting {
    /// Declares one.
    pub const fn new(
        name: &'static str,
        domain: Domain,
        default: Value<'static>,
        about: &'static str,
    ) -> Setting {
        Setting {
            name,
            domain,
            default,
            about,
        }
    }

    /// The same with another default.
    #[must_use]
    pub const fn or(self, default: Value<'static>) -> Setting {
        Setting { default, ..self }
    }

    /// The value as one of the domain. Refuses any other, with name, value and domain.
    pub fn take<'a>(&self, value: impl Into<Value<'a>>) -> Result<Value<'static>, Error> {
        let value = value.into();
        self.domain.take(value).ok_or_else(|| Error::Setting {
            setting: self.name.to_string(),
            value: value.to_string(),
            right: self.domain.to_string(),
        })
    }

    /// Refuses a value outside of the domain.
    pub(crate) fn check<'a>(&self, value: impl Into<Value<'a>>) -> Result<(), Error> {
        self.take(value).map(|_| ())
    }
}

/// Settings of a tuner with the values that were given in the places of their defaults.
pub(crate) struct Settings(Vec<Setting>);

impl Settings {
    pub(crate) fn new(declared: &[Setting]) -> Settings {
        Settings(declared.to_vec())
    }

    /// Gives one a value; `method` is named where there is none of this name.
    pub(crate) fn set(&mut self, method: &str, name: &str, value: Value<'_>) -> Result<(), Error> {
        let Some(setting) = self.0.iter_mut().find(|setting| setting.name == name) else {
            let names: Vec<&str> = self.0.iter().map(|setting| setting.name).collect();
            return Err(Error::NoSetting {
                method: method.to_string(),
                setting: name.to_string(),
                known: names.join(", "),
            });
        };
        setting.default = setting.take(value)?;
        Ok(())
    }

    pub(crate) fn real(&self, setting: &Setting) -> f64 {
        match self.value(setting) {
            Value::Real(number) => number,
            other => unreachable!("`{}` is {other}, not a number", setting.name),
        }
    }

    pub(crate) fn whole(&self, setting: &Setting) -> u32 {
        match self.value(setting) {
            Value::Whole(number) => number,
            other => unreachable!("`{}` is {other}, not whole", setting.name),
        }
    }

    pub(crate) fn flag(&self, setting: &Setting) -> bool {
        match self.value(setting) {
            Value::Flag(flag) => flag,
            other => unreachable!("`{}` is {other}, not a flag", setting.name),
        }
    }

    pub(crate) fn word(&self, setting: &Setting) -> &'static str {
        match self.value(setting) {
            Value::Word(word) => word,
            other => unreachable!("`{}` is {other}, not a word", setting.name),
        }
    }

    /// Each with its value as the default.
    pub(crate) fn into_declared(self) -> Vec<Setting> {
        self.0
    }

    fn value(&self, setting: &Setting) -> Value<'static> {
        let given = self.0.iter().find(|given| given.name == setting.name);
        given.map_or(setting.default, |given| given.default)
    }
}
