//! Pattern databases: how many slides it takes to bring a few tiles home, the others forgotten.
//!
//! An abstract state is a shape and the places of the pattern's tiles. Its exact distance to the
//! abstract Win never exceeds the true distance of any position it stands for, and changes by
//! exactly one along each slide (every slide changes the parity of the shape).

use ludometer_games_other::slide::{Slide, TILES, Tiles};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// The most tiles a pattern may have.
pub const MOST_TILES: usize = 4;

/// A lower bound on the distance to Win from the places of at most four tiles.
#[derive(Clone, Debug)]
pub struct PatternTable {
    tiles: Vec<u8>,
    places: usize,
    codes: usize,
    values: Vec<u8>,
}

/// Tiles that are no pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPattern {
    /// None, or too many.
    #[error("a pattern has 1 to {MOST_TILES} tiles, not {0}")]
    Count(usize),
    /// A tile that the puzzle does not have.
    #[error("tile {tile} is no tile of slide(k={k})")]
    Unknown {
        /// The tile.
        tile: u8,
        /// The size of the puzzle.
        k: usize,
    },
    /// A tile named twice.
    #[error("tile {0} is in the pattern twice")]
    Twice(u8),
}

const UNSEEN: u8 = u8::MAX;

impl PatternTable {
    /// The table of these tiles: `4^K (K*K)^n` bytes for n tiles. Uses the threads of the current
    /// pool; the result does not depend on their number.
    pub fn new(slide: &Slide, tiles: &[u8]) -> Result<PatternTable, BadPattern> {
        let places = slide.k() * slide.k();
        if !(1..=MOST_TILES).contains(&tiles.len()) {
            return Err(BadPattern::Count(tiles.len()));
        }
        for (i, &tile) in tiles.iter().enumerate() {
            if tile == 0 || usize::from(tile) > places {
                let k = slide.k();
                return Err(BadPattern::Unknown { tile, k });
            }
            if tiles[..i].contains(&tile) {
                return Err(BadPattern::Twice(tile));
            }
        }
        let table = PatternTable::build(slide, tiles, &|| false);
        Ok(table.expect("nothing stops it"))
    }

    /// The table of tiles that are known to be a pattern; `None` if `stop` said so.
    pub(super) fn build(
        slide: &Slide,
        tiles: &[u8],
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<PatternTable> {
        let places = slide.k() * slide.k();
        let codes = places.pow(tiles.len() as u32);
        let mut table = PatternTable {
            tiles: tiles.to_vec(),
            places,
            codes,
            values: vec![UNSEEN; slide.shapes().len() * codes],
        };
        table.fill(slide, stop)?;
        Some(table)
    }

    /// The tiles of the pattern.
    pub fn tiles(&self) -> &[u8] {
        &self.tiles
    }

    /// At least this many slides are between `tiles` and Win.
    pub fn value(&self, tiles: &Tiles) -> u8 {
        let place = |tile: u8| tiles.order.iter().position(|&t| t == tile);
        let places = self
            .tiles
            .iter()
            .map(|&tile| place(tile).expect("every tile is on the board"));
        self.slice(usize::from(tiles.shape))[self.code(places)]
    }

    /// The values of one shape, by [code](PatternTable::code).
    #[inline]
    pub(super) fn slice(&self, shape: usize) -> &[u8] {
        &self.values[shape * self.codes..][..self.codes]
    }

    /// The places of the pattern's tiles as one number.
    #[inline]
    pub(super) fn code(&self, places: impl Iterator<Item = usize>) -> usize {
        places.fold(0, |code, place| code * self.places + place)
    }

    /// The number of places, which codes are counted in.
    pub(super) fn places(&self) -> usize {
        self.places
    }

    /// The memory of the table.
    pub(super) fn bytes(&self) -> usize {
        self.values.len()
    }

    fn fill(&mut self, slide: &Slide, stop: &(dyn Fn() -> bool + Sync)) -> Option<()> {
        let (edges, maps) = self.edges(slide);
        let win = self.code(self.tiles.iter().map(|&tile| usize::from(tile) - 1));
        let home = usize::from(slide.win().shape);
        self.values[home * self.codes + win] = 0;
        let mut frontier = vec![Vec::new(); edges.len()];
        frontier[home].push(win as u32);
        let mut distance = 0;
        while frontier.iter().any(|codes| !codes.is_empty()) {
            distance += 1;
            if stop() {
                return None;
            }
            // Each shape pulls from its neighbours, so no two threads write to the same slice.
            frontier = self
                .values
                .par_chunks_mut(self.codes)
                .zip(&edges)
                .map(|(slice, edges)| {
                    let mut found = Vec::new();
                    for &(source, map) in edges {
                        let mut reach = |code: u32| {
                            let slot = &mut slice[code as usize];
                            if *slot == UNSEEN {
                                *slot = distance;
                                found.push(code);
                            }
                        };
                        match map.map(|map: usize| &maps[map]) {
                            None => frontier[source].iter().for_each(|&code| reach(code)),
                            Some(map) => frontier[source]
                                .iter()
                                .for_each(|&code| reach(map.apply(code))),
                        }
                    }
                    found
                })
                .collect();
        }
        Some(())
    }

    /// For every shape the shapes next to it, each with what happens to the codes on the way.
    fn edges(&self, slide: &Slide) -> (Vec<Vec<Edge>>, Vec<CodeMap>) {
        let mut numbers = FxHashMap::default();
        let mut maps = Vec::new();
        let mut edges = vec![Vec::new(); slide.shapes().len()];
        for (source, shape) in slide.shapes().iter().enumerate() {
            for (_, slid) in &shape.slides {
                let map = slid.gather.as_deref().map(|gather| {
                    *numbers.entry(*gather).or_insert_with(|| {
                        maps.push(CodeMap::new(gather, self.places, self.tiles.len()));
                        maps.len() - 1
                    })
                });
                edges[usize::from(slid.shape)].push((source, map));
            }
        }
        (edges, maps)
    }
}

/// The shape a slide comes from, and which map its codes go through; none if they stay.
type Edge = (usize, Option<usize>);

/// What a column slide does to codes: the last two tiles and the others are looked up apart.
struct CodeMap {
    square: u32,
    first: Vec<u32>,
    last: Vec<u32>,
}

impl CodeMap {
    fn new(gather: &[u8; TILES], places: usize, tiles: usize) -> CodeMap {
        let mut to = [0; TILES];
        for (new, &old) in gather.iter().enumerate() {
            to[usize::from(old)] = new;
        }
        let pairs = |tiles: usize, unit: usize| {
            let map = |code: usize| match tiles {
                0 => 0,
                1 => to[code] * unit,
                _ => (to[code / places] * places + to[code % places]) * unit,
            };
            let codes = 0..places.pow(tiles as u32);
            codes.map(|code| map(code) as u32).collect()
        };
        let square = places.pow(tiles.min(2) as u32);
        CodeMap {
            square: square as u32,
            first: pairs(tiles.saturating_sub(2), square),
            last: pairs(tiles.min(2), 1),
        }
    }

    #[inline]
    fn apply(&self, code: u32) -> u32 {
        let (first, last) = (code / self.square, code % self.square);
        self.first[first as usize] + self.last[last as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slide::Distances;
    use ludometer_core::{Generator, Seed};

    /// Zero at Win, and a change of exactly one along every slide of a random walk.
    fn consistent(k: usize, patterns: &[&[u8]], steps: usize) {
        let slide = Slide::new(k).unwrap();
        let mut rng = Seed::new(11).rng(Generator::Xoshiro);
        for tiles in patterns {
            let table = PatternTable::new(&slide, tiles).unwrap();
            assert_eq!(table.value(&slide.win()), 0);
            let mut here = slide.win();
            for _ in 0..steps {
                let slides = &slide.shapes()[usize::from(here.shape)].slides;
                for &(push, _) in slides {
                    let next = slide.after(&here, push);
                    assert_eq!(table.value(&here).abs_diff(table.value(&next)), 1);
                }
                here = slide.after(&here, slides[rng.index(slides.len())].0);
            }
        }
    }

    #[test]
    fn values_change_by_one_along_slides() {
        consistent(2, &[&[1], &[4, 2], &[1, 2, 3], &[4, 3, 2, 1]], 500);
        consistent(3, &[&[5], &[1, 2, 3, 6], &[9, 7, 3, 1]], 2_000);
        consistent(4, &[&[1, 2, 5], &[16, 1]], 2_000);
        consistent(5, &[&[25, 24], &[13]], 2_000);
    }

    #[test]
    fn values_are_exact_when_no_tile_is_forgotten() {
        let slide = Slide::new(2).unwrap();
        let distances = Distances::new(&slide).unwrap();
        let table = PatternTable::new(&slide, &[3, 1, 4, 2]).unwrap();
        for index in 0..distances.len() {
            let tiles = distances.position(index);
            assert_eq!(table.value(&tiles), distances.distance(&tiles));
        }
    }

    #[test]
    fn values_never_exceed_the_distance() {
        let slide = Slide::new(3).unwrap();
        let distances = Distances::new(&slide).unwrap();
        let mut rng = Seed::new(12).rng(Generator::Xoshiro);
        for tiles in [&[1, 2, 3, 6][..], &[9, 5], &[1, 3, 7, 9]] {
            let table = PatternTable::new(&slide, tiles).unwrap();
            let mut tight = 0;
            for _ in 0..50_000 {
                let index = rng.index(distances.len());
                let value = table.value(&distances.position(index));
                assert!(value <= distances.distance_of(index));
                tight += usize::from(value + 4 >= distances.distance_of(index));
            }
            assert!(tight > 0);
        }
    }

    #[test]
    fn what_is_no_pattern_is_refused() {
        let slide = Slide::new(3).unwrap();
        let error = |tiles: &[u8]| PatternTable::new(&slide, tiles).unwrap_err();
        assert_eq!(error(&[]), BadPattern::Count(0));
        assert_eq!(error(&[1, 2, 3, 4, 5]), BadPattern::Count(5));
        assert_eq!(error(&[1, 10]), BadPattern::Unknown { tile: 10, k: 3 });
        assert_eq!(error(&[0]), BadPattern::Unknown { tile: 0, k: 3 });
        assert_eq!(error(&[4, 7, 4]), BadPattern::Twice(4));
    }
}
