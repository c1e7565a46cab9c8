//! Effects by which one sprite becomes another.

use super::Reach;
use crate::sprite_type_id::SpriteTypeId;

/// An effect that transforms.
#[derive(Clone, Debug)]
pub struct Transform {
    /// Which sprites, into what.
    pub what: TransformTarget,
    /// Whether the second dies.
    pub kill_second: bool,
    /// Whether the direction is kept in any case.
    pub force_orientation: bool,
}

/// Which sprites are transformed, and into what.
#[derive(Clone, Debug)]
pub enum TransformTarget {
    /// transformTo: the first.
    First(Option<SpriteTypeId>),
    /// transformToAll: every sprite of exactly one type.
    All {
        /// That type.
        from: Option<SpriteTypeId>,
        /// What they become.
        to: Option<SpriteTypeId>,
    },
    /// transformIfCount: the first, if the number of sprites of a type is in a range.
    IfCount {
        /// What it becomes.
        to: Option<SpriteTypeId>,
        /// What it becomes otherwise.
        otherwise: Option<SpriteTypeId>,
        /// Whose number.
        of: Option<SpriteTypeId>,
        /// At least.
        geq: i32,
        /// At most.
        leq: i32,
    },
    /// transformToRandomChild: the first becomes a random subtype.
    RandomChild(Option<SpriteTypeId>),
    /// transformToSingleton: the first becomes this, and all that were this become the other.
    Singleton {
        /// This.
        to: Option<SpriteTypeId>,
        /// The other.
        other: Option<SpriteTypeId>,
        /// Whether the new one faces the second.
        take_orientation: bool,
    },
}

impl Transform {
    pub(super) fn reach(&self) -> Reach {
        let made = match self.what {
            TransformTarget::First(to) | TransformTarget::RandomChild(to) => [to, None],
            TransformTarget::All { to, .. } => [to, None],
            TransformTarget::IfCount { to, otherwise, .. } => [to, otherwise],
            TransformTarget::Singleton { to, other, .. } => [to, other],
        };
        Reach {
            creates: made.into_iter().flatten().collect(),
            ..Reach::default()
        }
    }
}
