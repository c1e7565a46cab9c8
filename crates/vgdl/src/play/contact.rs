//! Which types may be touching which, found by cells instead of by pairs.
//!
//! Every cell says which types are in it. The tiles that stand are there all the time; of two types that a
//! rule brings together the rarer one marks its cells and sees who was there before; then those that do
//! not mark look what is in theirs. The marks of a tick only grow, so they say too much at worst and never
//! too little; every overlap is tested exactly afterwards.

use super::World;
use crate::dice::Dice;
use crate::level::{Cell, Level, Side, Spot};
use crate::state::{Ref, Sprite, State};

/// The cells of a level with what is in them, kept from tick to tick.
#[derive(Default)]
pub(super) struct Grid {
    cells: Vec<Cell>,
    /// The cells with tiles only.
    ground: Vec<Cell>,
    /// The level whose tiles are in the cells, and which of them stand there.
    level: u64,
    standing: Vec<u64>,
    /// The cells that hold more than tiles.
    marked: Vec<u32>,
    /// Which bits each bit has met.
    met: Vec<u64>,
    /// All bits that have met any.
    greeted: u64,
    /// A bit for every meeting of the level that may take place.
    due: Vec<u64>,
    /// Bits of those that have come to others since these looked.
    late: u64,
    /// Where each sprite that can change is, in the order of the state, and what else was there.
    sights: Vec<Sight>,
    /// Whether all this is up to date.
    ready: bool,
}

/// Where a sprite is, and what else is there.
#[derive(Clone, Copy)]
pub(super) struct Sight {
    place: (i32, i32),
    pub(super) spot: Spot,
    others: u64,
}

impl Sight {
    fn new(level: &Level) -> Sight {
        Sight {
            place: (0, 0),
            spot: level.spot(0, 0),
            others: 0,
        }
    }

    /// Where a sprite is: of those that rest, mostly where one was in the last tick. Of the others asking
    /// costs more than it saves.
    #[inline]
    fn find(&mut self, level: &Level, side: Side, sprite: &Sprite) -> Spot {
        let place = (sprite.x, sprite.y);
        if !side.rests || self.place != place {
            self.place = place;
            self.spot = level.spot(place.0, place.1);
        }
        self.spot
    }
}

/// Marks a sprite's cells and returns what was in them.
#[inline]
fn mark(cells: &mut [Cell], marked: &mut Vec<u32>, bit: u64, spot: Spot) -> u64 {
    let mut before = 0;
    spot.each(|at| {
        let cell = &mut cells[at];
        before |= cell.present;
        *cell = cell.with(bit);
        marked.push(at as u32);
    });
    before
}

/// The partners that are in the cells besides the sprite itself.
#[inline]
fn others(cells: &[Cell], side: Side, spot: Spot) -> u64 {
    let [a, b, c, d] = spot.corners().map(|at| cells[at]);
    let present = a.present | b.present | c.present | d.present;
    let crowd = a.crowd | b.crowd | c.crowd | d.crowd;
    let own = if side.marks { side.bit } else { 0 };
    ((present & !own) | (crowd & own)) & side.partners
}

impl Grid {
    /// Forgets the sprites' marks, and all of another level.
    fn reset(&mut self, level: &Level, state: &State) {
        self.ready = false;
        if self.level == level.id {
            for cell in self.marked.drain(..) {
                self.cells[cell as usize] = self.ground[cell as usize];
            }
        } else {
            self.marked.clear();
            self.ground.clone_from(&level.cells);
            self.cells.clone_from(&level.cells);
            self.standing.clone_from(&level.start.standing);
            self.sights.clear();
            self.met.clear();
            self.met.resize(level.bits, 0);
            self.greeted = 0;
            self.level = level.id;
        }
        if self.standing != state.standing {
            self.raise(level, state);
        }
        while self.greeted != 0 {
            self.met[self.greeted.trailing_zeros() as usize] = 0;
            self.greeted &= self.greeted - 1;
        }
        self.due.clone_from(&level.idle_due);
        self.late = 0;
    }

    /// Lets exactly those tiles stand in the cells that stand in the state.
    fn raise(&mut self, level: &Level, state: &State) {
        for (word, (old, &new)) in self.standing.iter_mut().zip(&state.standing).enumerate() {
            let mut changed = *old ^ new;
            *old = new;
            while changed != 0 {
                let (x, y) = level.tiles[word * 64 + changed.trailing_zeros() as usize];
                let cell = level.spot(x, y).corners()[0];
                self.ground[cell] = level.ground(cell, state);
                self.cells[cell] = self.ground[cell];
                changed &= changed - 1;
            }
        }
    }

    /// The tiles that stand in a cell.
    #[inline]
    pub(super) fn ground(&self, cell: usize) -> Cell {
        self.ground[cell]
    }

    /// The partners that are in the cells besides the sprite itself.
    #[inline]
    pub(super) fn others(&self, side: Side, spot: Spot) -> u64 {
        others(&self.cells, side, spot)
    }

    /// Notes that two types may touch, and which meetings may take place therefore.
    #[inline]
    fn greet(&mut self, level: &Level, bit: u64, others: u64) {
        let own = bit.trailing_zeros() as usize;
        if others & !self.met[own] != 0 {
            self.introduce(level, own, others & !self.met[own]);
        }
    }

    fn introduce(&mut self, level: &Level, own: usize, mut others: u64) {
        self.met[own] |= others;
        self.greeted |= others | 1 << own;
        while others != 0 {
            let other = others.trailing_zeros() as usize;
            self.met[other] |= 1 << own;
            for (due, called) in self.due.iter_mut().zip(level.calls(own, other)) {
                *due |= called;
            }
            others &= others - 1;
        }
    }

    /// The first meeting from one on that may take place.
    #[inline]
    pub(super) fn due(&self, from: usize) -> Option<usize> {
        let mut word = from / 64;
        let mut due = self.due.get(word)? & (u64::MAX << (from % 64));
        while due == 0 {
            word += 1;
            due = *self.due.get(word)?;
        }
        Some(word * 64 + due.trailing_zeros() as usize)
    }

    /// Which bits a type has met.
    #[inline]
    pub(super) fn met(&self, side: Side) -> u64 {
        self.met[side.bit.trailing_zeros() as usize]
    }

    /// Whether rules between two types are running.
    #[inline]
    pub(super) fn ready(&self) -> bool {
        self.ready
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
            let level = self.level;
            let group = self.state.groups[r.kind.index()];
            let spot = level.spot(x, y);
            let side = level.sides[r.kind.index()];
            let grid = &mut self.scratch.grid;
            let mut others = 0;
            if side.bit != 0 {
                // Who does not mark may be anywhere, so it may be here.
                if side.marks {
                    let before = mark(&mut grid.cells, &mut grid.marked, side.bit, spot);
                    if before & side.partners | side.rivals != 0 {
                        grid.late |= side.bit;
                    }
                }
                others = grid.others(side, spot);
                grid.greet(level, side.bit, others | side.rivals);
            }
            grid.sights[usize::from(group.start + r.at - group.tiles)] = Sight {
                place: (x, y),
                spot,
                others,
            };
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
            let sights = self.state.sprites.iter().map(|sprite| Sight {
                place: (sprite.x, sprite.y),
                spot: self.level.spot(sprite.x, sprite.y),
                others: 0,
            });
            grid.sights.extend(sights);
        }
    }

    /// Marks those that mark, then lets the others look around.
    pub(super) fn index(&mut self) {
        let level = self.level;
        let grid = &mut self.scratch.grid;
        grid.reset(level, self.state);
        grid.sights
            .resize(self.state.sprites.len(), Sight::new(level));
        for &side in &level.markers {
            let Some(stretch) = self.state.stretch(side.kind) else {
                continue;
            };
            let Grid {
                cells,
                marked,
                sights,
                ..
            } = grid;
            let mut all = 0;
            for (sprite, sight) in self.state.sprites[stretch.clone()]
                .iter()
                .zip(&mut sights[stretch])
            {
                all |= mark(cells, marked, side.bit, sight.find(level, side, sprite));
            }
            grid.greet(level, side.bit, all & side.partners);
        }
        for &side in &level.lookers {
            let Some(stretch) = self.state.stretch(side.kind) else {
                continue;
            };
            let Grid { cells, sights, .. } = grid;
            let mut all = 0;
            for (sprite, sight) in self.state.sprites[stretch.clone()]
                .iter()
                .zip(&mut sights[stretch])
            {
                sight.others = others(cells, side, sight.find(level, side, sprite));
                all |= sight.others;
            }
            grid.greet(level, side.bit, all);
        }
        grid.ready = true;
    }

    /// Stops noting moves.
    pub(super) fn unindex(&mut self) {
        self.scratch.grid.ready = false;
    }
}
