//! Lemmas 4.3, 5.1 and 5.3, and the closed form of level-regular moves.

use crate::config;
use crate::shape::{flat, shapes, sum};
use ludometer_theory::{Counts, LevelRegular, Minimaxing, RBig, ScoreKind, Tree, UBig};
use proptest::prelude::*;

fn power(base: &UBig, exponent: u64) -> UBig {
    base.pow(exponent as usize)
}

proptest! {
    #![proptest_config(config(128))]

    /// α^#T = LE + GT, and the first and last lemmas about EQ.
    #[test]
    fn lemmas_4_1_to_4_3(shape in shapes(4, 4), alpha in 1..=6_u64) {
        for kind in [ScoreKind::Max, ScoreKind::Min] {
            let counts = Counts::new(&shape.tree(), kind, alpha).unwrap();
            let total = UBig::from(alpha).pow(shape.leaves());
            prop_assert_eq!(counts.alpha(), alpha);
            prop_assert_eq!(counts.total(), &total);
            for i in 0..=alpha {
                prop_assert_eq!(counts.le(i) + counts.gt(i), total.clone());
                prop_assert_eq!(counts.lt(i) + counts.ge(i), total.clone());
                prop_assert_eq!(counts.eq(i) == *counts.le(i), i <= 1);
                prop_assert_eq!(counts.eq(i) == counts.ge(i), i == alpha);
            }
        }
    }

    /// #[n](i) is EQ(n, i) times the LE of every sibling, one by one.
    #[test]
    fn lemma_5_1(shape in shapes(3, 5), alpha in 1..=6_u64) {
        let minimaxing = Minimaxing::new(&shape.tree(), alpha).unwrap();
        let counts = flat(&minimaxing.counts());
        let mut sums = vec![UBig::ZERO; counts.len()];
        for i in 1..=alpha {
            for (n, principal) in flat(&minimaxing.principal(i)).into_iter().enumerate() {
                let siblings = (0..counts.len()).filter(|&sibling| sibling != n);
                let product: UBig = siblings.map(|sibling| counts[sibling].le(i)).product();
                prop_assert_eq!(&principal, &(counts[n].eq(i) * product));
                sums[n] += principal;
            }
        }
        for (prob, sum) in flat(&minimaxing.prob()).into_iter().zip(sums) {
            prop_assert_eq!(prob, RBig::from_parts(sum.into(), minimaxing.total()));
        }
    }

    /// With finite α the moves' probabilities sum to more than 1, and the automaton's to 1.
    #[test]
    fn ties_are_counted_or_broken(shape in shapes(3, 5), alpha in 1..=6_u64) {
        let minimaxing = Minimaxing::new(&shape.tree(), alpha).unwrap();
        let counted = sum(flat(&minimaxing.prob()));
        let broken = sum(flat(&minimaxing.chosen().unwrap()));
        prop_assert_eq!(counted > RBig::ONE, shape.0.len() > 1);
        prop_assert_eq!(broken, RBig::ONE);
    }

    /// L_k(i) and G_k(i) from two levels further down.
    #[test]
    fn lemma_5_3(q in 1..=4_u64, m in 1..=4_u64, below in prop::collection::vec(1..=3_u64, 0..3), alpha in 1..=5_u64) {
        let counts = |levels: &[u64], kind| {
            let tree = Tree::level_regular(levels).unwrap();
            Counts::new(&tree, kind, alpha).unwrap()
        };
        let lower = counts(&below, ScoreKind::Min);
        let upper = counts(&[&[q, m], &below[..]].concat(), ScoreKind::Min);
        for i in 0..=alpha {
            let inner = power(lower.le(alpha), m) - power(lower.le(i), m);
            let expected = power(lower.le(alpha), m * q) - power(&inner, q);
            prop_assert_eq!(upper.le(i), &expected);
        }
        let lower = counts(&below, ScoreKind::Max);
        let upper = counts(&[&[m, q], &below[..]].concat(), ScoreKind::Max);
        for i in 0..=alpha {
            let inner = power(&lower.gt(0), q) - power(&lower.gt(i), q);
            let expected = power(&lower.gt(0), q * m) - power(&inner, m);
            prop_assert_eq!(upper.gt(i), expected);
        }
    }

    /// The closed form through the propagation function is the general recursion.
    #[test]
    fn closed_form(action_count in prop::collection::vec(1..=4_u64, 0..5), alpha in 1..=6_u64) {
        let n = LevelRegular::new(action_count).unwrap();
        let general = Counts::new(&n.tree(), ScoreKind::Min, alpha).unwrap();
        prop_assert_eq!(&n.counts(alpha).unwrap(), &general);
        for i in 0..=alpha {
            let l1 = RBig::from_parts(general.le(i).clone().into(), general.total().clone());
            prop_assert_eq!(n.l1(i, alpha).unwrap(), l1);
        }
        prop_assert!(n.l1(alpha + 1, alpha).is_err());
    }

    /// (13): the propagation may begin at any level, with that level's own l or g.
    #[test]
    fn propagation_from_any_level(action_count in prop::collection::vec(1..=3_u64, 0..5), alpha in 1..=4_u64) {
        let n = LevelRegular::new(action_count).unwrap();
        for phi in 1..=n.height() {
            let below = Tree::level_regular(&n.action_count()[phi - 1..]).unwrap();
            let kind = ScoreKind::of_level(phi);
            let counts = Counts::new(&below, kind, alpha).unwrap();
            for i in 0..=alpha {
                let favourable = match kind {
                    ScoreKind::Min => counts.le(i).clone(),
                    ScoreKind::Max => counts.gt(i),
                };
                let f = RBig::from_parts(favourable.into(), counts.total().clone());
                let l1 = n.iterated_propagation(phi, &f).unwrap();
                prop_assert_eq!(l1, n.l1(i, alpha).unwrap());
            }
        }
    }
}
