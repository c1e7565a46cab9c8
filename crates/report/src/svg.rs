//! Pictures as SVG, well formed by construction.
//!
//! Colours are plain attributes, so that any program can read the file; a style
//! sheet only replaces them where the reader prefers a dark screen.

use crate::clean::{Clean, clean};
use crate::draw::paint::{self, Paint};
use crate::draw::{self, Anchor, Drawing, Element, FONT, Form, Rows, Segment, Size};
use crate::inline::slug;
use crate::{Plot, Provenance, Series};
use std::fmt::Write;

/// A stand-alone SVG file with its title and notes, and where its figures come from if that
/// is known.
pub fn svg(plot: &Plot, provenance: Option<&Provenance>) -> String {
    let plot = plot.said(&str::to_owned);
    let clean = clean(&plot);
    let drawing = draw::whole(&plot, &clean);
    let mut out = opening(&drawing);
    let name = slug(&plot.name);
    let name = if name.is_empty() { "plot" } else { &name };
    let _ = write!(
        out,
        " role=\"img\" aria-labelledby=\"{name}-title {name}-desc\">\n\
         <title id=\"{name}-title\">{}</title>\n<desc id=\"{name}-desc\">{}</desc>\n",
        escape(&plot.title),
        escape(&draw::described(&plot, &clean)),
    );
    if let Some(provenance) = provenance {
        let lines = provenance.lines().collect::<Vec<_>>().join("\n");
        let _ = writeln!(out, "<metadata>{}</metadata>", escape(&lines));
    }
    let _ = writeln!(out, "<style>{}</style>", paint::dark_css(""));
    elements(&drawing, &mut out);
    out.push_str("</svg>\n");
    out
}

/// The picture alone, for a page that says the title and the notes itself and
/// carries the style sheet.
pub(crate) fn inline(plot: &Plot, clean: &Clean, size: Size) -> String {
    let drawing = Rows::new(plot, &clean.series, size).drawn();
    let words = format!("{}. {}", plot.title, draw::described(plot, clean));
    let mut out = opening(&drawing);
    let _ = writeln!(out, " role=\"img\" aria-label=\"{}\">", escape(&words));
    elements(&drawing, &mut out);
    out.push_str("</svg>");
    out
}

/// How a series is drawn, for a legend made of words on a page.
pub(crate) fn swatch(index: usize, series: &Series) -> String {
    let drawing = draw::swatch(index, series);
    let mut out = opening(&drawing);
    out.push_str(" aria-hidden=\"true\">\n");
    elements(&drawing, &mut out);
    out.push_str("</svg>");
    out
}

fn opening(drawing: &Drawing) -> String {
    let (width, height) = (px(drawing.width), px(drawing.height));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"{FONT}\""
    )
}

fn elements(drawing: &Drawing, out: &mut String) {
    for element in &drawing.elements {
        written(element, out);
    }
}

fn written(element: &Element, out: &mut String) {
    let mut attributes = String::new();
    let mut set = |name: &str, value: &str| {
        // Writing to a string cannot fail.
        let _ = write!(attributes, " {name}=\"{}\"", escape(value));
    };
    let name = match &element.form {
        Form::Rect { at, size } => {
            set("x", &px(at.0));
            set("y", &px(at.1));
            set("width", &px(size.0));
            set("height", &px(size.1));
            "rect"
        }
        Form::Line { from, to } => {
            set("x1", &px(from.0));
            set("y1", &px(from.1));
            set("x2", &px(to.0));
            set("y2", &px(to.1));
            "line"
        }
        Form::Circle { at, radius } => {
            set("cx", &px(at.0));
            set("cy", &px(at.1));
            set("r", &px(*radius));
            "circle"
        }
        Form::Path(segments) => {
            set("d", &path(segments));
            if element.fill.is_none() {
                set("fill", "none");
            }
            if segments.len() > 2 && element.fill.is_none() {
                set("stroke-linejoin", "round");
            }
            "path"
        }
        Form::Text {
            at,
            size,
            bold,
            anchor,
            turn,
            ..
        } => {
            set("x", &px(at.0));
            set("y", &px(at.1));
            set("font-size", &px(*size));
            match anchor {
                Anchor::Start => {}
                Anchor::Middle => set("text-anchor", "middle"),
                Anchor::End => set("text-anchor", "end"),
            }
            if *bold {
                set("font-weight", "600");
            }
            if *turn != 0.0 {
                let turned = format!("rotate({turn} {} {})", px(at.0), px(at.1));
                set("transform", &turned);
            }
            "text"
        }
    };
    let mut classes = Vec::new();
    if let Some(paint) = element.fill {
        set("fill", paint.colour());
        classes.push(Paint::fill_class(paint));
        if element.opacity < 1.0 {
            set("fill-opacity", &format!("{}", element.opacity));
        }
    }
    if let Some((paint, width)) = element.stroke {
        set("stroke", paint.colour());
        set("stroke-width", &px(width));
        classes.push(Paint::stroke_class(paint));
    }
    if element.dashed {
        set("stroke-dasharray", "6 4");
    }
    if !classes.is_empty() {
        set("class", &classes.join(" "));
    }
    let inside = match (&element.form, &element.hint) {
        (Form::Text { text, .. }, _) => Some(escape(text)),
        (_, Some(hint)) => Some(format!("<title>{}</title>", escape(hint))),
        (_, None) => None,
    };
    let _ = match inside {
        Some(inside) => writeln!(out, "<{name}{attributes}>{inside}</{name}>"),
        None => writeln!(out, "<{name}{attributes}/>"),
    };
}

fn path(segments: &[Segment]) -> String {
    let mut out = String::new();
    for segment in segments {
        let _ = match segment {
            Segment::Move(x, y) => write!(out, "M{} {}", px(*x), px(*y)),
            Segment::Line(x, y) => write!(out, "L{} {}", px(*x), px(*y)),
            Segment::Close => write!(out, "Z"),
        };
    }
    out
}

/// A coordinate to a tenth of a pixel. What is not finite lies at the origin;
/// nothing should send it here.
fn px(value: f64) -> String {
    let tenths = (value * 10.0).round();
    if !tenths.is_finite() || tenths == 0.0 {
        return "0".into();
    }
    format!("{}", tenths / 10.0)
}

/// Text as XML has it.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            _ => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Words;

    #[test]
    fn elements_are_escaped_and_closed() {
        let mut drawing = Drawing::new(1.0);
        Words::new("<&>", 12.0).at(1.25, 2.0, Paint::Ink, &mut drawing);
        let mut out = String::new();
        elements(&drawing, &mut out);
        assert_eq!(
            out,
            "<text x=\"1.3\" y=\"2\" font-size=\"12\" fill=\"#1d2127\" class=\"fi\">&lt;&amp;&gt;</text>\n"
        );
        assert_eq!(escape("a\"b"), "a&quot;b");
    }

    #[test]
    fn coordinates_are_short_and_finite() {
        assert_eq!(px(12.0), "12");
        assert_eq!(px(-0.04), "0");
        assert_eq!(px(f64::NAN), "0");
        assert_eq!(px(2.07), "2.1");
    }
}
