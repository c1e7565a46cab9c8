//! Trees worked out by hand, ties and samples.

mod walk;

use super::*;
use crate::tree::Tree;
use crate::values::Stopped;
use ludometer_core::{Game, Measure, Seed};
use ludometer_games::{othello, tic_tac_toe};

const PLENTY: usize = 256 << 20;

fn functions<G: Game>(measure: Measure<G>) -> Vec<Function<G>> {
    use Weighting::{Leaves, Probability};
    vec![
        Function::Minimax,
        Function::Expected(Probability),
        Function::Expected(Leaves),
        Function::FirstWins(Probability),
        Function::FirstWins(Leaves),
        Function::ExpectedPoints,
        Function::Standard(measure, Finished::Ignored),
        Function::Standard(measure, Finished::Recognised),
        Function::Worst,
        Function::Random,
    ]
}

fn judge<G: Game>(measure: Measure<G>) -> Judge<G> {
    Judge::new(functions(measure), OptimalityCriterion::Outcome)
}

fn quality<G: Game>(game: &G, measure: Measure<G>) -> Quality {
    count(game, &judge(measure), PLENTY, &mut |_| {}).unwrap()
}

/// Small numbers of positions are good.
fn number() -> Measure<Tree> {
    Measure::low("number", "the number of the position", |_, &state, _| {
        state as f64
    })
}

// Player 0 chooses between a gamble (1), a draw (2), a draw with best play (3) and a loss (4).
const CHOICES: [&str; 12] = [
    "0: 1 2 3 4",
    "1*: 5 6",
    "2 = 0 0",
    "3*: 7 8",
    "4*: 11",
    "5 = 1 6",
    "6 = -1 -2",
    "7 = 0 0",
    "8: 9 10",
    "9 = 1 1",
    "10 = -1 -1",
    "11 = -1 -1",
];

#[test]
fn every_function_by_hand() {
    let tree = Tree::new(&CHOICES);
    let judge = judge(number());
    let at = |state: usize| {
        let mut enumeration = crate::values::Enumeration::new(&tree, PLENTY);
        judge.errors(&mut enumeration, &state).unwrap()
    };
    let third = 1.0 / 3.0;
    // At the start 2 and 3 are optimal. Expected outcomes are 0, 0, 0 and -1, the first player's
    // shares of wins 1/2, 0, 1/4 (1/3 of the leaves) and 0, expected points 2, 0, 0 and -1; the
    // draw is worth 0 to an evaluator that recognises it, and the others -1, -3 and -4.
    let start = vec![0.0, third, third, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 0.5];
    assert_eq!(at(0), Some((true, start)));
    // Player 1 wins with 6 and loses with 5, which has the smaller number.
    let gamble = vec![0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.5];
    assert_eq!(at(1), Some((true, gamble)));
    // Player 1 draws with 7; 8 has the same expected outcome and points, and more wins of player 0.
    let tied = vec![0.0, 0.5, 0.5, 0.0, 0.0, 0.5, 0.0, 0.0, 1.0, 0.5];
    assert_eq!(at(3), Some((true, tied)));
    assert_eq!(at(4), Some((false, vec![0.0; 10])), "a forced move");
    assert_eq!(at(2), None);
    let quality = quality(&tree, number());
    let all = &quality.positions;
    assert_eq!((all.all, all.finished), (12.0, 7.0));
    assert_eq!((all.total.nodes, all.total.possible), (5.0, 4.0));
    let errors = [
        0.0,
        third + 0.5,
        third + 0.5,
        1.0,
        1.0,
        1.5,
        2.0,
        0.0,
        4.0,
        2.0,
    ];
    assert_eq!(all.total.errors, errors);
    assert_eq!(
        quality.tree, quality.positions,
        "a tree without transpositions"
    );
    let plies: Vec<f64> = all.by_ply.iter().map(|tally| tally.nodes).collect();
    assert_eq!(plies, [1.0, 3.0, 1.0]);
    assert_eq!(all.by_ply[1].errors[1], 0.5);
    assert_eq!(all.total.share(6), 0.4);
    assert!(quality.has_points);
}

// Two thirds of the leaves below 1 are lost, but only half of the games.
#[test]
fn the_weightings_differ() {
    let tree = Tree::new(&[
        "0: 1 2",
        "1*: 3 4",
        "2: 7 8 9 10 11 12",
        "3 = 1 1",
        "4*: 5 6",
        "5 = -1 -1",
        "6 = -1 -1",
        "7 = 0 0",
        "8 = 0 0",
        "9 = 0 0",
        "10 = 0 0",
        "11 = 0 0",
        "12 = -1 -1",
    ]);
    let total = quality(&tree, number()).positions.total;
    assert_eq!(total.errors[1..3], [1.0, 0.0]);
}

// By outcome both moves win; by points only the first is optimal.
#[test]
fn the_scoreboard_as_criterion() {
    let tree = Tree::new(&["0: 1 2", "1 = 1 9", "2 = 1 3"]);
    let by = |criterion| {
        let judge = Judge::new(functions(number()), criterion);
        count(&tree, &judge, PLENTY, &mut |_| {})
            .unwrap()
            .positions
            .total
    };
    assert_eq!(by(OptimalityCriterion::Outcome).errors, [0.0; 10]);
    let points = by(OptimalityCriterion::Points);
    assert_eq!(points.possible, 1.0);
    assert_eq!(
        points.errors,
        [0.0, 0.5, 0.5, 0.5, 0.5, 0.0, 0.0, 0.5, 1.0, 0.5]
    );
}

// 3 is reached directly and by way of 7: twice in the tree, and at ply 2 at the earliest.
#[test]
fn a_position_counts_as_often_as_it_is_reached() {
    let tree = Tree::new(&[
        "0: 1 2",
        "1*: 3 4",
        "2*: 7",
        "3: 5 6",
        "4 = 1 1",
        "5 = 1 1",
        "6 = -1 -1",
        "7: 3",
    ]);
    let quality = quality(&tree, number());
    let worst = 8;
    assert_eq!((quality.positions.all, quality.tree.all), (8.0, 11.0));
    assert_eq!(quality.tree.finished, 5.0);
    assert_eq!(quality.positions.total.errors[worst], 1.0);
    assert_eq!(quality.tree.total.errors[worst], 2.0);
    assert_eq!(quality.tree.by_ply[2].errors[worst], 2.0);
    assert_eq!(quality.tree.by_ply[2].nodes, 3.0);
    assert_eq!(quality.tree.by_ply.len(), 3);
}

#[test]
fn what_counts_as_a_tie_does_not_matter() {
    let game = tic_tac_toe::TicTacToe::new(3, 3, 3).unwrap();
    let with = |tie: f64| {
        let judge = judge(tic_tac_toe::measures()[0]).tie(tie);
        count(&game, &judge, PLENTY, &mut |_| {}).unwrap()
    };
    for tie in [1e-11, 1e-10, 1e-9, 1e-8, 1e-7] {
        assert_eq!(with(tie), with(1e-12), "{tie}");
    }
    // Without a tolerance, sums that were rounded differently would not be tied.
    assert_ne!(with(0.0), with(1e-12));
}

#[test]
fn a_game_that_is_too_large_says_so() {
    let game = othello::Othello::new(6).unwrap();
    let judge = judge(othello::measures()[0]);
    let mut told = 0;
    let stopped = count(&game, &judge, 32 << 20, &mut |_| told += 1).unwrap_err();
    assert!(matches!(stopped, Stopped::Memory { bytes, .. } if bytes == 32 << 20));
    assert!(told > 2);
}

#[test]
fn samples_do_not_depend_on_threads() {
    let game = othello::Othello::new(6).unwrap();
    let measures = othello::measures();
    let empties = *measures.iter().find(|m| m.name == "empties").unwrap();
    let judge = judge(
        *measures
            .iter()
            .find(|m| m.name == "weighted-norvig")
            .unwrap(),
    );
    let how = PositionSampling {
        measure: empties,
        value: 5.0,
        samples: 24,
        seed: Seed::new(7),
        bytes: PLENTY,
    };
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap()
            .install(|| sample(&game, &judge, &how, &|| {}).unwrap())
    };
    let samples = on(1);
    assert_eq!(samples, on(3));
    assert_eq!(samples.len(), 24);
    assert!(samples.iter().any(|s| s.possible) && samples.iter().any(|s| s.errors[6] > 0.0));
    assert!(
        samples
            .iter()
            .all(|s| s.errors[0] == 0.0 && s.errors[8] == f64::from(u8::from(s.possible)))
    );
    let other = PositionSampling {
        seed: Seed::new(8),
        ..how
    };
    assert_ne!(samples, sample(&game, &judge, &other, &|| {}).unwrap());
}

#[test]
fn samples_that_cannot_be_had() {
    let game = tic_tac_toe::TicTacToe::new(3, 3, 3).unwrap();
    let empties = *tic_tac_toe::measures()
        .iter()
        .find(|m| m.name == "empties")
        .unwrap();
    let judge = judge(empties);
    let how = PositionSampling {
        measure: empties,
        value: 9.0,
        samples: 2,
        seed: Seed::new(1),
        bytes: PLENTY,
    };
    let drawn = sample(&game, &judge, &how, &|| {}).unwrap();
    assert_eq!(drawn[0].positions, 5_478, "the start itself");
    for value in [10.0, 2.5, 0.0] {
        let none = sample(&game, &judge, &PositionSampling { value, ..how }, &|| {}).unwrap_err();
        let says = format!("when empties first is {value}");
        assert!(none.to_string().contains(&says), "{none}");
    }
    let small = sample(
        &game,
        &judge,
        &PositionSampling { bytes: 1000, ..how },
        &|| {},
    );
    assert!(matches!(
        small,
        Err(Unsampled::Stopped(Stopped::Memory { .. }))
    ));
}
