//! Spawners: SpawnPoint, Bomber and their kin create other sprites.

use crate::heading::Heading;
use crate::sprite_type_id::SpriteTypeId;

/// A sprite that creates others where it stands.
#[derive(Clone, Debug)]
pub struct Spawner {
    /// What it creates: one of these, or all of them.
    pub stypes: Vec<SpriteTypeId>,
    /// Whether one is drawn each tick, all are made, or the only one.
    pub choice: Choice,
    /// Chance of each occasion.
    pub prob: f64,
    /// It dies after this many; 0 is never.
    pub total: i32,
    /// The direction that it gives, before its own.
    pub orientation: Heading,
    /// Whether it takes a random step first.
    pub wanders: bool,
}

/// How a spawner chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The first.
    First,
    /// A random one.
    Any,
    /// Every one.
    All,
}
