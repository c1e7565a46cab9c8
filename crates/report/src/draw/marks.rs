//! The data itself: lines, bands, points, bars and steps.

use super::element::{Drawing, Element, Segment};
use super::frame::Area;
use super::paint::Paint;
use super::shapes::{bar, corners, marker, path};
use crate::data::{interval, label};
use crate::ruler::Ruler;
use crate::{Plot, Point, Series, SeriesKind, number};

/// The part of its place that a group of bars fills.
pub(crate) const FILLED: f64 = 0.78;

/// Everything needed to draw series in a box.
pub(crate) struct Marks<'a> {
    pub(crate) plot: &'a Plot,
    pub(crate) series: &'a [Series],
    pub(crate) x: &'a Ruler,
    pub(crate) y: &'a Ruler,
    pub(crate) area: Area,
    /// Of the markers on lines.
    pub(crate) radius: f64,
}

/// Above this many points, hints under the pointer would only weigh on the file.
const HINTED: usize = 300;

impl Marks<'_> {
    /// Bands lie under bars, bars under lines, lines under points.
    pub(crate) fn draw(&self, out: &mut Drawing) {
        for (index, series) in self.series.iter().enumerate() {
            if series.is_line() {
                self.band(index, series, out);
            }
        }
        for kinds in [
            &[SeriesKind::Bars][..],
            &[SeriesKind::Line, SeriesKind::Steps],
            &[SeriesKind::Points],
        ] {
            for (index, series) in self.series.iter().enumerate() {
                if !kinds.contains(&series.kind) {
                    continue;
                }
                match series.kind {
                    SeriesKind::Bars => self.bars(index, series, out),
                    SeriesKind::Line | SeriesKind::Steps => self.line(index, series, out),
                    SeriesKind::Points => self.points(index, series, out),
                }
            }
        }
    }

    fn spot(&self, x: f64, y: f64) -> (f64, f64) {
        (self.area.x(self.x.place(x)), self.area.y(self.y.place(y)))
    }

    fn band(&self, index: usize, series: &Series, out: &mut Drawing) {
        let steps = series.kind == SeriesKind::Steps;
        for run in series.points.split(|point| point.interval().is_none()) {
            let ends: Vec<(f64, (f64, f64))> = run
                .iter()
                .filter_map(|point| Some((point.x, point.interval()?)))
                .collect();
            if ends.is_empty() {
                continue;
            }
            let low = ends.iter().map(|(x, (low, _))| self.spot(*x, *low));
            let high = ends.iter().map(|(x, (_, high))| self.spot(*x, *high));
            let mut outline = path(&high.collect::<Vec<_>>(), steps);
            let mut back: Vec<_> = low.collect();
            if steps {
                back = corners(&back);
            }
            back.reverse();
            outline.extend(back.into_iter().map(|(x, y)| Segment::Line(x, y)));
            outline.push(Segment::Close);
            let band = Element::path(outline).fill(Paint::Series(series.slot(index)));
            band.opacity(0.14).end(out);
        }
    }

    fn line(&self, index: usize, series: &Series, out: &mut Drawing) {
        let spots: Vec<_> = series
            .points
            .iter()
            .map(|point| self.spot(point.x, point.y))
            .collect();
        if spots.len() > 1 {
            let line = Element::path(path(&spots, series.kind == SeriesKind::Steps));
            let line = line.stroke(Paint::Series(series.slot(index)), 1.8);
            line.dashed(series.dashed).end(out);
        }
        if series.dashed && spots.len() > 1 {
            return;
        }
        // Few points are all marked; of many, enough to tell the line by its shape.
        let several = self.series.len() > 1;
        let stride = match spots.len() {
            0..=24 => 1,
            many if several => many / 8,
            _ => return,
        };
        for (point, spot) in series
            .points
            .iter()
            .zip(&spots)
            .skip(stride / 2)
            .step_by(stride)
        {
            let hint = self.hint(series, point);
            marker(series.slot(index), *spot, self.radius, hint, out);
        }
    }

    fn points(&self, index: usize, series: &Series, out: &mut Drawing) {
        let shift = self.dodge(index);
        let radius = match series.points.len() {
            0..=60 => 4.0,
            61..=300 => 3.0,
            _ => 2.0,
        };
        for point in &series.points {
            let (x, y) = self.spot(point.x, point.y);
            if let Some((low, high)) = point.interval() {
                let paint = Paint::Series(series.slot(index));
                self.error_bar(x + shift, (low, high), 0.0, paint, out);
            }
            let hint = self.hint(series, point);
            marker(series.slot(index), (x + shift, y), radius, hint, out);
        }
    }

    /// Points of several series over the same name stand side by side.
    fn dodge(&self, index: usize) -> f64 {
        let points = |series: &&Series| series.kind == SeriesKind::Points;
        let number = self.series.iter().filter(points).count();
        if !self.x.is_named() || number < 2 {
            return 0.0;
        }
        let before = self.series[..index].iter().filter(points).count();
        let apart = (0.5 * self.slot() / number as f64).min(14.0);
        (before as f64 - (number as f64 - 1.0) / 2.0) * apart
    }

    fn slot(&self) -> f64 {
        let places = self.series.iter().flat_map(|series| &series.points);
        self.x.gap(places.map(|point| point.x)) * self.area.width
    }

    fn bars(&self, index: usize, series: &Series, out: &mut Drawing) {
        let bars = |series: &&Series| series.kind == SeriesKind::Bars;
        let number = self.series.iter().filter(bars).count().max(1) as f64;
        let before = self.series[..index].iter().filter(bars).count() as f64;
        let width = (FILLED * self.slot() / number).min(64.0);
        let inset = if width > 6.0 { 1.0 } else { 0.1 * width };
        let whisker = if width > 5.0 {
            (0.25 * width).min(4.0)
        } else {
            0.0
        };
        let foot = self.area.y(self.y.foot());
        for point in &series.points {
            let (middle, end) = self.spot(point.x, point.y);
            let left = middle + (before - number / 2.0) * width;
            let (top, height) = (end.min(foot), (end - foot).abs());
            let size = (width - 2.0 * inset, height);
            bar(
                series.slot(index),
                (left + inset, top),
                size,
                self.hint(series, point),
                out,
            );
            if let Some((low, high)) = point.interval() {
                self.error_bar(left + width / 2.0, (low, high), whisker, Paint::Ink, out);
            }
        }
    }

    /// An interval at `x`, with whiskers that reach so far to either side.
    fn error_bar(
        &self,
        x: f64,
        (low, high): (f64, f64),
        whisker: f64,
        paint: Paint,
        out: &mut Drawing,
    ) {
        let ends = [low, high].map(|end| self.area.y(self.y.place(end)));
        let mut shape = path(&ends.map(|y| (x, y)), false);
        if whisker > 0.0 {
            for y in ends {
                shape.extend(path(&[(x - whisker, y), (x + whisker, y)], false));
            }
        }
        // A thin halo sets the line off from the bar behind it.
        for (paint, width) in [(Paint::Paper, 3.0), (paint, 1.4)] {
            let line = Element::path(shape.clone());
            line.stroke(paint, width).end(out);
        }
    }

    fn hint(&self, series: &Series, point: &Point) -> Option<String> {
        if series.points.len() > HINTED {
            return None;
        }
        let place = label(&self.plot.x, point.x);
        let mut words = format!("{place}: {}", number::minus(&number::short(point.y)));
        if let Some((low, high)) = point.interval() {
            words.push_str(&format!(" {}", interval(low, high)));
        }
        Some(match series.label.is_empty() {
            true => words,
            false => format!("{}, {words}", series.label),
        })
    }
}
