//! Which numbers are there, as ranges: the memory they take does not grow with the episodes.

use std::ops::Range;

/// Sorted ranges of numbers that neither touch nor overlap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ranges(Vec<Range<u64>>);

impl Ranges {
    /// Adds numbers that all come after the ones that are there.
    pub(crate) fn push(&mut self, range: Range<u64>) {
        match self.0.last_mut() {
            Some(last) if last.end == range.start => last.end = range.end,
            _ if range.is_empty() => {}
            _ => self.0.push(range),
        }
    }

    /// The numbers that are here and there.
    pub fn common(&self, other: &Ranges) -> Ranges {
        let mut common = Ranges::default();
        let (mut ours, mut theirs) = (self.0.iter().peekable(), other.0.iter().peekable());
        while let (Some(one), Some(two)) = (ours.peek(), theirs.peek()) {
            let (from, to) = (one.start.max(two.start), one.end.min(two.end));
            if from < to {
                common.push(from..to);
            }
            match one.end < two.end {
                true => ours.next(),
                false => theirs.next(),
            };
        }
        common
    }

    /// How many numbers there are.
    pub fn count(&self) -> u64 {
        self.0.iter().map(|range| range.end - range.start).sum()
    }

    /// The ranges, in order.
    pub fn iter(&self) -> impl Iterator<Item = Range<u64>> {
        self.0.iter().cloned()
    }

    /// What is missing of the numbers below `end`, in order.
    pub fn missing(&self, end: u64) -> Ranges {
        let mut missing = Ranges::default();
        let mut from = 0;
        for range in &self.0 {
            missing.push(from..range.start.min(end).max(from));
            from = range.end;
        }
        missing.push(from.min(end)..end);
        missing
    }
}

impl std::fmt::Display for Ranges {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = |range: &Range<u64>| match range.end - range.start {
            1 => range.start.to_string(),
            _ => format!("{}-{}", range.start, range.end - 1),
        };
        let texts: Vec<String> = self.0.iter().map(text).collect();
        f.write_str(&texts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_two_have_in_common() {
        let of = |numbers: &[Range<u64>]| {
            let mut ranges = Ranges::default();
            numbers.iter().for_each(|range| ranges.push(range.clone()));
            ranges
        };
        let one = of(&[0..3, 5..9, 12..20]);
        let two = of(&[2..6, 7..8, 8..13, 19..30]);
        assert_eq!(one.common(&two).to_string(), "2, 5, 7-8, 12, 19");
        assert_eq!(two.common(&one), one.common(&two));
        assert_eq!(one.common(&Ranges::default()).count(), 0);
    }

    #[test]
    fn neighbours_are_one_range_and_gaps_are_missing() {
        let mut ranges = Ranges::default();
        for range in [0..3, 3..5, 7..8, 8..8, 10..20] {
            ranges.push(range);
        }
        assert_eq!(ranges.to_string(), "0-4, 7, 10-19");
        assert_eq!(ranges.count(), 16);
        assert_eq!(ranges.missing(30).to_string(), "5-6, 8-9, 20-29");
        assert_eq!(ranges.missing(8).to_string(), "5-6");
        assert_eq!(ranges.missing(6).to_string(), "5");
        assert_eq!(ranges.missing(20).to_string(), "5-6, 8-9");
        assert_eq!(Ranges::default().missing(2).to_string(), "0-1");
        assert_eq!(Ranges::default().missing(0), Ranges::default());
        for end in 0..25 {
            assert_eq!(
                ranges.missing(end).count(),
                (0..end)
                    .filter(|n| !ranges.iter().any(|r| r.contains(n)))
                    .count() as u64,
            );
        }
    }
}
