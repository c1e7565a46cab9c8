//! What the search is told of the game.

use super::category::MoveClassifier;
use super::realisation::Realisation;
use ludometer_agents::search::pvs::{SearchGuide, SearchHints};
use ludometer_core::{Actions, Game, KeyHasher, NullMove};
use ludometer_games_board::loa::{Loa, Move, Position};

/// Passes, captures that make or break connections, and how likely moves are.
#[derive(Clone, Debug)]
pub struct Mia {
    realisation: Realisation,
    sorter: MoveClassifier,
    /// Whether the table tells positions apart by what was played before.
    past: bool,
}

impl Mia {
    /// With these probabilities; `past` makes the table distinguish positions by what was played
    /// before, which is safe and finds few transpositions.
    pub fn new(realisation: Realisation, past: bool) -> Mia {
        Mia {
            realisation,
            sorter: MoveClassifier::default(),
            past,
        }
    }
}

/// The key of a position without its past.
#[inline]
fn place_key(position: &Position) -> u64 {
    let ([black, white], mover) = position.place();
    let key = KeyHasher::new().word(black).word(white);
    key.word(u64::from(mover.0)).finish()
}

impl SearchGuide<Loa> for Mia {
    #[inline]
    fn key(&self, game: &Loa, position: &Position) -> u64 {
        if self.past {
            return game.state_key(position);
        }
        place_key(position)
    }

    #[inline]
    fn null_move(&self, game: &Loa, position: &Position) -> Option<Position> {
        game.null_move(position)
    }

    #[inline]
    fn hint(&self, _: &Loa, position: &Position, action: Move) -> f32 {
        let number = self.sorter.number(position, action);
        number.map_or(0.0, |number| self.realisation.probability(number))
    }

    #[inline]
    fn noisy(&self, game: &Loa, position: &Position, out: &mut Actions<Loa>) {
        game.connecting_captures(position, out);
    }

    /// A pass is the only move there is, and costs a ply.
    #[inline]
    fn cost(&self, _: &Loa, position: &Position, action: Move) -> f32 {
        let number = self.sorter.number(position, action);
        number.map_or(1.0, |number| self.realisation.cost(number))
    }

    #[inline]
    fn least(&self) -> f32 {
        self.realisation.least()
    }
}

/// What general searches may know: passes, noisy captures, places.
pub fn hints() -> SearchHints<Loa> {
    SearchHints {
        position_key: Some(|_, position| place_key(position)),
        null_move: Some(|game, position| game.null_move(position)),
        noisy: Some(|game, position, out| game.connecting_captures(position, out)),
        ..SearchHints::default()
    }
}
