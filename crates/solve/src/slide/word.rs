//! The places of all tiles in one machine word.
//!
//! Field `t - 1` holds where tile `t` stands in the reading order. A slide then maps every field
//! by the same small table, and a row slide changes nothing at all.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Shl, Shr};

/// A word with a field for each tile. All ones never occurs, since two tiles never share a place.
pub(super) trait Word:
    Copy
    + Debug
    + Default
    + Eq
    + Hash
    + Ord
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Bits of a field.
    const BITS: u32;
    /// No state.
    const NONE: Self;

    /// The low bits, at least two fields of them.
    fn low(self) -> usize;

    /// A word with these low bits.
    fn from_low(low: u32) -> Self;

    /// A well-mixed number.
    fn mix(self) -> u64;

    /// The field of tile `index + 1`.
    #[inline]
    fn field(self, index: usize) -> usize {
        (self >> (index as u32 * Self::BITS)).low() & ((1 << Self::BITS) - 1)
    }

    /// The two fields from `index` on, as one number.
    #[inline]
    fn pair(self, index: usize) -> usize {
        (self >> (index as u32 * Self::BITS)).low() & ((1 << (2 * Self::BITS)) - 1)
    }

    /// A word that is `value` at the field of tile `index + 1` and zero elsewhere.
    #[inline]
    fn at(index: usize, value: u32) -> Self {
        Self::from_low(value) << (index as u32 * Self::BITS)
    }
}

const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

/// Up to sixteen tiles: K <= 4.
impl Word for u64 {
    const BITS: u32 = 4;
    const NONE: u64 = u64::MAX;

    #[inline]
    fn low(self) -> usize {
        self as usize
    }

    #[inline]
    fn from_low(low: u32) -> u64 {
        u64::from(low)
    }

    #[inline]
    fn mix(self) -> u64 {
        let product = u128::from(self ^ MIX) * u128::from(MIX);
        (product as u64) ^ (product >> 64) as u64
    }
}

/// Up to twenty-five tiles: K = 5.
impl Word for u128 {
    const BITS: u32 = 5;
    const NONE: u128 = u128::MAX;

    #[inline]
    fn low(self) -> usize {
        self as usize
    }

    #[inline]
    fn from_low(low: u32) -> u128 {
        u128::from(low)
    }

    #[inline]
    fn mix(self) -> u64 {
        ((self as u64).mix() ^ (self >> 64) as u64).mix()
    }
}
