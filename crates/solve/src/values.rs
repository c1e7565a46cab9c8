//! Exact values of positions by enumeration: complete minimax, and the expected outcome of
//! Abramson and Korf (1987) in both weightings, for payoffs and for the scoreboard.
//!
//! For two players without chance or hidden information whose play cannot repeat a position. All
//! values are player 0's.

use ludometer_core::{Game, Generator, Player, Rng, Seed, Turn};
use rustc_hash::FxHashMap;

/// What is known exactly of a position, from player 0's viewpoint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Values {
    /// Best play of both for the payoff.
    pub minimax: f64,
    /// Best play of both for the scoreboard at the end.
    pub minimax_points: f64,
    /// The expected payoff when every action is equally likely: a leaf counts the product of its
    /// probabilities.
    pub expected: f64,
    /// The expected scoreboard when every action is equally likely.
    pub expected_points: f64,
    /// How many games can be played from here. Exact up to 2^53.
    pub games: f64,
    /// The payoffs of all those games added up; divided by `games` it is the other weighting.
    pub sum: f64,
    /// Their scoreboards added up.
    pub sum_points: f64,
    /// Positions of the whole tree below here, this one included. Exact up to 2^53.
    pub nodes: f64,
}

impl Values {
    /// The mean payoff when every leaf counts the same.
    pub fn by_leaves(&self) -> f64 {
        self.sum / self.games
    }
}

/// The position is too deep: more distinct positions lie below it than were allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than {0} distinct positions lie below this one")]
pub struct TooDeep(pub usize);

/// Every distinct position below one, with its values.
pub struct Enumeration<'a, G: Game> {
    game: &'a G,
    known: FxHashMap<G::State, Values>,
    most: usize,
    // Games without chance never ask it.
    chance: Rng,
}

impl<'a, G: Game> Enumeration<'a, G> {
    /// An enumeration that gives up beyond `most` distinct positions.
    pub fn new(game: &'a G, most: usize) -> Self {
        Enumeration {
            game,
            known: FxHashMap::default(),
            most,
            chance: Seed::new(0).rng(Generator::Xoshiro),
        }
    }

    /// The values of a position. What was enumerated before is kept.
    pub fn values(&mut self, state: &G::State) -> Result<Values, TooDeep> {
        if let Some(values) = self.known.get(state) {
            return Ok(*values);
        }
        let values = match self.game.turn(state) {
            Turn::Over => {
                let (payoff, points) = (
                    self.game.payoff(state, Player(0)),
                    self.game.points(state, Player(0)),
                );
                Values {
                    minimax: payoff,
                    minimax_points: points,
                    expected: payoff,
                    expected_points: points,
                    games: 1.0,
                    sum: payoff,
                    sum_points: points,
                    nodes: 1.0,
                }
            }
            Turn::Of(mover) => self.combine(state, mover)?,
        };
        if self.known.len() >= self.most {
            return Err(TooDeep(self.most));
        }
        self.known.insert(state.clone(), values);
        Ok(values)
    }

    fn combine(&mut self, state: &G::State, mover: Player) -> Result<Values, TooDeep> {
        let mut actions = Vec::new();
        self.game.actions(state, &mut actions);
        let better = if mover == Player(0) {
            f64::max
        } else {
            f64::min
        };
        let mut all: Option<Values> = None;
        for &action in &actions {
            let mut next = state.clone();
            self.game.step(&mut next, action, &mut self.chance);
            let values = self.values(&next)?;
            all = Some(all.map_or(values, |all| Values {
                minimax: better(all.minimax, values.minimax),
                minimax_points: better(all.minimax_points, values.minimax_points),
                expected: all.expected + values.expected,
                expected_points: all.expected_points + values.expected_points,
                games: all.games + values.games,
                sum: all.sum + values.sum,
                sum_points: all.sum_points + values.sum_points,
                nodes: all.nodes + values.nodes,
            }));
        }
        let all = all.expect("whoever is to move has an action");
        let share = 1.0 / actions.len() as f64;
        Ok(Values {
            expected: all.expected * share,
            expected_points: all.expected_points * share,
            nodes: all.nodes + 1.0,
            ..all
        })
    }

    /// Every distinct position found so far.
    pub fn known(&self) -> &FxHashMap<G::State, Values> {
        &self.known
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::Notation;
    use ludometer_games::noughts::Noughts;
    use ludometer_games::othello::Othello;

    fn start<G: Game>(game: &G) -> G::State {
        game.start(&mut Seed::new(0).rng(Generator::Xoshiro))
    }

    // The sizes of both trees are well known: 255,168 games of noughts and crosses, of which
    // crosses win 131,184 and noughts 77,904.
    #[test]
    fn the_whole_of_noughts_and_crosses() {
        let game = Noughts::new(3, 3, 3).unwrap();
        let mut enumeration = Enumeration::new(&game, 10_000);
        let values = enumeration.values(&start(&game)).unwrap();
        assert_eq!((values.games, values.nodes), (255_168.0, 549_946.0));
        assert_eq!(values.sum, 131_184.0 - 77_904.0);
        assert_eq!(values.minimax, 0.0);
        assert_eq!(enumeration.known().len(), 5_478);
    }

    #[test]
    fn the_whole_of_small_othello() {
        let game = Othello::new(4).unwrap();
        let mut enumeration = Enumeration::new(&game, 1_000_000);
        let values = enumeration.values(&start(&game)).unwrap();
        assert_eq!((values.games, values.nodes), (60_060.0, 224_821.0));
        assert_eq!((values.minimax, values.minimax_points), (-1.0, -8.0));
    }

    #[test]
    fn values_worked_out_by_hand() {
        let game = Noughts::new(3, 3, 3).unwrap();
        let mut enumeration = Enumeration::new(&game, 100);
        // Crosses to move and complete the diagonal.
        let board = game.read("XOX/OXO/OX.").unwrap();
        let values = enumeration.values(&board).unwrap();
        assert_eq!(
            (values.minimax, values.expected, values.games),
            (1.0, 1.0, 1.0)
        );
        // Noughts to move: c2 leaves the diagonal to crosses, c1 takes it and draws.
        let board = game.read("XOX/OX./OX.").unwrap();
        let values = enumeration.values(&board).unwrap();
        assert_eq!((values.minimax, values.expected), (0.0, 0.5));
        assert_eq!((values.by_leaves(), values.games), (0.5, 2.0));
    }

    #[test]
    fn too_deep_is_said_and_not_suffered() {
        let game = Othello::new(8).unwrap();
        let mut enumeration = Enumeration::new(&game, 1000);
        assert_eq!(enumeration.values(&start(&game)), Err(TooDeep(1000)));
    }
}
