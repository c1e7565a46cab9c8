//! The laws of games along play that the bytes choose, which random play does not reach.

use super::told;
use ludometer_core::{Game, Generator, Notation, Player, Rng, Seed, Turn, determinize};
use ludometer_games::chess::Chess;
use ludometer_games::kuhn::Kuhn;
use ludometer_games::loa::Loa;
use ludometer_games::meteors::Meteors;
use ludometer_games::omaha::Omaha;
use ludometer_games::othello::Othello;
use ludometer_games::slide::Slide;
use ludometer_games::tic_tac_toe::TicTacToe;

fn rng(seed: u64) -> Rng {
    Seed::new(seed).rng(Generator::Xoshiro)
}

/// Plays and checks every state; `more` checks what the game promises beside the contract.
fn walk<G: Game>(game: &G, moves: &[u8], more: impl Fn(&G::State)) {
    let (&first, moves) = moves.split_first().unwrap_or((&0, &[]));
    let facts = game.facts();
    let mut chance = rng(u64::from(first));
    let mut state = game.start(&mut chance);
    let mut actions = Vec::new();
    for &byte in moves.iter().take(400) {
        actions.clear();
        game.actions(&state, &mut actions);
        assert_eq!(actions.len(), game.action_count(&state));
        for player in 0..facts.players as u8 {
            assert!(game.points(&state, Player(player)).is_finite());
            check_view(game, &state, Player(player), byte);
        }
        let Turn::Of(mover) = game.turn(&state) else {
            assert!(
                actions.is_empty(),
                "a finished game offers actions: {state:?}"
            );
            check_payoffs(game, &state);
            return;
        };
        assert!(mover.index() < facts.players);
        assert!(!actions.is_empty(), "{mover:?} has no action: {state:?}");
        // Every action leads on, and the same chance to the same state with the same key.
        for &action in &actions {
            let label = game.label(&state, action);
            assert_eq!(game.action_named(&state, &label), Some(action), "{label}");
            let mut one = state.clone();
            let mut two = state.clone();
            game.step(&mut one, action, &mut chance.clone());
            game.step(&mut two, action, &mut chance.clone());
            assert_eq!(one, two);
            assert_eq!(game.state_key(&one), game.state_key(&two));
        }
        more(&state);
        game.step(
            &mut state,
            actions[usize::from(byte) % actions.len()],
            &mut chance,
        );
    }
}

/// What a player sees is the same in an imagined state.
fn check_view<G: Game>(game: &G, state: &G::State, viewer: Player, byte: u8) {
    let imagined = determinize(game, state, viewer, &mut rng(u64::from(byte)));
    assert_eq!(
        game.show(state, Some(viewer)),
        game.show(&imagined, Some(viewer))
    );
    assert_eq!(game.turn(state), game.turn(&imagined));
    if game.turn(state) == Turn::Of(viewer) {
        let (mut here, mut there) = (Vec::new(), Vec::new());
        game.actions(state, &mut here);
        game.actions(&imagined, &mut there);
        assert_eq!(here, there, "the actions tell what is hidden: {state:?}");
    }
}

fn check_payoffs<G: Game>(game: &G, state: &G::State) {
    let facts = game.facts();
    let (least, greatest) = facts.utility;
    let payoffs: Vec<f64> = (0..facts.players as u8)
        .map(|player| game.payoff(state, Player(player)))
        .collect();
    let inside = payoffs
        .iter()
        .all(|payoff| (least..=greatest).contains(payoff));
    assert!(inside, "{payoffs:?} outside of {:?}", facts.utility);
    let sum: f64 = payoffs.iter().sum();
    let zero = sum.abs() <= 1e-9 * greatest.abs().max(1.0);
    assert!(zero || !facts.zero_sum, "{payoffs:?} do not add up");
}

/// The state that is read from text has the key of the one that was played to.
fn notated<G: Notation>(game: &G) -> impl Fn(&G::State) {
    |state| {
        let text = game.write(state);
        match game.read(&text) {
            Ok(read) => {
                assert_eq!(read, *state, "{text}");
                assert_eq!(game.state_key(&read), game.state_key(state), "{text}");
            }
            Err(reason) => {
                told(&reason);
                panic!("{text} is refused: {reason}");
            }
        }
    }
}

fn written<G: Notation>(game: &G, moves: &[u8]) {
    walk(game, moves, notated(game));
}

/// The first byte chooses the game, the second the deal, each other one a move.
pub(super) fn laws(data: &[u8]) {
    let Some((&first, moves)) = data.split_first() else {
        return;
    };
    match first % 12 {
        0 => written(&Chess, moves),
        1 => written(&Loa, moves),
        2 => written(&Othello::new(8).expect("a size"), moves),
        3 => written(&Othello::new(6).expect("a size"), moves),
        4 => written(&Slide::new(3).expect("a size"), moves),
        5 => written(&TicTacToe::new(4, 4, 3).expect("a size"), moves),
        6 => walk(&Kuhn, moves, |_| ()),
        7 => walk(&Meteors, moves, |_| ()),
        8 => written(&Omaha::new(2).expect("a table"), moves),
        9 => written(&Omaha::new(6).expect("a table"), moves),
        10 => {
            let stacks = [3, 7, 40, 5].map(|stack| stack + u32::from(first) / 12);
            let table = Omaha::new(4).and_then(|table| table.stacks(&stacks));
            written(&table.expect("a table"), moves);
        }
        _ => {
            let table = Omaha::new(3).and_then(|table| table.stacks(&[9, 100, 11]));
            written(&table.expect("a table").uncapped_heads_up(true), moves);
        }
    }
}
