//! Techniques of principal-variation search that trade certainty for depth, on trees small enough to
//! count every step by hand.
//!
//! In all of them the root's actions lead to subtrees that are the same, so it does not matter in
//! which order the dice put them: the first is on the principal variation, and the second only has to
//! be shown to be no better. That is where pruning happens.

#[path = "oracle/paths.rs"]
mod paths;

use ludometer_agents::evaluate::MeasureEvaluator;
use ludometer_agents::search::pvs::{Multicut, Pvs, SearchGuide, Techniques};
use ludometer_core::{
    Actions, Agent, Budget, Game, Generator, MoveInfo, NullMove, Player, Seat, Seed, Spending,
};
use paths::{LOST, Paths};
use std::sync::atomic::Ordering;

/// Nothing but null windows, so that nodes are expected to be cut.
const SCOUT: Techniques = Techniques {
    scout: true,
    ..Techniques::NONE
};

/// What a test knows of its tree: passes, what actions cost, and up to which ply they are noisy.
#[derive(Clone, Copy)]
struct Knowing {
    cost: f32,
    least: f32,
    noisy: usize,
}

const PLAIN: Knowing = Knowing {
    cost: 1.0,
    least: 1.0,
    noisy: 0,
};

impl SearchGuide<Paths> for Knowing {
    fn null_move(&self, game: &Paths, way: &Vec<u8>) -> Option<Vec<u8>> {
        game.null_move(way)
    }
    fn cost(&self, _: &Paths, _: &Vec<u8>, _: u8) -> f32 {
        self.cost
    }
    fn least(&self) -> f32 {
        self.least
    }
    fn noisy(&self, game: &Paths, way: &Vec<u8>, out: &mut Actions<Paths>) {
        if way.len() < self.noisy {
            game.actions(way, out);
        }
    }
}

fn search(
    game: &Paths,
    depth: u32,
    techniques: Techniques,
    guide: Knowing,
) -> (Spending, Vec<MoveInfo<u8>>) {
    let dice = Seed::new(1).rng(Generator::Xoshiro);
    let start = game.start(&mut dice.clone());
    let mut seat = Seat::open(game, &start, Player(0), dice, Budget::UNLIMITED);
    seat.enable_trace();
    Pvs::guided(depth, MeasureEvaluator(Paths::leaf()), guide, techniques)
        .act(&mut seat)
        .unwrap();
    (seat.spent(), seat.move_infos().to_vec())
}

/// Five replies to each root action, of which those in the mask look refuting two plies before they
/// are judged for good; then everything is worth nothing.
fn replies(game: &Paths, way: &[u8]) -> f64 {
    match way {
        [_, reply, _] if game.mask >> reply & 1 == 1 => -1.0,
        [_, _, _] => 1.0,
        _ => 0.0,
    }
}

/// How many steps more a search of four plies takes with multi-cut than without.
fn more_steps(mask: u32, techniques: Techniques, multicut: Multicut) -> i64 {
    let game = Paths {
        mask,
        ..Paths::new(&[2, 5, 2, 2, 2], replies)
    };
    let (plain, move_infos) = search(&game, 4, techniques, PLAIN);
    assert!(move_infos.iter().all(|thought| thought.value == 0.0));
    let multicut = Some(multicut);
    let (spent, move_infos) = search(
        &game,
        4,
        Techniques {
            multicut,
            ..techniques
        },
        PLAIN,
    );
    assert!(move_infos.iter().all(|thought| thought.value == 0.0));
    spent.steps as i64 - plain.steps as i64
}

/// One node can be cut: that after the second root action, three plies above the leaves.
///
/// A look at a reply, two plies shallower, costs a step to it, and then two steps if it refutes, since
/// both answers must be tried, and one if it does not. To search the node in full costs five: the
/// first reply, two answers, one leaf behind each.
#[test]
fn multicut_cuts_when_enough_of_the_first_replies_fail_high() {
    let two_of_four = Multicut {
        cuts: 2,
        moves: 4,
        reduction: 1,
    };
    for (mask, more) in [
        // Enough fail high: the looks alone, as far as the second that does.
        (0b00011, 3 + 3 - 5),
        (0b00101, 3 + 2 + 3 - 5),
        (0b01001, 3 + 2 + 2 + 3 - 5),
        (0b11111, 3 + 3 - 5),
        // One too few: all looks, and the full search after them.
        (0b00000, 4 * 2),
        (0b00001, 3 + 3 * 2),
        (0b01000, 3 * 2 + 3),
        // The fifth reply is not looked at.
        (0b10001, 3 + 3 * 2),
    ] {
        assert_eq!(more_steps(mask, SCOUT, two_of_four), more, "{mask:05b}");
    }
    let one = Multicut {
        cuts: 1,
        ..two_of_four
    };
    assert_eq!(more_steps(0b00100, SCOUT, one), 2 + 2 + 3 - 5);
    let all = Multicut {
        cuts: 3,
        moves: 3,
        reduction: 1,
    };
    assert_eq!(more_steps(0b00111, SCOUT, all), 3 * 3 - 5);
    assert_eq!(more_steps(0b00011, SCOUT, all), 3 + 3 + 2);
}

#[test]
fn multicut_needs_a_ply_to_look_with_and_no_null_window() {
    // A reduction by two leaves nothing of three plies to look with.
    let deep = Multicut {
        cuts: 1,
        moves: 4,
        reduction: 2,
    };
    assert_eq!(more_steps(0b11111, SCOUT, deep), 0);
    // What the first root action is worth bounds the second, whether or not the window is null.
    let cut = Multicut {
        cuts: 1,
        moves: 4,
        reduction: 1,
    };
    assert_eq!(more_steps(0b11111, Techniques::NONE, cut), 3 - 5);
    assert_eq!(more_steps(0b11111, SCOUT, cut), 3 - 5);
}

/// Positions are worth nothing, but one in which the opponent has lost a turn is worth what the mask
/// says: good for the opponent all the same, or bad.
fn lost_turns(game: &Paths, way: &[u8]) -> f64 {
    match (way.contains(&LOST), game.mask) {
        (true, 0) => -1.0,
        (true, _) => 1.0,
        (false, _) => 0.0,
    }
}

/// In a search of three plies one node may be passed at: that after the second root action. Searched in
/// full it costs three steps, a reply and both answers to it; a pass that is enough costs one step
/// instead, and one that is not costs one more.
#[test]
fn a_null_move_is_a_step_that_saves_the_others_if_it_is_enough() {
    let null = Techniques {
        null: true,
        ..SCOUT
    };
    for (mask, passes, more) in [(0, 1, 1 - 3), (1, 1, 1)] {
        let game = Paths {
            mask,
            ..Paths::new(&[2, 2, 2, 2, 2], lost_turns)
        };
        let (plain, _) = search(&game, 3, SCOUT, PLAIN);
        let (spent, _) = search(&game, 3, null, PLAIN);
        assert_eq!(game.passes.load(Ordering::Relaxed), passes, "{mask}");
        assert_eq!(spent.steps as i64 - plain.steps as i64, more, "{mask}");
        // Two plies are too few: the pass would be judged before anything was searched.
        let (plain, _) = search(&game, 2, SCOUT, PLAIN);
        assert_eq!(search(&game, 2, null, PLAIN).0, plain);
    }
}

/// Two plies favour the first root action and three the second, wherever a turn was not lost.
fn second_thoughts(_: &Paths, way: &[u8]) -> f64 {
    match way {
        way if way.contains(&LOST) => 1.0,
        [0, _] | [1, _, _] => 0.5,
        _ => 0.0,
    }
}

/// In a search of three plies the second root action is first shown to be better, with a pass that is
/// not enough, and then searched on the principal variation, without one.
#[test]
fn nobody_passes_on_the_principal_variation() {
    let null = Techniques {
        null: true,
        ..SCOUT
    };
    let game = Paths::new(&[2, 2, 2, 2, 2], second_thoughts);
    let (_, move_infos) = search(&game, 3, null, PLAIN);
    let (best, worst) = (&move_infos[0], &move_infos[1]);
    assert_eq!((best.action, best.value), (1, 0.5));
    assert_eq!((worst.action, worst.value), (0, 0.0));
    assert_eq!(game.passes.load(Ordering::Relaxed), 1);
}

/// The audit of spending for lost turns: what the seat counts is what the game saw, steps and passes
/// together, at every depth; and no two turns in a row are lost, which the game itself refuses.
#[test]
fn every_null_move_is_counted_as_spent() {
    let null = Techniques {
        null: true,
        ..SCOUT
    };
    let mut passed = 0;
    for mask in [0, 1] {
        for depth in 1..=8 {
            let game = Paths {
                mask,
                ..Paths::new(&[2, 2, 2, 2, 2, 2, 2, 2, 2, 2], lost_turns)
            };
            let (spent, _) = search(&game, depth, null, PLAIN);
            let steps = game.steps.load(Ordering::Relaxed);
            let passes = game.passes.load(Ordering::Relaxed);
            assert_eq!(spent.steps, steps + passes, "{depth} plies");
            passed += passes;
        }
    }
    assert!(passed > 100, "{passed}");
}

/// Everything is worth nothing, but the seventh reply looks good at once if the mask says so.
fn late(game: &Paths, way: &[u8]) -> f64 {
    match way {
        [_, 6] if game.mask == 1 => -1.0,
        _ => 0.0,
    }
}

/// Realisation-probability search of one, two and three plies, where there are seven replies and seven
/// answers and every action costs `cost` plies.
fn realised(mask: u32, cost: f32, least: f32) -> Spending {
    realised_by(true, mask, cost, least)
}

/// The same enhanced or plain.
fn realised_by(enhanced: bool, mask: u32, cost: f32, least: f32) -> Spending {
    let techniques = Techniques {
        realisation: true,
        enhanced,
        ..SCOUT
    };
    let game = Paths {
        mask,
        ..Paths::new(&[1, 7, 7, 7, 7], late)
    };
    let guide = Knowing {
        cost,
        least,
        ..PLAIN
    };
    search(&game, 3, techniques, guide).0
}

/// Steps of one, two and three plies. The first: one. The second: one and seven leaves. The third: one;
/// the first reply with all seven answers; four replies with the one answer that shows them to be no
/// better; and two replies that cost two plies, so that they are leaves.
#[test]
fn the_first_five_actions_cost_a_ply_at_most() {
    let spent = realised(0, 2.0, 1.0);
    assert_eq!(spent.steps, 1 + (1 + 7) + (1 + (1 + 7) + 4 * 2 + 2));
    // A leaf is judged once, and all steps but those to inner nodes lead to one.
    assert_eq!(spent.evaluations, 1 + 7 + (7 + 4 + 2));
    // Actions that cost a ply anyway: no difference to plain search, in which two more are answered.
    let spent = realised(0, 1.0, 1.0);
    assert_eq!(spent.steps, 1 + (1 + 7) + (1 + (1 + 7) + 6 * 2));
    // Cheap ones are searched deeper: at half a ply nothing ends after two actions of three plies.
    assert!(realised(0, 0.5, 0.5).steps > spent.steps);
}

/// The seventh reply looks better than it is. It is judged, found good, and searched again as if it
/// cost the least: in the search of two plies that is a leaf again, in that of three one answer refutes
/// it. From four plies there is a step between, since two and a half plies are more than one and a
/// half; from two there is not.
#[test]
fn an_action_that_turns_out_well_is_searched_again() {
    let (calm, tempting) = (realised(0, 2.0, 1.0), realised(1, 2.0, 1.0));
    assert_eq!(tempting.steps, calm.steps + 1);
    assert_eq!(tempting.evaluations, calm.evaluations + 1 + 1);
    let (calm, tempting) = (realised(0, 4.0, 1.0), realised(1, 4.0, 1.0));
    assert_eq!(tempting.steps, calm.steps + 1);
    assert_eq!(tempting.evaluations, calm.evaluations + 2 + 2);
}

/// Plain realisation-probability search: every reply costs two plies, the first five too, so that in
/// searches of two and of three plies all seven are leaves.
#[test]
fn plain_realisation_probabilities_are_taken_at_their_word() {
    let calm = realised_by(false, 0, 2.0, 1.0);
    assert_eq!(calm.steps, 1 + (1 + 7) + (1 + 7));
    assert_eq!(calm.evaluations, 1 + 7 + 7);
    // The tempting reply is searched again as if it cost the least, once and without a step between
    // however much it costs: a leaf in the search of two plies, one answer in that of three.
    for cost in [2.0, 4.0] {
        let calm = realised_by(false, 0, cost, 1.0);
        let tempting = realised_by(false, 1, cost, 1.0);
        assert_eq!(tempting.steps, calm.steps + 1);
        assert_eq!(tempting.evaluations, calm.evaluations + 1 + 1);
    }
    // Where actions cost a ply both are plain alpha-beta search.
    assert_eq!(realised_by(false, 1, 1.0, 1.0), realised(1, 1.0, 1.0));
}

/// After one ply the first player stands at 2; the other can take it down to -3, or up to 5, and then
/// the first can answer with 4 or with 1.
fn exchanges(_: &Paths, way: &[u8]) -> f64 {
    match way {
        [_] => 2.0,
        [_, 0] => -3.0,
        [_, _] => 5.0,
        [_, 0, 0] => 4.0,
        [_, 0, _] => 1.0,
        _ => 0.0,
    }
}

/// A search of one ply with quiescence of up to so many plies below it.
fn settled(noisy: usize, quiet: bool) -> (f64, Spending) {
    let techniques = Techniques { quiet, ..SCOUT };
    let game = Paths::new(&[1, 2, 2, 2], exchanges);
    let guide = Knowing { noisy, ..PLAIN };
    let (spent, move_infos) = search(&game, 1, techniques, guide);
    (move_infos[0].value, spent)
}

#[test]
fn leaves_are_settled_by_noisy_actions() {
    let spent = |steps, evaluations| Spending::of_steps(steps).with_evaluations(evaluations);
    // Without noisy actions, or without quiescence, a leaf is what it is.
    assert_eq!(settled(0, true), (2.0, spent(1, 1)));
    assert_eq!(settled(9, false), (2.0, spent(1, 1)));
    // The other takes it down to -3 and leaves the 5 alone.
    assert_eq!(settled(2, true), (-3.0, spent(3, 3)));
    // Seen farther, it is answered with 4, which is more than the 2 that the other has by standing, so
    // that nobody needs to look at the 1. After 5, to stand is enough.
    assert_eq!(settled(3, true), (2.0, spent(1 + 1 + 1 + 1, 1 + 1 + 1 + 1)));
}
