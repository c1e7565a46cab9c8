//! Shapes against trees that are built node by node, and limits by every way there is.

use crate::{plain_tree, wandered, with_passes};
use ludometer::analysis::sequences;
use ludometer::odds::{LimitMethod, TreeShape, by_quadrature};
use ludometer_core::{Game, Notation};
use ludometer_games::chess::Chess;
use ludometer_games::othello::Othello;
use ludometer_games::tic_tac_toe::TicTacToe;
use ludometer_theory::{Mobility, QuadratureRule, Share, limit};

fn shape<G: Game>(game: &G, state: &G::State, depth: u32) -> TreeShape {
    TreeShape::collect(game, state, depth, u64::MAX, &|_, _| ()).unwrap()
}

fn each<T: Clone>(shares: Vec<Share<T>>) -> Vec<T> {
    let shares = shares.into_iter();
    shares
        .flat_map(|share| vec![share.each; share.count as usize])
        .collect()
}

fn agrees<G: Game>(game: &G, state: &G::State, depth: u32) {
    let shape = shape(game, state, depth);
    let tree = plain_tree(game, state, depth);
    assert_eq!(shape.tree().unwrap(), tree, "{state:?} at {depth}");
    assert_eq!(shape.leaves(), tree.leaves());
    assert_eq!(shape.leaves_of_moves().iter().sum::<u64>(), tree.leaves());
    let runs = tree
        .moves()
        .into_iter()
        .zip(Mobility::of_moves(&tree).unwrap());
    let runs = runs.map(|((count, _), each)| Share { count, each });
    assert_eq!(
        shape.mobility().unwrap(),
        each(runs.collect()),
        "{state:?} at {depth}"
    );
    let (means, limits) = by_quadrature(&shape).unwrap();
    let LimitMethod::Quadrature { error, .. } = means else {
        panic!("{means:?}")
    };
    assert!(error <= 1e-9);
    for (by_quadrature, exact) in limits.iter().zip(each(limit(&tree).unwrap())) {
        let exact = exact.to_f64().value();
        assert!(
            (by_quadrature - exact).abs() <= error.max(1e-14),
            "{state:?} at {depth}"
        );
    }
}

#[test]
fn noughts_to_every_depth() {
    let game = TicTacToe::new(3, 3, 3).unwrap();
    for number in 0..12 {
        for depth in 1..=4 {
            agrees(
                &game,
                &wandered(&game, 3 + number as usize % 4, number),
                depth,
            );
        }
    }
    agrees(&game, &wandered(&game, 0, 0), 3);
}

#[test]
fn othello_with_passes_and_chess_with_mates() {
    let game = Othello::new(4).unwrap();
    for state in with_passes(&game) {
        for depth in 1..=5 {
            agrees(&game, &state, depth);
        }
    }
    // Back-rank mates for both sides above the horizon.
    let state = Chess.read("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1").unwrap();
    for depth in 1..=3 {
        agrees(&Chess, &state, depth);
    }
}

/// Levels count what sequences of moves count, and the games that are over beside them.
#[test]
fn levels_are_counted() {
    let game = TicTacToe::new(3, 3, 3).unwrap();
    let state = game.read("XX./OO./...").unwrap();
    let shape = shape(&game, &state, 3);
    for ply in 1..=3_usize {
        let levels = shape.levels();
        let nodes: u64 = levels.iter().map(|levels| levels[ply - 1].nodes).sum();
        assert_eq!(nodes, sequences(&game, &state, ply as u32), "ply {ply}");
    }
    // c3 wins at once; c2 blocks and leaves four squares.
    let over: Vec<u64> = shape.levels().iter().map(|levels| levels[0].over).collect();
    assert_eq!(over, [1, 0, 0, 0, 0]);
    let action_count: Vec<Option<f64>> =
        shape.levels().iter().map(|l| l[0].action_count()).collect();
    assert_eq!(
        action_count,
        [None, Some(4.0), Some(4.0), Some(4.0), Some(4.0)]
    );
    assert_eq!(shape.levels()[1][2].action_count(), None);
}

#[test]
fn a_walk_gives_up_beyond_what_is_allowed() {
    let game = TicTacToe::new(3, 3, 3).unwrap();
    let state = wandered(&game, 0, 0);
    let collect = |most| TreeShape::collect(&game, &state, 3, most, &|_, _| ());
    assert_eq!(collect(504).unwrap().leaves(), 504);
    let many = collect(503).unwrap_err();
    assert_eq!((many.seen, many.walked, many.moves), (504, 8, 9));
    let many = collect(100).unwrap_err();
    assert_eq!((many.seen, many.walked), (105, 1));
    assert_eq!(
        TreeShape::collect(&game, &state, 1, 4, &|_, _| ())
            .unwrap_err()
            .seen,
        5
    );
}

/// Where nothing is exact: one rule of high order, on a sharp middlegame.
#[test]
fn a_large_tree_by_two_quadratures() {
    let position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let state = Chess.read(position).unwrap();
    let shape = shape(&Chess, &state, 3);
    assert_eq!(shape.leaves(), 97_862);
    let (_, limits) = by_quadrature(&shape).unwrap();
    let rule = QuadratureRule::new(512).unwrap();
    let estimate = rule.estimate(&shape.profiles(&rule).unwrap()).unwrap();
    assert!(estimate.error < 1e-12, "{estimate:?}");
    for (adaptive, one) in limits.iter().zip(each(estimate.shares)) {
        assert!((adaptive - one).abs() < 1e-9);
    }
}
