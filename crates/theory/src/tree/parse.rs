//! Reads a tree; the grammar stands at [`Tree`].

use super::{Grove, Run, Tree};
use crate::Error;
use std::str::FromStr;

impl FromStr for Tree {
    type Err = Error;

    fn from_str(text: &str) -> Result<Tree, Error> {
        Reader {
            text,
            at: 0,
            grove: Grove::default(),
            open: Vec::new(),
        }
        .tree()
    }
}

/// Parentheses that are not closed yet.
struct Open {
    at: usize,
    /// How often the node they make is repeated.
    count: u64,
    children: Vec<Run>,
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    grove: Grove,
    open: Vec<Open>,
}

impl Reader<'_> {
    fn tree(mut self) -> Result<Tree, Error> {
        loop {
            self.skip_blanks();
            let start = self.at;
            let (finished, count) = match self.peek() {
                Some(')') => self.close()?,
                _ => match self.child()? {
                    Some(child) => child,
                    None => continue,
                },
            };
            match self.open.last_mut() {
                Some(open) => {
                    let child = finished;
                    open.children.push(Run { count, child });
                    self.comma(')')?;
                }
                None if count == 1 => return self.end(),
                None => {
                    return Err(self.fault(
                        start,
                        format!("the whole tree is repeated {count} times"),
                        "put parentheses around it to make that many moves of it",
                    ));
                }
            }
        }
    }

    /// A child up to its end, or nothing after the opening of parentheses.
    fn child(&mut self) -> Result<Option<(usize, u64)>, Error> {
        let mut repeat = 1;
        if self.at_digit() {
            let start = self.at;
            let count = self.count()?;
            self.skip_blanks();
            if self.peek() != Some('*') {
                let leaves = self.grove.level_regular(&[count]);
                return Ok(Some((leaves.map_err(|error| self.place(start, error))?, 1)));
            }
            self.at += 1;
            repeat = count;
            self.skip_blanks();
        }
        let start = self.at;
        match self.peek() {
            Some('.') => {
                self.at += 1;
                Ok(Some((self.grove.leaf(), repeat)))
            }
            Some('[') => Ok(Some((self.levels()?, repeat))),
            Some('(') => {
                self.at += 1;
                self.open.push(Open {
                    at: start,
                    count: repeat,
                    children: Vec::new(),
                });
                Ok(None)
            }
            Some(sign) if sign.is_ascii_digit() => {
                let count = self.count()?;
                self.skip_blanks();
                if self.peek() == Some('*') {
                    return Err(self.fault(
                        self.at,
                        "`*` repeats a repetition",
                        "multiply the two counts, or put parentheses around the second",
                    ));
                }
                let leaves = self.grove.level_regular(&[count]);
                let leaves = leaves.map_err(|error| self.place(start, error))?;
                Ok(Some((leaves, repeat)))
            }
            Some(sign) => Err(self.fault(
                start,
                format!("`{}` begins no tree", sign.escape_debug()),
                "a tree is `.`, a count of leaves, `[4,3,2]` or `( ... )`",
            )),
            None => match self.open.last() {
                Some(open) => Err(self.fault(open.at, "`(` is never closed", "add a `)`")),
                None => Err(self.fault(
                    start,
                    "the text ends where a tree is expected",
                    "write `.`, a count of leaves, `[4,3,2]` or `( ... )`",
                )),
            },
        }
    }

    /// Closes the innermost parentheses.
    fn close(&mut self) -> Result<(usize, u64), Error> {
        let Some(open) = self.open.pop() else {
            return Err(self.fault(self.at, "`)` closes nothing", "leave it out"));
        };
        if open.children.is_empty() {
            return Err(self.fault(
                open.at,
                "`()` has no children",
                "write `.` for a leaf, or put children between the parentheses",
            ));
        }
        self.at += 1;
        let node = self.grove.node(open.children);
        let node = node.map_err(|error| self.place(open.at, error))?;
        Ok((node, open.count))
    }

    /// A level-regular tree in brackets.
    fn levels(&mut self) -> Result<usize, Error> {
        let start = self.at;
        self.at += 1;
        let mut action_count = Vec::new();
        loop {
            self.skip_blanks();
            match self.peek() {
                Some(']') if action_count.is_empty() => {
                    return Err(self.fault(start, "`[]` has no levels", "write `.` for a leaf"));
                }
                Some(']') => break,
                Some(sign) if sign.is_ascii_digit() => {
                    action_count.push(self.count()?);
                    self.comma(']')?;
                }
                Some(sign) => {
                    return Err(self.fault(
                        self.at,
                        format!("`{}` is no count", sign.escape_debug()),
                        "brackets hold the number of children at each level, as in `[4,3,2]`",
                    ));
                }
                None => return Err(self.fault(start, "`[` is never closed", "add a `]`")),
            }
        }
        self.at += 1;
        let tree = self.grove.level_regular(&action_count);
        tree.map_err(|error| self.place(start, error))
    }

    /// A number of at least 1.
    fn count(&mut self) -> Result<u64, Error> {
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| !c.is_ascii_digit());
        let digits = &rest[..length.unwrap_or(rest.len())];
        match digits.parse() {
            Ok(0) => Err(self.fault(
                self.at,
                format!("`{digits}` counts nothing"),
                "write `.` for a leaf, and leave out what is not there",
            )),
            Ok(count) => {
                self.at += digits.len();
                Ok(count)
            }
            Err(_) => Err(self.fault(
                self.at,
                format!("the count {} is too large", shortened(digits)),
                format!("at most {} fits", u64::MAX),
            )),
        }
    }

    /// One comma may follow a child or a count, if another comes after it.
    fn comma(&mut self, closing: char) -> Result<(), Error> {
        self.skip_blanks();
        if self.peek() != Some(',') {
            return Ok(());
        }
        let comma = self.at;
        self.at += 1;
        self.skip_blanks();
        match self.peek() {
            Some(sign) if sign == closing || sign == ',' => Err(self.fault(
                comma,
                format!("nothing stands between `,` and `{sign}`"),
                "leave out the comma, or add what is missing",
            )),
            _ => Ok(()),
        }
    }

    fn end(mut self) -> Result<Tree, Error> {
        self.skip_blanks();
        match self.peek() {
            None => Ok(self.grove.into_tree()),
            Some('*') => Err(self.fault(
                self.at,
                "the whole tree is repeated",
                "put parentheses around the repetition",
            )),
            Some(sign) => Err(self.fault(
                self.at,
                format!("`{}` comes after the end of the tree", sign.escape_debug()),
                "put parentheses around all moves of the root",
            )),
        }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn at_digit(&self) -> bool {
        self.peek().is_some_and(|sign| sign.is_ascii_digit())
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let blank = rest.len() - rest.trim_start().len();
            self.at += blank;
            if self.peek() != Some('#') {
                return;
            }
            let rest = &self.text[self.at..];
            self.at += rest.find('\n').unwrap_or(rest.len());
        }
    }

    fn fault(&self, at: usize, what: impl Into<String>, remedy: impl Into<String>) -> Error {
        let before = &self.text[..at];
        Error::Syntax {
            line: before.matches('\n').count() + 1,
            column: before.chars().rev().take_while(|&c| c != '\n').count() + 1,
            what: what.into(),
            remedy: remedy.into(),
        }
    }

    /// Says where the tree stands that is too large.
    fn place(&self, at: usize, error: Error) -> Error {
        match error {
            Error::Uncountable { leaves, fit } => self.fault(
                at,
                format!("the tree that begins here has at least {leaves} leaves"),
                format!("at most {fit} can be counted"),
            ),
            other => other,
        }
    }
}

/// The beginning of a number that may have any length.
fn shortened(digits: &str) -> String {
    const SHOWN: usize = 24;
    if digits.len() <= SHOWN {
        format!("`{digits}`")
    } else {
        format!("`{}...` of {} digits", &digits[..SHOWN], digits.len())
    }
}
