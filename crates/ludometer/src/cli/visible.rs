//! Text of others, such as names in plans and what engines say, must not command the terminal it is shown
//! on: control characters and marks that reorder text are spelled out.

use std::borrow::Cow;
use std::fmt::Write;

/// Whether a character moves the cursor, begins a command, or reorders what is around it.
fn commands(sign: char) -> bool {
    let reorders = matches!(
        sign,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    reorders || sign.is_control() && sign != '\n' && sign != '\t'
}

/// The length of the colour (`ESC [ 1;31 m`) that a text begins with.
fn colour(text: &str) -> Option<usize> {
    let rest = text.strip_prefix("\u{1b}[")?;
    let end = rest.find(|sign: char| !sign.is_ascii_digit() && sign != ';')?;
    rest[end..].starts_with('m').then_some(end + 3)
}

/// The text with every such character spelled out, as `\u{1b}`. Colours stay where they are allowed.
pub(super) fn visible(text: &str, colours: bool) -> Cow<'_, str> {
    if !text.contains(commands) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let mut taken = sign.len_utf8();
        match colour(rest).filter(|_| colours) {
            Some(length) => {
                taken = length;
                out.push_str(&rest[..length]);
            }
            None if rest.starts_with("\r\n") => {}
            None if commands(sign) => {
                let _ = write!(out, "{}", sign.escape_unicode());
            }
            None => out.push(sign),
        }
        rest = &rest[taken..];
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_commands_a_terminal_is_spelled_out() {
        for (text, shown) in [
            ("plain\n\ttext é", "plain\n\ttext é"),
            ("\u{1b}[31mred\u{1b}[0m", "\\u{1b}[31mred\\u{1b}[0m"),
            ("\u{1b}]0;title\u{7}", "\\u{1b}]0;title\\u{7}"),
            ("\u{9b}2J", "\\u{9b}2J"),
            ("user\u{202e}gpj.exe", "user\\u{202e}gpj.exe"),
            ("a\rb\r\nc", "a\\u{d}b\nc"),
            ("\u{8}\u{0}\u{7f}", "\\u{8}\\u{0}\\u{7f}"),
        ] {
            assert_eq!(visible(text, false), shown);
        }
    }

    #[test]
    fn colours_stay_and_nothing_else() {
        for (text, shown) in [
            ("\u{1b}[1;31mred\u{1b}[0m", "\u{1b}[1;31mred\u{1b}[0m"),
            ("\u{1b}[2J\u{1b}[31m", "\\u{1b}[2J\u{1b}[31m"),
            ("\u{1b}[31", "\\u{1b}[31"),
            ("\u{1b}[31;\u{1b}c", "\\u{1b}[31;\\u{1b}c"),
        ] {
            assert_eq!(visible(text, true), shown);
        }
    }
}
