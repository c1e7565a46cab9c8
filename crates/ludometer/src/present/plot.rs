//! Plots.

use super::Results;
use crate::plan::PlotLayout;
use crate::tally::Figure;
use ludometer_report::{Axis, Document, Plot, Point, Series, share_ranges};

/// Adds the plots of a layout: one, or one for each value of the panels' variable.
pub(super) fn plots(results: &Results<'_>, layout: &PlotLayout, document: Document) -> Document {
    let Some(variable) = &layout.panels else {
        return document.plot(plot(results, layout, &layout.name, &layout.title, None));
    };
    let values = results.plan.values(variable);
    let plots = values.iter().map(|value| {
        let name = format!("{}-{value}", layout.name);
        plot(results, layout, &name, value, Some((variable, value)))
    });
    let mut plots: Vec<Plot> = plots.collect();
    share_ranges(&mut plots);
    document.panels(&layout.title, 3, plots)
}

fn plot(
    results: &Results<'_>,
    layout: &PlotLayout,
    name: &str,
    title: &str,
    panel: Option<(&str, &str)>,
) -> Plot {
    let axis = if layout.log {
        Axis::log(&layout.x)
    } else {
        Axis::linear(&layout.x)
    };
    let mut plot = Plot::new(name, title)
        .x(axis)
        .y(Axis::linear(layout.metric.name()));
    let figure = |wanted: &[(&str, &str)]| -> Option<Figure> {
        let fixed = layout
            .fixed
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()));
        let all: Vec<(&str, &str)> = wanted.iter().copied().chain(panel).chain(fixed).collect();
        results
            .tally(&all)?
            .figure(layout.metric, layout.seat, false)
    };
    let mut xs: Vec<(f64, &str)> = Vec::new();
    for value in results.plan.values(&layout.x) {
        xs.extend(value.parse().ok().map(|x: f64| (x, value)));
    }
    xs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let point = |x: f64, figure: Figure| {
        let point = Point::new(x, figure.value);
        match figure.interval {
            Some(interval) => point.between(interval.low, interval.high),
            None => point,
        }
    };
    let lines = match &layout.series {
        Some(variable) => results
            .plan
            .values(variable)
            .into_iter()
            .map(|value| Some((variable.as_str(), value)))
            .collect(),
        None => vec![None],
    };
    for line in lines {
        let label = line.map_or("", |(_, value)| value);
        let points = xs.iter().filter_map(|&(x, value)| {
            let wanted: Vec<(&str, &str)> = [(layout.x.as_str(), value)]
                .into_iter()
                .chain(line)
                .collect();
            Some(point(x, figure(&wanted)?))
        });
        let points: Vec<Point> = points.collect();
        if !points.is_empty() {
            plot = plot.series(Series::line(label, points));
        }
    }
    if let (Some(level), Some(variable)) = (&layout.level, &layout.series)
        && let Some(reference) = figure(&[(variable, level)])
        && let [first, .., last] = &xs[..]
    {
        let points = [first, last].map(|(x, _)| Point::new(*x, reference.value));
        plot = plot.series(Series::line(level.as_str(), points).dashed());
    }
    plot
}
