//! Which types may be touching which, found by cells instead of by pairs.
//!
//! Every cell says which types are in it. The level's tiles are there for good; of two types that a rule
//! brings together the rarer one marks its cells and sees who was there before; then those that do not
//! mark look what is in theirs. The marks of a tick only grow, so they say too much at worst and never too
//! little; every overlap is tested exactly afterwards.

use super::World;
use crate::dice::Dice;
use crate::level::{Cell, Level, Meeting, Side, Spot};
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
    /// All bits that have met any, or were met.
    meeting: u64,
    /// Bits of those that have moved since all were marked.
    late: u64,
    /// Where each sprite that can change is, in the order of the state, and what else was there.
    sights: Vec<Sight>,
    /// Whether all this is up to date.
    ready: bool,
}

/// Where a sprite is, and what else is there.
#[derive(Clone, Copy, Default)]
pub(super) struct Sight {
    pub(super) spot: Spot,
    others: u64,
}

impl Grid {
    /// Forgets the sprites, and another level's tiles.
    fn reset(&mut self, level: &Level) {
        self.ready = false;
        if self.level == level.id {
            for cell in self.marked.drain(..) {
                self.cells[cell as usize] = level.cells[cell as usize];
            }
        } else {
            self.marked.clear();
            self.cells.clear();
            self.cells.extend_from_slice(&level.cells);
            self.level = level.id;
        }
        self.met.clear();
        self.met.resize(level.bits, 0);
        self.meeting = 0;
        self.late = 0;
    }

    /// Marks a sprite's cells and returns what was in them.
    #[inline]
    fn mark(&mut self, bit: u64, spot: Spot) -> u64 {
        let Grid { cells, marked, .. } = self;
        let mut before = 0;
        spot.each(|at| {
            let cell = &mut cells[at];
            before |= cell.present;
            cell.crowd |= cell.present & bit;
            cell.present |= bit;
            marked.push(at as u32);
        });
        before
    }

    /// The types that are in the cells besides the sprite itself.
    #[inline]
    pub(super) fn others(&self, side: Side, spot: Spot) -> u64 {
        let [a, b, c, d] = spot.corners().map(|at| self.cells[at]);
        let present = a.present | b.present | c.present | d.present;
        if side.marks {
            let crowd = a.crowd | b.crowd | c.crowd | d.crowd;
            (present & !side.bit) | (crowd & side.bit)
        } else {
            present
        }
    }

    #[inline]
    fn greet(&mut self, bit: u64, others: u64) {
        if others != 0 {
            self.met[bit.trailing_zeros() as usize] |= others;
            self.meeting |= bit | others;
        }
    }

    /// Those that do not mark have looked already: somebody new may have come to them.
    fn surprise(&mut self, bit: u64, mut rivals: u64) {
        if rivals != 0 {
            self.meeting |= bit | rivals;
        }
        while rivals != 0 {
            self.met[rivals.trailing_zeros() as usize] |= bit;
            rivals &= rivals - 1;
        }
    }

    /// Whether a sprite of the first types may touch one of the second. Not all have marked and tiles do
    /// not look, so both sides are asked.
    #[inline]
    pub(super) fn may_meet(&self, pair: &Meeting) -> bool {
        self.meeting & pair.first_mask != 0
            && self.meeting & pair.second_mask != 0
            && (self.met(pair.first_mask) & pair.second_mask != 0
                || self.met(pair.second_mask) & pair.first_mask != 0)
    }

    /// Which bits some bits have met.
    #[inline]
    pub(super) fn met(&self, bits: u64) -> u64 {
        let mut bits = bits & self.meeting;
        let mut met = 0;
        while bits != 0 {
            met |= self.met[bits.trailing_zeros() as usize];
            bits &= bits - 1;
        }
        met
    }

    #[inline]
    pub(super) fn sight(&self, at: usize) -> Sight {
        self.sights[at]
    }

    /// What of the wanted is where a sprite is.
    #[inline]
    pub(super) fn look(&self, side: Side, sight: Sight, wanted: u64) -> u64 {
        if side.marks || self.late & wanted != 0 {
            self.others(side, sight.spot)
        } else {
            sight.others
        }
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
            let side = self.level.sides[r.kind.index()];
            let rivals = self.level.rivals[r.kind.index()];
            let grid = &mut self.scratch.grid;
            let mut others = 0;
            if side.bit != 0 {
                if side.marks {
                    grid.mark(side.bit, spot);
                    grid.late |= side.bit;
                }
                others = grid.others(side, spot);
                grid.greet(side.bit, others);
                if side.marks {
                    grid.surprise(side.bit, rivals);
                }
            }
            grid.sights[usize::from(group.start + r.at - group.tiles)] = Sight { spot, others };
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
        if grid.ready && grid.sights.len() != self.state.sprites.len() {
            grid.late = u64::MAX;
            grid.sights.clear();
            let spots = self
                .state
                .sprites
                .iter()
                .map(|sprite| self.level.spot(sprite.x, sprite.y));
            grid.sights
                .extend(spots.map(|spot| Sight { spot, others: 0 }));
        }
    }

    /// Marks those that mark, then lets the others look around.
    pub(super) fn index(&mut self) {
        let level = self.level;
        let grid = &mut self.scratch.grid;
        grid.reset(level);
        grid.sights
            .resize(self.state.sprites.len(), Sight::default());
        for side in &level.markers {
            let start = usize::from(self.state.groups[side.kind.index()].start);
            let mut all = 0;
            for (sprite, at) in self.state.group(side.kind).iter().zip(start..) {
                let spot = level.spot(sprite.x, sprite.y);
                grid.sights[at].spot = spot;
                all |= grid.mark(side.bit, spot);
            }
            grid.greet(side.bit, all);
        }
        for &side in &level.lookers {
            let start = usize::from(self.state.groups[side.kind.index()].start);
            let mut all = 0;
            for (sprite, at) in self.state.group(side.kind).iter().zip(start..) {
                let spot = level.spot(sprite.x, sprite.y);
                let others = grid.others(side, spot);
                grid.sights[at] = Sight { spot, others };
                all |= others;
            }
            grid.greet(side.bit, all);
        }
        grid.ready = true;
    }

    /// Stops noting moves.
    pub(super) fn unindex(&mut self) {
        self.scratch.grid.ready = false;
    }
}
