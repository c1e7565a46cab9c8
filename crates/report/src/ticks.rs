//! Ticks at 1, 2 and 5 times a power of ten, and at decades.

use crate::number;

/// A labelled place on an axis.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tick {
    pub(crate) at: f64,
    pub(crate) label: String,
}

/// The smallest step of the form 1, 2 or 5 times a power of ten that divides
/// `span` into at most `count` parts. `span` must be positive and finite.
pub(crate) fn step(span: f64, count: usize) -> f64 {
    let raw = span / count.max(1) as f64;
    let power = libm::exp10(libm::log10(raw).floor());
    [1.0, 2.0, 5.0]
        .map(|times| times * power)
        .into_iter()
        .find(|step| *step >= raw * (1.0 - 1e-9))
        .unwrap_or(10.0 * power)
}

/// The multiples of a nice step between `low` and `high`.
pub(crate) fn linear(low: f64, high: f64, count: usize) -> Vec<Tick> {
    let step = step(high - low, count);
    let slack = 1e-6;
    let first = (low / step - slack).ceil();
    let last = (high / step + slack).floor();
    // At most `count + 1` by the choice of the step, unless rounding fails.
    let number = (last - first).clamp(0.0, 2.0 * count as f64 + 2.0) as u32;
    let values: Vec<f64> = (0..=number)
        .map(|index| (first + f64::from(index)) * step)
        .collect();
    let largest = values
        .iter()
        .fold(0.0f64, |most, value| most.max(value.abs()));
    let plain = largest < 1e9 && step > 1e-7;
    let digits = (-libm::log10(step) - 1e-9).ceil().max(0.0) as usize;
    values
        .into_iter()
        .map(|at| Tick {
            at,
            label: if plain {
                number::minus(&number::fixed(at, digits))
            } else {
                number::minus(&number::short(at))
            },
        })
        .collect()
}

/// The decades between two powers of ten given as exponents, thinned to about
/// `count`; within fewer than two decades also 2 and 5 times each, if there is room.
pub(crate) fn decades(low: f64, high: f64, count: usize) -> Vec<Tick> {
    let (first, last) = ((low - 1e-9).ceil() as i32, (high + 1e-9).floor() as i32);
    let stride = 1 + (last - first).max(0) / (count as i32 + 2);
    let plain = (-3..=5).contains(&first) && (-3..=5).contains(&last);
    let whole: Vec<Tick> = (first..=last)
        .filter(|exponent| (exponent - first) % stride == 0)
        .map(|exponent| decade(exponent, plain))
        .collect();
    let between = (first - 1..=last)
        .flat_map(|exponent| [1.0, 2.0, 5.0].map(|times| times * libm::exp10(f64::from(exponent))))
        .filter(|at| (low - 1e-9..=high + 1e-9).contains(&libm::log10(*at)));
    let all: Vec<f64> = between.collect();
    if whole.len() > 2 || whole.len() == 2 && all.len() > count + 1 {
        return whole;
    }
    if all.len() < 2 {
        // Less than one step of 1-2-5 wide: the axis is as good as linear.
        return linear(libm::exp10(low), libm::exp10(high), count);
    }
    all.into_iter()
        .map(|at| Tick {
            at,
            label: number::short(at),
        })
        .collect()
}

fn decade(exponent: i32, plain: bool) -> Tick {
    let at = libm::exp10(f64::from(exponent));
    let label = if plain {
        number::short(at)
    } else {
        format!("10{}", raised(exponent))
    };
    Tick { at, label }
}

fn raised(exponent: i32) -> String {
    exponent
        .to_string()
        .chars()
        .map(|letter| match letter {
            '-' => '⁻',
            '1' => '¹',
            '2' => '²',
            '3' => '³',
            digit => {
                char::from_u32(u32::from(digit) - u32::from('0') + u32::from('⁰')).unwrap_or(digit)
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(ticks: Vec<Tick>) -> Vec<String> {
        ticks.into_iter().map(|tick| tick.label).collect()
    }

    #[test]
    fn steps_are_one_two_five() {
        assert_eq!(step(1.0, 5), 0.2);
        assert_eq!(step(1.0, 10), 0.1);
        assert_eq!(step(7.0, 5), 2.0);
        assert_eq!(step(19.0, 5), 5.0);
        assert_eq!(step(30.0, 4), 10.0);
    }

    #[test]
    fn linear_ticks_share_their_decimals() {
        assert_eq!(labels(linear(0.0, 1.0, 4)), ["0.0", "0.5", "1.0"]);
        assert_eq!(
            labels(linear(-1.0, 1.0, 4)),
            ["−1.0", "−0.5", "0.0", "0.5", "1.0"]
        );
        assert_eq!(labels(linear(3.0, 47.0, 5)), ["10", "20", "30", "40"]);
        assert_eq!(
            labels(linear(0.0, 2e6, 4)),
            ["0", "500,000", "1,000,000", "1,500,000", "2,000,000"]
        );
    }

    #[test]
    fn log_ticks_are_decades() {
        assert_eq!(labels(decades(0.0, 3.0, 6)), ["1", "10", "100", "1000"]);
        assert_eq!(labels(decades(0.0, 6.3, 8))[5..], ["10⁵", "10⁶"]);
        assert_eq!(
            labels(decades(-12.0, 0.0, 2)),
            ["10⁻¹²", "10⁻⁸", "10⁻⁴", "10⁰"]
        );
        assert_eq!(labels(decades(0.0, 1.0, 6)), ["1", "2", "5", "10"]);
        assert_eq!(labels(decades(0.5, 0.6, 5)), ["3.2", "3.4", "3.6", "3.8"]);
    }
}
