//! The verifier's own lower bounds, and why they are lower bounds.
//!
//! A table maps the shape and the places of a few tiles to a number. [`Table::check`] looks at
//! every entry: Win has zero, and no slide changes the number by more than one. Any such table is
//! admissible, however it was made: along a solution of n slides the number falls to zero by at
//! most one a slide.

use super::rules::{Outline, Rules};

/// Numbers for the places of some tiles.
#[derive(Debug)]
pub(super) struct Table {
    tiles: Vec<usize>,
    places: usize,
    codes: usize,
    values: Vec<u8>,
}

const UNSEEN: u8 = u8::MAX;

impl Table {
    /// The table of these tiles, counted from 0; `None` if `stop` said so.
    pub(super) fn new(rules: &Rules, tiles: &[usize], stop: &dyn Fn() -> bool) -> Option<Table> {
        let places = rules.k * rules.k;
        let codes = places.pow(tiles.len() as u32);
        let mut table = Table {
            tiles: tiles.to_vec(),
            places,
            codes,
            values: vec![UNSEEN; codes * rules.outlines.len()],
        };
        let home: Vec<u8> = tiles.iter().map(|&tile| rules.home(tile)).collect();
        let first = table.entry(rules, 0, home.into_iter());
        table.values[first] = 0;
        let mut layer = vec![first as u32];
        let mut distance = 0;
        while !layer.is_empty() && !stop() {
            distance += 1;
            let mut next = Vec::new();
            for &entry in &layer {
                table.neighbours(rules, entry as usize, |neighbour| {
                    if table.values[neighbour] == UNSEEN {
                        next.push(neighbour as u32);
                    }
                });
                // Marked at once, so that the next entry does not list them again.
                for &neighbour in next.iter().rev() {
                    let slot = &mut table.values[neighbour as usize];
                    if *slot == distance {
                        break;
                    }
                    *slot = distance;
                }
            }
            layer = next;
        }
        (!stop()).then_some(table)
    }

    /// What is wrong with the table, if anything is; the number of slides that were looked at.
    pub(super) fn check(&self, rules: &Rules, stop: &dyn Fn() -> bool) -> Result<u64, String> {
        let home = self.tiles.iter().map(|&tile| rules.home(tile));
        if self.values[self.entry(rules, 0, home)] != 0 {
            return Err(format!(
                "the table of tiles {:?} is not 0 at Win",
                self.tiles
            ));
        }
        let mut looked = 0;
        for (entry, &value) in self.values.iter().enumerate() {
            if entry % (1 << 20) == 0 && stop() {
                break;
            }
            if value == UNSEEN {
                continue;
            }
            let mut worst = 0;
            self.neighbours(rules, entry, |neighbour| {
                looked += 1;
                worst = worst.max(self.values[neighbour].abs_diff(value));
            });
            // An entry that was never reached differs by far more than one.
            if worst > 1 {
                return Err(format!(
                    "the table of tiles {:?} changes by {worst} along one slide",
                    self.tiles
                ));
            }
        }
        Ok(looked)
    }

    /// The number for these squares, one for each tile of the puzzle.
    #[inline]
    pub(super) fn value(&self, outline: &Outline, shape: u16, squares: &[u8]) -> u8 {
        let mut code = 0;
        for &tile in &self.tiles {
            code = code * self.places + usize::from(outline.rank[usize::from(squares[tile])]);
        }
        self.values[usize::from(shape) * self.codes + code]
    }

    fn entry(&self, rules: &Rules, shape: u16, squares: impl Iterator<Item = u8>) -> usize {
        let rank = &rules.outlines[usize::from(shape)].rank;
        let code = squares.fold(0, |code, square| {
            code * self.places + usize::from(rank[usize::from(square)])
        });
        usize::from(shape) * self.codes + code
    }

    fn neighbours(&self, rules: &Rules, entry: usize, mut visit: impl FnMut(usize)) {
        let outline = &rules.outlines[entry / self.codes];
        let mut code = entry % self.codes;
        let mut squares = [0; 4];
        let squares = &mut squares[..self.tiles.len()];
        for square in squares.iter_mut().rev() {
            *square = outline.squares[code % self.places];
            code /= self.places;
        }
        for &slide in &outline.moves {
            let shift = rules.shift(slide);
            let after = squares.iter().map(|&square| shift[usize::from(square)]);
            visit(self.entry(rules, slide.shape, after));
        }
    }
}
