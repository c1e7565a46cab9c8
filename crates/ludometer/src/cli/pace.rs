//! How fast a game is shown, as an argument.

use std::time::Duration;

/// The least time between two moves, as in `50ms` or `0.2s`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pace(pub(super) Duration);

/// Nobody watches a game that is slower.
const LONGEST: Duration = Duration::from_secs(60);

impl std::str::FromStr for Pace {
    type Err = String;

    fn from_str(text: &str) -> Result<Pace, String> {
        let (number, unit) = match text.strip_suffix("ms") {
            Some(number) => (number, 1000.0),
            None => {
                let number = text.strip_suffix('s');
                let hint = format!("`{text}` has no unit; write 50ms, or 0.2s");
                (number.ok_or(hint)?, 1.0)
            }
        };
        let seconds = number.trim().parse().map(|number: f64| number / unit);
        let time = seconds.ok().map(Duration::try_from_secs_f64);
        match time {
            Some(Ok(time)) if time <= LONGEST => Ok(Pace(time)),
            Some(Ok(_)) => Err(format!("`{text}` is too long; 60s at most")),
            _ => Err(format!(
                "`{number}` is no length of time; write 50ms, or 0.2s"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_and_thousandths_of_them() {
        for (text, thousandths) in [("50ms", 50), ("0.2s", 200), ("1s", 1000), ("0s", 0)] {
            assert_eq!(text.parse(), Ok(Pace(Duration::from_millis(thousandths))));
        }
    }

    #[test]
    fn slips_are_named() {
        for (text, says) in [
            ("", "`` has no unit; write 50ms"),
            ("50", "`50` has no unit"),
            ("s", "`` is no length of time"),
            ("-3ms", "`-3` is no length of time"),
            ("nans", "`nan` is no length of time"),
            ("1e300s", "`1e300` is no length of time"),
            ("61s", "60s at most"),
        ] {
            let error = text.parse::<Pace>().unwrap_err();
            assert!(error.contains(says), "{text}: {error}");
        }
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig {
            failure_persistence: None,
            rng_seed: proptest::test_runner::RngSeed::Fixed(7),
            ..proptest::prelude::ProptestConfig::default()
        })]

        #[test]
        fn any_text_is_a_pace_or_a_slip(text in "[0-9.e-]{0,6}m?s?|.{0,12}") {
            if let Ok(Pace(time)) = text.parse::<Pace>() {
                proptest::prop_assert!(time <= LONGEST);
            }
        }
    }
}
