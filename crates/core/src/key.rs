//! 64-bit keys of states and actions, for transposition and history tables.

use std::hash::{Hash, Hasher};

/// An odd number with about as many ones as zeros.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// A hash of 64-bit words that is the same on every platform and in every version.
///
/// Each word is folded in by the two halves of a product, so every bit of the key depends on every
/// bit of the state; a hash that only multiplies would tell boards apart that differ in their last
/// rows by a few bits alone.
///
/// ```
/// let [black, white] = [0x0810_0000_u64, 0x1008_0000];
/// let key = ludometer_core::KeyHasher::new().word(black).word(white).finish();
/// assert_eq!(key, 0x4944_57f7_8fad_541c);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct KeyHasher(u64);

impl Default for KeyHasher {
    fn default() -> Self {
        KeyHasher::new()
    }
}

impl KeyHasher {
    /// The hash of no words.
    #[inline]
    #[must_use]
    pub fn new() -> KeyHasher {
        KeyHasher(0x243f_6a88_85a3_08d3)
    }

    /// With one more word.
    #[inline]
    #[must_use]
    pub fn word(mut self, word: u64) -> KeyHasher {
        self.fold(word);
        self
    }

    /// The key.
    #[inline]
    #[must_use]
    pub fn finish(self) -> u64 {
        let product = u128::from(self.0) * u128::from(MULTIPLIER);
        product as u64 ^ (product >> 64) as u64
    }

    #[inline]
    fn fold(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * u128::from(MULTIPLIER);
        // The rotation keeps a state of zero, which the product of zero gives, from being a trap.
        self.0 = (product as u64 ^ (product >> 64) as u64).rotate_left(23) ^ MULTIPLIER;
    }
}

/// What a type's `Hash` passes on, word by word. Numbers are folded in as 64-bit words whatever their
/// width: `usize` and `isize` give the same key on 32 and 64 bits, `u128` on either byte order. Bytes are
/// taken eight at a time in little-endian order.
///
/// Which calls a type makes is its own affair: what the standard library's types pass on belongs to the
/// standard library (a test notices a change), and slices of numbers pass on their memory,
/// which is the same on all little-endian platforms. A key that is to be the same for ever is made of
/// [words](KeyHasher::word).
impl Hasher for KeyHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.fold(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.fold(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.fold(u64::from(n));
    }

    #[inline]
    fn write_u16(&mut self, n: u16) {
        self.fold(u64::from(n));
    }

    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.fold(u64::from(n));
    }

    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.fold(n);
    }

    #[inline]
    fn write_u128(&mut self, n: u128) {
        self.fold(n as u64);
        self.fold((n >> 64) as u64);
    }

    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.fold(n as u64);
    }

    /// Signed, so that -1 is the same word on every width; discriminants of enums come this way.
    #[inline]
    fn write_isize(&mut self, n: isize) {
        self.fold(n as i64 as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        KeyHasher::finish(*self)
    }
}

/// The key of anything that hashes: the default of [`Game::state_key`](crate::Game::state_key).
#[inline]
pub(crate) fn hashed(item: &impl Hash) -> u64 {
    let mut hasher = KeyHasher::new();
    item.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Which entries of a table push each other out depends on the keys, so they never change. The
    /// numbers are of another program that follows the same words.
    #[test]
    fn keys_are_what_they_were() {
        let keys = [
            KeyHasher::new().word(0).finish(),
            KeyHasher::new().word(1).finish(),
            KeyHasher::new().word(3).word(4).finish(),
            hashed(&"a text of more than eight bytes"),
        ];
        assert_eq!(
            keys,
            [
                8_436_613_829_234_550_816,
                11_888_749_085_254_533_090,
                10_333_924_760_350_520_442,
                15_671_713_694_131_981_997,
            ]
        );
    }

    #[derive(Hash)]
    enum Piece {
        Empty,
        Man { row: u8, steps: i16 },
    }

    /// What common types of states pass on, spelled out in words: the default key of a game depends on
    /// nothing else. A compiler whose standard library passes on something else fails here.
    #[test]
    fn golden_calls() {
        let words = |words: &[u64]| {
            let all = words.iter();
            all.fold(KeyHasher::new(), |key, word| key.word(*word))
                .finish()
        };
        let minus = -1i64 as u64;
        assert_eq!(hashed(&-1isize), words(&[minus]));
        assert_eq!(hashed(&usize::from(7u8)), words(&[7]));
        assert_eq!(hashed(&-1i8), words(&[0xff]));
        assert_eq!(hashed(&-2i16), words(&[0xfffe]));
        assert_eq!(hashed(&-3i32), words(&[0xffff_fffd]));
        assert_eq!(hashed(&-4i64), words(&[-4i64 as u64]));
        assert_eq!(hashed(&(5u128 << 64 | 6)), words(&[6, 5]));
        assert_eq!(hashed(&-1i128), words(&[minus, minus]));
        assert_eq!(hashed(&true), words(&[1]));
        assert_eq!(hashed(&'z'), words(&[u64::from('z')]));
        assert_eq!(hashed(&"ab"), words(&[0x6261, 0xff]));
        assert_eq!(hashed(&Some(9u32)), words(&[1, 9]));
        assert_eq!(hashed(&None::<u32>), words(&[0]));
        assert_eq!(hashed(&(1u8, 2u64)), words(&[1, 2]));
        // Lists and arrays begin with their length; bytes and numbers in them lie side by side.
        assert_eq!(hashed(&[1u8, 2, 3]), words(&[3, 0x03_0201]));
        assert_eq!(hashed(&vec![1u64, 2]), words(&[2, 1, 2]));
        assert_eq!(hashed(&[Some(1u8), None]), words(&[2, 1, 1, 0]));
        assert_eq!(hashed(&Piece::Empty), words(&[0]));
        let man = Piece::Man { row: 4, steps: -1 };
        assert_eq!(hashed(&man), words(&[1, 4, 0xffff]));
    }

    /// Numbers in slices are passed on as memory, four to a word here.
    #[test]
    #[cfg(target_endian = "little")]
    fn slices_of_numbers_are_their_memory() {
        let key = KeyHasher::new().word(3).word(0x0003_0002_0001);
        assert_eq!(hashed(&[1u16, 2, 3]), key.finish());
    }

    #[test]
    fn boards_that_differ_in_their_last_row_have_different_keys() {
        let mut seen = HashSet::new();
        for a in 0..256u64 {
            for b in 0..256u64 {
                for c in 0..16u64 {
                    let key = KeyHasher::new().word(a << 56).word(b << 56).word(c << 60);
                    assert!(seen.insert(key.finish()));
                }
            }
        }
        // Any part of the key will do as an index.
        for shift in [0, 22, 44] {
            let low: HashSet<u64> = seen.iter().map(|key| key >> shift & 0xfffff).collect();
            // A million balls into as many boxes leave a share of 1/e of them empty.
            let filled = low.len() as f64 / f64::from(1 << 20);
            assert!((filled - 0.632).abs() < 0.002, "{shift}: {filled}");
        }
    }
}
