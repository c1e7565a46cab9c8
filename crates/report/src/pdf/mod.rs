//! Pictures as PDF, made of the same shapes as the SVG.
//!
//! One page as large as the picture, a pixel being three quarters of a point. Words are set in
//! the standard fonts that every reader of PDF has (Helvetica, and Symbol for signs); letters
//! that neither has become a question mark.

mod font;

use crate::clean::clean;
use crate::draw::paint::Paint;
use crate::draw::{self, Anchor, Drawing, Element, Form, Segment};
use crate::{Plot, Provenance};
use font::{Face, Run};
use pdf_writer::types::LineJoinStyle;
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use std::collections::BTreeSet;

/// Points in a pixel.
const POINT: f32 = 0.75;

/// A file of one page with a plot, its title and its notes. The file's properties say where its
/// figures come from if that is known.
pub fn pdf(plot: &Plot, provenance: Option<&Provenance>) -> Vec<u8> {
    let plot = plot.said(&str::to_owned);
    let clean = clean(&plot);
    let drawing = draw::whole(&plot, &clean);
    let [catalog, pages, page, content, info] = [1, 2, 3, 4, 5].map(Ref::new);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(pages);
    pdf.pages(pages).kids([page]).count(1);

    let mut resources = pdf.page(page);
    let (width, height) = (drawing.width as f32 * POINT, drawing.height as f32 * POINT);
    resources.media_box(Rect::new(0.0, 0.0, width, height));
    resources.parent(pages).contents(content);
    let mut dictionary = resources.resources();
    let mut fonts = dictionary.fonts();
    for face in Face::ALL {
        fonts.pair(face.name(), Ref::new(10 + face as i32));
    }
    fonts.finish();
    let depths = depths(&drawing);
    let mut states = dictionary.ext_g_states();
    for index in 0..depths.len() {
        states.pair(Name(state(index).as_bytes()), Ref::new(20 + index as i32));
    }
    states.finish();
    dictionary.finish();
    resources.finish();
    for (index, depth) in depths.iter().enumerate() {
        let mut state = pdf.ext_graphics(Ref::new(20 + index as i32));
        state.non_stroking_alpha(opacity(*depth));
    }
    for face in Face::ALL {
        let mut font = pdf.type1_font(Ref::new(10 + face as i32));
        font.base_font(face.base());
        if face != Face::Symbol {
            font.encoding_predefined(Name(b"WinAnsiEncoding"));
        }
    }
    pdf.stream(content, &page_of(&drawing, &depths));

    let mut about = pdf.document_info(info);
    about.title(TextStr(&plot.title));
    about.subject(TextStr(&draw::described(&plot, &clean)));
    if let Some(provenance) = provenance {
        for (_, program) in provenance.facts().iter().take(1) {
            about.producer(TextStr(program));
        }
        let lines: Vec<String> = provenance.lines().collect();
        about.keywords(TextStr(&lines.join("; ")));
    }
    about.finish();
    pdf.finish()
}

/// The opacities of a drawing in thousandths, each once.
fn depths(drawing: &Drawing) -> Vec<u16> {
    let depths = drawing
        .elements
        .iter()
        .map(|element| depth(element.opacity));
    depths.collect::<BTreeSet<u16>>().into_iter().collect()
}

fn depth(opacity: f64) -> u16 {
    (opacity.clamp(0.0, 1.0) * 1000.0).round() as u16
}

fn opacity(depth: u16) -> f32 {
    f32::from(depth) / 1000.0
}

fn state(index: usize) -> String {
    format!("G{index}")
}

fn page_of(drawing: &Drawing, depths: &[u16]) -> Vec<u8> {
    let mut page = Page {
        content: Content::new(),
        height: drawing.height,
    };
    for element in &drawing.elements {
        let depth = depth(element.opacity);
        let known = depths.iter().position(|known| *known == depth);
        page.element(element, known.unwrap_or(0));
    }
    page.content.finish().into_vec()
}

struct Page {
    content: Content,
    height: f64,
}

impl Page {
    /// A place, with the axis upwards as PDF has it. What is not finite lies at the origin;
    /// nothing should send it here.
    fn spot(&self, (x, y): (f64, f64)) -> (f32, f32) {
        let fit = |value: f64| if value.is_finite() { value as f32 } else { 0.0 };
        (fit(x) * POINT, fit(self.height - y) * POINT)
    }

    fn element(&mut self, element: &Element, depth: usize) {
        if let Form::Text {
            at,
            text,
            size,
            bold,
            anchor,
            turn,
        } = &element.form
        {
            let paint = element.fill.unwrap_or(Paint::Ink);
            return self.text(*at, text, (*size, *bold), *anchor, *turn, paint);
        }
        self.content.save_state();
        self.content.set_parameters(Name(state(depth).as_bytes()));
        if let Some(paint) = element.fill {
            let [r, g, b] = rgb(paint);
            self.content.set_fill_rgb(r, g, b);
        }
        if let Some((paint, width)) = element.stroke {
            let [r, g, b] = rgb(paint);
            self.content.set_stroke_rgb(r, g, b);
            self.content.set_line_width(width as f32 * POINT);
            self.content.set_line_join(LineJoinStyle::RoundJoin);
        }
        if element.dashed {
            self.content
                .set_dash_pattern([6.0 * POINT, 4.0 * POINT], 0.0);
        }
        self.outline(&element.form);
        match (element.fill.is_some(), element.stroke.is_some()) {
            (true, true) => self.content.fill_nonzero_and_stroke(),
            (true, false) => self.content.fill_nonzero(),
            (false, true) => self.content.stroke(),
            (false, false) => self.content.end_path(),
        };
        self.content.restore_state();
    }

    fn outline(&mut self, form: &Form) {
        match form {
            Form::Rect { at, size } => {
                let (x, y) = self.spot((at.0, at.1 + size.1));
                let (width, height) = (size.0 as f32 * POINT, size.1 as f32 * POINT);
                self.content.rect(x, y, width, height);
            }
            Form::Line { from, to } => {
                let (from, to) = (self.spot(*from), self.spot(*to));
                self.content.move_to(from.0, from.1).line_to(to.0, to.1);
            }
            Form::Circle { at, radius } => self.circle(self.spot(*at), *radius as f32 * POINT),
            Form::Path(segments) => {
                for segment in segments {
                    match segment {
                        Segment::Move(x, y) => {
                            let (x, y) = self.spot((*x, *y));
                            self.content.move_to(x, y);
                        }
                        Segment::Line(x, y) => {
                            let (x, y) = self.spot((*x, *y));
                            self.content.line_to(x, y);
                        }
                        Segment::Close => {
                            self.content.close_path();
                        }
                    }
                }
            }
            Form::Text { .. } => {}
        }
    }

    /// Four curves, as close to a circle as cubic ones come.
    fn circle(&mut self, (x, y): (f32, f32), r: f32) {
        let k = 0.552_284_8 * r;
        self.content.move_to(x + r, y);
        self.content.cubic_to(x + r, y + k, x + k, y + r, x, y + r);
        self.content.cubic_to(x - k, y + r, x - r, y + k, x - r, y);
        self.content.cubic_to(x - r, y - k, x - k, y - r, x, y - r);
        self.content.cubic_to(x + k, y - r, x + r, y - k, x + r, y);
        self.content.close_path();
    }

    fn text(
        &mut self,
        at: (f64, f64),
        text: &str,
        (size, bold): (f64, bool),
        anchor: Anchor,
        turn: f64,
        paint: Paint,
    ) {
        let runs = font::runs(text, bold);
        let size = size as f32 * POINT;
        let width: f32 = runs.iter().map(|run| run.width(size)).sum();
        let before = match anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        // The page's axis points up, so a turn to the right is one against the sign.
        let angle = -(turn as f32).to_radians();
        let (sin, cos) = angle.sin_cos();
        let (x, y) = self.spot(at);
        let [r, g, b] = rgb(paint);
        self.content.begin_text().set_fill_rgb(r, g, b);
        let start = (x - before * cos, y - before * sin);
        self.content
            .set_text_matrix([cos, sin, -sin, cos, start.0, start.1]);
        for Run {
            face,
            bytes,
            raised,
        } in &runs
        {
            let (size, rise) = font::set(size, *raised);
            self.content.set_font(face.name(), size).set_rise(rise);
            self.content.show(Str(bytes));
        }
        self.content.end_text();
    }
}

/// The three parts of a colour, 0 to 1.
fn rgb(paint: Paint) -> [f32; 3] {
    let colour = paint.colour();
    [1, 3, 5].map(|at| {
        let part = colour.get(at..at + 2).unwrap_or("00");
        f32::from(u8::from_str_radix(part, 16).unwrap_or(0)) / 255.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Axis, Point, Series};

    fn plot() -> Plot {
        Plot::new("p", "Gain −1 ≈ 10⁻³")
            .x(Axis::categories("game", ["go", "hex"]))
            .y(Axis::linear("score"))
            .series(Series::bars("us", [Point::new(0.0, 0.5).between(0.4, 0.6)]))
            .series(Series::line(
                "them",
                [Point::new(0.0, 0.1), Point::new(1.0, 0.25)],
            ))
    }

    #[test]
    fn the_same_plot_gives_the_same_bytes_with_its_provenance() {
        let provenance = Provenance::new("ludometer", "0.1.0", "ludometer run x");
        let bytes = pdf(&plot(), Some(&provenance));
        assert_eq!(bytes, pdf(&plot(), Some(&provenance)));
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.starts_with("%PDF-1.7") && text.trim_end().ends_with("%%EOF"));
        assert!(text.contains("repeat: ludometer run x"), "{text}");
        // One rectangle for the page, two for each bar and two for its legend.
        let boxes = text.lines().filter(|line| line.ends_with(" re")).count();
        assert_eq!(boxes, 5, "{text}");
        assert!(text.contains("(us)") && text.contains("(them)"));
    }

    #[test]
    fn colours_are_those_of_the_palette() {
        assert_eq!(rgb(Paint::Paper), [1.0; 3]);
        let [r, g, b] = rgb(Paint::Series(1)).map(|part| (part * 255.0).round() as u8);
        assert_eq!((r, g, b), (0xd5, 0x5e, 0x00));
    }
}
