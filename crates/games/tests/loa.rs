//! The rules of Lines of Action: each rule at a position of its own, whole games, and move lists
//! against a walk square by square.

use ludometer_core::{Game, Generator, Notation, Player, Rng, Seed, Turn};
use ludometer_games::loa::{Loa, LoaEnding, Move, Position};
use proptest::prelude::*;
use std::collections::HashMap;

fn rng(seed: u64) -> Rng {
    Seed::new(seed).rng(Generator::Xoshiro)
}

fn at(text: &str) -> Position {
    Loa.read(text).unwrap_or_else(|error| panic!("{error}"))
}

fn play(position: &Position, label: &str) -> Position {
    let action = Loa.action_named(position, label);
    let mut next = position.clone();
    let action = action.unwrap_or_else(|| panic!("{label} in {}", Loa.write(position)));
    Loa.step(&mut next, action, &mut rng(0));
    next
}

fn labels(position: &Position) -> Vec<String> {
    let mut actions = Vec::new();
    Loa.actions(position, &mut actions);
    let mut labels: Vec<String> = actions.iter().map(|&a| Loa.label(position, a)).collect();
    labels.sort();
    labels
}

/// The moves that end the game, of all there are.
fn last(position: &Position) -> (Vec<String>, usize) {
    let labels = labels(position);
    let number = labels.len();
    let ending = |label: &String| Loa.turn(&play(position, label)) == Turn::Over;
    (labels.into_iter().filter(ending).collect(), number)
}

fn ends(position: &Position, label: &str, ending: LoaEnding) {
    let next = play(position, label);
    assert_eq!(next.ending(), Some(ending), "{label}");
    let payoff = match ending {
        LoaEnding::Connection(Player(0)) => 1.0,
        LoaEnding::Connection(_) => -1.0,
        LoaEnding::Both | LoaEnding::Repetition => 0.0,
    };
    assert_eq!(Loa.payoff(&next, Player(0)), payoff);
    assert_eq!(Loa.payoff(&next, Player(1)), -payoff);
    assert!(labels(&next).is_empty());
    assert_eq!(Loa.action_count(&next), 0);
}

const BLACK: LoaEnding = LoaEnding::Connection(Player(0));
const WHITE: LoaEnding = LoaEnding::Connection(Player(1));

#[test]
fn a_capture_that_connects_both_draws() {
    let only = at("8/3X4/2X5/3O4/6O1/6O1/3X4/8 X");
    ends(&only, "d2xd5", LoaEnding::Both);
    assert_eq!(last(&only), (vec!["d2xd5".to_string()], 18));
    let better = at("8/2XX4/2X1O3/4X3/5OO1/6O1/8/8 X");
    ends(&better, "c6xe6", LoaEnding::Both);
    ends(&better, "d7-d6", BLACK);
    ends(&better, "e5-d5", BLACK);
    assert_eq!(labels(&better).len(), 23);
}

#[test]
fn a_capture_may_connect_either_side() {
    let own = at("8/2O5/4X3/3X4/2X5/3O4/1XO5/8 O");
    ends(&own, "c7xc4", WHITE);
    assert_eq!(last(&own), (vec!["c7xc4".to_string()], 18));
    // The stone that is taken was the other's only outlier.
    let others = at("8/6X1/8/4O3/4OO2/1O6/2XX4/8 O");
    ends(&others, "e5xg7", BLACK);
    assert_eq!(last(&others), (vec!["e5xg7".to_string()], 30));
}

#[test]
fn one_stone_is_connected() {
    let position = at("8/2O5/5X2/8/4O3/3O4/1OO1X3/8 O");
    ends(&position, "e4xe2", BLACK);
    ends(&position, "b2xe2", BLACK);
    assert_eq!(labels(&position).len(), 31);
}

const WALLED: &str = "6XO/6XX/8/8/8/8/XX6/OX6";

#[test]
fn who_has_no_move_passes() {
    let position = at(&format!("{WALLED} O"));
    assert_eq!(labels(&position), ["pass"]);
    assert_eq!(Loa.action_count(&position), 1);
    let next = play(&position, "pass");
    assert_eq!(next.stones(), position.stones());
    assert_eq!(Loa.turn(&next), Turn::Of(Player(0)));
    let moves = "a2-a4 a2-c2 a2-c4 b1-b3 b1-d1 b1-d3 b2-a3 b2-b4 b2-c1 b2-d2 b2-f6 g7-c3 g7-e7 \
                 g7-f8 g7-g5 g7-h6 g8-e6 g8-e8 g8-g6 h7-f5 h7-f7 h7-h5";
    assert_eq!(labels(&next).join(" "), moves);
    for label in labels(&next) {
        assert_ne!(labels(&play(&next, &label)), ["pass"], "{label}");
    }
    assert_eq!(Loa.action_named(&next, "pass"), None);
    // The pass is part of what is written down, and of what repeats.
    assert_eq!(
        Loa.write(&next),
        "......XO/......XX/......../......../......../......../XX....../OX...... O moves pass"
    );
    assert_eq!(at(&Loa.write(&next)), next);
}

#[test]
fn stones_jump_their_own_and_not_the_others() {
    let along = |mover: &str| {
        let labels = labels(&at(&format!("8/8/8/O2X1X1O/8/8/8/8 {mover}")));
        let rank = |label: &String| label.ends_with('5') && &label[1..2] == "5";
        labels.into_iter().filter(rank).collect::<Vec<_>>()
    };
    assert_eq!(along("X"), ["d5xh5", "f5-b5"]);
    assert!(along("O").is_empty());
}

#[test]
fn the_opening_of_the_usual_description() {
    let start = at("startpos");
    assert_eq!(labels(&start).len(), 36);
    let captures: Vec<String> = labels(&start)
        .into_iter()
        .filter(|l| l.contains('x'))
        .collect();
    assert_eq!(captures, ["c1xa3", "c8xa6", "f1xh3", "f8xh6"]);
    for long in ["b1-h1", "g1-a1", "b8-h8", "g8-a8"] {
        assert!(labels(&start).contains(&long.to_string()), "{long}");
    }
    let position = play(&start, "c8-c6");
    assert_eq!(labels(&position).len(), 34);
    let of_a6: Vec<String> = labels(&position)
        .into_iter()
        .filter(|l| l.starts_with("a6"))
        .collect();
    assert_eq!(of_a6, ["a6-b7", "a6-c4"]);
    let position = play(&play(&play(&position, "a6-c4"), "e8-b5"), "h3xf1");
    assert_eq!(position.ending(), None);
}

#[test]
fn the_third_occurrence_draws() {
    let cycle = ["d1-d3", "a4-c4", "d3-d1", "c4-a4"];
    let mut position = at("");
    for (ply, label) in cycle.iter().cycle().take(8).enumerate() {
        assert_eq!(position.ending(), None, "{ply}");
        position = play(&position, label);
    }
    assert_eq!(position.ending(), Some(LoaEnding::Repetition));
    assert_eq!(at(&Loa.write(&position)), position);
    // What happened before a capture is no occurrence; the state tells two visits apart.
    let once = at("d1-d3 a4-c4 d3-d1 c4-a4");
    assert_ne!(once, at(""));
    assert_eq!(once.stones(), at("").stones());
    // The same board with the other player to move is another position.
    let mut other =
        at(&(Loa.write(&at("")).replace(" X", " O") + " moves a4-c4 d1-d3 c4-a4 d3-d1"));
    assert_eq!(other.stones(), position.stones());
    other = play(&play(&other, "a4-c4"), "d1-d3");
    assert_eq!(other.ending(), None);
    ends(&play(&other, "c4-a4"), "d3-d1", LoaEnding::Repetition);
}

/// Quiet games that wander among few positions: each ends exactly when a count of whole positions
/// says so, also where the occurrences are farther apart than what lies in the state itself.
#[test]
fn repetitions_are_found_however_far_back() {
    let mut dice = rng(3);
    let mut farthest = 0;
    for _ in 0..200 {
        let mut position = at("");
        let mut seen: HashMap<_, Vec<usize>> = HashMap::new();
        for ply in 0..400 {
            let key = (position.stones(), position.mover());
            let plies = seen.entry(key).or_default();
            plies.push(ply);
            let repeated = position.ending() == Some(LoaEnding::Repetition);
            assert_eq!(repeated, plies.len() == 3, "{}", Loa.write(&position));
            if position.ending().is_some() {
                farthest = farthest.max(if repeated { ply - plies[0] } else { 0 });
                break;
            }
            let mut actions = Vec::new();
            Loa.actions(&position, &mut actions);
            let other = position.stones()[1 - position.mover().index()];
            actions.retain(|action| other >> action.to & 1 == 0);
            actions.truncate(4);
            let Some(&action) = actions.get(dice.index(actions.len().max(1))) else {
                break;
            };
            Loa.step(&mut position, action, &mut dice);
        }
    }
    assert!(farthest > 48, "{farthest}");
}

#[test]
fn the_shortest_game_of_the_thesis() {
    let moves = "d1-b3 h5-g4 b1-b4 g4xg1 b4-e7 a3xc1 b3-e6 h3xf1 e1-e5";
    let mut position = at("");
    for label in moves.split(' ') {
        assert_eq!(position.ending(), None);
        position = play(&position, label);
    }
    assert_eq!(position.ending(), Some(BLACK));
    assert_eq!(position.stones().map(u64::count_ones), [9, 12]);
}

/// Where a count of holes says one group, and there are two; and the other way round.
#[test]
fn rings_are_one_group() {
    let over = |board: &str| at(&format!("{board}/O6O O")).ending();
    assert_eq!(over("8/1XXX4/1X1X4/1XXX4/8/6X1/8"), None);
    assert_eq!(over("8/1XXX4/1X1X4/1XXX4/8/8/8"), Some(BLACK));
    assert_eq!(over("8/2X5/1X1X4/2X5/8/8/8"), Some(BLACK));
    assert_eq!(over("8/8/8/8/7X/X7/8"), None);
}

/// The rules, square by square.
fn naive(stones: [u64; 2], mover: usize) -> Vec<Move> {
    let side = |rank: i32, file: i32| {
        let on_board = (0..8).contains(&rank) && (0..8).contains(&file);
        let bit = |player: usize| stones[player] >> (rank * 8 + file) & 1 == 1;
        on_board.then(|| [0, 1].into_iter().find(|&player| bit(player)))
    };
    let mut moves = Vec::new();
    for square in 0..64 {
        let (rank, file) = (square / 8, square % 8);
        if side(rank, file) != Some(Some(mover)) {
            continue;
        }
        for up in -1..=1 {
            for right in -1..=1 {
                if (up, right) == (0, 0) {
                    continue;
                }
                let along = |n: i32| side(rank + n * up, file + n * right);
                let distance = (-7..=7)
                    .filter(|&n| matches!(along(n), Some(Some(_))))
                    .count();
                let distance = distance as i32;
                let free = (1..distance).all(|n| along(n) != Some(Some(1 - mover)));
                if free && along(distance).is_some_and(|there| there != Some(mover)) {
                    moves.push(Move {
                        from: square as u8,
                        to: (square + distance * (8 * up + right)) as u8,
                    });
                }
            }
        }
    }
    moves
}

fn naively_connected(stones: u64) -> bool {
    let squares: Vec<i32> = (0..64).filter(|square| stones >> square & 1 == 1).collect();
    let mut reached = vec![squares[0]];
    let mut next = 0;
    while next < reached.len() {
        let here = reached[next];
        let near = |there: &&i32| {
            (here / 8 - **there / 8).abs() <= 1 && (here % 8 - **there % 8).abs() <= 1
        };
        let found: Vec<i32> = squares.iter().filter(near).copied().collect();
        reached.extend(
            found
                .iter()
                .filter(|square| !reached.contains(square))
                .copied()
                .collect::<Vec<_>>(),
        );
        next += 1;
    }
    reached.len() == squares.len()
}

fn agrees_with_walking(stones: [u64; 2], mover: Player) {
    let position = Position::new(stones, mover);
    let ending = match stones.map(naively_connected) {
        [true, true] => Some(LoaEnding::Both),
        [true, false] => Some(BLACK),
        [false, true] => Some(WHITE),
        [false, false] => None,
    };
    assert_eq!(position.ending(), ending);
    let mut expected = naive(stones, mover.index());
    if expected.is_empty() {
        expected.push(Move::PASS);
    }
    if ending.is_some() {
        expected.clear();
    }
    let mut found = Vec::new();
    Loa.actions(&position, &mut found);
    assert_eq!(Loa.action_count(&position), found.len());
    let key = |action: &Move| (action.from, action.to);
    found.sort_by_key(key);
    expected.sort_by_key(key);
    assert_eq!(found, expected, "{}", Loa.write(&position));
}

proptest! {
    #[test]
    fn any_board_has_the_moves_of_the_rules(a in any::<u64>(), b in any::<u64>(), c in any::<u64>(), thin in 0u8..3, black in any::<bool>()) {
        // Full boards and thin ones, as both have lines of their own.
        let (own, other) = match thin {
            0 => (a, b & !a),
            1 => (a & c, b & !a),
            _ => (a & b & c, !a & b & !c),
        };
        prop_assume!(own != 0 && other != 0);
        agrees_with_walking([own, other], Player(u8::from(!black)));
    }

    #[test]
    fn positions_of_play_have_the_moves_of_the_rules(seed in any::<u64>()) {
        let mut dice = rng(seed);
        let mut position = Loa.start(&mut dice);
        for _ in 0..60 {
            let mut actions = Vec::new();
            Loa.actions(&position, &mut actions);
            let Some(&action) = actions.get(dice.index(actions.len().max(1))) else {
                break;
            };
            Loa.step(&mut position, action, &mut dice);
            if position.ending() != Some(LoaEnding::Repetition) {
                agrees_with_walking(position.stones(), position.mover());
            }
        }
    }
}
