//! Sampling against enumeration.

use ludometer_agents::evaluate::WinScore;
use ludometer_agents::sample::{
    ExpectedOutcome, Flat, OpenLoopMcts, PlayoutOutcome, RewardScale, Rollout, Sampler, Uct,
};
use ludometer_core::{
    Agent, Budget, Evaluator, Game, Generator, MoveInfo, Notation, Player, Rng, Seat, Seed, Turn,
};
use ludometer_games::kuhn::{Deal, Kuhn, Move};
use ludometer_games::tic_tac_toe::{Square, TicTacToe};

/// The expected outcome under uniformly random play, by enumeration.
fn exact(
    game: &TicTacToe,
    board: &<TicTacToe as Game>::State,
    player: Player,
    rng: &mut Rng,
) -> f64 {
    if game.turn(board) == Turn::Over {
        return game.payoff(board, player);
    }
    let mut actions = Vec::new();
    game.actions(board, &mut actions);
    let sum: f64 = actions
        .iter()
        .map(|&action| {
            let mut next = *board;
            game.step(&mut next, action, rng);
            exact(game, &next, player, rng)
        })
        .sum();
    sum / actions.len() as f64
}

fn rollout<G: Game>() -> Rollout<G> {
    Rollout::new(PlayoutOutcome::Payoff, 100)
}

fn move_infos(
    game: &TicTacToe,
    position: &str,
    agent: &mut dyn Agent<TicTacToe>,
) -> (Square, Vec<MoveInfo<Square>>) {
    let board = game.read(position).unwrap();
    let Turn::Of(player) = game.turn(&board) else {
        panic!("it is over")
    };
    let dice = Seed::new(5).named(position).rng(Generator::Xoshiro);
    let mut seat = Seat::open(game, &board, player, dice, Budget::UNLIMITED);
    seat.enable_trace();
    let action = agent.act(&mut seat).unwrap();
    (action, seat.move_infos().to_vec())
}

#[test]
fn completions_estimate_the_expected_outcome() {
    let game = TicTacToe::new(3, 3, 3).unwrap();
    let mut rng = Seed::new(1).rng(Generator::Xoshiro);
    for position in [".../.../...", "X../.O./...", "XO./.X./..O", "XOX/.O./..."] {
        let board = game.read(position).unwrap();
        for player in [Player(0), Player(1)] {
            let truth = exact(&game, &board, player, &mut rng);
            let Turn::Of(mover) = game.turn(&board) else {
                panic!()
            };
            let mut seat = Seat::open(&game, &board, mover, rng.clone(), Budget::UNLIMITED);
            let estimate = ExpectedOutcome::new(20_000, rollout()).value(&mut seat, &board, player);
            // Outcomes lie between -1 and 1: five standard errors are at most this.
            assert!(
                (estimate - truth).abs() < 5.0 / 20_000f64.sqrt(),
                "{position} {estimate} {truth}"
            );
        }
    }
}

#[test]
fn flat_search_tries_every_action_equally_often() {
    let game = TicTacToe::new(3, 3, 3).unwrap();
    let (_, move_infos) = move_infos(&game, "X../.../...", &mut Flat::new(100, rollout()));
    assert_eq!(move_infos.len(), 8);
    assert!(move_infos.iter().all(|thought| thought.visits == 13));
}

#[test]
fn the_sampler_doubles_until_it_is_satisfied() {
    let game = TicTacToe::new(3, 3, 3).unwrap();
    let tries = |tolerance| {
        let (_, move_infos) = move_infos(
            &game,
            "X../.../...",
            &mut Sampler::new(16, 1024, tolerance, rollout()),
        );
        move_infos
            .iter()
            .map(|thought| thought.visits)
            .collect::<Vec<_>>()
    };
    assert!(tries(2.0).iter().all(|&n| n == 32));
    assert!(tries(0.0).contains(&1024));
    assert!(
        tries(0.05)
            .iter()
            .all(|&n| n.is_power_of_two() && (32..=1024).contains(&n))
    );
}

#[test]
fn a_budget_that_does_not_reach_is_shared_among_all_actions() {
    let game = TicTacToe::new(3, 3, 3).unwrap();
    let board = game.read("X../.../...").unwrap();
    let dice = Seed::new(5).rng(Generator::Xoshiro);
    let mut seat = Seat::open(&game, &board, Player(1), dice, Budget::of_steps(2000));
    seat.enable_trace();
    Sampler::new(16, 1 << 20, 0.0, rollout())
        .act(&mut seat)
        .unwrap();
    let visits: Vec<u64> = seat.move_infos().iter().map(|t| t.visits).collect();
    let (least, most) = (visits.iter().min().unwrap(), visits.iter().max().unwrap());
    // In the middle of a round some have been doubled and some have not.
    assert!(most <= &(2 * least), "{visits:?}");
    assert!(visits.iter().sum::<u64>() > 200, "{visits:?}");
}

#[test]
fn uct_counts_its_visits_and_finds_what_must_be_played() {
    let game = TicTacToe::new(3, 3, 3).unwrap();
    // Win at once; block; block the fork of two corners by playing an edge.
    for (position, moves) in [
        ("XX./OO./...", &["c3"][..]),
        ("X../OO./..X", &["c2"]),
        ("X../.O./..X", &["b1", "a2", "c2", "b3"]),
    ] {
        let board = game.read(position).unwrap();
        let (action, move_infos) = move_infos(&game, position, &mut Uct::new(5000, 1.4, rollout()));
        assert_eq!(
            move_infos.iter().map(|thought| thought.visits).sum::<u64>(),
            5000
        );
        let label = game.label(&board, action);
        assert!(moves.contains(&label.as_str()), "{position}: {label}");
    }
}

/// In Kuhn poker a king never folds to a bet and a jack never calls one, however the deal is determinised.
#[test]
fn sampling_copes_with_hidden_cards() {
    let decide = |cards: [u8; 2], agent: &mut dyn Agent<Kuhn>| {
        let deal = Deal {
            cards,
            betting: [Move::Bet].into_iter().collect(),
        };
        let dice = Seed::new(3).rng(Generator::Xoshiro);
        agent
            .act(&mut Seat::open(
                &Kuhn,
                &deal,
                Player(1),
                dice,
                Budget::UNLIMITED,
            ))
            .unwrap()
    };
    for other in [0, 1] {
        assert_eq!(
            decide([other, 2], &mut Uct::new(400, 2.0, rollout())),
            Move::Bet
        );
        assert_eq!(
            decide([other + 1, 0], &mut Flat::new(400, rollout())),
            Move::Pass
        );
    }
}

/// What is below a thought adds up, the chosen action comes first, and the line behind every action is
/// the way that was visited most.
#[test]
fn trees_are_told_with_their_most_visited_ways() {
    let game = TicTacToe::new(3, 3, 3).unwrap();
    let board = game.read("X../.O./...").unwrap();
    let leaf = WinScore {
        win: 1.0,
        keep: false,
    };
    let agents: [Box<dyn Agent<TicTacToe>>; 2] = [
        Box::new(Uct::new(2000, 1.4, rollout())),
        Box::new(OpenLoopMcts::new(5, 1.4, RewardScale::Raw, leaf, 2000)),
    ];
    for mut agent in agents {
        let mut act = |enable_trace: bool| {
            let dice = Seed::new(9).rng(Generator::Xoshiro);
            let mut seat = Seat::open(&game, &board, Player(0), dice, Budget::UNLIMITED);
            if enable_trace {
                seat.enable_trace();
            }
            let action = agent.act(&mut seat).unwrap();
            (
                action,
                seat.move_infos().to_vec(),
                seat.variations().to_vec(),
            )
        };
        let (action, move_infos, lines) = act(true);
        assert_eq!(act(false), (action, Vec::new(), Vec::new()));
        assert_eq!((move_infos.len(), lines.len()), (7, 7));
        assert_eq!(move_infos[0].action, action);
        assert!(move_infos[1..].is_sorted_by(|a, b| a.visits >= b.visits));
        for (thought, line) in move_infos.iter().zip(&lines) {
            assert_eq!((line.value, line.visits), (thought.value, thought.visits));
            let mut at = Some(thought);
            for &action in &line.actions {
                let Some(thought) = at else { break };
                assert_eq!(action, thought.action);
                let below: u64 = thought.children.iter().map(|next| next.visits).sum();
                assert!(thought.children.is_empty() || below + 1 == thought.visits);
                at = thought.children.first();
            }
            assert!(line.actions.len() > 2, "{line:?}");
        }
    }
}
