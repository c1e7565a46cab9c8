//! Positions as numbers without gaps, for K <= 3.
//!
//! A shape admits half of the orders: all even ones or all odd ones. So the lexicographic rank of
//! the order, halved, names it: orders 2i and 2i + 1 differ in their last two tiles, and the shape
//! says which of them is meant.

use ludometer_games_other::slide::{Slide, TILES, Tiles};

/// A bijection between the reachable positions and `0..len()`.
#[derive(Clone, Debug)]
pub(super) struct Ranking {
    tiles: usize,
    orders: usize,
    // Whether the orders of a shape are the odd ones.
    odd: Vec<bool>,
}

impl Ranking {
    /// K must be at most 3, so that orders fit 32 bits and positions fit memory.
    pub(super) fn new(slide: &Slide) -> Ranking {
        let tiles = slide.k() * slide.k();
        assert!(tiles <= 9, "only K <= 3 is ranked");
        let odd = slide.shapes().iter().map(|shape| {
            assert_ne!(
                shape.parities[0], shape.parities[1],
                "a shape has orders of one parity"
            );
            shape.parities[1]
        });
        Ranking {
            tiles,
            orders: (3..=tiles).product(),
            odd: odd.collect(),
        }
    }

    /// How many orders a shape admits.
    pub(super) fn orders(&self) -> usize {
        self.orders
    }

    /// How many positions there are.
    pub(super) fn len(&self) -> usize {
        self.orders * self.odd.len()
    }

    /// Whether the orders of a shape are the odd ones.
    pub(super) fn odd(&self, shape: usize) -> bool {
        self.odd[shape]
    }

    /// The number of a position. `tiles` must be reachable: an order of the wrong parity gets the
    /// number of its neighbour.
    #[inline]
    pub(super) fn index(&self, tiles: &Tiles) -> usize {
        usize::from(tiles.shape) * self.orders + self.order_index(&tiles.order)
    }

    /// Half the lexicographic rank of an order.
    #[inline]
    pub(super) fn order_index(&self, order: &[u8; TILES]) -> usize {
        // Bit t is set while tile t is still to come.
        let mut left = (2u32 << self.tiles) - 2;
        let mut rank = 0;
        for (i, &tile) in order[..self.tiles - 2].iter().enumerate() {
            let smaller = (left & ((1 << tile) - 1)).count_ones() as usize;
            left ^= 1 << tile;
            rank = rank * (self.tiles - i) + smaller;
        }
        rank
    }

    /// The order of this half-rank, odd or even as asked.
    pub(super) fn order(&self, mut rank: usize, odd: bool) -> [u8; TILES] {
        let mut order = [0; TILES];
        // Digits first, from the back: how many of the tiles still to come are smaller.
        for i in (0..self.tiles - 2).rev() {
            let base = self.tiles - i;
            order[i] = (rank % base) as u8;
            rank /= base;
        }
        // The tiles still to come, ascending, a nibble each.
        let mut left = (0..self.tiles as u64).fold(0, |left, i| left | (i + 1) << (4 * i));
        let mut inversions = 0;
        for slot in &mut order[..self.tiles - 2] {
            inversions += *slot;
            let below = (1u64 << (4 * *slot)) - 1;
            *slot = (left >> (4 * *slot) & 15) as u8;
            left = (left & below) | (left >> 4 & !below);
        }
        let last = [(left & 15) as u8, (left >> 4 & 15) as u8];
        let swapped = (inversions % 2 == 1) != odd;
        order[self.tiles - 2] = last[usize::from(swapped)];
        order[self.tiles - 1] = last[usize::from(!swapped)];
        order
    }

    /// The position of this number, which must be below `len()`.
    pub(super) fn position(&self, index: usize) -> Tiles {
        let shape = index / self.orders;
        Tiles {
            order: self.order(index % self.orders, self.odd[shape]),
            shape: shape as u16,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Generator, Notation, Seed};

    #[test]
    fn numbers_and_positions_are_one_to_one() {
        let two = Slide::new(2).unwrap();
        let ranking = Ranking::new(&two);
        assert_eq!(ranking.len(), 192);
        let three = Slide::new(3).unwrap();
        let large = Ranking::new(&three);
        assert_eq!(large.len(), 11_612_160);
        // Injective and onto: every number gives back itself, and its position is a legal one.
        for index in 0..192 {
            let tiles = ranking.position(index);
            assert_eq!(ranking.index(&tiles), index);
            assert_eq!(two.read(&two.write(&tiles)), Ok(tiles));
        }
        let mut rng = Seed::new(1).rng(Generator::Xoshiro);
        for step in 0..200_000 {
            let index = match step {
                0 => 0,
                1 => large.len() - 1,
                _ => rng.index(large.len()),
            };
            let tiles = large.position(index);
            assert_eq!(large.index(&tiles), index);
            if step < 2_000 {
                assert_eq!(three.read(&three.write(&tiles)), Ok(tiles));
            }
        }
        // One whole shape, every order.
        for rank in 0..large.orders() {
            assert_eq!(large.order_index(&large.order(rank, false)), rank);
            assert_eq!(large.order_index(&large.order(rank, true)), rank);
        }
    }

    #[test]
    fn the_rank_is_lexicographic() {
        let three = Slide::new(3).unwrap();
        let ranking = Ranking::new(&three);
        let mut last = None;
        for rank in 0..5_000 {
            let order = ranking.order(rank, false);
            assert!(last < Some(order));
            last = Some(order);
        }
    }
}
