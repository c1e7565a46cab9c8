//! Writing games.

use super::{PgnGame, PgnMove, RESULTS};
use std::fmt::Write;

/// Columns of a line, as the standard asks of what is exported.
const COLUMNS: usize = 79;

impl PgnGame {
    /// The game as text, ending with an empty line. The first move has the number `first`, and is the
    /// second player's if `second` is set.
    ///
    /// ```
    /// use ludometer_arena::pgn::{PgnGame, PgnMove};
    ///
    /// let game = PgnGame {
    ///     tags: vec![("White".to_string(), "A \"B\"".to_string())],
    ///     moves: vec![PgnMove::new("Nf6", "+0.31/14 0.082s"), PgnMove::new("c4", "")],
    ///     result: "*".to_string(),
    ///     ..PgnGame::default()
    /// };
    /// let text = "[White \"A \\\"B\\\"\"]\n\n1... Nf6 {+0.31/14 0.082s} 2. c4 *\n\n";
    /// assert_eq!(game.written(1, true), text);
    /// ```
    pub fn written(&self, first: u64, second: bool) -> String {
        let mut text = String::new();
        for (name, value) in &self.tags {
            let value: String = value
                .chars()
                .map(|sign| if sign.is_control() { ' ' } else { sign })
                .collect();
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(text, "[{name} \"{value}\"]").expect("texts can be written to");
        }
        if !self.tags.is_empty() {
            text.push('\n');
        }
        let mut lines = Lines { text, column: 0 };
        lines.comment(&self.comment);
        // A number stands before a move of the first player, and before a move that a comment or the
        // beginning of the game separates from the number.
        let (mut number, mut second, mut numbered) = (first, second, false);
        for PgnMove {
            label,
            comment,
            glyphs,
        } in &self.moves
        {
            match (second, numbered) {
                (false, _) => lines.token(&format!("{number}.")),
                (true, false) => lines.token(&format!("{number}...")),
                (true, true) => {}
            }
            lines.token(label);
            for glyph in glyphs {
                lines.token(&format!("${glyph}"));
            }
            lines.comment(comment);
            numbered = !second && comment.is_empty();
            number += u64::from(second);
            second = !second;
        }
        lines.token(match self.result.as_str() {
            result if RESULTS.contains(&result) => result,
            _ => "*",
        });
        lines.text + "\n\n"
    }
}

/// Text in lines of limited length.
struct Lines {
    text: String,
    column: usize,
}

impl Lines {
    /// Adds a token, in the next line if it does not fit.
    fn token(&mut self, token: &str) {
        let length = token.chars().count();
        match self.column {
            0 => {}
            column if column + 1 + length > COLUMNS => {
                self.text.push('\n');
                self.column = 0;
            }
            _ => {
                self.text.push(' ');
                self.column += 1;
            }
        }
        self.text.push_str(token);
        self.column += length;
    }

    /// Adds a comment, which no brace may close early.
    fn comment(&mut self, comment: &str) {
        let words: Vec<&str> = comment.split_whitespace().collect();
        if !words.is_empty() {
            self.token(&format!("{{{}}}", words.join(" ").replace('}', ")")));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::PgnReader;
    use super::*;
    use proptest::prelude::*;

    fn label() -> impl Strategy<Value = String> {
        prop_oneof![
            "[KQRBN]?[a-h]?x?[a-h][1-8](=[QRBN])?[+#]?",
            Just("O-O".to_string()),
            Just("O-O-O+".to_string()),
            "[a-z][0-9]-[a-z][0-9]",
        ]
    }

    fn comment() -> impl Strategy<Value = String> {
        prop_oneof![
            3 => Just(String::new()),
            1 => "[ -|~é]{0,90}".prop_map(|text| {
                let words: Vec<&str> = text.split_whitespace().collect();
                words.join(" ")
            }),
        ]
    }

    fn game() -> impl Strategy<Value = PgnGame> {
        let one = (label(), comment(), prop::collection::vec(any::<u8>(), 0..3)).prop_map(
            |(label, comment, glyphs)| PgnMove {
                label,
                comment,
                glyphs,
            },
        );
        let tags =
            prop::collection::btree_map("[A-Z][A-Za-z0-9_]{0,8}", "[ -~é\\\\\"]{0,40}", 1..5);
        let moves = prop::collection::vec(one, 0..120);
        let result = prop::sample::select(&RESULTS[..]);
        (tags, comment(), moves, result).prop_map(|(tags, comment, moves, result)| PgnGame {
            line: 0,
            tags: tags.into_iter().collect(),
            comment,
            moves,
            result: result.to_string(),
        })
    }

    /// A result that PGN has no word for is that of a game that goes on.
    #[test]
    fn a_result_that_is_none_is_an_asterisk() {
        for (result, written) in [("1-0", "1-0"), ("2-1", "*"), ("", "*"), ("black", "*")] {
            let game = PgnGame {
                line: 0,
                tags: vec![("Event".into(), "x".into())],
                comment: String::new(),
                moves: Vec::new(),
                result: result.into(),
            };
            let text = game.written(1, false);
            assert_eq!(text.split_whitespace().last(), Some(written), "{text}");
            let read = PgnReader::new(&text).next().unwrap().unwrap();
            assert_eq!(read.result, written);
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            mut games in prop::collection::vec(game(), 0..4),
            first in 1_u64..300,
            second in any::<bool>(),
        ) {
            let text: String = games.iter().map(|game| game.written(first, second)).collect();
            for line in text.lines() {
                // Only what cannot be broken is longer.
                let longest = line.split(' ').map(str::len).max().unwrap_or(0);
                let is_long = line.chars().count() > COLUMNS;
                prop_assert!(!is_long || line.starts_with('[') || line.contains('{') || longest > 70, "{line}");
            }
            let read: Result<Vec<PgnGame>, _> = PgnReader::new(&text).collect();
            let mut read = read.unwrap();
            for game in games.iter_mut().chain(&mut read) {
                game.line = 0;
            }
            prop_assert_eq!(read, games);
        }

        /// Any text ends, gives games or mistakes, and no panic; lines are those of the text.
        #[test]
        fn no_text_is_too_strange(text in "([\\[\\](){};%$!?.\"\\\\ \nRNa-h1-8é*-]|1-0|\\[A \"b\"\\]\n|\\. e4 ){0,200}") {
            let lines = text.lines().count().max(1);
            for game in PgnReader::new(&text) {
                let line = match game {
                    Ok(game) => game.line,
                    Err(error) => error.line,
                };
                prop_assert!((1..=lines + 1).contains(&line), "{line} of {lines}");
            }
        }
    }
}
