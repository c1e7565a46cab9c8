//! Effects by which one sprite becomes another.

use super::Reach;
use crate::kind_id::KindId;

/// An effect that transforms.
#[derive(Clone, Debug)]
pub struct Transform {
    /// Which sprites, into what.
    pub what: What,
    /// Whether the second dies.
    pub kill_second: bool,
    /// Whether the direction is kept in any case.
    pub force_orientation: bool,
}

/// Which sprites are transformed, and into what.
#[derive(Clone, Debug)]
pub enum What {
    /// transformTo: the first.
    First(Option<KindId>),
    /// transformToAll: every sprite of exactly one type.
    All {
        /// That type.
        from: Option<KindId>,
        /// What they become.
        to: Option<KindId>,
    },
    /// transformIfCount: the first, if the number of sprites of a type is in a range.
    IfCount {
        /// What it becomes.
        to: Option<KindId>,
        /// What it becomes otherwise.
        otherwise: Option<KindId>,
        /// Whose number.
        of: Option<KindId>,
        /// At least.
        geq: i32,
        /// At most.
        leq: i32,
    },
    /// transformToRandomChild: the first becomes a random subtype.
    RandomChild(Option<KindId>),
    /// transformToSingleton: the first becomes this, and all that were this become the other.
    Singleton {
        /// This.
        to: Option<KindId>,
        /// The other.
        other: Option<KindId>,
        /// Whether the new one faces the second.
        take_orientation: bool,
    },
}

impl Transform {
    pub(super) fn reach(&self) -> Reach {
        let made = match self.what {
            What::First(to) | What::RandomChild(to) => [to, None],
            What::All { to, .. } => [to, None],
            What::IfCount { to, otherwise, .. } => [to, otherwise],
            What::Singleton { to, other, .. } => [to, other],
        };
        Reach {
            creates: made.into_iter().flatten().collect(),
            ..Reach::default()
        }
    }
}
