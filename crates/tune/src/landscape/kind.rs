//! The shapes of test functions: a quadratic hill of 100 Elo above the start.

use crate::normal::normal;
use ludometer_core::Rng;

/// Elo(θ) = 100 - Σ aᵢ (θᵢ - θ*ᵢ)², scaled so that the start, 0 in the box [-1, 1], is 100 below
/// the top. The aᵢ are spaced evenly on a logarithmic scale over a factor of 10,000, in an order
/// drawn at random, and every θ*ᵢ has a sign drawn at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LandscapeKind {
    /// |θ*ᵢ| is uniform in [0.2, 0.8]: the box suits the parameters that matter.
    Std,
    /// |θ*ᵢ| = 0.7 √(min a / aᵢ): every parameter owes the same Elo, and the box is up to a
    /// hundred times too wide.
    Mis,
    /// `Std`, with a curvature four times as large where θᵢ > θ*ᵢ.
    Asy,
    /// `Mis`, with a curvature four times as large where θᵢ > θ*ᵢ.
    Asm,
    /// `Std` under a random rotation about the top: the parameters interact.
    Rot,
}

impl LandscapeKind {
    /// Every kind.
    pub const ALL: [LandscapeKind; 5] = [
        LandscapeKind::Std,
        LandscapeKind::Mis,
        LandscapeKind::Asy,
        LandscapeKind::Asm,
        LandscapeKind::Rot,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            LandscapeKind::Std => "std",
            LandscapeKind::Mis => "mis",
            LandscapeKind::Asy => "asy",
            LandscapeKind::Asm => "asm",
            LandscapeKind::Rot => "rot",
        }
    }
}

/// A hill.
#[derive(Clone, Debug)]
pub(super) struct Hill {
    curvatures: Vec<f64>,
    top: Vec<f64>,
    /// Factor of the curvature above the top's coordinate.
    steep: f64,
    /// Rows of a rotation, if it is turned.
    rotation: Option<Vec<f64>>,
}

/// The height of the top over the start, in Elo.
pub(super) const HEIGHT: f64 = 100.0;

impl Hill {
    pub(super) fn new(kind: LandscapeKind, dimension: usize, dice: &mut Rng) -> Hill {
        let last = (dimension.max(2) - 1) as f64;
        let mut curvatures: Vec<f64> = (0..dimension)
            .map(|i| libm::pow(1e4_f64, i as f64 / last - 1.0))
            .collect();
        dice.shuffle(&mut curvatures);
        let top = curvatures
            .iter()
            .map(|a| {
                let sign = if dice.happens(0.5) { 1.0 } else { -1.0 };
                sign * match kind {
                    LandscapeKind::Std | LandscapeKind::Asy | LandscapeKind::Rot => {
                        0.2 + 0.6 * dice.unit()
                    }
                    LandscapeKind::Mis | LandscapeKind::Asm => 0.7 * (1e-4 / a).sqrt(),
                }
            })
            .collect();
        let steep = match kind {
            LandscapeKind::Asy | LandscapeKind::Asm => 4.0,
            LandscapeKind::Std | LandscapeKind::Mis | LandscapeKind::Rot => 1.0,
        };
        let rotation = (kind == LandscapeKind::Rot).then(|| rotation(dimension, dice));
        let mut hill = Hill {
            curvatures,
            top,
            steep,
            rotation,
        };
        let scale = HEIGHT / hill.regret(&vec![0.0; dimension]);
        hill.curvatures.iter_mut().for_each(|a| *a *= scale);
        hill
    }

    /// How far below the top a point is, in Elo.
    pub(super) fn regret(&self, point: &[f64]) -> f64 {
        let loss = |a: f64, e: f64| a * e * e * if e > 0.0 { self.steep } else { 1.0 };
        match &self.rotation {
            None => {
                let off = point.iter().zip(&self.top).map(|(x, top)| x - top);
                self.curvatures
                    .iter()
                    .zip(off)
                    .map(|(&a, e)| loss(a, e))
                    .sum()
            }
            Some(rows) => {
                let off: Vec<f64> = point.iter().zip(&self.top).map(|(x, t)| x - t).collect();
                let along = rows.chunks_exact(off.len()).map(|row| {
                    // Four sums at once: a single one would wait for every addition.
                    let mut sums = [0.0; 4];
                    for (row, off) in row.chunks(4).zip(off.chunks(4)) {
                        for (sum, (r, e)) in sums.iter_mut().zip(row.iter().zip(off)) {
                            *sum += r * e;
                        }
                    }
                    sums.iter().sum::<f64>()
                });
                self.curvatures
                    .iter()
                    .zip(along)
                    .map(|(&a, e)| loss(a, e))
                    .sum()
            }
        }
    }
}

/// A rotation drawn uniformly: Gaussian rows made orthonormal one after the other.
fn rotation(dimension: usize, dice: &mut Rng) -> Vec<f64> {
    let mut rows: Vec<Vec<f64>> = Vec::new();
    while rows.len() < dimension {
        let mut row: Vec<f64> = (0..dimension).map(|_| normal(dice)).collect();
        // Twice: once leaves rounding errors behind.
        for _ in 0..2 {
            for other in &rows {
                let along: f64 = row.iter().zip(other).map(|(a, b)| a * b).sum();
                row.iter_mut().zip(other).for_each(|(a, b)| *a -= along * b);
            }
        }
        let length = row.iter().map(|a| a * a).sum::<f64>().sqrt();
        if length > 1e-9 {
            rows.push(row.iter().map(|a| a / length).collect());
        }
    }
    rows.concat()
}
