//! Reading games, one after the other.

use super::{PgnGame, PgnMove, RESULTS};

/// What is wrong with a game, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct PgnError {
    /// The line, from 1 on.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

/// Variations inside variations that are read; deeper ones are refused.
const DEEPEST: usize = 100;

/// The games of a text, one after the other. After a mistake it goes on at the next line that begins a
/// tag section.
///
/// ```
/// use ludometer_arena::pgn::PgnReader;
///
/// let text = "[White \"A\"]\n\n1. e4 {best} e5 (1... c5 2. Nf3) 2. Nf3!? $14 *";
/// let game = PgnReader::new(text).next().unwrap().unwrap();
/// assert_eq!(game.tag("White"), Some("A"));
/// let moves: Vec<&str> = game.moves.iter().map(|one| one.label.as_str()).collect();
/// assert_eq!(moves, ["e4", "e5", "Nf3"]);
/// assert_eq!((game.moves[0].comment.as_str(), &game.moves[2].glyphs[..]), ("best", &[5, 14][..]));
/// ```
pub struct PgnReader<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    /// Whether the next game begins right here, after a mistake.
    resumed: bool,
}

/// A token, with the line it begins in.
enum Token<'a> {
    Tag(String, String),
    Comment(&'a str),
    Word(&'a str),
    Open,
    Close,
}

impl<'a> PgnReader<'a> {
    /// Reads the games of a text.
    pub fn new(text: &'a str) -> PgnReader<'a> {
        PgnReader {
            text: text.strip_prefix('\u{feff}').unwrap_or(text),
            at: 0,
            line: 1,
            resumed: false,
        }
    }

    fn wrong(&self, line: usize, message: impl Into<String>) -> PgnError {
        PgnError {
            line,
            message: message.into(),
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Whether a line begins here.
    fn is_at_line_start(&self) -> bool {
        self.at == 0 || self.text.as_bytes()[self.at - 1] == b'\n'
    }

    /// Takes this many bytes, which end between two characters.
    fn take(&mut self, bytes: usize) -> &'a str {
        let taken = &self.rest()[..bytes];
        self.line += taken.bytes().filter(|&byte| byte == b'\n').count();
        self.at += bytes;
        taken
    }

    /// Skips space and lines that begin with `%`.
    fn skip(&mut self) {
        loop {
            let rest = self.rest();
            if rest.starts_with('%') && self.is_at_line_start() {
                let end = rest.find('\n').map_or(rest.len(), |end| end + 1);
                self.take(end);
                continue;
            }
            // A line may end inside the space, and the next one may be escaped.
            let space = match rest.find(|sign: char| !sign.is_whitespace()) {
                Some(0) => return,
                Some(end) => end,
                None => rest.len(),
            };
            self.take(space);
            if self.rest().is_empty() {
                return;
            }
        }
    }

    /// The next token; `None` at the end.
    fn token(&mut self) -> Result<Option<Token<'a>>, PgnError> {
        self.skip();
        let (rest, line) = (self.rest(), self.line);
        let Some(sign) = rest.chars().next() else {
            return Ok(None);
        };
        Ok(Some(match sign {
            '[' => self.tag()?,
            '{' => match rest.find('}') {
                Some(end) => {
                    let comment = &rest[1..end];
                    self.take(end + 1);
                    Token::Comment(comment)
                }
                None => return Err(self.wrong(line, "a comment begins with `{` and does not end")),
            },
            ';' => {
                let end = rest.find('\n').unwrap_or(rest.len());
                Token::Comment(&self.take(end)[1..])
            }
            '(' | ')' => {
                self.take(1);
                if sign == '(' {
                    Token::Open
                } else {
                    Token::Close
                }
            }
            ']' | '}' => {
                return Err(self.wrong(line, format!("`{sign}` closes what was not opened")));
            }
            _ => {
                let ends = |sign: char| sign.is_whitespace() || "[]{}();".contains(sign);
                let end = rest.find(ends).unwrap_or(rest.len());
                Token::Word(self.take(end))
            }
        }))
    }

    /// A tag pair, of which the bracket is next.
    fn tag(&mut self) -> Result<Token<'a>, PgnError> {
        let line = self.line;
        let wrong = || PgnError {
            line,
            message: "a tag is a name and a text: [White \"Stockfish\"]".to_string(),
        };
        let end = self.rest().find('\n').unwrap_or(self.rest().len());
        let inside = self.rest()[1..end].trim_start();
        let name_end = inside
            .find(|sign: char| !(sign.is_alphanumeric() || "_-+#=:.".contains(sign)))
            .unwrap_or(inside.len());
        let (name, rest) = inside.split_at(name_end);
        let quoted = rest.trim_start().strip_prefix('"').ok_or_else(wrong)?;
        if name.is_empty() {
            return Err(wrong());
        }
        let mut value = String::new();
        let mut signs = quoted.char_indices();
        let after = loop {
            match signs.next().ok_or_else(wrong)? {
                (at, '"') => break &quoted[at + 1..],
                (_, '\\') => match signs.next().ok_or_else(wrong)? {
                    (_, sign @ ('"' | '\\')) => value.push(sign),
                    (_, sign) => value.extend(['\\', sign]),
                },
                (_, sign) => value.push(sign),
            }
        };
        let after = after.trim_start().strip_prefix(']').ok_or_else(wrong)?;
        let name = name.to_string();
        let length = end - after.len();
        self.take(length);
        Ok(Token::Tag(name, value))
    }

    /// Goes on at the next line that begins with a bracket.
    fn recover(&mut self) {
        loop {
            let rest = self.rest();
            let Some(end) = rest.find('\n') else {
                self.take(rest.len());
                return;
            };
            self.take(end + 1);
            if self.rest().starts_with('[') {
                return;
            }
        }
    }

    fn game(&mut self) -> Result<Option<PgnGame>, PgnError> {
        self.skip();
        let mut game = PgnGame {
            line: self.line,
            ..PgnGame::default()
        };
        // Lines in which variations began that are not closed.
        let mut open: Vec<usize> = Vec::new();
        let mut empty = true;
        loop {
            self.skip();
            let (at, line) = (self.at, self.line);
            let Some(token) = self.token()? else { break };
            match token {
                Token::Tag(..) if !open.is_empty() => {
                    (self.at, self.line, self.resumed) = (at, line, true);
                    break;
                }
                Token::Tag(name, value) => {
                    let next = !game.moves.is_empty()
                        || !game.comment.is_empty()
                        || game.tags.iter().any(|(known, _)| *known == name);
                    if next {
                        (self.at, self.line) = (at, line);
                        break;
                    }
                    game.tags.push((name, value));
                }
                Token::Open if open.len() == DEEPEST => {
                    return Err(
                        self.wrong(line, format!("variations are more than {DEEPEST} deep"))
                    );
                }
                Token::Open => open.push(line),
                Token::Close => {
                    if open.pop().is_none() {
                        return Err(self.wrong(line, "`)` closes no variation"));
                    }
                }
                Token::Comment(_) | Token::Word(_) if !open.is_empty() => {}
                Token::Comment(text) => {
                    let comment = match game.moves.last_mut() {
                        Some(last) => &mut last.comment,
                        None => &mut game.comment,
                    };
                    for word in text.split_whitespace() {
                        if !comment.is_empty() {
                            comment.push(' ');
                        }
                        comment.push_str(word);
                    }
                }
                Token::Word(word) if RESULTS.contains(&without_number(word)) => {
                    game.result = without_number(word).to_string();
                    empty = false;
                    break;
                }
                Token::Word(word) => self.word(word, line, &mut game)?,
            }
            empty = false;
        }
        if let Some(line) = open.pop() {
            return Err(self.wrong(line, "a variation begins with `(` and does not end"));
        }
        Ok((!empty).then_some(game))
    }

    /// A word between moves: a number, a move, a glyph.
    fn word(&self, word: &str, line: usize, game: &mut PgnGame) -> Result<(), PgnError> {
        let word = without_number(word);
        if let Some(glyph) = word.strip_prefix('$') {
            let glyph = glyph.parse().map_err(|_| {
                self.wrong(line, format!("`{word}` is no annotation glyph: $0 to $255"))
            })?;
            if let Some(last) = game.moves.last_mut() {
                last.glyphs.push(glyph);
            }
            return Ok(());
        }
        let label = word.trim_end_matches(['!', '?']);
        let glyph = match &word[label.len()..] {
            "" => None,
            "!" => Some(1),
            "?" => Some(2),
            "!!" => Some(3),
            "??" => Some(4),
            "!?" => Some(5),
            "?!" => Some(6),
            marks => return Err(self.wrong(line, format!("`{marks}` is no annotation"))),
        };
        // Written again, it would be read as something else.
        if RESULTS.contains(&label) || label.starts_with('%') {
            return Err(self.wrong(line, format!("`{word}` is no move")));
        }
        match (label, game.moves.last_mut()) {
            // Written behind a move: `exd6 e.p.`.
            ("", None) | ("e.p.", _) => {}
            ("", Some(last)) => last.glyphs.extend(glyph),
            (label, _) => game.moves.push(PgnMove {
                // Some write castling with zeros.
                label: match label.trim_end_matches(['+', '#']) {
                    "0-0" | "0-0-0" => label.replace('0', "O"),
                    _ => label.to_string(),
                },
                comment: String::new(),
                glyphs: glyph.into_iter().collect(),
            }),
        }
        Ok(())
    }
}

/// A word without the numbers that may stand before a move without a space: `12.Nf3`, `12...Nf6`.
fn without_number(mut word: &str) -> &str {
    loop {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        match word.as_bytes().get(digits) {
            Some(b'.') => word = word[digits..].trim_start_matches('.'),
            None => return "",
            Some(_) => return word,
        }
    }
}

impl Iterator for PgnReader<'_> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.game() {
            Ok(game) => game.map(Ok),
            Err(error) => {
                if !std::mem::take(&mut self.resumed) {
                    self.recover();
                }
                Some(Err(error))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &str) -> Vec<Result<PgnGame, PgnError>> {
        PgnReader::new(text).collect()
    }

    fn labels(game: &PgnGame) -> String {
        let labels: Vec<&str> = game.moves.iter().map(|one| one.label.as_str()).collect();
        labels.join(" ")
    }

    /// Found by fuzzing: what was read as a move was written as something else.
    #[test]
    fn numbers_and_results_are_no_moves() {
        let game = games("1..1-0\n\n1. e4 *").remove(0).unwrap();
        assert_eq!((labels(&game).as_str(), game.result.as_str()), ("", "1-0"));
        let game = games("1.2.e4 3.4... *").remove(0).unwrap();
        assert_eq!(labels(&game), "e4");
        for bad in ["1. 1-0! *", "1. *? e5", "1. %e4 *"] {
            let error = games(bad).remove(0).unwrap_err();
            assert!(error.message.ends_with("is no move"), "{bad}: {error}");
        }
    }

    #[test]
    fn several_games_with_everything_that_people_write() {
        let text = "\u{feff}% made by hand\r\n[Event \"A \\\"quoted\\\" \\\\ name\"]\r\n[FEN  \"8/8/8/8/8/8/8/8 w - - 0 1\"]\r\n\r\n\
                    {before} 1.e4! $14 {one\ntwo} {three} (1. d4 (1. c4 {deep}) d5 ; rest )\n) e5 2.Nf3?! Nc6\n\
                    % escaped ( line\n3. 0-0+ exd6 e.p. ; to the end\n4... 0-0-0 1-0\n\n\
                    [Event \"second\"]\n[White \"x\"]\n\n*\n\n[Event \"third\"]\n\n1. a3 a6 [Event \"fourth\"] 1/2-1/2";
        let games: Vec<PgnGame> = games(text).into_iter().map(Result::unwrap).collect();
        assert_eq!(games.len(), 4);
        let first = &games[0];
        assert_eq!(first.line, 2);
        assert_eq!(first.tag("Event"), Some("A \"quoted\" \\ name"));
        assert_eq!(first.tag("FEN"), Some("8/8/8/8/8/8/8/8 w - - 0 1"));
        assert_eq!(first.comment, "before");
        assert_eq!(labels(first), "e4 e5 Nf3 Nc6 O-O+ exd6 O-O-O");
        assert_eq!(first.moves[0].glyphs, [1, 14]);
        assert_eq!(first.moves[0].comment, "one two three");
        assert_eq!(first.moves[2].glyphs, [6]);
        assert_eq!(first.moves[5].comment, "to the end");
        assert_eq!(first.result, "1-0");
        assert_eq!((games[1].result.as_str(), games[1].moves.len()), ("*", 0));
        assert_eq!(games[1].tag("White"), Some("x"));
        // A game whose result is missing ends where the next one begins.
        assert_eq!(
            (labels(&games[2]), games[2].result.as_str()),
            ("a3 a6".into(), "")
        );
        assert_eq!(games[3].tag("Event"), Some("fourth"));
    }

    #[test]
    fn mistakes_have_a_line_and_the_next_game_is_read() {
        for (bad, line, part) in [
            ("1. e4 {never\nclosed", 3, "does not end"),
            ("1. e4\n) e5 *", 4, "closes no variation"),
            ("1. e4 (1. d4\n e5 *", 3, "does not end"),
            ("1. e4 $x *", 3, "glyph"),
            ("1. e4!!! *", 3, "no annotation"),
            ("1. e4 } *", 3, "not opened"),
            ("[White Stockfish]\n*", 3, "a tag is"),
            ("[White \"open]\n*", 3, "a tag is"),
        ] {
            let text = format!("[Event \"bad\"]\n\n{bad}\n[Event \"good\"]\n\n1. d4 *\n");
            let games = games(&text);
            let error = games.iter().find_map(|game| game.as_ref().err()).unwrap();
            assert_eq!(error.line, line, "{bad}: {error}");
            assert!(error.message.contains(part), "{bad}: {error}");
            if !bad.contains("{never") {
                let last = games.last().unwrap().as_ref().unwrap();
                assert_eq!(
                    (last.tag("Event"), labels(last)),
                    (Some("good"), "d4".into()),
                    "{bad}"
                );
            }
        }
        assert!(games("").is_empty() && games(" \n% no\n").is_empty());
        let deep = format!("1. e4 {}", "(".repeat(DEEPEST + 1));
        assert!(
            games(&deep)[0]
                .as_ref()
                .unwrap_err()
                .message
                .contains("deep")
        );
    }
}
