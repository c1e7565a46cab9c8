//! Positions as text.

use super::{Board, SQUARES, SameGame, sign, worth};
use ludometer_core::Notation;

/// Rows from the top with `/` between them, colours from `1`, `.` where there is no block; then the points so
/// far.
impl Notation for SameGame {
    fn write(&self, board: &Board) -> String {
        let row = |height: usize| -> String {
            let columns = 0..self.columns;
            columns
                .map(|column| sign(board.squares[column * self.rows + height]))
                .collect()
        };
        let rows: Vec<String> = (0..self.rows).rev().map(row).collect();
        format!("{} {}", rows.join("/"), board.score)
    }

    fn read(&self, text: &str) -> Result<Board, String> {
        let (rows, score) = match text.trim().split_once(' ') {
            Some((rows, score)) => (rows, score.trim()),
            None => (text.trim(), "0"),
        };
        let most = worth(self.count());
        let score = score
            .parse()
            .ok()
            .filter(|score| (0..=most).contains(score));
        let Some(score) = score else {
            return Err(format!(
                "after the board stand the points so far, 0 to {most}"
            ));
        };
        let rows: Vec<&str> = rows.split('/').collect();
        if rows.len() != self.rows {
            return Err(format!(
                "the board has {} rows with `/` between them, not {}",
                self.rows,
                rows.len()
            ));
        }
        let mut board = Board {
            squares: [0; SQUARES],
            score,
        };
        for (number, row) in (1..).zip(&rows) {
            let length = row.chars().count();
            if length != self.columns {
                let columns = self.columns;
                return Err(format!("row {number} has {length} squares, not {columns}"));
            }
            for (column, sign) in row.chars().enumerate() {
                let colour = match sign {
                    '.' => Some(0),
                    _ => sign
                        .to_digit(10)
                        .filter(|c| (1..=u32::from(self.colours)).contains(c)),
                };
                let Some(colour) = colour else {
                    return Err(format!(
                        "`{sign}` in row {number} is no block: colours are 1 to {}, `.` is empty",
                        self.colours
                    ));
                };
                board.squares[column * self.rows + self.rows - number] = colour as u8;
            }
        }
        self.check(&board)?;
        Ok(board)
    }
}

impl SameGame {
    fn check(&self, board: &Board) -> Result<(), String> {
        let columns = board.squares[..self.count()].chunks(self.rows);
        for (column, blocks) in columns.enumerate() {
            if let Some(at) = (1..self.rows).find(|&at| blocks[at] != 0 && blocks[at - 1] == 0) {
                let name = self.name(column * self.rows + at);
                return Err(format!(
                    "the block on {name} lies on nothing: blocks fall down"
                ));
            }
            if column > 0 && blocks[0] != 0 && board.squares[(column - 1) * self.rows] == 0 {
                let name = self.name(column * self.rows);
                return Err(format!(
                    "the column before {name} is empty: columns close up to the left"
                ));
            }
        }
        // What was removed came in groups of two at least, and is worth most in one.
        let left = board.squares.iter().filter(|&&square| square != 0).count();
        let gone = self.count() - left;
        let most = if gone < 2 { 0 } else { worth(gone) };
        if gone == 1 || board.score > most {
            return Err(format!(
                "{} points for {gone} blocks: groups have at least two, and at most {most} points can have come of that",
                board.score
            ));
        }
        Ok(())
    }
}
