//! Uniformly random play, from which starts, learners and surveys take their positions.

use ludometer_core::{Game, Rng};

/// The random streams of random play.
pub enum Streams<'a> {
    /// One stream for the game and the choices.
    Shared(&'a mut Rng),
    /// A stream for the game, and another one for the choices.
    Separate {
        /// The game's.
        chance: &'a mut Rng,
        /// That of the choices.
        choice: &'a mut Rng,
    },
}

/// Plays uniformly random actions until the game is over, `plies` at most, and returns their number.
/// `before` is called with every state in which an action is taken, and the legal actions.
pub fn random_play<G: Game>(
    game: &G,
    state: &mut G::State,
    plies: u64,
    mut streams: Streams<'_>,
    mut before: impl FnMut(&G::State, &[G::Action]),
) -> u64 {
    let mut actions = Vec::new();
    for ply in 0..plies {
        actions.clear();
        game.actions(state, &mut actions);
        if actions.is_empty() {
            return ply;
        }
        before(state, &actions);
        match &mut streams {
            Streams::Shared(dice) => {
                let action = actions[dice.index(actions.len())];
                game.step(state, action, dice);
            }
            Streams::Separate { chance, choice } => {
                let action = actions[choice.index(actions.len())];
                game.step(state, action, chance);
            }
        }
    }
    plies
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Generator, Seed, Turn};
    use ludometer_games::tic_tac_toe::TicTacToe;

    #[test]
    fn it_ends_with_the_game_or_with_the_plies() {
        let game = TicTacToe::new(3, 3, 3).unwrap();
        for number in 0..20 {
            let seed = Seed::new(number);
            let play = |plies| {
                let mut dice = seed.rng(Generator::Xoshiro);
                let mut state = game.start(&mut dice);
                let mut offered = Vec::new();
                let streams = Streams::Shared(&mut dice);
                let played = random_play(&game, &mut state, plies, streams, |_, actions| {
                    offered.push(actions.len());
                });
                assert_eq!(offered.len() as u64, played);
                (played, state, offered)
            };
            let (played, state, offered) = play(100);
            assert_eq!(game.turn(&state), Turn::Over);
            assert!((5..=9).contains(&played));
            let (few, _, first) = play(3);
            assert_eq!((few, &first[..]), (3, &offered[..3]));
            assert_eq!(offered[..3], [9, 8, 7]);
        }
    }
}
