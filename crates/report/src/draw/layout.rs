//! Puts axes, names and data together.

use super::element::Drawing;
use super::frame::{Area, Size, XLabels, draw_y, line};
use super::keys::Keys;
use super::marks::Marks;
use super::paint::Paint;
use super::words::Words;
use crate::ruler::Ruler;
use crate::ticks::Tick;
use crate::{Plot, Series};

/// A plot with every place decided, not yet drawn.
pub(crate) struct Layout<'a> {
    plot: &'a Plot,
    series: &'a [Series],
    size: Size,
    x: Ruler,
    y: Ruler,
    y_ticks: Vec<Tick>,
    keys: Keys,
    labels: XLabels,
    area: Area,
    height: f64,
}

impl<'a> Layout<'a> {
    /// Lays out the drawable `series` of a plot, and names those in `keyed`, which
    /// has the same ones, perhaps with more points.
    pub(crate) fn new(plot: &'a Plot, series: &'a [Series], keyed: &[Series], size: Size) -> Self {
        let blank = series.iter().all(|series| series.points.is_empty());
        let size = Size {
            height: if blank { 72.0 } else { size.height },
            ..size
        };
        let rows = (size.height / 48.0).round().max(2.0) as usize;
        let x = Ruler::across(&plot.x, series);
        let y = Ruler::upright(&plot.y, series, rows);
        let y_ticks = fitting(y.ticks(rows.max(3)), &y, &size);
        let keys = Keys::new(keyed, (&x, &y), &size);
        let widest = y_ticks
            .iter()
            .map(|tick| Words::new(&tick.label, size.font).width())
            .fold(0.0, f64::max);
        let widest = widest.min(0.4 * size.width);
        let mut left = (size.edge + widest + 10.0).max(size.left);
        let mut right = size.edge + keys.right(size.font).max(10.0);
        // Labels at the ends may reach beyond them, and then leave less room.
        let mut labels = XLabels::new(&x, size.width - left - right, size.font);
        for _ in 0..2 {
            let (over_left, over_right) = labels.overhang(size.width - left - right);
            left = left.max(size.edge + over_left + 2.0).min(0.45 * size.width);
            right = right
                .max(size.edge + over_right + 2.0)
                .min(0.45 * size.width);
            labels = XLabels::new(&x, size.width - left - right, size.font);
        }
        let titled = |title: &str| size.titles && !title.is_empty();
        let above = if titled(&plot.y.title) {
            size.font + 15.0
        } else {
            8.0
        };
        let top = keys.top() + above;
        let area = Area {
            left,
            top,
            width: size.width - left - right,
            height: size.height,
        };
        let below = if titled(&plot.x.title) {
            size.font + 10.0
        } else {
            4.0
        };
        let height = area.bottom() + labels.height() + below;
        Self {
            plot,
            series,
            size,
            x,
            y,
            y_ticks,
            keys,
            labels,
            area,
            height,
        }
    }

    pub(crate) fn height(&self) -> f64 {
        self.height
    }

    /// The room left of the data.
    pub(crate) fn left(&self) -> f64 {
        self.area.left
    }

    pub(crate) fn draw(&self, out: &mut Drawing) {
        let (area, font) = (&self.area, self.size.font);
        let edge = self.size.edge;
        self.keys.draw(self.series, area, font, edge, out);
        draw_y(&self.y_ticks, &self.y, area, font, out);
        if self.size.titles {
            let room = self.size.width - 2.0 * edge;
            let y_title = Words::new(&self.plot.y.title, font).cut(room);
            y_title.at(edge, area.top - 15.0, Paint::Ink, out);
            let x_title = Words::new(&self.plot.x.title, font).cut(room);
            let half = x_title.width() / 2.0;
            let middle = (area.left + area.width / 2.0)
                .min(self.size.width - half)
                .max(half);
            x_title
                .middle()
                .at(middle, self.height - 5.0, Paint::Ink, out);
        }
        let right = area.left + area.width;
        // Under the data: a bar of nothing lies on the line and must be seen.
        line(
            (area.left, area.bottom()),
            (right, area.bottom()),
            Paint::Axis,
            out,
        );
        if self.y.crosses_zero() {
            let zero = area.y(self.y.place(0.0));
            line((area.left, zero), (right, zero), Paint::Axis, out);
        }
        let marks = Marks {
            plot: self.plot,
            series: self.series,
            x: &self.x,
            y: &self.y,
            area: self.area,
            radius: if self.size.direct { 3.0 } else { 2.3 },
        };
        marks.draw(out);
        self.labels.draw(area, out);
        if self.series.iter().all(|series| series.points.is_empty()) {
            let words = Words::new("no data", font).middle();
            words.at(area.x(0.5), area.y(0.5), Paint::Quiet, out);
        }
    }
}

/// Names given by the plot may stand too close; keeps those that do not touch.
fn fitting(mut ticks: Vec<Tick>, y: &Ruler, size: &Size) -> Vec<Tick> {
    let longest = 0.4 * size.width - 4.0;
    let mut last = f64::NEG_INFINITY;
    ticks.sort_by(|a, b| a.at.total_cmp(&b.at));
    ticks.retain(|tick| {
        let place = y.place(tick.at) * size.height;
        let free = place - last >= size.font;
        if free {
            last = place;
        }
        free
    });
    for tick in &mut ticks {
        tick.label = Words::new(&tick.label, size.font)
            .cut(longest)
            .text()
            .to_owned();
    }
    ticks
}
