//! Curves and points between axes of letters.

use super::Style;
use super::canvas::Canvas;
use super::line::{Line, Tone, cut, flow, to_right};
use crate::ruler::Ruler;
use crate::ticks::Tick;
use crate::{Plot, Series, SeriesKind, number};
use unicode_width::UnicodeWidthStr;

const MARKS: [char; 7] = ['●', '■', '▲', '◆', '▼', '○', '✕'];
const PLAIN_MARKS: [char; 7] = ['o', '#', '^', '*', 'v', '@', 'x'];

/// The sign of a series, the same in the chart and below it.
pub(crate) fn mark(index: usize, unicode: bool) -> char {
    if unicode {
        MARKS[index % 7]
    } else {
        PLAIN_MARKS[index % 7]
    }
}

/// The drawable series of a plot on `rows` lines, with axes and a legend.
pub(crate) fn chart(plot: &Plot, series: &[Series], style: Style, rows: usize) -> Vec<Line> {
    let x = Ruler::across(&plot.x, series);
    let y = Ruler::upright(&plot.y, series, rows / 3);
    let ticks: Vec<Tick> = y
        .ticks((rows / 3).max(2))
        .into_iter()
        .map(|tick| Tick {
            label: cut(&spelled(&tick.label, style), style.width / 3, style.unicode),
            ..tick
        })
        .collect();
    let margin = ticks
        .iter()
        .map(|tick| tick.label.width())
        .max()
        .unwrap_or(0);
    let columns = style.width - margin - 2;
    let mut canvas = Canvas::new(columns, rows, style.unicode);
    for (index, series) in series.iter().enumerate() {
        draw(&mut canvas, series.slot(index), series, (&x, &y), style);
    }

    let mut lines = Vec::new();
    if !plot.y.title.is_empty() {
        lines.push(Line::toned(
            cut(&plot.y.title, style.width, style.unicode),
            Tone::Dim,
        ));
    }
    let (tick, side) = if style.unicode {
        ("┤", "│")
    } else {
        ("+", "|")
    };
    for (row, drawn) in canvas.lines().iter().enumerate() {
        let here = ticks
            .iter()
            .find(|tick| canvas.cell((0.0, y.place(tick.at))).1 == row);
        let label = here.map_or("", |tick| tick.label.as_str());
        let mut line = Line::plain(to_right(label, margin));
        line.push(" ", None);
        line.push(if here.is_some() { tick } else { side }, Some(Tone::Dim));
        line.append(drawn);
        lines.push(line);
    }
    lines.extend(below(&x, margin, columns, style));
    if !plot.x.title.is_empty() {
        let title = cut(&plot.x.title, style.width, style.unicode);
        let middle = (margin + 2 + columns / 2).saturating_sub(title.width() / 2);
        let indent = middle.min(style.width - title.width());
        lines.push(Line::toned(
            format!("{}{title}", " ".repeat(indent)),
            Tone::Dim,
        ));
    }
    lines.extend(legend(series, style));
    lines
}

fn draw(
    canvas: &mut Canvas,
    index: usize,
    series: &Series,
    (x, y): (&Ruler, &Ruler),
    style: Style,
) {
    let tone = Tone::Series(index);
    let spots: Vec<(f64, f64)> = series
        .points
        .iter()
        .map(|point| (x.place(point.x), y.place(point.y)))
        .collect();
    match series.kind {
        SeriesKind::Line | SeriesKind::Steps => {
            for pair in spots.windows(2) {
                let (from, to) = (pair[0], pair[1]);
                if series.kind == SeriesKind::Steps {
                    canvas.line(from, (to.0, from.1), index, series.dashed);
                    canvas.line((to.0, from.1), to, index, series.dashed);
                } else {
                    canvas.line(from, to, index, series.dashed);
                }
            }
            let stride = 1 + spots.len() / 12;
            for spot in spots.iter().skip(stride / 2).step_by(stride) {
                let cell = canvas.cell(*spot);
                canvas.letter(cell, mark(index, style.unicode), tone);
            }
        }
        SeriesKind::Points => {
            for (point, spot) in series.points.iter().zip(&spots) {
                if let Some((low, high)) = point.interval() {
                    let bar = if style.unicode { '│' } else { '|' };
                    upright(canvas, spot.0, (y.place(low), y.place(high)), bar, tone);
                }
                let cell = canvas.cell(*spot);
                canvas.letter(cell, mark(index, style.unicode), tone);
            }
        }
        SeriesKind::Bars => {
            let block = if style.unicode { '█' } else { '#' };
            for spot in &spots {
                upright(canvas, spot.0, (y.foot(), spot.1), block, tone);
            }
        }
    }
}

fn upright(canvas: &mut Canvas, x: f64, ends: (f64, f64), letter: char, tone: Tone) {
    let (column, from) = canvas.cell((x, ends.0));
    let (_, to) = canvas.cell((x, ends.1));
    for row in from.min(to)..=from.max(to) {
        canvas.under((column, row), letter, tone);
    }
}

/// The horizontal axis and its labels.
fn below(x: &Ruler, margin: usize, columns: usize, style: Style) -> Vec<Line> {
    let (corner, dash, tick) = if style.unicode {
        ("└", "─", "┬")
    } else {
        ("+", "-", "+")
    };
    let mut axis: Vec<&str> = vec![dash; columns];
    let mut labels = " ".repeat(margin + 2);
    let mut ticks = x.ticks((columns / 12).clamp(2, 8));
    ticks.sort_by(|a, b| a.at.total_cmp(&b.at));
    for each in ticks {
        // Within 0 to 1, so the product is a small whole number.
        let column = (x.place(each.at) * (columns - 1) as f64).round() as usize;
        let label = cut(&spelled(&each.label, style), columns, style.unicode);
        let left = (margin + 2 + column).saturating_sub(label.width() / 2);
        let left = left.min((margin + 2 + columns).saturating_sub(label.width()));
        let used = labels.trim_end().width();
        if used > 0 && left < used + 2 {
            continue;
        }
        axis[column] = tick;
        labels = labels.trim_end().to_owned();
        labels.push_str(&" ".repeat(left.saturating_sub(used)));
        labels.push_str(&label);
    }
    let line = format!("{}{corner}{}", " ".repeat(margin + 1), axis.concat());
    vec![Line::toned(line, Tone::Dim), Line::plain(labels)]
}

fn legend(series: &[Series], style: Style) -> Vec<Line> {
    let mut words = Vec::new();
    for (index, series) in series.iter().enumerate() {
        if series.label.is_empty() || series.points.is_empty() {
            continue;
        }
        let label = cut(&series.label, style.width - 4, style.unicode);
        // Spaces that do not part keep a sign and its name on one line.
        let label = format!("\u{a0}{}\u{a0}\u{a0}", label.replace(' ', "\u{a0}"));
        words.push((
            Some(Tone::Series(series.slot(index))),
            mark(series.slot(index), style.unicode).to_string(),
        ));
        words.push((None, label));
        words.push((None, " ".into()));
    }
    let mut lines = flow(&words, style.width);
    for line in &mut lines {
        line.replace('\u{a0}', " ");
    }
    lines
}

/// What all panels say alike, to be said once above them, and the panels
/// without it. Bars need their names where they are.
pub(crate) fn said_once(plots: &[Plot], style: Style) -> (Vec<Line>, Vec<Plot>) {
    let said = |plot: &Plot| {
        let labels = plot.series.iter().map(|series| series.label.clone());
        (
            plot.x.title.clone(),
            plot.y.title.clone(),
            labels.collect::<Vec<_>>(),
        )
    };
    let bars = |plot: &Plot| {
        plot.series
            .iter()
            .any(|series| series.kind == SeriesKind::Bars)
    };
    let alike = plots
        .windows(2)
        .all(|pair| said(&pair[0]) == said(&pair[1]));
    let first = plots
        .first()
        .filter(|_| plots.len() > 1 && alike && !plots.iter().any(bars));
    let Some(first) = first else {
        return (Vec::new(), plots.to_vec());
    };
    let mut lines = legend(&first.series, style);
    let titles = [first.y.title.as_str(), first.x.title.as_str()];
    let titles: Vec<&str> = titles
        .into_iter()
        .filter(|title| !title.is_empty())
        .collect();
    if !titles.is_empty() {
        lines.extend(super::toned(&titles.join(" by "), Tone::Dim, style.width));
    }
    let mut plots = plots.to_vec();
    for plot in &mut plots {
        plot.x.title.clear();
        plot.y.title.clear();
        for series in &mut plot.series {
            series.label.clear();
        }
    }
    (lines, plots)
}

fn spelled(label: &str, style: Style) -> String {
    if style.unicode {
        number::minus(label)
    } else {
        super::ascii::spelled(label)
    }
}
