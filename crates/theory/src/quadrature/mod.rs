//! The limit α → ∞ by quadrature, for trees of any size.
//!
//! The integrals of [`limit()`](crate::limit()) are taken at the nodes of Gauss-Legendre rules, where
//! a subtree is no more than its F and F′ at those nodes: a [`Profile`]. A [`Walk`] takes a real game
//! tree as it is generated and never holds more than one path of it. Floats are used here alone.

mod adaptive;
mod gauss;
mod profile;
mod rule;
mod walk;

pub use adaptive::adaptive;
pub use profile::Profile;
pub use rule::{QuadratureEstimate, QuadratureRule};
pub use walk::Walk;
