//! Published cells beside ours, and the verdicts on them.
//!
//! A cell is *consistent* where the published figure lies in the prediction interval that both samples
//! give, corrected for the number of cells (Holm), and *differs* where it does not. docs/verdicts.md has
//! the definitions.

use crate::tally::StatFigure;
use ludometer_stats::{
    CellPair, Prediction, PrintedMean, PrintedShare, RunningStats, SampleMean, counts_against,
    holm, predict_mean, predict_share,
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

/// The verdict on a cell.
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
    /// As text.
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
    /// The two-sided p of the hypothesis that both samples come from the same distribution.
    pub p: Option<f64>,
    /// The same, corrected for all cells of the table.
    pub p_holm: Option<f64>,
    /// Whether it counts in totals.
    pub counts: bool,
    /// The verdict.
    pub verdict: CellVerdict,
    /// The reason, where there is no verdict.
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

    /// A figure of ours beside a published one, without a verdict yet.
    fn figure((row, column): (&str, &str), ours: &StatFigure, published: f64) -> Compared {
        let value = ComparedEntry::Number(ours.value);
        let mut compared = Compared::plain(row, column, ours.n, value);
        compared.low = ours.interval.map(|interval| interval.low);
        compared.high = ours.interval.map(|interval| interval.high);
        compared.published = ComparedEntry::Number(published);
        compared
    }

    /// A share against a printed one. `counts` are our units as independent games: won, and how many.
    /// Published games are taken to depend on each other as ours do where that makes them worth fewer.
    pub(super) fn share(
        place: (&str, &str),
        ours: &StatFigure,
        counts: Option<(u64, u64)>,
        printed: PrintedShare,
    ) -> Compared {
        let mut compared = Compared::figure(place, ours, printed.share);
        compared.published_n = Some(printed.n);
        let Some((count, n)) = counts else {
            return compared.unjudged("there is no observation of ours");
        };
        let worth = (n as f64 / ours.n as f64).min(1.0);
        let printed = PrintedShare {
            n: (worth * printed.n as f64).round().max(1.0) as u64,
            ..printed
        };
        let pair = CellPair::Shares { count, n, printed };
        let predicted = predict_share(count, n, &printed, 1.0 - LEVEL);
        compared.predicted(pair, predicted.map_err(|error| error.to_string()))
    }

    /// A mean against a printed one. `units` are our independent observations; the published sample is
    /// taken to have units of as many episodes.
    pub(super) fn mean(
        place: (&str, &str),
        ours: &StatFigure,
        units: &RunningStats,
        printed: PrintedMean,
    ) -> Compared {
        let mut compared = Compared::figure(place, ours, printed.mean);
        compared.published_n = Some(printed.n);
        let Some(error) = units.standard_error() else {
            return compared.unjudged("one observation of ours has no spread");
        };
        let n = units.count();
        let sample = SampleMean {
            mean: ours.value,
            error,
            degrees: (n - 1) as f64,
        };
        let printed = PrintedMean {
            n: (printed.n * n).div_ceil(ours.n.max(1)),
            ..printed
        };
        let pair = CellPair::Means {
            ours: sample,
            n,
            printed,
        };
        let predicted = predict_mean(&sample, n, &printed, 1.0 - LEVEL);
        compared.predicted(pair, predicted.map_err(|error| error.to_string()))
    }

    /// A figure whose published sample size is not known.
    pub(super) fn of_unknown_size(
        place: (&str, &str),
        ours: &StatFigure,
        published: f64,
    ) -> Compared {
        let compared = Compared::figure(place, ours, published);
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
        self.wait(reason);
        self.verdict = CellVerdict::NotCompared;
    }

    /// Takes the tests back.
    pub(super) fn wait(&mut self, reason: &str) {
        self.verdict = CellVerdict::CannotBeJudged;
        self.reason = Some(reason.to_string());
        (self.p, self.p_holm, self.pair) = (None, None, None);
        (self.difference, self.predicted) = (None, None);
    }
}

/// Corrects p by Holm's method over all cells that have one.
pub(super) fn correct(cells: &mut [Compared]) {
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
