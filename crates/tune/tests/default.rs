//! What the default promises: it is not harmed, by chance or by scales that were guessed wrong.

use ludometer_tune::landscape::{LandscapeContest, LandscapeKind, regret};
use ludometer_tune::{Method, Objective, Parameter, Space, Task};

/// Answers that lead it astray and then tell the truth: it goes back to the start.
#[test]
fn what_does_not_hold_its_own_is_given_up_for_the_start() {
    for objective in [Objective::Duel, Objective::Value] {
        let space = Space::new(vec![Parameter::real("x", 0.0, 1.0, 0.3)]).unwrap();
        let task = Task {
            space,
            objective,
            budget: 4000,
            seed: 5,
        };
        let mut tuner = Method::default().start(task).unwrap();
        loop {
            let batch = tuner.ask();
            if batch.is_empty() {
                break;
            }
            let sign = if tuner.spent() < 3600 { 1.0 } else { -1.0 };
            let answers = batch
                .trials()
                .map(|t| sign * (t.point[0] - t.against.map_or(0.0, |p| p[0])));
            let answers: Vec<f64> = answers.collect();
            if sign < 0.0 {
                assert!(tuner.best()[0] > 0.9, "{objective:?}: {:?}", tuner.best());
            }
            tuner.tell(&answers).unwrap();
        }
        assert_eq!(tuner.best(), [0.3], "{objective:?}");
    }
}

/// Against a fixed opponent every game is lost far from the start: it must come nearer to learn.
#[test]
fn perturbations_that_lose_everything_are_made_smaller() {
    let contest = LandscapeContest {
        kind: LandscapeKind::Mis,
        dimension: 6,
        games: 20_000,
        margin: 0.0,
        shared: 1.0,
        objective: Objective::Value,
    };
    for seed in 500..503 {
        let found = regret(&Method::default(), contest, seed).unwrap();
        assert!(found < 60.0, "{seed}: {found}");
    }
}

/// Gains do not depend on the unit of the answers, nor on an offset of values.
#[test]
fn answers_may_have_any_unit() {
    let best = |unit: f64, offset: f64| {
        let space = Space::new(vec![Parameter::real("x", 0.0, 1.0, 0.3)]).unwrap();
        let objective = Objective::Value;
        let mut tuner = Method::default()
            .start(Task {
                space,
                objective,
                budget: 2000,
                seed: 5,
            })
            .unwrap();
        loop {
            let batch = tuner.ask();
            if batch.is_empty() {
                return tuner.best()[0];
            }
            // Powers of two keep the bits of every difference.
            let worth = |x: f64| offset + unit * -((x - 0.6) * 1024.0).round();
            let answers: Vec<f64> = batch.trials().map(|t| worth(t.point[0])).collect();
            tuner.tell(&answers).unwrap();
        }
    };
    assert_eq!(best(1.0, 0.0), best(1024.0, 0.0));
    assert_eq!(best(1.0, 0.0), best(0.25, 4096.0));
}
