//! Path chasers: they follow the shortest way around the obstacles that the game names (`obs`).

use super::npc::Npc;
use crate::sprite_type_id::SpriteTypeId;

/// Follows the way to the nearest target.
#[derive(Clone, Debug)]
pub struct PathChaser {
    /// How it wanders when there is no target.
    pub npc: Npc,
    /// Whom it chases.
    pub target: Option<SpriteTypeId>,
}

/// Follows one target until it has reached it.
#[derive(Clone, Debug)]
pub struct PathAlt {
    /// How it wanders.
    pub npc: Npc,
    /// Whom it chases.
    pub targets: Vec<SpriteTypeId>,
    /// Whether it picks any target instead of the nearest.
    pub random_target: bool,
    /// Chance of a random step; `None` draws nothing.
    pub epsilon: Option<f64>,
}
