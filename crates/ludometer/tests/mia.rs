//! The specialist of Lines of Action: what it is told of the game, that its safe techniques are
//! safe, and that it sits like everybody else.

use ludometer::registry::{AnyGame, GameEnv};
use ludometer::source::Span;
use ludometer::spec::Spec;
use ludometer::specialists::loa::{
    CATEGORIES, FittedWeights, Games, MiaEvaluator, MoveCategory, MoveClassifier, Opponents, Pace,
    agents, evaluators, hints, opening, shipped,
};
use ludometer::work::Workers;
use ludometer_core::{Agent, Budget, Game, Generator, NullMove, Player, Seat, Seed, Turn};
use ludometer_games::loa::{FEATURES, Loa, Move, Position, measures};
use std::sync::atomic::AtomicBool;

fn env() -> GameEnv<Loa> {
    GameEnv::new(Loa, measures())
        .with_notation()
        .with_null_move()
        .with_search_hints(hints())
        .with_evaluators(evaluators())
        .with_agents(agents())
}

fn parse(text: &str) -> Spec {
    Spec::parse(&Span::whole("test", text)).unwrap()
}

/// Positions that random play comes to.
fn positions() -> impl Iterator<Item = Position> {
    (0..120).map(|number| opening(Seed::new(4).nth(number), (number % 60) as u32))
}

fn moves(position: &Position) -> Vec<Move> {
    let mut actions = Vec::new();
    Loa.actions(position, &mut actions);
    actions
}

#[test]
fn every_move_has_a_category_and_a_pass_has_none() {
    let sorter = MoveClassifier::default();
    for position in positions() {
        for action in moves(&position) {
            let category = MoveCategory::of(&position, action);
            assert_eq!(category.is_none(), action == Move::PASS);
            assert_eq!(
                sorter.number(&position, action),
                category.map(MoveCategory::number)
            );
            let Some(category) = category else { continue };
            assert!(category.number() < CATEGORIES);
            assert_eq!(category.takes, position.takes(action));
            let chance = shipped().probability(category.number());
            assert!(chance > 0.0 && chance <= 1.0, "{category}");
        }
    }
}

/// Groups by walking from stone to stone.
fn groups(stones: u64) -> usize {
    let mut left: Vec<i32> = (0..64).filter(|square| stones >> square & 1 == 1).collect();
    let mut groups = 0;
    while let Some(first) = left.pop() {
        groups += 1;
        let mut walk = vec![first];
        while let Some(at) = walk.pop() {
            let near = |to: &i32| (to / 8 - at / 8).abs() <= 1 && (to % 8 - at % 8).abs() <= 1;
            let (found, rest) = left.into_iter().partition(near);
            left = rest;
            walk.extend::<Vec<i32>>(found);
        }
    }
    groups
}

#[test]
fn noisy_moves_are_the_captures_that_make_or_break_connections() {
    let mut found = 0;
    for position in positions() {
        let mut noisy = Vec::new();
        Loa.connecting_captures(&position, &mut noisy);
        found += noisy.len();
        let own = position.mover().index();
        let before = position.stones().map(groups);
        let mut chance = Seed::new(0).rng(Generator::Xoshiro);
        for action in moves(&position) {
            let mut next = position.clone();
            Loa.step(&mut next, action, &mut chance);
            let after = next.stones().map(groups);
            let changes = after[own] < before[own] || after[1 - own] > before[1 - own];
            let expected = position.takes(action) && changes;
            assert_eq!(noisy.contains(&action), expected, "{position:?} {action:?}");
        }
    }
    assert!(found > 50);
}

#[test]
fn the_evaluation_changes_sign_with_the_player() {
    for mia_eval in [MiaEvaluator::fitted(), MiaEvaluator::equal()] {
        assert!(mia_eval.weights.iter().all(|weight| weight.is_finite()));
        for position in positions() {
            let [black, white] = [0, 1].map(|player| mia_eval.worth(&position, Player(player)));
            assert_eq!(black, -white);
        }
    }
}

#[test]
fn a_lost_turn_leaves_the_stones() {
    let mut passed = 0;
    for position in positions() {
        let Some(after) = Loa.null_move(&position) else {
            continue;
        };
        assert_eq!(after.stones(), position.stones());
        assert_ne!(after.mover(), position.mover());
        passed += 1;
    }
    assert!(passed > 100);
    // Who cannot move passes by the rules.
    let walled: Position =
        ludometer_core::Notation::read(&Loa, "6XO/6XX/8/8/8/8/XX6/OX6 O").unwrap();
    assert_eq!(Loa.null_move(&walled), None);
}

/// The value that an agent finds, if it is the best of its thoughts.
fn value(env: &GameEnv<Loa>, spec: &str, position: &Position) -> f64 {
    let dice = Seed::new(1).rng(Generator::Xoshiro);
    let player = position.mover();
    let mut seat = Seat::open(&Loa, position, player, dice, Budget::UNLIMITED);
    seat.enable_trace();
    let action = env.agent(&parse(spec)).unwrap()().act(&mut seat).unwrap();
    let move_infos = seat.move_infos().iter();
    let mut best = move_infos.filter(|thought| thought.action == action);
    best.next().unwrap().value
}

#[test]
fn safe_techniques_give_the_value_of_plain_minimax() {
    let env = env();
    for (number, position) in positions()
        .filter(|p| p.ending().is_none())
        .step_by(12)
        .enumerate()
    {
        let plain = value(&env, "depth(t=3, leaf=mia-eval)", &position);
        let bare = "null=no, quiet=no, erps=no, deeper=no, key=state";
        for more in [
            "",
            ", etc=yes",
            ", scout=no",
            ", hints=no, killers=no",
            ", tt=0, history=no",
        ] {
            let spec = format!("mia(t=3, {bare}{more})");
            let found = value(&env, &spec, &position);
            // A win is found by iterative deepening as soon as it is near enough.
            assert!(
                (found - plain).abs() < 1e-9 * plain.abs().max(1.0),
                "{number} {spec}: {found} {plain}"
            );
        }
    }
}

#[test]
fn it_answers_legally_within_its_budget_and_repeats_itself() {
    let env = env();
    let listed: Vec<_> = env
        .names()
        .into_iter()
        .filter(|(_, l)| l.name == "mia")
        .collect();
    assert_eq!(listed.len(), 1);
    for spec in [
        "mia",
        "mia(t=3, leaf=mia-eval(equal))",
        "mia(multicut=yes, etc=yes, key=state)",
        "mia(tt=0, base=0.5)",
    ] {
        let make = env.agent(&parse(spec)).unwrap();
        for (round, steps) in [0, 1, 2, 7, 50, 1000].into_iter().enumerate() {
            let seed = Seed::new(5).named(spec).nth(round as u64);
            for (ply, position) in positions().step_by(20).enumerate() {
                let Turn::Of(player) = Loa.turn(&position) else {
                    continue;
                };
                let act = || {
                    let dice = seed.nth(ply as u64).rng(Generator::Xoshiro);
                    let mut seat =
                        Seat::open(&Loa, &position, player, dice, Budget::of_steps(steps));
                    let action = make().act(&mut seat).unwrap();
                    assert!(seat.spent().steps <= steps, "{spec} {steps}");
                    assert!(seat.actions().contains(&action), "{spec} is not legal");
                    action
                };
                assert_eq!(act(), act(), "{spec} answers the same seat differently");
            }
        }
    }
    for (wrong, says) in [
        ("mia(leaf=twelve)", "`twelve`"),
        ("mia(base=1)", "base"),
        ("mia(multicut=yes, cuts=5, moves=4)", "raise `moves`"),
    ] {
        let refusal = env.agent(&parse(wrong)).err().unwrap().to_string();
        assert!(refusal.contains(says), "{refusal}");
    }
}

#[test]
fn fits_are_the_same_for_any_number_of_threads() {
    let games = Games {
        games: 30,
        nodes: 40,
        seed: 7,
    };
    let stop = AtomicBool::new(false);
    let fit = |threads| {
        let pace = Pace {
            workers: Workers::new(threads, &stop),
            tick: &|| {},
        };
        (
            games.features(2, pace).unwrap(),
            games.opponents(pace).unwrap(),
            games.realisation(pace).unwrap(),
        )
    };
    let (one, three) = (fit(1), fit(3));
    assert_eq!(one, three);
    let (fitted, opponents, counts) = one;
    let text = toml::to_string(&fitted).unwrap();
    assert_eq!(FittedWeights::read(&text), Ok(fitted));
    let missing = text.replace(FEATURES[3], "squares");
    assert!(
        FittedWeights::read(&missing)
            .unwrap_err()
            .contains("`quads`")
    );
    let text = toml::to_string(&opponents).unwrap();
    let weights = &opponents.weights["no mobility, no walls"];
    assert_eq!((weights["mobility"], weights["walls"]), (0.0, 0.0));
    assert_eq!(weights.values().filter(|weight| **weight != 0.0).count(), 7);
    assert_eq!(Opponents::read(&text), Ok(opponents));
    let missing = text.replacen(FEATURES[3], "squares", 1);
    assert!(Opponents::read(&missing).unwrap_err().contains("`quads`"));
    let missing = text.replace("no place on the board", "nobody");
    let diagnostic = Opponents::read(&missing).unwrap_err();
    assert!(
        diagnostic.contains("no \"no place on the board\""),
        "{diagnostic}"
    );
    // Who moves plays one move, of a category that was available.
    let of = (0..CATEGORIES).map(|number| counts.of(number));
    assert!(of.clone().all(|(played, available)| played <= available));
    assert!(of.map(|(played, _)| played).sum::<u64>() > 500);
}
