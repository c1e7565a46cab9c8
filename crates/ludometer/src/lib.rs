//! The laboratory: everything between a plan and a published table, behind one name, and the
//! command (`cli`). Only the shells in `cli` print.

pub mod bench;
pub mod cli;
pub mod golden;

pub use ludometer_arena::{
    define, env, examine, insight, inspect, learn, odds, play, quality, registry, stage, weights,
    work,
};
pub use ludometer_catalogue as catalogue;
pub use ludometer_catalogue::{specialists, vgdl};
pub use ludometer_lab::{plan, present, run, store, tally, tune};
pub use ludometer_papers as reproduce;
pub use ludometer_spec::{document, identity, param, params, source, spec};
