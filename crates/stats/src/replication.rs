//! What would come out if an experiment were made again.

use crate::special::{normal_lower, normal_quantile};
use crate::{Alternative, Error};

/// The chance that a difference is significant at `level` and positive when everything is repeated at
/// the same size, after a two-sided test gave `p` for a difference that was `positive` or not. The
/// effect is taken to be as large as it was seen; where p is 1 there is none.
pub fn chance_of_repeat(p: f64, positive: bool, level: f64) -> Result<f64, Error> {
    for (what, value) in [("p", p), ("level", level)] {
        if !(0.0..=1.0).contains(&value) {
            return Err(Error::OutOfRange {
                what,
                value,
                expected: "0 to 1",
            });
        }
    }
    if p == 1.0 {
        return Ok(0.0);
    }
    let seen = normal_quantile(1.0 - 0.5 * p.max(f64::EPSILON));
    let needed = normal_quantile(1.0 - 0.5 * level);
    let seen = if positive { seen } else { -seen };
    Ok(normal_lower(seen - needed))
}

/// The two-sided p of the hypothesis that two counts of independent events differ only by chance,
/// where each event happens with its chance in either experiment.
///
/// Approximate: the difference of two Poisson-binomial counts as a normal variable.
pub fn counts_against(chances: &[f64], ours: f64, theirs: f64) -> f64 {
    let variance: f64 = chances.iter().map(|q| 2.0 * q * (1.0 - q)).sum();
    if variance == 0.0 {
        return if ours == theirs { 1.0 } else { 0.0 };
    }
    Alternative::TwoSided.of_normal(ours - theirs, variance.sqrt(), 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_just_significant_is_so_again_every_other_time() {
        let chance = |p| chance_of_repeat(p, true, 0.05).unwrap();
        assert!((chance(0.05) - 0.5).abs() < 1e-12);
        assert_eq!(chance(1.0), 0.0);
        let other = chance_of_repeat(0.05, false, 0.05).unwrap();
        assert!(other < 1e-4, "{other}");
        // z = 3.2905 against 1.9600.
        assert!((chance(0.001) - 0.908_3).abs() < 1e-3, "{}", chance(0.001));
        assert!(chance(0.0) > 0.999);
        assert!(chance_of_repeat(1.5, true, 0.05).is_err());
        assert!(chance_of_repeat(f64::NAN, true, 0.05).is_err());
    }

    #[test]
    fn counts_differ_by_chance_only_where_chance_is() {
        assert_eq!(counts_against(&[0.5; 8], 3.0, 3.0), 1.0);
        // Eight coins twice: a standard deviation of 2.
        assert!((counts_against(&[0.5; 8], 6.0, 2.0) - 0.0455).abs() < 1e-4);
        assert_eq!(counts_against(&[0.0, 1.0], 1.0, 2.0), 0.0);
        assert_eq!(counts_against(&[], 0.0, 1.0), 0.0);
    }
}
