//! Gauss-Legendre nodes and weights.

use std::f64::consts::PI;

/// A node of a rule on \[0, 1\].
#[derive(Clone, Copy, Debug)]
pub(super) struct GaussNode {
    pub(super) x: f64,
    /// 1 - x, to full precision near 1.
    pub(super) rest: f64,
    pub(super) weight: f64,
}

/// The rule of this order on \[0, 1\], ascending: exact for polynomials of degree below 2 `order`.
/// The nodes are zeros of the Legendre polynomial, by Newton's method from Tricomi's estimate.
pub(super) fn gauss_legendre(order: usize) -> Vec<GaussNode> {
    let n = order as f64;
    let mut lower = Vec::with_capacity(order.div_ceil(2));
    for i in 0..order.div_ceil(2) {
        let angle = PI * (i as f64 + 0.75) / (n + 0.5);
        let mut t = (1.0 - (n - 1.0) / (8.0 * libm::pow(n, 3.0))) * libm::cos(angle);
        // Newton's method doubles the digits; the estimate has four or more.
        for _ in 0..6 {
            let (value, slope) = legendre(order, t);
            t -= value / slope;
        }
        if order % 2 == 1 && i == order / 2 {
            t = 0.0;
        }
        let (_, slope) = legendre(order, t);
        lower.push(GaussNode {
            x: 0.5 * (1.0 - t),
            rest: 0.5 * (1.0 + t),
            weight: 1.0 / ((1.0 - t) * (1.0 + t) * slope * slope),
        });
    }
    let upper = lower[..order / 2].iter().rev().map(|node| GaussNode {
        x: node.rest,
        rest: node.x,
        weight: node.weight,
    });
    let upper: Vec<GaussNode> = upper.collect();
    lower.extend(upper);
    lower
}

/// P_n(t) and P′_n(t), by the three-term recurrence, |t| < 1.
fn legendre(order: usize, t: f64) -> (f64, f64) {
    let (mut before, mut value) = (1.0, t);
    for k in 2..=order {
        let k = k as f64;
        (before, value) = (
            value,
            ((2.0 * k - 1.0) * t * value - (k - 1.0) * before) / k,
        );
    }
    let slope = order as f64 * (t * value - before) / ((t - 1.0) * (t + 1.0));
    (value, slope)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_up_to_twice_the_order_are_integrated() {
        for order in [1, 2, 3, 10, 31, 64, 257] {
            let rule = gauss_legendre(order);
            assert_eq!(rule.len(), order);
            for degree in 0..2 * order {
                let of_x: f64 = rule
                    .iter()
                    .map(|n| n.weight * libm::pow(n.x, degree as f64))
                    .sum();
                let of_rest: f64 = rule
                    .iter()
                    .map(|n| n.weight * libm::pow(n.rest, degree as f64))
                    .sum();
                let exact = 1.0 / (degree + 1) as f64;
                assert!(
                    (of_x - exact).abs() < 3e-15,
                    "order {order}, degree {degree}: {of_x}"
                );
                assert!(
                    (of_rest - exact).abs() < 3e-15,
                    "order {order}, degree {degree}"
                );
            }
        }
    }

    #[test]
    fn one_degree_more_is_too_much_for_a_small_rule() {
        let square: f64 = gauss_legendre(1).iter().map(|n| n.weight * n.x * n.x).sum();
        assert!((square - 0.25).abs() < 1e-15);
    }
}
