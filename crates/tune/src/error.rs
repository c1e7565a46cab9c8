//! Why a tuner cannot be made, told or restored.

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
        setting: &'static str,
        /// Its value.
        value: f64,
        /// The domain, in words.
        right: &'static str,
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
        "the saved tuner is `{saved}`, and not `{this}`: take it out with the method that it was saved by, or begin anew"
    )]
    OtherTuner {
        /// Whose it is.
        saved: String,
        /// Who was to take it out.
        this: String,
    },
    /// A saved state that cannot be read.
    #[error("the saved state is spoilt: {fault}")]
    State {
        /// What is wrong with it.
        fault: String,
    },
}

/// Refuses a setting that is not in its domain.
pub(crate) fn setting(
    setting: &'static str,
    value: f64,
    fits: bool,
    right: &'static str,
) -> Result<(), Error> {
    match fits && value.is_finite() {
        true => Ok(()),
        false => Err(Error::Setting {
            setting,
            value,
            right,
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
