//! Effects on other effects: clocks and shields.

use super::Reach;
use crate::sprite_type_id::SpriteTypeId;

/// An effect on other effects.
#[derive(Clone, Debug)]
pub enum Timing {
    /// addTimer: plans another effect.
    Plan {
        /// Which of the game's clocks.
        clock: u16,
        /// How many ticks from now.
        timer: i32,
    },
    /// shieldFrom: until the end of the tick, another effect does not reach the first one's type.
    Shield {
        /// From whom.
        stype: Option<SpriteTypeId>,
        /// Which effect, as a number of its name.
        effect: u16,
    },
}

impl Timing {
    pub(super) fn reach(&self) -> Reach {
        Reach::default()
    }
}
