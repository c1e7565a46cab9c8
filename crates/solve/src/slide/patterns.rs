//! Which patterns bound the distance best, for each K.

/// The patterns for K that fit `memory` bytes, leaving half of it for the search.
pub(super) fn choose(k: usize, memory: usize) -> Vec<Vec<u8>> {
    let patterns: &[&[u8]] = match k {
        2 => &[&[1, 2, 3, 4]],
        3 => THREE,
        4 => FOUR,
        _ if memory > 2 << 30 => FIVE,
        _ => FIVE_SMALL,
    };
    let _ = memory;
    if let Ok(p) = std::env::var("P4") {
        return p
            .split('/')
            .map(|q| q.split(',').map(|t| t.parse().unwrap()).collect())
            .collect();
    }
    patterns.iter().map(|tiles| tiles.to_vec()).collect()
}

const THREE: &[&[u8]] = &[&[1, 2, 3, 6], &[6, 7, 8, 9], &[1, 3, 7, 9], &[2, 4, 5, 8]];

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
