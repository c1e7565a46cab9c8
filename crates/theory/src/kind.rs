//! Whose turn it is.

/// The two kinds of node (section 3): the root is a max-node, and they alternate by level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScoreKind {
    /// White is to move and maximises: an even level.
    Max,
    /// Black is to move and minimises: an odd level.
    Min,
}

impl ScoreKind {
    /// The kind of the children.
    #[must_use]
    pub fn other(self) -> ScoreKind {
        match self {
            ScoreKind::Max => ScoreKind::Min,
            ScoreKind::Min => ScoreKind::Max,
        }
    }

    /// The kind of the nodes at a level; the root's level is 0.
    pub fn of_level(level: usize) -> ScoreKind {
        if level.is_multiple_of(2) {
            ScoreKind::Max
        } else {
            ScoreKind::Min
        }
    }
}
