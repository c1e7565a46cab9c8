//! How games end.

use crate::sprite_type_id::SpriteTypeId;

/// A termination: a condition, and whether it is a win.
#[derive(Clone, Debug)]
pub struct Termination {
    /// The condition.
    pub condition: Condition,
    /// Whether the player has then won.
    pub win: bool,
}

/// When a game ends. Counts are of sprites in all subtypes that are not disabled.
#[derive(Clone, Debug)]
pub enum Condition {
    /// At most this many are left (`SpriteCounter`).
    Few {
        /// The groups counted.
        of: Vec<SpriteTypeId>,
        /// The most.
        limit: i32,
    },
    /// At least this many exist (`SpriteCounterMore`).
    Many {
        /// The groups counted.
        of: Vec<SpriteTypeId>,
        /// The least.
        limit: i32,
    },
    /// The sum over several types is exactly this many, or more (`MultiSpriteCounter`).
    Sum {
        /// The groups counted, a type named twice counting twice.
        of: Vec<SpriteTypeId>,
        /// The number.
        limit: i32,
        /// Whether more than the number ends the game too.
        more: bool,
    },
    /// The sum is exactly this many, spread over this many groups (`MultiSpriteCounterSubTypes`).
    Spread {
        /// The groups counted.
        of: Vec<SpriteTypeId>,
        /// The number.
        limit: i32,
        /// How many groups have a sprite.
        groups: i32,
    },
    /// The clock (`Timeout`).
    Time {
        /// From this tick on.
        limit: i32,
    },
}
