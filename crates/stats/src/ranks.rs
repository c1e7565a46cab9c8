//! Ranks of a sample, ties sharing their mean (midranks), and the term by which ties shrink the
//! variance of rank sums (Lehmann 1975, *Nonparametrics*, section 1.4).

use crate::{Error, error::ordered};

/// The midranks of a sample, kept doubled so that they are whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranks {
    doubled: Vec<u64>,
    groups: Vec<usize>,
}

impl Ranks {
    /// Ranks `values`, the smallest first. `0.0` and `-0.0` tie; infinities are allowed, NaN is not.
    pub fn of(values: &[f64]) -> Result<Ranks, Error> {
        ordered("values", values)?;
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&i, &j| {
            values[i]
                .partial_cmp(&values[j])
                .expect("NaN was refused above")
        });
        let mut doubled = vec![0; values.len()];
        let mut groups = Vec::new();
        let mut before = 0;
        for group in order.chunk_by(|&i, &j| values[i] == values[j]) {
            for &i in group {
                doubled[i] = (2 * before + group.len() + 1) as u64;
            }
            before += group.len();
            groups.push(group.len());
        }
        Ok(Ranks { doubled, groups })
    }

    /// Twice the midrank of each value, in the order of the values; ranks begin at 1.
    pub fn doubled(&self) -> &[u64] {
        &self.doubled
    }

    /// The midrank of each value, in the order of the values; ranks begin at 1.
    pub fn midranks(&self) -> Vec<f64> {
        self.doubled.iter().map(|&r| 0.5 * r as f64).collect()
    }

    /// How many values share each distinct value, the smallest value first.
    pub fn groups(&self) -> &[usize] {
        &self.groups
    }

    /// Whether any two values are equal.
    pub fn has_ties(&self) -> bool {
        self.groups.len() < self.doubled.len()
    }

    /// The sum of t³ - t over the groups of t equal values.
    pub fn tie_correction(&self) -> f64 {
        self.groups.iter().map(|&t| cubic_excess(t)).sum()
    }
}

/// t³ - t.
pub(crate) fn cubic_excess(t: usize) -> f64 {
    let t = t as f64;
    (t - 1.0) * t * (t + 1.0)
}
