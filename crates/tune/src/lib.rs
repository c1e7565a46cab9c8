#![doc = include_str!("../README.md")]
//!
//! # How trials are evaluated
//!
//! The trials of a batch do not depend on each other. Each has a *scenario*: whatever decides chance
//! (a deck, an opening) is to be drawn from it, so that both sides of a comparison meet the same
//! luck; a *mirrored* trial has that luck turned round. Answers are either *values*, f(point;
//! scenario), or *duels*, in which two points meet and the answer says how much better the first
//! one did.
//!
//! A tuner can be put away at any time, and taken out again with the same bits: [`Tuner::save`] gives a
//! [`Saved`] that serialises, [`Method::restore`] goes on with it.
//!
//! [`Method`] has every tuner by name, with settings that can be given, and [`tuners`] gives them to a
//! registry, in which a [`TunerEntry`] of your own may stand beside them. The default has no scale to
//! guess; [`landscape`] is where it was chosen. A tuner of your own implements [`Tuner`] and [`TunerKind`], may keep its place in a
//! [`Run`], and is held to [`conformance`], which is what every tuner must do.

mod ascent;
mod average;
mod catalogue;
mod cma_es;
mod eigen;
mod entry;
mod error;
mod identity;
mod memory;
mod method;
mod normal;
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
/// CMA-ES.
pub use cma_es::{CmaEs, CmaEsSettings};
/// A tuner that can be named, with its settings and presets.
pub use entry::{Preset, TunerEntry};
/// Why a tuner cannot be made, told or restored.
pub use error::Error;
/// How to tune.
pub use method::Method;
/// How a gradient is estimated.
pub use pairs::{Directions, Sampling};
/// What is tuned.
pub use parameter::{Parameter, ParameterKind, ParameterScale};
/// Random search.
pub use random_search::{RandomSearch, RandomSearchSettings};
/// The default.
pub use resilient::{Resilient, ResilientSettings};
/// iRPROP⁻ by itself.
pub use rprop::{Rprop, RpropSettings};
/// How a gradient is followed.
pub use rule::{Rule, Schedule};
/// What a tuner is given, and how far it has come.
pub use run::{Run, Task};
/// A tuner put away.
pub use saved::Saved;
/// What can be set on a tuner.
pub use setting::{Domain, Setting, SettingValue, Settings};
/// All parameters together.
pub use space::Space;
/// What a tuner asks.
pub use trial::{Batch, Objective, Trial};
/// What every tuner does.
pub use tuner::{Tuner, TunerKind};
