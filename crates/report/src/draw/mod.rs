//! Plots as pictures, whatever file they are written to.
//!
//! Light rules, no box, horizontal words, labels at the end of their lines
//! where they fit and a legend above the data where they do not. Everything is
//! decided here; [`svg`](crate::svg()) and [`pdf`](crate::pdf()) only write it.

mod element;
mod frame;
mod keys;
mod layout;
mod marks;
pub(crate) mod paint;
mod rows;
mod shapes;
mod words;

pub(crate) use element::{Anchor, Drawing, Element, Form, Segment};
pub(crate) use frame::Size;
pub(crate) use keys::swatch;
pub(crate) use rows::Rows;
pub(crate) use words::{FONT, Words};

use crate::Plot;
use crate::clean::Clean;
use paint::Paint;

/// White around a picture in a file.
const MARGIN: f64 = 16.0;

/// A plot with its title and notes, as it stands in a file of its own.
pub(crate) fn whole(plot: &Plot, clean: &Clean) -> Drawing {
    let size = Size::FILE;
    let room = size.width - 2.0 * MARGIN;
    let heading = Words::new(&plot.title, size.font + 3.0).bold();
    let titles = heading.wrapped(room);
    let picture = Rows::new(plot, &clean.series, size).drawn();
    let top = MARGIN + 20.0 * titles.len() as f64 + 10.0;
    let small = size.font - 1.0;
    let notes: Vec<String> = clean
        .notes
        .iter()
        .map(|note| unmarked(note))
        .flat_map(|note| Words::new(&note, small).wrapped(room))
        .collect();
    let foot = top + picture.height + 6.0;
    let height = foot + 16.0 * notes.len() as f64 + MARGIN - 6.0;

    let mut out = Drawing::new(size.width);
    out.height = height;
    Element::rect((0.0, 0.0), (size.width, height))
        .fill(Paint::Paper)
        .end(&mut out);
    for (index, line) in titles.iter().enumerate() {
        let y = MARGIN + 14.0 + 20.0 * index as f64;
        let words = Words::new(line, size.font + 3.0).bold();
        words.at(MARGIN, y, Paint::Ink, &mut out);
    }
    out.place(picture, top);
    for (index, line) in notes.iter().enumerate() {
        let y = foot + 10.0 + 16.0 * index as f64;
        Words::new(line, small).at(MARGIN, y, Paint::Quiet, &mut out);
    }
    out
}

/// What a reader who cannot see the picture should know first.
pub(crate) fn described(plot: &Plot, clean: &Clean) -> String {
    let series = &clean.series;
    let points: usize = series.iter().map(|series| series.points.len()).sum();
    let axes = match (plot.x.title.as_str(), plot.y.title.as_str()) {
        ("", "") => String::new(),
        ("", y) => format!("{y}: "),
        (x, "") => format!("by {x}: "),
        (x, y) => format!("{y} by {x}: "),
    };
    let named: Vec<&str> = series
        .iter()
        .map(|series| series.label.as_str())
        .filter(|label| !label.is_empty())
        .collect();
    let names = match named.is_empty() {
        true => String::new(),
        false => format!(" in {}", named.join(", ")),
    };
    let plural = if points == 1 { "" } else { "s" };
    format!("{axes}{points} point{plural}{names}.")
}

fn unmarked(text: &str) -> String {
    use crate::inline::{Span, spans};
    let plain = |span| match span {
        Span::Plain(text) | Span::Code(text) | Span::Emphasis(text) => text,
        Span::Link { text, .. } => text,
    };
    spans(text).into_iter().map(plain).collect()
}
