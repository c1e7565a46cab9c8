//! Sizes that must stay quick, to be timed one by one in release mode:
//! `time cargo test --release -p ludometer-theory --test speed -- --ignored NAME`.

use ludometer_theory::{Minimaxing, RBig, Rule, Tree, Walk, adaptive, limit};

/// Numbers that look random and are always the same.
struct Numbers(u64);

impl Numbers {
    fn within(&mut self, low: u64, high: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        low + (self.0 >> 33) % (high - low + 1)
    }
}

/// An irregular tree: moves, replies and answers with leaves in these ranges.
fn irregular(moves: u64, replies: (u64, u64), leaves: (u64, u64)) -> Tree {
    let mut numbers = Numbers(moves);
    let moves: Vec<Tree> = (0..moves)
        .map(|_| {
            let replies = numbers.within(replies.0, replies.1);
            let counts: Vec<Tree> = (0..replies)
                .map(|_| Tree::level_regular(&[numbers.within(leaves.0, leaves.1)]).unwrap())
                .collect();
            Tree::node(counts.iter().map(|n| (1, n))).unwrap()
        })
        .collect();
    Tree::node(moves.iter().map(|n| (1, n))).unwrap()
}

fn check_limit(tree: &Tree) {
    let shares = limit(tree).unwrap();
    let sum = shares
        .iter()
        .fold(RBig::ZERO, |sum, s| sum + &s.each * RBig::from(s.count));
    assert_eq!(sum, RBig::ONE);
}

#[test]
#[ignore = "to be timed"]
fn exact_limits_at_a_thousand_leaves() {
    let tree = irregular(22, (5, 10), (3, 10));
    assert!((950..1100).contains(&tree.leaves()), "{}", tree.leaves());
    check_limit(&tree);
}

#[test]
#[ignore = "to be timed"]
fn exact_limits_at_a_thousand_leaves_with_two_hundred_moves() {
    let tree = irregular(210, (1, 3), (1, 4));
    assert!((950..1200).contains(&tree.leaves()), "{}", tree.leaves());
    check_limit(&tree);
}

#[test]
#[ignore = "to be timed"]
fn exact_limits_of_a_comb() {
    let comb = format!("{}.{}", "(. ".repeat(1000), ")".repeat(1000));
    check_limit(&comb.parse().unwrap());
}

#[test]
#[ignore = "to be timed"]
fn exact_limits_at_four_thousand_leaves() {
    let tree = irregular(30, (10, 15), (5, 16));
    assert!((3700..4300).contains(&tree.leaves()), "{}", tree.leaves());
    check_limit(&tree);
}

#[test]
#[ignore = "to be timed"]
fn exact_limits_at_ten_thousand_leaves() {
    let tree = irregular(30, (20, 30), (10, 17));
    assert!((9500..11000).contains(&tree.leaves()), "{}", tree.leaves());
    check_limit(&tree);
}

#[test]
#[ignore = "to be timed"]
fn finite_alpha_at_a_thousand_leaves() {
    let minimaxing = Minimaxing::new(&irregular(20, (5, 10), (3, 10)), 100).unwrap();
    assert_eq!(minimaxing.prob().len(), 20);
}

#[test]
#[ignore = "to be timed"]
fn ties_broken_at_a_thousand_leaves() {
    let minimaxing = Minimaxing::new(&irregular(20, (5, 10), (3, 10)), 100).unwrap();
    assert_eq!(minimaxing.chosen().unwrap().len(), 20);
}

/// Four ply and about four million leaves; the last ply by counts.
fn four_ply(walk: &mut Walk) -> u64 {
    let mut numbers = Numbers(4);
    let mut leaves = 0;
    for _ in 0..32 {
        walk.enter();
        for _ in 0..64 {
            walk.enter();
            for _ in 0..64 {
                let count = numbers.within(15, 46);
                leaves += count;
                walk.last_ply(count);
            }
            walk.leave();
        }
        walk.leave();
    }
    leaves
}

#[test]
#[ignore = "to be timed"]
fn quadrature_at_four_million_leaves() {
    let rule = Rule::new(128).unwrap();
    let mut walk = Walk::new(&rule);
    let leaves = four_ply(&mut walk);
    assert!((3_900_000..4_100_000).contains(&leaves), "{leaves}");
    let estimate = rule.estimate(&walk.finish().unwrap()).unwrap();
    // Too coarse for moves as steep as these, and it says so.
    assert!((1e-6..0.1).contains(&estimate.error), "{}", estimate.error);
}

#[test]
#[ignore = "to be timed"]
fn fine_quadrature_at_four_million_leaves() {
    let rule = Rule::new(768).unwrap();
    let mut walk = Walk::new(&rule);
    four_ply(&mut walk);
    let estimate = rule.estimate(&walk.finish().unwrap()).unwrap();
    assert!(estimate.error < 1e-12, "{}", estimate.error);
}

#[test]
#[ignore = "to be timed"]
fn adaptive_quadrature_at_four_million_leaves() {
    let estimate = adaptive(1e-10, 4000, |rule| {
        let mut walk = Walk::new(rule);
        four_ply(&mut walk);
        walk.finish()
    });
    let estimate = estimate.unwrap();
    assert!(estimate.error < 1e-10, "{}", estimate.error);
}
