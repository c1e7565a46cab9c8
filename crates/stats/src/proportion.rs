//! Intervals of a share: Wilson (1927), "Probable inference, the law of succession, and statistical
//! inference", and Clopper and Pearson (1934), "The use of confidence or fiducial limits illustrated
//! in the case of the binomial".

use crate::error::{open_unit, share};
use crate::{Error, Interval, special};

/// The Wilson score interval of `successes` out of `n` at a two-sided `confidence` such as 0.95,
/// without continuity correction.
///
/// It contains `successes / n` and lies within 0 and 1. Its coverage is about, not at least, the
/// confidence; for a guarantee take [`clopper_pearson`].
pub fn wilson(successes: u64, n: u64, confidence: f64) -> Result<Interval, Error> {
    share(successes, n)?;
    open_unit("confidence", confidence)?;
    Ok(wilson_of(
        successes as f64,
        (n - successes) as f64,
        confidence,
    ))
}

/// Wilson's interval where successes and failures need not be whole.
pub(crate) fn wilson_of(successes: f64, failures: f64, confidence: f64) -> Interval {
    let n = successes + failures;
    let z = special::normal_critical(confidence);
    let centre = (successes + 0.5 * z * z) / (n + z * z);
    let half = z / (n + z * z) * (successes * failures / n + 0.25 * z * z).sqrt();
    Interval {
        low: if successes == 0.0 { 0.0 } else { centre - half },
        high: if failures == 0.0 { 1.0 } else { centre + half },
    }
}

/// The Clopper-Pearson interval of `successes` out of `n`: the shares that neither one-sided
/// binomial test at half the remaining risk rejects.
///
/// Its coverage is at least the `confidence`, often more.
pub fn clopper_pearson(successes: u64, n: u64, confidence: f64) -> Result<Interval, Error> {
    share(successes, n)?;
    open_unit("confidence", confidence)?;
    let risk = 0.5 * (1.0 - confidence);
    let k = successes as f64;
    let failures = (n - successes) as f64;
    let low = match successes {
        0 => 0.0,
        _ => special::beta_lower_quantile(risk, k, failures + 1.0),
    };
    let high = match n - successes {
        0 => 1.0,
        _ => special::beta_upper_quantile(risk, k + 1.0, failures),
    };
    Ok(Interval { low, high })
}
