//! The topmost sprite of every cell.

use super::Vgdl;
use ludometer_vgdl::{KindId, State};

/// What is seen of a state, cell by cell.
#[derive(Clone, Debug)]
pub struct Grid {
    /// Cells in a row.
    pub columns: usize,
    /// The cells, row by row; `None` where nothing can be seen.
    pub cells: Vec<Option<Tile>>,
    /// The types of which there are sprites, with their characters, the lowest first.
    pub legend: Vec<(char, KindId)>,
}

/// A sprite as a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Its character; a killed avatar has its own.
    pub glyph: char,
    /// Its type.
    pub kind: KindId,
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
                // A sprite between two cells stands where its middle is.
                let middle = level.block() / 2;
                let at =
                    |pixel: i32| usize::try_from((pixel + middle).div_euclid(level.block())).ok();
                let place = at(seen.x).zip(at(seen.y));
                if let Some((x, y)) = place.filter(|&(x, y)| x < columns && y < rows) {
                    cells[y * columns + x] = Some(Tile {
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
