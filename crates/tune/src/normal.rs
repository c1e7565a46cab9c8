//! Normal deviates.

use ludometer_core::Rng;

/// A normal deviate, by Marsaglia's polar method.
pub(crate) fn normal(dice: &mut Rng) -> f64 {
    loop {
        let (x, y) = (dice.symmetric(1.0), dice.symmetric(1.0));
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            return x * (-2.0 * libm::log(square) / square).sqrt();
        }
    }
}
