//! The paper's worked examples.

use ludometer_theory::{LevelRegular, Minimaxing, Mobility, RBig, ScoreKind, Tree, UBig};

fn probs(tree: &str, alpha: u64) -> [RBig; 2] {
    let tree: Tree = tree.parse().unwrap();
    let shares = Minimaxing::new(&tree, alpha).unwrap().prob();
    assert_eq!(shares.len(), 2);
    [shares[0].each.clone(), shares[1].each.clone()]
}

fn ratio(numerator: u64, denominator: u64) -> RBig {
    RBig::from_parts(numerator.into(), denominator.into())
}

const FIGURE_1: &str = "([2,3] [3,2])";
/// Figure 1 with one child of b instead of three.
const EXAMPLE_2: &str = "([2,3] [1,2])";

#[test]
fn example_1() {
    assert_eq!(probs(FIGURE_1, 2), [ratio(3691, 4096), ratio(2283, 4096)]);
    let mobility = Mobility::of_moves(&FIGURE_1.parse().unwrap()).unwrap();
    assert!(mobility[0].strictly_dominates(&mobility[1]));
    assert!(!mobility[1].dominates(&mobility[0]));
    assert_eq!(mobility[0].dominates_solely_at(&mobility[1]), None);
    for alpha in 2..=30 {
        let [a, b] = probs(FIGURE_1, alpha);
        assert!(a > b, "alpha {alpha}");
    }
}

#[test]
fn example_1_counts() {
    // LE(a, i) = 2^6 - (2^3 - i^3)^2 and LE(b, i) = 2^6 - (2^2 - i^2)^3.
    let tree: Tree = FIGURE_1.parse().unwrap();
    let minimaxing = Minimaxing::new(&tree, 2).unwrap();
    let counts = minimaxing.counts();
    for i in 0..=2 {
        let a = 64 - (8 - i * i * i) * (8 - i * i * i);
        let b = 64 - (4 - i * i) * (4 - i * i) * (4 - i * i);
        assert_eq!(*counts[0].each.le(i), UBig::from(a));
        assert_eq!(*counts[1].each.le(i), UBig::from(b));
    }
}

#[test]
fn example_2() {
    assert_eq!(probs(EXAMPLE_2, 2), [ratio(211, 256), ratio(207, 256)]);
    assert_eq!(probs(EXAMPLE_2, 3), [ratio(4562, 6561), ratio(4802, 6561)]);
    let mobility = Mobility::of_moves(&EXAMPLE_2.parse().unwrap()).unwrap();
    assert!(!mobility[0].dominates(&mobility[1]));
    assert!(!mobility[1].dominates(&mobility[0]));
}

#[test]
fn example_2_decreases_from_3_to_100() {
    let mut before: Option<RBig> = None;
    for alpha in 3..=100 {
        let [a, b] = probs(EXAMPLE_2, alpha);
        assert!(a < b, "alpha {alpha}");
        let quotient = a / b;
        if let Some(before) = before {
            assert!(quotient < before, "alpha {alpha}");
        }
        before = Some(quotient);
    }
}

/// The counterexample to the converse of Lemma 5.2: prob(a) < prob(b), but inequality (6), read for
/// b over a, fails at i = 2.
#[test]
fn lemma_5_2_has_no_converse() {
    let tree: Tree = EXAMPLE_2.parse().unwrap();
    let minimaxing = Minimaxing::new(&tree, 3).unwrap();
    let counts = minimaxing.counts();
    let quotient = |run: usize, i: u64| {
        let counts = counts[run].each;
        RBig::from_parts(counts.eq(i).into(), counts.le(i).clone())
    };
    assert!(quotient(1, 2) < quotient(0, 2));
    assert!(quotient(1, 3) > quotient(0, 3));
}

#[test]
fn with_one_ply_every_move_is_the_same() {
    let tree: Tree = "7".parse().unwrap();
    let minimaxing = Minimaxing::new(&tree, 6).unwrap();
    assert_eq!(minimaxing.prob().len(), 1);
    assert_eq!(minimaxing.chosen().unwrap()[0].each, ratio(1, 7));
}

/// Section 5: the propagation function changes parity with each level.
#[test]
fn iterated_propagation_turns_round() {
    let n = LevelRegular::new([2, 3, 2]).unwrap();
    let (low, high) = (ratio(1, 3), ratio(2, 3));
    for phi in 1..=n.height() {
        let at = |z| n.iterated_propagation(phi, z).unwrap();
        match ScoreKind::of_level(phi) {
            ScoreKind::Min => assert!(at(&low) < at(&high), "{phi}"),
            ScoreKind::Max => assert!(at(&low) > at(&high), "{phi}"),
        }
    }
    assert!(n.iterated_propagation(0, &low).is_err());
    assert!(n.iterated_propagation(5, &low).is_err());
}
