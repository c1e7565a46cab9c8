//! The distance to Win of every position, for K <= 3.

use super::ranking::Ranking;
use super::retrograde::retrograde;
use ludometer_games_other::slide::{Push, Slide, Tiles};
use std::sync::OnceLock;

/// The largest K whose positions are listed.
pub const MOST_LISTED: usize = 3;

/// How far every position of SlideK is from Win, in slides.
#[derive(Debug)]
pub struct Distances {
    slide: Slide,
    ranking: Ranking,
    table: Vec<u8>,
    counts: Vec<u64>,
    // The positions of each distance, listed when first asked for.
    lists: Vec<OnceLock<Vec<u32>>>,
}

/// A K whose positions do not fit memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "slide(k={0}) has too many positions to list; k is at most {MOST_LISTED} here, larger ones are for `solve`"
)]
pub struct TooLarge(pub usize);

impl Distances {
    /// Solves every position. K = 3 has 11,612,160 of them, takes about half a second and keeps a
    /// byte for each.
    pub fn new(slide: &Slide) -> Result<Distances, TooLarge> {
        if slide.k() > MOST_LISTED {
            return Err(TooLarge(slide.k()));
        }
        let ranking = Ranking::new(slide);
        let (table, counts) = retrograde(slide, &ranking);
        let lists = counts.iter().map(|_| OnceLock::new()).collect();
        Ok(Distances {
            slide: slide.clone(),
            ranking,
            table,
            counts,
            lists,
        })
    }

    /// The rules that were solved.
    pub fn slide(&self) -> &Slide {
        &self.slide
    }

    /// Slides to Win on a shortest way. `tiles` must be a reachable position of this K; the answer
    /// for an unreachable order is that of some other position.
    #[inline]
    pub fn distance(&self, tiles: &Tiles) -> u8 {
        self.table[self.ranking.index(tiles)]
    }

    /// The distance of the position of this [number](Distances::index).
    #[inline]
    pub fn distance_of(&self, index: usize) -> u8 {
        self.table[index]
    }

    /// The largest distance of all.
    pub fn deepest(&self) -> u8 {
        (self.counts.len() - 1) as u8
    }

    /// How many positions have each distance, from 0 to [`Distances::deepest`].
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// How many positions have this distance; none beyond [`Distances::deepest`].
    pub fn count_at(&self, distance: u8) -> u64 {
        self.counts.get(usize::from(distance)).copied().unwrap_or(0)
    }

    /// All positions of this distance as numbers, ascending. The first call for a distance looks
    /// through the table; later ones return the kept list. Empty beyond [`Distances::deepest`].
    pub fn at(&self, distance: u8) -> &[u32] {
        let Some(list) = self.lists.get(usize::from(distance)) else {
            return &[];
        };
        list.get_or_init(|| {
            let mut list = Vec::with_capacity(self.counts[usize::from(distance)] as usize);
            let found = (0u32..).zip(&self.table).filter(|&(_, &d)| d == distance);
            list.extend(found.map(|(index, _)| index));
            list
        })
    }

    /// The `n`-th position of this distance, counted from 0 in the order of their numbers, so that
    /// a uniform `n` below [`Distances::count_at`] is a uniform position.
    pub fn nth_at(&self, distance: u8, n: u64) -> Option<Tiles> {
        let index = *self.at(distance).get(usize::try_from(n).ok()?)?;
        Some(self.position(index as usize))
    }

    /// How many positions there are.
    #[allow(clippy::len_without_is_empty)] // Win is always there.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// The number of a position: `shape * (K*K)!/2 + rank/2`, where `rank` is the lexicographic
    /// rank of the order. `tiles` must be a reachable position of this K.
    #[inline]
    pub fn index(&self, tiles: &Tiles) -> usize {
        self.ranking.index(tiles)
    }

    /// The position of a number below [`Distances::len`].
    pub fn position(&self, index: usize) -> Tiles {
        self.ranking.position(index)
    }

    /// The slides that bring Win nearer by one; none at Win.
    pub fn best_moves(&self, tiles: &Tiles) -> Vec<Push> {
        let here = self.distance(tiles);
        let shape = &self.slide.shapes()[usize::from(tiles.shape)];
        let slides = shape.slides.iter().map(|&(push, _)| push);
        slides
            .filter(|&push| self.distance(&self.slide.after(tiles, push)) < here)
            .collect()
    }

    /// A shortest solution: of several, the one that takes the first best move each time.
    pub fn shortest(&self, tiles: &Tiles) -> Vec<Push> {
        let mut tiles = *tiles;
        let mut moves = Vec::new();
        while let Some(&push) = self.best_moves(&tiles).first() {
            tiles = self.slide.after(&tiles, push);
            moves.push(push);
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Game, Generator, Seed, Turn};
    use std::collections::{HashMap, VecDeque};

    /// Distances by the contract alone: slides are undone by slides, but Win has no actions, so
    /// its own neighbours come from the shape.
    fn plain(slide: &Slide, depth: u8) -> HashMap<Tiles, u8> {
        let mut rng = Seed::new(0).rng(Generator::Xoshiro);
        let mut seen = HashMap::from([(slide.win(), 0)]);
        let mut queue = VecDeque::from([slide.win()]);
        while let Some(tiles) = queue.pop_front() {
            let distance = seen[&tiles];
            if distance == depth {
                continue;
            }
            let mut actions = Vec::new();
            match slide.turn(&tiles) {
                Turn::Of(_) => slide.actions(&tiles, &mut actions),
                Turn::Over => {
                    let shape = &slide.shapes()[usize::from(tiles.shape)];
                    actions.extend(shape.slides.iter().map(|s| s.0));
                }
            }
            for action in actions {
                let mut next = tiles;
                slide.step(&mut next, action, &mut rng);
                seen.entry(next).or_insert_with(|| {
                    queue.push_back(next);
                    distance + 1
                });
            }
        }
        seen
    }

    #[test]
    fn slidetwo_agrees_with_plain_search() {
        let slide = Slide::new(2).unwrap();
        let distances = Distances::new(&slide).unwrap();
        let plain = plain(&slide, u8::MAX);
        assert_eq!(plain.len(), distances.len());
        for (tiles, distance) in plain {
            assert_eq!(distances.distance(&tiles), distance);
        }
        assert_eq!(distances.counts().iter().sum::<u64>(), 192);
    }

    #[test]
    fn slidethree() {
        let slide = Slide::new(3).unwrap();
        let distances = Distances::new(&slide).unwrap();
        published(&distances);
        plain_search_agrees(&distances);
        locally_right(&distances);
        lists(&distances);
        solutions(&distances);
    }

    fn published(distances: &Distances) {
        assert_eq!(
            distances.counts(),
            [
                1, 6, 18, 44, 108, 272, 665, 1568, 3613, 8216, 18323, 39190, 80081, 156442, 289716,
                502558, 807708, 1189006, 1580442, 1868500, 1910400, 1602090, 1014561, 428650,
                100260, 9538, 184
            ]
        );
        assert_eq!(distances.deepest(), 26);
        let slide = distances.slide();
        let start = |down, right| distances.distance(&slide.reversed(down, right));
        assert_eq!(start(false, false), 24);
        assert_eq!(start(true, true), 24);
        assert_eq!(start(false, true), 23);
        assert_eq!(start(true, false), 23);
    }

    fn plain_search_agrees(distances: &Distances) {
        let near = plain(distances.slide(), 8);
        assert_eq!(
            near.len() as u64,
            distances.counts()[..=8].iter().sum::<u64>()
        );
        for (tiles, distance) in near {
            assert_eq!(distances.distance(&tiles), distance);
        }
    }

    fn locally_right(distances: &Distances) {
        let slide = distances.slide();
        let mut rng = Seed::new(3).rng(Generator::Xoshiro);
        for _ in 0..20_000 {
            let index = rng.index(distances.len());
            let tiles = distances.position(index);
            let here = distances.distance_of(index);
            if here == 0 {
                continue;
            }
            let shape = &slide.shapes()[usize::from(tiles.shape)];
            let nearest = shape
                .slides
                .iter()
                .map(|&(push, _)| distances.distance(&slide.after(&tiles, push)))
                .min();
            assert_eq!(nearest, Some(here - 1));
        }
    }

    fn lists(distances: &Distances) {
        for distance in [0, 1, 13, 26] {
            let count = distances.count_at(distance);
            assert_eq!(distances.at(distance).len() as u64, count);
            for n in [0, count / 2, count - 1] {
                let tiles = distances.nth_at(distance, n).unwrap();
                assert_eq!(distances.distance(&tiles), distance);
            }
            assert_eq!(distances.nth_at(distance, count), None);
        }
        assert_eq!(distances.nth_at(0, 0), Some(distances.slide().win()));
        assert_eq!(distances.count_at(27), 0);
        assert_eq!(distances.nth_at(27, 0), None);
        assert_eq!(distances.nth_at(255, u64::MAX), None);
    }

    fn solutions(distances: &Distances) {
        let slide = distances.slide();
        for distance in 0..=26 {
            let mut tiles = distances.nth_at(distance, 0).unwrap();
            let moves = distances.shortest(&tiles);
            assert_eq!(moves.len(), usize::from(distance));
            for push in moves {
                assert!(distances.best_moves(&tiles).contains(&push));
                tiles = slide.after(&tiles, push);
            }
            assert_eq!(tiles, slide.win());
        }
    }

    #[test]
    fn larger_sizes_are_refused() {
        let error = Distances::new(&Slide::new(4).unwrap()).unwrap_err();
        assert_eq!(error, TooLarge(4));
        assert!(error.to_string().contains("at most 3"), "{error}");
    }
}
