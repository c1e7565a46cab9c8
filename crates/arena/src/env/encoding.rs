//! How a game's states and actions become numbers.

use crate::arrays::{AnyBatch, BatchSettings};
use ludometer_core::{Game, Player, Seed, Shape, law};
use std::sync::Arc;

/// A law that a game is checked for.
pub(crate) type Law<G> = fn(&G, Seed) -> Result<(), law::LawViolation>;

/// How a game's states and actions become numbers, as plain functions.
pub(crate) struct Encoding<G: Game> {
    pub(crate) shape: fn(&G) -> Shape,
    pub(crate) observe: fn(&G, &G::State, Player, &mut [f32]),
    pub(crate) space: fn(&G) -> usize,
    pub(crate) number: fn(&G, &G::State, G::Action) -> usize,
    pub(crate) action: fn(&G, &G::State, usize) -> Option<G::Action>,
    pub(crate) batch: MakeBatch<G>,
    pub(crate) laws: Vec<Law<G>>,
}

/// Makes a batch of games.
type MakeBatch<G> = fn(Arc<G>, BatchSettings<G>, usize, Seed) -> Box<dyn AnyBatch>;
