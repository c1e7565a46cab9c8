//! Effects that kill.

use super::Reach;
use crate::sprite_type_id::SpriteTypeId;

/// An effect that kills.
#[derive(Clone, Debug)]
pub enum Kill {
    /// killSprite: the first.
    First,
    /// killBoth.
    Both,
    /// killAll: every sprite of exactly one type.
    All(Option<SpriteTypeId>),
    /// killIfHasMore: the first, if it holds at least this much.
    IfHasMore {
        /// Of what.
        resource: Option<usize>,
        /// How much.
        limit: i32,
    },
    /// killIfHasLess: the first, if it holds at most this much.
    IfHasLess {
        /// Of what.
        resource: Option<usize>,
        /// How much.
        limit: i32,
    },
    /// killIfOtherHasMore: the first, if the second holds at least this much.
    IfOtherHasMore {
        /// Of what.
        resource: Option<usize>,
        /// How much.
        limit: i32,
        /// Whether the second then pays it.
        subtract: bool,
    },
    /// killIfFromAbove: the first, if the second came down on it.
    IfFromAbove,
    /// killIfFrontal: the first, if the two met head on or it stood still.
    IfFrontal,
    /// killIfNotFrontal: the first, if they did not meet head on or it stood still.
    IfNotFrontal,
    /// killIfAlive: the first, if the second is not dead.
    IfAlive,
}

impl Kill {
    pub(super) fn reach(&self) -> Reach {
        Reach {
            second: matches!(self, Kill::IfOtherHasMore { subtract: true, .. }),
            ..Reach::default()
        }
    }
}
