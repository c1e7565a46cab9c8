//! Positions as people write them: ranks from the eighth to the first with `/` or a space between
//! them, `X` black, `O` white, `.` or a number for empty squares, then the mover; or `startpos`; and
//! perhaps `moves` with what was played from there, so that repetitions are known. Moves alone begin
//! at the start.

use super::groups::connected;
use super::{Loa, Move, Position};
use ludometer_core::{Game, Generator, Notation, Player, Seed, Turn};

const SIGNS: [char; 2] = ['X', 'O'];

fn square_name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1)
}

/// A move of a player whose opponent has these stones.
pub(super) fn label(other: u64, action: Move) -> String {
    if action == Move::PASS {
        return "pass".into();
    }
    let sign = if other >> action.to & 1 == 1 {
        'x'
    } else {
        '-'
    };
    let [from, to] = [action.from, action.to].map(square_name);
    format!("{from}{sign}{to}")
}

fn sign(stones: [u64; 2], square: usize) -> char {
    match stones.map(|side| side >> square & 1) {
        [1, _] => SIGNS[0],
        [_, 1] => SIGNS[1],
        _ => '.',
    }
}

pub(super) fn diagram(position: &Position) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        text += &format!("{} ", rank + 1);
        for file in 0..8 {
            text += &format!(" {}", sign(position.stones, rank * 8 + file));
        }
        text.push('\n');
    }
    text += "   a b c d e f g h\n";
    let counts = position.stones.map(u64::count_ones);
    let state = match position.ending {
        Some(ending) => format!("over: {ending}"),
        None => format!("{} to move", SIGNS[position.mover.index()]),
    };
    text + &format!("X {} O {}  {state}\n", counts[0], counts[1])
}

fn board(stones: [u64; 2]) -> String {
    let ranks = (0..8).rev().map(|rank| {
        let signs = (0..8).map(|file| sign(stones, rank * 8 + file));
        signs.collect::<String>()
    });
    ranks.collect::<Vec<String>>().join("/")
}

impl Notation for Loa {
    fn write(&self, position: &Position) -> String {
        let (mut stones, mut mover) = (position.stones, position.mover);
        let mut labels = Vec::new();
        for action in position.past.back() {
            mover = Player(1 - mover.0);
            stones[mover.index()] ^= 1 << action.from ^ 1 << action.to;
            labels.push(label(stones[1 - mover.index()], action));
        }
        labels.reverse();
        let text = format!("{} {}", board(stones), SIGNS[mover.index()]);
        match labels.is_empty() {
            true => text,
            false => format!("{text} moves {}", labels.join(" ")),
        }
    }

    fn read(&self, text: &str) -> Result<Position, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let split = words.iter().position(|word| *word == "moves");
        let (place, moves) = match split {
            Some(split) => (&words[..split], &words[split + 1..]),
            None if words.first().is_some_and(|word| is_move(word)) => (&[][..], &words[..]),
            None => (&words[..], &[][..]),
        };
        let mut chance = Seed::new(0).rng(Generator::Xoshiro);
        let mut position = match place {
            [] | ["startpos"] => self.start(&mut chance),
            _ => read_position(place)?,
        };
        for (number, label) in (1..).zip(moves) {
            if self.turn(&position) == Turn::Over {
                return Err(format!("the game is over before move {number}"));
            }
            let Some(action) = self.action_named(&position, label) else {
                return Err(format!(
                    "move {number}, `{label}`, is not legal there: write `d1-b3`, `c1xa3` where a stone is taken, or `pass` where there is no move"
                ));
            };
            self.step(&mut position, action, &mut chance);
        }
        Ok(position)
    }
}

fn is_move(word: &str) -> bool {
    // No sign of a board is a letter from a to h.
    word.eq_ignore_ascii_case("pass")
        || word.starts_with(|sign| matches!(sign, 'a'..='h' | 'A'..='H'))
}

fn read_position(words: &[&str]) -> Result<Position, String> {
    let [ranks @ .., mover] = words else {
        return Err("the position is empty".into());
    };
    let mover = match *mover {
        "X" | "x" => Player(0),
        "O" | "o" => Player(1),
        _ => {
            return Err(format!(
                "`{mover}` is not who is to move: after the board write X or O"
            ));
        }
    };
    let ranks: Vec<&str> = ranks.iter().flat_map(|word| word.split('/')).collect();
    if ranks.len() != 8 {
        return Err(format!(
            "the board has {} ranks: it needs 8, from the eighth to the first, with / between them",
            ranks.len()
        ));
    }
    let mut stones = [0; 2];
    for (number, signs) in (1..=8).rev().zip(ranks) {
        let rank =
            read_rank(signs).map_err(|fault| format!("rank {number}, `{signs}`, {fault}"))?;
        for (side, bits) in stones.iter_mut().zip(rank) {
            *side |= u64::from(bits) << (8 * (number - 1));
        }
    }
    reachable(stones, mover)?;
    Ok(Position::new(stones, mover))
}

fn read_rank(signs: &str) -> Result<[u8; 2], String> {
    let mut sides = [0u8; 2];
    let mut file = 0;
    for sign in signs.chars() {
        let stone = 1u8.checked_shl(file).unwrap_or(0);
        file += match sign {
            'X' | 'x' => {
                sides[0] |= stone;
                1
            }
            'O' | 'o' => {
                sides[1] |= stone;
                1
            }
            '.' | '-' => 1,
            '1'..='8' => u32::from(sign) - u32::from('0'),
            _ => {
                return Err(format!(
                    "has `{sign}`: the signs are X, O, `.`, and 1 to 8 for that number of empty squares"
                ));
            }
        };
        if file > 8 {
            break;
        }
    }
    match file {
        8 => Ok(sides),
        9.. => Err("has more than 8 squares: it needs 8".into()),
        _ => Err(format!("has {file} squares: it needs 8")),
    }
}

/// What the rules can tell of a position that play cannot reach.
fn reachable(stones: [u64; 2], mover: Player) -> Result<(), String> {
    for (sign, side) in SIGNS.iter().zip(stones) {
        match side.count_ones() {
            0 => {
                return Err(format!(
                    "{sign} has no stone: the game is over when one is left"
                ));
            }
            count @ 13.. => return Err(format!("{sign} has {count} stones: 12 at most")),
            _ => {}
        }
    }
    let (own, other) = (mover.index(), 1 - mover.index());
    let [to_move, moved] = [SIGNS[own], SIGNS[other]];
    if stones[other].count_ones() == 1 {
        return Err(format!(
            "{moved} has one stone and is not to move: the capture that left one ended the game, with {moved} to move"
        ));
    }
    if stones[own].count_ones() == 12 && connected(stones[own]) {
        return Err(format!(
            "{to_move} is connected and to move, with all 12 stones: only a capture by {moved} connects {to_move} in that turn, and leaves 11 at most"
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loa::LoaEnding;

    const START: &str = ".XXXXXX./O......O/O......O/O......O/O......O/O......O/O......O/.XXXXXX. X";

    #[test]
    fn boards_and_moves_are_read() {
        let start = Loa.read("").unwrap();
        assert_eq!(Loa.write(&start), START);
        for text in [
            START,
            "startpos",
            "startpos moves",
            "1XXXXXX1/O6O/O6O/O6O/O6O/O6O/O6O/1XXXXXX1 X",
            ".xxxxxx. o......o o......o o......o o......o o......o o......o .xxxxxx. x",
        ] {
            assert_eq!(Loa.read(text).unwrap(), start, "{text}");
        }
        let played = Loa.read("d1-b3 H5-G4").unwrap();
        assert_eq!(Loa.read("startpos moves d1-b3 h5-g4").unwrap(), played);
        assert_eq!(Loa.write(&played), format!("{START} moves d1-b3 h5-g4"));
        assert_eq!(Loa.read(&Loa.write(&played)).unwrap(), played);
        // What came before a capture cannot come back.
        let taken = Loa.read("d1-b3 h5-g4 b1-b4 g4xg1 b4-e7").unwrap();
        assert_eq!(
            Loa.write(&taken),
            ".XXXXXX./O......O/O......O/O......./OX.....O/OX.....O/O......O/..X.XXO. X moves b4-e7"
        );
    }

    #[test]
    fn endings_are_shown() {
        let over = Loa.read("X7/8/8/8/8/8/8/6OO X").unwrap();
        assert_eq!(over.ending(), Some(LoaEnding::Both));
        assert!(diagram(&over).ends_with("X 1 O 2  over: both are connected\n"));
    }

    #[test]
    fn bad_positions_are_named() {
        let says = |text: &str, part: &str| {
            let error = Loa.read(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        };
        says("8/8/8/8/8/8/8/8", "`8/8/8/8/8/8/8/8` is not who is to move");
        says("8/8/8/8 X", "has 4 ranks");
        says("8/8/8/8/8/8/8/8 X", "X has no stone");
        says("X7/8/8/8/8/8/8/7 O", "rank 1, `7`, has 7 squares");
        says("X7/8/8/8/8/8/8X/8 O", "rank 2, `8X`, has more than 8");
        says("X7/8/8/8/8/8/4é3/8 O", "rank 2, `4é3`, has `é`");
        says("8/XXXXXXX1/8/XXXXXX2/8/8/8/O6O O", "X has 13 stones");
        says("X7/8/8/8/8/8/8/O6O O", "X has one stone and is not to move");
        says(
            "8/8/XXXX4/XXXX4/XXXX4/8/8/O6O X",
            "X is connected and to move, with all 12",
        );
        says("d1-b4", "move 1, `d1-b4`, is not legal");
        says("pass", "move 1, `pass`");
        says("c1-a3", "`c1xa3` where a stone is taken");
        let shortest = "d1-b3 h5-g4 b1-b4 g4xg1 b4-e7 a3xc1 b3-e6 h3xf1 e1-e5";
        assert!(Loa.read(shortest).is_ok());
        says(&format!("{shortest} a4-a5"), "over before move 10");
    }
}
