//! Effects on places and directions.

use super::Reach;
use crate::sprite_type_id::SpriteTypeId;

/// An effect on places and directions.
#[derive(Clone, Debug)]
pub enum Motion {
    /// stepBack: the first goes back to its last place, or flush against the second.
    StepBack {
        /// Whether flush.
        pixel_perfect: bool,
    },
    /// undoAll: all sprites go back, except some types.
    UndoAll {
        /// Which ones stay.
        not: Option<SpriteTypeId>,
    },
    /// reverseDirection.
    Reverse,
    /// flipDirection: any direction.
    Flip,
    /// align: the first takes the second's place, and its direction if wanted.
    Align {
        /// Whether wanted.
        orient: bool,
    },
    /// attractGaze: the first takes the second's direction.
    AttractGaze {
        /// With which chance.
        prob: f64,
        /// Whether it is also centred across that direction.
        align: bool,
    },
    /// turnAround: back, two steps down, and about.
    TurnAround,
    /// bounceForward: the first is pushed by the second.
    BounceForward,
    /// wrapAround: to the other side of the screen.
    WrapAround {
        /// This many blocks from it.
        offset: f64,
    },
    /// teleportToExit: to one of the second's exits.
    Teleport,
    /// pullWithIt: the first goes with the second, once a tick.
    Pull {
        /// Exactly onto it.
        pixel_perfect: bool,
    },
    /// setSpeedForAll.
    SetSpeed {
        /// Whose.
        stype: Option<SpriteTypeId>,
        /// Which of the game's speeds.
        pace: u16,
    },
}

impl Motion {
    pub(super) fn reach(&self) -> Reach {
        match self {
            // A sprite that never moved has nowhere to go back to.
            Motion::StepBack { .. } | Motion::UndoAll { .. } => Reach::default(),
            Motion::SetSpeed { stype, .. } => Reach {
                kinds: stype.iter().copied().collect(),
                ..Reach::default()
            },
            _ => Reach {
                first: true,
                ..Reach::default()
            },
        }
    }
}
