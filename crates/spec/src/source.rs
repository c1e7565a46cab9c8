//! Source texts, spans in them, and diagnostics that point at a span.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A text with a display name: a file, or a command-line option.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    /// A path, or `--seat`.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// A range of a source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The source text.
    pub source: Arc<Source>,
    /// The range in bytes.
    pub span: Range<usize>,
}

impl Span {
    /// The span of a whole new source.
    pub fn whole(name: impl Into<String>, text: impl Into<String>) -> Span {
        let text = text.into();
        let span = 0..text.len();
        let source = Arc::new(Source {
            name: name.into(),
            text,
        });
        Span { source, span }
    }

    /// The text of the span.
    pub fn text(&self) -> &str {
        self.source.text.get(self.span.clone()).unwrap_or("")
    }

    /// A part of this span, in bytes from its beginning.
    #[must_use]
    pub fn part(&self, span: Range<usize>) -> Span {
        let shift = self.span.start;
        Span {
            source: Arc::clone(&self.source),
            span: shift + span.start..shift + span.end,
        }
    }

    /// Line and column, counted from 1; columns are characters.
    pub fn line_and_column(&self) -> (usize, usize) {
        let before = &self.source.text[..self.boundary(self.span.start)];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        (line, column)
    }

    fn boundary(&self, byte: usize) -> usize {
        let mut byte = byte.min(self.source.text.len());
        while !self.source.text.is_char_boundary(byte) {
            byte -= 1;
        }
        byte
    }

    /// A number as it is written in this span; shortened if it is written with very many digits or not
    /// there at all.
    pub fn number(&self, number: f64) -> String {
        let text = self.text().trim();
        let plain = text.replace('_', "");
        match plain.parse() == Ok(number) && text.len() <= LONGEST_NUMBER {
            true => text.to_string(),
            false => in_short(number),
        }
    }

    /// The source line with the span underlined; of a long line, what is around the span.
    fn excerpt(&self) -> String {
        let (line, column) = self.line_and_column();
        let text = self.source.text.lines().nth(line - 1).unwrap_or("");
        let marked =
            &self.source.text[self.boundary(self.span.start)..self.boundary(self.span.end)];
        let width = marked.lines().next().unwrap_or("").chars().count().max(1);
        let skipped = match text.chars().count() > 2 * AROUND {
            true => (column - 1).saturating_sub(AROUND),
            false => 0,
        };
        let mut rest = text.chars().skip(skipped);
        let mut shown: String = rest.by_ref().take(2 * AROUND).collect();
        if skipped > 0 {
            shown.replace_range(..shown.chars().next().map_or(0, char::len_utf8), "…");
        }
        if rest.next().is_some() {
            shown.push('…');
        }
        let before = column - 1 - skipped;
        let width = width.min((2 * AROUND).saturating_sub(before)).max(1);
        let number = line.to_string();
        let gutter = " ".repeat(number.len());
        format!(
            "{gutter}--> {}:{line}:{column}\n{gutter} |\n{number} | {shown}\n{gutter} | {}{}",
            self.source.name,
            " ".repeat(before),
            "^".repeat(width)
        )
    }
}

/// The most characters of a number that are repeated in a message.
const LONGEST_NUMBER: usize = 32;

/// A message shows at most twice this many characters of a source line.
const AROUND: usize = 200;

/// A number for messages: with an exponent where it would otherwise have many zeros.
pub fn in_short(number: f64) -> String {
    match number == 0.0 || (1e-6..1e16).contains(&number.abs()) || !number.is_finite() {
        true => number.to_string(),
        false => format!("{number:e}"),
    }
}

/// An error in user input: the message, the span, and a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    message: String,
    span: Option<Span>,
    hint: Option<String>,
}

impl Diagnostic {
    /// A diagnostic without a span.
    pub fn new(message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            message: message.into(),
            span: None,
            hint: None,
        }
    }

    /// A diagnostic at a span.
    pub fn at(span: &Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            span: Some(span.clone()),
            ..Diagnostic::new(message)
        }
    }

    /// What is wrong, without its place.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Where it is, if it is anywhere.
    pub fn place(&self) -> Option<&Span> {
        self.span.as_ref()
    }

    /// What can be done, if there is a hint.
    pub fn remedy(&self) -> Option<&str> {
        self.hint.as_deref()
    }

    /// Adds a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hint = Some(hint.into());
        self
    }

    /// Adds a hint with the nearest known name, or with all of them if none is near.
    #[must_use]
    pub fn known<'a>(self, word: &str, names: impl IntoIterator<Item = &'a str>) -> Diagnostic {
        self.known_or_alias(word, names, [])
    }

    /// [`Diagnostic::known`] where other names are read as well: one of them may be the nearest, but
    /// they are not listed.
    #[must_use]
    pub fn known_or_alias<'a>(
        self,
        word: &str,
        names: impl IntoIterator<Item = &'a str>,
        aliases: impl IntoIterator<Item = &'a str>,
    ) -> Diagnostic {
        let names: Vec<&str> = names.into_iter().collect();
        let all: Vec<&str> = names.iter().copied().chain(aliases).collect();
        match nearest(word, &all) {
            Some(name) => self.hint(format!("did you mean `{name}`?")),
            None if names.is_empty() => self.hint("there are none"),
            None => self.hint(format!("known: {}", names.join(", "))),
        }
    }

    /// Moves the diagnostic to another span, where its own is in a generated text.
    #[must_use]
    pub fn moved(mut self, span: &Span) -> Diagnostic {
        self.span = Some(span.clone());
        self
    }

    /// Sets the span if there is none.
    #[must_use]
    pub fn or_at(mut self, span: &Span) -> Diagnostic {
        self.span.get_or_insert_with(|| span.clone());
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some(span) = &self.span {
            write!(f, "\n{}", span.excerpt())?;
        }
        if let Some(hint) = &self.hint {
            write!(f, "\nhint: {hint}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostic {}

impl From<String> for Diagnostic {
    fn from(message: String) -> Diagnostic {
        Diagnostic::new(message)
    }
}

/// Whether `word` is probably a misspelling of `name`.
pub fn is_near(word: &str, name: &str) -> bool {
    nearest(word, &[name]).is_some()
}

/// The name that `word` is probably a misspelling of: at most a third of its characters may differ,
/// where two neighbouring letters exchanged are one mistake.
fn nearest<'a>(word: &str, names: &[&'a str]) -> Option<&'a str> {
    let word = word.to_lowercase();
    let near = names
        .iter()
        .map(|name| (strsim::osa_distance(&word, &name.to_lowercase()), *name))
        .min()?;
    (near.0 <= word.chars().count().max(3) / 3).then_some(near.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_name_and_nonsense_does_not() {
        let names = ["episodes", "seats", "game"];
        assert_eq!(nearest("epsiodes", &names), Some("episodes"));
        assert_eq!(nearest("Seat", &names), Some("seats"));
        assert_eq!(nearest("gaem", &names), Some("game"));
        assert_eq!(nearest("zzzzzz", &names), None);
        assert_eq!(nearest("x", &[]), None);
    }

    #[test]
    fn numbers_are_repeated_as_they_are_written() {
        for text in ["1.7e308", "-17E307", "1_000", " 0.10 "] {
            let number = text.trim().replace('_', "").parse().unwrap();
            assert_eq!(Span::whole("plan", text).number(number), text.trim());
        }
        let long = format!("1{}", "0".repeat(300));
        assert_eq!(Span::whole("plan", long).number(1e300), "1e300");
        assert_eq!(Span::whole("plan", "{d}").number(-2.5e-9), "-2.5e-9");
        assert_eq!(in_short(10_000_000.0), "10000000");
        assert_eq!(in_short(f64::INFINITY), "inf");
        assert_eq!(in_short(0.0), "0");
    }

    /// A line of a megabyte does not make an error of a megabyte.
    #[test]
    fn of_a_long_line_the_part_around_the_place_is_shown() {
        let line = format!("{}é{}", "a".repeat(5000), "b".repeat(5000));
        let lines = |span: &Span| -> Vec<String> {
            let text = Diagnostic::at(span, "no").to_string();
            text.lines().skip(3).map(str::to_string).collect()
        };
        let whole = Span::whole("plan.toml", line);
        let [shown, marks] = &lines(&whole.part(5000..5002))[..] else {
            panic!("a line and its marks")
        };
        let place = shown.chars().position(|sign| sign == 'é').unwrap();
        assert_eq!(marks.chars().position(|sign| sign == '^'), Some(place));
        assert!(shown.starts_with("1 | …a") && shown.ends_with("b…"));
        assert_eq!(marks.matches('^').count(), 1);
        let all = lines(&whole);
        assert!(all.iter().all(|line| line.chars().count() < 420), "{all:?}");
    }

    #[test]
    fn the_place_is_underlined() {
        let span = Span::whole("plan.toml", "a = 1\nbé = 22\n").part(12..14);
        let text = Diagnostic::at(&span, "too large").hint("try 2").to_string();
        assert_eq!(
            text,
            "too large\n --> plan.toml:2:6\n  |\n2 | bé = 22\n  |      ^^\nhint: try 2"
        );
    }
}
