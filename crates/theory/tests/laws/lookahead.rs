//! Increased lookahead (section 7).

use crate::config;
use ludometer_theory::{Error, LevelRegular, Lookahead, RBig, Scores, Step, Tree, limit};
use proptest::prelude::*;

fn moves(action_count: &[&[u64]]) -> Vec<LevelRegular> {
    let action_count = action_count.iter();
    action_count
        .map(|levels| LevelRegular::new(*levels).unwrap())
        .collect()
}

/// Four ply against two: levels 2 (white's) and 3 (black's) are beyond the horizon.
fn position() -> Lookahead {
    Lookahead::new(&moves(&[&[2, 2, 2], &[3, 2, 2]]), 0, 1, 2).unwrap()
}

/// Each step is the least q, by trying them all.
#[test]
fn the_staircase_is_what_trying_finds() {
    for scores in [Scores::UpTo(3), Scores::UpTo(12), Scores::Continuous] {
        let position = position();
        let stairs = position.staircase(2, 3, 1..=4, 12, scores).unwrap();
        let rho2 = position.rho2(scores).unwrap();
        for &Step { m, q } in &stairs {
            let with_m = position.modified(2, m).unwrap();
            let enough = |q: &u64| with_m.modified(3, *q).unwrap().rho1(scores).unwrap() > rho2;
            assert_eq!((1..=12).find(enough), q, "{scores:?} at m = {m}");
        }
        let down = stairs.windows(2);
        for step in down {
            let height = |step: &Step| step.q.unwrap_or(u64::MAX);
            assert!(height(&step[1]) <= height(&step[0]), "{stairs:?}");
        }
        assert!(stairs.iter().any(|step| step.q.is_some()), "{stairs:?}");
    }
}

/// A position made to need several steps.
#[test]
fn stairs_have_more_than_one_step() {
    let position = Lookahead::new(&moves(&[&[2, 2, 6], &[3, 6, 2]]), 0, 1, 2).unwrap();
    let stairs = position
        .staircase(2, 3, 1..=8, 200, Scores::UpTo(20))
        .unwrap();
    let mut heights: Vec<Option<u64>> = stairs.iter().map(|step| step.q).collect();
    heights.dedup();
    assert!(heights.len() > 2, "{stairs:?}");
}

#[test]
fn one_ply_deeper_only_one_side_can_be_modified() {
    // δ₁ = 3, δ₂ = 2: level 2 is white's.
    let white = Lookahead::new(&moves(&[&[2, 2], &[3, 2]]), 0, 1, 2).unwrap();
    assert_eq!(
        white.rho1(Scores::Continuous),
        white.rho2(Scores::Continuous)
    );
    assert!(!white.beneficial(Scores::Continuous).unwrap());
    assert_eq!(white.threshold(2, 50, Scores::Continuous), Ok(Some(3)));
    assert_eq!(
        (white.white_choice(0), white.black_choice(0)),
        (Ok(2), Ok(1))
    );
    assert!(white.staircase(2, 3, 1..=2, 5, Scores::Continuous).is_err());
    // δ₁ = 4, δ₂ = 3: level 3 is black's.
    let black = Lookahead::new(&moves(&[&[2, 2, 2], &[3, 2, 2]]), 0, 1, 3).unwrap();
    assert_eq!(black.threshold(3, 50, Scores::Continuous), Ok(Some(3)));
    assert_eq!(black.threshold(3, 2, Scores::Continuous), Ok(None));
    assert_eq!(black.threshold(3, 0, Scores::Continuous), Ok(None));
}

#[test]
fn ratios_are_of_the_moves_named() {
    // The first two are equal neighbours, so the tree holds them as one run.
    let position = Lookahead::new(&moves(&[&[2, 3], &[2, 3], &[3], &[1, 2]]), 3, 1, 2).unwrap();
    assert_eq!((position.deep(), position.shallow()), (3, 2));
    let deep: Tree = "(2*[2,3] [3,1] [1,2])".parse().unwrap();
    let shallow: Tree = "(2*2 3 1)".parse().unwrap();
    for (tree, rho) in [
        (deep, position.rho1(Scores::Continuous)),
        (shallow, position.rho2(Scores::Continuous)),
    ] {
        let shares = limit(&tree).unwrap();
        assert_eq!(rho.unwrap(), &shares[2].each / &shares[0].each);
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let two = moves(&[&[2, 2, 2], &[3, 2, 2]]);
    for wrong in [
        Lookahead::new(&two, 0, 2, 2),
        Lookahead::new(&two, 1, 1, 2),
        Lookahead::new(&two, 0, 1, 0),
        Lookahead::new(&two, 0, 1, 4),
        Lookahead::new(&[], 0, 1, 1),
        position().modified(1, 2),
        position().modified(4, 2),
    ] {
        assert!(matches!(wrong, Err(Error::OutOfRange { .. })), "{wrong:?}");
    }
    assert!(matches!(
        position().modified(2, 0),
        Err(Error::Childless { .. })
    ));
    assert!(
        position()
            .staircase(3, 3, 1..=2, 4, Scores::UpTo(2))
            .is_err()
    );
    assert!(
        position()
            .staircase(2, 2, 1..=2, 4, Scores::UpTo(2))
            .is_err()
    );
    assert!(position().white_choice(2).is_err());
    assert!(two[0].modified(0, 1).is_err() && two[0].modified(4, 1).is_err());
}

proptest! {
    #![proptest_config(config(48))]

    /// What bisection rests on: modifications in favour of the good move raise the ratio.
    #[test]
    fn modifications_raise_the_ratio(
        action_count in prop::collection::vec(prop::collection::vec(1..=3_u64, 3), 2..=3),
        level in 2..=3_usize,
        alpha in 2..=8_u64,
    ) {
        let moves: Vec<LevelRegular> =
            action_count.into_iter().map(|b| LevelRegular::new(b).unwrap()).collect();
        let position = Lookahead::new(&moves, 0, 1, 2).unwrap();
        for scores in [Scores::UpTo(alpha), Scores::Continuous] {
            let mut before = RBig::ZERO;
            for children in 1..=4 {
                let rho1 = position.modified(level, children).unwrap().rho1(scores).unwrap();
                prop_assert!(rho1 > before);
                before = rho1;
            }
        }
    }
}
