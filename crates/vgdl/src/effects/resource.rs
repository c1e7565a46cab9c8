//! Effects on what sprites hold.

use super::Reach;

/// An effect on what sprites hold.
#[derive(Clone, Debug)]
pub enum Change {
    /// collectResource: the second takes the first.
    Collect {
        /// Whether the first then dies.
        kill: bool,
    },
    /// collectResourceIfHeld: the second takes the first if it already holds enough of another.
    CollectIfHeld {
        /// Of what.
        held: Option<usize>,
        /// How much, and how much it takes.
        value: i32,
    },
    /// changeResource: the first gains or loses.
    Change {
        /// Of what.
        resource: Option<usize>,
        /// How much.
        value: i32,
        /// Whether the second then dies.
        kill: bool,
    },
}

impl Change {
    pub(super) fn reach(&self) -> Reach {
        let first = matches!(self, Change::Change { .. });
        Reach {
            first,
            second: !first,
            ..Reach::default()
        }
    }
}
