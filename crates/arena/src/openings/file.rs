//! Files of openings: EPD and FEN, PGN, or positions in a game's notation.

use crate::pgn::{PgnGame, PgnReader};

/// The format of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookFormat {
    /// A position of chess a line: FEN, or the four fields of an EPD with operations.
    Epd,
    /// Games, of which the beginning is the opening.
    Pgn,
    /// A position a line in the game's notation; `#` begins a comment line.
    Lines,
}

/// An opening as a file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileOpening {
    /// Its line, from 1 on.
    pub line: usize,
    /// The position in the game's notation, or what is wrong.
    pub position: Result<String, String>,
}

impl BookFormat {
    /// The format of a file, by the ending of its name.
    pub fn of(name: &str) -> BookFormat {
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        match ending.to_ascii_lowercase().as_str() {
            "epd" | "fen" => BookFormat::Epd,
            "pgn" => BookFormat::Pgn,
            _ => BookFormat::Lines,
        }
    }

    /// The format in a word.
    pub fn name(self) -> &'static str {
        match self {
            BookFormat::Epd => "epd",
            BookFormat::Pgn => "pgn",
            BookFormat::Lines => "lines",
        }
    }
}

/// Every opening of a file. Games are cut after `plies` plies.
pub(super) fn read(format: BookFormat, text: &str, plies: Option<u32>) -> Vec<FileOpening> {
    if format == BookFormat::Pgn {
        let games = PgnReader::new(text).map(|game| match game {
            Ok(game) => FileOpening {
                line: game.line,
                position: Ok(played(&game, plies)),
            },
            Err(error) => FileOpening {
                line: error.line,
                position: Err(error.message),
            },
        });
        return games.collect();
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = (1..).zip(text.lines().map(str::trim));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let read = |(line, position): (usize, &str)| FileOpening {
        line,
        position: match format {
            BookFormat::Epd => epd(position),
            _ => Ok(position.to_string()),
        },
    };
    lines.map(read).collect()
}

/// The beginning of a game as a position: where it starts, and the moves from there.
fn played(game: &PgnGame, plies: Option<u32>) -> String {
    let start = game.tag("FEN").unwrap_or("startpos");
    let plies = plies.map_or(usize::MAX, |plies| plies as usize);
    let moves = game.moves.iter().take(plies);
    let moves: Vec<&str> = moves.map(|one| one.label.as_str()).collect();
    match moves.is_empty() {
        true => start.to_string(),
        false => format!("{start} moves {}", moves.join(" ")),
    }
}

/// The FEN of a line: six fields, or four and operations, of which the two clocks are read.
fn epd(line: &str) -> Result<String, String> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    if fields.len() < 4 {
        return Err(format!(
            "an EPD has 4 fields (board, mover, castling, en passant) and perhaps operations, not {}",
            fields.len()
        ));
    }
    let is_number = |text: &&&str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if let [Some(half), Some(full)] = [fields.get(4), fields.get(5)].map(|f| f.filter(is_number)) {
        return Ok(format!("{} {half} {full}", fields[..4].join(" ")));
    }
    // Operations end with a semicolon; what stands in quotation marks may contain one.
    let operations = &fields[4..];
    let clock = |name: &str| {
        let at = operations.iter().position(|word| *word == name)?;
        let value = operations.get(at + 1)?.trim_end_matches(';');
        Some(value).filter(|value| !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit()))
    };
    let (half, full) = (clock("hmvc").unwrap_or("0"), clock("fmvn").unwrap_or("1"));
    Ok(format!("{} {half} {full}", fields[..4].join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn positions(
        name: &str,
        text: &str,
        plies: Option<u32>,
    ) -> Vec<(usize, Result<String, String>)> {
        let read = read(BookFormat::of(name), text, plies).into_iter();
        read.map(|one| (one.line, one.position)).collect()
    }

    #[test]
    fn epd_and_fen_lines() {
        let board = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -";
        let text = format!(
            "\u{feff}{board}\r\n\n{board} hmvc 3; fmvn 17; id \"a; b\";\n{board} 5 9\n{board} bm e5;\nshort w\n"
        );
        let fen = |clocks: &str| Ok(format!("{board} {clocks}"));
        let read = positions("Book.EPD", &text, None);
        assert_eq!(
            read[..4],
            [
                (1, fen("0 1")),
                (3, fen("3 17")),
                (4, fen("5 9")),
                (5, fen("0 1"))
            ]
        );
        assert_eq!(read[4].0, 6);
        assert!(read[4].1.as_ref().unwrap_err().contains("not 2"));
    }

    #[test]
    fn games_are_cut_after_their_plies() {
        let text = "[Event \"a\"]\n\n1. e4 e5 2. Nf3 *\n\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*\n[Event \"b\"]\n\n1. e4 {\n";
        let read = positions("book.pgn", text, Some(2));
        assert_eq!(read[0], (1, Ok("startpos moves e4 e5".to_string())));
        assert_eq!(read[1], (5, Ok("8/8/8/8/8/8/8/8 w - - 0 1".to_string())));
        assert_eq!(read[2].0, 10);
        assert!(read[2].1.is_err());
        let whole = positions("book.pgn", text, None);
        assert_eq!(whole[0].1, Ok("startpos moves e4 e5 Nf3".to_string()));
    }

    proptest! {
        #[test]
        fn no_line_is_too_strange(text in "[ -~\n\"]{0,120}") {
            let count = text.lines().count();
            for name in ["a.epd", "a.txt"] {
                let read = positions(name, &text, None);
                prop_assert!(read.len() <= count);
                prop_assert!(read.iter().all(|(line, _)| (1..=count).contains(line)));
            }
        }
    }
}
