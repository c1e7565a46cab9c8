#![doc = include_str!("../README.md")]
//!
//! Nothing here does I/O, prints, knows a game or owns a generator: where a method needs chance it
//! takes a `below` closure from the caller. Distribution functions rest on `statrs`; every test is
//! compared with numbers computed by SciPy (`fixtures/scipy.json`), the regression with those of
//! statsmodels (`fixtures/statsmodels.json`).

mod alternative;
mod bootstrap;
mod chi_squared;
mod correlation;
mod elo;
mod error;
mod fisher;
mod interval;
mod kendall;
mod kolmogorov_smirnov;
mod least_squares;
mod mann_whitney;
mod method;
mod multiple;
mod pooled;
mod power;
mod prediction;
mod proportion;
mod quantile;
mod ranks;
mod ratings;
mod replication;
mod score;
mod smooth;
mod special;
mod sprt;
mod summary;
mod two_proportions;
mod unit_means;
mod unit_shares;
mod value_counts;
mod wilcoxon;

/// Which departure from the null hypothesis counts.
pub use alternative::Alternative;
/// Confidence intervals of any statistic by resampling.
pub use bootstrap::{bca, percentile};
/// Pearson's chi-squared test: counts against expectations, counts against counts.
pub use chi_squared::{ChiSquared, goodness_of_fit, homogeneity};
/// Pearson's r and Spearman's rho.
pub use correlation::{Correlation, pearson, spearman};
/// The Elo difference that explains a score.
pub use elo::{Elo, elo, elo_of_score, score_of_elo};
/// Why a number could not be computed.
pub use error::Error;
/// Fisher's exact test, and our count against a published share.
pub use fisher::{count_against, fisher_exact};
/// A closed range of plausible values.
pub use interval::Interval;
/// Kendall's tau-b.
pub use kendall::kendall;
/// Whether two samples share a distribution.
pub use kolmogorov_smirnov::{KolmogorovSmirnov, kolmogorov_smirnov};
/// Regression with errors that may be robust.
pub use least_squares::{Coefficient, Errors, LeastSquares, RegressionColumn, least_squares};
/// Whether one of two independent samples tends to be larger.
pub use mann_whitney::{MannWhitney, mann_whitney};
/// How p-values are computed: exactly or asymptotically.
pub use method::PValueMethod;
/// P-values adjusted for multiple testing.
pub use multiple::{benjamini_hochberg, holm};
/// The pooled test of a whole table against a published one: shift and scatter.
pub use pooled::{CellPair, Correlations, PooledTest, pooled_test};
/// The power of that test against wrong players.
pub use power::{Simulation, WrongFigure};
/// A published figure as a repetition of our experiment would give it.
pub use prediction::{
    Prediction, PrintedMean, PrintedShare, SampleMean, newcombe, predict_mean, predict_share,
};
/// Intervals of a share.
pub use proportion::{clopper_pearson, wald, wilson};
/// The median and other quantiles.
pub use quantile::{median, quantile};
/// Ranks of a sample, ties sharing their mean.
pub use ranks::Ranks;
/// Maximum-likelihood ratings of many players.
pub use ratings::{PlayerRating, RatedGame, Ratings, Unrated, ratings};
/// Probabilities of replication.
pub use replication::{chance_of_repeat, counts_against};
/// Mean and variance of games or of colour-swapped pairs.
pub use score::ScoreSummary;
/// Moving averages of learning curves.
pub use smooth::{Smoothed, highest, smoothed};
/// Sequential probability ratio tests.
pub use sprt::{
    EloModel, OutcomeCounts, SequentialEstimate, SequentialTest, Sprt, SprtDecision, SprtLength,
    length as sprt_length, length_like as sprt_length_like, simulated as sprt_simulated,
};
/// Mean and variance in one pass, mergeable; our mean against a published one.
pub use summary::{RunningStats, mean_against, mean_against_error};
/// Whether two shares differ, by the normal approximation.
pub use two_proportions::{ZTest, two_proportions};
/// Means over units of games, with intervals for a fixed number of units and for any.
pub use unit_means::UnitMeans;
/// Shares and scores over units of games, with intervals for a fixed number of units and for any.
pub use unit_shares::UnitShares;
/// Rank tests of samples that are known by how often each value occurs.
pub use value_counts::{ValueCounts, mann_whitney_of_counts, wilcoxon_of_counts};
/// Whether paired differences lean to one side.
pub use wilcoxon::{Wilcoxon, Zeros, wilcoxon};
