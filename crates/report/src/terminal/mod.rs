//! Documents for a terminal, or for any other place of fixed-width letters.

mod ascii;
mod bars;
mod canvas;
mod cells;
mod chart;
mod columns;
mod line;
mod table;

use crate::clean::clean;
use crate::document::paragraphs;
use crate::inline::{Span, spans, tidy};
use crate::plot::shared_notes;
use crate::{Block, Document, Plot, Provenance, SeriesKind};
use line::{Line, Tone, wrap};

/// What the terminal can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// In columns; less than 24 is taken as 24.
    pub width: usize,
    /// Whether colours and weights may be used. Nothing is said by them alone.
    pub colour: bool,
    /// Whether letters beyond ASCII may be used.
    pub unicode: bool,
}

impl Default for Style {
    /// Eighty columns, no colour, Unicode.
    fn default() -> Self {
        Self {
            width: 80,
            colour: false,
            unicode: true,
        }
    }
}

/// The document as lines no wider than the terminal. Tables too wide for it
/// first lose their small print, then continue below themselves.
pub fn terminal(document: &Document, style: Style) -> String {
    let style = Style {
        width: style.width.max(24),
        ..style
    };
    let document = match style.unicode {
        true => document.said(&str::to_owned),
        false => document.said(&ascii::spelled),
    };
    let mut blocks = Vec::new();
    if !document.title.is_empty() {
        let rule = if style.unicode { "═" } else { "=" };
        blocks.push(underlined(&document.title, rule, style));
    }
    blocks.extend(document.blocks.iter().map(|each| block(each, style)));
    blocks.extend(document.provenance.iter().map(|given| origin(given, style)));
    let mut out = String::new();
    for lines in blocks.iter().filter(|lines| !lines.is_empty()) {
        if !out.is_empty() {
            out.push('\n');
        }
        for line in lines {
            out.push_str(&line.painted(style));
            out.push('\n');
        }
    }
    if style.unicode {
        out
    } else {
        ascii::spelled(&out)
    }
}

/// Where the figures come from, in a line or two, and the command that repeats them.
fn origin(provenance: &Provenance, style: Style) -> Vec<Line> {
    let spell = |text: String| match style.unicode {
        true => text,
        false => ascii::spelled(&text),
    };
    let mut lines = toned(&spell(provenance.summary()), Tone::Dim, style.width);
    let repeat = tidy(&provenance.command);
    if !repeat.is_empty() {
        let repeat = spell(format!("repeat: {repeat}"));
        lines.extend(toned(&repeat, Tone::Dim, style.width));
    }
    lines
}

fn block(block: &Block, style: Style) -> Vec<Line> {
    match block {
        Block::Heading(text) => underlined(text, if style.unicode { "─" } else { "-" }, style),
        Block::Text(text) => {
            let mut lines = Vec::new();
            for paragraph in paragraphs(text) {
                if !lines.is_empty() {
                    lines.push(Line::default());
                }
                lines.extend(marked(&paragraph, style, None));
            }
            lines
        }
        Block::Verdict(text) => toned(text, Tone::Bold, style.width),
        Block::Table(table) => table::table(table, style),
        Block::Plot(plot) => picture(plot, style, 14),
        Block::Panels {
            title,
            columns,
            plots,
        } => panels(title, *columns, plots, style),
    }
}

/// The most bars over names that are listed: names cannot be left out as numbers can.
const NAMED: usize = 400;

/// A plot with its title and notes.
fn picture(plot: &Plot, style: Style, height: usize) -> Vec<Line> {
    let clean = clean(plot);
    let mut lines = toned(&plot.title, Tone::Bold, style.width);
    let bars = clean
        .series
        .iter()
        .any(|series| series.kind == SeriesKind::Bars);
    let rows: usize = clean.series.iter().map(|series| series.points.len()).sum();
    if rows == 0 {
        lines.push(Line::toned("(no data)", Tone::Dim));
    } else if bars && rows <= if plot.x.ticks.is_some() { NAMED } else { 60 } {
        lines.extend(bars::bars(plot, &clean.series, style));
    } else {
        lines.extend(chart::chart(plot, &clean.series, style, height));
    }
    lines.extend(notes(&clean.notes, style));
    lines
}

const GUTTER: usize = 4;

fn panels(title: &str, columns: usize, plots: &[Plot], style: Style) -> Vec<Line> {
    let columns = columns.clamp(1, (style.width + GUTTER).div_euclid(32 + GUTTER).max(1));
    let narrow = Style {
        width: (style.width + GUTTER) / columns - GUTTER,
        ..style
    };
    let mut lines = toned(title, Tone::Bold, style.width);
    let (shared, plots) = shared_notes(plots);
    let (said, plots) = chart::said_once(&plots, style);
    lines.extend(said);
    for row in plots.chunks(columns) {
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        let pictures: Vec<Vec<Line>> = row.iter().map(|plot| picture(plot, narrow, 8)).collect();
        let height = pictures.iter().map(Vec::len).max().unwrap_or(0);
        for index in 0..height {
            let mut line = Line::default();
            for (column, picture) in pictures.iter().enumerate() {
                line.pad_to(column * (narrow.width + GUTTER));
                if let Some(piece) = picture.get(index) {
                    line.append(piece);
                }
            }
            lines.push(line);
        }
    }
    lines.extend(notes(&shared, style));
    lines
}

fn notes(notes: &[String], style: Style) -> Vec<Line> {
    notes
        .iter()
        .flat_map(|note| marked(note, style, Some(Tone::Dim)))
        .collect()
}

fn underlined(text: &str, rule: &str, style: Style) -> Vec<Line> {
    let mut lines = toned(text, Tone::Bold, style.width);
    let width = lines.iter().map(Line::width).max().unwrap_or(0);
    lines.push(Line::toned(rule.repeat(width), Tone::Dim));
    lines
}

fn toned(text: &str, tone: Tone, width: usize) -> Vec<Line> {
    wrap(text, width)
        .into_iter()
        .map(|line| Line::toned(line, tone))
        .collect()
}

/// A paragraph with its markup, wrapped. Without colour the markup stays.
fn marked(text: &str, style: Style, base: Option<Tone>) -> Vec<Line> {
    let mut words: Vec<(Option<Tone>, String)> = Vec::new();
    for span in spans(text) {
        let (tone, text) = match span {
            Span::Plain(text) | Span::Link { text, .. } => (base, text),
            Span::Code(text) if style.colour => (Some(Tone::Code), text),
            Span::Code(text) => (base, format!("`{text}`")),
            Span::Emphasis(text) if style.colour => (Some(Tone::Emphasis), text),
            Span::Emphasis(text) => (base, format!("*{text}*")),
        };
        words.push((tone, text));
    }
    line::flow(&words, style.width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_document() {
        let document = Document::new("A die")
            .heading("Fair")
            .text("It is *fair*,\nsee `die`.\n\nAnd [round](#round).")
            .verdict("1 of 1 cells agree");
        assert_eq!(
            terminal(&document, Style::default()),
            "A die\n═════\n\nFair\n────\n\nIt is *fair*, see `die`.\n\nAnd round.\n\n1 of 1 cells agree\n"
        );
        let colour = Style {
            colour: true,
            ..Style::default()
        };
        assert!(
            terminal(&document, colour)
                .contains("is \u{1b}[3mfair\u{1b}[0m, see \u{1b}[36mdie\u{1b}[0m.")
        );
    }

    #[test]
    fn nothing_gives_nothing() {
        assert_eq!(terminal(&Document::default(), Style::default()), "");
    }
}
