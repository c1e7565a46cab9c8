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

/// The normal (Wald) interval of `successes` out of `n` at a two-sided `confidence`: the share and its
/// standard error as they are. Too short for shares near 0 and 1, and not kept within them; it is here
/// because many papers print it.
pub fn wald(successes: u64, n: u64, confidence: f64) -> Result<Interval, Error> {
    share(successes, n)?;
    open_unit("confidence", confidence)?;
    let share = successes as f64 / n as f64;
    let half = special::normal_critical(confidence) * (share * (1.0 - share) / n as f64).sqrt();
    Ok(Interval {
        low: share - half,
        high: share + half,
    })
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

/// Below this many successes or failures, which is beside one or two of them, the end is not Wilson's.
const EDGE: f64 = 2.5;

/// Wilson's interval with another end beside one or two successes or failures, where its coverage falls to
/// 84 %: the mid-P end of Lancaster (1961), where that is further out. The modification of Brown, Cai and
/// DasGupta (2001), "Interval estimation for a binomial proportion", section 4.1.1, whose Poisson ends are
/// the same to two digits. Successes and failures need not be whole.
pub(crate) fn edged_wilson(successes: f64, failures: f64, confidence: f64) -> Interval {
    let mut interval = wilson_of(successes, failures, confidence);
    let risk = 0.5 * (1.0 - confidence);
    let few = |count: f64| count > 0.0 && count < EDGE;
    if few(successes) {
        interval.low = interval.low.min(mid_p_low(successes, failures, risk));
    }
    if few(failures) {
        interval.high = interval
            .high
            .max(1.0 - mid_p_low(failures, successes, risk));
    }
    interval
}

/// The share at which that many successes or more, the observed number counted by half, have the
/// probability `risk`.
fn mid_p_low(successes: f64, failures: f64, risk: f64) -> f64 {
    let tail = |share: f64| {
        let at_least = special::incomplete_beta(successes, failures + 1.0, share, 1.0 - share);
        let more = match failures > 0.0 {
            true => special::incomplete_beta(successes + 1.0, failures, share, 1.0 - share),
            false => 0.0,
        };
        0.5 * (at_least + more)
    };
    special::bisect_to(0.0, 1.0, 1e-12, |share| tail(share) < risk)
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
