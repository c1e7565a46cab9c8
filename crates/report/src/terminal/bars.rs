//! Bars that lie on their side, so that their names can be read.

use super::Style;
use super::chart::mark;
use super::line::{Line, Tone, cut, to_left};
use crate::data::{interval, label};
use crate::ruler::Ruler;
use crate::{Kind, Plot, Point, Series, number};
use unicode_width::UnicodeWidthStr;

/// One line a point, grouped by place: names, a bar, the value. Series of other
/// kinds show as signs on lines of their own.
pub(crate) fn bars(plot: &Plot, series: &[Series], style: Style) -> Vec<Line> {
    let y = Ruler::upright(&plot.y, series, 4);
    let mut places: Vec<f64> = series
        .iter()
        .flat_map(|series| series.points.iter().map(|point| point.x))
        .collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    let names: Vec<String> = places.iter().map(|place| label(&plot.x, *place)).collect();
    let shown: Vec<&Series> = series
        .iter()
        .filter(|series| !series.points.is_empty())
        .collect();
    let several = shown.len() > 1;
    let widest =
        |texts: &mut dyn Iterator<Item = &str>| texts.map(|text| text.width()).max().unwrap_or(0);
    let name = widest(&mut names.iter().map(String::as_str)).min(style.width / 4);
    let key = match several {
        true => widest(&mut shown.iter().map(|series| series.label.as_str())).min(style.width / 5),
        false => 0,
    };
    let values = shown
        .iter()
        .flat_map(|series| &series.points)
        .map(|point| value(point).width());
    let left = name + if several { key + 2 } else { 0 } + 1;
    // Bars keep four columns, however narrow the terminal.
    let most = style.width.saturating_sub(left + 6).min(style.width / 2);
    let value_width = values.max().unwrap_or(0).min(most);
    let room = style.width.saturating_sub(left + 2 + value_width).max(4);

    let mut lines = Vec::new();
    let titles: Vec<&str> = [plot.y.title.as_str(), plot.x.title.as_str()]
        .into_iter()
        .filter(|title| !title.is_empty())
        .collect();
    if !titles.is_empty() {
        lines.push(Line::toned(
            cut(&titles.join(" by "), style.width, style.unicode),
            Tone::Dim,
        ));
    }
    for (place, text) in places.iter().zip(&names) {
        let mut text = cut(text, name, style.unicode);
        for (index, series) in series.iter().enumerate() {
            for point in series.points.iter().filter(|point| point.x == *place) {
                let mut line = Line::plain(to_left(&text, name));
                if several {
                    line.push("  ", None);
                    line.push(&to_left(&cut(&series.label, key, style.unicode), key), None);
                }
                line.push(if style.unicode { " │" } else { " |" }, Some(Tone::Dim));
                let bar = match series.kind {
                    Kind::Bars => bar(y.foot(), y.place(point.y), room, style.unicode),
                    _ => sign(y.place(point.y), room, mark(index, style.unicode)),
                };
                line.push(&bar, Some(Tone::Series(index)));
                line.push(" ", None);
                line.push(&cut(&value(point), value_width, style.unicode), None);
                lines.push(line);
                text.clear();
            }
        }
        if several && *place != places[places.len() - 1] {
            lines.push(Line::default());
        }
    }
    lines
}

fn value(point: &Point) -> String {
    let value = number::short(point.y);
    match point.interval() {
        Some((low, high)) => format!("{value} {}", interval(low, high)),
        None => value,
    }
}

/// A bar from `foot` to `end`, both from 0 to 1, in eighths of a letter where
/// there are such letters.
fn bar(foot: f64, end: f64, room: usize, unicode: bool) -> String {
    let eighths = |place: f64| (place * room as f64 * 8.0).round() as usize;
    let (from, to) = (eighths(foot.min(end)) / 8, eighths(foot.max(end)));
    let (whole, rest) = (to / 8, to % 8);
    let full = if unicode { "█" } else { "#" };
    let mut out = " ".repeat(from);
    out.push_str(&full.repeat(whole.saturating_sub(from)));
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    if unicode && whole >= from {
        out.push_str(parts[rest]);
    } else if rest >= 4 {
        out.push_str(full);
    }
    if to > 0 && out.trim().is_empty() && foot != end {
        // At the right edge it stands on the last letter, not behind it.
        out = " ".repeat(from.min(room - 1));
        out.push_str(if unicode { "▏" } else { "|" });
    }
    out
}

fn sign(place: f64, room: usize, mark: char) -> String {
    let before = (place * (room - 1) as f64).round() as usize;
    format!("{}{mark}", " ".repeat(before))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Axis;

    #[test]
    fn bars_are_measured_in_eighths() {
        assert_eq!(bar(0.0, 0.5, 4, true), "██");
        assert_eq!(bar(0.0, 0.25 + 1.0 / 32.0, 4, true), "█▏");
        assert_eq!(bar(0.5, 0.25, 4, true), " █");
        assert_eq!(bar(0.0, 1.0, 4, false), "####");
        assert_eq!(bar(1.0, 0.999, 4, false), "   |");
    }

    #[test]
    fn a_small_chart() {
        let plot = Plot::new("", "")
            .x(Axis::categories("game", ["go", "hex"]))
            .y(Axis::linear("odds"))
            .series(Series::bars(
                "",
                [Point::new(0.0, 0.5).between(0.4, 0.6), Point::new(1.0, 1.0)],
            ));
        let style = Style {
            width: 40,
            ..Style::default()
        };
        let lines: Vec<String> = bars(&plot, &plot.series, style)
            .iter()
            .map(|line| line.painted(style))
            .collect();
        assert_eq!(
            lines,
            [
                "odds by game",
                "go  │██████████ 0.5 [0.4, 0.6]",
                "hex │████████████████████ 1",
            ]
        );
    }
}
