//! The axes: rules, ticks and titles.

use super::element::{Drawing, Element};
use super::paint::Paint;
use super::words::Words;
use crate::ruler::Ruler;
use crate::ticks::Tick;

/// How large a picture is, in pixels of a page that is not zoomed. The height is
/// that of the data; titles, ticks and legends add to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Size {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) font: f64,
    /// Whether the picture names its series.
    pub(crate) keys: bool,
    /// Whether it names its axes.
    pub(crate) titles: bool,
    /// Whether names may stand at the ends of lines.
    pub(crate) direct: bool,
    /// The least room for the labels of the vertical axis.
    pub(crate) left: f64,
    /// White left and right of everything.
    pub(crate) edge: f64,
}

impl Size {
    /// A plot on a page of its own width.
    pub(crate) const PAGE: Size = Size {
        width: 800.0,
        height: 300.0,
        font: 13.0,
        keys: true,
        titles: true,
        direct: true,
        left: 0.0,
        edge: 0.0,
    };

    /// A plot in a file.
    pub(crate) const FILE: Size = Size {
        edge: super::MARGIN,
        ..Size::PAGE
    };

    /// One of several plots side by side.
    pub(crate) fn panel(columns: usize) -> Size {
        let number = columns.clamp(1, 6) as f64;
        let width = match columns {
            0 | 1 => 832.0,
            _ => ((832.0 - 28.0 * (number - 1.0)) / number).clamp(170.0, 400.0),
        };
        Size {
            width,
            height: (width * 0.5).round().min(260.0),
            font: 11.5,
            direct: false,
            ..Size::PAGE
        }
    }
}

/// Where the data goes: the box between the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Area {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Area {
    pub(crate) fn x(&self, place: f64) -> f64 {
        self.left + place * self.width
    }

    pub(crate) fn y(&self, place: f64) -> f64 {
        self.top + (1.0 - place) * self.height
    }

    pub(crate) fn bottom(&self) -> f64 {
        self.top + self.height
    }
}

/// The horizontal axis with its labels fitted to a width.
pub(crate) struct XLabels {
    /// Places, and the lines of each label.
    labels: Vec<(f64, Vec<String>)>,
    turned: bool,
    font: f64,
}

const TURN: f64 = 35.0;

impl XLabels {
    /// Fits labels to a width: on one line; else, names only, on up to three;
    /// else turned; else every second or third of them.
    pub(crate) fn new(ruler: &Ruler, width: f64, font: f64) -> Self {
        let named = ruler.is_named();
        let mut count = ((width / 80.0) as usize).clamp(2, 10);
        let mut ticks = ruler.ticks(count);
        while !named && count > 1 && !fit(&ticks, ruler, width, font) {
            count -= 1;
            ticks = ruler.ticks(count);
        }
        let gap = ruler.gap(ticks.iter().map(|tick| tick.at)) * width - 6.0;
        let plain = fit(&ticks, ruler, width, font);
        let lines = |tick: &Tick| Words::new(&tick.label, font).wrapped(gap.max(font));
        let unbroken = |tick: &Tick| {
            let lines = lines(tick);
            let kept = lines.join(" ");
            lines.len() <= 3 && kept.split_whitespace().eq(tick.label.split_whitespace())
        };
        let wraps = !plain && named && ticks.iter().all(unbroken);
        let turned = !plain && named && !wraps && gap + 6.0 > 1.15 * font;
        if !plain && !wraps && !turned {
            ticks = thinned(ticks, ruler, width, font);
        }
        let labels = ticks.iter().map(|tick| {
            let label = if wraps {
                lines(tick)
            } else {
                let room = if turned { 150.0 } else { width };
                vec![Words::new(&tick.label, font).cut(room).text().to_owned()]
            };
            (ruler.place(tick.at), label)
        });
        Self {
            labels: labels.collect(),
            turned,
            font,
        }
    }

    pub(crate) fn height(&self) -> f64 {
        let widths = self.labels.iter().flat_map(|(_, lines)| lines);
        let widest = widths
            .map(|line| Words::new(line, self.font).width())
            .fold(0.0, f64::max);
        let lines = self
            .labels
            .iter()
            .map(|(_, lines)| lines.len())
            .max()
            .unwrap_or(0);
        if self.turned {
            24.0 + widest * libm::sin(TURN.to_radians())
        } else {
            8.0 + (self.font + 2.0) * lines as f64
        }
    }

    /// How far the labels reach beyond the left and right ends.
    pub(crate) fn overhang(&self, width: f64) -> (f64, f64) {
        let mut reach = (0.0f64, 0.0f64);
        for (place, lines) in &self.labels {
            for line in lines {
                let wide = Words::new(line, self.font).width();
                let (left, right) = match self.turned {
                    true => (wide * libm::cos(TURN.to_radians()) + 4.0, 0.0),
                    false => (wide / 2.0, wide / 2.0),
                };
                reach.0 = reach.0.max(left - place * width);
                reach.1 = reach.1.max(right - (1.0 - place) * width);
            }
        }
        reach
    }

    pub(crate) fn draw(&self, area: &Area, out: &mut Drawing) {
        let bottom = area.bottom();
        for (place, lines) in &self.labels {
            let x = area.x(*place);
            line((x, bottom), (x, bottom + 4.0), Paint::Axis, out);
            for (index, text) in lines.iter().enumerate() {
                let words = Words::new(text, self.font);
                let y = bottom + 6.0 + self.font + (self.font + 2.0) * index as f64;
                if self.turned {
                    words
                        .right()
                        .turned(x + 4.0, y - 3.0, -TURN, Paint::Quiet, out);
                } else {
                    words.middle().at(x, y, Paint::Quiet, out);
                }
            }
        }
    }
}

fn fit(ticks: &[Tick], ruler: &Ruler, width: f64, font: f64) -> bool {
    let mut ends: Vec<(f64, f64)> = ticks
        .iter()
        .map(|tick| ends(tick, ruler, width, font))
        .collect();
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    ends.windows(2).all(|pair| pair[0].1 + 8.0 < pair[1].0)
}

fn ends(tick: &Tick, ruler: &Ruler, width: f64, font: f64) -> (f64, f64) {
    let half = Words::new(&tick.label, font).width() / 2.0;
    let middle = ruler.place(tick.at) * width;
    (middle - half, middle + half)
}

/// Every label that does not touch the one kept before it.
fn thinned(mut ticks: Vec<Tick>, ruler: &Ruler, width: f64, font: f64) -> Vec<Tick> {
    ticks.sort_by(|a, b| a.at.total_cmp(&b.at));
    let mut last = f64::NEG_INFINITY;
    ticks.retain(|tick| {
        let (left, right) = ends(tick, ruler, width, font);
        let free = left > last + 6.0;
        if free {
            last = right;
        }
        free
    });
    ticks
}

/// Grid lines and the labels of the vertical axis.
pub(crate) fn draw_y(ticks: &[Tick], ruler: &Ruler, area: &Area, font: f64, out: &mut Drawing) {
    for tick in ticks {
        let y = area.y(ruler.place(tick.at));
        line(
            (area.left, y),
            (area.left + area.width, y),
            Paint::Rule,
            out,
        );
        let words = Words::new(&tick.label, font).right();
        words.at(area.left - 8.0, y + font * 0.35, Paint::Quiet, out);
    }
}

pub(crate) fn line(from: (f64, f64), to: (f64, f64), paint: Paint, out: &mut Drawing) {
    Element::line(from, to).stroke(paint, 1.0).end(out);
}
