//! Time controls as engine people write them: `40/60+0.6`, `8+0.08`, `5:00`.

use ludometer_core::Clock;
use std::time::Duration;

/// The longest time of a control: a thousand days.
const LONGEST: f64 = 1000.0 * 86_400.0;

/// Reads a time control: `[moves/]time[+increment]`. Times are seconds, minutes and seconds with a colon,
/// or have a unit (`ms`, `s`, `m`, `h`).
///
/// ```
/// use ludometer_spec::time_control;
/// use std::time::Duration;
///
/// let clock = time_control::read("40/5:00+0.6").unwrap();
/// assert_eq!(clock.remaining, Duration::from_secs(300));
/// assert_eq!(clock.increment, Duration::from_millis(600));
/// assert_eq!(clock.moves_to_go, Some(40));
/// assert!(time_control::read("fast").is_err());
/// ```
pub fn read(text: &str) -> Result<Clock, String> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.trim()), rest),
        None => (None, text),
    };
    let (time, increment) = match rest.split_once('+') {
        Some((time, increment)) => (time, Some(increment)),
        None => (rest, None),
    };
    let remaining = duration(time)?;
    if remaining.is_zero() {
        return Err(format!("`{text}` leaves no time for the first move"));
    }
    let mut clock = Clock::of(remaining);
    if let Some(increment) = increment {
        clock = clock.with_increment(duration(increment)?);
    }
    if let Some(moves) = moves {
        let number = moves
            .parse()
            .ok()
            .filter(|number| (1..=9999).contains(number));
        let number = number.ok_or_else(|| {
            format!("`{moves}` is not a number of moves from 1 to 9999, as in 40/60+0.6")
        })?;
        clock = clock.with_moves_to_go(number);
    }
    Ok(clock)
}

/// The control of a clock as text: what [`read`] reads.
pub fn written(clock: &Clock) -> String {
    let moves = clock.moves_to_go.map(|moves| format!("{moves}/"));
    let increment = (!clock.increment.is_zero()).then(|| format!("+{}", seconds(clock.increment)));
    [
        moves.unwrap_or_default(),
        seconds(clock.remaining),
        increment.unwrap_or_default(),
    ]
    .concat()
}

fn seconds(time: Duration) -> String {
    time.as_secs_f64().to_string()
}

/// A time: seconds, `minutes:seconds`, or a number with a unit.
pub fn duration(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let wrong = || {
        format!(
            "`{text}` is not a time: seconds as in 8 or 0.08, 5:00 for minutes and seconds, or 80ms"
        )
    };
    let number = |text: &str| -> Result<f64, String> {
        let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        let number = plain.then(|| text.parse::<f64>().ok()).flatten();
        number.ok_or_else(wrong)
    };
    let seconds = match text.split_once(':') {
        Some((minutes, seconds)) => number(minutes)? * 60.0 + number(seconds)?,
        None => {
            let units = [("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
            let mut units = units
                .iter()
                .filter_map(|(unit, worth)| Some((text.strip_suffix(unit)?, worth)));
            match units.next() {
                Some((time, worth)) => number(time.trim_end())? * worth,
                None => number(text)?,
            }
        }
    };
    match seconds <= LONGEST {
        true => Ok(Duration::from_secs_f64(seconds)),
        false => Err(format!("`{text}` is longer than a thousand days")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn controls_are_read() {
        let ms = Duration::from_millis;
        for (text, remaining, increment, moves) in [
            ("8+0.08", 8000, 80, None),
            ("40/60", 60_000, 0, Some(40)),
            ("40/60+0.6", 60_000, 600, Some(40)),
            ("1:30 + 1", 90_000, 1000, None),
            ("0.2+0.002", 200, 2, None),
            ("500ms+5ms", 500, 5, None),
            ("2m", 120_000, 0, None),
            ("1h", 3_600_000, 0, None),
        ] {
            let clock = read(text).unwrap();
            assert_eq!(clock.remaining, ms(remaining), "{text}");
            assert_eq!(clock.increment, ms(increment), "{text}");
            assert_eq!(clock.moves_to_go, moves, "{text}");
        }
        for text in [
            "",
            "+",
            "0",
            "0+1",
            "a",
            "8+",
            "/8",
            "0/8",
            "40/",
            "8+0.08+1",
            "-1",
            "1e3",
            "inf",
            "1:2:3",
            "8x",
            "99999999999",
            "40/60/60",
            "NaN",
            "1..2",
            "10000/8",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            time in 1_u64..1_000_000, increment in 0_u64..10_000, moves in prop::option::of(1_u32..200),
        ) {
            let mut clock = Clock::of(Duration::from_millis(time))
                .with_increment(Duration::from_millis(increment));
            clock.moves_to_go = moves;
            prop_assert_eq!(read(&written(&clock)).unwrap(), clock);
        }

        #[test]
        fn no_text_is_too_strange(text in "[0-9./+:msh -]{0,12}|\\PC{0,12}") {
            if let Ok(clock) = read(&text) {
                prop_assert_eq!(read(&written(&clock)).unwrap().moves_to_go, clock.moves_to_go);
            }
        }
    }
}
