//! Every count and probability against enumeration of all assignments of scores.

use crate::config;
use crate::shape::{Shape, flat, shapes, sum};
use ludometer_theory::{Counts, Minimaxing, RBig, ScoreKind, UBig};
use proptest::prelude::*;

/// Calls for each of the alpha^leaves assignments.
fn assignments(leaves: usize, alpha: u64, mut each: impl FnMut(&[u64])) {
    let mut scores = vec![1; leaves];
    loop {
        each(&scores);
        let Some(place) = scores.iter().position(|&score| score < alpha) else {
            return;
        };
        scores[..place].fill(1);
        scores[place] += 1;
    }
}

/// Enough for ties among up to eight moves.
const PARTS: u64 = 840;

struct Tally {
    /// EQ(n, i) of each move within its own subgame tree.
    equal: Vec<Vec<u64>>,
    /// #[n](i) of each move.
    principal: Vec<Vec<u64>>,
    /// How often each is chosen, in parts.
    chosen: Vec<u64>,
}

fn tally(shape: &Shape, alpha: u64) -> Tally {
    let slots = alpha as usize + 1;
    let moves = shape.0.len();
    let mut tally = Tally {
        equal: vec![vec![0; slots]; moves],
        principal: vec![vec![0; slots]; moves],
        chosen: vec![0; moves],
    };
    for (child, equal) in shape.0.iter().zip(&mut tally.equal) {
        assignments(child.leaves(), alpha, |scores| {
            equal[child.score(false, &mut scores.iter().copied()) as usize] += 1;
        });
    }
    assignments(shape.leaves(), alpha, |scores| {
        let mut scores = scores.iter().copied();
        let children = shape.0.iter();
        let backed_up: Vec<u64> = children.map(|n| n.score(false, &mut scores)).collect();
        let best = *backed_up.iter().max().unwrap();
        let tied = backed_up.iter().filter(|&&score| score == best).count() as u64;
        for (n, _) in backed_up.iter().enumerate().filter(|(_, s)| **s == best) {
            tally.principal[n][best as usize] += 1;
            tally.chosen[n] += PARTS / tied;
        }
    });
    tally
}

fn check(shape: &Shape, alpha: u64) {
    let tree = shape.tree();
    let tally = tally(shape, alpha);
    let minimaxing = Minimaxing::new(&tree, alpha).unwrap();
    let total = UBig::from(alpha).pow(shape.leaves());
    assert_eq!(minimaxing.total(), total);
    for (counts, equal) in flat(&minimaxing.counts()).iter().zip(&tally.equal) {
        check_counts(counts, equal);
    }
    for i in 0..=alpha + 1 {
        let principal = flat(&minimaxing.principal(i));
        for (count, by_score) in principal.iter().zip(&tally.principal) {
            let expected = by_score.get(i as usize).copied().unwrap_or(0);
            assert_eq!(*count, UBig::from(expected));
        }
    }
    let prob = flat(&minimaxing.prob());
    let chosen = flat(&minimaxing.chosen().unwrap());
    assert_eq!(prob.len(), shape.0.len());
    for (n, by_score) in tally.principal.iter().enumerate() {
        let count: u64 = by_score.iter().sum();
        assert_eq!(prob[n], RBig::from_parts(count.into(), total.clone()));
        let parts = RBig::from_parts(tally.chosen[n].into(), &total * PARTS);
        assert_eq!(chosen[n], parts);
    }
    assert_eq!(sum(chosen), RBig::ONE);
}

fn check_counts(counts: &Counts, equal: &[u64]) {
    let within = |range: std::ops::Range<usize>| UBig::from(equal[range].iter().sum::<u64>());
    for i in 0..equal.len() {
        let score = i as u64;
        assert_eq!(*counts.le(score), within(0..i + 1));
        assert_eq!(*counts.lt(score), within(0..i));
        assert_eq!(counts.eq(score), UBig::from(equal[i]));
        assert_eq!(counts.ge(score), within(i..equal.len()));
        assert_eq!(counts.gt(score), within(i + 1..equal.len()));
    }
}

proptest! {
    #![proptest_config(config(96))]

    #[test]
    fn two_scores(shape in shapes(3, 3).prop_filter("small", |s| s.leaves() <= 11)) {
        check(&shape, 2);
    }

    #[test]
    fn three_scores(shape in shapes(3, 3).prop_filter("small", |s| s.leaves() <= 8)) {
        check(&shape, 3);
    }

    #[test]
    fn up_to_five_scores(shape in shapes(4, 4).prop_filter("small", |s| s.leaves() <= 5), alpha in 1..=5_u64) {
        check(&shape, alpha);
    }

    #[test]
    fn either_kind_of_root(shape in shapes(3, 3).prop_filter("small", |s| s.leaves() <= 8)) {
        for (kind, maximise) in [(ScoreKind::Max, true), (ScoreKind::Min, false)] {
            let counts = Counts::new(&shape.tree(), kind, 3).unwrap();
            let mut equal = vec![0; 4];
            assignments(shape.leaves(), 3, |scores| {
                equal[shape.score(maximise, &mut scores.iter().copied()) as usize] += 1;
            });
            check_counts(&counts, &equal);
        }
    }

    /// The probabilities of a min-node's children are those under a max-node.
    #[test]
    fn players_may_be_exchanged(shape in shapes(3, 3).prop_filter("small", |s| s.leaves() <= 8)) {
        let mut principal = vec![0_u64; shape.0.len()];
        assignments(shape.leaves(), 3, |scores| {
            let mut scores = scores.iter().copied();
            let children = shape.0.iter();
            let backed_up: Vec<u64> = children.map(|n| n.score(true, &mut scores)).collect();
            let best = *backed_up.iter().min().unwrap();
            for (count, score) in principal.iter_mut().zip(backed_up) {
                *count += u64::from(score == best);
            }
        });
        let minimaxing = Minimaxing::new(&shape.tree(), 3).unwrap();
        for (prob, count) in flat(&minimaxing.prob()).iter().zip(principal) {
            prop_assert_eq!(prob, &RBig::from_parts(count.into(), minimaxing.total()));
        }
    }
}
