//! Numbers and ranges of them, as arguments.

use std::ops::RangeInclusive;

/// A number, or both ends of a range as in `3..100`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NumberRange(pub(super) RangeInclusive<u64>);

/// More numbers than this in one range are a slip.
const LONG: u64 = 10_000;

impl std::str::FromStr for NumberRange {
    type Err = String;

    fn from_str(text: &str) -> Result<NumberRange, String> {
        let number = |text: &str| {
            let number: Result<u64, _> = text.trim().parse();
            number.map_err(|_| format!("`{text}` is no whole number; write 5, or 3..100"))
        };
        let (from, to) = match text.split_once("..") {
            Some((from, to)) => (number(from)?, number(to)?),
            None => (number(text)?, number(text)?),
        };
        if from == 0 {
            return Err("0 is too small; begin at 1".into());
        }
        if to < from {
            return Err(format!(
                "the range ends before it begins; write {to}..{from}"
            ));
        }
        if to - from >= LONG {
            return Err(format!(
                "the range has more than {LONG} numbers; take a part of it"
            ));
        }
        Ok(NumberRange(from..=to))
    }
}

/// All numbers of several spans, ascending, each once.
pub(super) fn all(ranges: &[NumberRange]) -> Vec<u64> {
    let mut numbers: Vec<u64> = ranges.iter().flat_map(|range| range.0.clone()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_ranges() {
        let ranges: Vec<NumberRange> = ["7", "3..5", "5"].map(|text| text.parse().unwrap()).into();
        assert_eq!(all(&ranges), [3, 4, 5, 7]);
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig {
            failure_persistence: None,
            rng_seed: proptest::test_runner::RngSeed::Fixed(7),
            ..proptest::prelude::ProptestConfig::default()
        })]

        #[test]
        fn any_text_is_a_span_or_a_slip(text in "[0-9. x-]{0,8}|.{0,12}") {
            if let Ok(NumberRange(range)) = text.parse() {
                proptest::prop_assert!(*range.start() >= 1 && range.start() <= range.end());
                let (from, to) = (range.start(), range.end());
                proptest::prop_assert_eq!(format!("{from}..{to}").parse(), Ok(NumberRange(range)));
            }
        }
    }

    #[test]
    fn slips_are_named() {
        for (text, says) in [
            ("", "`` is no whole number"),
            ("3..", "`` is no whole number"),
            ("x..4", "`x` is no whole number"),
            ("-1", "`-1` is no whole number"),
            ("0", "begin at 1"),
            ("5..3", "write 3..5"),
            ("1..99999999", "more than 10000 numbers"),
        ] {
            let error = text.parse::<NumberRange>().unwrap_err();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
