//! Whose turn it is.

/// The two kinds of node (section 3): the root is a max-node, and they alternate by level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// White is to move and maximises: an even level.
    Max,
    /// Black is to move and minimises: an odd level.
    Min,
}

impl Kind {
    /// The kind of the children.
    #[must_use]
    pub fn other(self) -> Kind {
        match self {
            Kind::Max => Kind::Min,
            Kind::Min => Kind::Max,
        }
    }

    /// The kind of the nodes at a level; the root's level is 0.
    pub fn of_level(level: usize) -> Kind {
        if level.is_multiple_of(2) {
            Kind::Max
        } else {
            Kind::Min
        }
    }
}
