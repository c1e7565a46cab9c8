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

/// The key of anything that hashes. What `Hash` passes on is up to the standard library and the types:
/// it is the default of [`Game::state_key`](crate::Game::state_key), not what shipped games use.
#[inline]
pub(crate) fn hashed(item: &impl Hash) -> u64 {
    let mut hasher = ByHash(KeyHasher::new());
    item.hash(&mut hasher);
    hasher.0.finish()
}

struct ByHash(KeyHasher);

impl Hasher for ByHash {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.0.fold(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.0.fold(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.0.fold(u64::from(n));
    }

    #[inline]
    fn write_u16(&mut self, n: u16) {
        self.0.fold(u64::from(n));
    }

    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.0.fold(u64::from(n));
    }

    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.0.fold(n);
    }

    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.0.fold(n as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0.finish()
    }
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
