//! What must hold for any data: bounds, symmetries, and agreement with plain enumeration.

mod families;
mod matches;
mod rank_tests;
mod refusals;
mod regression;
mod samples;
mod shares;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// The same cases on every run. No file is written when a law fails: the failing case is printed.
fn config() -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(20_240_229),
        ..ProptestConfig::with_cases(128)
    }
}

/// Equal up to rounding.
fn close(left: f64, right: f64) -> bool {
    left == right || (left - right).abs() <= 1e-11 * left.abs().max(right.abs()).max(1e-3)
}

/// Values with many ties.
fn few_values(sizes: std::ops::Range<usize>) -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec((-3i32..4).prop_map(f64::from), sizes)
}

/// Values with few ties.
fn many_values(sizes: std::ops::Range<usize>) -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec(-100.0..100.0f64, sizes)
}
