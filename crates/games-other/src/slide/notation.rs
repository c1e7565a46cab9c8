//! Positions as people write them: rows from the top, `/` between rows, `.` for a blank, tiles as
//! `1`..`9` and then `A`..`P`.

use super::shape::inversions;
use super::{Slide, TILES, Tiles};
use ludometer_core::Notation;

impl Notation for Slide {
    fn write(&self, state: &Tiles) -> String {
        let (side, board) = (self.side(), self.board(state));
        let rows: Vec<String> = board[..side * side]
            .chunks(side)
            .map(|row| row.iter().map(|&tile| glyph(tile)).collect())
            .collect();
        rows.join("/")
    }

    fn read(&self, text: &str) -> Result<Tiles, String> {
        let (side, count) = (self.side(), self.k() * self.k());
        let rows: Vec<&str> = text.trim().split('/').collect();
        if rows.len() != side {
            return Err(format!(
                "the board has {side} rows with `/` between them, not {}",
                rows.len()
            ));
        }
        let mut mask = 0;
        let mut order = [0; TILES];
        let mut placed = 0;
        for (r, row) in rows.iter().enumerate() {
            if row.chars().count() != side {
                return Err(format!(
                    "row {} has {} squares, not {side}",
                    r + 1,
                    row.chars().count()
                ));
            }
            for (c, sign) in row.chars().enumerate() {
                let Some(tile) = tile(sign) else {
                    return Err(format!(
                        "`{sign}` in row {} is no tile: tiles are 1-9 and A-P, a blank is `.`",
                        r + 1
                    ));
                };
                if tile == 0 {
                    continue;
                }
                if usize::from(tile) > count {
                    return Err(format!(
                        "tile {tile} in row {}: the tiles are 1 to {count}",
                        r + 1
                    ));
                }
                if order[..placed].contains(&tile) {
                    return Err(format!("tile {tile} in row {} is there twice", r + 1));
                }
                order[placed] = tile;
                placed += 1;
                mask |= 1u64 << (r * side + c);
            }
        }
        if placed != count {
            let missing = (1..=count as u8)
                .find(|tile| !order.contains(tile))
                .unwrap_or(0);
            return Err(format!(
                "tile {missing} is missing: all of 1 to {count} must be there"
            ));
        }
        let Some(shape) = self.shapes.of_mask(mask) else {
            return Err(
                "no play from Win leaves its blanks so: the position is unreachable".into(),
            );
        };
        if !self.shapes()[usize::from(shape)].parities[inversions(&order[..count]) % 2] {
            return Err("the order of the tiles has the wrong parity for these blanks: the position is unreachable; exchange any two tiles".into());
        }
        Ok(Tiles { order, shape })
    }
}

impl Slide {
    /// The board as an aligned grid of numbers.
    pub(super) fn grid(&self, state: &Tiles) -> String {
        let (side, board) = (self.side(), self.board(state));
        let width = if self.k() > 3 { 2 } else { 1 };
        let mut text = String::new();
        for row in board[..side * side].chunks(side) {
            let signs: Vec<String> = row
                .iter()
                .map(|&tile| match tile {
                    0 => format!("{:>width$}", "."),
                    _ => format!("{tile:>width$}"),
                })
                .collect();
            text.push_str(&signs.join(" "));
            text.push('\n');
        }
        text
    }
}

fn glyph(tile: u8) -> char {
    match tile {
        0 => '.',
        1..=9 => char::from(b'0' + tile),
        _ => char::from(b'A' + tile - 10),
    }
}

fn tile(sign: char) -> Option<u8> {
    match sign.to_ascii_uppercase() {
        '.' => Some(0),
        sign @ '1'..='9' => Some(sign as u8 - b'0'),
        sign @ 'A'..='P' => Some(sign as u8 - b'A' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_positions_are_named() {
        let slide = Slide::new(3).unwrap();
        let says = |text: &str, part: &str| {
            let error = slide.read(text).unwrap_err();
            assert!(error.contains(part), "{error}");
        };
        says("123./456./789.", "4 rows");
        says("123./456./789./...", "row 4 has 3 squares");
        says("123./456./78x./....", "`x` in row 3");
        says("123./456./78A./....", "tile 10 in row 3");
        says("123./456./788./....", "twice");
        says("123./456./78../....", "tile 9 is missing");
        says("12.3/456./789./....", "blanks");
        says("213./456./789./....", "parity");
    }
}
