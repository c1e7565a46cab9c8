//! Published figures beside ours: cells, tables, and the words for what can be said of them.
//!
//! A cell is *consistent* where the published figure lies in the prediction interval that both samples
//! give, corrected for the number of cells (Holm), and *differs* where it does not. A table is judged
//! by one pooled test and its power (`verdict`). docs/verdicts.md has the definitions.

use ludometer_stats::{
    CellPair, Interval, PooledTest, Prediction, PrintedMean, PrintedShare, Running, SampleMean,
    counts_against, holm, predict_mean, predict_share,
};
use serde::Serialize;

/// The level of every test of published figures.
pub const LEVEL: f64 = 0.05;

/// A figure or a sign.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum ComparedEntry {
    /// A number.
    Number(f64),
    /// `+`, `-`, `≈` or a class.
    Sign(String),
}

/// What can be said of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CellVerdict {
    /// The published figure is what a repetition might have given.
    Consistent,
    /// It is not, at 5 % for all cells of the table together.
    Differs,
    /// The size or the spread of a sample is not known.
    CannotBeJudged,
    /// What is played here is not what was published.
    NotCompared,
    /// Computed without chance, or a sign that follows from figures: the same as published.
    Same,
    /// Computed without chance, or a sign that follows from figures: another one.
    Other,
}

impl CellVerdict {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            CellVerdict::Consistent => "consistent",
            CellVerdict::Differs => "differs",
            CellVerdict::CannotBeJudged => "cannot be judged",
            CellVerdict::NotCompared => "not compared",
            CellVerdict::Same => "same",
            CellVerdict::Other => "other",
        }
    }
}

/// What can be said of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableVerdict {
    /// The pooled test does not reject, and would have seen every named wrong player with a
    /// probability of at least 90 %.
    Confirmed,
    /// The pooled test rejects.
    Refuted,
    /// It does not reject, but a wrong player might have passed as well.
    CannotTell,
    /// What is played here is not what was published.
    NotCompared,
}

impl TableVerdict {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            TableVerdict::Confirmed => "confirmed",
            TableVerdict::Refuted => "refuted",
            TableVerdict::CannotTell => "cannot tell",
            TableVerdict::NotCompared => "not compared",
        }
    }
}

/// Whether a table's figures count in totals. Each published number counts once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableRole {
    /// Its figures count.
    Primary,
    /// Another reading or a stand-in for figures that count elsewhere.
    Sensitivity,
    /// Signs, classes and counts that follow from figures that count elsewhere.
    Derived,
    /// Computed, without chance.
    Exact,
}

/// One of our cells beside the published one.
#[derive(Clone, Debug, Serialize)]
pub struct Compared {
    /// The value of the row's variable.
    pub row: String,
    /// The value of the column's variable.
    pub column: String,
    /// Our episodes.
    pub n: u64,
    /// Our figure.
    pub value: ComparedEntry,
    /// The lower end of its 95 % interval.
    pub low: Option<f64>,
    /// The upper end of its 95 % interval.
    pub high: Option<f64>,
    /// The published figure.
    pub published: ComparedEntry,
    /// The episodes it stands for.
    pub published_n: Option<u64>,
    /// A 95 % interval of our figure minus the published one.
    pub difference: Option<[f64; 2]>,
    /// Where the published figure is expected with 95 %, given ours and both sizes.
    pub predicted: Option<[f64; 2]>,
    /// The two-sided p of the hypothesis that both have one law.
    pub p: Option<f64>,
    /// The same, corrected for all cells of the table.
    pub p_holm: Option<f64>,
    /// Whether it counts in totals.
    pub counts: bool,
    /// What can be said.
    pub verdict: CellVerdict,
    /// Why nothing can be said, if so.
    pub reason: Option<String>,
    /// Both samples.
    #[serde(skip)]
    pub(super) pair: Option<CellPair>,
}

impl Compared {
    fn plain(row: &str, column: &str, n: u64, value: ComparedEntry) -> Compared {
        Compared {
            row: row.to_string(),
            column: column.to_string(),
            n,
            value,
            low: None,
            high: None,
            published: ComparedEntry::Sign(String::new()),
            published_n: None,
            difference: None,
            predicted: None,
            p: None,
            p_holm: None,
            counts: true,
            verdict: CellVerdict::CannotBeJudged,
            reason: None,
            pair: None,
        }
    }

    /// A share against a printed one.
    pub(super) fn share(
        (row, column): (&str, &str),
        (won, n): (u64, u64),
        interval: Option<Interval>,
        printed: PrintedShare,
    ) -> Compared {
        let value = ComparedEntry::Number(won as f64 / n as f64);
        let pair = CellPair::Shares {
            count: won,
            n,
            printed,
        };
        let mut compared = Compared::plain(row, column, n, value).between(interval);
        compared.published = ComparedEntry::Number(printed.share);
        compared.published_n = Some(printed.n);
        let predicted = predict_share(won, n, &printed, 1.0 - LEVEL);
        compared.predicted(pair, predicted.map_err(|error| error.to_string()))
    }

    /// A mean of independent observations against a printed one. `n` are our episodes.
    pub(super) fn mean(
        (row, column): (&str, &str),
        n: u64,
        ours: &Running,
        interval: Option<Interval>,
        printed: PrintedMean,
    ) -> Compared {
        let mean = ours.mean().unwrap_or(f64::NAN);
        let mut compared =
            Compared::plain(row, column, n, ComparedEntry::Number(mean)).between(interval);
        compared.published = ComparedEntry::Number(printed.mean);
        compared.published_n = Some(printed.n);
        let Some(error) = ours.standard_error() else {
            return compared.unjudged("one observation of ours has no spread");
        };
        let sample = SampleMean {
            mean,
            error,
            degrees: (ours.count() - 1) as f64,
        };
        let pair = CellPair::Means {
            ours: sample,
            n: ours.count(),
            printed,
        };
        let predicted = predict_mean(&sample, ours.count(), &printed, 1.0 - LEVEL);
        compared.predicted(pair, predicted.map_err(|error| error.to_string()))
    }

    /// A figure whose published sample size is not known.
    pub(super) fn of_unknown_size(
        (row, column): (&str, &str),
        (value, n): (f64, u64),
        interval: Option<Interval>,
        published: f64,
    ) -> Compared {
        let mut compared =
            Compared::plain(row, column, n, ComparedEntry::Number(value)).between(interval);
        compared.published = ComparedEntry::Number(published);
        compared.unjudged("the published sample size is not known")
    }

    /// A sign or a class, which follows from figures.
    pub(super) fn sign(
        (row, column): (&str, &str),
        n: u64,
        ours: &str,
        published: &str,
    ) -> Compared {
        let mut compared = Compared::plain(row, column, n, ComparedEntry::Sign(ours.to_string()));
        compared.published = ComparedEntry::Sign(published.to_string());
        compared.same(ours == published)
    }

    /// A figure without chance.
    pub fn exact(
        (row, column): (&str, &str),
        n: u64,
        (value, published): (ComparedEntry, ComparedEntry),
        same: bool,
    ) -> Compared {
        let mut compared = Compared::plain(row, column, n, value);
        compared.published = published;
        compared.same(same)
    }

    /// The same as another reading, which counts in no total.
    #[must_use]
    pub fn as_sensitivity(mut self) -> Compared {
        self.counts = false;
        self
    }

    /// A count of events, each of which happens with its chance in either experiment.
    pub(super) fn count(
        (row, column): (&str, &str),
        chances: &[f64],
        ours: f64,
        published: f64,
    ) -> Compared {
        let n = chances.len() as u64;
        let mut compared = Compared::plain(row, column, n, ComparedEntry::Number(ours));
        compared.published = ComparedEntry::Number(published);
        compared.published_n = Some(n);
        compared.p = Some(counts_against(chances, ours, published));
        compared.verdict = CellVerdict::Consistent;
        compared
    }

    fn between(mut self, interval: Option<Interval>) -> Compared {
        self.low = interval.map(|interval| interval.low);
        self.high = interval.map(|interval| interval.high);
        self
    }

    fn same(mut self, same: bool) -> Compared {
        self.verdict = match same {
            true => CellVerdict::Same,
            false => CellVerdict::Other,
        };
        self
    }

    fn predicted(mut self, pair: CellPair, found: Result<Prediction, String>) -> Compared {
        match found {
            Ok(found) => {
                self.difference = Some([found.difference.low, found.difference.high]);
                self.predicted = Some([found.published.low, found.published.high]);
                self.p = Some(found.p);
                self.verdict = CellVerdict::Consistent;
                self.pair = Some(pair);
                self
            }
            Err(error) => self.unjudged(&error),
        }
    }

    fn unjudged(mut self, reason: &str) -> Compared {
        self.verdict = CellVerdict::CannotBeJudged;
        self.reason = Some(reason.to_string());
        self
    }

    /// Takes the comparison back.
    pub(super) fn withdraw(&mut self, reason: &str) {
        self.verdict = CellVerdict::NotCompared;
        self.reason = Some(reason.to_string());
        (self.p, self.p_holm, self.pair) = (None, None, None);
        (self.difference, self.predicted) = (None, None);
    }
}

/// A wrong player in place of ours: how often the table's test would see it, and what its figures
/// would score.
#[derive(Clone, Debug, Serialize)]
pub struct WrongPlayer {
    /// What is wrong with it.
    pub name: String,
    /// The probability that a table of its figures is refuted, by simulation.
    pub power: f64,
    /// Its cells that are consistent with the published ones.
    pub consistent: usize,
    /// Of so many.
    pub of: usize,
    /// The p of its table.
    pub p: Option<f64>,
}

/// Whose sample is too small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TooSmall {
    /// Ours: about so many episodes a cell would decide it.
    Ours(u64),
    /// The published one: no number of episodes can.
    Published,
}

/// A table beside the published one.
#[derive(Clone, Debug, Serialize)]
pub struct Agreement {
    /// The name of the table.
    pub table: String,
    /// Whether its figures count in totals.
    pub role: TableRole,
    /// Every cell for which a figure was published.
    pub cells: Vec<Compared>,
    /// The pooled test of all cells.
    #[serde(serialize_with = "test_fields")]
    pub test: Option<PooledTest>,
    /// Whom the test would have seen.
    pub wrong_players: Vec<WrongPlayer>,
    /// What can be said of the table.
    pub verdict: TableVerdict,
    /// Whose sample is too small, where it cannot be told.
    pub too_small: Option<TooSmall>,
    /// Why it cannot be told or is not compared, in words.
    pub reason: Option<String>,
}

fn test_fields<S: serde::Serializer>(
    test: &Option<PooledTest>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let fields = test.map(|test| {
        serde_json::json!({
            "cells": test.cells,
            "shift": test.shift,
            "scatter": test.scatter,
            "degrees": test.degrees,
            "p_shift": test.p_shift,
            "p_scatter": test.p_scatter,
            "p": test.p,
        })
    });
    fields.serialize(serializer)
}

impl Agreement {
    /// A table that is not judged yet: cells are corrected for their number.
    pub(super) fn new(table: &str, role: TableRole, mut cells: Vec<Compared>) -> Agreement {
        correct(&mut cells);
        Agreement {
            table: table.to_string(),
            role,
            cells,
            test: None,
            wrong_players: Vec::new(),
            verdict: TableVerdict::CannotTell,
            too_small: None,
            reason: None,
        }
    }

    /// A table that was computed without chance: confirmed if all that counts is the same.
    pub fn exact(table: &str, cells: Vec<Compared>) -> Agreement {
        let mut agreement = Agreement::new(table, TableRole::Exact, cells);
        let counted = || agreement.cells.iter().filter(|cell| cell.counts);
        let same = counted().all(|cell| cell.verdict == CellVerdict::Same);
        agreement.verdict = match (counted().count(), same) {
            (0, _) => TableVerdict::CannotTell,
            (_, true) => TableVerdict::Confirmed,
            (_, false) => TableVerdict::Refuted,
        };
        agreement
    }

    /// Cells that count in totals.
    pub fn counted(&self) -> impl Iterator<Item = &Compared> {
        let counts = matches!(self.role, TableRole::Primary | TableRole::Exact);
        self.cells.iter().filter(move |cell| counts && cell.counts)
    }

    /// How many cells have a verdict.
    pub fn count(&self, verdict: CellVerdict) -> usize {
        let cells = self.cells.iter();
        cells.filter(|cell| cell.verdict == verdict).count()
    }

    /// Corrects the cells for their number again, after some were withdrawn.
    pub(super) fn correct(&mut self) {
        correct(&mut self.cells);
    }

    /// The last lines of the table.
    pub fn words(&self) -> String {
        let of = self.cells.len();
        let head = format!("Table {}", self.table);
        let count = |verdict: CellVerdict| match self.count(verdict) {
            0 => String::new(),
            count if verdict == CellVerdict::Differs && count > 1 => format!(", {count} differ"),
            count => format!(", {count} {}", verdict.words()),
        };
        match self.role {
            TableRole::Derived => {
                let same = self.count(CellVerdict::Same) + self.count(CellVerdict::Consistent);
                return format!(
                    "{head}: {same} of {of} as published{}; derived from other figures, not counted",
                    count(CellVerdict::NotCompared)
                );
            }
            TableRole::Exact => {
                let counted = self.counted();
                let (same, of) = counted.fold((0, 0), |(same, of), cell| {
                    let is = usize::from(cell.verdict == CellVerdict::Same);
                    (same + is, of + 1)
                });
                return format!(
                    "{head}: {}. {same} of {of} figures as published, computed without chance; any other value would be refuted",
                    self.verdict.words()
                );
            }
            TableRole::Primary | TableRole::Sensitivity => {}
        }
        if self.verdict == TableVerdict::NotCompared {
            let reason = self
                .reason
                .as_deref()
                .unwrap_or("it is not what was published");
            return format!("{head}: not compared: {reason}");
        }
        let mut text = format!("{head}: {}", self.verdict.words());
        if let Some(reason) = &self.reason {
            text += &format!(" ({reason})");
        }
        text += &format!(
            ". {} of {of} cells consistent{}{}{}",
            self.count(CellVerdict::Consistent),
            count(CellVerdict::Differs),
            count(CellVerdict::CannotBeJudged),
            count(CellVerdict::NotCompared),
        );
        if let Some(test) = &self.test {
            text += &format!(
                "; pooled test p {} (shift {:+.1} standard errors, scatter {:.1} on {:.1} degrees)",
                probability(test.p),
                test.shift,
                test.scatter,
                test.degrees
            );
        }
        let wrong = self.wrong_players.iter().map(|wrong| {
            let p = wrong
                .p
                .map_or(String::new(), |p| format!(", p {}", probability(p)));
            format!(
                "{} {:.0} % (as played: {} of {} consistent{p})",
                wrong.name,
                100.0 * wrong.power,
                wrong.consistent,
                wrong.of
            )
        });
        let wrong: Vec<String> = wrong.collect();
        if !wrong.is_empty() {
            text += &format!(". Power against {}", wrong.join("; "));
        }
        if self.role == TableRole::Sensitivity {
            text += ". Another reading of figures that count elsewhere";
        }
        text
    }
}

/// A p for people.
pub(super) fn probability(p: f64) -> String {
    match p {
        ..1e-4 => "< 0.0001".to_string(),
        p => format!("= {p:.4}"),
    }
}

/// Corrects p by Holm's method over all cells that have one.
fn correct(cells: &mut [Compared]) {
    let raw: Vec<f64> = cells.iter().filter_map(|cell| cell.p).collect();
    let Ok(adjusted) = holm(&raw) else {
        return;
    };
    let mut adjusted = adjusted.into_iter();
    for cell in cells.iter_mut().filter(|cell| cell.p.is_some()) {
        cell.p_holm = adjusted.next();
        cell.verdict = match cell.p_holm.is_some_and(|p| p < LEVEL) {
            true => CellVerdict::Differs,
            false => CellVerdict::Consistent,
        };
    }
}

/// How many of these pairs are consistent, as a table of their own.
pub(super) fn consistent(pairs: &[CellPair]) -> usize {
    let p = |pair: &CellPair| {
        let found = match pair {
            CellPair::Shares { count, n, printed } => {
                predict_share(*count, *n, printed, 1.0 - LEVEL)
            }
            CellPair::Means { ours, n, printed } => predict_mean(ours, *n, printed, 1.0 - LEVEL),
        };
        found.map_or(1.0, |found| found.p)
    };
    let raw: Vec<f64> = pairs.iter().map(p).collect();
    let adjusted = holm(&raw).unwrap_or_default();
    adjusted.iter().filter(|p| **p >= LEVEL).count()
}
