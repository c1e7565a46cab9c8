//! A shipped tuner with its settings.

use crate::Error;
use crate::ascent::AscentSettings;
use crate::clop::ClopSettings;
use crate::cma_es::CmaEsSettings;
use crate::ntbea::NtbeaSettings;
use crate::random_search::RandomSearchSettings;
use crate::resilient::ResilientSettings;
use crate::run::Task;
use crate::saved::Saved;
use crate::tuner::{Tuner, TunerKind};

/// A shipped tuner with its settings.
#[derive(Clone, Debug, PartialEq)]
pub enum Method {
    /// The default tuner, which needs no step size.
    Resilient(ResilientSettings),
    /// SPSA, RSPSA, FDSA.
    Ascent(AscentSettings),
    /// CMA-ES.
    CmaEs(CmaEsSettings),
    /// CLOP.
    Clop(ClopSettings),
    /// NTBEA.
    Ntbea(NtbeaSettings),
    /// Random search.
    RandomSearch(RandomSearchSettings),
}

impl Default for Method {
    fn default() -> Method {
        Method::Resilient(ResilientSettings::default())
    }
}

impl Method {
    /// The canonical text of the method: its kind, its version and every setting that decides what
    /// it asks or recommends. Two methods that do the same have the same text, and it changes only
    /// with what they do.
    pub fn identity(&self) -> String {
        self.kind().identity()
    }

    /// A tuner for this task.
    pub fn start(&self, task: Task) -> Result<Box<dyn Tuner>, Error> {
        self.kind().start(task)
    }

    /// Restores a tuner of this method from a checkpoint.
    pub fn restore(&self, saved: &Saved) -> Result<Box<dyn Tuner>, Error> {
        self.kind().restore(saved)
    }

    /// Refuses settings that do not suit each other.
    pub(crate) fn check(&self) -> Result<(), Error> {
        match self {
            Method::Resilient(settings) => settings.check(),
            Method::Ascent(settings) => settings.check(),
            Method::CmaEs(settings) => settings.check(),
            Method::Clop(settings) => settings.check(),
            Method::Ntbea(settings) => settings.check(),
            Method::RandomSearch(settings) => settings.check(),
        }
    }

    fn kind(&self) -> &dyn TunerKind {
        match self {
            Method::Resilient(settings) => settings,
            Method::Ascent(settings) => settings,
            Method::CmaEs(settings) => settings,
            Method::Clop(settings) => settings,
            Method::Ntbea(settings) => settings,
            Method::RandomSearch(settings) => settings,
        }
    }
}

impl TunerKind for Method {
    fn identity(&self) -> String {
        self.kind().identity()
    }

    fn start(&self, task: Task) -> Result<Box<dyn Tuner>, Error> {
        self.kind().start(task)
    }

    fn restore(&self, saved: &Saved) -> Result<Box<dyn Tuner>, Error> {
        self.kind().restore(saved)
    }
}
