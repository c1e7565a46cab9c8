//! Tuners that know only numbers: SPSA, RSPSA, FDSA and their rivals.
//!
//! A tuner is given a [`Task`]: the parameters, what answers mean, how many trials there may be and
//! a seed. It asks for a batch of trials and is told one number for each, until nothing is left to
//! ask. It knows no game, reads no clock, runs nothing; the same seed and the same answers give the
//! same points to the bit, on any number of machines and across any number of interruptions.
//!
//! The trials of a batch do not depend on each other. Each has a *scenario*: whatever decides chance
//! (a deck, an opening) is to be drawn from it, so that both sides of a comparison meet the same
//! luck; a *mirrored* trial has that luck turned round. Answers are either *values*, f(point;
//! scenario), or *duels*, in which two points meet and the answer says how much better the first
//! one did.
//!
//! ```
//! use ludometer_tune::{Method, Objective, Parameter, Saved, Space, Task};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let space = Space::new(vec![
//!     Parameter::real("exploration", 0.01, 10.0, 1.0).log(),
//!     Parameter::integer("depth", 1, 20, 4),
//!     Parameter::choice("opening", 3, 0),
//! ])?;
//! let task = Task { space, objective: Objective::Duel, budget: 4000, seed: 7 };
//! let method = Method::named("default")?;
//! let mut tuner = method.start(task)?;
//! loop {
//!     let batch = tuner.ask();
//!     if batch.is_empty() {
//!         break;
//!     }
//!     // Any order and any number of threads will do; here a game is a formula.
//!     let strength = |point: &[f64]| -(point[0].ln() - 1.0).powi(2) - (point[1] - 9.0).powi(2);
//!     let answers: Vec<f64> = batch
//!         .trials()
//!         .map(|trial| strength(trial.point) - trial.against.map_or(0.0, strength))
//!         .collect();
//!     tuner.tell(&answers)?;
//!
//!     // Put away, and taken out again with the same bits: at any time.
//!     let text = serde_json::to_string(&tuner.save())?;
//!     tuner = method.restore(&serde_json::from_str::<Saved>(&text)?)?;
//! }
//! let best = tuner.best();
//! assert!((best[0].ln() - 1.0).abs() < 0.3 && (best[1] - 9.0).abs() <= 1.0);
//! # Ok(())
//! # }
//! ```
//!
//! [`Method`] has every tuner by name, with settings that can be given, and [`tuners`] gives them to a
//! registry, in which a [`TunerEntry`] of your own may stand beside them. The default has no scale to guess; [`landscape`] is where it
//! was chosen. A tuner of your own implements [`Tuner`] and [`TunerKind`], may keep its place in a
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
