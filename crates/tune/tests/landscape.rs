//! Landscapes are what their descriptions say.

use ludometer_tune::landscape::{Landscape, LandscapeContest, LandscapeKind, Row, regret};
use ludometer_tune::{Method, Objective, Task};

#[test]
fn every_start_is_a_hundred_elo_below_the_top() {
    for kind in LandscapeKind::ALL {
        for dimension in [1, 2, 6, 100] {
            let landscape = Landscape::new(kind, dimension, 5);
            let start = landscape.regret(&vec![0.0; dimension]);
            assert!(
                (start - 100.0).abs() < 1e-9,
                "{kind:?} {dimension}: {start}"
            );
        }
    }
}

/// Shares of won, drawn and lost games of a point against itself and against the start.
#[test]
fn games_are_won_as_the_model_says() {
    let landscape = Landscape::new(LandscapeKind::Std, 6, 1).draws(200.0);
    let task = Task {
        space: landscape.space(),
        objective: Objective::Value,
        budget: 100_000,
        seed: 1,
    };
    // Random search asks for many games of the start against the start.
    let batch = Method::named("random").unwrap().start(task).unwrap().ask();
    let answers = landscape.answers(&batch, Objective::Value);
    let start = (0..batch.len()).take_while(|&index| batch.numbers(index).0 == 0);
    let games: Vec<f64> = start.map(|index| answers[index]).collect();
    let share = |payoff: f64| {
        games.iter().filter(|&&game| game == payoff).count() as f64 / games.len() as f64
    };
    let won = 1.0 / (1.0 + libm::exp10(0.5));
    let error = 4.0 * 0.5 / (games.len() as f64).sqrt();
    assert!((share(1.0) - won).abs() < error, "{}", share(1.0));
    assert!((share(-1.0) - won).abs() < error, "{}", share(-1.0));
    assert!((share(0.0) - (1.0 - 2.0 * won)).abs() < error);
}

/// Luck that belongs to the scenario leaves only the difference between two points.
#[test]
fn shared_luck_leaves_less_noise() {
    let noise = |shared: f64| {
        let landscape = Landscape::new(LandscapeKind::Std, 6, 1).shared(shared);
        let task = Task {
            space: landscape.space(),
            objective: Objective::Value,
            budget: 4_000,
            seed: 1,
        };
        let batch = Method::named("rspsa-gr")
            .unwrap()
            .start(task)
            .unwrap()
            .ask();
        let answers = landscape.answers(&batch, Objective::Value);
        answers
            .chunks(2)
            .map(|pair| libm::pow(pair[0] - pair[1], 2.0))
            .sum::<f64>()
    };
    let (own, half, whole) = (noise(0.0), noise(0.5), noise(1.0));
    assert!(whole < 0.1 * own, "{whole} {own}");
    assert!(half > 0.4 * own && half < 0.6 * own, "{half} {own}");
}

#[test]
fn quantiles_interpolate() {
    let contest = contest(LandscapeKind::Std);
    let row = Row::new(contest, 0, vec![4.0, 1.0, 3.0, 2.0]);
    assert_eq!(
        [0.0, 0.5, 1.0].map(|share| row.quantile(share)),
        [1.0, 2.5, 4.0]
    );
}

fn contest(kind: LandscapeKind) -> LandscapeContest {
    LandscapeContest {
        kind,
        dimension: 6,
        games: 20_000,
        margin: 0.0,
        shared: 0.0,
        objective: Objective::Duel,
    }
}

/// The reason for the default: it is not harmed where the scale is wrong, and it gains everywhere.
#[test]
fn the_default_gains_on_every_kind() {
    for kind in LandscapeKind::ALL {
        for seed in 500..503 {
            let found = regret(&Method::default(), contest(kind), seed).unwrap();
            assert!(found < 25.0, "{kind:?} {seed}: {found}");
            let again = regret(&Method::default(), contest(kind), seed).unwrap();
            assert_eq!(found.to_bits(), again.to_bits());
        }
    }
}
