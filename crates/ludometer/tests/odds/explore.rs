//! One more ply: what holds in every tree that is drawn.

use ludometer::odds::{Exploration, ExplorationRequest, MobilityChange, Siblings, explore};
use ludometer_core::Seed;
use ludometer_theory::{RBig, Scores, Tree};

fn drawn(trees: u64, moves: u64, scores: Vec<Scores>) -> Exploration {
    let ask = ExplorationRequest {
        trees,
        seed: Seed::new(8),
        moves,
        shallow: 1..=3,
        children: 3,
        scores,
    };
    explore(&ask, &|_| ()).unwrap()
}

/// In the limit, scores backed up to the old horizon are independent and alike if every node there got
/// as many children, so nothing changes; from there one move that gets more, or less, than all others
/// decides alone, by the domination theorem.
#[test]
fn in_the_limit_the_added_ply_decides() {
    let found = drawn(600, 4, vec![Scores::Continuous]);
    let mut trees = 0;
    for outcome in &found.outcomes {
        trees += outcome.raised + outcome.kept + outcome.lowered;
        // The good move stands first and is the more probable one at the old depth.
        let first = outcome.first.iter().flatten();
        assert!(first.into_iter().all(|(_, rho2, _)| *rho2 >= RBig::ONE));
        if outcome.siblings == Siblings::Unlike {
            continue;
        }
        let (raised, kept, lowered) = (outcome.raised, outcome.kept, outcome.lowered);
        let against = match (outcome.change, outcome.odd) {
            (MobilityChange::None, _) => raised + lowered,
            (MobilityChange::Good, false) | (MobilityChange::Bad, true) => kept + lowered,
            (MobilityChange::Bad, false) | (MobilityChange::Good, true) => raised + kept,
            (MobilityChange::Others, _) => panic!("others that are alike: {outcome:?}"),
        };
        assert_eq!(against, 0, "{outcome:?}");
    }
    assert_eq!((trees, found.outcomes.len()), (600, 18));
}

#[test]
fn finite_dice_change_it_and_the_seed_decides_everything() {
    let scores = vec![Scores::UpTo(2), Scores::Continuous];
    let found = drawn(120, 3, scores.clone());
    assert_eq!(found.outcomes, drawn(120, 3, scores).outcomes);
    let of = |scores| found.outcomes.iter().filter(move |o| o.scores == scores);
    let count = |scores| {
        of(scores)
            .map(|o| o.raised + o.kept + o.lowered)
            .sum::<u64>()
    };
    assert_eq!(
        (count(Scores::UpTo(2)), count(Scores::Continuous)),
        (120, 120)
    );
    let ties = of(Scores::UpTo(2)).filter(|o| o.change == MobilityChange::None);
    assert!(ties.map(|o| o.raised + o.lowered).sum::<u64>() > 0);
    for outcome in &found.outcomes {
        for (tree, rho2, rho1) in outcome.first.iter().flatten() {
            let tree: Tree = tree.parse().unwrap();
            assert_eq!(tree.height().is_multiple_of(2), outcome.odd);
            assert_eq!(
                outcome.first[0].as_ref().is_some_and(|f| &f.2 == rho1),
                rho1 > rho2
            );
        }
    }
}

#[test]
fn impossible_trees_are_refused() {
    let ask = |moves, children, shallow| ExplorationRequest {
        trees: 1,
        seed: Seed::new(1),
        moves,
        shallow,
        children,
        scores: vec![Scores::Continuous],
    };
    for (ask, says) in [
        (ask(1, 3, 1..=2), "`moves` is 1"),
        (ask(2, 0, 1..=2), "`branching` is 0"),
        (ask(2, 3, 0..=2), "`plies` is 0..2"),
        (ask(2, 3, 1..=17), "`plies` is 1..17"),
        (ask(4, 20, 8..=8), "leaves"),
    ] {
        let error = explore(&ask, &|_| ()).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
}
