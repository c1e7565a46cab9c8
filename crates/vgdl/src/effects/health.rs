//! Effects on health points.

use super::Reach;
use crate::sprite_type_id::SpriteTypeId;

/// An effect on health points.
#[derive(Clone, Debug)]
pub enum Health {
    /// addHealthPoints: the first gains, if it stays below its limit.
    Add {
        /// How many.
        value: i32,
        /// Whether the second then dies.
        kill_second: bool,
    },
    /// addHealthPointsToMax: the first gains up to its limit.
    AddToMax {
        /// How many.
        value: i32,
        /// Whether the second then dies.
        kill_second: bool,
    },
    /// subtractHealthPoints: the first, or another, loses and may die.
    Subtract {
        /// How many.
        value: i32,
        /// It dies at this or less.
        limit: i32,
        /// Who loses instead of the first.
        stype: Option<SpriteTypeId>,
        /// The score for a death; any other loss scores the rule's.
        killed: i32,
    },
}

impl Health {
    pub(super) fn reach(&self) -> Reach {
        match self {
            Health::Subtract {
                stype: Some(stype), ..
            } => Reach {
                kinds: vec![*stype],
                ..Reach::default()
            },
            _ => Reach {
                first: true,
                ..Reach::default()
            },
        }
    }
}
