//! The few distribution functions the tests need, accurate in the tails.
//!
//! Gamma tails come from `statrs`, and normal tails as the gamma tail they are, Q(1/2, z²/2): its
//! `erfc` keeps 10 digits, its `gamma_ur` 14. The incomplete beta function is our own. Its prefix is
//! written with Stirling remainders and `ln_1p`, as Loader (2000), "Fast and accurate computation of
//! binomial probabilities", does, and its continued fraction (DLMF 8.17.22) runs until it converges:
//! with parameters in the millions, where a sum of `ln_gamma` keeps 8 digits and a fixed number of
//! terms none, it keeps 10.

use std::f64::consts::{PI, SQRT_2};

use statrs::function::erf::erfc_inv;
use statrs::function::gamma::{gamma_ur, ln_gamma};

/// P(Z > z) of a standard normal; 0 beyond about 37.6.
pub(crate) fn normal_upper(z: f64) -> f64 {
    let beyond = 0.5 * chi_squared_upper(z * z, 1.0);
    if z < 0.0 { 1.0 - beyond } else { beyond }
}

/// P(Z < z) of a standard normal.
pub(crate) fn normal_lower(z: f64) -> f64 {
    normal_upper(-z)
}

/// The z with P(Z < z) = p. Infinite at 0 and 1.
pub(crate) fn normal_quantile(p: f64) -> f64 {
    if p < 0.5 {
        -normal_critical_of_risk(2.0 * p)
    } else {
        normal_critical_of_risk(2.0 * (1.0 - p))
    }
}

/// The z that leaves `confidence` between -z and z.
pub(crate) fn normal_critical(confidence: f64) -> f64 {
    normal_critical_of_risk(1.0 - confidence)
}

/// The z with P(|Z| > z) = risk; one step of Newton's method adds the digits `erfc_inv` lacks.
fn normal_critical_of_risk(risk: f64) -> f64 {
    let z = SQRT_2 * erfc_inv(risk);
    let density = (2.0 / PI).sqrt() * libm::exp(-0.5 * z * z);
    let step = (2.0 * normal_upper(z) - risk) / density;
    if step.is_finite() { z + step } else { z }
}

/// P(X > x) of a chi-squared variable with `degrees` >= 1 degrees of freedom.
pub(crate) fn chi_squared_upper(x: f64, degrees: f64) -> f64 {
    if x <= 0.0 {
        1.0
    } else if x == f64::INFINITY {
        0.0
    } else {
        gamma_ur(0.5 * degrees, 0.5 * x)
    }
}

/// P(|T| > |t|) of a Student variable with `degrees` > 0 degrees of freedom.
pub(crate) fn student_two_sided(t: f64, degrees: f64) -> f64 {
    if t.is_infinite() {
        return 0.0;
    }
    let square = t * t;
    let sum = degrees + square;
    incomplete_beta(0.5 * degrees, 0.5, degrees / sum, square / sum)
}

/// The t that leaves `confidence` between -t and t.
pub(crate) fn student_critical(confidence: f64, degrees: f64) -> f64 {
    let outside = 1.0 - confidence;
    let mut high = 1.0;
    while student_two_sided(high, degrees) > outside && high < f64::MAX / 2.0 {
        high *= 2.0;
    }
    bisect(0.0, high, |t| student_two_sided(t, degrees) > outside)
}

/// The x below which a beta variable lies with probability `p`.
pub(crate) fn beta_lower_quantile(p: f64, a: f64, b: f64) -> f64 {
    bisect(0.0, 1.0, |x| incomplete_beta(a, b, x, 1.0 - x) < p)
}

/// The x above which a beta variable lies with probability `p`.
pub(crate) fn beta_upper_quantile(p: f64, a: f64, b: f64) -> f64 {
    bisect(0.0, 1.0, |x| incomplete_beta(b, a, 1.0 - x, x) > p)
}

/// The boundary between `below` and not, to the last bit.
fn bisect(mut low: f64, mut high: f64, below: impl Fn(f64) -> bool) -> f64 {
    loop {
        let middle = low + 0.5 * (high - low);
        if middle <= low || middle >= high {
            return middle;
        }
        if below(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// The boundary between `below` and not, to within `tolerance`.
pub(crate) fn bisect_to(
    mut low: f64,
    mut high: f64,
    tolerance: f64,
    below: impl Fn(f64) -> bool,
) -> f64 {
    while high - low > tolerance {
        let middle = 0.5 * (low + high);
        if below(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// I_x(a, b), the regularised incomplete beta function, for a, b > 0; `y` is 1 - x, given apart so
/// that neither end loses digits.
pub(crate) fn incomplete_beta(a: f64, b: f64, x: f64, y: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if y <= 0.0 {
        return 1.0;
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta_left(b, a, y, x);
    }
    incomplete_beta_left(a, b, x, y)
}

fn incomplete_beta_left(a: f64, b: f64, x: f64, y: f64) -> f64 {
    let shift = b * x - a * y;
    let log_prefix = a * deviance(shift / a, x * (a + b) / a)
        + b * deviance(-shift / b, y * (a + b) / b)
        + 0.5 * libm::log(a * (b / (a + b)) / (2.0 * PI))
        + stirling_remainder(a + b)
        - stirling_remainder(a)
        - stirling_remainder(b);
    libm::exp(log_prefix) * continued_fraction(a, b, x) / a
}

/// ln(1 + relative), where `whole` is 1 + relative computed without the cancellation.
fn deviance(relative: f64, whole: f64) -> f64 {
    if relative.abs() < 0.5 {
        libm::log1p(relative)
    } else {
        libm::log(whole)
    }
}

/// ln Γ(z) minus Stirling's (z - 1/2) ln z - z + ln(2π)/2.
fn stirling_remainder(z: f64) -> f64 {
    if z < 16.0 {
        return ln_gamma(z) - ((z - 0.5) * libm::log(z) - z + 0.5 * libm::log(2.0 * PI));
    }
    let square = z * z;
    (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - (1.0 / 1680.0) / square) / square) / square) / z
}

/// The continued fraction of I_x(a, b) by Lentz's method; it needs about sqrt(max(a, b)) terms.
fn continued_fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    const MOST_TERMS: u32 = 1_000_000;
    let guard = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / guard(1.0 - (a + b) * x / (a + 1.0));
    let mut h = d;
    for m in 1..=MOST_TERMS {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / guard(1.0 + even * d);
        c = guard(1.0 + even / c);
        h *= d * c;
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / guard(1.0 + odd * d);
        c = guard(1.0 + odd / c);
        h *= d * c;
        if (d * c - 1.0).abs() < 3e-16 {
            break;
        }
    }
    h
}
