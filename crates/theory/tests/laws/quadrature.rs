//! Quadrature: walks, rules and their errors.

use crate::config;
use crate::shape::{Shape, flat, shapes};
use ludometer_theory::{
    Error, Profile, QuadratureRule, ScoreKind, Share, Tree, Walk, adaptive, limit,
};
use proptest::prelude::*;

/// Walks a shape plainly: every node is entered and left.
fn plainly(walk: &mut Walk, shape: &Shape) {
    for child in &shape.0 {
        walk.enter();
        plainly(walk, child);
        walk.leave();
    }
}

/// Walks a shape with every shortcut there is.
fn cleverly(walk: &mut Walk, shape: &Shape) {
    let leaves = shape.0.iter().filter(|child| child.0.is_empty()).count();
    if leaves == shape.0.len() {
        return walk.leaves(leaves as u64);
    }
    for child in &shape.0 {
        if child.0.is_empty() {
            walk.leaf();
        } else if child.0.iter().all(|grandchild| grandchild.0.is_empty()) {
            walk.last_ply(child.0.len() as u64);
        } else {
            walk.enter();
            cleverly(walk, child);
            walk.leave();
        }
    }
}

fn close(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len()
        && a.iter()
            .zip(b)
            .all(|(a, b)| (a - b).abs() < 1e-13 * b.abs().max(1.0))
}

proptest! {
    #![proptest_config(config(128))]

    #[test]
    fn walks_see_the_tree(shape in shapes(5, 4)) {
        let rule = QuadratureRule::new(16).unwrap();
        let built: Vec<Profile> = flat(&rule.moves(&shape.tree()));
        for how in [plainly, cleverly] {
            let mut walk = Walk::new(&rule);
            how(&mut walk, &shape);
            prop_assert_eq!(walk.kind(), ScoreKind::Max);
            let walked: Vec<Profile> = flat(&walk.finish().unwrap());
            prop_assert_eq!(walked.len(), built.len());
            for (walked, built) in walked.iter().zip(&built) {
                prop_assert!(close(walked.value(), built.value()));
                prop_assert!(close(walked.slope(), built.slope()));
            }
        }
    }

    #[test]
    fn adaptive_agrees_with_the_exact_limit(shape in shapes(5, 4)) {
        let tree = shape.tree();
        let exact = flat(&limit(&tree).unwrap());
        let estimate = adaptive(1e-12, 100_000, |rule| Ok(rule.moves(&tree))).unwrap();
        prop_assert!(estimate.error <= 2e-12);
        for (exact, float) in exact.iter().zip(flat(&estimate.shares)) {
            prop_assert!((exact.to_f64_fast() - float).abs() <= estimate.error.max(1e-14));
        }
    }
}

/// Steep moves: too few nodes must be noticed, and enough nodes must be right.
#[test]
fn the_error_is_noticed_and_vanishes() {
    let tree: Tree = "([20,20] [25,18] [15,22])".parse().unwrap();
    let exact: Vec<f64> = limit(&tree)
        .unwrap()
        .iter()
        .map(|s| s.each.to_f64_fast())
        .collect();
    let mut last = f64::INFINITY;
    for order in [8, 32, 96, 192] {
        let rule = QuadratureRule::new(order).unwrap();
        let estimate = rule.estimate(&rule.moves(&tree)).unwrap();
        let shares = estimate.shares.iter().zip(&exact);
        let error = shares.map(|(s, e)| (s.each - e).abs()).fold(0.0, f64::max);
        assert!(
            error <= estimate.error + 1e-14,
            "{order}: {error} > {}",
            estimate.error
        );
        assert!(estimate.error < last);
        last = estimate.error;
    }
    assert!(last < 1e-13, "{last}");
    let estimate = adaptive(1e-12, 10_000, |rule| Ok(rule.moves(&tree))).unwrap();
    for (share, exact) in estimate.shares.iter().zip(&exact) {
        assert!((share.each - exact).abs() < 1e-13);
    }
}

#[test]
fn a_hopeless_tolerance_is_refused_with_the_error_that_is_left() {
    let tree: Tree = "([200,200] [250,180])".parse().unwrap();
    let answer = adaptive(1e-12, 300, |rule| Ok(rule.moves(&tree)));
    assert!(
        matches!(answer, Err(Error::Unresolved { error, .. }) if error > 1e-12),
        "{answer:?}"
    );
    let estimate = adaptive(1e-12, 10_000, |rule| Ok(rule.moves(&tree))).unwrap();
    assert!(estimate.error <= 2e-12);
    for tolerance in [0.0, -1.0, f64::NAN, 1e-16, 2.0] {
        let answer = adaptive(tolerance, 300, |rule| Ok(rule.moves(&tree)));
        assert!(matches!(answer, Err(Error::OutOfRange { .. })));
    }
}

/// Everything happens within a millionth: both rules see nothing at all at first.
#[test]
fn a_needle_is_found() {
    let tree: Tree = "([1000,1000,1000000] [900,1100,1000000])".parse().unwrap();
    let coarse = QuadratureRule::new(64).unwrap();
    let missed = coarse.estimate(&coarse.moves(&tree)).unwrap();
    assert!(missed.error > 0.9, "{}", missed.error);
    let estimate = adaptive(1e-8, 10_000, |rule| Ok(rule.moves(&tree))).unwrap();
    assert!(estimate.error <= 2e-8, "{}", estimate.error);
    let sum: f64 = estimate.shares.iter().map(|share| share.each).sum();
    assert!((sum - 1.0).abs() < 1e-8 && estimate.shares.iter().all(|share| share.each > 0.01));
}

#[test]
fn broken_walks_are_refused() {
    let rule = QuadratureRule::new(8).unwrap();
    let mut walk = Walk::new(&rule);
    walk.enter();
    assert_eq!(walk.kind(), ScoreKind::Min);
    walk.leaf();
    assert!(matches!(walk.finish(), Err(Error::Unbalanced { .. })));
    let mut walk = Walk::new(&rule);
    walk.leave();
    assert!(matches!(walk.finish(), Err(Error::Unbalanced { .. })));
    let nothing: Vec<Share<Profile>> = Walk::new(&rule).finish().unwrap();
    assert!(matches!(
        rule.estimate(&nothing),
        Err(Error::Childless { .. })
    ));
    let others = QuadratureRule::new(9)
        .unwrap()
        .moves(&"(2 3)".parse().unwrap());
    assert!(matches!(
        rule.estimate(&others),
        Err(Error::OtherRule { .. })
    ));
    let mut none = rule.moves(&"(2 3)".parse().unwrap());
    none[0].count = 0;
    assert!(matches!(
        rule.estimate(&none),
        Err(Error::OutOfRange { .. })
    ));
    assert!(QuadratureRule::new(3).is_err() && QuadratureRule::new(5000).is_err());
}

#[test]
fn wide_last_plies() {
    let rule = QuadratureRule::new(64).unwrap();
    let mut walk = Walk::new(&rule);
    for leaves in [0, 1, 5000, 10] {
        walk.last_ply(leaves);
    }
    walk.leaves(2);
    let tree: Tree = "(. 1 5000 10 2*.)".parse().unwrap();
    let (walked, built) = (flat(&walk.finish().unwrap()), flat(&rule.moves(&tree)));
    assert_eq!(walked.len(), 6);
    for (walked, built) in walked.iter().zip(&built) {
        assert!(close(walked.value(), built.value()) && close(walked.slope(), built.slope()));
    }
}
