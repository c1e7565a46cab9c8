//! Sequential tests on stored episodes.
//!
//! A test is applied to the *prefix of finished units in the order of their numbers*, never in the order
//! in which they were finished. Which unit ends it, and how, is therefore a function of the plan alone:
//! it does not depend on threads, machines, interruptions, or on short games being finished first. Units
//! beyond the one that ended the test are kept in the store and not counted.

use crate::plan::{Cell, Plan};
use crate::store::StoreError;
use crate::tally::{AnalysisStage, RowReader, RowSource};
use ludometer_arena::play::Episode;
use ludometer_stats::{OutcomeCounts, SequentialEstimate, SequentialTest, SprtDecision};
use serde::Serialize;
use std::collections::BTreeMap;

/// A sequential test that is given episodes in any order, each once.
#[derive(Clone, Debug)]
pub struct PrefixTest {
    test: SequentialTest,
    /// Episodes of a unit.
    group: u64,
    /// The number of the first unit that the test has not seen.
    next: u64,
    /// Units that wait for the rest of them, or for their predecessors: episodes, and halves of points.
    waiting: BTreeMap<u64, (u64, usize)>,
    /// Complete units, whether the test has seen them or not.
    complete: u64,
    most: u64,
}

/// The verdict of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TestVerdict {
    /// The upper bound was reached: `elo1` is accepted.
    AcceptElo1,
    /// The lower bound was reached: `elo0` is accepted.
    AcceptElo0,
    /// No bound was reached within the most units.
    Undecided,
    /// It was interrupted: there is no verdict.
    Interrupted,
}

/// Where a test stands while it runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TestProgress {
    /// The place of its cell in the plan.
    pub cell: usize,
    /// Units that it has seen.
    pub units: u64,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// The bounds at which it ends.
    pub bounds: (f64, f64),
    /// The decision so far.
    pub decision: SprtDecision,
}

/// An estimate with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TestEstimate {
    /// The median-unbiased estimate: as often too high as too low.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The result of a test.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TestResult {
    /// The variables of the cell.
    pub variables: Vec<(String, String)>,
    /// The verdict.
    pub verdict: TestVerdict,
    /// Whether its units are pairs of games with the same opening, or single games.
    pub paired: bool,
    /// Units that it saw; the last of them ended it.
    pub units: u64,
    /// The most that it may see.
    pub most: u64,
    /// Complete units in the store beyond those: played before the verdict was known.
    pub beyond: u64,
    /// How many units had each score, from none to all points.
    pub counts: Vec<u64>,
    /// The log-likelihood ratio.
    pub llr: Option<f64>,
    /// The bounds at which it ends: Wald's, moved inwards by the mean excess over a bound.
    pub bounds: [f64; 2],
    /// Logistic Elo after stopping; `None` without a verdict.
    pub elo: Option<TestEstimate>,
    /// Normalised Elo after stopping.
    pub normalised_elo: Option<TestEstimate>,
    /// The confidence of the intervals.
    pub confidence: f64,
}

impl PrefixTest {
    /// The test of a cell, if the plan has one.
    pub fn new(plan: &Plan, cell: &Cell) -> Option<PrefixTest> {
        let rule = plan.sprt?;
        let group = cell.group() as u64;
        Some(PrefixTest {
            test: SequentialTest::new(rule.test, group > 1),
            group,
            next: 0,
            waiting: BTreeMap::new(),
            complete: 0,
            most: rule.most,
        })
    }

    /// The test of a cell with all of its episodes.
    pub(crate) fn of(
        plan: &Plan,
        cell: &Cell,
        rows: &mut dyn RowReader,
    ) -> Result<Option<PrefixTest>, StoreError> {
        let Some(mut test) = PrefixTest::new(plan, cell) else {
            return Ok(None);
        };
        while let Some((number, episode)) = rows.next()? {
            test.add(number, halves(episode));
        }
        Ok(Some(test))
    }

    /// Adds an episode by its number and the score of the first seat in halves of a point. Says whether
    /// the test saw a unit more.
    pub fn add(&mut self, number: u64, halves: usize) -> bool {
        let unit = self.waiting.entry(number / self.group).or_default();
        *unit = (unit.0 + 1, unit.1 + halves);
        if unit.0 < self.group {
            return false;
        }
        self.complete += 1;
        if self.test.is_decided() {
            self.waiting.remove(&(number / self.group));
            return false;
        }
        let before = self.next;
        while let Some((games, halves)) = self.waiting.get(&self.next).copied()
            && games == self.group
            && !self.test.is_decided()
        {
            self.test.push(halves);
            self.waiting.remove(&self.next);
            self.next += 1;
        }
        self.next > before
    }

    /// Whether a bound was reached.
    pub fn is_decided(&self) -> bool {
        self.test.is_decided()
    }

    /// Episodes that the test has seen: the first ones of the cell.
    pub fn episodes(&self) -> u64 {
        self.next * self.group
    }

    /// The units that it has seen.
    pub fn counts(&self) -> &OutcomeCounts {
        self.test.counts()
    }

    /// Where it stands; `None` before its first unit.
    pub fn progress(&self, cell: usize) -> Option<TestProgress> {
        let (sprt, counts) = (self.test.sprt(), self.test.counts());
        Some(TestProgress {
            cell,
            units: self.next,
            llr: sprt.llr(counts)?,
            bounds: sprt.stopping_bounds(counts),
            decision: self.test.decision(),
        })
    }

    /// The verdict. `count` is how many episodes were asked for.
    pub fn verdict(&self, count: u64) -> TestVerdict {
        match self.test.decision() {
            SprtDecision::AcceptAlternative => TestVerdict::AcceptElo1,
            SprtDecision::AcceptNull => TestVerdict::AcceptElo0,
            SprtDecision::Continue if self.next >= self.most.min(count / self.group) => {
                TestVerdict::Undecided
            }
            SprtDecision::Continue => TestVerdict::Interrupted,
        }
    }

    /// What came of it. `count` is how many episodes were asked for.
    pub fn result(&self, cell: &Cell, count: u64, confidence: f64) -> TestResult {
        let (sprt, counts) = (self.test.sprt(), self.test.counts());
        let verdict = self.verdict(count);
        let estimate = match verdict {
            TestVerdict::Interrupted => None,
            _ => sprt.estimate(counts, confidence).ok().flatten(),
        };
        let of = |pick: fn(&SequentialEstimate) -> TestEstimate| estimate.as_ref().map(pick);
        let (lower, upper) = sprt.stopping_bounds(counts);
        TestResult {
            variables: cell.variables().to_vec(),
            verdict,
            paired: self.group > 1,
            units: self.next,
            most: self.most,
            beyond: self.complete - self.next,
            counts: counts.counts().to_vec(),
            llr: sprt.llr(counts),
            bounds: [lower, upper],
            elo: of(|of| TestEstimate {
                value: of.elo,
                low: of.elo_interval.low,
                high: of.elo_interval.high,
            }),
            normalised_elo: of(|of| TestEstimate {
                value: of.normalised,
                low: of.normalised_interval.low,
                high: of.normalised_interval.high,
            }),
            confidence,
        }
    }
}

/// The score of the first seat in halves of a point: a draw, and a game that was cut off, is one.
pub fn halves(episode: &Episode) -> usize {
    let payoff = episode.seats.first().map_or(0.0, |seat| seat.payoff);
    match payoff {
        payoff if payoff > 0.0 => 2,
        payoff if payoff < 0.0 => 0,
        _ => 1,
    }
}

/// Rows of which every cell ends where its test has come to.
pub(crate) struct PrefixRows<R> {
    rows: R,
    /// Episodes that the test of each cell has seen.
    ends: Vec<u64>,
}

impl<R: RowSource> PrefixRows<R> {
    /// Applies the test of a plan to the rows of every cell. `count` is how many episodes of each were
    /// asked for.
    pub(crate) fn new(
        plan: &Plan,
        rows: R,
        (count, confidence): (u64, f64),
    ) -> Result<(PrefixRows<R>, Vec<TestResult>), StoreError> {
        let (mut ends, mut results) = (Vec::new(), Vec::new());
        for (at, cell) in plan.cells.iter().enumerate() {
            let test = PrefixTest::of(plan, cell, &mut *rows.rows(at)?)?;
            ends.push(test.as_ref().map_or(u64::MAX, PrefixTest::episodes));
            results.extend(test.map(|test| test.result(cell, count, confidence)));
        }
        Ok((PrefixRows { rows, ends }, results))
    }
}

impl<R: RowSource> RowSource for PrefixRows<R> {
    fn rows(&self, cell: usize) -> Result<Box<dyn RowReader + '_>, StoreError> {
        let rows = self.rows.rows(cell)?;
        let end = self.ends.get(cell).copied().unwrap_or(0);
        Ok(Box::new(PrefixReader { rows, end }))
    }

    /// A test chooses how many episodes there are by what they say.
    fn look(&self, _: usize, _: u64) -> Result<AnalysisStage, StoreError> {
        Ok(AnalysisStage::Early)
    }
}

/// Rows up to a number.
struct PrefixReader<'a> {
    rows: Box<dyn RowReader + 'a>,
    end: u64,
}

impl RowReader for PrefixReader<'_> {
    fn next(&mut self) -> Result<Option<(u64, &Episode)>, StoreError> {
        let end = self.end;
        let row = self.rows.next()?;
        Ok(row.filter(|(number, _)| *number < end))
    }
}
