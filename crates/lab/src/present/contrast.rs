//! One sample against another, by a rank test over units.

use super::{CellSet, Results};
use crate::plan::{Metric, TestKind};
use crate::tally::{AnalysisStage, Compare};
use ludometer_stats::{
    Alternative, PValueMethod, Zeros, chance_of_repeat, mann_whitney_of_counts, wilcoxon_of_counts,
};

/// How one side did against another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contrast {
    /// The two-sided p of the test; 1 while the test waits.
    pub p: f64,
    /// Whether the first side is above the second.
    pub(crate) above: bool,
    /// Whether the test waits for the planned number of episodes: its p would not survive a look before.
    pub waits: bool,
    /// Bits of values that were dropped to bound their number.
    pub(crate) dropped: u32,
}

impl Contrast {
    /// One side against another; `None` where one of them has no episodes.
    pub fn of(
        results: &Results<'_>,
        (one, other): (&CellSet, &CellSet),
        metric: Metric,
        seat: usize,
        test: TestKind,
    ) -> Option<Contrast> {
        // Tables hold thousands of tests: the normal approximation of 100 episodes a side is good.
        let method = PValueMethod::Asymptotic { continuity: true };
        let sides = Alternative::TwoSided;
        let (p, above, dropped) = match test {
            TestKind::MannWhitney => {
                let x = results.values(one, metric, seat);
                let y = results.values(other, metric, seat);
                let found = mann_whitney_of_counts(&x, &y, sides, method).ok()?;
                let above = found.dominance(x.len() as usize, y.len() as usize) > 0.5;
                (found.p, above, x.dropped_bits().max(y.dropped_bits()))
            }
            TestKind::Wilcoxon => {
                let compare = Compare {
                    metric,
                    seat,
                    given_won: false,
                };
                let paired = results.paired(one, other, compare);
                let differences = paired.differences();
                let found = wilcoxon_of_counts(differences, Zeros::Wilcox, sides, method).ok()?;
                let dropped = differences.dropped_bits();
                (found.p, found.plus > found.minus, dropped)
            }
        };
        let waits = results.look(one).max(results.look(other)) != AnalysisStage::Planned;
        Some(Contrast {
            p: if waits { 1.0 } else { p },
            above,
            waits,
            dropped,
        })
    }

    /// The chance that the first side is significantly above the second in a repetition of the
    /// experiment.
    pub(super) fn again(&self, level: f64) -> f64 {
        chance_of_repeat(self.p, self.above, level).unwrap_or(0.0)
    }

    /// Whether the first side is significantly above the second.
    pub fn is_above(&self, level: f64) -> bool {
        self.above && self.p < level
    }

    /// The same seen from the other side.
    pub(super) fn turned(self) -> Contrast {
        Contrast {
            above: !self.above,
            ..self
        }
    }
}

/// What a table says of its tests: how many there are, whether they are corrected, and whether they wait.
#[derive(Default)]
pub(super) struct Tests {
    pub(super) ps: Vec<f64>,
    waiting: usize,
    dropped: u32,
}

impl Tests {
    /// Remembers a test, and gives its place.
    pub(super) fn add(&mut self, contrast: &Contrast) -> usize {
        self.waiting += usize::from(contrast.waits);
        self.dropped = self.dropped.max(contrast.dropped);
        self.ps.push(contrast.p);
        self.ps.len() - 1
    }

    /// Holm's p of every test.
    pub(super) fn holm(&self) -> Vec<f64> {
        ludometer_stats::holm(&self.ps).unwrap_or_default()
    }

    /// What the table says. A table that repeats a published one has the published procedure, uncorrected,
    /// and says what is left after Holm's correction.
    pub(super) fn notes(&self, level: f64, corrected: bool) -> Vec<String> {
        let mut notes = Vec::new();
        let of = self.ps.len();
        let below = |ps: &[f64]| ps.iter().filter(|p| **p < level).count();
        if self.waiting > 0 {
            notes.push(format!(
                "{} of {of} tests wait for the planned number of episodes: before it, or after it was changed, nothing is called significant",
                self.waiting
            ));
        }
        if of > 1 && self.waiting < of {
            let (raw, left) = (below(&self.ps), below(&self.holm()));
            notes.push(match corrected {
                true => format!(
                    "p by Holm's correction for the {of} comparisons of this table: {left} are below {level}, uncorrected {raw}"
                ),
                false => format!(
                    "uncorrected, as published: of {of} comparisons {raw} have p < {level}, after Holm's correction {left}"
                ),
            });
        }
        if self.dropped > 0 {
            notes.push(format!(
                "ranked by the first {} of 53 bits of values, of which there are more than 65,536 different ones",
                53 - self.dropped
            ));
        }
        notes
    }
}
