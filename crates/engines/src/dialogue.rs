//! What was said: the last lines for messages, and everything in a file if asked.

use std::collections::VecDeque;
use std::fs::File;
use std::io::Write;
use std::process::Stdio;

/// How many lines are kept for messages.
const KEPT: usize = 200;

/// Lines are kept up to this length.
const WIDEST: usize = 300;

/// Who says a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// The manager, to the program.
    To,
    /// The program.
    From,
}

impl Direction {
    fn sign(self) -> u8 {
        match self {
            Direction::To => b'>',
            Direction::From => b'<',
        }
    }
}

/// A dialogue with one program.
pub(crate) struct Dialogue {
    /// Texts are reused.
    lines: VecDeque<Vec<u8>>,
    file: Option<File>,
    name: u32,
}

impl Dialogue {
    /// A dialogue that is appended to a file, if there is a name of one.
    pub(crate) fn open(log: Option<&str>) -> std::io::Result<Dialogue> {
        let file = log.map(|name| File::options().create(true).append(true).open(name));
        Ok(Dialogue {
            lines: VecDeque::new(),
            file: file.transpose()?,
            name: 0,
        })
    }

    /// Where the program's error output goes: to the file, or nowhere.
    pub(crate) fn errors(&self) -> std::io::Result<Stdio> {
        Ok(match &self.file {
            Some(file) => file.try_clone()?.into(),
            None => Stdio::null(),
        })
    }

    /// The number of the process, which tells programs apart in one file.
    pub(crate) fn name(&mut self, id: u32) {
        self.name = id;
    }

    /// Adds a line.
    pub(crate) fn add(&mut self, direction: Direction, line: &[u8]) {
        let mut kept = match self.lines.len() {
            KEPT => self.lines.pop_front().unwrap_or_default(),
            _ => Vec::new(),
        };
        kept.clear();
        kept.extend_from_slice(&[direction.sign(), b' ']);
        kept.extend_from_slice(&line[..line.len().min(WIDEST)]);
        self.lines.push_back(kept);
        if let Some(file) = &mut self.file {
            let name = self.name.to_string();
            let sign = [b' ', direction.sign(), b' '];
            let line = [name.as_bytes(), &sign, line, b"\n"].concat();
            // A full disk must not end a match.
            let _ = file.write_all(&line);
        }
    }

    /// The last lines, one below the other.
    pub(crate) fn last(&self) -> String {
        let lines = self.lines.iter();
        let lines: Vec<_> = lines.map(|line| String::from_utf8_lossy(line)).collect();
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_two_hundred_lines_are_kept() {
        let mut dialogue = Dialogue::open(None).unwrap();
        for number in 0..500 {
            dialogue.add(Direction::From, format!("line {number}").as_bytes());
        }
        dialogue.add(Direction::To, &[b'x'; 5000]);
        let last = dialogue.last();
        assert_eq!(last.lines().count(), KEPT);
        assert!(last.starts_with("< line 301\n"), "{last}");
        assert_eq!(last.lines().last().map(str::len), Some(WIDEST + 2));
    }
}
