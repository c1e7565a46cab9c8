//! Whole games against a walk through every node of their trees, without a memory and in whole
//! numbers.

use super::super::Quality;
use super::{number, quality};
use crate::tree::Tree;
use ludometer_core::{Game, Generator, Measure, Player, Seed, Turn};
use ludometer_games::{othello, tic_tac_toe};
use proptest::prelude::*;
use std::collections::HashSet;

/// A position of the tree, in whole numbers: means are kept times `scale`.
struct Walked {
    over: bool,
    minimax: i128,
    won: i128,
    lost: i128,
    points: i128,
    games: i128,
    wins: i128,
    losses: i128,
}

/// All errors are whole numbers of these.
const PARTS: i128 = 720_720;

/// Walks through every node of a tree without a memory, and without a real number.
struct Walk<'a, G: Game> {
    game: &'a G,
    measure: Measure<G>,
    scale: i128,
    nodes: u64,
    leaves: u64,
    forced: u64,
    seen: HashSet<G::State>,
    // Of every node, and of every position where it is first met.
    errors: [i128; 10],
    once: [i128; 10],
}

impl<G: Game> Walk<'_, G> {
    fn walk(&mut self, state: &G::State) -> Walked {
        self.nodes += 1;
        let Turn::Of(mover) = self.game.turn(state) else {
            self.leaves += 1;
            let payoff = self.game.payoff(state, Player(0)) as i128;
            let points = self.game.points(state, Player(0)) as i128;
            let (wins, losses) = (i128::from(payoff > 0), i128::from(payoff < 0));
            return Walked {
                over: true,
                minimax: payoff,
                won: wins * self.scale,
                lost: losses * self.scale,
                points: points * self.scale,
                games: 1,
                wins,
                losses,
            };
        };
        let mut actions = Vec::new();
        self.game.actions(state, &mut actions);
        let mut chance = Seed::new(0).rng(Generator::Xoshiro);
        let next: Vec<(G::State, Walked)> = actions
            .iter()
            .map(|&action| {
                let mut next = state.clone();
                self.game.step(&mut next, action, &mut chance);
                let walked = self.walk(&next);
                (next, walked)
            })
            .collect();
        self.forced += u64::from(self.game.label(state, actions[0]) == "pass");
        let sign = if mover == Player(0) { 1 } else { -1 };
        let minimax = next.iter().map(|(_, w)| sign * w.minimax).max().unwrap() * sign;
        let first = self.seen.insert(state.clone());
        self.judge(&next, minimax, sign, mover, first);
        let number = next.len() as i128;
        let sum = |part: fn(&Walked) -> i128| next.iter().map(|(_, w)| part(w)).sum::<i128>();
        let mean = |part| {
            assert_eq!(sum(part) % number, 0, "the scale is too coarse");
            sum(part) / number
        };
        Walked {
            over: false,
            minimax,
            won: mean(|w| w.won),
            lost: mean(|w| w.lost),
            points: mean(|w| w.points),
            games: sum(|w| w.games),
            wins: sum(|w| w.wins),
            losses: sum(|w| w.losses),
        }
    }

    fn judge(
        &mut self,
        next: &[(G::State, Walked)],
        minimax: i128,
        sign: i128,
        mover: Player,
        first: bool,
    ) {
        let measured = |state: &G::State| {
            let value = self.measure.value(self.game, state, mover);
            let value = self.measure.sense.upward(value);
            assert_eq!(value.fract(), 0.0);
            value as i128
        };
        // Each a fraction, so that shares of leaves are compared without division.
        let worth = |function: usize, (state, w): &(G::State, Walked)| match function {
            0 => (sign * w.minimax, 1),
            1 => (sign * (w.won - w.lost), 1),
            2 => (sign * (w.wins - w.losses), w.games),
            3 => (sign * w.won, 1),
            4 => (sign * w.wins, w.games),
            5 => (sign * w.points, 1),
            6 => (measured(state), 1),
            7 if w.over => (sign * w.minimax * 1_000_000, 1),
            7 => (measured(state), 1),
            9 => (0, 1),
            // The worst choice is a choice among all moves that are not optimal, if there are any.
            _ => (i128::from(w.minimax != minimax), 1),
        };
        let sums = self.errors.iter_mut().zip(&mut self.once);
        for (function, (sum, once)) in sums.enumerate() {
            let values: Vec<(i128, i128)> = next.iter().map(|n| worth(function, n)).collect();
            let beaten = |a: &(i128, i128)| values.iter().any(|b| b.0 * a.1 > a.0 * b.1);
            let chosen = values.iter().zip(next).filter(|(value, _)| !beaten(value));
            let (mut wrong, mut all) = (0, 0);
            for (_, (_, walked)) in chosen {
                all += 1;
                wrong += i128::from(walked.minimax != minimax);
            }
            assert_eq!(PARTS % all, 0);
            *sum += PARTS / all * wrong;
            *once += i128::from(first) * PARTS / all * wrong;
        }
    }
}

fn walk<G: Game>(game: &G, measure: Measure<G>, scale: i128) -> Walk<'_, G> {
    let mut walk = Walk {
        game,
        measure,
        scale,
        nodes: 0,
        leaves: 0,
        forced: 0,
        seen: HashSet::new(),
        errors: [0; 10],
        once: [0; 10],
    };
    let start = game.start(&mut Seed::new(0).rng(Generator::Xoshiro));
    walk.walk(&start);
    walk
}

fn agree<G: Game>(walk: &Walk<'_, G>, quality: &Quality) {
    let Quality {
        positions, tree, ..
    } = quality;
    assert_eq!(
        (tree.all, tree.finished),
        (walk.nodes as f64, walk.leaves as f64)
    );
    assert_eq!(positions.total.nodes, walk.seen.len() as f64);
    for (count, walked) in [(tree, walk.errors), (positions, walk.once)] {
        for (found, walked) in count.total.errors.iter().zip(walked) {
            let walked = walked as f64 / PARTS as f64;
            assert!((found - walked).abs() < 1e-6, "{found} is not {walked}");
        }
    }
}

#[test]
fn noughts_and_crosses_agree_with_a_walk_through_the_tree() {
    let game = tic_tac_toe::TicTacToe::new(3, 3, 3).unwrap();
    let measure = tic_tac_toe::measures()[0];
    let quality = quality(&game, measure);
    assert_eq!(quality.positions.all, 5_478.0);
    assert_eq!(quality.positions.total.nodes, 4_520.0);
    assert!(!quality.has_points);
    // Means of positions with e squares left are whole numbers of 1 / e!.
    let walk = walk(&game, measure, 362_880);
    assert_eq!((walk.nodes, walk.leaves), (549_946, 255_168));
    agree(&walk, &quality);
}

#[test]
fn small_othello_agrees_with_a_walk_through_the_tree() {
    let game = othello::Othello::new(4).unwrap();
    let measures = othello::measures();
    let measure = measures.into_iter().find(|m| m.name == "weighted-norvig");
    let quality = quality(&game, measure.unwrap());
    // Twelve moves at most, of up to eight each.
    let walk = walk(&game, measure.unwrap(), 840i128.pow(12));
    assert_eq!(
        (walk.nodes, walk.leaves, walk.forced),
        (224_821, 60_060, 33_420)
    );
    agree(&walk, &quality);
}

/// Positions that lead to one to four later ones, or end; movers in any order.
fn graphs() -> impl Strategy<Value = Vec<String>> {
    const POSITIONS: usize = 11;
    let node = (
        proptest::collection::vec(any::<prop::sample::Index>(), 0..5),
        any::<bool>(),
        -1..=1,
        -9..=9,
    );
    proptest::collection::vec(node, POSITIONS).prop_map(|nodes| {
        let line = |(number, (next, second, payoff, points)): (usize, &(Vec<_>, _, _, _))| {
            let later = POSITIONS - number - 1;
            if next.is_empty() || later == 0 {
                return format!("{number} = {payoff} {points}");
            }
            let next = next
                .iter()
                .map(|to: &prop::sample::Index| (number + 1 + to.index(later)).to_string());
            let star = if *second { "*" } else { "" };
            format!("{number}{star}: {}", next.collect::<Vec<_>>().join(" "))
        };
        nodes.iter().enumerate().map(line).collect()
    })
}

proptest! {
    #[test]
    fn any_graph_agrees_with_a_walk_through_its_tree(lines in graphs()) {
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let tree = Tree::new(&lines);
        // Ten moves at most, of up to four each.
        let walk = walk(&tree, number(), 12i128.pow(10));
        agree(&walk, &quality(&tree, number()));
    }
}
