//! Certificates from text.

use super::certificate::{Certificate, HEADER, METHOD};
use super::outcome::Proof;
use super::pattern::MOST_TILES;
use super::prove::Refutation;
use ludometer_core::Notation;
use ludometer_games_other::slide::{MOST, Push, Slide};
use std::str::FromStr;

/// A line that cannot be part of a certificate, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct Malformed {
    /// Counted from 1; one past the last line if something is missing at the end.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub reason: String,
}

impl Certificate {
    /// Reads what [`to_string`](ToString::to_string) wrote. The claims are not checked, only that
    /// they are claims: that the game exists, that the position is one of its, that moves are
    /// moves.
    pub fn parse(text: &str) -> Result<Certificate, Malformed> {
        let mut lines = Lines::new(text);
        if lines.line()? != HEADER {
            return lines.fail(format!("the first line of a certificate is `{HEADER}`"));
        }
        lines.pass();
        let slide = lines.read("game", |text| {
            (2..=MOST)
                .find(|k| text == format!("slide(k={k})"))
                .and_then(|k| Slide::new(k).ok())
                .ok_or_else(|| format!("`{text}` is no game here: slide(k=2) to slide(k={MOST})"))
        })?;
        let position = lines.read("position", |text| slide.read(text))?;
        let mut moves = Vec::new();
        lines.repeat("moves", |text| {
            for word in text.split_ascii_whitespace() {
                moves.push(push(word, slide.side())?);
            }
            Ok(())
        })?;
        let at_most = lines.read("at-most", number)?;
        let at_least = lines.read("at-least", number)?;
        lines.read("proof", |text| match text {
            METHOD => Ok(()),
            _ => Err(format!("`{text}` is no method here: {METHOD}")),
        })?;
        let mut proof = Proof::default();
        lines.repeat("pattern", |text| {
            proof.patterns.push(pattern(text, slide.k())?);
            Ok(())
        })?;
        proof.heuristic = lines.read("heuristic", number)?;
        lines.repeat("refuted", |text| {
            proof.refuted.push(refutation(text)?);
            Ok(())
        })?;
        lines.read("end", |text| match text {
            "" => Ok(()),
            _ => Err("nothing comes after `end`".into()),
        })?;
        if lines.line().is_ok() {
            return lines.fail("nothing comes after `end`".into());
        }
        Ok(Certificate {
            k: slide.k(),
            position,
            moves,
            at_most,
            at_least,
            proof,
        })
    }
}

/// The lines that say something, with their numbers.
struct Lines<'a> {
    lines: Vec<(usize, &'a str)>,
    next: usize,
    end: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Lines<'a> {
        let all = (1..).zip(text.lines().map(str::trim));
        Lines {
            lines: all
                .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
                .collect(),
            next: 0,
            end: text.lines().count() + 1,
        }
    }

    fn line(&self) -> Result<&'a str, Malformed> {
        match self.lines.get(self.next) {
            Some(&(_, line)) => Ok(line),
            None => self.fail("the certificate ends too early: its last line is `end`".into()),
        }
    }

    fn pass(&mut self) {
        self.next += 1;
    }

    fn fail<T>(&self, reason: String) -> Result<T, Malformed> {
        let line = self.lines.get(self.next).map_or(self.end, |&(n, _)| n);
        Err(Malformed { line, reason })
    }

    /// What stands after the keyword, if the line begins with it.
    fn after(&self, keyword: &str) -> Option<&'a str> {
        let (_, line) = self.lines.get(self.next)?;
        let rest = line.strip_prefix(keyword)?;
        (rest.is_empty() || rest.starts_with([' ', '\t'])).then(|| rest.trim())
    }

    fn read<T>(
        &mut self,
        keyword: &str,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<T, Malformed> {
        let line = self.line()?;
        let Some(rest) = self.after(keyword) else {
            let first = line.split_whitespace().next().unwrap_or("");
            return self.fail(format!("`{keyword}` is expected here, not `{first}`"));
        };
        match read(rest) {
            Ok(value) => {
                self.pass();
                Ok(value)
            }
            Err(reason) => self.fail(reason),
        }
    }

    fn repeat(
        &mut self,
        keyword: &str,
        mut read: impl FnMut(&str) -> Result<(), String>,
    ) -> Result<(), Malformed> {
        while self.after(keyword).is_some() {
            self.read(keyword, &mut read)?;
        }
        Ok(())
    }
}

fn number<T: FromStr>(text: &str) -> Result<T, String> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = if plain { text.parse().ok() } else { None };
    number.ok_or_else(|| format!("`{text}` is no number, or too large"))
}

fn push(text: &str, side: usize) -> Result<Push, String> {
    let wrong = || format!("`{text}` is no slide: slides are R1> R1< C1v C1^, lines 1 to {side}");
    let &[axis, line, way] = text.as_bytes() else {
        return Err(wrong());
    };
    let (column, forward) = match (axis, way) {
        (b'R', b'>') => (false, true),
        (b'R', b'<') => (false, false),
        (b'C', b'v') => (true, true),
        (b'C', b'^') => (true, false),
        _ => return Err(wrong()),
    };
    let line = line.wrapping_sub(b'1');
    if usize::from(line) >= side {
        return Err(wrong());
    }
    Ok(Push {
        column,
        line,
        forward,
    })
}

fn pattern(text: &str, k: usize) -> Result<Vec<u8>, String> {
    let tiles: Vec<u8> = text
        .split_ascii_whitespace()
        .map(number)
        .collect::<Result<_, _>>()?;
    if tiles.is_empty() || tiles.len() > MOST_TILES {
        return Err(format!("a pattern has 1 to {MOST_TILES} tiles"));
    }
    match tiles.iter().find(|&&t| t == 0 || usize::from(t) > k * k) {
        Some(tile) => Err(format!("tile {tile}: the tiles are 1 to {}", k * k)),
        None => Ok(tiles),
    }
}

fn refutation(text: &str) -> Result<Refutation, String> {
    let mut words = text.split_ascii_whitespace();
    let mut word = |what: &str| words.next().ok_or_else(|| format!("{what} is missing"));
    let threshold = number(word("the threshold")?)?;
    if word("`perimeter`")? != "perimeter" {
        return Err("`perimeter` is expected after the threshold".into());
    }
    let perimeter = number(word("the perimeter")?)?;
    let mut split = None;
    let mut next = word("`layers`")?;
    if next == "split" {
        split = Some(number(word("the depth of the split")?)?);
        next = word("`layers`")?;
    }
    if next != "layers" {
        return Err("`layers` is expected after the perimeter".into());
    }
    Ok(Refutation {
        threshold,
        perimeter,
        layers: words.map(number).collect::<Result<_, _>>()?,
        split,
    })
}
