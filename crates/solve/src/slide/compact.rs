//! Pattern tables in half a byte an entry, for K = 5, where a full table has 400 million bytes.
//!
//! Only codes of distinct places are kept. All values of a shape have the same parity, so half of
//! a value tells it; halves from 12 to 22 are exact, smaller ones are kept in twos and threes and
//! larger ones as 22. [`CompactTable::least`] rounds down, so it is still a lower bound.

use super::pattern::PatternTable;
use ludometer_games_other::slide::TILES;
use rayon::prelude::*;

/// A pattern table in half the space of distinct places.
#[derive(Clone, Debug)]
pub(super) struct CompactTable {
    tiles: Vec<u8>,
    bytes: usize,
    odd: Vec<bool>,
    nibbles: Vec<u8>,
}

/// The smallest half of each nibble: large values are what searches are cut by.
const HALVES: [u8; 16] = [0, 3, 6, 8, 10, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22];

/// The last nibble that does not exceed a half.
fn nibble(half: u8) -> u8 {
    HALVES.iter().rposition(|&least| least <= half).unwrap_or(0) as u8
}

impl CompactTable {
    pub(super) fn new(table: &PatternTable, shapes: usize) -> CompactTable {
        let (tiles, places) = (table.tiles().len(), table.places());
        let codes: usize = (places - tiles + 1..=places).product();
        let bytes = codes.div_ceil(2);
        let mut nibbles = vec![0; bytes * shapes];
        let listed = distinct(places, tiles);
        let nibble_of: [u8; 256] = std::array::from_fn(|value| nibble(value as u8 / 2));
        let odd = nibbles
            .par_chunks_mut(bytes)
            .enumerate()
            .map(|(shape, nibbles)| {
                let slice = table.slice(shape);
                for (code, &full) in listed.iter().enumerate() {
                    let value = slice[full as usize];
                    nibbles[code / 2] |= nibble_of[usize::from(value)] << (code % 2 * 4);
                }
                slice[listed[0] as usize] % 2 == 1
            })
            .collect();
        CompactTable {
            tiles: table.tiles().to_vec(),
            bytes,
            odd,
            nibbles,
        }
    }

    /// The tiles of the pattern.
    pub(super) fn tiles(&self) -> &[u8] {
        &self.tiles
    }

    /// The memory of the table.
    pub(super) fn bytes(&self) -> usize {
        self.nibbles.len()
    }

    /// The entries of one shape, two a byte.
    pub(super) fn slice(&self, shape: usize) -> &[u8] {
        &self.nibbles[shape * self.bytes..][..self.bytes]
    }

    /// What the sixteen entries mean in one shape: at least this many slides.
    pub(super) fn meaning(&self, shape: usize) -> [u8; 16] {
        std::array::from_fn(|nibble| HALVES[nibble] * 2 + u8::from(self.odd[shape]))
    }
}

/// The code of distinct places: each counts among those that the tiles before it left.
#[inline]
pub(super) fn code(tiles: usize, places: usize, place: impl Fn(usize) -> usize) -> usize {
    let mut taken = [0; TILES];
    let mut code = 0;
    for tile in 0..tiles {
        let here = place(tile);
        let before: usize = taken[..tile].iter().map(|&t| usize::from(t < here)).sum();
        code = code * (places - tile) + here - before;
        taken[tile] = here;
    }
    code
}

/// Every tuple of distinct places in the order of its code, as a full table counts it.
fn distinct(places: usize, tiles: usize) -> Vec<u32> {
    let mut tuples = vec![(0u32, 0u32)];
    for _ in 0..tiles {
        let longer = tuples.iter().flat_map(|&(full, taken)| {
            let free = (0..places as u32).filter(move |place| taken >> place & 1 == 0);
            free.map(move |place| (full * places as u32 + place, taken | 1 << place))
        });
        tuples = longer.collect();
    }
    tuples.into_iter().map(|(full, _)| full).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_games_other::slide::Slide;

    #[test]
    fn halves_come_back_or_lower() {
        for value in 0..50 {
            let back = HALVES[usize::from(nibble(value))];
            assert!(back <= value);
            assert!(value - back <= 2 || value > 22);
            assert!(!(12..=22).contains(&value) || back == value);
        }
    }

    #[test]
    fn a_compact_table_says_what_the_full_one_says_or_less() {
        let slide = Slide::new(4).unwrap();
        for tiles in [&[1, 2][..], &[16, 3, 6]] {
            let full = PatternTable::new(&slide, tiles).unwrap();
            let compact = CompactTable::new(&full, slide.shapes().len());
            let mut exact = 0;
            for shape in 0..slide.shapes().len() {
                let (meaning, slice) = (compact.meaning(shape), compact.slice(shape));
                for (number, &places) in distinct(16, tiles.len()).iter().enumerate() {
                    let place = |tile: usize| {
                        places as usize / 16usize.pow((tiles.len() - 1 - tile) as u32) % 16
                    };
                    assert_eq!(code(tiles.len(), 16, place), number);
                    let nibble = slice[number / 2] >> (number % 2 * 4) & 15;
                    let (less, value) = (
                        meaning[usize::from(nibble)],
                        full.slice(shape)[places as usize],
                    );
                    assert!(less <= value && value <= less + 4);
                    exact += usize::from(less == value);
                }
            }
            assert!(exact > 0);
        }
    }
}
