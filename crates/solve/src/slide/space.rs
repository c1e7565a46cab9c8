//! The positions up to reflection, in buckets of one shape each.
//!
//! Reflecting the board in its main diagonal and exchanging the tiles' names accordingly leaves
//! Win alone and turns slides into slides, so a position and its reflection have the same distance
//! to Win. Every search here works on one of the two: the one whose shape has the smaller number,
//! and for shapes that are their own reflection the one whose word is smaller.

use super::word::Word;
use ludometer_games_other::slide::{Slide, TILES, Tiles};
use rustc_hash::FxHashMap;

/// The graph of positions up to reflection.
#[derive(Debug)]
pub(super) struct Space<W> {
    slide: Slide,
    // Bucket -> shape, ascending; shape -> its reflection; shape -> bucket, if it has one.
    shapes: Vec<u16>,
    reflected: Vec<u16>,
    buckets: Vec<Option<u32>>,
    // Where each place of a shape is found in the reflected shape.
    turned: Vec<[u8; TILES]>,
    edges: Vec<Vec<Edge>>,
    maps: Vec<PlaceMap>,
    own: Vec<Option<usize>>,
    diagonals: Vec<(W, i32)>,
}

/// A way into a bucket: from which bucket, through which map, and whether the tiles then change
/// names with their reflections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Edge {
    /// The bucket it comes from.
    pub(super) source: u32,
    map: Option<u32>,
    renamed: bool,
}

/// What happens to every place, for two tiles at a time.
#[derive(Debug)]
struct PlaceMap {
    tiles: usize,
    pairs: Vec<u16>,
}

impl<W: Word> Space<W> {
    pub(super) fn new(slide: &Slide) -> Space<W> {
        assert!(slide.k() * slide.k() <= (1 << W::BITS));
        let (reflected, turned) = reflections(slide);
        let shapes: Vec<u16> = (0..reflected.len() as u16)
            .filter(|&s| s <= reflected[usize::from(s)])
            .collect();
        let mut buckets = vec![None; reflected.len()];
        for (bucket, &shape) in (0..).zip(&shapes) {
            buckets[usize::from(shape)] = Some(bucket);
        }
        let mut space = Space {
            slide: slide.clone(),
            edges: Vec::new(),
            maps: Vec::new(),
            own: Vec::new(),
            diagonals: diagonals(slide.k()),
            shapes,
            reflected,
            buckets,
            turned,
        };
        space.lay_edges();
        space
    }

    pub(super) fn slide(&self) -> &Slide {
        &self.slide
    }

    /// How many buckets there are.
    pub(super) fn len(&self) -> usize {
        self.shapes.len()
    }

    /// The shape of a bucket.
    pub(super) fn shape(&self, bucket: usize) -> usize {
        usize::from(self.shapes[bucket])
    }

    /// The reflection of a bucket's shape.
    pub(super) fn reflected(&self, bucket: usize) -> usize {
        usize::from(self.reflected[self.shape(bucket)])
    }

    /// Where each place of a bucket's shape is found in the reflected shape.
    pub(super) fn turned(&self, bucket: usize) -> &[u8; TILES] {
        &self.turned[self.shape(bucket)]
    }

    /// Every way into a bucket.
    pub(super) fn edges(&self, bucket: usize) -> &[Edge] {
        &self.edges[bucket]
    }

    /// The bucket and word of a position or its reflection.
    pub(super) fn pack(&self, tiles: &Tiles) -> (usize, W) {
        let count = self.slide.k() * self.slide.k();
        let mut word = W::default();
        for (place, &tile) in tiles.order[..count].iter().enumerate() {
            word = word | W::at(usize::from(tile) - 1, place as u32);
        }
        let shape = usize::from(tiles.shape);
        match self.buckets[shape] {
            Some(bucket) => (bucket as usize, self.settle(bucket as usize, word)),
            None => {
                let turned = &self.turned[shape];
                let word = fields(word, count, |place| turned[place]);
                let bucket = self.buckets[usize::from(self.reflected[shape])];
                let bucket = bucket.expect("a shape or its reflection has a bucket");
                (bucket as usize, self.rename(word))
            }
        }
    }

    /// The position of a word in a bucket.
    pub(super) fn unpack(&self, bucket: usize, word: W) -> Tiles {
        let mut order = [0; TILES];
        for tile in 0..self.slide.k() * self.slide.k() {
            order[word.field(tile)] = tile as u8 + 1;
        }
        Tiles {
            order,
            shape: self.shapes[bucket],
        }
    }

    /// A word of the edge's source, as it arrives in the edge's target. If the target is its own
    /// reflection, it may still have to [settle](Space::settle).
    #[inline]
    pub(super) fn cross(&self, edge: Edge, word: W) -> W {
        let word = match edge.map {
            None => word,
            Some(map) => self.maps[map as usize].apply(word),
        };
        if edge.renamed {
            self.rename(word)
        } else {
            word
        }
    }

    /// The smaller of a word and its reflection, in a bucket that is its own reflection; elsewhere
    /// the word itself.
    #[inline]
    pub(super) fn settle(&self, bucket: usize, word: W) -> W {
        match self.own[bucket] {
            None => word,
            Some(map) => word.min(self.rename(self.maps[map].apply(word))),
        }
    }

    /// Exchanges the names of tiles that are reflections of each other.
    #[inline]
    fn rename(&self, word: W) -> W {
        let moved = self.diagonals.iter().map(|&(mask, by)| {
            let diagonal = word & mask;
            if by >= 0 {
                diagonal << by as u32
            } else {
                diagonal >> -by as u32
            }
        });
        moved.fold(W::default(), |word, diagonal| word | diagonal)
    }

    fn lay_edges(&mut self) {
        let mut numbers = FxHashMap::default();
        let count = self.slide.k() * self.slide.k();
        let identity: [u8; TILES] = std::array::from_fn(|i| i as u8);
        let mut number = |maps: &mut Vec<PlaceMap>, map: [u8; TILES]| {
            *numbers.entry(map).or_insert_with(|| {
                maps.push(PlaceMap::new::<W>(&map[..count]));
                maps.len() - 1
            })
        };
        for bucket in 0..self.len() {
            let (shape, reflected) = (self.shape(bucket), self.reflected(bucket));
            self.own
                .push((shape == reflected).then(|| number(&mut self.maps, self.turned[shape])));
            let mut edges = Vec::new();
            // Slides are undone by slides, so the ways out show the ways in.
            for goal in [shape, reflected] {
                for (push, slid) in &self.slide.shapes()[goal].slides {
                    let Some(source) = self.buckets[usize::from(slid.shape)] else {
                        continue;
                    };
                    let back = self.slide.shapes()[usize::from(slid.shape)].slid(push.back());
                    let back = back.expect("a slide back undoes a slide");
                    let mut map = identity;
                    if let Some(gather) = &back.gather {
                        (0..)
                            .zip(&gather[..])
                            .for_each(|(i, &j)| map[usize::from(j)] = i);
                    }
                    let renamed = goal != shape;
                    if renamed {
                        map = map.map(|place| self.turned[reflected][usize::from(place)]);
                    }
                    edges.push(Edge {
                        source,
                        map: (map != identity).then(|| number(&mut self.maps, map) as u32),
                        renamed,
                    });
                }
                if shape == reflected {
                    break;
                }
            }
            self.edges.push(edges);
        }
    }
}

impl PlaceMap {
    fn new<W: Word>(map: &[u8]) -> PlaceMap {
        let side = 1 << W::BITS;
        let of = |place: usize| map.get(place).map_or(0, |&place| u16::from(place));
        let pairs = (0..side * side).map(|pair| of(pair % side) | of(pair / side) << W::BITS);
        PlaceMap {
            tiles: map.len(),
            pairs: pairs.collect(),
        }
    }

    #[inline]
    fn apply<W: Word>(&self, word: W) -> W {
        let mut mapped = W::default();
        for index in (0..self.tiles - 1).step_by(2) {
            mapped = mapped | W::at(index, u32::from(self.pairs[word.pair(index)]));
        }
        if self.tiles % 2 == 1 {
            let (last, mask) = (self.tiles - 1, (1 << W::BITS) - 1);
            mapped = mapped | W::at(last, u32::from(self.pairs[word.field(last)]) & mask);
        }
        mapped
    }
}

/// Maps every field, one at a time.
fn fields<W: Word>(word: W, count: usize, map: impl Fn(usize) -> u8) -> W {
    (0..count).fold(W::default(), |mapped, tile| {
        mapped | W::at(tile, u32::from(map(word.field(tile))))
    })
}

/// For every shape its reflection, and where its places are found there.
fn reflections(slide: &Slide) -> (Vec<u16>, Vec<[u8; TILES]>) {
    let side = slide.side() as u8;
    let across = |square: u8| square % side * side + square / side;
    let mask = |squares: &mut dyn Iterator<Item = u8>| squares.fold(0u64, |m, s| m | 1 << s);
    let shapes = slide.shapes();
    let numbers: FxHashMap<u64, u16> = (0..)
        .zip(shapes)
        .map(|(number, shape)| (mask(&mut shape.squares.iter().copied()), number))
        .collect();
    let mut reflected = Vec::new();
    let mut turned = Vec::new();
    for shape in shapes {
        let other = numbers[&mask(&mut shape.squares.iter().map(|&s| across(s)))];
        let squares = &shapes[usize::from(other)].squares;
        let mut places: [u8; TILES] = std::array::from_fn(|i| i as u8);
        for (place, &square) in places.iter_mut().zip(&shape.squares) {
            let found = squares.iter().position(|&s| s == across(square));
            *place = found.expect("the reflected square is occupied") as u8;
        }
        reflected.push(other);
        turned.push(places);
    }
    (reflected, turned)
}

/// The fields of each diagonal of tiles, and how far they move when names are exchanged: tile
/// `(r, c)` takes the field of `(c, r)`, which is `(c - r)(K - 1)` fields on.
fn diagonals<W: Word>(k: usize) -> Vec<(W, i32)> {
    let k = k as i32;
    (1 - k..k)
        .map(|offset| {
            let mask = (0..k)
                .filter(|row| (0..k).contains(&(row + offset)))
                .fold(W::default(), |mask, row| {
                    mask | W::at((row * k + row + offset) as usize, (1 << W::BITS) - 1)
                });
            (mask, offset * (k - 1) * W::BITS as i32)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Generator, Seed};
    use std::collections::HashSet;

    fn wander(slide: &Slide, steps: usize, seed: u64) -> Vec<Tiles> {
        let mut rng = Seed::new(seed).rng(Generator::Xoshiro);
        let mut tiles = slide.win();
        let mut path = vec![tiles];
        for _ in 0..steps {
            let slides = &slide.shapes()[usize::from(tiles.shape)].slides;
            tiles = slide.after(&tiles, slides[rng.index(slides.len())].0);
            path.push(tiles);
        }
        path
    }

    /// The reflection by the book: squares and names across the diagonal.
    fn reflection(slide: &Slide, tiles: &Tiles) -> Tiles {
        use ludometer_core::Notation;
        let (k, side) = (slide.k(), slide.side());
        let board = slide.board(tiles);
        let rows: Vec<String> = (0..side)
            .map(|r| {
                let sign = |c: usize| match usize::from(board[c * side + r]) {
                    0 => '.',
                    tile => {
                        let name = (tile - 1) % k * k + (tile - 1) / k + 1;
                        char::from_digit(name as u32, 36).unwrap()
                    }
                };
                (0..side).map(sign).collect()
            })
            .collect();
        slide.read(&rows.join("/")).unwrap()
    }

    fn edges_are_slides<W: Word>(k: usize) {
        let slide = Slide::new(k).unwrap();
        let space = Space::<W>::new(&slide);
        assert!(space.len() * 2 > slide.shapes().len());
        for tiles in wander(&slide, 400, 5) {
            let (bucket, word) = space.pack(&tiles);
            let there = reflection(&slide, &tiles);
            assert_eq!(space.pack(&there), (bucket, word));
            let unpacked = space.unpack(bucket, word);
            assert!(unpacked == tiles || unpacked == there);
            let neighbours: HashSet<_> = slide.shapes()[usize::from(tiles.shape)]
                .slides
                .iter()
                .map(|&(push, _)| space.pack(&slide.after(&tiles, push)))
                .collect();
            let mut crossed = HashSet::new();
            for target in 0..space.len() {
                for &edge in space.edges(target) {
                    if edge.source as usize == bucket {
                        let word = space.settle(target, space.cross(edge, word));
                        crossed.insert((target, word));
                    }
                }
            }
            assert_eq!(crossed, neighbours);
        }
    }

    #[test]
    fn the_ways_into_buckets_are_the_slides() {
        edges_are_slides::<u64>(2);
        edges_are_slides::<u64>(3);
        edges_are_slides::<u64>(4);
        edges_are_slides::<u128>(5);
    }
}
