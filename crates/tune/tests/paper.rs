//! The mathematics of section 3 of Kocsis, Szepesvári and Winands, against simulation.

use ludometer_core::{Generator, Rng, Seed};

fn dice(name: &str) -> Rng {
    Seed::new(2006).named(name).rng(Generator::Xoshiro)
}

/// f(θ; Y) = Σ (gⱼ + sⱼ Yⱼ) θⱼ, where every Yⱼ is -1 or 1: the derivatives are random and the
/// estimate of the gradient has no bias.
struct Linear {
    slopes: [f64; 8],
    spreads: [f64; 8],
}

const MODEL: Linear = Linear {
    slopes: [1.0, -2.0, 0.5, 1.5, -1.0, 3.0, 0.0, 2.0],
    spreads: [2.0, 3.0, 5.0, 1.0, 4.0, 2.0, 6.0, 3.0],
};

fn sign(dice: &mut Rng) -> f64 {
    if dice.happens(0.5) { 1.0 } else { -1.0 }
}

impl Linear {
    /// The mean square error of the first component of the estimate, averaged over r perturbations
    /// with q evaluations each. Perturbations are ±1, or ±1 and ±`wide` with equal chance.
    fn simulate(&self, q: usize, r: usize, wide: f64, dice: &mut Rng) -> f64 {
        let repeats = 40_000;
        let mut total = 0.0;
        for _ in 0..repeats {
            let mut estimate = 0.0;
            for _ in 0..r {
                let delta = [(); 8].map(|()| {
                    let size = if dice.happens(0.5) { wide } else { 1.0 };
                    size * sign(dice)
                });
                for _ in 0..q {
                    // (f(θ + cΔ; Y) - f(θ - cΔ; Y)) / 2c is the slope along Δ, whatever c.
                    let along: f64 = (0..8)
                        .map(|j| (self.slopes[j] + self.spreads[j] * sign(dice)) * delta[j])
                        .sum();
                    estimate += along / delta[0];
                }
            }
            total += libm::pow(estimate / (q * r) as f64 - self.slopes[0], 2.0);
        }
        total / f64::from(repeats)
    }

    /// Equation (8) with the squared mean and the mean square in their places: printed, they are
    /// exchanged.
    fn corrected(&self, q: usize, r: usize, k: f64) -> f64 {
        self.error(q, r, k, |mean_square, squared_mean| {
            (squared_mean, mean_square)
        })
    }

    fn printed(&self, q: usize, r: usize, k: f64) -> f64 {
        self.error(q, r, k, |mean_square, squared_mean| {
            (mean_square, squared_mean)
        })
    }

    fn error(&self, q: usize, r: usize, k: f64, places: fn(f64, f64) -> (f64, f64)) -> f64 {
        let (q, r) = (q as f64, r as f64);
        let others: f64 = (1..8)
            .map(|j| {
                let squared_mean = libm::pow(self.slopes[j], 2.0);
                let mean_square = squared_mean + libm::pow(self.spreads[j], 2.0);
                let (first, second) = places(mean_square, squared_mean);
                (1.0 - 1.0 / q) * first + second / q
            })
            .sum();
        k * others / r + libm::pow(self.spreads[0], 2.0) / (r * q)
    }
}

#[test]
fn equation_8_holds_once_its_moments_are_exchanged() {
    let mut dice = dice("equation 8");
    for (q, r) in [(1, 16), (4, 4), (16, 1), (3, 2)] {
        // ±1: K = 1; ±1 and ±2: K = 2.5 * 0.625.
        for (wide, k) in [(1.0, 1.0), (2.0, 1.5625)] {
            let found = MODEL.simulate(q, r, wide, &mut dice);
            let right = MODEL.corrected(q, r, k);
            assert!(
                (found / right - 1.0).abs() < 0.05,
                "{q} {r} {wide}: {found}, {right}"
            );
            let printed = MODEL.printed(q, r, k);
            assert!(
                (found / printed - 1.0).abs() > 0.2,
                "{q} {r} {wide}: {found}, {printed}"
            );
        }
    }
}

#[test]
fn one_evaluation_a_perturbation_is_best() {
    let mut dice = dice("one evaluation");
    let errors = [1, 2, 4, 8, 16].map(|q| MODEL.simulate(q, 16 / q, 1.0, &mut dice));
    assert!(errors.is_sorted(), "{errors:?}");
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

fn variance(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let squares: f64 = values.iter().map(|v| libm::pow(v - mean, 2.0)).sum();
    squares / values.len() as f64
}

/// Section 3.1 with outcomes of 0 and 1 that are won when luck is below the logistic of θ.
#[test]
fn common_random_numbers_gain_in_proportion_to_one_over_c() {
    let mut dice = dice("common");
    for (c, low, high) in [
        (0.3, 3.4, 4.3),
        (0.1, 9.0, 12.0),
        (0.03, 28.0, 40.0),
        (0.01, 80.0, 125.0),
    ] {
        let won = |theta: f64, luck: f64| f64::from(u8::from(luck < logistic(theta)));
        let mut differences = |common: bool| {
            let game = |_| {
                let luck = dice.unit();
                let other = if common { luck } else { dice.unit() };
                won(c, luck) - won(-c, other)
            };
            (0..400_000).map(game).collect::<Vec<f64>>()
        };
        let gain = variance(&differences(false)) / variance(&differences(true));
        assert!((low..high).contains(&gain), "{c}: {gain}");
    }
}

/// Section 3.3: means over a scenario and its mirror image against means over two scenarios, when
/// the scenario explains three quarters of the variance of the payoff.
#[test]
fn mirrored_scenarios_gain_four_times_on_payoffs_and_half_of_it_on_wins() {
    let mut dice = dice("mirrored");
    let normal = |dice: &mut Rng| {
        // The sum of twelve uniform numbers is near enough.
        (0..12).map(|_| dice.unit()).sum::<f64>() - 6.0
    };
    let mut gain = |outcome: fn(f64) -> f64| {
        let mut means = |mirrored: bool| {
            let mean = |_| {
                let luck = normal(&mut dice);
                let second = if mirrored { -luck } else { normal(&mut dice) };
                let mut payoff =
                    |luck: f64| outcome(0.75f64.sqrt() * luck + 0.25f64.sqrt() * normal(&mut dice));
                (payoff(luck) + payoff(second)) / 2.0
            };
            (0..100_000).map(mean).collect::<Vec<f64>>()
        };
        variance(&means(false)) / variance(&means(true))
    };
    let payoffs = gain(|payoff| payoff);
    assert!((3.7..4.3).contains(&payoffs), "{payoffs}");
    let wins = gain(f64::signum);
    assert!((2.0..2.4).contains(&wins), "{wins}");
}
