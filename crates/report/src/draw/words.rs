//! Words in a picture, and about how wide they are.

use super::element::{Anchor, Drawing, Element, Form};
use super::paint::Paint;
use unicode_width::UnicodeWidthChar;

pub(crate) const FONT: &str =
    "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif";

/// A line of text in one size.
#[derive(Clone, Debug)]
pub(crate) struct Words {
    text: String,
    size: f64,
    bold: bool,
    anchor: Anchor,
}

impl Words {
    pub(crate) fn new(text: &str, size: f64) -> Self {
        Self {
            text: text.to_owned(),
            size,
            bold: false,
            anchor: Anchor::Start,
        }
    }

    pub(crate) fn bold(mut self) -> Self {
        self.bold = true;
        self
    }

    pub(crate) fn middle(mut self) -> Self {
        self.anchor = Anchor::Middle;
        self
    }

    pub(crate) fn right(mut self) -> Self {
        self.anchor = Anchor::End;
        self
    }

    /// An estimate on the wide side: the reader's font is not known here.
    pub(crate) fn width(&self) -> f64 {
        let weight = if self.bold { 1.08 } else { 1.0 };
        self.text.chars().map(breadth).sum::<f64>() * self.size * weight
    }

    /// The text cut at `width`, with an ellipsis if anything is missing.
    pub(crate) fn cut(mut self, width: f64) -> Self {
        if self.width() <= width {
            return self;
        }
        while !self.text.is_empty() && self.width() + self.size > width {
            self.text.pop();
        }
        self.text.truncate(self.text.trim_end().len());
        self.text.push('…');
        self
    }

    /// Lines no wider than `width`, broken between words, or within a word that
    /// is wider than a line.
    pub(crate) fn wrapped(&self, width: f64) -> Vec<String> {
        let wide = |text: &str| Words::new(text, self.size).width() * 1.02 > width;
        let mut lines: Vec<String> = Vec::new();
        for word in self.text.split_whitespace() {
            match lines.last_mut() {
                Some(line) if !wide(&format!("{line} {word}")) => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
            while let Some(last) = lines.pop() {
                let fits = last.chars().scan(String::new(), |seen, letter| {
                    seen.push(letter);
                    Some(!wide(seen))
                });
                let end = fits.take_while(|fits| *fits).count().max(1);
                let rest: String = last.chars().skip(end).collect();
                lines.push(last.chars().take(end).collect());
                if rest.is_empty() {
                    break;
                }
                lines.push(rest);
            }
        }
        lines
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Draws the words on a base line; empty words draw nothing.
    pub(crate) fn at(&self, x: f64, y: f64, paint: Paint, out: &mut Drawing) {
        self.turned(x, y, 0.0, paint, out);
    }

    pub(crate) fn turned(&self, x: f64, y: f64, degrees: f64, paint: Paint, out: &mut Drawing) {
        if self.text.is_empty() {
            return;
        }
        let words = Element::new(Form::Text {
            at: (x, y),
            text: self.text.clone(),
            size: self.size,
            bold: self.bold,
            anchor: self.anchor,
            turn: degrees,
        });
        words.fill(paint).end(out);
    }
}

/// The width of a letter as a part of the font size, as in wide system fonts.
fn breadth(letter: char) -> f64 {
    match letter {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' => 0.32,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '-' | '/' | '"' => 0.4,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '—' | '…' | '−' | '×' | '±' | '=' | '+' => 0.88,
        'A'..='Z' => 0.7,
        _ if letter.is_ascii() => 0.61,
        _ => match letter.width() {
            Some(0) | None => 0.0,
            Some(1) => 0.64,
            Some(_) => 1.05,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cut_words_fit_and_say_so() {
        let cut = Words::new("a rather long label", 10.0).cut(50.0);
        assert!(cut.width() <= 50.0, "{}", cut.width());
        assert!(cut.text().ends_with('…'));
        assert_eq!(Words::new("short", 10.0).cut(50.0).text(), "short");
    }

    #[test]
    fn wrapped_words_keep_every_letter() {
        let words = Words::new("a bb unbreakablyverylongword c", 10.0);
        let lines = words.wrapped(40.0);
        assert!(
            lines
                .iter()
                .all(|line| Words::new(line, 10.0).width() <= 40.0)
        );
        assert_eq!(
            lines.concat().replace(' ', ""),
            "abbunbreakablyverylongwordc"
        );
        assert!(Words::new("  ", 10.0).wrapped(40.0).is_empty());
    }
}
