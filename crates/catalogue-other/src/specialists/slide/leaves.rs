//! The values of all leaves of a [`ReachableLayer`] at once.
//!
//! Every evaluation of the paper is an increasing function of a whole number, and that number is a
//! sum over tiles (or over pairs of tiles) of something that depends on where the tile lies. The
//! functions beside the game are the definition; tests hold these sums to them, leaf by leaf.

use super::horizon::ReachableLayer;
use ludometer_games_other::slide::{MOST, Slide, TILES, Tiles};
use std::sync::Arc;

/// An evaluation of the paper, as a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafEvaluation {
    /// Squared row and column distances.
    Euclidean,
    /// Row and column distances.
    Manhattan,
    /// Wrong neighbours and tiles off their goal squares; `loose` takes the edge for a blank.
    Neighbour {
        /// Whether the edge of the board counts as a blank.
        loose: bool,
    },
    /// Squared displacements in reading order.
    Permutation,
    /// Inversions of the reading order.
    Inversions,
    /// Squared differences of the boards as vectors.
    L2,
}

const SQUARES: usize = (MOST + 1) * (MOST + 1);

/// What a tile adds for each square or place of a leaf.
type Costs = [i32; 64];

impl LeafEvaluation {
    /// The sum for a measure of this name.
    pub fn of(measure: &str) -> Option<LeafEvaluation> {
        Some(match measure {
            "euclidean" => LeafEvaluation::Euclidean,
            "manhattan" => LeafEvaluation::Manhattan,
            "neighbour" => LeafEvaluation::Neighbour { loose: false },
            "neighbour-loose" => LeafEvaluation::Neighbour { loose: true },
            "permutation" => LeafEvaluation::Permutation,
            "inversions" => LeafEvaluation::Inversions,
            "l2" => LeafEvaluation::L2,
            _ => return None,
        })
    }

    /// The evaluation of a position that is not Win, from its sum.
    fn value(self, sum: i32) -> f64 {
        let sum = f64::from(sum);
        match self {
            LeafEvaluation::Manhattan | LeafEvaluation::Neighbour { .. } => sum,
            LeafEvaluation::Euclidean | LeafEvaluation::L2 => sum.sqrt(),
            LeafEvaluation::Permutation => (0.5 + sum).sqrt(),
            LeafEvaluation::Inversions => 0.5 + sum,
        }
    }

    /// What each tile costs on each square (or at each place), tiles from 0.
    fn costs(self, slide: &Slide) -> Vec<Costs> {
        let (k, side) = (slide.k() as i32, slide.side() as i32);
        let win = slide.board(&slide.win());
        let of_tile = |tile: i32| {
            let goal = ((tile - 1) / k, (tile - 1) % k);
            let mut costs = [0; 64];
            for (at, cost) in costs[..SQUARES].iter_mut().enumerate() {
                let index = at as i32;
                let (r, c) = (index / side - goal.0, index % side - goal.1);
                let there = i32::from(win[at]);
                *cost = match self {
                    LeafEvaluation::Euclidean => r * r + c * c,
                    LeafEvaluation::Manhattan => r.abs() + c.abs(),
                    LeafEvaluation::Permutation => (tile - 1 - index).pow(2),
                    // A blank square would have cost the square of what Win has there.
                    LeafEvaluation::L2 => (tile - there).pow(2) - there.pow(2),
                    LeafEvaluation::Inversions | LeafEvaluation::Neighbour { .. } => 0,
                };
            }
            costs
        };
        (1..=k * k).map(of_tile).collect()
    }
}

/// An evaluation with all that can be worked out beforehand.
pub struct PreparedLeafEvaluation {
    leaves: LeafEvaluation,
    slide: Arc<Slide>,
    costs: Vec<Costs>,
    constant: i32,
    margins: Vec<[u64; 4]>,
    values: Vec<f64>,
}

impl PreparedLeafEvaluation {
    /// An evaluation of one puzzle.
    pub fn new(leaves: LeafEvaluation, slide: &Arc<Slide>) -> PreparedLeafEvaluation {
        let squared = slide.board(&slide.win()).map(|tile| i32::from(tile).pow(2));
        let (n, squares) = (
            (slide.k() * slide.k()) as i32,
            (slide.side() * slide.side()) as i32,
        );
        // No sum is above this: every tile as far off as it can be.
        let most = n * squares.pow(2) + squared.iter().sum::<i32>();
        PreparedLeafEvaluation {
            leaves,
            slide: Arc::clone(slide),
            costs: leaves.costs(slide),
            constant: match leaves {
                LeafEvaluation::L2 => squared.iter().sum(),
                _ => 0,
            },
            margins: margins(slide, leaves == LeafEvaluation::Neighbour { loose: true }),
            values: (0..=most).map(|sum| leaves.value(sum)).collect(),
        }
    }

    /// The evaluation of a position that is not Win, from its sum.
    #[inline]
    pub fn value(&self, sum: i32) -> f64 {
        self.values[sum as usize]
    }

    /// The largest sum whose evaluation is at most `bound`; -1 if none is.
    pub fn reach(&self, bound: f64) -> i32 {
        self.values.partition_point(|&value| value <= bound) as i32 - 1
    }

    /// The sums of all leaves, for the tiles that the root holds.
    pub fn sums(&self, fan: &ReachableLayer, root: &Tiles, out: &mut Vec<i32>) {
        // The number of tiles as a constant: the loops over tiles unroll.
        match self.slide.k() {
            2 => self.sums_of::<4>(fan, root, out),
            3 => self.sums_of::<9>(fan, root, out),
            4 => self.sums_of::<16>(fan, root, out),
            _ => self.sums_of::<25>(fan, root, out),
        }
    }

    fn sums_of<const N: usize>(&self, fan: &ReachableLayer, root: &Tiles, out: &mut Vec<i32>) {
        out.clear();
        let rows: [&Costs; N] =
            std::array::from_fn(|place| &self.costs[usize::from(root.order[place]) - 1]);
        let total = |at: &[u8; N]| {
            let costs = (0..N).map(|place| rows[place][usize::from(at[place] & 63)]);
            costs.sum::<i32>() + self.constant
        };
        let [origins, squares, places] =
            [&fan.origins, &fan.squares, &fan.places].map(|list| list.as_chunks::<N>().0);
        match self.leaves {
            LeafEvaluation::Euclidean | LeafEvaluation::Manhattan | LeafEvaluation::L2 => {
                out.extend(squares.iter().map(total))
            }
            LeafEvaluation::Permutation => out.extend(places.iter().map(total)),
            LeafEvaluation::Inversions => {
                out.extend(origins.iter().map(|origins| inversions(root, origins)))
            }
            LeafEvaluation::Neighbour { .. } => {
                let kin = NeighbourTables::new(&self.slide, &self.margins, root);
                let leaves = squares.iter().zip(&fan.shapes);
                out.extend(leaves.map(|(squares, &shape)| kin.malus(squares, shape)));
            }
        }
    }
}

/// Inversions of a leaf whose tiles came from these places of the root: for each tile, the smaller
/// tiles that come after it.
#[inline]
fn inversions<const N: usize>(root: &Tiles, origins: &[u8; N]) -> i32 {
    let (mut seen, mut count) = (0u32, 0);
    for &origin in origins {
        let tile = root.order[usize::from(origin)];
        // Larger tiles already seen each form an inversion with this one.
        count += (seen >> tile).count_ones();
        seen |= 1 << tile;
    }
    count as i32
}

/// What the Neighbour Distance needs: where each tile came from, and what lies beside squares.
struct NeighbourTables<'a> {
    slide: &'a Slide,
    /// The place of each tile in the root, tiles from 0.
    places: [u8; TILES],
    /// For each shape, the squares whose upper, left, lower and right neighbours count as what
    /// lies beside the block in Win.
    margins: &'a [[u64; 4]],
}

impl<'a> NeighbourTables<'a> {
    fn new(slide: &'a Slide, margins: &'a [[u64; 4]], root: &Tiles) -> NeighbourTables<'a> {
        let mut places = [0; TILES];
        for (place, &tile) in root.order[..slide.k() * slide.k()].iter().enumerate() {
            places[usize::from(tile) - 1] = place as u8;
        }
        NeighbourTables {
            slide,
            places,
            margins,
        }
    }

    fn malus<const N: usize>(&self, squares: &[u8; N], shape: u16) -> i32 {
        let (k, side) = (self.slide.k(), self.slide.side());
        let mut at = [0usize; TILES];
        for (at, &place) in at.iter_mut().zip(&self.places[..k * k]) {
            *at = usize::from(squares[usize::from(place)]);
        }
        let [up, left, down, right] = self.margins[usize::from(shape)];
        let has = |mask: u64, square: usize| (mask >> square & 1) as i32;
        let (mut matches, mut astray) = (0, 0);
        for row in 0..k {
            for column in 0..k {
                let square = at[row * k + column];
                astray += i32::from(square != row * side + column);
                if row == 0 {
                    matches += has(up, square);
                }
                if column == 0 {
                    matches += has(left, square);
                }
                if row == k - 1 {
                    matches += has(down, square);
                } else {
                    // A pair that stands as in Win is right for both of its tiles.
                    matches += 2 * i32::from(at[(row + 1) * k + column] == square + side);
                }
                if column == k - 1 {
                    matches += has(right, square);
                } else {
                    let beside = at[row * k + column + 1] == square + 1;
                    matches += 2 * i32::from(beside && square % side != k);
                }
            }
        }
        4 * (k * k) as i32 - matches + astray
    }
}

fn margins(slide: &Slide, loose: bool) -> Vec<[u64; 4]> {
    let (k, side) = (slide.k(), slide.side());
    let shapes = slide.shapes().iter().map(|shape| {
        let blank = |square: usize| !shape.squares.contains(&(square as u8));
        let mut masks = [0u64; 4];
        for square in 0..side * side {
            let (row, column) = (square / side, square % side);
            // In Win the block has the edge above and to the left, blanks below and to the right.
            let up = if row == 0 {
                true
            } else {
                loose && blank(square - side)
            };
            let left = if column == 0 {
                true
            } else {
                loose && blank(square - 1)
            };
            let down = if row == k {
                loose
            } else {
                blank(square + side)
            };
            let right = if column == k {
                loose
            } else {
                blank(square + 1)
            };
            for (mask, holds) in masks.iter_mut().zip([up, left, down, right]) {
                *mask |= u64::from(holds) << square;
            }
        }
        masks
    });
    shapes.collect()
}
