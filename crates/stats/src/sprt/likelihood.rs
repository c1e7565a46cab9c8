//! Maximum-likelihood distributions on given outcomes under one constraint.
//!
//! Among distributions p with Σ pᵢ φᵢ = 0 the likelihood of observed shares qᵢ is greatest at
//! pᵢ = qᵢ / (1 + λ φᵢ), with λ such that the constraint holds (a Lagrange multiplier; Owen 2001,
//! *Empirical Likelihood*).

/// Outcomes: the score of each and its share.
pub(super) type Distribution = [(f64, f64)];

/// Mean and variance.
pub(super) fn moments(distribution: &Distribution) -> (f64, f64) {
    let mean: f64 = distribution
        .iter()
        .map(|(score, share)| score * share)
        .sum();
    let squares = distribution
        .iter()
        .map(|(score, share)| share * libm::pow(score - mean, 2.0));
    (mean, squares.sum())
}

/// The most likely shares with this mean, which lies strictly between the least and the greatest
/// score.
pub(super) fn with_mean(observed: &Distribution, mean: f64) -> Vec<f64> {
    let deviations: Vec<f64> = observed.iter().map(|(score, _)| score - mean).collect();
    constrained(observed, &deviations)
}

/// The most likely shares with (mean - reference) / standard deviation = t.
///
/// The constraint is not linear in the shares; at the solution it is, to first order, with
/// φᵢ = aᵢ - reference - tσ (1 + ((aᵢ - μ) / σ)²) / 2, the derivative of μ - reference - tσ less its
/// mean. Iterated from the observed shares it settles in a few rounds.
pub(super) fn with_t_value(observed: &Distribution, t: f64, reference: f64) -> Vec<f64> {
    const ROUNDS: usize = 50;
    const SETTLED: f64 = 1e-12;
    let mut shares: Vec<f64> = observed.iter().map(|&(_, share)| share).collect();
    for _ in 0..ROUNDS {
        let scores = observed.iter().map(|&(score, _)| score);
        let current: Vec<(f64, f64)> = scores.zip(shares.iter().copied()).collect();
        let (mean, variance) = moments(&current);
        let spread = variance.sqrt();
        let deviation = |score: f64| {
            let standardised = (score - mean) / spread;
            score - reference - 0.5 * t * spread * (1.0 + standardised * standardised)
        };
        let deviations: Vec<f64> = observed
            .iter()
            .map(|&(score, _)| deviation(score))
            .collect();
        let next = constrained(observed, &deviations);
        let moved = shares.iter().zip(&next).map(|(a, b)| (a - b).abs());
        let moved = moved.fold(0.0, f64::max);
        shares = next;
        if moved < SETTLED {
            break;
        }
    }
    shares
}

/// The most likely shares under which the deviations have mean zero. Where all deviations have one
/// sign there are none: the observed shares are returned, which are the nearest that make sense.
fn constrained(observed: &Distribution, deviations: &[f64]) -> Vec<f64> {
    let least = deviations.iter().copied().fold(f64::INFINITY, f64::min);
    let most = deviations.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && most > 0.0) {
        return observed.iter().map(|&(_, share)| share).collect();
    }
    // Every 1 + λφ must be positive; in between, the mean of φ / (1 + λφ) falls strictly from +∞ to -∞.
    // Newton's steps from 0, where the bounds of a test are near each other, and halves of the bracket
    // where a step would leave it.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut multiplier = 0.0;
    loop {
        let (mut excess, mut slope) = (0.0, 0.0);
        for (&(_, share), deviation) in observed.iter().zip(deviations) {
            let part = deviation / (1.0 + multiplier * deviation);
            excess += share * part;
            slope -= share * part * part;
        }
        if excess > 0.0 {
            low = multiplier;
        } else {
            high = multiplier;
        }
        let newton = multiplier - excess / slope;
        let next = match low < newton && newton < high {
            true => newton,
            false => low + 0.5 * (high - low),
        };
        if next <= low || next >= high || (next - multiplier).abs() <= EXACT * multiplier.abs() {
            let shares = observed.iter().zip(deviations);
            return shares
                .map(|(&(_, share), deviation)| share / (1.0 + next * deviation))
                .collect();
        }
        multiplier = next;
    }
}

/// The relative change of a multiplier below which it is as good as a number of 53 bits can be.
const EXACT: f64 = 4.0 * f64::EPSILON;
