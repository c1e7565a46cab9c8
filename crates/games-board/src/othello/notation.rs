//! Positions as people write them: a board of as many signs as there are squares, rows from the
//! top, `X` black, `O` white, `-` or `.` empty, then the mover; or a transcript such as `f5d6c3`,
//! in which forced passes may be left out.

use super::{Board, Move, Othello};
use ludometer_core::{Game, Generator, Notation, Player, Seed, Turn};

const SIGNS: [char; 2] = ['X', 'O'];

pub(super) fn square_name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1)
}

impl Othello {
    fn sign(board: &Board, square: usize) -> char {
        match (board.discs[0] >> square & 1, board.discs[1] >> square & 1) {
            (1, _) => SIGNS[0],
            (_, 1) => SIGNS[1],
            _ => '-',
        }
    }

    /// The board with its edges named and the mover's moves marked.
    pub(super) fn diagram(&self, board: &Board) -> String {
        let mut text = String::from("  ");
        for column in 0..self.size() {
            text += &format!(" {}", char::from(b'a' + column as u8));
        }
        text.push('\n');
        for row in 0..self.size() {
            text += &format!("{:2}", row + 1);
            for column in 0..self.size() {
                let square = row * 8 + column;
                let sign = match Othello::sign(board, square) {
                    '-' if board.legal() >> square & 1 == 1 => '*',
                    '-' => '.',
                    sign => sign,
                };
                text += &format!(" {sign}");
            }
            text.push('\n');
        }
        let counts = board.discs.map(u64::count_ones);
        let mover = match self.turn(board) {
            Turn::Of(player) => format!("{} to move", SIGNS[player.index()]),
            Turn::Over => "over".to_string(),
        };
        text + &format!("X {} O {}  {mover}\n", counts[0], counts[1])
    }

    fn read_board(&self, signs: &[char], mover: Option<char>) -> Result<Board, String> {
        let mut discs = [0; 2];
        for (index, &sign) in signs.iter().enumerate() {
            let bit = 1u64 << (index / self.size() * 8 + index % self.size());
            match sign.to_ascii_uppercase() {
                'X' | '*' | 'B' => discs[0] |= bit,
                'O' | 'W' => discs[1] |= bit,
                _ => {}
            }
        }
        let mover = match mover.map(|sign| sign.to_ascii_uppercase()) {
            Some('X' | 'B' | '*') => Player(0),
            Some('O' | 'W') => Player(1),
            Some(sign) => return Err(format!("`{sign}` is no mover: it is X or O")),
            // Each move adds one disc, so the parity tells whose turn it is, passes aside.
            None => Player((discs[0] | discs[1]).count_ones() as u8 % 2),
        };
        let centre = self.centre();
        if (discs[0] | discs[1]) & centre != centre {
            return Err(
                "a square of the centre is empty: play begins with discs on all four".into(),
            );
        }
        Ok(self.position(discs, mover))
    }

    fn read_transcript(&self, text: &str) -> Result<Board, String> {
        let mut chance = Seed::new(0).rng(Generator::Xoshiro);
        let mut board = self.start(&mut chance);
        let signs: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        for (number, pair) in (1..).zip(signs.chunks(2)) {
            let label: String = pair.iter().collect::<String>().to_ascii_lowercase();
            if label == "pa" || label == "--" {
                if self.action_named(&board, "pass").is_none() {
                    return Err(format!(
                        "move {number} is a pass, but there is a move to make"
                    ));
                }
                self.step(&mut board, Move::Pass, &mut chance);
                continue;
            }
            if board.legal() == 0 && self.turn(&board) != Turn::Over {
                self.step(&mut board, Move::Pass, &mut chance);
            }
            let Some(action) = self.action_named(&board, &label) else {
                let last = char::from(b'a' + self.size() as u8 - 1);
                return Err(format!(
                    "move {number}, `{label}`, is not legal here: a position is {0} signs X, O and -, or moves a1 to {last}{1}",
                    self.size() * self.size(),
                    self.size()
                ));
            };
            self.step(&mut board, action, &mut chance);
        }
        Ok(board)
    }
}

impl Notation for Othello {
    fn write(&self, board: &Board) -> String {
        let squares = self.size() * self.size();
        let at = |index: usize| index / self.size() * 8 + index % self.size();
        let signs: String = (0..squares)
            .map(|index| Othello::sign(board, at(index)))
            .collect();
        format!("{signs} {}", SIGNS[board.mover.index()])
    }

    fn read(&self, text: &str) -> Result<Board, String> {
        let squares = self.size() * self.size();
        let signs: Vec<char> = text
            .chars()
            .filter(|c| !c.is_whitespace() && *c != '/')
            .collect();
        let is_board = |sign: &char| "XOxoBWbw*-._".contains(*sign);
        let looks_like_a_board = signs.len() >= 8 && signs.iter().all(is_board);
        if !looks_like_a_board {
            return self.read_transcript(text);
        }
        match signs.len() {
            length if length == squares => self.read_board(&signs, None),
            length if length == squares + 1 => {
                self.read_board(&signs[..squares], Some(signs[squares]))
            }
            length => Err(format!(
                "the board has {length} signs: it needs {squares}, and then X or O for the mover"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_and_transcripts_are_read() {
        let game = Othello::new(8).unwrap();
        let start = "-".repeat(27) + "OX------XO" + &"-".repeat(27);
        let board = game.read(&format!("{start} X")).unwrap();
        assert_eq!(game.read(&start).unwrap(), board);
        assert_eq!(game.read("").unwrap(), board);
        let after = game.read("f5d6c3d3c4").unwrap();
        assert_eq!(game.read("F5 D6 C3 D3 C4").unwrap(), after);
        assert_eq!(after.discs[0].count_ones() + after.discs[1].count_ones(), 9);
        assert_eq!(game.read(&game.write(&after)).unwrap(), after);
    }

    #[test]
    fn bad_positions_are_named() {
        let game = Othello::new(8).unwrap();
        let says = |text: &str, part: &str| {
            let error = game.read(text).unwrap_err();
            assert!(error.contains(part), "{error}");
        };
        says("f5f5", "move 2, `f5`, is not legal");
        says("a1", "move 1, `a1`");
        says("pa", "move 1 is a pass");
        says(&"-".repeat(64), "the centre is empty");
        says(&"X".repeat(63), "63 signs");
        says("zz", "is not legal");
    }
}
