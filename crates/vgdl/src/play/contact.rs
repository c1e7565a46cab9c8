//! Which types may be touching which, found by cells instead of by pairs.
//!
//! Every cell says which types are in it, the level's tiles included. The marks of a tick only grow, so
//! they say too much at worst and never too little; every overlap is tested exactly afterwards.

use super::World;
use crate::dice::Dice;
use crate::kind::KindId;
use crate::level::{Cell, Level, Spot};
use crate::state::Ref;

/// The cells of a level with what is in them, kept from tick to tick.
#[derive(Default)]
pub(super) struct Grid {
    cells: Vec<Cell>,
    /// The level whose tiles are in the cells.
    level: u64,
    /// The cells that hold more than tiles.
    marked: Vec<u32>,
    /// Which bits each bit has met.
    met: Vec<u64>,
    /// Where each sprite that can change is, in the order of the state.
    spots: Vec<Spot>,
    /// Whether all this is up to date.
    ready: bool,
}

impl Grid {
    /// Forgets the sprites, and another level's tiles.
    fn reset(&mut self, level: &Level) {
        self.ready = false;
        if self.level == level.id {
            while let Some(cell) = self.marked.pop() {
                self.cells[cell as usize] = level.cells[cell as usize];
            }
        } else {
            self.marked.clear();
            self.cells.clear();
            self.cells.extend_from_slice(&level.cells);
            self.level = level.id;
        }
        self.met.clear();
        self.met.resize(64, 0);
    }

    #[inline]
    fn mark(&mut self, bit: u64, spot: Spot) {
        let mut old = 0;
        let Grid { cells, marked, .. } = self;
        spot.each(|at| {
            let cell = &mut cells[at];
            old |= cell.present;
            cell.crowd |= cell.present & bit;
            cell.present |= bit;
            marked.push(at as u32);
        });
        let own = bit.trailing_zeros() as usize;
        let mut new = old & !self.met[own];
        self.met[own] |= new;
        while new != 0 {
            self.met[new.trailing_zeros() as usize] |= bit;
            new &= new - 1;
        }
    }

    /// The types that are in the cells besides one sprite of the given bit.
    #[inline]
    pub(super) fn others(&self, bit: u64, spot: Spot) -> u64 {
        let (mut present, mut crowd) = (0, 0);
        spot.each(|at| {
            present |= self.cells[at].present;
            crowd |= self.cells[at].crowd;
        });
        (present & !bit) | (crowd & bit)
    }

    /// Which bits some bits have met.
    #[inline]
    pub(super) fn met(&self, mut bits: u64) -> u64 {
        let mut met = 0;
        while bits != 0 {
            met |= self.met[bits.trailing_zeros() as usize];
            bits &= bits - 1;
        }
        met
    }

    #[inline]
    pub(super) fn spot(&self, at: usize) -> Spot {
        self.spots[at]
    }
}

impl<D: Dice> World<'_, D> {
    /// Notes that a sprite is here now.
    #[inline]
    pub(crate) fn note_move(&mut self, r: Ref, x: i32, y: i32) {
        if self.scratch.grid.ready {
            self.scratch.moved = true;
            let group = self.state.groups[r.kind.index()];
            let spot = self.level.spot(x, y);
            self.scratch.grid.spots[usize::from(group.start + r.at - group.tiles)] = spot;
            let bit = self.kind(r.kind).bit;
            if bit != 0 {
                self.scratch.grid.mark(bit, spot);
            }
        }
    }

    /// Where a sprite or a tile is.
    #[inline]
    pub(super) fn spot(&self, r: Ref) -> Spot {
        let (x, y) = self.position(r);
        self.level.spot(x, y)
    }

    /// Finds all sprites anew when they lie elsewhere in the state.
    pub(super) fn relocate(&mut self) {
        let grid = &mut self.scratch.grid;
        if grid.ready && grid.spots.len() != self.state.sprites.len() {
            grid.spots.clear();
            grid.spots.extend(self.state.sprites.iter().map(|sprite| self.level.spot(sprite.x, sprite.y)));
        }
    }

    /// Marks all sprites.
    pub(super) fn index(&mut self) {
        let level = self.level;
        let grid = &mut self.scratch.grid;
        grid.reset(level);
        grid.spots.resize(self.state.sprites.len(), Spot::default());
        for &(kind, bit) in &level.marked {
            let group = self.state.groups[KindId::index(kind)];
            let start = usize::from(group.start);
            for (at, sprite) in self.state.sprites[start..start + usize::from(group.len)].iter().enumerate() {
                let spot = level.spot(sprite.x, sprite.y);
                grid.spots[start + at] = spot;
                grid.mark(bit, spot);
            }
        }
        grid.ready = true;
    }

    /// Stops noting moves.
    pub(super) fn unindex(&mut self) {
        self.scratch.grid.ready = false;
    }
}
