//! Tables of effects: the sign of each column against a reference, from games of the same number.

use super::compared::Compared;
use super::notes::reason;
use super::printed::{published, sample};
use super::{CellSet, Results};
use crate::plan::{Criterion, Metric, TableKind, TableLayout};
use crate::tally::{AnalysisStage, CONFIDENCE, Compare, PairedStats, StatFigure};
use ludometer_report::Cell;
use ludometer_stats::{
    Alternative, PValueMethod, Zeros, fisher_exact, holm, wald, wilcoxon_of_counts,
};

/// Differences of samples in what a layout shows.
pub(super) struct Differences<'a> {
    results: &'a Results<'a>,
    compare: Compare,
}

impl<'a> Differences<'a> {
    pub(super) fn new(results: &'a Results<'_>, layout: &TableLayout) -> Differences<'a> {
        Differences {
            results,
            compare: Compare {
                metric: layout.metric,
                seat: layout.seat,
                given_won: layout.given_won,
            },
        }
    }

    fn of(&self, one: &CellSet, other: &CellSet) -> PairedStats {
        self.results.paired(one, other, self.compare)
    }

    /// The effect of one sample against another.
    fn effect(&self, one: &CellSet, other: &CellSet) -> Option<Effect> {
        let Compare {
            metric,
            seat,
            given_won,
        } = self.compare;
        let figure = |sample: &CellSet| {
            let stats = self.results.stats(sample)?;
            stats.figure(metric, seat, given_won)
        };
        let both = figure(one).zip(figure(other));
        let shares = both.filter(|_| metric == Metric::Won);
        Effect::of(&self.of(one, other), shares)
    }

    /// `+`, `-` or `≈` for one sample against another.
    pub(super) fn sign(
        &self,
        one: &CellSet,
        other: &CellSet,
        criterion: Criterion,
    ) -> &'static str {
        let found = self.effect(one, other);
        found.map_or("≈", |effect| effect.sign(criterion, effect.p, 1))
    }
}

/// A mean difference of games of the same number.
struct Effect {
    figure: StatFigure,
    /// The two-sided p of Wilcoxon's signed-rank test over units; for differences of shares it is the sign
    /// test, McNemar's exact one. 1 where it does not hold because of the look.
    p: f64,
    paired: PairedStats,
    /// The two shares by themselves, if it is of shares.
    shares: Option<(StatFigure, StatFigure)>,
}

impl Effect {
    fn of(paired: &PairedStats, shares: Option<(StatFigure, StatFigure)>) -> Option<Effect> {
        let test = wilcoxon_of_counts(
            paired.differences(),
            Zeros::Pratt,
            Alternative::TwoSided,
            PValueMethod::Auto,
        );
        let planned = paired.look() == AnalysisStage::Planned;
        Some(Effect {
            figure: paired.figure(CONFIDENCE)?,
            p: test.ok().filter(|_| planned).map_or(1.0, |test| test.p),
            paired: paired.clone(),
            shares,
        })
    }

    /// The sign, by this p, or before the planned number of episodes by an interval that holds at every
    /// look, shared among `comparisons` of them.
    fn sign(&self, criterion: Criterion, p: f64, comparisons: usize) -> &'static str {
        let mean = self.figure.value;
        let differs = match criterion {
            Criterion::Gap(gap) => mean.abs() > gap,
            Criterion::Significance(level) if self.paired.look() == AnalysisStage::Planned => {
                p < level
            }
            Criterion::Significance(level) => {
                let at = self.paired.figure(1.0 - level / comparisons.max(1) as f64);
                let interval = at.and_then(|figure| figure.interval);
                interval.is_some_and(|interval| !interval.contains(0.0))
            }
            Criterion::Apart(confidence) => match &self.shares {
                Some((ours, reference)) => are_apart(ours, reference, confidence),
                None => {
                    let at = self.paired.figure(confidence);
                    let interval = at.and_then(|figure| figure.interval);
                    interval.is_some_and(|interval| !interval.contains(0.0))
                }
            },
        };
        match differs {
            true if mean > 0.0 => "+",
            true => "-",
            false => "≈",
        }
    }
}

/// The cells of a table of effects, row by row, with what has to be said of them.
pub(super) fn effects(
    results: &Results<'_>,
    layout: &TableLayout,
    (rows, columns, against): (&[&str], &[&str], &str),
    criterion: Criterion,
) -> (Vec<(Cell, Option<Compared>)>, Vec<String>) {
    let differences = Differences::new(results, layout);
    let mut found = Vec::new();
    for row in rows {
        let reference = sample(results, layout, row, against);
        for column in columns {
            let ours = sample(results, layout, row, column);
            found.push(((*row, *column), differences.effect(&ours, &reference)));
        }
    }
    // Only comparisons that were made are corrected for.
    let raw: Vec<f64> = found
        .iter()
        .filter_map(|(_, effect)| effect.as_ref().map(|effect| effect.p))
        .collect();
    let adjusted = holm(&raw).unwrap_or_default();
    let corrected = layout.published.is_empty();
    let comparisons = if corrected { raw.len() } else { 1 };
    let mut at = 0;
    let mut early = false;
    let mut cells = Vec::new();
    for ((row, column), effect) in &found {
        let Some(effect) = effect else {
            cells.push((Cell::empty(), None));
            continue;
        };
        let p = if corrected { adjusted[at] } else { raw[at] };
        at += 1;
        let anytime = effect.paired.look() != AnalysisStage::Planned;
        early |= anytime;
        let text = effect.sign(criterion, p, comparisons);
        let detail = match layout.metric {
            Metric::Won => format!("{:+.3}", effect.figure.value),
            _ if anytime => format!("{:+.*}", layout.digits, effect.figure.value),
            _ => format!("{:+.*} p {p:.3}", layout.digits, effect.figure.value),
        };
        let published = published(results, layout, row, column);
        let (cell, compared) = signed(text, detail, (row, column), effect.figure.n, published);
        cells.push((cell.estimate(effect.figure.estimate()), compared));
    }
    let mut notes = Vec::new();
    if raw.is_empty() {
        return (cells, notes);
    }
    notes.push(match criterion {
        Criterion::Gap(gap) => format!(
            "mean differences to {against} in games of the same number; they count where they exceed {gap}"
        ),
        Criterion::Apart(confidence) => format!(
            "mean differences to {against} in games of the same number; they count where {}",
            match layout.metric.is_share() {
                true => format!(
                    "the normal intervals of the two shares, each by itself, do not overlap (confidence {confidence})"
                ),
                false => format!("their interval leaves out zero (confidence {confidence})"),
            }
        ),
        Criterion::Significance(level) => format!(
            "mean differences to {against} in games of the same number; they count where {} gives p < {level}",
            match layout.metric.is_share() {
                true => "McNemar's exact test",
                false => "Wilcoxon's signed-rank test",
            }
        ),
    });
    if let Criterion::Significance(level) = criterion
        && raw.len() > 1
        && !early
    {
        let below = |ps: &[f64]| ps.iter().filter(|p| **p < level).count();
        let (of, before, after) = (raw.len(), below(&raw), below(&adjusted));
        notes.push(match corrected {
            true => format!(
                "p by Holm's correction for the {of} comparisons of this table: {after} are below {level}, uncorrected {before}"
            ),
            false => format!(
                "uncorrected, as published: of {of} comparisons {before} have p < {level}, after Holm's correction {after}"
            ),
        });
    }
    if early && matches!(criterion, Criterion::Significance(_)) {
        notes.push(format!(
            "signs are by anytime intervals of the differences, {}; a test has no p before the planned number of episodes",
            reason(results)
        ));
    }
    (cells, notes)
}

/// How many of the published signs follow from the published shares by this criterion: no
/// reproduction can be expected to do better.
pub(super) fn consistency(
    results: &Results<'_>,
    layout: &TableLayout,
    against: &str,
    criterion: Criterion,
) -> Option<String> {
    let seats = results.plan.tables.iter().find(|table| {
        table.kind == TableKind::Value
            && (&table.rows, &table.columns) == (&layout.rows, &layout.columns)
    })?;
    let n = seats.published_episodes?;
    let figure = |row: &str, column: &str| {
        let value: f64 = published(results, seats, row, column)?.parse().ok()?;
        Some(StatFigure {
            value,
            ..StatFigure::counted((value * n as f64).round() as u64, n)
        })
    };
    let (mut follow, mut of) = (0, 0);
    for row in results.plan.values(&layout.rows) {
        for column in results.plan.values(&layout.columns) {
            let printed = published(results, layout, row, column);
            let figures = figure(row, column).zip(figure(row, against));
            if let Some((printed, (ours, reference))) = printed.zip(figures) {
                of += 1;
                follow += usize::from(sign(&ours, &reference, criterion) == printed);
            }
        }
    }
    (of > 0).then(|| format!(
        "of the {of} published signs, {follow} follow from the published quotas by this criterion"
    ))
}

/// `+`, `-` or `≈` for a published share against another, of which nobody knows the pairs.
fn sign(ours: &StatFigure, reference: &StatFigure, criterion: Criterion) -> &'static str {
    let differs = match criterion {
        Criterion::Gap(gap) => (ours.value - reference.value).abs() > gap,
        Criterion::Significance(level) => {
            let counts = |figure: &StatFigure| [figure.won, figure.n - figure.won];
            fisher_exact([counts(ours), counts(reference)]).is_ok_and(|p| p < level)
        }
        Criterion::Apart(confidence) => are_apart(ours, reference, confidence),
    };
    match differs {
        true if ours.value > reference.value => "+",
        true => "-",
        false => "≈",
    }
}

/// Whether the normal intervals of two shares do not overlap.
fn are_apart(one: &StatFigure, other: &StatFigure, confidence: f64) -> bool {
    let interval = |figure: &StatFigure| wald(figure.won, figure.n, confidence);
    let both = interval(one).and_then(|one| Ok((one, interval(other)?)));
    both.is_ok_and(|(one, other)| !one.overlaps(&other))
}

/// A sign or a class beside the published one.
pub(super) fn signed(
    text: &str,
    detail: String,
    (row, column): (&str, &str),
    n: u64,
    published: Option<&str>,
) -> (Cell, Option<Compared>) {
    let compared = published.map(|published| Compared::sign((row, column), n, text, published));
    let mut detail = detail;
    if let Some(published) = published.filter(|published| *published != text) {
        detail += &format!(" paper {published}");
    }
    (Cell::text(text).detail(detail), compared)
}
