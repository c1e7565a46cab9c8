//! What a player sees as an array of numbers, for networks.

use crate::{Game, Player};

/// How an observation is laid out. Numbers stand row by row, and plane by plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shape {
    /// Planes of a board, as convolutions want them.
    Planes {
        /// How many planes there are.
        planes: usize,
        /// Rows of each.
        rows: usize,
        /// Columns of each.
        columns: usize,
    },
    /// So many numbers with no order in space.
    Features(usize),
}

impl Shape {
    /// How many numbers there are.
    pub fn len(&self) -> usize {
        match *self {
            Shape::Planes {
                planes,
                rows,
                columns,
            } => planes * rows * columns,
            Shape::Features(count) => count,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Games that can put what a player sees into numbers.
///
/// [`check_observation`](crate::law::check_observation) holds the laws: all numbers are written and
/// finite, and what is shown alike is observed alike, so an observation never tells what is hidden.
pub trait Observation: Game {
    /// How observations are laid out. It is the same for every state and viewer.
    fn shape(&self) -> Shape;

    /// Writes what `viewer` sees of `state` over all of `out`, which has the length of the shape.
    fn observe(&self, state: &Self::State, viewer: Player, out: &mut [f32]);
}
