//! The average of the last iterates: what a noisy ascent recommends.

use crate::{Error, Space, exact};
use serde::{Deserialize, Serialize};

/// A running mean of coordinates.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Average {
    count: u64,
    #[serde(with = "exact::list")]
    mean: Vec<f64>,
}

impl Average {
    pub(crate) fn new(coordinates: usize) -> Average {
        Average {
            count: 0,
            mean: vec![0.0; coordinates],
        }
    }

    pub(crate) fn add(&mut self, coordinates: &[f64]) {
        self.count += 1;
        let share = 1.0 / self.count as f64;
        for (mean, x) in self.mean.iter_mut().zip(coordinates) {
            *mean += share * (x - *mean);
        }
    }

    /// The mean, if anything was added.
    pub(crate) fn mean(&self) -> Option<&[f64]> {
        (self.count > 0).then_some(&self.mean)
    }

    pub(crate) fn check(&self, space: &Space) -> Result<(), Error> {
        space.fits("mean", &self.mean)
    }
}
