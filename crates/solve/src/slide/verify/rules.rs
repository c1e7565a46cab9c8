//! The rules once more, from their description alone: squares, lines, and which blocks can slide.
//!
//! A line slides when it holds exactly K tiles and its one blank is at an end. Nothing here comes
//! from the tables of the game or of the solver, so that a mistake in them cannot hide.

use std::collections::{HashMap, VecDeque};

/// A slide of one line, by one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Move {
    pub(super) column: bool,
    pub(super) line: u8,
    pub(super) forward: bool,
    /// The shape it leads to.
    pub(super) shape: u16,
    // Where to find what it does to squares.
    shift: u8,
}

/// The occupied squares and what can slide.
#[derive(Debug)]
pub(super) struct Outline {
    /// For each square of the board how many occupied squares come before it.
    pub(super) rank: Vec<u8>,
    /// The occupied squares in reading order.
    pub(super) squares: Vec<u8>,
    /// What can slide.
    pub(super) moves: Vec<Move>,
}

/// The geometry of one K.
#[derive(Debug)]
pub(super) struct Rules {
    pub(super) k: usize,
    pub(super) side: usize,
    pub(super) outlines: Vec<Outline>,
    // For each slide and each square where what is there goes.
    shifts: Vec<Vec<u8>>,
    numbers: HashMap<u64, u16>,
}

impl Move {
    /// The slide that undoes this one, made in `shape`.
    pub(super) fn back(self, shape: u16) -> Move {
        let forward = !self.forward;
        Move {
            forward,
            shape,
            shift: shift_number(self.column, self.line, forward),
            ..self
        }
    }
}

impl Rules {
    pub(super) fn new(k: usize) -> Rules {
        let side = k + 1;
        let home = (0..k * k).fold(0u64, |mask, i| mask | 1 << (i / k * side + i % k));
        let mut numbers = HashMap::from([(home, 0)]);
        let mut masks = vec![home];
        let mut queue = VecDeque::from([home]);
        let mut moves = Vec::new();
        while let Some(mask) = queue.pop_front() {
            let mut of_mask = Vec::new();
            for (column, line, forward, next) in slides(mask, side) {
                let shape = *numbers.entry(next).or_insert_with(|| {
                    masks.push(next);
                    queue.push_back(next);
                    masks.len() as u16 - 1
                });
                of_mask.push(Move {
                    column,
                    line,
                    forward,
                    shape,
                    shift: shift_number(column, line, forward),
                });
            }
            moves.push(of_mask);
        }
        let outlines = masks.iter().zip(moves).map(|(&mask, moves)| {
            let before = |square: usize| (mask & ((1 << square) - 1)).count_ones() as u8;
            let squares = 0..side * side;
            Outline {
                rank: squares.clone().map(before).collect(),
                squares: squares
                    .filter(|&s| mask >> s & 1 == 1)
                    .map(|s| s as u8)
                    .collect(),
                moves,
            }
        });
        Rules {
            k,
            side,
            outlines: outlines.collect(),
            shifts: shifts(side),
            numbers,
        }
    }

    /// The shape with these occupied squares; shape 0 is that of Win.
    pub(super) fn shape(&self, occupied: impl Iterator<Item = usize>) -> Option<u16> {
        let mask = occupied.fold(0u64, |mask, square| mask | 1 << square);
        self.numbers.get(&mask).copied()
    }

    /// The home square of tile `index + 1`.
    pub(super) fn home(&self, index: usize) -> u8 {
        (index / self.k * self.side + index % self.k) as u8
    }

    /// Where what is on each square is after a slide.
    #[inline]
    pub(super) fn shift(&self, slide: Move) -> &[u8] {
        &self.shifts[usize::from(slide.shift)]
    }
}

fn shift_number(column: bool, line: u8, forward: bool) -> u8 {
    line * 4 + u8::from(column) * 2 + u8::from(forward)
}

/// One list of squares for each slide, by its number. A square that a legal slide cannot push off
/// the board is all that is ever asked about; others stay.
fn shifts(side: usize) -> Vec<Vec<u8>> {
    let mut shifts = vec![Vec::new(); side * 4];
    for line in 0..side {
        for (column, forward) in [(false, false), (false, true), (true, false), (true, true)] {
            let number = shift_number(column, line as u8, forward);
            shifts[usize::from(number)] = (0..side * side)
                .map(|square| {
                    let (row, place) = (square / side, square % side);
                    let (on, at, step) = if column {
                        (place == line, row, side)
                    } else {
                        (row == line, place, 1)
                    };
                    match (on, forward) {
                        (true, true) if at + 1 < side => square + step,
                        (true, false) if at > 0 => square - step,
                        _ => square,
                    }
                })
                .map(|square| square as u8)
                .collect();
        }
    }
    shifts
}

/// The slides of a set of occupied squares: column?, line, forward?, the squares afterwards.
fn slides(mask: u64, side: usize) -> Vec<(bool, u8, bool, u64)> {
    let mut found = Vec::new();
    for column in [false, true] {
        for line in 0..side {
            let squares: Vec<usize> = (0..side)
                .map(|i| {
                    if column {
                        i * side + line
                    } else {
                        line * side + i
                    }
                })
                .collect();
            let filled: Vec<bool> = squares.iter().map(|&s| mask >> s & 1 == 1).collect();
            if filled.iter().filter(|&&f| !f).count() != 1 {
                continue;
            }
            let (first, last) = (squares[0], squares[side - 1]);
            let next = mask ^ (1 << first) ^ (1 << last);
            if !filled[side - 1] {
                found.push((column, line as u8, true, next));
            }
            if !filled[0] {
                found.push((column, line as u8, false, next));
            }
        }
    }
    found
}
