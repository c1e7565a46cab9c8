#![doc = include_str!("../README.md")]
//!
//! # Which question has which answer
//!
//! A full-width game tree has leaf scores drawn from α equally likely values and is minimaxed; which move is
//! chosen, and how often, follows from the shape of the tree alone. A [`Tree`] is that shape. What
//! is asked of it is a way to back values up ([`Backup`]):
//!
//! | question | answer | arithmetic |
//! | --- | --- | --- |
//! | how many assignments give this score (section 4) | [`Counts`] | big integers |
//! | how often is a move on a principal variation, and how often chosen (section 5) | [`Minimaxing`] | rationals |
//! | the same as α → ∞ (section 7, after (25)) | [`limit()`] | rationals |
//! | the same for trees too large for that | [`QuadratureRule`], [`Walk`], [`adaptive`] | floats, with an error estimate |
//! | a move of a level-regular tree, by the propagation function (section 5) | [`LevelRegular`] | rationals |
//! | domination (section 6) | [`Mobility`] | integers |
//! | increased lookahead (section 7) | [`Lookahead`] | rationals |
//!
//! Floats are used in [`QuadratureRule`] and its company alone. Nothing here does I/O, knows a game or shares
//! code with a search: it is what a search is checked against. Whatever is too large is refused with
//! an [`Error`] that says how much would fit.

mod backup;
mod counts;
mod error;
mod kind;
mod level_regular;
mod limit;
mod lookahead;
mod minimaxing;
mod mobility;
mod moves;
mod packed;
mod quadrature;
mod share;
mod tree;

/// How values are backed up a tree.
pub use backup::Backup;
/// How many assignments of scores give which backed-up score.
pub use counts::Counts;
/// Why a question could not be answered.
pub use error::Error;
/// Whose turn it is.
pub use kind::ScoreKind;
/// A move whose subgame tree is level-regular.
pub use level_regular::{LevelRegular, propagation};
/// The probabilities of the moves as α → ∞.
pub use limit::limit;
/// Whether deeper search is beneficial, and from which mobility on.
pub use lookahead::{Lookahead, Scores, Step};
/// The probabilities of the moves for scores from 1 to α.
pub use minimaxing::Minimaxing;
/// How many choices a move leaves, level by level, and which move dominates.
pub use mobility::Mobility;
/// The limit by quadrature, for trees of any size.
pub use quadrature::{Profile, QuadratureEstimate, QuadratureRule, Walk, adaptive};
/// Equal moves beside each other, and what each of them has.
pub use share::Share;
/// Game trees as numbers, and how they are taken from a walk.
pub use tree::{Growth, Tree};
/// Big integers and rationals, as they appear in signatures.
pub use {dashu_int::IBig, dashu_int::UBig, dashu_ratio::RBig};
