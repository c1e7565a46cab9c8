//! Which stones hang together: side by side or corner to corner.

/// Every file but the first, and every file but the last.
pub(super) const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
pub(super) const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The squares beside or at the corner of some of these, whichever they are.
#[inline]
fn around(stones: u64) -> u64 {
    let beside = stones << 1 & NOT_A | stones >> 1 & NOT_H;
    let row = beside | stones;
    beside | row << 8 | row >> 8
}

/// The group of the lowest stone.
#[inline]
fn group(stones: u64) -> u64 {
    let mut group = stones & stones.wrapping_neg();
    loop {
        let grown = (group | around(group)) & stones;
        if grown == group {
            return group;
        }
        group = grown;
    }
}

/// Whether all stones are one group. A stone alone is.
#[inline]
pub(super) fn connected(stones: u64) -> bool {
    // Most positions have a stone without a neighbour, which this finds at once.
    if stones & !around(stones) != 0 {
        return stones & (stones - 1) == 0;
    }
    group(stones) == stones
}

/// How many groups there are.
#[inline]
pub(super) fn groups(mut stones: u64) -> u32 {
    let mut groups = 0;
    while stones != 0 {
        stones ^= group(stones);
        groups += 1;
    }
    groups
}
