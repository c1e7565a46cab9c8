//! A figure with its interval.

use ludometer_report::Estimate;
use ludometer_stats::{Interval, UnitMeans, UnitShares};

/// The confidence of every interval that is shown.
pub const CONFIDENCE: f64 = 0.95;

/// The stage at which a figure is looked at, which decides the kind of its interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum AnalysisStage {
    /// At the number of episodes that the plan has, quick or full.
    #[default]
    Planned,
    /// Before that number was reached.
    Early,
    /// After the number was changed, with rows already played.
    Changed,
}

/// The kind of an interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum IntervalKind {
    /// There is none.
    #[default]
    None,
    /// Of a share or a score at a fixed number of units: Wilson's.
    Wilson,
    /// Of a mean at a fixed number of units: Student's, widened for skewed units.
    Student,
    /// Of a share or a score at any number of units: by betting.
    Betting,
    /// Of a mean at any number of units: a normal mixture, asymptotic.
    Mixture,
}

impl IntervalKind {
    /// The word that machine-readable products have.
    pub fn name(self) -> &'static str {
        match self {
            IntervalKind::None => "",
            IntervalKind::Wilson => "wilson",
            IntervalKind::Student => "student",
            IntervalKind::Betting => "anytime",
            IntervalKind::Mixture => "anytime asymptotic",
        }
    }

    /// Whether it may be looked at before the planned number of episodes.
    pub fn is_anytime(self) -> bool {
        matches!(self, IntervalKind::Betting | IntervalKind::Mixture)
    }
}

/// A figure of a table with its interval, both of the same observations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StatFigure {
    /// Episodes it stands for.
    pub n: u64,
    /// How many of them were won.
    pub won: u64,
    /// Independent observations that these episodes are.
    pub units: u64,
    /// The share or the mean.
    pub value: f64,
    /// Its standard error over units.
    pub error: Option<f64>,
    /// Its interval; `None` where there is too little data.
    pub interval: Option<Interval>,
    /// The kind of the interval.
    pub kind: IntervalKind,
    /// The confidence of the interval.
    pub confidence: f64,
}

impl StatFigure {
    /// A share of independent episodes, without an interval.
    pub fn counted(won: u64, n: u64) -> StatFigure {
        StatFigure {
            n,
            won,
            units: n,
            value: won as f64 / n as f64,
            error: None,
            interval: None,
            kind: IntervalKind::None,
            confidence: CONFIDENCE,
        }
    }

    /// A share, a score or a difference of two.
    pub(super) fn of_shares(
        shares: &UnitShares,
        look: AnalysisStage,
        confidence: f64,
    ) -> Option<StatFigure> {
        let (interval, kind) = match look {
            AnalysisStage::Planned => (shares.interval(confidence), IntervalKind::Wilson),
            _ => (shares.anytime(confidence), IntervalKind::Betting),
        };
        Some(StatFigure {
            n: shares.games(),
            won: 0,
            units: shares.units(),
            value: shares.mean()?,
            error: shares.standard_error(),
            interval: interval.ok(),
            kind,
            confidence,
        })
    }

    /// A mean.
    pub(crate) fn of_means(
        means: &UnitMeans,
        look: AnalysisStage,
        confidence: f64,
    ) -> Option<StatFigure> {
        let (interval, kind) = match look {
            AnalysisStage::Planned => (means.interval(confidence), IntervalKind::Student),
            _ => (means.anytime(confidence), IntervalKind::Mixture),
        };
        let interval = interval.ok();
        Some(StatFigure {
            n: means.games(),
            won: 0,
            units: means.units(),
            value: means.mean()?,
            error: means.standard_error(),
            interval,
            kind: interval.map_or(IntervalKind::None, |_| kind),
            confidence,
        })
    }

    /// The figure under an increasing function, its interval with it.
    #[must_use]
    pub(crate) fn map(self, increasing: impl Fn(f64) -> f64) -> StatFigure {
        StatFigure {
            value: increasing(self.value),
            interval: self.interval.map(|interval| interval.map(&increasing)),
            error: None,
            ..self
        }
    }

    /// The figure with the other sign.
    #[must_use]
    pub(crate) fn turned(self) -> StatFigure {
        StatFigure {
            value: -self.value,
            interval: self.interval.map(|interval| Interval {
                low: -interval.high,
                high: -interval.low,
            }),
            ..self
        }
    }

    /// The numbers for tables and plots.
    pub fn estimate(&self) -> Estimate {
        Estimate {
            value: self.value,
            low: self.interval.map(|interval| interval.low),
            high: self.interval.map(|interval| interval.high),
            n: self.n,
            units: self.units,
            interval: self.kind.name(),
            confidence: self.confidence,
        }
    }
}
