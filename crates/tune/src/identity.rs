//! The canonical text of what decides a run: `kind@version(name=value, ...)`.
//!
//! Such a text is a key: what was computed under it may be used again wherever the text is the same.
//! So every word in it is written out where it is said. No name of a type, a field or a variant is
//! taken from the compiler, and renaming any of them changes nothing. Numbers are the shortest text
//! that reads back to the same bits.

use std::fmt::{Display, Write};

/// A word with what it is given in brackets, said one after the other.
pub(crate) struct Identity {
    text: String,
    empty: bool,
}

impl Identity {
    /// Something that has no behaviour of its own.
    pub(crate) fn new(word: impl Display) -> Identity {
        Identity {
            text: format!("{word}("),
            empty: true,
        }
    }

    /// Something whose behaviour has a version.
    pub(crate) fn versioned(word: &str, version: u32) -> Identity {
        Identity::new(format_args!("{word}@{version}"))
    }

    /// Adds what stands by itself.
    pub(crate) fn item(mut self, item: impl Display) -> Identity {
        let comma = if self.empty { "" } else { ", " };
        self.empty = false;
        write!(self.text, "{comma}{item}").expect("a string takes every text");
        self
    }

    /// Adds what has a name.
    pub(crate) fn with(self, name: &str, value: impl Display) -> Identity {
        self.item(format_args!("{name}={value}"))
    }

    /// The text.
    pub(crate) fn end(mut self) -> String {
        self.text.push(')');
        self.text
    }
}

/// A text from outside, escaped so that it cannot be mistaken for another.
pub(crate) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_like_the_form_are_kept_apart() {
        let one = Identity::new("list").item(quoted("a\", \"b")).end();
        let two = Identity::new("list")
            .item(quoted("a"))
            .item(quoted("b"))
            .end();
        assert_eq!(one, r#"list("a\", \"b")"#);
        assert_eq!(two, r#"list("a", "b")"#);
        assert_eq!(quoted(r"a\"), r#""a\\""#);
        assert_eq!(Identity::versioned("nothing", 3).end(), "nothing@3()");
    }
}
