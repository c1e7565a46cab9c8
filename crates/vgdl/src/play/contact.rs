//! Which types may be touching which, found by cells instead of by pairs.
//!
//! Every cell has a mask of the types in it: the level's for tiles, the scratch grid for sprites that
//! can change. Masks only grow during a tick, so they say too much at worst and never too little.

use super::World;
use crate::dice::Dice;
use crate::kind::KindId;

impl<D: Dice> World<'_, D> {
    /// Notes that a sprite of a type is here now.
    #[inline]
    pub(crate) fn note_move(&mut self, kind: KindId, x: i32, y: i32) {
        if self.scratch.indexed {
            self.scratch.moved = true;
            self.mark(self.kind(kind).bit, x, y);
        }
    }

    /// Marks the cells that a rectangle covers.
    #[inline]
    fn mark(&mut self, bit: u64, x: i32, y: i32) {
        if bit == 0 {
            return;
        }
        let span = self.level.span(x, y);
        let mut old = 0;
        for cell in span.cells() {
            let mask = &mut self.scratch.grid[cell];
            if *mask == 0 {
                self.scratch.marked.push(cell as u32);
            }
            old |= *mask | self.level.masks[cell];
            *mask |= bit;
        }
        let own = bit.trailing_zeros() as usize;
        self.scratch.met[own] |= old;
        while old != 0 {
            self.scratch.met[old.trailing_zeros() as usize] |= bit;
            old &= old - 1;
        }
    }

    /// What stands in the cells that a rectangle covers.
    #[inline]
    pub(super) fn mask(&self, (x, y): (i32, i32)) -> u64 {
        self.level.span(x, y).cells().fold(0, |mask, cell| mask | self.scratch.grid[cell] | self.level.masks[cell])
    }

    /// Marks all sprites.
    pub(super) fn index(&mut self) {
        self.scratch.grid.resize(self.level.masks.len().max(self.scratch.grid.len()), 0);
        self.scratch.met.clear();
        self.scratch.met.resize(64, 0);
        self.scratch.indexed = true;
        for kind in 0..self.game.kinds.len() {
            let id = KindId(kind as u16);
            let bit = self.game.kinds[kind].bit;
            if bit == 0 {
                continue;
            }
            for at in 0..self.state.group(id).len() {
                let sprite = &self.state.group(id)[at];
                self.mark(bit, sprite.x, sprite.y);
            }
        }
    }

    /// Clears the marks.
    pub(super) fn clear_index(&mut self) {
        self.scratch.indexed = false;
        while let Some(cell) = self.scratch.marked.pop() {
            self.scratch.grid[cell as usize] = 0;
        }
    }
}
