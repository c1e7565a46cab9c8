//! Effects that create sprites.

use super::Reach;
use crate::heading::Heading;
use crate::sprite_type_id::SpriteTypeId;

/// An effect that creates.
#[derive(Clone, Debug)]
pub enum Create {
    /// spawn: where the first stands.
    Here {
        /// What.
        stype: Option<SpriteTypeId>,
        /// With which chance.
        prob: f64,
    },
    /// spawnAbove, spawnBelow, spawnLeft, spawnRight: beside the second.
    Beside {
        /// What.
        stype: Option<SpriteTypeId>,
        /// With which chance.
        prob: f64,
        /// On which side.
        side: Heading,
        /// Beside its last position, and only if it has left it.
        step_back: bool,
    },
    /// spawnIfHasMore, spawnIfHasLess: where the first stands, if it holds enough or little enough.
    IfHas {
        /// What.
        stype: Option<SpriteTypeId>,
        /// With which chance.
        prob: f64,
        /// Holding what.
        resource: Option<usize>,
        /// How much.
        limit: i32,
        /// Whether at least or at most this much.
        more: bool,
        /// What it pays.
        spend: i32,
    },
    /// cloneSprite: another of the first.
    Clone,
}

impl Create {
    pub(super) fn reach(&self) -> Reach {
        let (stype, first) = match self {
            Create::Here { stype, .. } | Create::Beside { stype, .. } => (*stype, false),
            Create::IfHas { stype, spend, .. } => (*stype, *spend != 0),
            Create::Clone => (None, false),
        };
        Reach {
            first,
            creates: stype.into_iter().collect(),
            ..Reach::default()
        }
    }
}
