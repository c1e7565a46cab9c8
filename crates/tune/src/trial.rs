//! Trials: the evaluations that a tuner asks for, in batches. The answer to each is one number.

use serde::{Deserialize, Serialize};

/// What a trial's answer means. Larger is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Objective {
    /// f(point; scenario), a number: the payoff against a fixed opponent, say.
    Value,
    /// How much better `point` did than `against` in a game between them: the payoff of `point`, say.
    Duel,
}

impl Objective {
    /// Its canonical word.
    pub fn identity(&self) -> &'static str {
        match self {
            Objective::Value => "value",
            Objective::Duel => "duel",
        }
    }
}

/// One evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial<'a> {
    /// Its number in the whole run, from 0.
    pub number: u64,
    /// The point to evaluate: one value for each parameter.
    pub point: &'a [f64],
    /// The opposing point, in a duel.
    pub against: Option<&'a [f64]>,
    /// What decides chance: deck, opening, opponent. Trials of the same scenario are to be given
    /// the same chance (common random numbers).
    pub scenario: u64,
    /// Whether the sides are exchanged: hands or colours (antithetic variables).
    pub mirrored: bool,
}

/// Trials that do not depend on each other: evaluate them in any order, on any number of machines, and
/// tell the results in the order of the trials.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Batch {
    width: usize,
    first: u64,
    values: Vec<f64>,
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Entry {
    point: u32,
    against: Option<u32>,
    scenario: u64,
    mirrored: bool,
}

impl Batch {
    /// A batch of points with `width` values whose first trial has the number `first`.
    pub fn new(width: usize, first: u64) -> Batch {
        Batch {
            width,
            first,
            ..Batch::default()
        }
    }

    /// Appends a point, of which `write` appends one value for each parameter; its number in the
    /// batch.
    pub fn push_point(&mut self, write: impl FnOnce(&mut Vec<f64>)) -> u32 {
        let number = self.values.len() / self.width;
        write(&mut self.values);
        debug_assert_eq!(self.values.len(), (number + 1) * self.width);
        number as u32
    }

    /// Appends a trial of points by their numbers: of one alone, or of a duel of two.
    pub fn push(&mut self, point: u32, against: Option<u32>, scenario: u64, mirrored: bool) {
        self.entries.push(Entry {
            point,
            against,
            scenario,
            mirrored,
        });
    }

    /// How many trials there are; none when the budget is spent.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is nothing left to ask.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The trial at this index.
    pub fn trial(&self, index: usize) -> Trial<'_> {
        let entry = self.entries[index];
        Trial {
            number: self.first + index as u64,
            point: self.point(entry.point as usize),
            against: entry.against.map(|point| self.point(point as usize)),
            scenario: entry.scenario,
            mirrored: entry.mirrored,
        }
    }

    /// All trials, in the order in which answers are told.
    pub fn trials(&self) -> impl ExactSizeIterator<Item = Trial<'_>> {
        (0..self.len()).map(|index| self.trial(index))
    }

    /// The distinct points of the batch, for preparations that are needed once a point.
    pub fn points(&self) -> impl ExactSizeIterator<Item = &[f64]> {
        self.values.chunks_exact(self.width.max(1))
    }

    /// The indices in [`Batch::points`] of a trial's point and, in a duel, of the opposing point.
    pub fn numbers(&self, index: usize) -> (usize, Option<usize>) {
        let entry = self.entries[index];
        (
            entry.point as usize,
            entry.against.map(|point| point as usize),
        )
    }

    fn point(&self, number: usize) -> &[f64] {
        &self.values[number * self.width..(number + 1) * self.width]
    }
}
