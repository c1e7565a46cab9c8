//! Missiles: they fly until something happens to them.

/// A missile.
#[derive(Clone, Debug)]
pub struct Missile {
    /// Whether its direction is drawn at its first update.
    pub random: bool,
}
