//! Kocsis, Szepesvári and Winands (2005), section by section.

mod lines;
mod networks;
mod opponent_model;
mod precision;
mod shared;
mod variance;

pub(super) use lines::realisation;
pub(super) use networks::learned;
pub(super) use opponent_model::opponent_model;
pub(super) use precision::variance_reduction;
