//! Searches by sampling in games of two, on trees that are nothing but their values.

#[path = "oracle/paths.rs"]
mod paths;

use ludometer_agents::evaluate::MeasureEvaluator;
use ludometer_agents::sample::{Flat, OpenLoopMcts, PlayoutOutcome, RewardScale, Rollout, Uct};
use ludometer_core::{Agent, Budget, Game, Generator, Player, Seat, Seed};
use paths::Paths;

/// The first action is worth 1 or -1, as the opponent replies; the second a little, whatever it does.
fn risky(_: &Paths, way: &[u8]) -> f64 {
    match way {
        [0, 0] => 1.0,
        [0, 1] => -1.0,
        [1, _] => -0.2,
        _ => 0.0,
    }
}

/// Opponents choose what is worst for the seat: the sure loss of a little is better than the risk.
#[test]
fn tree_searches_reckon_with_an_opponent() {
    let game = Paths::new(&[2, 2], risky);
    let rollout = || Rollout::new(PlayoutOutcome::Payoff, 10);
    let leaf = || MeasureEvaluator(Paths::leaf());
    let agents: [Box<dyn Agent<Paths>>; 3] = [
        Box::new(Uct::new(2000, 1.0, rollout())),
        Box::new(OpenLoopMcts::new(2, 1.0, RewardScale::Raw, leaf(), 2000)),
        Box::new(OpenLoopMcts::new(
            2,
            1.0,
            RewardScale::Episode,
            leaf(),
            2000,
        )),
    ];
    for mut agent in agents {
        let dice = Seed::new(3).rng(Generator::Xoshiro);
        let start = game.start(&mut dice.clone());
        let mut seat = Seat::open(&game, &start, Player(0), dice, Budget::UNLIMITED);
        assert_eq!(agent.act(&mut seat), Ok(1));
    }
}

/// A completion of this game takes three steps. A budget is spent to its last step on whole ones.
#[test]
fn completions_that_fit_are_made() {
    let game = Paths::new(&[2, 2, 2], |_, way| f64::from(way[0]));
    for (steps, tries) in [
        (2, [0, 0]),
        (3, [1, 0]),
        (5, [1, 0]),
        (6, [1, 1]),
        (12, [2, 2]),
    ] {
        let dice = Seed::new(3).rng(Generator::Xoshiro);
        let start = game.start(&mut dice.clone());
        let budget = Budget::of_steps(steps);
        let mut seat = Seat::open(&game, &start, Player(0), dice, budget);
        seat.enable_trace();
        Flat::new(4, Rollout::new(PlayoutOutcome::Payoff, 10))
            .act(&mut seat)
            .unwrap();
        let visits: Vec<u64> = seat
            .move_infos()
            .iter()
            .map(|thought| thought.visits)
            .collect();
        assert_eq!(visits, tries, "{steps} steps");
        assert!(seat.spent().steps <= steps);
    }
}

/// A game that is broken off is worth nothing, or what the scoreboard says.
#[test]
fn completions_end_after_as_many_plies_as_they_may_have() {
    let game = Paths::new(&[2, 2, 2, 2], |_, way| way.len() as f64);
    let mean = |outcome, plies| {
        let dice = Seed::new(3).rng(Generator::Xoshiro);
        let start = game.start(&mut dice.clone());
        let mut seat = Seat::open(&game, &start, Player(0), dice, Budget::UNLIMITED);
        seat.enable_trace();
        Flat::new(4, Rollout::new(outcome, plies))
            .act(&mut seat)
            .unwrap();
        let values: Vec<f64> = seat
            .move_infos()
            .iter()
            .map(|thought| thought.value)
            .collect();
        values
    };
    // The first action is no part of the completion.
    assert_eq!(mean(PlayoutOutcome::Points, 2), [3.0, 3.0]);
    assert_eq!(mean(PlayoutOutcome::Payoff, 2), [0.0, 0.0]);
    assert_eq!(mean(PlayoutOutcome::Payoff, 3), [4.0, 4.0]);
    assert_eq!(mean(PlayoutOutcome::Points, 0), [1.0, 1.0]);
}
