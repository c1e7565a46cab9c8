//! The laboratory: everything between a plan and a published table.
//!
//! Rooms, in the order of dependence: `source`, `spec` and `knob` (what people write),
//! `vgdl` (video games as texts and
//! as pictures), `registry` (every name they may use), `define` and `weights` (names that people give, and what
//! was learned), `play` (the referee), `plan` (experiments), `store` (rows), `run` (many episodes),
//! `learn` (regressions), `quality` and `odds` (what is computed and not played), `examine` (moves that a
//! judge scores), `tally` and
//! `present` (what the rows say), `tune` (knobs), `reproduce` (the papers). Only the shells in `cli` print.

pub mod bench;
pub mod catalogue;
pub mod cli;
pub mod define;
pub mod env;
pub mod examine;
pub mod golden;
pub mod insight;
pub mod inspect;
pub mod learn;
pub mod odds;
pub mod plan;
pub mod play;
pub mod present;
pub mod quality;
pub mod registry;
pub mod reproduce;
pub mod run;
pub mod specialists;
pub mod stage;
pub mod store;
pub mod tally;
pub mod tune;
pub mod vgdl;
pub mod weights;
pub mod work;

pub use ludometer_spec::{document, identity, knob, source, spec};
