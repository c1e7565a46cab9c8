//! A test that is looked at after every unit.

use super::{OutcomeCounts, Sprt, SprtDecision};

/// A sequential test with the units that it has seen, in their order.
///
/// It is looked at after every unit and ends at the first that brings a bound; later units change
/// nothing. What it says is therefore a function of the sequence of units alone, however often it is
/// interrupted and begun again.
#[derive(Clone, Debug, PartialEq)]
pub struct SequentialTest {
    sprt: Sprt,
    counts: OutcomeCounts,
    decision: SprtDecision,
}

impl SequentialTest {
    /// A test without any unit yet: of pairs of games, or of single games.
    pub fn new(sprt: Sprt, pairs: bool) -> SequentialTest {
        SequentialTest {
            sprt,
            counts: OutcomeCounts::none(pairs),
            decision: SprtDecision::Continue,
        }
    }

    /// Adds the next unit by its score in halves of a point, unless the test has ended.
    pub fn push(&mut self, halves: usize) -> SprtDecision {
        if self.decision == SprtDecision::Continue {
            self.counts.add(halves);
            self.decision = self.sprt.decision(&self.counts);
        }
        self.decision
    }

    /// The test.
    pub fn sprt(&self) -> &Sprt {
        &self.sprt
    }

    /// The units until the end of the test.
    pub fn counts(&self) -> &OutcomeCounts {
        &self.counts
    }

    /// What it says.
    pub fn decision(&self) -> SprtDecision {
        self.decision
    }

    /// Whether it has ended.
    pub fn is_decided(&self) -> bool {
        self.decision != SprtDecision::Continue
    }
}
