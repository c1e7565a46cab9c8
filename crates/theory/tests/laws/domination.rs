//! The domination theorem (6.2), its lemma and its corollary.

use crate::config;
use crate::shape::{flat, shapes};
use ludometer_theory::{LevelRegular, Minimaxing, Mobility, RBig, Tree, limit};
use proptest::prelude::*;

/// Level-regular moves of one game.
fn games(height: usize) -> impl Strategy<Value = Vec<LevelRegular>> {
    let action_count = prop::collection::vec(1..=4_u64, height - 1);
    let n = action_count.prop_map(|action_count| LevelRegular::new(action_count).unwrap());
    prop::collection::vec(n, 2..=4)
}

fn check(tree: &Tree, mobility: &[Mobility], probs: &[RBig]) -> Result<(), TestCaseError> {
    for (n1, first) in mobility.iter().enumerate() {
        for (n2, second) in mobility.iter().enumerate() {
            let order = probs[n1].cmp(&probs[n2]);
            if first.dominates(second) {
                prop_assert!(order.is_ge(), "{} at {} and {}", tree, n1, n2);
            }
            if first.strictly_dominates(second) || first.dominates_solely_at(second).is_some() {
                prop_assert!(order.is_gt(), "{} at {} and {}", tree, n1, n2);
            }
        }
    }
    Ok(())
}

/// One move made to dominate another, so that not only luck finds such pairs.
fn dominated(n: &LevelRegular, changes: &[u64]) -> LevelRegular {
    let levels = n.action_count().iter().zip(changes).enumerate();
    let action_count = levels.map(|(i, (&t, &change))| match i % 2 {
        0 => t + change,
        _ => t.saturating_sub(change).max(1),
    });
    LevelRegular::new(action_count.collect::<Vec<_>>()).unwrap()
}

proptest! {
    #![proptest_config(config(128))]

    #[test]
    fn level_regular_moves(mut moves in games(4), changes in prop::collection::vec(0..=2_u64, 3), alpha in 2..=6_u64) {
        let worse = dominated(&moves[0], &changes);
        prop_assert!(Mobility::from(&moves[0]).dominates(&Mobility::from(&worse)));
        moves.push(worse);
        let tree = LevelRegular::game(&moves).unwrap();
        let mobility: Vec<Mobility> = moves.iter().map(Mobility::from).collect();
        let probs = flat(&Minimaxing::new(&tree, alpha).unwrap().prob());
        check(&tree, &mobility, &probs)?;
        let chosen = flat(&Minimaxing::new(&tree, alpha).unwrap().chosen().unwrap());
        check(&tree, &mobility, &chosen)?;
    }

    #[test]
    fn level_regular_moves_in_the_limit(mut moves in games(3), changes in prop::collection::vec(0..=2_u64, 2)) {
        moves.push(dominated(&moves[0], &changes));
        let tree = LevelRegular::game(&moves).unwrap();
        let mobility: Vec<Mobility> = moves.iter().map(Mobility::from).collect();
        check(&tree, &mobility, &flat(&limit(&tree).unwrap()))?;
    }

    /// The definition covers any trees, and so does the theorem: see [`Mobility`].
    #[test]
    fn any_moves(shape in shapes(3, 3), alpha in 2..=5_u64) {
        let tree = shape.tree();
        let mobility = Mobility::of_moves(&tree).unwrap();
        let shares = Minimaxing::new(&tree, alpha).unwrap().prob();
        let probs: Vec<RBig> = shares.into_iter().map(|share| share.each).collect();
        check(&tree, &mobility, &probs)?;
    }

    /// Level-regular mobility read from the tree is the given branching.
    #[test]
    fn mobility_of_level_regular_moves(moves in games(4)) {
        let tree = LevelRegular::game(&moves).unwrap();
        let mut read = Mobility::of_moves(&tree).unwrap().into_iter();
        let mut before = None;
        for n in &moves {
            if before != Some(n) {
                prop_assert_eq!(read.next(), Some(Mobility::from(n)));
            }
            before = Some(n);
        }
        prop_assert!(read.next().is_none());
    }
}

#[test]
fn irregular_levels_are_compared_by_all_their_nodes() {
    // Level 1 is black's: fewer is better for white; level 2 white's. `.` is extended by one child.
    let mobility = |text: &str| Mobility::of_moves(&text.parse().unwrap()).unwrap();
    let moves = mobility("((3 4) (2 3) (1 4) . (2*4))");
    assert!(moves[0].dominates(&moves[1]) && moves[0].strictly_dominates(&moves[1]));
    assert!(!moves[0].dominates(&moves[2]) && !moves[2].dominates(&moves[0]));
    assert!(
        !moves[3].dominates(&moves[0]),
        "one child for white is less than three"
    );
    assert!(
        !moves[0].dominates(&moves[0]),
        "some of its nodes have fewer children than others"
    );
    assert!(moves[4].dominates(&moves[0]) && moves[4].strictly_dominates(&moves[0]));
    assert_eq!(
        moves[4].dominates_solely_at(&moves[0]),
        None,
        "some nodes do not differ"
    );
    assert_eq!(moves[4].dominates_solely_at(&moves[1]), Some(2));
    assert_eq!(moves[4].dominates_solely_at(&moves[4]), None);
    assert!(moves[4].dominates(&moves[4]) && !moves[4].strictly_dominates(&moves[4]));
}

#[test]
fn leaves_above_the_last_level_are_extended() {
    // Under the first move level 3, black's, has nodes with 5 children and an extended leaf with 1.
    let tree = "((. (5 5)) (2*[2,3]) (2*[2,1]))".parse().unwrap();
    let moves = Mobility::of_moves(&tree).unwrap();
    assert!(
        !moves[1].dominates(&moves[0]),
        "three children are more than one"
    );
    assert!(moves[2].strictly_dominates(&moves[0]));
    assert_eq!(moves[2].dominates_solely_at(&moves[1]), Some(3));
    let shallow = Mobility::from(&LevelRegular::new([2]).unwrap());
    let deep = Mobility::from(&LevelRegular::new([2, 3, 1]).unwrap());
    assert_eq!(deep.dominates_solely_at(&shallow), Some(2));
    assert!(!shallow.dominates(&deep));
}
