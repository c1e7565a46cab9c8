//! Weighted sums of measures: raw values, and the constant for whoever has just moved.

use ludometer_agents::evaluate::Weighed;
use ludometer_core::{Game, Generator, Measure, Notation, Player, Seed, Turn};
use ludometer_games::othello::{self, Othello};
use ludometer_games::slide::{self, Slide};
use ludometer_games::tic_tac_toe::{self, TicTacToe};

const US: Player = Player(0);
const THEM: Player = Player(1);

fn named<G: Game>(measures: Vec<Measure<G>>, name: &str) -> Measure<G> {
    let found = measures.into_iter().find(|measure| measure.name == name);
    found.expect("the measure is there")
}

#[test]
fn the_constant_is_the_advantage_of_having_moved() {
    let game = TicTacToe::new(3, 3, 3).unwrap();
    let lines = named(tic_tac_toe::measures(), "open-lines");
    let evaluator = Weighed::new(&game, 0.25, &[(lines, 2.0)]);
    let worth = |position: &str, player| {
        let board = game.read(position).unwrap();
        evaluator.worth(&game, &board, player)
    };
    // A cross in the middle leaves the other side four lines of eight.
    assert_eq!(worth(".../.X./...", US), 2.0 * 4.0 + 0.25);
    assert_eq!(worth(".../.X./...", THEM), -2.0 * 4.0 - 0.25);
    assert_eq!(worth(".../.../...", US), -0.25);
    assert_eq!(worth(".../.../...", THEM), 0.25);
    // Nobody is to move when it is over.
    let over = "XXX/OO./...";
    assert_eq!(game.turn(&game.read(over).unwrap()), Turn::Over);
    assert_eq!(worth(over, US), -worth(over, THEM));
    let lines = lines.value(&game, &game.read(over).unwrap(), US);
    assert_eq!(worth(over, US), 2.0 * lines);
}

#[test]
fn one_player_always_has_the_constant_and_distances_stay_distances() {
    let game = Slide::new(3).unwrap();
    let manhattan = named(slide::measures(), "manhattan");
    let evaluator = Weighed::new(&game, 5.0, &[(manhattan, -0.5)]);
    let mut chance = Seed::new(1).rng(Generator::Xoshiro);
    let state = game.start(&mut chance);
    let distance = manhattan.value(&game, &state, US);
    assert!(distance > 0.0);
    assert_eq!(evaluator.worth(&game, &state, US), 5.0 - 0.5 * distance);
    let won = game.win();
    assert_eq!(game.turn(&won), Turn::Over);
    assert_eq!(evaluator.worth(&game, &won, US), 5.0);
}

#[test]
fn what_one_gains_the_other_loses() {
    let game = Othello::new(8).unwrap();
    let classes = othello::measures().into_iter();
    let classes = classes.filter(|measure| measure.name.starts_with("class"));
    let terms: Vec<_> = classes.zip((0..).map(|i| f64::from(i) - 3.0)).collect();
    let evaluator = Weighed::new(&game, 0.125, &terms);
    let mut rng = Seed::new(2).rng(Generator::Xoshiro);
    let mut board = game.start(&mut rng);
    loop {
        let [us, them] = [US, THEM].map(|player| evaluator.worth(&game, &board, player));
        assert_eq!(us, -them);
        let mut actions = Vec::new();
        game.actions(&board, &mut actions);
        if actions.is_empty() {
            break;
        }
        game.step(&mut board, actions[rng.index(actions.len())], &mut rng);
    }
}
