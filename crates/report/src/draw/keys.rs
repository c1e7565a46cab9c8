//! Which series is which: names at the ends of lines, or a legend above.

use super::element::{Drawing, Element};
use super::frame::Area;
use super::paint::Paint;
use super::shapes::{bar, marker};
use super::words::Words;
use crate::ruler::Ruler;
use crate::{Series, SeriesKind};

/// The names of the series of a plot, and where they go.
pub(crate) enum Keys {
    /// Nothing to name.
    None,
    /// Beside the last points: series and height above the foot, 0 to 1.
    Ends(Vec<(usize, String, f64)>),
    /// In rows above the data: series, text and left edge.
    Legend(Vec<Vec<(usize, String, f64)>>),
}

const SWATCH: f64 = 26.0;
const ROW: f64 = 19.0;

impl Keys {
    pub(crate) fn new(series: &[Series], (x, y): (&Ruler, &Ruler), size: &super::Size) -> Self {
        let shown = || {
            let numbered = series.iter().enumerate();
            numbered.filter(|(_, series)| !series.label.is_empty() && !series.points.is_empty())
        };
        if !size.keys || shown().next().is_none() {
            return Keys::None;
        }
        let ends = size.direct.then(|| ends(series, (x, y), size)).flatten();
        ends.map_or_else(|| legend(shown(), size), Keys::Ends)
    }

    /// The room the names take to the right of the data.
    pub(crate) fn right(&self, font: f64) -> f64 {
        match self {
            Keys::Ends(ends) => {
                let widths = ends
                    .iter()
                    .map(|(_, text, _)| Words::new(text, font).width());
                widths.fold(0.0, f64::max) + 12.0
            }
            Keys::None | Keys::Legend(_) => 0.0,
        }
    }

    /// The room they take above it.
    pub(crate) fn top(&self) -> f64 {
        match self {
            Keys::Legend(rows) => ROW * rows.len() as f64 + 9.0,
            Keys::None | Keys::Ends(_) => 0.0,
        }
    }

    pub(crate) fn draw(
        &self,
        series: &[Series],
        area: &Area,
        font: f64,
        left: f64,
        out: &mut Drawing,
    ) {
        match self {
            Keys::None => {}
            Keys::Ends(ends) => {
                for (index, text, place) in ends {
                    let (x, y) = (area.x(1.0) + 10.0, area.y(*place) + font * 0.35);
                    let paint = Paint::Series(series[*index].slot(*index));
                    Words::new(text, font).at(x, y, paint, out);
                }
            }
            Keys::Legend(rows) => {
                for (row, keys) in rows.iter().enumerate() {
                    let y = ROW * row as f64 + ROW / 2.0;
                    for (index, text, x) in keys {
                        sample(*index, &series[*index], left + x, y, out);
                        let words = Words::new(text, font);
                        words.at(left + x + SWATCH, y + font * 0.35, Paint::Ink, out);
                    }
                }
            }
        }
    }
}

/// The names beside the ends of their lines, if all series are lines that reach
/// the right edge and the names need not move far to keep clear of each other.
fn ends(
    series: &[Series],
    (x, y): (&Ruler, &Ruler),
    size: &super::Size,
) -> Option<Vec<(usize, String, f64)>> {
    let mut found = Vec::new();
    for (index, series) in series.iter().enumerate() {
        if series.points.is_empty() {
            continue;
        }
        let last = series.points.iter().max_by(|a, b| a.x.total_cmp(&b.x))?;
        let wide = Words::new(&series.label, size.font).width() > 0.24 * size.width;
        if !series.is_line() || wide || series.label.is_empty() || x.place(last.x) < 0.93 {
            return None;
        }
        found.push((index, series.label.clone(), y.place(last.y)));
    }
    let wished = found.clone();
    let apart = (size.font + 2.0) / size.height;
    found.sort_by(|a, b| a.2.total_cmp(&b.2).then(b.0.cmp(&a.0)));
    for index in 1..found.len() {
        found[index].2 = found[index].2.max(found[index - 1].2 + apart);
    }
    // The upper ones moved up; share the movement with those below.
    let far = |found: &[(usize, String, f64)]| {
        let moved = |key: &(usize, String, f64)| {
            wished
                .iter()
                .find(|wish| wish.0 == key.0)
                .map_or(0.0, |wish| key.2 - wish.2)
        };
        found.iter().map(moved).fold(0.0, f64::max)
    };
    let back = far(&found) / 2.0;
    let moved: Vec<_> = found
        .into_iter()
        .map(|(index, text, y)| (index, text, y - back))
        .collect();
    (far(&moved).max(back) < 0.9 * apart).then_some(moved)
}

fn legend<'a>(shown: impl Iterator<Item = (usize, &'a Series)>, size: &super::Size) -> Keys {
    let room = size.width - 2.0 * size.edge;
    let mut rows: Vec<Vec<(usize, String, f64)>> = vec![Vec::new()];
    let mut x = 0.0;
    for (index, series) in shown {
        let words = Words::new(&series.label, size.font).cut(room - SWATCH);
        let width = SWATCH + words.width() + 20.0;
        if x > 0.0 && x + width - 20.0 > room {
            rows.push(Vec::new());
            x = 0.0;
        }
        if let Some(row) = rows.last_mut() {
            row.push((index, words.text().to_owned(), x));
        }
        x += width;
    }
    Keys::Legend(rows)
}

/// A small picture of how a series is drawn, 20 wide, on the line `y`.
fn sample(index: usize, series: &Series, x: f64, y: f64, out: &mut Drawing) {
    let slot = series.slot(index);
    match series.kind {
        SeriesKind::Bars => bar(slot, (x + 4.0, y - 5.5), (11.0, 11.0), None, out),
        SeriesKind::Points => marker(slot, (x + 10.0, y), 4.0, None, out),
        SeriesKind::Line | SeriesKind::Steps => {
            let line = Element::line((x, y), (x + 20.0, y)).stroke(Paint::Series(slot), 2.0);
            line.dashed(series.dashed).end(out);
            if !series.dashed {
                marker(slot, (x + 10.0, y), 3.2, None, out);
            }
        }
    }
}

/// The same small picture on its own, for a legend made of words on a page.
pub(crate) fn swatch(index: usize, series: &Series) -> Drawing {
    let mut out = Drawing::new(22.0);
    out.height = 14.0;
    sample(index, series, 1.0, 7.0, &mut out);
    out
}
