//! A permutation of any length that needs no memory.

/// Rounds of the network; four are the least that look random.
const ROUNDS: u64 = 6;

/// The image of `index` under a permutation of the numbers below `count` that `key` chooses: a Feistel
/// network on the next even number of bits, walked until it is below `count` again.
pub fn permuted(index: u64, count: u64, key: u64) -> u64 {
    debug_assert!(index < count);
    let bits = u64::BITS - count.saturating_sub(1).leading_zeros();
    let half = bits.div_ceil(2).clamp(1, 32);
    let mask = (1 << half) - 1;
    let mut index = index;
    loop {
        let (mut left, mut right) = (index >> half, index & mask);
        for round in 0..ROUNDS {
            let mixed = mix(right ^ key.rotate_left(7 * round as u32) ^ round << 56);
            (left, right) = (right, left ^ (mixed & mask));
        }
        index = left << half | right;
        if index < count {
            return index;
        }
    }
}

/// The finaliser of SplitMix64 (Steele, Lea and Flood 2014).
fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_once_and_the_key_decides_where() {
        for count in [1, 2, 3, 10, 64, 65, 1000] {
            for key in [0, 1, u64::MAX] {
                let mut seen: Vec<u64> = (0..count).map(|i| permuted(i, count, key)).collect();
                seen.sort_unstable();
                assert_eq!(seen, (0..count).collect::<Vec<_>>(), "{count} {key}");
            }
        }
        // Of 1000 numbers about one stays where it is, and neighbours go their own ways.
        let fixed = (0..1000).filter(|&i| permuted(i, 1000, 7) == i).count();
        let near =
            (0..999).filter(|&i| permuted(i, 1000, 7).abs_diff(permuted(i + 1, 1000, 7)) < 10);
        assert!(fixed < 8 && near.count() < 45);
    }

    /// These decide which opening is played, so they never change.
    #[test]
    fn the_permutation_is_what_it_was() {
        let images: Vec<u64> = (0..8).map(|i| permuted(i, 8, 1)).collect();
        assert_eq!(images, PINNED);
    }

    const PINNED: [u64; 8] = [7, 6, 4, 5, 1, 0, 2, 3];
}
