//! Kocsis, Szepesvári and Winands (2005), section by section.

mod lines;
mod opponent_model;
mod precision;
mod variance;

pub(super) use lines::realisation;
pub(super) use opponent_model::opponent_model;
pub(super) use precision::devices;
