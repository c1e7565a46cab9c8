//! The five behaviours of the winning quota when randomisation grows (Althöfer and Heuser 2005,
//! section 5, before Table 4).
//!
//! The paper describes them in words; this is our reading of the words, on a curve that begins
//! without randomisation and goes on with growing intensity:
//!
//! 4. every randomised quota is practically zero: below one in a hundred and not above the start;
//! 1. the first intensity already raises the quota, and the last is below the best;
//! 2. the first does not, a later one does, and the last is below the best;
//! 3. none raises it, and the last is below the start;
//! 5. anything else, with the sign of the best quota against the start.

use crate::tally::StatFigure;

/// A quota without randomisation and with more and more of it.
pub(super) struct Curve<'a> {
    pub(super) reference: StatFigure,
    pub(super) steps: Vec<StatFigure>,
    /// `+`, `-` or `≈` for the first figure against the second.
    pub(super) sign: &'a dyn Fn(&StatFigure, &StatFigure) -> &'static str,
}

/// The number of the behaviour; a 5 carries a sign.
pub(super) fn classify(curve: &Curve<'_>) -> String {
    let [first, .., last] = &curve.steps[..] else {
        return format!(
            "5 {}",
            curve
                .steps
                .first()
                .map_or("≈", |only| (curve.sign)(only, &curve.reference))
        );
    };
    let best = curve
        .steps
        .iter()
        .max_by(|a, b| a.value.total_cmp(&b.value))
        .unwrap_or(first);
    let against = |figure: &StatFigure| (curve.sign)(figure, &curve.reference);
    let falls = (curve.sign)(last, best) == "-";
    let zero = best.value < 0.01 && best.value <= curve.reference.value.max(0.002);
    match (against(first), against(best), against(last)) {
        _ if zero => "4".to_string(),
        ("+", ..) if falls => "1".to_string(),
        (_, "+", _) if falls => "2".to_string(),
        (_, "≈", "-") => "3".to_string(),
        (_, sign, _) => format!("5 {sign}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(reference: f64, steps: &[f64]) -> String {
        let figure = |value: f64| StatFigure {
            n: 1000,
            won: (value * 1000.0) as u64,
            value,
            interval: None,
        };
        let sign = |a: &StatFigure, b: &StatFigure| match a.value - b.value {
            gap if gap > 0.06 => "+",
            gap if gap < -0.06 => "-",
            _ => "≈",
        };
        classify(&Curve {
            reference: figure(reference),
            steps: steps.iter().map(|&value| figure(value)).collect(),
            sign: &sign,
        })
    }

    #[test]
    fn the_words_of_the_paper() {
        assert_eq!(class(0.4, &[0.5, 0.6, 0.5, 0.1]), "1");
        assert_eq!(class(0.4, &[0.4, 0.6, 0.5, 0.1]), "2");
        assert_eq!(class(0.4, &[0.4, 0.42, 0.4, 0.1]), "3");
        assert_eq!(class(0.4, &[0.0, 0.001, 0.0, 0.0]), "4");
        assert_eq!(class(0.4, &[0.5, 0.5, 0.5]), "5 +");
        assert_eq!(class(0.4, &[0.4, 0.4, 0.4]), "5 ≈");
        assert_eq!(class(0.4, &[0.3, 0.3, 0.3]), "5 -");
        assert_eq!(class(0.4, &[0.5]), "5 +");
    }
}
