//! Positions as text.

use super::{Board, Go};
use crate::grid::{SIGNS, other};
use ludometer_core::{Notation, Player};

/// Rows from the top with `/` between them, `X` (Black), `O` and `.`, who is to move, and the plies so far;
/// then, where they are not nothing, `ko` with its point and `pass` for each pass in a row.
impl Notation for Go {
    fn write(&self, board: &Board) -> String {
        let rows = self
            .grid()
            .write(|row, column| self.sign(board, row, column));
        let mut text = format!("{rows} {} {}", SIGNS[board.mover.index()], board.plies);
        if let Some(point) = board.ko {
            text += &format!(" ko {}", self.name(point));
        }
        text + &" pass".repeat(usize::from(board.passes))
    }

    fn read(&self, text: &str) -> Result<Board, String> {
        let mut words = text.split_whitespace();
        let squares = self
            .grid()
            .read(words.next().unwrap_or_default(), &[".-+", "XxBb", "OoWw"])?;
        let mut stones = [0_u128; 2];
        for (point, &class) in squares.iter().enumerate() {
            if let Some(player) = class.checked_sub(1) {
                stones[player] |= 1 << point;
            }
        }
        let mover = match words.next() {
            Some("X" | "x" | "B" | "b") => Player(0),
            Some("O" | "o" | "W" | "w") => Player(1),
            other => {
                let found = other.unwrap_or("nothing");
                return Err(format!(
                    "after the board stands who is to move, X or O, not {found}"
                ));
            }
        };
        let plies = match words.next() {
            None => (stones[0] | stones[1]).count_ones() as u16,
            Some(word) => match word.parse() {
                Ok(plies) if plies <= self.limit => plies,
                _ => {
                    return Err(format!(
                        "`{word}` is no number of plies, 0 to {}",
                        self.limit
                    ));
                }
            },
        };
        let mut board = Board {
            stones,
            mover,
            ko: None,
            passes: 0,
            plies,
        };
        while let Some(word) = words.next() {
            match word.to_ascii_lowercase().as_str() {
                "pass" if board.passes < 2 && board.ko.is_none() => board.passes += 1,
                "ko" if board.ko.is_none() && board.passes == 0 => {
                    let name = words.next().unwrap_or_default();
                    let point = self.point(name).filter(|&point| self.is_ko(&board, point));
                    board.ko = Some(point.ok_or_else(|| {
                        format!("`{name}` is no ko: it is an empty point among stones of the other player, one of which has no other liberty")
                    })?);
                }
                _ => {
                    return Err(format!(
                        "`{word}` is not understood: there may be `ko` with a point, or `pass` once or twice"
                    ));
                }
            }
        }
        self.check(&board)?;
        Ok(board)
    }
}

impl Go {
    /// Whether the other player can have taken a stone on this point with its last stone.
    fn is_ko(&self, board: &Board, point: u8) -> bool {
        let [empty, point] = [self.empty(board), 1 << point];
        let opponent = board.stones[other(board.mover).index()];
        let near = self.beside(point);
        let taker = |stone: &u128| {
            let beside = self.beside(*stone);
            near & stone != 0 && beside & opponent == 0 && beside & empty == point
        };
        let mut stones = (0..self.size * self.size).map(|at| 1u128 << at);
        empty & point != 0 && near & !opponent == 0 && stones.any(|stone| taker(&stone))
    }

    fn check(&self, board: &Board) -> Result<(), String> {
        let empty = self.empty(board);
        for stones in board.stones {
            let alive = self.flood(self.beside(empty) & stones, stones);
            if alive != stones {
                let dead = (stones & !alive).trailing_zeros() as u8;
                return Err(format!(
                    "the stone on {} has no liberty: it would be taken",
                    self.name(dead)
                ));
            }
        }
        if board.plies < u16::from(board.passes) + u16::from(board.ko.is_some()) {
            return Err(format!(
                "{} plies are too few for what has happened",
                board.plies
            ));
        }
        Ok(())
    }
}
