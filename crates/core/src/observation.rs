//! Observations as arrays of numbers, for networks.

use crate::{Game, Player};

/// The layout of an observation. Numbers are stored row by row and plane by plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shape {
    /// Planes of a board, for convolutional networks.
    Planes {
        /// How many planes there are.
        planes: usize,
        /// Rows of each.
        rows: usize,
        /// Columns of each.
        columns: usize,
    },
    /// A flat vector of this length.
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

/// Games that encode a player's observation as numbers.
///
/// [`check_observation`](crate::law::check_observation) checks the laws: all numbers are written and
/// finite, and in a game with hidden information states with the same text observation have the same
/// numbers, so that nothing leaks.
pub trait Observation: Game {
    /// How observations are laid out. It is the same for every state and viewer.
    fn shape(&self) -> Shape;

    /// Writes the observation of `viewer` into `out`, which has the length of the shape; every element
    /// is overwritten.
    fn observe(&self, state: &Self::State, viewer: Player, out: &mut [f32]);
}
