//! Which patterns bound the distance best, for each K.

/// The patterns for K that fit `memory` bytes, leaving room for the search.
pub(super) fn choose(k: usize, memory: usize) -> Vec<Vec<u8>> {
    let patterns = match k {
        2 => TWO,
        3 => THREE,
        4 => FOUR,
        _ if memory > ROOMY => FIVE,
        _ => FIVE_SMALL,
    };
    patterns.iter().map(|tiles| tiles.to_vec()).collect()
}

// From more than this on, K = 5 has patterns of four tiles: each takes 155 MB when it is packed, all
// eight 1.24 GB, and the one in the making 400 MB more. Ten patterns of three tiles take 71 MB.
const ROOMY: usize = 2 << 30;

// Every tile: the bound is the distance.
const TWO: &[&[u8]] = &[&[1, 2, 3, 4]];

const THREE: &[&[u8]] = &[&[1, 2, 3, 6], &[6, 7, 8, 9], &[1, 3, 7, 9], &[2, 4, 5, 8]];

// Corners and the edges beside them: tiles with a long way home bound best. Seven tables of 16.8 MB
// each; the largest bound of them counts.
const FOUR: &[&[u8]] = &[
    &[4, 13, 15, 16],
    &[4, 12, 15, 16],
    &[1, 2, 3, 4],
    &[1, 4, 13, 16],
    &[11, 12, 15, 16],
    &[1, 2, 5, 9],
    &[3, 4, 8, 12],
];

const FIVE_SMALL: &[&[u8]] = &[
    &[1, 2, 3],
    &[3, 4, 5],
    &[1, 2, 6],
    &[5, 9, 10],
    &[19, 20, 25],
    &[23, 24, 25],
    &[1, 5, 21],
    &[1, 5, 25],
    &[7, 8, 12],
    &[13, 14, 19],
];

const FIVE: &[&[u8]] = &[
    &[5, 21, 24, 25],
    &[5, 20, 24, 25],
    &[1, 5, 10, 25],
    &[1, 2, 5, 10],
    &[1, 4, 5, 25],
    &[19, 20, 24, 25],
    &[15, 20, 24, 25],
    &[4, 5, 9, 10],
    &[7, 8, 12],
    &[13, 14, 18],
    &[3, 8, 13],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_has_large_patterns_only_where_there_is_room() {
        assert_eq!(choose(5, ROOMY), choose(5, 0));
        assert_eq!(choose(5, ROOMY)[0], [1, 2, 3]);
        assert_eq!(choose(5, ROOMY + 1)[0], [5, 21, 24, 25]);
    }

    #[test]
    fn every_pattern_names_tiles_of_its_puzzle_once() {
        for (k, memory) in [(2, 0), (3, 0), (4, 0), (5, 0), (5, usize::MAX)] {
            for tiles in choose(k, memory) {
                let mut distinct = tiles.clone();
                distinct.sort_unstable();
                distinct.dedup();
                assert_eq!(distinct.len(), tiles.len(), "{tiles:?}");
                assert!(
                    tiles
                        .iter()
                        .all(|&tile| (1..=k * k).contains(&usize::from(tile)))
                );
                assert!(tiles.len() <= super::super::pattern::MOST_TILES);
            }
        }
    }
}
