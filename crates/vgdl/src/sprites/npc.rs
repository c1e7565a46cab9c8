//! RandomNPC: it wanders.

/// A wanderer.
#[derive(Clone, Debug)]
pub struct Npc {
    /// For how many further ticks it keeps a direction. The first this many ticks it stands still.
    pub cons: i32,
}
