//! The five randomisations of Althöfer and Heuser (2005), section 4. The intensity `a` bounds the
//! random number; `e` is the deterministic value.

use ludometer_core::Rng;

/// How noise is applied to a deterministic value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Noise {
    /// `e + U[-a, a]`.
    Add(f64),
    /// `e (1 + U[-a, a])`.
    Mult(f64),
    /// `1 + U[0, a] / e`: reverses the order of values on average.
    NormPlus(f64),
    /// `1 - U[0, a] / e`: keeps the order of values on average.
    NormMinus(f64),
    /// `e + U[0, a] f`, where `f` is a second measure.
    ///
    /// Differs: the text has U[-a, a], the appendix [0, a]; the appendix gives the published
    /// figures.
    Comb(f64),
    /// `e + U[-a, a] f`: the text's interval.
    CombSymmetric(f64),
}

impl Noise {
    /// The value of `e` with noise; `second` is called only by the randomisations that use it.
    #[inline]
    pub fn disturb(self, e: f64, second: impl FnOnce() -> f64, dice: &mut Rng) -> f64 {
        match self {
            Noise::Add(a) => e + dice.symmetric(a),
            Noise::Mult(a) => e * (1.0 + dice.symmetric(a)),
            Noise::NormPlus(a) => 1.0 + ratio(a * dice.unit(), e),
            Noise::NormMinus(a) => 1.0 - ratio(a * dice.unit(), e),
            Noise::Comb(a) => e + a * dice.unit() * second(),
            Noise::CombSymmetric(a) => e + dice.symmetric(a) * second(),
        }
    }
}

/// A value of zero is as good as can be, so the limit is taken even where 0 / 0 is not a number.
#[inline]
fn ratio(random: f64, e: f64) -> f64 {
    if e == 0.0 { f64::INFINITY } else { random / e }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Generator, Seed};

    fn draws(noise: Noise, e: f64) -> Vec<f64> {
        let mut dice = Seed::new(3).rng(Generator::Xoshiro);
        (0..20_000)
            .map(|_| noise.disturb(e, || 10.0, &mut dice))
            .collect()
    }

    fn range(noise: Noise, e: f64) -> (f64, f64) {
        let draws = draws(noise, e);
        let fold = |f: fn(f64, f64) -> f64| draws.iter().copied().reduce(f).unwrap();
        (fold(f64::min), fold(f64::max))
    }

    #[test]
    fn each_stays_within_its_interval_and_fills_it() {
        let close = |(low, high): (f64, f64), (l, h): (f64, f64)| {
            let slack = (h - l) * 1e-3;
            assert!(
                low >= l && low < l + slack && high <= h && high > h - slack,
                "{low} {high}"
            );
        };
        close(range(Noise::Add(2.0), 5.0), (3.0, 7.0));
        close(range(Noise::Mult(0.5), 4.0), (2.0, 6.0));
        close(range(Noise::NormPlus(5.0), 2.0), (1.0, 3.5));
        close(range(Noise::NormMinus(5.0), 2.0), (-1.5, 1.0));
        close(range(Noise::Comb(2.0), 1.0), (1.0, 21.0));
        close(range(Noise::CombSymmetric(2.0), 1.0), (-19.0, 21.0));
    }

    #[test]
    fn the_norms_only_scale_with_their_intensity() {
        for (one, two) in [
            (Noise::NormPlus(1.0), Noise::NormPlus(2.5)),
            (Noise::NormMinus(1.0), Noise::NormMinus(2.5)),
        ] {
            for (a, b) in draws(one, 3.0).into_iter().zip(draws(two, 3.0)) {
                assert!(((b - 1.0) - 2.5 * (a - 1.0)).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn zero_is_a_limit_and_not_a_hole() {
        assert!(
            draws(Noise::NormMinus(1.0), 0.0)
                .iter()
                .all(|&v| v == f64::NEG_INFINITY)
        );
        assert!(
            draws(Noise::NormPlus(0.0), 0.0)
                .iter()
                .all(|&v| v == f64::INFINITY)
        );
    }
}
