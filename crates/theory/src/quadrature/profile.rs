//! F and F′ of a subtree at the nodes of a rule.

use super::QuadratureRule;
use crate::{Backup, ScoreKind};

/// A subtree as quadrature sees it: F, the distribution function of its backed-up score, and its
/// slope F′, at every node of a [`QuadratureRule`].
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    pub(super) value: Vec<f64>,
    pub(super) slope: Vec<f64>,
}

impl Profile {
    /// F at the nodes.
    pub fn value(&self) -> &[f64] {
        &self.value
    }

    /// F′ at the nodes.
    pub fn slope(&self) -> &[f64] {
        &self.slope
    }

    /// The constant 1.
    pub(super) fn one(nodes: usize) -> Profile {
        Profile {
            value: vec![1.0; nodes],
            slope: vec![0.0; nodes],
        }
    }

    pub(super) fn copy_from(&mut self, other: &Profile) {
        self.value.copy_from_slice(&other.value);
        self.slope.copy_from_slice(&other.slope);
    }

    /// Multiplies by another function. One pass over four plain slices, which compilers turn into
    /// vector instructions.
    pub(super) fn multiply(&mut self, other: &Profile) {
        let own = self.value.iter_mut().zip(&mut self.slope);
        let others = other.value.iter().zip(&other.slope);
        for ((value, slope), (&v, &s)) in own.zip(others) {
            *slope = *slope * v + *value * s;
            *value *= v;
        }
    }

    /// Turns f into 1 - f.
    pub(super) fn complement(&mut self) {
        for value in &mut self.value {
            *value = 1.0 - *value;
        }
        for slope in &mut self.slope {
            *slope = -*slope;
        }
    }

    /// Turns f into f^count.
    pub(super) fn power(&mut self, count: u64) {
        if count == 1 {
            return;
        }
        let n = count as f64;
        for (value, slope) in self.value.iter_mut().zip(&mut self.slope) {
            let less = power(*value, count - 1);
            *slope *= n * less;
            *value *= less;
        }
    }
}

/// x^n for 0 ≤ x ≤ 1.
fn power(x: f64, n: u64) -> f64 {
    libm::pow(x, n as f64)
}

/// Backs up profiles: a [`Tree`](crate::Tree) with `&mut &rule` as its [`Backup`].
impl Backup for &QuadratureRule {
    type Value = Profile;

    fn leaf(&mut self) -> Profile {
        Profile {
            value: self.x().to_vec(),
            slope: vec![1.0; self.nodes()],
        }
    }

    fn back_up(&mut self, kind: ScoreKind, children: &[(u64, &Profile)]) -> Profile {
        let mut product = Profile::one(self.nodes());
        for &(count, child) in children {
            let mut factor = child.clone();
            if kind == ScoreKind::Min {
                factor.complement();
            }
            factor.power(count);
            product.multiply(&factor);
        }
        if kind == ScoreKind::Min {
            product.complement();
        }
        product
    }

    fn last_ply(&mut self, kind: ScoreKind, count: u64) -> Profile {
        let mut leaf = self.leaf();
        match kind {
            ScoreKind::Max => leaf.power(count),
            ScoreKind::Min => {
                leaf.value.copy_from_slice(self.rest());
                leaf.slope.fill(-1.0);
                leaf.power(count);
                leaf.complement();
            }
        }
        leaf
    }
}
