//! Lines of fixed-width letters, coloured last.

use super::Style;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// A line in pieces, each in one tone.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Line(Vec<(Option<Tone>, String)>);

/// How a piece stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    Bold,
    Dim,
    Good,
    Bad,
    Code,
    Emphasis,
    Series(usize),
}

impl Tone {
    fn code(self) -> &'static str {
        match self {
            Tone::Bold => "1",
            Tone::Dim => "2",
            Tone::Good => "32",
            Tone::Bad => "1;31",
            Tone::Code => "36",
            Tone::Emphasis => "3",
            Tone::Series(index) => ["34", "33", "32", "35", "36", "31"][index % 6],
        }
    }
}

impl Line {
    pub(crate) fn plain(text: impl Into<String>) -> Self {
        Self(vec![(None, text.into())])
    }

    pub(crate) fn toned(text: impl Into<String>, tone: Tone) -> Self {
        Self(vec![(Some(tone), text.into())])
    }

    pub(crate) fn push(&mut self, text: &str, tone: Option<Tone>) {
        match self.0.last_mut() {
            Some((last, piece)) if *last == tone => piece.push_str(text),
            _ => self.0.push((tone, text.to_owned())),
        }
    }

    pub(crate) fn append(&mut self, other: &Line) {
        for (tone, text) in &other.0 {
            self.push(text, *tone);
        }
    }

    pub(crate) fn replace(&mut self, from: char, to: &str) {
        for (_, text) in &mut self.0 {
            *text = text.replace(from, to);
        }
    }

    /// Adds spaces until the line is `width` wide; never shortens it.
    pub(crate) fn pad_to(&mut self, width: usize) {
        let missing = width.saturating_sub(self.width());
        self.push(&" ".repeat(missing), None);
    }

    pub(crate) fn width(&self) -> usize {
        self.0.iter().map(|(_, text)| text.width()).sum()
    }

    /// The line as text, without spaces at its end.
    pub(crate) fn painted(&self, style: Style) -> String {
        let mut out = String::new();
        let mut spaces = 0;
        for (tone, text) in &self.0 {
            let body = text.trim_end_matches(' ');
            if !body.is_empty() {
                out.push_str(&" ".repeat(spaces));
                match tone.filter(|_| style.colour) {
                    Some(tone) => out.push_str(&format!("\u{1b}[{}m{body}\u{1b}[0m", tone.code())),
                    None => out.push_str(body),
                }
                spaces = 0;
            }
            spaces += text.len() - body.len();
        }
        out
    }
}

/// The text at the right of a field, or as it is if the field is too narrow.
pub(crate) fn to_right(text: &str, width: usize) -> String {
    format!("{}{text}", " ".repeat(width.saturating_sub(text.width())))
}

/// The text at the left of a field.
pub(crate) fn to_left(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

/// The text in the middle of a field.
pub(crate) fn to_middle(text: &str, width: usize) -> String {
    let missing = width.saturating_sub(text.width());
    to_left(&format!("{}{text}", " ".repeat(missing / 2)), width)
}

/// At most `width` columns of the text, the last an ellipsis if some is cut.
pub(crate) fn cut(text: &str, width: usize, unicode: bool) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let end = if unicode { "…" } else { "~" };
    let mut out = head(text, width.saturating_sub(1)).trim_end().to_owned();
    if width > 0 {
        out.push_str(end);
    }
    out
}

/// The longest start of the text that fits.
fn head(text: &str, width: usize) -> &str {
    let mut used = 0;
    for (index, letter) in text.char_indices() {
        used += letter.width().unwrap_or(0);
        if used > width {
            return &text[..index];
        }
    }
    text
}

/// Lines no wider than `width`, broken between words, or within a word only if
/// it is wider than a whole line. Empty text has no lines.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let words = [(None, text.to_owned())];
    let lines = flow(&words, width).into_iter();
    lines
        .map(|line| line.0.into_iter().map(|(_, text)| text).collect())
        .collect()
}

/// Wraps pieces of text in different tones as one paragraph.
pub(crate) fn flow(pieces: &[(Option<Tone>, String)], width: usize) -> Vec<Line> {
    let width = width.max(2);
    let mut lines: Vec<Line> = Vec::new();
    for word in words(pieces) {
        let length = word.width();
        match lines.last_mut() {
            Some(line) if line.width() + 1 + length <= width => {
                line.push(" ", None);
                line.append(&word);
            }
            _ if length <= width => lines.push(word),
            _ => lines.extend(broken(&word, width)),
        }
    }
    lines
}

/// The words of a paragraph; one may run over several pieces.
fn words(pieces: &[(Option<Tone>, String)]) -> Vec<Line> {
    let mut found = vec![Line::default()];
    for (tone, text) in pieces {
        for (index, word) in text.split(' ').enumerate() {
            if index > 0 {
                found.push(Line::default());
            }
            if let Some(last) = found.last_mut().filter(|_| !word.is_empty()) {
                last.push(word, *tone);
            }
        }
    }
    found.retain(|word| !word.0.is_empty());
    found
}

fn broken(word: &Line, width: usize) -> Vec<Line> {
    let mut lines = vec![Line::default()];
    let mut used = 0;
    for (tone, text) in &word.0 {
        for letter in text.chars() {
            let wide = letter.width().unwrap_or(0);
            if used + wide > width {
                lines.push(Line::default());
                used = 0;
            }
            used += wide;
            if let Some(line) = lines.last_mut() {
                line.push(letter.encode_utf8(&mut [0; 4]), *tone);
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_wrapped_and_only_broken_when_they_must() {
        assert_eq!(wrap("one two  three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrap("囲碁囲碁", 5), ["囲碁", "囲碁"]);
        assert!(wrap("   ", 5).is_empty());
    }

    #[test]
    fn cutting_counts_columns_not_letters() {
        assert_eq!(cut("囲碁囲碁", 5, true), "囲碁…");
        assert_eq!(cut("abc", 3, true), "abc");
        assert_eq!(cut("abcd", 0, true), "");
    }

    #[test]
    fn padding_counts_columns() {
        assert_eq!(to_right("囲", 4), "  囲");
        assert_eq!(to_middle("ab", 5), " ab  ");
    }
}
