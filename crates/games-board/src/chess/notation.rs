//! Positions as people and engines write them: a FEN, or `startpos`, and perhaps `moves` with what
//! was played from there, so that repetitions are known.

use super::{Chess, Position};
use cozy_chess::util::display_uci_move;
use cozy_chess::{Board, FenParseError, Move};
use ludometer_core::{Game, Generator, Notation, Seed, Turn};
use std::fmt::Write;

/// A move as engines write it: from square and to square, castling by the king's squares.
pub fn uci_move(position: &Position, action: Move) -> String {
    display_uci_move(&position.board, action).to_string()
}

impl Notation for Chess {
    fn write(&self, position: &Position) -> String {
        let mut past: Vec<_> = position.earlier().collect();
        past.reverse();
        let Some(&first) = past.first() else {
            return position.board.to_string();
        };
        let mut text = format!("{} moves", first.board);
        for past in past {
            // Texts can always be written to.
            let _ = write!(text, " {}", display_uci_move(&past.board, past.action));
        }
        text
    }

    fn read(&self, text: &str) -> Result<Position, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let split = words.iter().position(|word| *word == "moves");
        let (board, moves) = words.split_at(split.unwrap_or(words.len()));
        let board = match board {
            ["startpos"] => Board::startpos(),
            _ => read_board(board)?,
        };
        let mut position = Position::new(board, None);
        let mut chance = Seed::new(0).rng(Generator::Xoshiro);
        for (number, label) in moves.iter().skip(1).enumerate() {
            if self.turn(&position) == Turn::Over {
                return Err(format!("the game is over before move {}", number + 1));
            }
            let Some(action) = self.action_named(&position, label) else {
                return Err(format!(
                    "move {}, `{label}`, is not legal there: write `e2e4` or `Nf3`",
                    number + 1
                ));
            };
            self.step(&mut position, action, &mut chance);
        }
        Ok(position)
    }
}

fn read_board(fields: &[&str]) -> Result<Board, String> {
    // Four fields are an EPD's: the clocks begin anew.
    let fields: Vec<&str> = match fields.len() {
        4 => fields.iter().copied().chain(["0", "1"]).collect(),
        _ => fields.to_vec(),
    };
    if fields.len() != 6 {
        return Err(format!(
            "a FEN has 6 fields with spaces between them (board, mover, castling, en passant, two clocks), not {}",
            fields.len()
        ));
    }
    let field = |number: usize| fields[number];
    Board::from_fen(&fields.join(" "), false).map_err(|error| match error {
        FenParseError::InvalidBoard => format!(
            "`{}` with {} to move is not a possible board: eight rows of eight squares from the \
             eighth rank, one king a side, no pawn on the first or eighth rank, and the player who has \
             just moved is not in check",
            field(0),
            field(1)
        ),
        FenParseError::InvalidSideToMove => {
            format!("`{}` is not who is to move: `w` or `b`", field(1))
        }
        FenParseError::InvalidCastlingRights => format!(
            "`{}` are not castling rights that this board allows: `-`, or letters of KQkq whose king and rook are at home",
            field(2)
        ),
        FenParseError::InvalidEnPassant => format!(
            "`{}` is not a square just passed by a pawn: `-`, or one behind a pawn that moved two squares",
            field(3)
        ),
        FenParseError::InvalidHalfMoveClock => {
            format!("`{}` is not a clock of half-moves: 0 to 100", field(4))
        }
        FenParseError::InvalidFullmoveNumber => {
            format!("`{}` is not the number of a move: 1 or more", field(5))
        }
        FenParseError::MissingField | FenParseError::TooManyFields => error.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_positions_are_named() {
        let says = |text: &str, part: &str| {
            let error = Chess.read(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        };
        says("", "has 6 fields");
        says("8/8/8/8 w - -", "not a possible board");
        says("8/8/8/8/8/8/8/8 w - - 0 1", "one king a side");
        says(
            "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "no pawn on the first or eighth",
        );
        says("4k2R/8/8/8/8/8/8/4K3 w - - 0 1", "is not in check");
        says("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "`x` is not who is to move");
        says(
            "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
            "`K` are not castling rights",
        );
        says(
            "4k3/8/8/8/8/8/8/4K3 w - e3 0 1",
            "`e3` is not a square just passed",
        );
        says("4k3/8/8/8/8/8/8/4K3 w - - x 1", "`x` is not a clock");
        says("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "`0` is not the number");
        says("startpos moves e2e5", "move 1, `e2e5`, is not legal");
        says("startpos moves f3 e5 g4 Qh4 a3", "over before move 5");
    }

    #[test]
    fn epd_and_moves_are_read() {
        let short = Chess.read("4k3/8/8/8/8/8/P7/4K3 w - -").unwrap();
        assert_eq!(Chess.write(&short), "4k3/8/8/8/8/8/P7/4K3 w - - 0 1");
        let played = Chess.read("startpos moves e2e4 e5 Nf3 Nc6").unwrap();
        assert_eq!(
            Chess.write(&played),
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2 moves g1f3 b8c6"
        );
    }
}
