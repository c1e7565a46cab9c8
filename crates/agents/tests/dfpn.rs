//! Proof-number search against enumeration, and its certificates against the rules.

use ludometer_agents::search::DfPn;
use ludometer_agents::search::dfpn::{Goal, ProofFlaw, Prover};
use ludometer_core::{Agent, Budget, Game, Generator, Notation, Player, Score, Seat, Seed, Turn};
use ludometer_games::othello::Othello;
use ludometer_games::tic_tac_toe::TicTacToe;
use std::collections::HashMap;

fn value<G: Game>(game: &G, state: &G::State, known: &mut HashMap<G::State, f64>) -> f64 {
    if let Some(&value) = known.get(state) {
        return value;
    }
    let value = match game.turn(state) {
        Turn::Over => {
            let payoff = game.payoff(state, Player(0));
            if payoff == 0.0 { 0.0 } else { payoff.signum() }
        }
        Turn::Of(mover) => {
            let mut actions = Vec::new();
            game.actions(state, &mut actions);
            let values = actions.into_iter().map(|action| {
                let mut next = state.clone();
                game.step(&mut next, action, &mut Seed::new(0).rng(Generator::Xoshiro));
                value(game, &next, known)
            });
            match mover {
                Player(0) => values.fold(f64::NEG_INFINITY, f64::max),
                _ => values.fold(f64::INFINITY, f64::min),
            }
        }
    };
    known.insert(state.clone(), value);
    value
}

fn seat<'a, G: Game>(game: &'a G, state: &G::State, budget: Budget) -> Seat<'a, G> {
    let Turn::Of(player) = game.turn(state) else {
        panic!("it is over")
    };
    let dice = Seed::new(6).rng(Generator::Xoshiro);
    Seat::open(game, state, player, dice, budget)
}

/// In every position of tic-tac-toe, for both players and both goals: the verdict is that of enumeration,
/// and the certificate stands. The agent plays a move that keeps the value.
#[test]
fn verdicts_are_those_of_enumeration() {
    let game = TicTacToe::new(3, 3, 3).unwrap();
    let mut known = HashMap::new();
    value(&game, &game.read(".../.../...").unwrap(), &mut known);
    let mut checked = 0;
    for (number, (board, &truth)) in known.iter().enumerate() {
        let Turn::Of(mover) = game.turn(board) else {
            continue;
        };
        for player in [Player(0), Player(1)] {
            let own = if player == Player(0) { truth } else { -truth };
            for goal in [Goal::Win, Goal::Draw] {
                let mut seat = seat(&game, board, Budget::UNLIMITED);
                let mut prover = Prover::new(player, goal, 1_000_000);
                let reached = goal.is_reached(own);
                assert_eq!(prover.prove(&mut seat, board), Some(reached), "{goal:?}");
                let certificate = prover.certificate(&mut seat, board, reached).unwrap();
                assert_eq!(certificate.claim(), (player, goal, reached));
                checked += certificate.check(&game, board).unwrap();
            }
        }
        if number % 10 == 0 {
            let mut seat = seat(&game, board, Budget::UNLIMITED);
            let action = DfPn::new(1_000_000).act(&mut seat).unwrap();
            let mut next = *board;
            game.step(&mut next, action, &mut Seed::new(0).rng(Generator::Xoshiro));
            assert_eq!(known[&next], truth);
            let own = if mover == Player(0) { truth } else { -truth };
            let score = seat.search_stats().and_then(|stats| stats.score);
            assert_eq!(score, Some(Score::Value(own)));
        }
    }
    assert!(checked > 100_000, "{checked}");
}

/// 4x4 Othello is won by the second player (Feinstein has 6x6; this one is by enumeration).
#[test]
fn small_othello_is_solved() {
    let game = Othello::new(4).unwrap();
    let start = game.start(&mut Seed::new(0).rng(Generator::Xoshiro));
    let truth = value(&game, &start, &mut HashMap::new());
    let mut seat = seat(&game, &start, Budget::UNLIMITED);
    for (player, sign) in [(Player(0), 1.0), (Player(1), -1.0)] {
        let mut prover = Prover::new(player, Goal::Win, 3_000_000);
        let reached = sign * truth > 0.0;
        assert_eq!(prover.prove(&mut seat, &start), Some(reached));
        let certificate = prover.certificate(&mut seat, &start, reached).unwrap();
        assert!(certificate.len() > 5 && !certificate.is_empty());
        certificate.check(&game, &start).unwrap();
    }
}

/// A certificate with a move missing, illegal or bad does not stand.
#[test]
fn wrong_certificates_are_refuted() {
    let game = TicTacToe::new(3, 3, 3).unwrap();
    let board = game.read("XX./OO./...").unwrap();
    let proved = || {
        let mut seat = seat(&game, &board, Budget::UNLIMITED);
        let mut prover = Prover::new(Player(0), Goal::Win, 1000);
        assert_eq!(prover.prove(&mut seat, &board), Some(true));
        prover.certificate(&mut seat, &board, true).unwrap()
    };
    let square = |label: &str| {
        let mut actions = Vec::new();
        let empty = game.read(".../.../...").unwrap();
        game.actions(&empty, &mut actions);
        let named = |action: &_| game.label(&empty, *action) == label;
        actions.into_iter().find(named).unwrap()
    };
    assert!(proved().check(&game, &board).is_ok());
    let silent = proved().altered(board, None).check(&game, &board);
    assert!(matches!(silent, Err(ProofFlaw::Silent(_))), "{silent:?}");
    let illegal = proved()
        .altered(board, Some(square("a3")))
        .check(&game, &board);
    assert!(matches!(illegal, Err(ProofFlaw::Illegal(_))), "{illegal:?}");
    let bad = proved()
        .altered(board, Some(square("a1")))
        .check(&game, &board);
    assert!(bad.is_err());
    // Where O has won the claim does not hold.
    let lost = game.read("OOO/XX./X..").unwrap();
    let fails = proved().check(&game, &lost);
    assert!(matches!(fails, Err(ProofFlaw::Fails(_))), "{fails:?}");
}

/// Without enough budget nothing is claimed.
#[test]
fn an_unfinished_proof_claims_nothing() {
    let game = TicTacToe::new(3, 3, 3).unwrap();
    let board = game.read(".../.../...").unwrap();
    for steps in [0, 5, 60] {
        let mut seat = seat(&game, &board, Budget::of_steps(steps));
        let mut prover = Prover::new(Player(0), Goal::Draw, u64::MAX);
        assert_eq!(prover.prove(&mut seat, &board), None);
        assert!(seat.spent().steps <= steps);
    }
    let mut seat = seat(&game, &board, Budget::UNLIMITED);
    assert_eq!(
        Prover::new(Player(0), Goal::Draw, 50).prove(&mut seat, &board),
        None
    );
}
