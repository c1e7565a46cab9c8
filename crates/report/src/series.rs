//! What is drawn in a plot.

use crate::Estimate;
use serde::Serialize;

/// Points that belong together, and the shape that shows it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Series {
    /// Its name beside the line or in the legend; empty is not shown.
    pub label: String,
    /// The shape.
    pub kind: SeriesKind,
    /// In the order in which a line visits them.
    pub points: Vec<Point>,
    /// Sets a line apart, a theory from a measurement, say.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dashed: bool,
    /// Its place in the palette, which also decides its marker. Where none is given, a document
    /// gives the same one to every series with the same label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<usize>,
}

/// The shape of a series.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SeriesKind {
    /// A line; intervals become a band.
    #[default]
    Line,
    /// Points; intervals become error bars.
    Points,
    /// Bars from zero, or from the foot of a logarithmic axis; side by side when
    /// several series have them. Intervals become error bars.
    Bars,
    /// A line that keeps its height until the next point.
    Steps,
}

/// A value at a place, with an interval if it has both ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Point {
    /// Where, along the horizontal axis.
    pub x: f64,
    /// How much, along the vertical axis.
    pub y: f64,
    /// The lower end of the interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// The upper end of the interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
    /// The estimate behind it, with the size of its sample.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<Estimate>,
}

impl Series {
    /// A line.
    pub fn line(label: impl Into<String>, points: impl IntoIterator<Item = Point>) -> Self {
        Self::of(SeriesKind::Line, label, points)
    }

    /// Points.
    pub fn points(label: impl Into<String>, points: impl IntoIterator<Item = Point>) -> Self {
        Self::of(SeriesKind::Points, label, points)
    }

    /// Bars.
    pub fn bars(label: impl Into<String>, points: impl IntoIterator<Item = Point>) -> Self {
        Self::of(SeriesKind::Bars, label, points)
    }

    /// Steps.
    pub fn steps(label: impl Into<String>, points: impl IntoIterator<Item = Point>) -> Self {
        Self::of(SeriesKind::Steps, label, points)
    }

    /// The same series with a broken line.
    pub fn dashed(mut self) -> Self {
        self.dashed = true;
        self
    }

    fn of(
        kind: SeriesKind,
        label: impl Into<String>,
        points: impl IntoIterator<Item = Point>,
    ) -> Self {
        Self {
            label: label.into(),
            kind,
            points: points.into_iter().collect(),
            dashed: false,
            colour: None,
        }
    }

    /// Its place in the palette, if it stands at `index` in its plot.
    pub(crate) fn slot(&self, index: usize) -> usize {
        self.colour.unwrap_or(index)
    }

    pub(crate) fn is_line(&self) -> bool {
        matches!(self.kind, SeriesKind::Line | SeriesKind::Steps)
    }
}

impl Point {
    /// A value without an interval.
    pub fn new(x: f64, y: f64) -> Self {
        Self {
            x,
            y,
            low: None,
            high: None,
            estimate: None,
        }
    }

    /// The same value with an interval.
    pub fn between(mut self, low: f64, high: f64) -> Self {
        self.low = Some(low);
        self.high = Some(high);
        self
    }

    /// The same value with the numbers behind it.
    pub fn estimate(mut self, estimate: Estimate) -> Self {
        self.estimate = Some(estimate);
        self
    }

    /// Both ends of the interval, the lower first.
    pub(crate) fn interval(&self) -> Option<(f64, f64)> {
        let (low, high) = (self.low?, self.high?);
        Some((low.min(high), low.max(high)))
    }
}
