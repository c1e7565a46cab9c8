//! Plots as pictures.
//!
//! Light rules, no box, horizontal words, labels at the end of their lines
//! where they fit and a legend above the data where they do not. Colours are
//! plain attributes, so that any program can read the file; a style sheet only
//! replaces them where the reader prefers a dark screen.

mod frame;
mod keys;
mod layout;
mod marks;
pub(crate) mod paint;
mod rows;
mod shapes;
mod tag;
mod words;

pub(crate) use frame::Size;
pub(crate) use keys::swatch;
pub(crate) use rows::Rows;

use crate::clean::clean;
use crate::inline::slug;
use crate::{Plot, Series};
use paint::Paint;
use tag::{escape, px, tag};
use words::Words;

/// A stand-alone SVG file with its title and notes.
pub fn svg(plot: &Plot) -> String {
    let plot = plot.said(&str::to_owned);
    let size = Size::FILE;
    let clean = clean(&plot);
    let heading = Words::new(&plot.title, size.font + 3.0).bold();
    let titles = heading.wrapped(size.width - 2.0 * MARGIN);
    let (picture, high) = Rows::new(&plot, &clean.series, size).drawn();
    let top = MARGIN + 20.0 * titles.len() as f64 + 10.0;
    let small = size.font - 1.0;
    let plain = clean.notes.iter().map(|note| unmarked(note));
    let notes: Vec<String> = plain
        .flat_map(|note| Words::new(&note, small).wrapped(size.width - 2.0 * MARGIN))
        .collect();
    let foot = top + high + 6.0;
    let height = foot + 16.0 * notes.len() as f64 + MARGIN - 6.0;

    let mut out = opening(size.width, height);
    let name = slug(&plot.name);
    let name = if name.is_empty() { "plot" } else { &name };
    out.push_str(&format!(
        " role=\"img\" aria-labelledby=\"{name}-title {name}-desc\">\n\
         <title id=\"{name}-title\">{}</title>\n<desc id=\"{name}-desc\">{}</desc>\n\
         <style>{}</style>\n",
        escape(&plot.title),
        escape(&described(&plot, &clean.series)),
        paint::dark_css(""),
    ));
    tag("rect")
        .num("width", size.width)
        .num("height", height)
        .fill(Paint::Paper)
        .end(&mut out);
    for (index, line) in titles.iter().enumerate() {
        let y = MARGIN + 14.0 + 20.0 * index as f64;
        Words::new(line, size.font + 3.0)
            .bold()
            .at(MARGIN, y, Paint::Ink, &mut out);
    }
    out.push_str(&format!("<g transform=\"translate(0 {})\">\n", px(top)));
    out.push_str(&picture);
    out.push_str("</g>\n");
    for (index, line) in notes.iter().enumerate() {
        let y = foot + 10.0 + 16.0 * index as f64;
        Words::new(line, small).at(MARGIN, y, Paint::Quiet, &mut out);
    }
    out.push_str("</svg>\n");
    out
}

const MARGIN: f64 = 16.0;

/// The picture alone, for a page that says the title and the notes itself and
/// carries the style sheet.
pub(crate) fn inline(plot: &Plot, series: &[Series], size: Size) -> String {
    let (picture, height) = Rows::new(plot, series, size).drawn();
    let mut out = opening(size.width, height);
    let words = format!("{}. {}", plot.title, described(plot, series));
    out.push_str(&format!(
        " role=\"img\" aria-label=\"{}\">\n",
        escape(&words)
    ));
    out.push_str(&picture);
    out.push_str("</svg>");
    out
}

fn opening(width: f64, height: f64) -> String {
    let (width, height) = (px(width), px(height));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"{}\"",
        words::FONT
    )
}

/// What a reader who cannot see the picture should know first.
fn described(plot: &Plot, series: &[Series]) -> String {
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
