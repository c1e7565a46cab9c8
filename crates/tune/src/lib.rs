#![doc = include_str!("../README.md")]
//!
//! # How trials are evaluated
//!
//! The trials of a batch do not depend on each other. Each has a *scenario*, from which everything
//! random (a deck, an opening) is to be drawn, so that points that are compared get common random
//! numbers; a *mirrored* trial exchanges the sides (antithetic variables). An answer is either a
//! *value*, f(point; scenario), or the result of a *duel*: how much better the first of two points did
//! against the second.
//!
//! [`Tuner::save`] gives a checkpoint ([`Saved`]) that serialises, and [`Method::restore`] continues
//! from it to the bit.
//!
//! [`Method`] has every tuner by name, with its settings; [`tuners`] lists them for a registry, to
//! which a [`TunerEntry`] of your own can be added. The default needs no step size; [`landscape`] has
//! the test functions on which it was chosen. A tuner of your own implements [`Tuner`] and
//! [`TunerKind`], may use [`Run`] for its progress, and is tested by [`conformance`].

mod ascent;
mod average;
mod catalogue;
mod clop;
mod cma_es;
mod eigen;
mod entry;
mod error;
mod identity;
mod memory;
mod method;
mod normal;
mod ntbea;
mod pairs;
mod parameter;
mod random_search;
mod resilient;
mod rprop;
mod rule;
mod run;
mod saved;
mod setting;
mod space;
mod stepper;
mod trial;
mod tuner;

pub mod conformance;
pub mod exact;
pub mod landscape;

/// SPSA, RSPSA and FDSA.
pub use ascent::{Ascent, AscentSettings};
/// Every tuner by name.
pub use catalogue::{KINDS, METHODS, tuners};
/// CLOP.
pub use clop::{Clop, ClopSettings};
/// CMA-ES.
pub use cma_es::{CmaEs, CmaEsSettings};
/// A tuner that can be named, with its settings and presets.
pub use entry::{Preset, TunerEntry};
/// Why a tuner cannot be made, told or restored.
pub use error::Error;
/// A shipped tuner with its settings.
pub use method::Method;
/// NTBEA.
pub use ntbea::{Ntbea, NtbeaSettings};
/// How a gradient is estimated from pairs of evaluations.
pub use pairs::{Directions, Sampling};
/// What is tuned.
pub use parameter::{Parameter, ParameterKind, ParameterScale};
/// Random search.
pub use random_search::{RandomSearch, RandomSearchSettings};
/// The default tuner.
pub use resilient::{Resilient, ResilientSettings};
/// iRPROP⁻ by itself.
pub use rprop::{Rprop, RpropSettings};
/// How a gradient is followed.
pub use rule::{Rule, Schedule};
/// What a tuner is given, and its progress.
pub use run::{Run, Task};
/// The checkpoint of a tuner.
pub use saved::Saved;
/// Settings of a tuner.
pub use setting::{Domain, Setting, SettingValue, Settings};
/// The parameter space.
pub use space::Space;
/// The evaluations that a tuner asks for.
pub use trial::{Batch, Objective, Trial};
/// The traits of tuners.
pub use tuner::{Tuner, TunerKind, maximise};
