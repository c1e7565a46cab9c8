//! Sprites that do nothing by themselves: Immovable, Door, Passive, Resource, Portal.

use crate::sprite_type_id::SpriteTypeId;

/// Something that others collect.
#[derive(Clone, Debug)]
pub struct Resource {
    /// How much one is worth.
    pub value: i32,
    /// How much a sprite can hold.
    pub limit: i32,
}

impl Resource {
    /// The limit when none is given.
    pub(crate) const LIMIT: i32 = 2;
}

/// Where `teleportToExit` leads to.
#[derive(Clone, Debug)]
pub struct Portal {
    /// The type of its exits.
    pub exit: Option<SpriteTypeId>,
}
