//! Errors of tuners: construction, results and checkpoints.

use std::fmt::Display;

/// The offender and the remedy, as a lower-case phrase.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Error {
    /// There is nothing to tune.
    #[error("there are no parameters: give at least one")]
    NoParameters,
    /// Two parameters of one name.
    #[error("there are two parameters `{name}`: give every parameter a name of its own")]
    Duplicate {
        /// The name.
        name: String,
    },
    /// A parameter that makes no sense.
    #[error("parameter `{name}`: {wrong}; {right}")]
    Parameter {
        /// Its name.
        name: String,
        /// What is wrong.
        wrong: String,
        /// What would be right.
        right: &'static str,
    },
    /// A setting of a method outside its domain.
    #[error("setting `{setting}` is {value}: it must be {right}")]
    Setting {
        /// Its name.
        setting: String,
        /// Its value.
        value: String,
        /// The domain, in words.
        right: String,
    },
    /// A name that no setting of a method has.
    #[error("`{method}` has no setting `{setting}`: it has {known}")]
    NoSetting {
        /// The method.
        method: String,
        /// The name.
        setting: String,
        /// The names there are.
        known: String,
    },
    /// A tuner that cannot be registered as it is declared.
    #[error("the tuner `{name}` cannot be registered: {wrong}; {right}")]
    Entry {
        /// Its name.
        name: String,
        /// What is wrong.
        wrong: String,
        /// What would be right.
        right: &'static str,
    },
    /// A setting that is given twice.
    #[error("setting `{setting}` is given twice: give it once")]
    Twice {
        /// Its name.
        setting: String,
    },
    /// A name that no method has.
    #[error("there is no method `{name}`: it must be one of {known}")]
    Method {
        /// The name.
        name: String,
        /// The names there are.
        known: String,
    },
    /// More or fewer answers than trials.
    #[error("{given} answers to {asked} trials: give one answer for each trial, in their order")]
    Answers {
        /// How many answers were given.
        given: usize,
        /// How many trials were asked.
        asked: usize,
    },
    /// An answer that is no finite number.
    #[error(
        "the answer to trial {trial} (scenario {scenario}) is {answer}: evaluate it again and tell a finite number"
    )]
    NotFinite {
        /// The trial's number in the whole run.
        trial: u64,
        /// Its scenario.
        scenario: u64,
        /// The answer.
        answer: f64,
    },
    /// A saved state that does not fit together.
    #[error("the saved state has {found} values of `{what}` and needs {needed}: save it again")]
    Saved {
        /// Which part.
        what: &'static str,
        /// How many values it has.
        found: usize,
        /// How many it needs.
        needed: usize,
    },
    /// A saved state of another kind, version or setting.
    #[error(
        "the saved tuner is `{saved}`, and not `{this}`: restore it with the tuner and settings that wrote it, or begin anew"
    )]
    OtherTuner {
        /// The identity in the checkpoint.
        saved: String,
        /// The identity of the tuner that was to restore it.
        this: String,
    },
    /// A saved state that cannot be read.
    #[error("the saved state cannot be read: {fault}")]
    State {
        /// What is wrong with it.
        fault: String,
    },
}

/// Refuses a setting that does not suit the others.
pub(crate) fn setting(
    setting: &str,
    value: impl Display,
    fits: bool,
    right: &str,
) -> Result<(), Error> {
    match fits {
        true => Ok(()),
        false => Err(Error::Setting {
            setting: setting.to_string(),
            value: value.to_string(),
            right: right.to_string(),
        }),
    }
}

/// Refuses a saved list of another length.
pub(crate) fn saved(what: &'static str, found: usize, needed: usize) -> Result<(), Error> {
    match found == needed {
        true => Ok(()),
        false => Err(Error::Saved {
            what,
            found,
            needed,
        }),
    }
}
