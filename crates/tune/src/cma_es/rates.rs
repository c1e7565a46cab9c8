//! How fast CMA-ES learns: the weights and rates of the tutorial's appendix A, which depend on the
//! dimension and the population alone.

/// Weights and rates.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rates {
    /// wᵢ: what the chosen candidates weigh, the best first; their sum is 1.
    pub(super) weights: Vec<f64>,
    /// μ_eff: the variance effective selection mass.
    pub(super) mass: f64,
    /// c_σ: of the path that sizes the spread.
    pub(super) sigma_path: f64,
    /// d_σ: how much the change of the spread is damped.
    pub(super) damping: f64,
    /// c_c: of the path that the covariance learns from.
    pub(super) path: f64,
    /// c₁: of the rank-one update.
    pub(super) rank_one: f64,
    /// c_μ: of the rank-μ update.
    pub(super) rank_mu: f64,
    /// E‖N(0, I)‖: how long a path is that goes nowhere.
    pub(super) expected: f64,
}

impl Rates {
    /// For this many coordinates and candidates, of which the better half is chosen.
    pub(super) fn new(coordinates: usize, population: usize) -> Rates {
        let n = coordinates as f64;
        let raw: Vec<f64> = (0..population / 2)
            .map(|i| libm::log(population as f64 / 2.0 + 0.5) - libm::log(i as f64 + 1.0))
            .collect();
        let total: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|w| w / total).collect();
        let mass = 1.0 / weights.iter().map(|w| w * w).sum::<f64>();
        let sigma_path = (mass + 2.0) / (n + mass + 5.0);
        let rank_one = 2.0 / (libm::pow(n + 1.3, 2.0) + mass);
        let rank_mu = 2.0 * (mass - 2.0 + 1.0 / mass) / (libm::pow(n + 2.0, 2.0) + mass);
        Rates {
            sigma_path,
            damping: 1.0 + 2.0 * (((mass - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + sigma_path,
            path: (4.0 + mass / n) / (n + 4.0 + 2.0 * mass / n),
            rank_one,
            rank_mu: rank_mu.min(1.0 - rank_one),
            expected: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
            weights,
            mass,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tutorial's own code (appendix C), carried out elsewhere; `cma.purecma.CMAESParameters` of
    /// pycma 4.5.0 has the same numbers but for the damping, of which it has a variant.
    #[test]
    fn rates_are_those_of_the_tutorial() {
        // Coordinates, candidates, the first and the last weight; then μ_eff, c_σ, d_σ, c_c, c₁, c_μ
        // and the expected length.
        type Line = (usize, usize, [f64; 2], [f64; 7]);
        #[rustfmt::skip]
        let lines: [Line; 6] = [
            (1, 4, [0.8041628599, 0.1958371401],
             [1.4597898889, 0.4637918682, 1.4637918682, 0.6894039889, 0.2963055196, 0.0276908009, 0.7976190476]),
            (2, 6, [0.6370425712, 0.0783871713],
             [2.0286114646, 0.4462049874, 1.4462049874, 0.6245545390, 0.1548153999, 0.0578590851, 1.2542727428]),
            (5, 8, [0.5299301845, 0.0414983869],
             [2.6001788261, 0.3650883761, 1.3650883761, 0.4501995580, 0.0472923042, 0.0381691607, 2.1285237557]),
            (10, 10, [0.4562726469, 0.0255095918],
             [3.1672992814, 0.2844285879, 1.2844285879, 0.2949903830, 0.0152838245, 0.0201542828, 3.0847265652]),
            (30, 14, [0.3611481117, 0.0123661759],
             [4.2871350662, 0.1600303778, 1.1600303778, 0.1208343808, 0.0020325676, 0.0049021153, 5.4318718289]),
            // A large population: the damping is more, and c_μ is bounded by 1 - c₁.
            (3, 100, [0.0823582366, 0.0002089488],
             [26.9666550647, 0.8284079507, 4.9241566753, 0.5200177998, 0.0439979580, 0.9560020420, 1.5968775303]),
        ];
        for (coordinates, population, [first, last], right) in lines {
            let rates = Rates::new(coordinates, population);
            let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
            let found = [
                rates.mass,
                rates.sigma_path,
                rates.damping,
                rates.path,
                rates.rank_one,
                rates.rank_mu,
                rates.expected,
            ];
            let place = format!("{coordinates} coordinates, {population} candidates");
            for (found, right) in found.into_iter().zip(right) {
                assert!(near(found, right), "{place}: {found} for {right}");
            }
            assert_eq!(rates.weights.len(), population / 2, "{place}");
            assert!(near(rates.weights[0], first), "{place}");
            assert!(near(rates.weights[population / 2 - 1], last), "{place}");
            assert!(near(rates.weights.iter().sum(), 1.0), "{place}");
            assert!(rates.weights.is_sorted_by(|a, b| a > b), "{place}");
        }
    }
}
