//! Depth-t search and alpha-beta against plain enumeration under hashed random values, and the two
//! readings of noise.

mod oracle;

use ludometer_agents::evaluate::{MeasureEvaluator, Noise, Noisy};
use ludometer_agents::search::{AlphaBeta, DepthSearch, NoisePer, Wins};
use ludometer_core::{Agent, Budget, Game, Generator, Measure, Player, Seat, Seed, Turn};
use ludometer_games::othello::Othello;
use ludometer_games::slide::Slide;
use ludometer_games::tic_tac_toe::TicTacToe;
use oracle::{hashed, oracle, positions};

/// Checks what an agent thinks of every action by `right(its value, the oracle's, the best)`, and
/// that it chooses a best one. Counts what it evaluated.
fn agrees_with_the_oracle<G: Game>(
    game: &G,
    plies: u64,
    depth: u32,
    mut agent: impl Agent<G>,
    right: impl Fn(f64, f64, f64) -> bool,
) -> u64 {
    let mut evaluations = 0;
    for (state, player, mut rng) in positions(game, plies) {
        let mut seat = Seat::open(game, &state, player, rng.clone(), Budget::UNLIMITED);
        seat.enable_trace();
        let chosen = agent.act(&mut seat).unwrap();
        evaluations += seat.spent().evaluations;
        let values: Vec<(G::Action, f64, f64)> = seat
            .move_infos()
            .iter()
            .map(|thought| {
                let mut next = state.clone();
                game.step(&mut next, thought.action, &mut rng);
                let value = oracle(game, &next, hashed(), depth - 1, player, 1, &mut rng);
                (thought.action, thought.value, value)
            })
            .collect();
        let best = values
            .iter()
            .fold(f64::NEG_INFINITY, |best, v| best.max(v.2));
        for &(action, thought, value) in &values {
            assert!(
                right(thought, value, best),
                "{state:?} {action:?}: {thought} for {value}, best {best}"
            );
        }
        let choice = values.iter().find(|(action, ..)| *action == chosen);
        assert_eq!(choice.expect("the choice was thought of").2, best);
    }
    evaluations
}

fn depth_agrees<G: Game>(game: &G, plies: u64, depth: u32) -> u64 {
    let agent = DepthSearch::new(depth, MeasureEvaluator(hashed()), NoisePer::Path);
    agrees_with_the_oracle(game, plies, depth, agent, |thought, value, _| {
        thought == value
    })
}

/// The best actions are known exactly, and every other one to be worse.
fn alphabeta_agrees<G: Game>(game: &G, plies: u64, depth: u32) -> u64 {
    let agent = AlphaBeta::new(depth, MeasureEvaluator(hashed()), Wins::Shortest);
    agrees_with_the_oracle(game, plies, depth, agent, |thought, value, best| {
        if value == best {
            thought == best
        } else {
            thought >= value && thought < best
        }
    })
}

#[test]
fn two_players_agree_with_plain_minimax() {
    let game = TicTacToe::new(3, 3, 3).unwrap();
    for depth in 1..=5 {
        depth_agrees(&game, 8, depth);
        let agent = DepthSearch::new(depth, MeasureEvaluator(hashed()), NoisePer::Position);
        agrees_with_the_oracle(&game, 8, depth, agent, |thought, value, _| thought == value);
    }
}

#[test]
fn one_player_agrees_with_plain_search() {
    let game = Slide::new(3).unwrap();
    for depth in 1..=4 {
        depth_agrees(&game, 30, depth);
        alphabeta_agrees(&game, 30, depth);
    }
}

#[test]
fn alphabeta_agrees_with_plain_minimax_and_looks_at_less() {
    let noughts = TicTacToe::new(3, 3, 3).unwrap();
    for depth in 1..=6 {
        alphabeta_agrees(&noughts, 8, depth);
    }
    // Passes: the same player may move twice.
    let small = Othello::new(4).unwrap();
    for depth in 1..=6 {
        alphabeta_agrees(&small, 12, depth);
    }
    let othello = Othello::new(8).unwrap();
    for depth in 1..=4 {
        let (pruned, plain) = (
            alphabeta_agrees(&othello, 58, depth),
            depth_agrees(&othello, 58, depth),
        );
        assert!(depth < 3 || pruned * 2 < plain, "{pruned} of {plain}");
    }
}

#[test]
fn alphabeta_finds_every_tie() {
    let game = TicTacToe::new(3, 3, 3).unwrap();
    let flat = Measure::high("flat", "nothing", |_: &TicTacToe, _, _| 0.0);
    let mut seen = std::collections::HashSet::new();
    for episode in 0..200 {
        let dice = Seed::new(2).nth(episode).rng(Generator::Xoshiro);
        let state = game.start(&mut dice.clone());
        let mut seat = Seat::open(&game, &state, Player(0), dice, Budget::UNLIMITED);
        seen.insert(
            AlphaBeta::new(3, MeasureEvaluator(flat), Wins::Shortest)
                .act(&mut seat)
                .unwrap(),
        );
    }
    assert_eq!(seen.len(), 9);
}

#[test]
fn a_win_within_the_horizon_is_played_by_a_shortest_way() {
    let game = Slide::new(3).unwrap();
    let mut rng = Seed::new(5).rng(Generator::Xoshiro);
    for turn in 0..50 {
        let mut state = game.win();
        for _ in 0..turn % 5 + 1 {
            let slides = &game.shapes()[usize::from(state.shape)].slides;
            state = game.after(&state, slides[rng.index(slides.len())].0);
        }
        let mut plies = 0;
        while game.turn(&state) != Turn::Over {
            let mut agent = DepthSearch::new(5, MeasureEvaluator(hashed()), NoisePer::Position);
            let mut seat = Seat::open(&game, &state, Player(0), rng.clone(), Budget::UNLIMITED);
            state = game.after(&state, agent.act(&mut seat).unwrap());
            plies += 1;
            assert!(
                plies <= turn % 5 + 1,
                "a longer way than the one that led here"
            );
        }
    }
}

#[test]
fn noise_is_drawn_once_a_position_or_once_a_path() {
    let game = Slide::new(3).unwrap();
    let state = game.reversed(false, false);
    let count = |per| {
        let manhattan = ludometer_games::slide::measures()[1];
        let evaluator = Noisy {
            measure: manhattan,
            noise: Noise::Add(1.0),
            second: manhattan,
        };
        let mut agent = DepthSearch::new(4, evaluator, per);
        let dice = Seed::new(1).rng(Generator::Xoshiro);
        let mut seat = Seat::open(&game, &state, Player(0), dice, Budget::UNLIMITED);
        agent.act(&mut seat).unwrap();
        seat.spent().evaluations
    };
    let mut paths = vec![state];
    for _ in 0..4 {
        let next = paths.iter().flat_map(|tiles| {
            let slides = &game.shapes()[usize::from(tiles.shape)].slides;
            slides
                .iter()
                .map(|(push, _)| game.after(tiles, *push))
                .collect::<Vec<_>>()
        });
        paths = next.collect();
    }
    assert_eq!(count(NoisePer::Path), paths.len() as u64);
    paths.sort_by_key(|tiles| (tiles.shape, tiles.order));
    paths.dedup();
    assert_eq!(count(NoisePer::Position), paths.len() as u64);
}

#[test]
fn ties_are_broken_at_random() {
    let game = TicTacToe::new(3, 3, 3).unwrap();
    let flat = Measure::high("flat", "nothing", |_: &TicTacToe, _, _| 0.0);
    let mut seen = std::collections::HashSet::new();
    for episode in 0..200 {
        let dice = Seed::new(2).nth(episode).rng(Generator::Xoshiro);
        let state = game.start(&mut dice.clone());
        let mut seat = Seat::open(&game, &state, Player(0), dice, Budget::UNLIMITED);
        seen.insert(
            DepthSearch::new(1, MeasureEvaluator(flat), NoisePer::Position)
                .act(&mut seat)
                .unwrap(),
        );
    }
    assert_eq!(seen.len(), 9);
}
