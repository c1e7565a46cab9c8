//! Brownian motion between two absorbing bounds.
//!
//! The motion starts at 0 with variance 1 a unit of time. Formulas: Karatzas and Shreve (1991),
//! *Brownian Motion and Stochastic Calculus*, section 2.8; Darling and Siegert (1953), "The first
//! passage problem for a continuous Markov process", in eigenfunctions, which converge at once except
//! for short times, where the motion has not felt the bounds yet.

use crate::special::normal_lower;
use std::f64::consts::PI;

/// The bounds, below and above 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Brownian {
    pub(super) lower: f64,
    pub(super) upper: f64,
}

/// Where a term is this small the series has ended.
const NEGLIGIBLE: f64 = 1e-15;

/// At this share of the squared distance of the nearer bound, the chance to have met it is below
/// 2 (1 - Φ(√40)) < 10⁻⁹.
const SHORT: f64 = 1.0 / 40.0;

impl Brownian {
    /// The probability that the lower bound is reached first, with this drift.
    pub(super) fn ends_below(&self, drift: f64) -> f64 {
        // (e^(-2μ·upper) - 1) / (e^(-2μ·upper) - e^(-2μ·lower)), scaled so that nothing overflows.
        let (a, b) = (self.lower, self.upper);
        if drift.abs() * (b - a) < 1e-9 {
            return b / (b - a);
        }
        if drift > 0.0 {
            let (falls, crosses) = (
                libm::exp(2.0 * drift * a),
                libm::exp(-2.0 * drift * (b - a)),
            );
            (falls - crosses) / (1.0 - crosses)
        } else {
            let crosses = libm::exp(2.0 * drift * (b - a));
            (1.0 - libm::exp(2.0 * drift * b)) / (1.0 - crosses)
        }
    }

    /// The expected time to reach a bound, with this drift.
    pub(super) fn expected_time(&self, drift: f64) -> f64 {
        let below = self.ends_below(drift);
        if drift.abs() * (self.upper - self.lower) < 1e-5 {
            return -self.lower * self.upper;
        }
        (self.lower * below + self.upper * (1.0 - below)) / drift
    }

    /// The probability that no bound was reached before `time`.
    pub(super) fn survives(&self, drift: f64, time: f64) -> f64 {
        (1.0 - self.reached_below(drift, time) - self.mirrored().reached_below(-drift, time))
            .clamp(0.0, 1.0)
    }

    /// The probability of an outcome that is smaller, in the order by bound and time: below a
    /// position `at` and not stopped at `time`, or stopped at the lower bound before. A position at
    /// or beyond a bound is a stop there.
    pub(super) fn cumulative(&self, drift: f64, time: f64, at: f64) -> f64 {
        if at <= self.lower {
            return self.reached_below(drift, time);
        }
        if at >= self.upper {
            return 1.0 - self.mirrored().reached_below(-drift, time);
        }
        self.reached_below(drift, time) + self.alive_below(drift, time, at)
    }

    /// The drift at which an outcome has this cumulative probability.
    pub(super) fn drift_at(&self, time: f64, at: f64, share: f64) -> f64 {
        let mut reach = 1.0 / self.upper.min(-self.lower) + at.abs() / time + 1.0 / time.sqrt();
        let low_enough = |drift: f64| self.cumulative(drift, time, at) >= share;
        // The larger the drift, the less is smaller.
        while (!low_enough(-reach) || low_enough(reach)) && reach < 1e6 {
            reach *= 2.0;
        }
        let (mut low, mut high) = (-reach, reach);
        for _ in 0..200 {
            let middle = 0.5 * (low + high);
            if low_enough(middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        0.5 * (low + high)
    }

    fn mirrored(&self) -> Brownian {
        Brownian {
            lower: -self.upper,
            upper: -self.lower,
        }
    }

    fn is_short(&self, drift: f64, time: f64) -> bool {
        let near = self.upper.min(-self.lower);
        time < SHORT * near * near && drift.abs() * time < 0.5 * near
    }

    /// The probability that the lower bound was reached by `time`, and the upper one not before.
    fn reached_below(&self, drift: f64, time: f64) -> f64 {
        if self.is_short(drift, time) {
            return 0.0;
        }
        let (width, start) = (self.upper - self.lower, -self.lower);
        // P(T in dt) = e^(μa - μ²t/2) (π / w²) Σ n sin(nπ·start/w) e^(-n²π²t / 2w²), integrated from
        // `time` on.
        let mut later = 0.0;
        for n in 1.. {
            let frequency = f64::from(n) * PI / width;
            let rate = 0.5 * (drift * drift + frequency * frequency);
            let size = libm::exp(drift * self.lower - rate * time) * frequency / (width * rate);
            later += size * libm::sin(frequency * start);
            if is_last(n, frequency * frequency * time, size) {
                break;
            }
        }
        (self.ends_below(drift) - later).clamp(0.0, 1.0)
    }

    /// The probability to be below `at` at `time` without having reached a bound.
    fn alive_below(&self, drift: f64, time: f64, at: f64) -> f64 {
        if self.is_short(drift, time) {
            return normal_lower((at - drift * time) / time.sqrt());
        }
        let (width, start) = (self.upper - self.lower, -self.lower);
        let mut sum = 0.0;
        for n in 1.. {
            let frequency = f64::from(n) * PI / width;
            let rate = 0.5 * (drift * drift + frequency * frequency);
            // ∫ e^(μx) sin(f(x - a)) dx from a to `at`.
            let phase = frequency * (at - self.lower);
            let norm = 2.0 * rate;
            let upper = libm::exp(drift * at - rate * time)
                * (drift * libm::sin(phase) - frequency * libm::cos(phase));
            let lower = libm::exp(drift * self.lower - rate * time) * -frequency;
            let weight = 2.0 / width * libm::sin(frequency * start);
            let term = weight * (upper - lower) / norm;
            sum += term;
            let size = 2.0 / width * (upper.abs() + lower.abs()) / norm;
            if is_last(n, frequency * frequency * time, size) {
                break;
            }
        }
        sum.clamp(0.0, 1.0)
    }
}

/// Whether a series can end: the terms fall by now, and are small.
fn is_last(n: u32, exponent: f64, size: f64) -> bool {
    (exponent > 1.0 && size < NEGLIGIBLE) || n >= 10_000
}

#[cfg(test)]
mod tests {
    use super::*;

    /// c W(t / c²) is a Brownian motion again: with bounds c times as far, time c² times as long and a
    /// drift of 1 / c nothing is different, however large the unit.
    #[test]
    fn nothing_depends_on_the_unit() {
        let motion = |unit: f64| Brownian {
            lower: -2.0 * unit,
            upper: 3.0 * unit,
        };
        for unit in [1e2, 1e5, 1e8] {
            for (time, at) in [(1.0, 0.5), (4.0, 2.0), (9.0, -1.0), (2.0, 3.0), (2.0, -2.0)] {
                for share in [0.025, 0.5, 0.975] {
                    let plain = motion(1.0).drift_at(time, at, share);
                    let other = motion(unit).drift_at(time * unit * unit, at * unit, share);
                    assert!(
                        (other * unit - plain).abs() < 1e-6 * (1.0 + plain.abs()),
                        "{at} at {time}, {share}: {plain}, {} in units of {unit}",
                        other * unit
                    );
                    let back = motion(1.0).cumulative(plain, time, at);
                    assert!(
                        (back - share).abs() < 1e-6,
                        "{at} at {time}: {back} for {share}"
                    );
                }
            }
        }
    }
}
