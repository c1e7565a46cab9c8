//! The topmost sprite of every cell.

use super::Vgdl;
use ludometer_core::Location;
use ludometer_vgdl::{Level, Seen, SpriteTypeId, State};

/// What is seen of a state, cell by cell.
#[derive(Clone, Debug)]
pub struct Grid {
    /// Cells in a row.
    pub columns: usize,
    /// The cells, row by row; `None` where nothing can be seen.
    pub cells: Vec<Option<Tile>>,
    /// The types of which there are sprites, with their characters, the lowest first.
    pub legend: Vec<(char, SpriteTypeId)>,
}

/// A sprite as a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Its character; a killed avatar has its own.
    pub glyph: char,
    /// Its type.
    pub kind: SpriteTypeId,
    /// Whether it is a killed avatar.
    pub dead: bool,
}

/// A killed avatar.
const DEAD: char = 'x';

impl Vgdl {
    /// What is seen of a state, cell by cell.
    pub fn grid(&self, state: &State) -> Grid {
        let level = &self.level;
        let (width, height) = level.size();
        let (columns, rows) = (width.max(0) as usize, height.max(0) as usize);
        let mut cells = vec![None; columns * rows];
        let mut legend = Vec::new();
        for &kind in level.game().order() {
            let Some(glyph) = self.glyphs.get(kind) else {
                continue;
            };
            for seen in level.sprites(state, kind) {
                if let Some(Location { column, row }) = location(level, &seen) {
                    cells[row * columns + column] = Some(Tile {
                        glyph: if seen.disabled { DEAD } else { glyph },
                        kind,
                        dead: seen.disabled,
                    });
                }
            }
            if level.sprites(state, kind).next().is_some() {
                legend.push((glyph, kind));
            }
        }
        Grid {
            columns,
            cells,
            legend,
        }
    }
}

/// The cell in which a sprite stands, if that is on the board.
pub(super) fn location(level: &Level, seen: &Seen) -> Option<Location> {
    let (columns, rows) = level.size();
    // A sprite between two cells stands where its middle is.
    let middle = level.block() / 2;
    let at = |pixel: i32, cells: i32| {
        let cell = (pixel + middle).div_euclid(level.block());
        usize::try_from(cell).ok().filter(|_| cell < cells)
    };
    Some(Location {
        column: at(seen.x, columns)?,
        row: at(seen.y, rows)?,
    })
}
