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

/// A quota without randomisation, in the first place, and with more and more of it.
pub(super) struct Curve<'a> {
    pub(super) values: Vec<f64>,
    /// `+`, `-` or `≈` for the quota in one place against that in another.
    pub(super) sign: &'a dyn Fn(usize, usize) -> &'static str,
}

/// The number of the behaviour; a 5 carries a sign.
pub(super) fn classify(curve: &Curve<'_>) -> String {
    let last = curve.values.len().saturating_sub(1);
    if last < 2 {
        let sign = if last == 1 { (curve.sign)(1, 0) } else { "≈" };
        return format!("5 {sign}");
    }
    let value = |at: usize| curve.values[at];
    let best = (1..=last)
        .max_by(|&a, &b| value(a).total_cmp(&value(b)))
        .unwrap_or(1);
    let against = |at: usize| (curve.sign)(at, 0);
    let falls = (curve.sign)(last, best) == "-";
    let zero = value(best) < 0.01 && value(best) <= value(0).max(0.002);
    match (against(1), against(best), against(last)) {
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
        let values: Vec<f64> = [&[reference], steps].concat();
        let sign = |a: usize, b: usize| match values[a] - values[b] {
            gap if gap > 0.06 => "+",
            gap if gap < -0.06 => "-",
            _ => "≈",
        };
        classify(&Curve {
            values: values.clone(),
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
