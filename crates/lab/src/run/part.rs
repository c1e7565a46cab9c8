//! Parts of a plan, to be played into stores of their own.

use std::str::FromStr;

/// One of several parts of a plan's episodes: a number and how many parts there are. What is in it is a
/// [`PartEpisodes`](super::PartEpisodes).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanPart {
    /// From 0 on.
    index: u64,
    of: u64,
}

/// The most parts that a plan can be cut into.
const MOST: u64 = 10_000_000;

impl PlanPart {
    /// Everything.
    pub const WHOLE: PlanPart = PlanPart { index: 0, of: 1 };

    /// The part with this number, from 1 on; `None` if there is no such part.
    pub fn new(number: u64, of: u64) -> Option<PlanPart> {
        let index = number.checked_sub(1)?;
        (index < of && of <= MOST).then_some(PlanPart { index, of })
    }

    /// Whether it is everything.
    pub fn is_whole(&self) -> bool {
        self.of == 1
    }

    /// Its number, from 0 on.
    pub fn index(&self) -> u64 {
        self.index
    }

    /// How many parts there are.
    pub fn of(&self) -> u64 {
        self.of
    }

    /// The part after this one; after the last one comes the first.
    pub fn next(&self) -> PlanPart {
        PlanPart {
            index: (self.index + 1) % self.of,
            of: self.of,
        }
    }
}

impl std::fmt::Display for PlanPart {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.of)
    }
}

impl FromStr for PlanPart {
    type Err = String;

    fn from_str(text: &str) -> Result<PlanPart, String> {
        let numbers = text.split_once('/');
        let numbers =
            numbers.and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        let part = numbers.and_then(|(number, of)| PlanPart::new(number, of));
        part.ok_or_else(|| {
            format!("a part is I/N with I from 1 to N, as in 2/8, and N at most {MOST}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_read_as_it_is_written() {
        assert_eq!("2/8".parse::<PlanPart>().unwrap().to_string(), "2/8");
        assert!("1/1".parse::<PlanPart>().unwrap().is_whole());
        for text in [
            "",
            "2",
            "0/3",
            "4/3",
            "1/0",
            "a/b",
            "1/2/3",
            "-1/2",
            "1/10000001",
        ] {
            assert!(text.parse::<PlanPart>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_first_part_comes_after_the_last() {
        let last: PlanPart = "3/3".parse().unwrap();
        assert_eq!(last.next().to_string(), "1/3");
        assert_eq!(last.next().next().to_string(), "2/3");
    }
}
