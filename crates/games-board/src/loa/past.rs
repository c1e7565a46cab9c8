//! What was played since the last capture, which is all that can repeat.
//!
//! A move that captures nothing is undone by exchanging its squares, so moves of two bytes stand
//! for whole positions, and repetitions are found exactly. The latest moves lie in the state
//! itself; each time that place is full, it is moved behind those before it, which states share.
//! So a copy costs the same however long a game goes on without a capture.

use super::Move;
use ludometer_core::KeyHasher;
use std::sync::Arc;

/// Moves that lie in the state.
const RECENT: usize = 16;

/// Moves without a capture, from the earliest to the latest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Past {
    earlier: Option<Arc<[Move]>>,
    /// Passes beyond `length`, so that equal pasts are equal bit by bit.
    recent: [Move; RECENT],
    length: u8,
    /// A bit for each position there was, by which most that are new are known at once.
    marks: [u64; 2],
}

/// The bit of a position.
#[inline]
fn mark(stones: [u64; 2]) -> (usize, u64) {
    let [black, white] = stones;
    let mixed =
        black.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ white.wrapping_mul(0xd1b5_4a32_d192_ed03);
    ((mixed >> 63) as usize, 1 << (mixed >> 57 & 63))
}

impl Past {
    /// Adds a move that was made with these stones on the board.
    #[inline]
    pub(super) fn push(&mut self, action: Move, before: [u64; 2]) {
        if usize::from(self.length) == RECENT {
            self.spill();
        }
        self.recent[usize::from(self.length)] = action;
        self.length += 1;
        let (word, bit) = mark(before);
        self.marks[word] |= bit;
    }

    #[cold]
    fn spill(&mut self) {
        let earlier = self.earlier.as_deref().unwrap_or_default();
        *self = Past {
            earlier: Some([earlier, &self.recent].concat().into()),
            marks: self.marks,
            ..Past::default()
        };
    }

    /// Folds the moves into a key.
    #[inline]
    pub(super) fn fold(&self, mut key: KeyHasher) -> KeyHasher {
        let earlier = self.earlier.as_deref().unwrap_or_default();
        for moves in [earlier, &self.recent[..usize::from(self.length)]] {
            for Move { from, to } in moves {
                key = key.word(1 << 16 | u64::from(*from) << 8 | u64::from(*to));
            }
        }
        key
    }

    #[inline]
    pub(super) fn clear(&mut self) {
        // A state that shares nothing has nothing to give back.
        if self.length > 0 || self.earlier.is_some() {
            *self = Past::default();
        }
    }

    /// The latest move first.
    #[inline]
    pub(super) fn back(&self) -> impl Iterator<Item = Move> {
        let recent = &self.recent[..usize::from(self.length)];
        let earlier = self.earlier.as_deref().unwrap_or_default();
        let back = recent.iter().rev().chain(earlier.iter().rev());
        back.copied()
    }

    /// Whether the position now, with these stones, was there at least twice before, with the same
    /// player to move.
    #[inline]
    pub(super) fn third(&self, now: [u64; 2]) -> bool {
        let (word, bit) = mark(now);
        self.marks[word] & bit != 0 && self.occurred() >= 2
    }

    /// How often the position now was there before, counted up to two.
    fn occurred(&self) -> u32 {
        let (mut now, mut next) = (0u64, 0u64);
        let mut before = 0;
        for (ply, action) in (1u32..).zip(self.back()) {
            // What one player moved since then, and what the other did; a pass moves nothing.
            (now, next) = (next, now ^ 1 << action.from ^ 1 << action.to);
            if ply % 2 == 0 && now | next == 0 {
                before += 1;
                if before == 2 {
                    break;
                }
            }
        }
        before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pasts_of_any_length_are_kept_in_order() {
        let mut past = Past::default();
        let mut expected = Vec::new();
        for number in 0..100u8 {
            let action = Move {
                from: number % 64,
                to: number % 7,
            };
            let earlier = past.clone();
            past.push(action, [u64::from(number), 0]);
            assert!(earlier != past);
            expected.push(action);
            assert!(past.back().eq(expected.iter().rev().copied()));
            assert!(earlier.back().eq(expected.iter().rev().skip(1).copied()));
        }
        past.clear();
        assert_eq!(past, Past::default());
    }
}
