//! Settings of tuners: declared once, with a name, a domain, a default and a line of help. The same
//! declaration checks values, words error messages and is listed by readers of plans.

use crate::Error;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt;
use std::ops::{Bound, RangeBounds};

/// One setting of a tuner, as it is declared.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// Its name, in the words of the paper that it comes from.
    pub name: Cow<'static, str>,
    /// What it may be.
    pub domain: Domain,
    /// The default.
    pub default: SettingValue<'static>,
    /// One line that says what it does.
    pub about: Cow<'static, str>,
}

/// What a setting may be. Its text completes "it must be".
#[derive(Clone, Debug, PartialEq)]
pub enum Domain {
    /// A whole number between these, both included.
    Whole(u32, u32),
    /// A finite number between these.
    Real(Bound<f64>, Bound<f64>),
    /// True or false.
    Flag,
    /// One of these words.
    Choice(Cow<'static, [Cow<'static, str>]>),
}

/// What a setting is. `serde` writes it as the number, the flag or the word that it is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum SettingValue<'a> {
    /// A whole number. Where any number may be, it is taken as one.
    Whole(u32),
    /// A number. Where a whole number must be, one that is whole is taken.
    Real(f64),
    /// True or false.
    Flag(bool),
    /// A word.
    Word(Cow<'a, str>),
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
    fn take(&self, value: &SettingValue<'_>) -> Option<SettingValue<'static>> {
        match (self, value) {
            (Domain::Whole(low, high), SettingValue::Whole(number)) => (low..=high)
                .contains(&number)
                .then_some(SettingValue::Whole(*number)),
            (Domain::Whole(low, high), SettingValue::Real(number)) => {
                let fits = (f64::from(*low)..=f64::from(*high)).contains(number);
                (fits && number.fract() == 0.0).then_some(SettingValue::Whole(*number as u32))
            }
            (Domain::Real(..), SettingValue::Whole(number)) => {
                self.take(&SettingValue::Real(f64::from(*number)))
            }
            (Domain::Real(low, high), SettingValue::Real(number)) => {
                let fits = number.is_finite() && (*low, *high).contains(number);
                // A zero has no sign: -0 does what 0 does, and is told as that.
                fits.then_some(SettingValue::Real(number + 0.0))
            }
            (Domain::Flag, SettingValue::Flag(flag)) => Some(SettingValue::Flag(*flag)),
            (Domain::Choice(words), SettingValue::Word(word)) => {
                let known = words.iter().find(|known| *known == word);
                known.map(|known| SettingValue::Word(known.clone()))
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

impl fmt::Display for SettingValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettingValue::Whole(number) => number.fmt(f),
            SettingValue::Real(number) => number.fmt(f),
            SettingValue::Flag(flag) => flag.fmt(f),
            SettingValue::Word(word) => word.fmt(f),
        }
    }
}

impl From<u32> for SettingValue<'_> {
    fn from(number: u32) -> Self {
        SettingValue::Whole(number)
    }
}

impl From<f64> for SettingValue<'_> {
    fn from(number: f64) -> Self {
        SettingValue::Real(number)
    }
}

impl From<bool> for SettingValue<'_> {
    fn from(flag: bool) -> Self {
        SettingValue::Flag(flag)
    }
}

impl<'a> From<&'a str> for SettingValue<'a> {
    fn from(word: &'a str) -> Self {
        SettingValue::Word(Cow::Borrowed(word))
    }
}

impl Setting {
    /// Declares one whose texts are written in the code. Others can be built from their fields.
    pub const fn new(
        name: &'static str,
        domain: Domain,
        default: SettingValue<'static>,
        about: &'static str,
    ) -> Setting {
        Setting {
            name: Cow::Borrowed(name),
            domain,
            default,
            about: Cow::Borrowed(about),
        }
    }

    /// The value as one of the domain. Refuses any other, with name, value and domain.
    pub fn take<'a>(
        &self,
        value: impl Into<SettingValue<'a>>,
    ) -> Result<SettingValue<'static>, Error> {
        let value = value.into();
        self.domain.take(&value).ok_or_else(|| Error::Setting {
            setting: self.name.to_string(),
            value: value.to_string(),
            right: self.domain.to_string(),
        })
    }

    /// Refuses a value outside of the domain.
    pub(crate) fn check<'a>(&self, value: impl Into<SettingValue<'a>>) -> Result<(), Error> {
        self.take(value).map(|_| ())
    }
}

/// Settings of a tuner with their given or default values.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings(Vec<Setting>);

/// Whether two names of settings are the same: `eta-plus` is `eta_plus`.
fn is_same(one: &str, other: &str) -> bool {
    let one = one
        .bytes()
        .map(|sign| if sign == b'-' { b'_' } else { sign });
    one.eq(other
        .bytes()
        .map(|sign| if sign == b'-' { b'_' } else { sign }))
}

impl Settings {
    /// All at their defaults.
    pub fn new(declared: &[Setting]) -> Settings {
        Settings(declared.to_vec())
    }

    /// Where the setting of this name stands; `-` and `_` are the same in it.
    pub fn position(&self, name: &str) -> Option<usize> {
        let same = |setting: &Setting| is_same(&setting.name, name);
        self.0.iter().position(same)
    }

    /// Each with its value as the default.
    pub fn declared(&self) -> &[Setting] {
        &self.0
    }

    /// Gives one a value. Refuses a name that none has, for the tuner that is called `method`, and a
    /// value outside of the domain.
    pub fn set<'a>(
        &mut self,
        method: &str,
        name: &str,
        value: impl Into<SettingValue<'a>>,
    ) -> Result<(), Error> {
        let Some(index) = self.position(name) else {
            let names: Vec<&str> = self.0.iter().map(|setting| &*setting.name).collect();
            return Err(Error::NoSetting {
                method: method.to_string(),
                setting: name.to_string(),
                known: names.join(", "),
            });
        };
        self.0[index].default = self.0[index].take(value)?;
        Ok(())
    }

    /// A number. The setting must be declared as one.
    pub fn real(&self, name: &str) -> f64 {
        match self.value(name) {
            SettingValue::Real(number) => *number,
            other => unreachable!("`{name}` is {other}, not a number"),
        }
    }

    /// A whole number. The setting must be declared as one.
    pub fn whole(&self, name: &str) -> u32 {
        match self.value(name) {
            SettingValue::Whole(number) => *number,
            other => unreachable!("`{name}` is {other}, not whole"),
        }
    }

    /// True or false. The setting must be declared as that.
    pub fn flag(&self, name: &str) -> bool {
        match self.value(name) {
            SettingValue::Flag(flag) => *flag,
            other => unreachable!("`{name}` is {other}, not a flag"),
        }
    }

    /// One of the words that the setting is declared with.
    pub fn word(&self, name: &str) -> &str {
        match self.value(name) {
            SettingValue::Word(word) => word,
            other => unreachable!("`{name}` is {other}, not a word"),
        }
    }

    fn value(&self, name: &str) -> &SettingValue<'static> {
        let index = self.position(name);
        &self.0[index.expect("the tuner declares the setting")].default
    }
}
