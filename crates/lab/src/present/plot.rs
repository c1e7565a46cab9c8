//! Plots.

use super::Results;
use super::notes::Shown;
use crate::plan::{PlotKind, PlotLayout};
use crate::tally::StatFigure;
use ludometer_report::{Axis, Document, Plot, Point, Series, share_ranges};
use std::cell::RefCell;

/// The number of bars per panel up to which two panels are placed side by side.
const BESIDE: usize = 24;

/// Adds the plots of a layout: one, or one for each value of the panels' variable.
pub(super) fn plots(results: &Results<'_>, layout: &PlotLayout, document: Document) -> Document {
    let fixed: Vec<(&str, &str)> = conditions(layout).collect();
    let exceptions = results.exceptions(&fixed);
    let Some(variable) = &layout.panels else {
        let plot = plot(results, layout, &layout.name, &layout.title, None);
        return document.plot(exceptions.into_iter().fold(plot, Plot::note));
    };
    let values = results.plan.values(variable);
    let plots = values.iter().map(|value| {
        let name = format!("{}-{value}", layout.name);
        plot(results, layout, &name, value, Some((variable, value)))
    });
    let mut plots: Vec<Plot> = plots.collect();
    // They are of all panels together, and said once where all say them.
    for plot in &mut plots {
        plot.notes.extend(exceptions.iter().cloned());
    }
    if layout.shared_axes {
        share_ranges(&mut plots);
    }
    let bars = results.plan.values(&layout.x).len() * series(results, layout).len();
    let columns = match layout.kind {
        PlotKind::Lines { .. } => 3,
        PlotKind::Bars if bars <= BESIDE => 2,
        PlotKind::Bars => 1,
    };
    document.panels(&layout.title, columns, plots)
}

fn plot(
    results: &Results<'_>,
    layout: &PlotLayout,
    name: &str,
    title: &str,
    panel: Option<(&str, &str)>,
) -> Plot {
    let plot = Plot::new(name, title).y(Axis::linear(layout.metric.name()));
    let shown = RefCell::new(Shown::default());
    let figure = |wanted: &[(&str, &str)]| {
        let all: Vec<(&str, &str)> = wanted.iter().copied().chain(panel).collect();
        let figure = figure(results, layout, &all)?;
        shown.borrow_mut().see(&figure);
        Some(figure)
    };
    let plot = match &layout.kind {
        PlotKind::Lines { level, log } => {
            let axis = match log {
                true => Axis::log(&layout.x),
                false => Axis::linear(&layout.x),
            };
            lines(results, layout, level.as_deref(), plot.x(axis), &figure)
        }
        PlotKind::Bars => bars(results, layout, plot, &figure),
    };
    let what = match layout.kind {
        PlotKind::Lines { .. } => "bands are",
        PlotKind::Bars => "error bars are",
    };
    let notes = shown.borrow().notes(results, what);
    notes.into_iter().fold(plot, Plot::note)
}

/// What the rows say where variables have these values.
type Say<'a> = dyn Fn(&[(&str, &str)]) -> Option<StatFigure> + 'a;

fn figure(
    results: &Results<'_>,
    layout: &PlotLayout,
    wanted: &[(&str, &str)],
) -> Option<StatFigure> {
    let all: Vec<(&str, &str)> = wanted.iter().copied().chain(conditions(layout)).collect();
    let tally = results.tally(&all)?;
    tally.figure(layout.metric, layout.seat, false)
}

/// The variables that are fixed, with their values.
fn conditions(layout: &PlotLayout) -> impl Iterator<Item = (&str, &str)> {
    let fixed = layout.fixed.iter();
    fixed.map(|(name, value)| (name.as_str(), value.as_str()))
}

fn lines(
    results: &Results<'_>,
    layout: &PlotLayout,
    level: Option<&str>,
    mut plot: Plot,
    figure: &Say<'_>,
) -> Plot {
    let mut xs: Vec<(f64, &str)> = Vec::new();
    for value in results.plan.values(&layout.x) {
        xs.extend(value.parse().ok().map(|x: f64| (x, value)));
    }
    xs.sort_by(|a, b| a.0.total_cmp(&b.0));
    for line in series(results, layout) {
        let points = points(layout, line, xs.iter().copied(), figure);
        if !points.is_empty() {
            plot = plot.series(Series::line(label(line), points));
        }
    }
    if let (Some(level), Some(variable)) = (level, &layout.series)
        && let Some(reference) = figure(&[(variable, level)])
        && let [first, .., last] = &xs[..]
    {
        let points = [first, last].map(|(x, _)| Point::new(*x, reference.value));
        plot = plot.series(Series::line(level, points).dashed());
    }
    plot
}

/// Groups in the plan's order. Series without rows keep their place, so that panels agree on
/// colours.
fn bars(results: &Results<'_>, layout: &PlotLayout, plot: Plot, figure: &Say<'_>) -> Plot {
    let groups = results.plan.values(&layout.x);
    let plot = plot.x(Axis::categories(&layout.x, groups.iter().copied()));
    let xs = || (0u32..).map(f64::from).zip(groups.iter().copied());
    let series = series(results, layout).into_iter();
    series.fold(plot, |plot, each| {
        plot.series(Series::bars(
            label(each),
            points(layout, each, xs(), figure),
        ))
    })
}

/// The values of the series' variable, or one series without a name.
fn series<'a>(results: &'a Results<'_>, layout: &'a PlotLayout) -> Vec<Option<(&'a str, &'a str)>> {
    let Some(variable) = &layout.series else {
        return vec![None];
    };
    let values = results.plan.values(variable).into_iter();
    values
        .map(|value| Some((variable.as_str(), value)))
        .collect()
}

fn label<'a>(series: Option<(&str, &'a str)>) -> &'a str {
    series.map_or("", |(_, value)| value)
}

/// A point with its interval for every x that has rows.
fn points<'a>(
    layout: &PlotLayout,
    series: Option<(&str, &str)>,
    xs: impl Iterator<Item = (f64, &'a str)>,
    figure: &Say<'_>,
) -> Vec<Point> {
    let points = xs.filter_map(|(x, value)| {
        let here = [(layout.x.as_str(), value)];
        let wanted: Vec<(&str, &str)> = here.into_iter().chain(series).collect();
        let figure = figure(&wanted)?;
        let point = Point::new(x, figure.value).estimate(figure.estimate());
        Some(match figure.interval {
            Some(interval) => point.between(interval.low, interval.high),
            None => point,
        })
    });
    points.collect()
}
