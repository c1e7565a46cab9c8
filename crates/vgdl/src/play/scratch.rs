//! What a tick needs besides the state. Nothing in it outlives the tick but its capacity.

use crate::kind::KindId;
use crate::state::Ref;

/// Buffers of a tick.
#[derive(Default)]
pub(crate) struct Scratch {
    /// Which types that can change are in which cell, as bits; too many at worst.
    pub(super) grid: Vec<u64>,
    /// The cells that are not zero.
    pub(super) marked: Vec<u32>,
    /// Which bits each bit has met.
    pub(super) met: Vec<u64>,
    /// Whether moves are to be noted in the grid.
    pub(super) indexed: bool,
    /// Tiles killed in this tick.
    pub(super) fallen: Vec<Ref>,
    /// Types with a killed sprite.
    pub(super) thinned: Vec<KindId>,
    /// Whether something moved since this was last cleared.
    pub(super) moved: bool,
    pub(super) candidates: Vec<u16>,
    pub(super) partners: Vec<Ref>,
    /// Lengths of the groups when a rule began.
    pub(super) first_lens: Vec<u16>,
    pub(super) second_lens: Vec<u16>,
    /// First type, second type and effect that a shield keeps apart.
    pub(crate) shields: Vec<(KindId, KindId, u16)>,
    /// Which rule has pulled whom.
    pub(crate) pulled: Vec<(u16, u32)>,
    /// Positions that a chaser looks at.
    pub(crate) targets: Vec<(i32, i32)>,
    /// Sprites that a clock strikes.
    pub(super) struck: Vec<Ref>,
    /// Sprites that a choice is made from.
    pub(crate) choice: Vec<Ref>,
}
