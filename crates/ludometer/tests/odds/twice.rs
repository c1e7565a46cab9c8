//! A game in which a player may move again.

use crate::plain_tree;
use crate::simulated::{choices, chosen, fit};
use ludometer::odds::{TreeShape, by_quadrature};
use ludometer_agents::search::Die;
use ludometer_core::{Actions, Facts, Game, Generator, Perfect, Player, Rng, Seed, Turn};
use ludometer_theory::Mobility;

/// Take 1 to `n % 3 + 2` from a heap of `n`; who takes an even number moves again.
struct Heap;

impl Game for Heap {
    type State = (u32, u8);
    type Action = u32;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        Facts::new("heap", 2)
    }

    fn start(&self, _: &mut Rng) -> (u32, u8) {
        (11, 0)
    }

    fn turn(&self, state: &(u32, u8)) -> Turn {
        match state.0 {
            0 => Turn::Over,
            _ => Turn::Of(Player(state.1)),
        }
    }

    fn actions(&self, state: &(u32, u8), out: &mut Actions<Self>) {
        out.extend(1..=state.0.min(state.0 % 3 + 2));
    }

    fn apply(&self, state: &mut (u32, u8), taken: u32, _: &mut Rng) {
        state.0 -= taken;
        state.1 ^= (taken % 2) as u8;
    }

    fn payoff(&self, _: &(u32, u8), _: Player) -> f64 {
        0.0
    }

    fn points(&self, _: &(u32, u8), _: Player) -> f64 {
        0.0
    }

    fn show(&self, state: &(u32, u8), _: Option<Player>) -> String {
        format!("{state:?}\n")
    }

    fn label(&self, _: &(u32, u8), taken: u32) -> String {
        taken.to_string()
    }
}

/// The root's player maximises at every turn of his own, as the automaton does.
#[test]
fn max_and_min_go_by_who_moves() {
    let state = Heap.start(&mut Seed::new(0).rng(Generator::Xoshiro));
    for depth in 1..=5 {
        let shape = TreeShape::collect(&Heap, &state, depth, u64::MAX, &|_, _| ()).unwrap();
        let tree = shape.tree().unwrap();
        assert_eq!(tree, plain_tree(&Heap, &state, depth), "depth {depth}");
        let (_, limits) = by_quadrature(&shape).unwrap();
        let counts = choices(&Heap, &state, (depth, Die::Continuous), 20_000);
        fit(&counts, &limits, &format!("depth {depth}"));
        let counts = choices(&Heap, &state, (depth, Die::Faces(3)), 20_000);
        fit(
            &counts,
            &chosen(&tree, 3),
            &format!("depth {depth}, 3 faces"),
        );
        let trees = Mobility::of_moves(&tree).unwrap();
        let mut ours = shape.mobility().unwrap();
        ours.dedup();
        assert_eq!(ours, trees, "depth {depth}");
    }
    // The second move is followed by a dummy: 11 - 2 leaves 9, and the same player takes 1 or 2.
    let shape = TreeShape::collect(&Heap, &state, 2, u64::MAX, &|_, _| ()).unwrap();
    assert_eq!(shape.tree().unwrap(), "(3 (2) 4 (3))".parse().unwrap());
}
