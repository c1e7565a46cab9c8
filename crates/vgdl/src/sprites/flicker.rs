//! Flickers: they live for a while, and some spread before they go.

use crate::sprite_type_id::SpriteTypeId;

/// Lives `limit` + 2 updates.
#[derive(Clone, Debug)]
pub struct Flicker {
    /// The age that it survives.
    pub limit: i32,
}

/// A flicker that creates others around it at its second update.
#[derive(Clone, Debug)]
pub struct Spreader {
    /// As of a flicker.
    pub limit: i32,
    /// Chance of each of the four cells.
    pub prob: f64,
    /// What appears there; its own type if not given.
    pub stype: Option<SpriteTypeId>,
}
