//! Every way to play at most this many slides, as iterative-deepening A* walks them (Korf 1985): depth
//! first, turning back where a table says that Win is too far.
//!
//! Slides of parallel lines do not touch each other, so of a run of rows, or of columns, only the
//! one in ascending order is walked; a line is not slid back at once.

use super::rules::{Move, Rules};
use super::table::Table;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A board: where each tile is, and what is on each square.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) squares: Vec<u8>,
    pub(super) on: Vec<u8>,
    pub(super) shape: u16,
}

pub(super) const BLANK: u8 = u8::MAX;

/// The walk over all ways from one board.
pub(super) struct Walk<'a> {
    pub(super) rules: &'a Rules,
    pub(super) tables: &'a [Table],
    /// The most slides a way may have.
    pub(super) limit: u32,
    /// Set from outside to end early.
    pub(super) stop: &'a (dyn Fn(u64) -> bool + Sync),
    /// Boards that were walked to.
    pub(super) nodes: AtomicU64,
    pub(super) stopped: AtomicBool,
}

// Sequences of this many slides are shared out among the threads.
const SHARED: u32 = 5;
// The callback is called after every this many boards.
const PATIENCE: u64 = 1 << 20;

impl Walk<'_> {
    /// The length of a way to Win within the limit; `None` if there is none, or if the walk was
    /// stopped.
    pub(super) fn shortest(&self, board: &Board) -> Option<u32> {
        if self.is_win(board) || self.too_far(board, 0) {
            return self.is_win(board).then_some(0);
        }
        let mut shared = vec![(board.clone(), None)];
        for depth in 1..=SHARED.min(self.limit) {
            let mut next = Vec::new();
            for (board, last) in shared {
                for slide in self.slides(board.shape, last) {
                    let mut board = board.clone();
                    self.slide(&mut board, slide);
                    if self.is_win(&board) {
                        return Some(depth);
                    }
                    if !self.too_far(&board, depth) {
                        next.push((board, Some(slide)));
                    }
                }
            }
            shared = next;
        }
        self.nodes.fetch_add(shared.len() as u64, Ordering::Relaxed);
        let found = shared.into_par_iter().filter_map(|(mut board, last)| {
            let mut counted = 0;
            let found = self.descend(&mut board, last, SHARED, &mut counted);
            self.nodes.fetch_add(counted, Ordering::Relaxed);
            found
        });
        found.min()
    }

    fn descend(
        &self,
        board: &mut Board,
        last: Option<Move>,
        depth: u32,
        counted: &mut u64,
    ) -> Option<u32> {
        for slide in self.slides(board.shape, last) {
            let shape = board.shape;
            self.slide(board, slide);
            *counted += 1;
            let found = if self.is_win(board) {
                Some(depth + 1)
            } else if self.too_far(board, depth + 1) {
                None
            } else {
                self.descend(board, Some(slide), depth + 1, counted)
            };
            self.slide(board, slide.back(shape));
            if found.is_some() {
                return found;
            }
        }
        if *counted >= PATIENCE {
            let walked = self.nodes.fetch_add(*counted, Ordering::Relaxed) + *counted;
            *counted = 0;
            if (self.stop)(walked) {
                self.stopped.store(true, Ordering::Relaxed);
            }
        }
        None
    }

    /// The slides that may come after `last`; none once the walk is stopped.
    fn slides(&self, shape: u16, last: Option<Move>) -> impl Iterator<Item = Move> + use<'_> {
        let outline = &self.rules.outlines[usize::from(shape)];
        let stopped = self.stopped.load(Ordering::Relaxed);
        outline.moves.iter().copied().filter(move |slide| {
            !stopped
                && last.is_none_or(|last| slide.column != last.column || slide.line > last.line)
        })
    }

    fn is_win(&self, board: &Board) -> bool {
        board.shape == 0
            && (0..)
                .zip(&board.squares)
                .all(|(tile, &square)| square == self.rules.home(tile))
    }

    #[inline]
    fn too_far(&self, board: &Board, depth: u32) -> bool {
        let outline = &self.rules.outlines[usize::from(board.shape)];
        // Only Win may be the last board, and Win is not asked about.
        let left = match self.limit.checked_sub(depth) {
            None | Some(0) => return true,
            Some(left) => left,
        };
        self.tables
            .iter()
            .any(|table| u32::from(table.value(outline, board.shape, &board.squares)) > left)
    }

    /// Slides one line of the board, which must be able to.
    fn slide(&self, board: &mut Board, slide: Move) {
        let side = self.rules.side;
        let square = |i: usize| {
            if slide.column {
                i * side + usize::from(slide.line)
            } else {
                usize::from(slide.line) * side + i
            }
        };
        for step in 0..side - 1 {
            // The tile next to the blank goes first.
            let (from, to) = if slide.forward {
                (square(side - 2 - step), square(side - 1 - step))
            } else {
                (square(step + 1), square(step))
            };
            let tile = std::mem::replace(&mut board.on[from], BLANK);
            board.on[to] = tile;
            board.squares[usize::from(tile)] = to as u8;
        }
        board.shape = slide.shape;
    }
}
