//! A level: a game on a map, ready to be played.

use std::sync::Arc;

use crate::action::Action;
use crate::game::VgdlGame;
use crate::paths::Paths;
use crate::sprite_type_id::SpriteTypeId;
use crate::sprites::Class;
use crate::state::{Flag, Outcome, Ref, Sprite, State};

/// A level of a game. It is shared by all its states and never changes.
#[derive(Debug)]
pub struct Level {
    pub(crate) game: Arc<VgdlGame>,
    /// Columns.
    pub(crate) width: i32,
    /// Rows.
    pub(crate) height: i32,
    /// Pixels of a cell.
    pub(crate) block: i32,
    /// The largest coordinates of a sprite that is wholly on the screen.
    pub(crate) most: (u32, u32),
    /// Reciprocal of the block, for exact division of small numbers.
    pub(crate) inverse: u64,
    /// A number that no other level has.
    pub(crate) id: u64,
    /// Which tiles are in each cell at the start; with a margin of one cell.
    pub(crate) cells: Vec<Cell>,
    /// Every type's part in the contacts.
    pub(crate) sides: Vec<Side>,
    /// The parts of those that rules between two types mean, first those that mark.
    pub(crate) markers: Vec<Side>,
    pub(crate) lookers: Vec<Side>,
    /// A bit for every meeting that takes place even if nothing moves.
    pub(crate) idle_due: Vec<u64>,
    /// For every two bits, the meetings that may take place when they touch, as bits.
    pub(crate) calls: Vec<u64>,
    /// Whether every type has a bit of its own.
    pub(crate) own_bits: bool,
    /// How many bits are in use.
    pub(crate) bits: usize,
    /// The level's tiles: positions, type after type.
    pub(crate) tiles: Vec<(i32, i32)>,
    /// Where the tiles of a type begin.
    pub(crate) first_tiles: Vec<u32>,
    /// The tiles of each cell, one cell after the other, and where a cell's begin.
    pub(crate) cell_tiles: Vec<Ref>,
    pub(crate) cell_starts: Vec<u32>,
    /// Types with rules for leaving the screen, each once.
    pub(crate) leavers: Vec<SpriteTypeId>,
    pub(crate) strides: Vec<Stride>,
    pub(crate) meetings: Vec<Meeting>,
    pub(crate) paths: Option<Paths>,
    pub(crate) start: State,
}

/// A speed in pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stride {
    /// A passive move: −1 means 1.
    pub(crate) passive: i32,
    /// An active move: nothing or less means 1.
    pub(crate) active: i32,
    /// As it is.
    pub(crate) raw: i32,
    /// Whether the speed is nothing.
    pub(crate) zero: bool,
}

impl Stride {
    pub(crate) fn new(speed: f64, block: i32) -> Stride {
        let pixels = |speed: f64| match (speed * f64::from(block)) as i32 {
            0 => speed as i32,
            pixels => pixels,
        };
        Stride {
            passive: pixels(if speed == -1.0 { 1.0 } else { speed }),
            active: pixels(if speed <= 0.0 { 1.0 } else { speed }),
            raw: pixels(speed),
            zero: speed == 0.0,
        }
    }
}

/// A pair of types with the groups that it means on this level.
#[derive(Clone, Debug)]
pub(crate) struct Meeting {
    pub(crate) pair: usize,
    pub(crate) firsts: Vec<Side>,
    pub(crate) seconds: Vec<Side>,
    pub(crate) second_mask: u64,
    /// The seconds that do not mark.
    pub(crate) unmarked_mask: u64,
    /// Whether tiles of both share a cell at the start.
    pub(crate) tiles_touch: bool,
}

/// A type's part in the contacts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side {
    pub(crate) kind: SpriteTypeId,
    pub(crate) bit: u64,
    /// The bits of those that rules bring together with it.
    pub(crate) partners: u64,
    /// Those of them that do not mark.
    pub(crate) rivals: u64,
    /// Whether its sprites mark their cells.
    pub(crate) marks: bool,
    /// Whether its sprites do not move by themselves.
    pub(crate) rests: bool,
}

/// The types in a cell, as bits.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cell {
    /// At least one sprite.
    pub(crate) present: u64,
    /// At least two.
    pub(crate) crowd: u64,
}

impl Cell {
    /// The cell with one more sprite.
    #[inline]
    #[must_use]
    pub(crate) fn with(self, bit: u64) -> Cell {
        Cell {
            present: self.present | bit,
            crowd: self.crowd | self.present & bit,
        }
    }
}

/// The cells that a rectangle covers: one, two or four.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spot {
    first: u32,
    /// 1 if the cell to the right is covered.
    right: u16,
    /// The cells of a row if the cell below is covered.
    down: u16,
}

impl Spot {
    /// The four corners' cells, which are the same ones where fewer are covered.
    #[inline]
    pub(crate) fn corners(self) -> [usize; 4] {
        let (first, right, down) = (
            self.first as usize,
            usize::from(self.right),
            usize::from(self.down),
        );
        [first, first + right, first + down, first + down + right]
    }

    /// Visits the cells.
    #[inline(always)]
    pub(crate) fn each(self, mut visit: impl FnMut(usize)) {
        let (first, right, down) = (
            self.first as usize,
            usize::from(self.right),
            usize::from(self.down),
        );
        visit(first);
        if right != 0 {
            visit(first + right);
        }
        if down != 0 {
            visit(first + down);
            if right != 0 {
                visit(first + down + right);
            }
        }
    }
}

impl Level {
    /// The game that is played on it.
    pub fn game(&self) -> &VgdlGame {
        &self.game
    }

    /// Columns and rows.
    pub fn size(&self) -> (i32, i32) {
        (self.width, self.height)
    }

    /// Pixels of a cell.
    pub fn block(&self) -> i32 {
        self.block
    }

    /// The state before the first tick.
    pub fn start(&self) -> State {
        self.start.clone()
    }

    /// What the avatar can do, without [`Action::Nil`]; nothing when the game is over.
    pub fn actions(&self, state: &State) -> &'static [Action] {
        let avatar = state.avatar.filter(|_| state.outcome == Outcome::Open);
        let class = avatar.and_then(|r| self.game.kind(r.kind).class.as_ref());
        class.map_or(&[], Class::actions)
    }

    #[inline]
    pub(crate) fn tile(&self, r: Ref) -> (i32, i32) {
        self.tiles[self.first_tile(r.kind) + usize::from(r.at)]
    }

    #[inline]
    pub(crate) fn first_tile(&self, kind: SpriteTypeId) -> usize {
        self.first_tiles[kind.index()] as usize
    }

    #[inline]
    pub(crate) fn tiles_in(&self, cell: usize) -> &[Ref] {
        &self.cell_tiles[self.cell_starts[cell] as usize..self.cell_starts[cell + 1] as usize]
    }

    /// The tiles of a cell that stand in a state.
    pub(crate) fn ground(&self, cell: usize, state: &State) -> Cell {
        let standing = self
            .tiles_in(cell)
            .iter()
            .filter(|tile| state.stands(self.first_tile(tile.kind) + usize::from(tile.at)));
        standing.fold(Cell::default(), |cell, tile| {
            cell.with(self.sides[tile.kind.index()].bit)
        })
    }

    /// The meetings that may take place when two bits touch.
    #[inline]
    pub(crate) fn calls(&self, a: usize, b: usize) -> &[u64] {
        let words = self.idle_due.len();
        &self.calls[(a * self.bits + b) * words..][..words]
    }

    #[inline]
    pub(crate) fn stride(&self, pace: u16) -> Stride {
        self.strides[usize::from(pace)]
    }

    /// The cells that a rectangle covers; the margin stands for everything outside.
    #[inline]
    pub(crate) fn spot(&self, x: i32, y: i32) -> Spot {
        let (column, slanted) = self.split(x, self.most.0);
        let (line, sunk) = self.split(y, self.most.1);
        let row = self.width as u32 + 2;
        Spot {
            first: line * row + column,
            right: u16::from(slanted),
            down: if sunk { row as u16 } else { 0 },
        }
    }

    /// The cell of a coordinate, counted from the margin, and whether the next one is covered too.
    #[inline]
    fn split(&self, x: i32, most: u32) -> (u32, bool) {
        let from = (x.max(-self.block).min(most as i32 + self.block) + self.block) as u64;
        let cell = (from * self.inverse) >> 32;
        (cell as u32, cell * self.block as u64 != from)
    }

    /// Whether a sprite is wholly on the screen.
    #[inline]
    pub(crate) fn inside(&self, x: i32, y: i32) -> bool {
        x as u32 <= self.most.0 && y as u32 <= self.most.1
    }

    /// A sprite as it comes into being.
    #[inline]
    pub(crate) fn newborn(&self, kind: SpriteTypeId, x: i32, y: i32, id: u32) -> Sprite {
        newborn(&self.game, kind, x, y, id)
    }
}

/// A sprite as it comes into being.
#[inline]
pub(crate) fn newborn(game: &VgdlGame, kind: SpriteTypeId, x: i32, y: i32, id: u32) -> Sprite {
    let nature = &game.kinds[kind.index()].nature;
    let mut sprite = Sprite::new(x, y, nature.heading, id);
    sprite.set(Flag::Oriented, nature.oriented);
    sprite.health = nature.health;
    sprite.time_to_live = nature.time_to_live;
    sprite.pace = nature.pace;
    sprite
}
