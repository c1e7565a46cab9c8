//! Chasers: they go towards the nearest of their targets, or away from it.

use super::npc::Npc;
use crate::sprite_type_id::SpriteTypeId;

/// A chaser.
#[derive(Clone, Debug)]
pub struct Chaser {
    /// How it wanders when it sees nothing.
    pub npc: Npc,
    /// Whom it chases.
    pub target: Option<SpriteTypeId>,
    /// How far it sees, in pixels; negative is everywhere.
    pub max_distance: i32,
    /// Whether it goes away instead.
    pub flees: bool,
    /// Whether it sees only in the direction of its last random step.
    pub line_of_sight: bool,
}
