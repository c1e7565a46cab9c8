//! What must hold for any tree, against plainer ways to compute the same.

mod brute_force;
mod domination;
mod enumeration;
mod growth;
mod limits;
mod lookahead;
mod quadrature;
mod shape;
mod text;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// The same cases on every run. No file is written when a law fails: the failing case is printed.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(19_980_609),
        ..ProptestConfig::with_cases(cases)
    }
}
