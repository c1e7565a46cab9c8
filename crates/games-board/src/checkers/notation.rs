//! Positions as text.

use super::{Board, Checkers, NAMES, number, square};
use crate::grid::{ones, other};
use ludometer_core::{Notation, Player};

/// The FEN of portable draughts notation: who is to move and the squares of both sides, kings with `K`, such
/// as `B:W18,24,K10:B12,16,K22`; then, where they are not nothing, the quiet plies and, after an `x`, the
/// square of the piece that must jump on.
impl Notation for Checkers {
    fn write(&self, board: &Board) -> String {
        let side = |player: usize| -> String {
            let squares = ones(board.pieces[player]).map(|square| {
                let king = if board.kings >> square & 1 == 1 {
                    "K"
                } else {
                    ""
                };
                format!("{king}{}", number(square))
            });
            squares.collect::<Vec<_>>().join(",")
        };
        let mover = NAMES[board.mover.index()];
        let mut text = format!("{mover}:W{}:B{}", side(1), side(0));
        if board.quiet > 0 {
            text += &format!(" {}", board.quiet);
        }
        if let Some(piece) = board.chain {
            text += &format!(" x{}", number(piece));
        }
        text
    }

    fn read(&self, text: &str) -> Result<Board, String> {
        let mut words = text.split_whitespace();
        let fen = words.next().unwrap_or_default();
        let parts: Vec<&str> = fen.trim_end_matches('.').split(':').collect();
        let [mover, one, two] = parts[..] else {
            return Err(format!(
                "`{fen}` is no position: it is who is to move and both sides, such as B:W21,K22:B1,2"
            ));
        };
        let mut board = Board {
            pieces: [0; 2],
            kings: 0,
            mover: Player(u8::from(side_of(mover)?.0 == 1)),
            chain: None,
            quiet: 0,
        };
        for part in [one, two] {
            let (player, squares) = side_of(part)?;
            if board.pieces[player] != 0 {
                return Err(format!("the side {} is there twice", NAMES[player]));
            }
            self.read_side(&mut board, player, squares)?;
        }
        for word in words {
            self.read_rest(&mut board, word)?;
        }
        self.check(&board)?;
        Ok(board)
    }
}

/// The player whose letter a part begins with, and the rest of it.
fn side_of(part: &str) -> Result<(usize, &str), String> {
    let mut signs = part.chars();
    let first = signs.next().map(|sign| sign.to_ascii_uppercase());
    match NAMES.iter().position(|name| Some(*name) == first) {
        Some(player) => Ok((player, signs.as_str())),
        None => Err(format!("`{part}` is no side: it begins with B or W")),
    }
}

impl Checkers {
    fn read_side(&self, board: &mut Board, player: usize, squares: &str) -> Result<(), String> {
        for word in squares.split(',').filter(|word| !word.is_empty()) {
            let (king, digits) = match word.strip_prefix(['K', 'k']) {
                Some(digits) => (true, digits),
                None => (false, word),
            };
            let known = digits
                .parse()
                .ok()
                .filter(|number| (1..=32).contains(number));
            let Some(number) = known else {
                return Err(format!(
                    "`{word}` is no square: they are 1 to 32, of kings K1 to K32"
                ));
            };
            let bit = 1 << square(number);
            if (board.pieces[0] | board.pieces[1]) & bit != 0 {
                return Err(format!("the square {number} is there twice"));
            }
            let last_row = [29..=32, 1..=4][player].contains(&number);
            if last_row && !king {
                return Err(format!(
                    "a man of {} on {number} is a king: K{number}",
                    NAMES[player]
                ));
            }
            board.pieces[player] |= bit;
            board.kings |= if king { bit } else { 0 };
        }
        let count = board.pieces[player].count_ones();
        match count {
            0..=12 => Ok(()),
            _ => Err(format!(
                "{count} pieces of {}: it begins with 12",
                NAMES[player]
            )),
        }
    }

    fn read_rest(&self, board: &mut Board, word: &str) -> Result<(), String> {
        let number = |text: &str| text.parse::<u16>().ok();
        match word.strip_prefix(['x', 'X']) {
            Some(piece) => match number(piece) {
                Some(piece @ 1..=32) => board.chain = Some(square(piece as u8)),
                _ => {
                    return Err(format!(
                        "`{word}` names no square that must jump on, x1 to x32"
                    ));
                }
            },
            None => match number(word) {
                Some(quiet) if quiet <= self.quiet => board.quiet = quiet,
                _ => {
                    return Err(format!(
                        "`{word}` is no number of quiet plies, 0 to {}",
                        self.quiet
                    ));
                }
            },
        }
        Ok(())
    }

    fn check(&self, board: &Board) -> Result<(), String> {
        if board.pieces == [0; 2] || board.pieces[other(board.mover).index()] == 0 {
            return Err(format!(
                "there is no piece of {}, which moved last",
                NAMES[other(board.mover).index()]
            ));
        }
        if let Some(piece) = board.chain {
            let own = board.pieces[board.mover.index()] >> piece & 1 == 1;
            if !own || !self.movers(board).1 || board.quiet > 0 {
                return Err(format!(
                    "x{0}: a piece of {1} on {0} that has just jumped must be able to jump on, with no quiet plies",
                    number(piece),
                    NAMES[board.mover.index()]
                ));
            }
        }
        if board.quiet > 0 && board.kings == 0 {
            return Err(format!("{} quiet plies without a king", board.quiet));
        }
        Ok(())
    }
}
