//! The limit α → ∞.

use crate::config;
use crate::shape::{Shape, flat, ratio, shapes, sum};
use ludometer_theory::{
    LevelRegular, Lookahead, Minimaxing, QuadratureRule, RBig, Scores, Tree, limit,
};
use proptest::prelude::*;

/// Polynomials the stupid way: coefficients, lowest first.
type Polynomial = Vec<RBig>;

fn product(a: &Polynomial, b: &Polynomial) -> Polynomial {
    let mut terms = vec![RBig::ZERO; a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            terms[i + j] += x * y;
        }
    }
    terms
}

fn complement(a: &Polynomial) -> Polynomial {
    let mut terms: Polynomial = a.iter().map(|x| -x).collect();
    terms[0] += RBig::ONE;
    terms
}

fn distribution(shape: &Shape, maximise: bool) -> Polynomial {
    let children = shape.0.iter().map(|n| distribution(n, !maximise));
    if shape.0.is_empty() {
        return vec![RBig::ZERO, RBig::ONE];
    }
    let one = vec![RBig::ONE];
    if maximise {
        children.fold(one, |a, b| product(&a, &b))
    } else {
        complement(&children.fold(one, |a, b| product(&a, &complement(&b))))
    }
}

fn slowly(shape: &Shape) -> Vec<RBig> {
    let moves: Vec<Polynomial> = shape.0.iter().map(|n| distribution(n, false)).collect();
    let prob = |n: usize| {
        let slope = moves[n].iter().zip(0_u64..).skip(1);
        let slope: Polynomial = slope.map(|(x, k)| x * RBig::from(k)).collect();
        let siblings = (0..moves.len()).filter(|&sibling| sibling != n);
        let density = siblings.fold(slope, |a, sibling| product(&a, &moves[sibling]));
        let terms = density.iter().zip(1_u64..);
        sum(terms.map(|(x, k)| x / RBig::from(k)))
    };
    (0..moves.len()).map(prob).collect()
}

#[test]
fn known_limits() {
    let probs = |text: &str| flat(&limit(&text.parse().unwrap()).unwrap());
    assert_eq!(probs("5"), vec![ratio(1, 5); 5]);
    // A move with two replies scores the lower of two uniforms: it beats a leaf one time in three.
    assert_eq!(probs("(2 .)"), [ratio(1, 3), ratio(2, 3)]);
    // Example 2 in the limit: a is F = 1 - (1 - x^3)^2 = 2x^3 - x^6, b is x^2, so prob(b) is the
    // integral of 2x (2x^3 - x^6), 4/5 - 1/4.
    assert_eq!(probs("([2,3] [1,2])"), [ratio(9, 20), ratio(11, 20)]);
}

proptest! {
    #![proptest_config(config(128))]

    #[test]
    fn packed_polynomials_are_polynomials(shape in shapes(4, 4).prop_filter("small", |s| s.leaves() <= 24)) {
        prop_assert_eq!(flat(&limit(&shape.tree()).unwrap()), slowly(&shape));
    }

    #[test]
    fn limits_sum_to_one_and_quadrature_agrees(shape in shapes(6, 5)) {
        let tree = shape.tree();
        let exact = flat(&limit(&tree).unwrap());
        prop_assert_eq!(sum(exact.clone()), RBig::ONE);
        let rule = QuadratureRule::new(96).unwrap();
        let estimate = rule.estimate(&rule.moves(&tree)).unwrap();
        prop_assert!(estimate.error < 1e-13, "{}", estimate.error);
        for (exact, float) in exact.iter().zip(flat(&estimate.shares)) {
            prop_assert!((exact.to_f64_fast() - float).abs() <= 1e-14);
        }
    }

    /// prob(n) and the automaton's chance tend to the limit, about as 1/α.
    #[test]
    fn growing_alpha(shape in shapes(3, 3).prop_filter("small", |s| s.leaves() <= 12)) {
        let tree = shape.tree();
        let exact = flat(&limit(&tree).unwrap());
        let distance = |alpha: u64| {
            let minimaxing = Minimaxing::new(&tree, alpha).unwrap();
            let prob = flat(&minimaxing.prob());
            let chosen = flat(&minimaxing.chosen().unwrap());
            let far = |probs: &[RBig]| {
                let pairs = probs.iter().zip(&exact);
                pairs.map(|(a, b)| (a - b).to_f64_fast().abs()).fold(0.0, f64::max)
            };
            (far(&prob), far(&chosen))
        };
        let (near, far) = (distance(400), distance(50));
        prop_assert!(near.0 <= far.0 / 6.0 + 1e-12, "{:?} {:?}", near, far);
        prop_assert!(near.1 <= far.1 / 6.0 + 1e-12, "{:?} {:?}", near, far);
        prop_assert!(near.0 < 12.0 / 400.0, "{:?}", near);
    }

    /// The same extension under every node at level δ₂ changes nothing: backed-up scores there are
    /// still independent and of one continuous distribution.
    #[test]
    fn equal_extensions_change_nothing(
        tops in prop::collection::vec(prop::collection::vec(1..=3_u64, 2), 2..=3),
        below in prop::collection::vec(1..=3_u64, 1..=2),
    ) {
        let moves: Vec<LevelRegular> = tops
            .iter()
            .map(|top| LevelRegular::new([&top[..], &below[..]].concat()).unwrap())
            .collect();
        let lookahead = Lookahead::new(&moves, 0, 1, 3).unwrap();
        let (rho1, rho2) = (lookahead.rho1(Scores::Continuous), lookahead.rho2(Scores::Continuous));
        prop_assert_eq!(rho1.unwrap(), rho2.unwrap());
    }
}

#[test]
fn order_of_moves_does_not_matter() {
    let one: Tree = "(2 [2,2] 2 3 [2,2])".parse().unwrap();
    let other: Tree = "(2*[2,2] 2*2 3)".parse().unwrap();
    let (one, other) = (limit(&one).unwrap(), limit(&other).unwrap());
    assert_eq!(one.len(), 5);
    assert_eq!(one[0].each, one[2].each);
    assert_eq!(one[0].each, other[1].each);
    assert_eq!(one[4].each, other[0].each);
    assert_eq!(one[3].each, other[2].each);
}
