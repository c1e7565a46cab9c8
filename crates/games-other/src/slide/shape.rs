//! Which squares hold tiles, and what a slide does to their reading order.

use super::{MOST, TILES};
use std::collections::{BTreeMap, VecDeque};
use std::fmt;

/// A slide: which line, and which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Push {
    /// Whether the line is a column.
    pub column: bool,
    /// The line, counted from 0 at the top left.
    pub line: u8,
    /// Whether the block moves right or down.
    pub forward: bool,
}

impl Push {
    /// The slide that undoes this one.
    #[must_use]
    pub fn back(self) -> Push {
        Push {
            forward: !self.forward,
            ..self
        }
    }

    pub(super) fn code(self) -> usize {
        usize::from(self.line) * 4 + usize::from(self.column) * 2 + usize::from(self.forward)
    }
}

/// `R2>` `R2<` `C3v` `C3^`: row 2 right or left, column 3 down or up, counted from 1.
impl fmt::Display for Push {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (axis, way) = match (self.column, self.forward) {
            (false, true) => ('R', '>'),
            (false, false) => ('R', '<'),
            (true, true) => ('C', 'v'),
            (true, false) => ('C', '^'),
        };
        write!(f, "{axis}{}{way}", self.line + 1)
    }
}

/// What a slide leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlideResult {
    /// The shape afterwards.
    pub shape: u16,
    /// Where each place of the new reading order finds its tile in the old one; `None` if the
    /// order stays, as in every row slide.
    pub gather: Option<Box<[u8; TILES]>>,
}

/// A reachable set of occupied squares.
#[derive(Clone, Debug)]
pub struct BlankShape {
    /// The occupied squares in reading order, one for each tile.
    pub squares: Vec<u8>,
    /// The legal slides, in a fixed order, with what they lead to.
    pub slides: Vec<(Push, SlideResult)>,
    /// Whether even and odd reading orders occur in this shape.
    pub parities: [bool; 2],
    by_code: [Option<u8>; 4 * (MOST + 1)],
}

impl BlankShape {
    /// What a slide leads to; `None` if it is not legal here.
    #[inline]
    pub fn slid(&self, push: Push) -> Option<&SlideResult> {
        let index = self.by_code.get(push.code()).copied().flatten()?;
        Some(&self.slides[usize::from(index)].1)
    }
}

/// All reachable shapes of one K, in the order of their occupancy masks.
#[derive(Clone, Debug)]
pub(super) struct Shapes {
    pub(super) list: Vec<BlankShape>,
    indices: BTreeMap<u64, u16>,
    side: usize,
}

impl Shapes {
    pub(super) fn new(k: usize) -> Shapes {
        let side = k + 1;
        let first = corner_mask(side, 0, 0);
        let mut indices = BTreeMap::from([(first, 0)]);
        let mut queue = VecDeque::from([first]);
        while let Some(mask) = queue.pop_front() {
            for (_, next) in pushes(mask, side) {
                indices.entry(next).or_insert_with(|| {
                    queue.push_back(next);
                    0
                });
            }
        }
        for (index, slot) in (0..).zip(indices.values_mut()) {
            *slot = index;
        }
        let list = indices
            .keys()
            .map(|&mask| shape(mask, side, &indices))
            .collect();
        let mut shapes = Shapes {
            list,
            indices,
            side,
        };
        shapes.mark_parities(first);
        shapes
    }

    /// The shape whose block lies `down` rows and `right` columns off the top left corner.
    pub(super) fn corner(&self, down: usize, right: usize) -> u16 {
        self.indices[&corner_mask(self.side, down, right)]
    }

    /// The shape with these occupied squares, if play can reach it.
    pub(super) fn of_mask(&self, mask: u64) -> Option<u16> {
        self.indices.get(&mask).copied()
    }

    fn mark_parities(&mut self, first: u64) {
        let mut queue = VecDeque::from([(self.indices[&first], 0)]);
        while let Some((shape, parity)) = queue.pop_front() {
            let shape = &mut self.list[usize::from(shape)];
            if std::mem::replace(&mut shape.parities[parity], true) {
                continue;
            }
            for (_, slid) in &shape.slides {
                let flips = slid
                    .gather
                    .as_ref()
                    .map_or(0, |gather| inversions(&gather[..]) % 2);
                queue.push_back((slid.shape, parity ^ flips));
            }
        }
    }
}

/// The number of pairs that stand in the wrong order.
pub(super) fn inversions(order: &[u8]) -> usize {
    (0..order.len())
        .map(|i| {
            order[i + 1..]
                .iter()
                .filter(|&&later| later < order[i])
                .count()
        })
        .sum()
}

fn corner_mask(side: usize, down: usize, right: usize) -> u64 {
    let k = side - 1;
    (0..k * k).fold(0, |mask, i| {
        mask | 1 << ((i / k + down) * side + i % k + right)
    })
}

/// The legal slides of an occupancy mask with the masks they lead to.
fn pushes(mask: u64, side: usize) -> Vec<(Push, u64)> {
    let mut found = Vec::new();
    for column in [false, true] {
        for line in 0..side {
            let square = |i: usize| {
                if column {
                    i * side + line
                } else {
                    line * side + i
                }
            };
            let filled = |i: usize| mask >> square(i) & 1 == 1;
            let whole = (0..side).fold(0, |line, i| line | 1u64 << square(i));
            if (mask & whole).count_ones() as usize != side - 1 {
                continue;
            }
            for forward in [false, true] {
                let (gap, tail) = if forward {
                    (side - 1, 0)
                } else {
                    (0, side - 1)
                };
                if !filled(gap) {
                    let push = Push {
                        column,
                        line: line as u8,
                        forward,
                    };
                    found.push((push, mask ^ (1 << square(gap)) ^ (1 << square(tail))));
                }
            }
        }
    }
    found
}

fn squares(mask: u64, side: usize) -> Vec<u8> {
    (0..(side * side) as u8)
        .filter(|&s| mask >> s & 1 == 1)
        .collect()
}

fn shape(mask: u64, side: usize, indices: &BTreeMap<u64, u16>) -> BlankShape {
    let before = squares(mask, side);
    let mut by_code = [None; 4 * (MOST + 1)];
    let slides: Vec<_> = (0..)
        .zip(pushes(mask, side))
        .map(|(index, (push, next))| {
            by_code[push.code()] = Some(index);
            let slid = SlideResult {
                shape: indices[&next],
                gather: gather(push, &before, &squares(next, side), side),
            };
            (push, slid)
        })
        .collect();
    BlankShape {
        squares: before,
        slides,
        parities: [false; 2],
        by_code,
    }
}

fn gather(push: Push, before: &[u8], after: &[u8], side: usize) -> Option<Box<[u8; TILES]>> {
    if !push.column {
        return None;
    }
    let mut gather: [u8; TILES] = std::array::from_fn(|i| i as u8);
    for (slot, &square) in gather.iter_mut().zip(after) {
        let in_line = usize::from(square) % side == usize::from(push.line);
        let from = match (in_line, push.forward) {
            (false, _) => square,
            (true, true) => square - side as u8,
            (true, false) => square + side as u8,
        };
        *slot = before
            .iter()
            .position(|&s| s == from)
            .expect("a slid tile came from a filled square") as u8;
    }
    Some(Box::new(gather))
}
