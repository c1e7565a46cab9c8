//! Searches under budgets that reach exactly, and under budgets that are one short.

#[path = "oracle/paths.rs"]
mod paths;

use ludometer_agents::evaluate::MeasureEvaluator;
use ludometer_agents::search::pvs::{NoHints, Pvs, Techniques};
use ludometer_agents::search::{
    AlphaBeta, DepthSearch, DiceDrawing, Die, Ends, NoisePer, RandomMinimax, Wins,
};
use ludometer_core::{Agent, Budget, Game, Generator, Player, Seat, Seed, Spending};
use paths::Paths;

/// One ply favours the first action, two plies the second.
fn second_thoughts(_: &Paths, way: &[u8]) -> f64 {
    match way {
        [0] | [1, _] => 1.0,
        _ => 0.0,
    }
}

/// What an agent chooses under a budget, what it thinks of both actions, and what it spent.
fn decide(game: &Paths, agent: &mut dyn Agent<Paths>, budget: Budget) -> (u8, Vec<f64>, Spending) {
    let dice = Seed::new(1).rng(Generator::Xoshiro);
    let start = game.start(&mut dice.clone());
    let mut seat = Seat::open(game, &start, Player(0), dice, budget);
    seat.enable_trace();
    let action = agent.act(&mut seat).unwrap();
    let mut move_infos: Vec<(u8, f64)> = seat
        .move_infos()
        .iter()
        .map(|t| (t.action, t.value))
        .collect();
    move_infos.sort_by_key(|(action, _)| *action);
    let values = move_infos.into_iter().map(|(_, value)| value).collect();
    (action, values, seat.spent())
}

fn evaluations(limit: u64) -> Budget {
    Budget::UNLIMITED.with_evaluations(limit)
}

/// Ply by ply: two steps and two leaves, then two steps, four more and four leaves.
#[test]
fn deepening_answers_with_the_deepest_search_that_was_finished() {
    let game = Paths::new(&[2, 2, 2], second_thoughts);
    for per in [NoisePer::Path, NoisePer::Position] {
        let mut agent = DepthSearch::new(2, MeasureEvaluator(Paths::leaf()), per);
        for (budget, action, values) in [
            (Budget::of_steps(8), 1, [0.0, 1.0]),
            (Budget::of_steps(7), 0, [1.0, 0.0]),
            (Budget::of_steps(2), 0, [1.0, 0.0]),
            (evaluations(6), 1, [0.0, 1.0]),
            (evaluations(5), 0, [1.0, 0.0]),
            (evaluations(2), 0, [1.0, 0.0]),
        ] {
            let found = decide(&game, &mut agent, budget);
            assert_eq!((found.0, &found.1[..]), (action, &values[..]), "{budget:?}");
        }
        // With nothing to spend nothing is known.
        let found = decide(&game, &mut agent, Budget::of_steps(1));
        assert_eq!(found.1, [0.0, 0.0]);
        // Without a limit there is one search.
        let (_, _, spent) = decide(&game, &mut agent, Budget::UNLIMITED);
        assert_eq!((spent.steps, spent.evaluations), (6, 4));
    }
}

/// Whatever a search spends when it may spend anything is enough for it, and one less is not.
#[test]
fn a_budget_that_reaches_exactly_is_enough() {
    let game = Paths::new(&[3, 3, 3, 3, 3], |_, way| {
        // Nonsense that depends on the way alone.
        let hash = way.iter().fold(7u64, |hash, &action| {
            (hash ^ u64::from(action))
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .rotate_left(17)
        });
        (hash % 101) as f64
    });
    let leaf = || MeasureEvaluator(Paths::leaf());
    type Make<'a> = Box<dyn Fn() -> Box<dyn Agent<Paths>> + 'a>;
    let agents: [(&str, Make<'_>); 5] = [
        (
            "depth",
            Box::new(|| Box::new(DepthSearch::new(3, leaf(), NoisePer::Path))),
        ),
        (
            "alphabeta",
            Box::new(|| Box::new(AlphaBeta::new(3, leaf(), Wins::Shortest))),
        ),
        (
            "pvs",
            Box::new(|| Box::new(Pvs::guided(3, leaf(), NoHints, Techniques::NONE))),
        ),
        (
            "usual",
            Box::new(|| {
                let techniques = Techniques {
                    table: 10,
                    ..Techniques::USUAL
                };
                Box::new(Pvs::guided(3, leaf(), NoHints, techniques))
            }),
        ),
        (
            "automaton",
            Box::new(|| {
                Box::new(RandomMinimax::new(
                    3,
                    Die::Continuous,
                    Ends::Recognised,
                    DiceDrawing::Plain,
                ))
            }),
        ),
    ];
    for (name, make) in &agents {
        let all = decide(&game, &mut *make(), Budget::of_steps(1 << 40));
        let Spending {
            steps,
            evaluations: leaves,
            ..
        } = all.2;
        let enough = decide(&game, &mut *make(), Budget::of_steps(steps));
        assert_eq!(enough, all, "{name}");
        let less = decide(&game, &mut *make(), Budget::of_steps(steps - 1));
        assert_ne!(less.2.steps, steps, "{name}");
        if leaves > 0 {
            assert_eq!(
                decide(&game, &mut *make(), evaluations(leaves)).2,
                all.2,
                "{name}"
            );
            let less = decide(&game, &mut *make(), evaluations(leaves - 1));
            assert_ne!(less.2.evaluations, leaves, "{name}");
        }
    }
}

/// One action needs no thought, unless nothing limits it and somebody may want to know its value.
#[test]
fn a_forced_move_costs_nothing() {
    let game = Paths::new(&[1, 2, 2], |_, way| way.len() as f64);
    let make = || {
        Pvs::guided(
            2,
            MeasureEvaluator(Paths::leaf()),
            NoHints,
            Techniques::NONE,
        )
    };
    let (action, values, spent) = decide(&game, &mut make(), Budget::of_steps(100));
    assert_eq!((action, values, spent), (0, vec![0.0], Spending::default()));
    let (_, values, spent) = decide(&game, &mut make(), Budget::UNLIMITED);
    assert_eq!((values, spent.steps), (vec![2.0], 1 + 1 + 2));
}
