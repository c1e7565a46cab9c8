//! Bars that lie on their side, so that their names can be read.

use super::Style;
use super::chart::mark;
use super::line::{Line, Tone, cut, to_left, to_right};
use crate::data::{interval, label};
use crate::ruler::Ruler;
use crate::{Plot, Point, Series, SeriesKind, number};
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
                let rule = if style.unicode { "│" } else { "|" };
                let slot = series.slot(index);
                let (tone, place) = (Some(Tone::Series(slot)), y.place(point.y));
                line.push(" ", None);
                match series.kind {
                    SeriesKind::Bars if y.crosses_zero() => {
                        let (below, above) = halves(y.foot(), place, room, style.unicode);
                        line.push(&below, tone);
                        line.push(rule, Some(Tone::Dim));
                        line.push(&above, tone);
                    }
                    SeriesKind::Bars => {
                        line.push(rule, Some(Tone::Dim));
                        line.push(&bar(place, room, style.unicode), tone);
                    }
                    _ => {
                        let start = if y.crosses_zero() { " " } else { rule };
                        line.push(start, Some(Tone::Dim));
                        line.push(&sign(place, room, mark(slot, style.unicode)), tone);
                    }
                }
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

/// A bar to `end`, 0 to 1, in eighths of a letter where there are such letters.
fn bar(end: f64, room: usize, unicode: bool) -> String {
    // A small whole number: places lie between 0 and 1.
    let eighths = (end * room as f64 * 8.0).round() as usize;
    let (whole, rest) = (eighths / 8, eighths % 8);
    let mut out = if unicode { "█" } else { "#" }.repeat(whole);
    if unicode {
        out.push_str(["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][rest]);
    } else if rest >= 4 {
        out.push('#');
    }
    if eighths > 0 && out.is_empty() {
        out.push('|');
    }
    out
}

/// What a bar shows left and right of the line at `foot`. Together with that line
/// it takes up to one letter more than `room`.
fn halves(foot: f64, end: f64, room: usize, unicode: bool) -> (String, String) {
    let zero = (foot * room as f64).round();
    let before = zero as usize;
    if end >= foot {
        let part = ((end - foot) * room as f64 / (room as f64 - zero).max(1.0)).min(1.0);
        return (" ".repeat(before), bar(part, room - before, unicode));
    }
    // There are letters whose right half is black, and none finer but the thinnest.
    let halves = ((foot - end) * room as f64 * 2.0).round().min(2.0 * zero) as usize;
    let start = match (unicode, halves % 2 == 1) {
        (true, true) => "▐",
        (false, true) => "#",
        (true, false) if halves == 0 && before > 0 => "▕",
        _ => "",
    };
    let blocks = if unicode { "█" } else { "#" }.repeat(halves / 2);
    (to_right(&format!("{start}{blocks}"), before), String::new())
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
        assert_eq!(bar(0.5, 4, true), "██");
        assert_eq!(bar(0.25 + 1.0 / 32.0, 4, true), "█▏");
        assert_eq!(bar(1.0, 4, false), "####");
        assert_eq!(bar(0.01, 20, false), "|");
        assert_eq!(bar(0.0, 20, false), "");
    }

    #[test]
    fn bars_leave_the_line_at_zero_on_both_sides() {
        let halves = |end, unicode| {
            let (below, above) = halves(0.5, end, 8, unicode);
            format!("{below}│{above}")
        };
        assert_eq!(halves(1.0, true), "    │████");
        assert_eq!(halves(0.75, true), "    │██");
        assert_eq!(halves(0.5, true), "    │");
        assert_eq!(halves(0.25, true), "  ██│");
        assert_eq!(halves(0.25 - 1.0 / 16.0, true), " ▐██│");
        assert_eq!(halves(0.499, true), "   ▕│");
        assert_eq!(halves(0.0, false), "####│");
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
    #[test]
    fn groups_with_values_below_zero() {
        let series = |label, ys: [f64; 2]| {
            let points = (0u32..).zip(ys);
            Series::bars(label, points.map(|(x, y)| Point::new(f64::from(x), y)))
        };
        let plot = Plot::new("", "")
            .x(Axis::categories("game", ["go", "hex"]))
            .series(series("us", [1.0, -0.5]))
            .series(series("them", [-1.0, 0.25]));
        let style = Style {
            width: 36,
            ..Style::default()
        };
        let lines: Vec<String> = bars(&plot, &plot.series, style)
            .iter()
            .map(|line| line.painted(style))
            .collect();
        assert_eq!(
            lines,
            [
                "game",
                "go   us             │██████████ 1",
                "     them ██████████│ -1",
                "",
                "hex  us        █████│ -0.5",
                "     them           │██▌ 0.25",
            ]
        );
    }
}
