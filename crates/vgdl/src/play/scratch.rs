//! What a tick needs besides the state. Nothing in it outlives the tick but its capacity.

use super::contact::Grid;
use crate::sprite_type_id::SpriteTypeId;
use crate::state::Ref;

/// Buffers of a tick.
#[derive(Default)]
pub(crate) struct Scratch {
    /// Whether a tick is under way, or was broken off.
    pub(super) busy: bool,
    pub(super) grid: Grid,
    /// Tiles killed in this tick, and a bit for each of them.
    pub(super) fallen: Vec<Ref>,
    pub(super) fallen_bits: Vec<u64>,
    /// Types with a killed sprite.
    pub(super) thinned: Vec<SpriteTypeId>,
    /// Whether something moved since this was last cleared.
    pub(super) moved: bool,
    pub(super) candidates: Vec<u16>,
    pub(super) partners: Vec<Ref>,
    /// Types that have grown since a rule began, and their lengths before.
    pub(super) grown: Vec<(SpriteTypeId, u16)>,
    /// First type, second type and effect that a shield keeps apart.
    pub(crate) shields: Vec<(SpriteTypeId, SpriteTypeId, u16)>,
    /// Which rule has pulled whom.
    pub(crate) pulled: Vec<(u16, u32)>,
    /// Positions that a chaser looks at.
    pub(crate) targets: Vec<(i32, i32)>,
    /// Sprites that a clock strikes.
    pub(super) struck: Vec<Ref>,
    /// Sprites that a choice is made from.
    pub(crate) choice: Vec<Ref>,
}
