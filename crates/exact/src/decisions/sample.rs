//! Positions of games that are too large to enumerate: reached by random play, each judged by the
//! whole of what lies below it.

use super::Judge;
use crate::values::{Enumeration, Stopped};
use ludometer_core::{Game, Generator, Measure, Player, Rng, Seed};
use rayon::prelude::*;

/// Which positions are drawn.
#[derive(Clone, Copy, Debug)]
pub struct PositionSampling<G: Game> {
    /// Random play goes on until this measure, from player 0's point of view, first has `value`.
    pub measure: Measure<G>,
    /// The value of the measure at which a position is taken.
    pub value: f64,
    /// How many positions are drawn, with replacement.
    pub samples: u64,
    /// The random seed. Each sample has an address of its own below it, so order and threads do not
    /// matter.
    pub seed: Seed,
    /// What the positions below one sample may take, in bytes.
    pub bytes: usize,
}

/// One position that was drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Distinct positions below it, itself included.
    pub positions: usize,
    /// Whether an error is possible in it.
    pub possible: bool,
    /// The error of each function in it.
    pub errors: Vec<f64>,
    /// Whether below it some finished game's scoreboard is not its outcome.
    pub has_points: bool,
}

/// Why there are no samples.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum Unsampled {
    /// The positions below a sample are too many, or repeat.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// Random play does not come by.
    #[error("none of {GAMES} random games has a move to make when {measure} first is {value}")]
    Unreached {
        /// The name of the measure.
        measure: &'static str,
        /// The value it should have.
        value: f64,
    },
}

/// Random games that are played for one sample before it is given up.
const GAMES: usize = 1000;

/// Draws positions and judges the functions in each, on the threads of the pool it is called in.
/// `watch` is told after each sample.
pub fn sample<G: Game>(
    game: &G,
    judge: &Judge<G>,
    how: &PositionSampling<G>,
    watch: &(dyn Fn() + Sync),
) -> Result<Vec<Sample>, Unsampled> {
    let one = |number: u64| {
        let mut dice = how.seed.nth(number).rng(Generator::Xoshiro);
        let state = draw(game, how, &mut dice)?;
        let mut enumeration = Enumeration::new(game, how.bytes);
        let judged = judge.errors(&mut enumeration, &state)?;
        let (possible, errors) = judged.expect("finished games are not drawn");
        watch();
        Ok(Sample {
            positions: enumeration.positions(),
            possible,
            errors,
            has_points: enumeration.has_points(),
        })
    };
    (0..how.samples).into_par_iter().map(one).collect()
}

/// Plays at random until the measure first has the value; begins anew when the game is over then
/// or before.
fn draw<G: Game>(
    game: &G,
    how: &PositionSampling<G>,
    dice: &mut Rng,
) -> Result<G::State, Unsampled> {
    let mut actions = Vec::new();
    for _ in 0..GAMES {
        let mut state = game.start(dice);
        loop {
            actions.clear();
            game.actions(&state, &mut actions);
            if actions.is_empty() {
                break;
            }
            if how.measure.value(game, &state, Player(0)) == how.value {
                return Ok(state);
            }
            let action = actions[dice.index(actions.len())];
            game.step(&mut state, action, dice);
        }
    }
    Err(Unsampled::Unreached {
        measure: how.measure.name,
        value: how.value,
    })
}
