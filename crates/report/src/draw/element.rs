//! What pictures are made of: a few shapes, filled and outlined.

use super::paint::Paint;

/// Which part of a line of text its place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// Shapes, the first one undermost. Coordinates are pixels of a page that is not zoomed, from
/// the upper left corner.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Drawing {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) elements: Vec<Element>,
}

/// One shape with its paint.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Element {
    pub(crate) form: Form,
    pub(crate) fill: Option<Paint>,
    /// Of the fill; 1 hides what is below.
    pub(crate) opacity: f64,
    /// The outline's paint and width.
    pub(crate) stroke: Option<(Paint, f64)>,
    pub(crate) dashed: bool,
    /// Words that appear under the pointer.
    pub(crate) hint: Option<String>,
}

/// The geometry of an element.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Form {
    Rect {
        at: (f64, f64),
        size: (f64, f64),
    },
    Line {
        from: (f64, f64),
        to: (f64, f64),
    },
    Circle {
        at: (f64, f64),
        radius: f64,
    },
    Path(Vec<Segment>),
    /// On a base line.
    Text {
        at: (f64, f64),
        text: String,
        size: f64,
        bold: bool,
        anchor: Anchor,
        /// Degrees, clockwise.
        turn: f64,
    },
}

/// A step along a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Segment {
    Move(f64, f64),
    Line(f64, f64),
    Close,
}

impl Drawing {
    pub(crate) fn new(width: f64) -> Self {
        Self {
            width,
            ..Self::default()
        }
    }

    /// Adds another drawing, moved down by `dy`.
    pub(crate) fn place(&mut self, other: Drawing, dy: f64) {
        let moved = other.elements.into_iter().map(|element| element.down(dy));
        self.elements.extend(moved);
    }
}

impl Element {
    pub(crate) fn new(form: Form) -> Self {
        Self {
            form,
            fill: None,
            opacity: 1.0,
            stroke: None,
            dashed: false,
            hint: None,
        }
    }

    pub(crate) fn rect(at: (f64, f64), size: (f64, f64)) -> Self {
        Self::new(Form::Rect { at, size })
    }

    pub(crate) fn line(from: (f64, f64), to: (f64, f64)) -> Self {
        Self::new(Form::Line { from, to })
    }

    pub(crate) fn circle(at: (f64, f64), radius: f64) -> Self {
        Self::new(Form::Circle { at, radius })
    }

    pub(crate) fn path(segments: Vec<Segment>) -> Self {
        Self::new(Form::Path(segments))
    }

    pub(crate) fn fill(mut self, paint: Paint) -> Self {
        self.fill = Some(paint);
        self
    }

    pub(crate) fn opacity(mut self, opacity: f64) -> Self {
        self.opacity = opacity;
        self
    }

    pub(crate) fn stroke(mut self, paint: Paint, width: f64) -> Self {
        self.stroke = Some((paint, width));
        self
    }

    pub(crate) fn dashed(mut self, dashed: bool) -> Self {
        self.dashed = dashed;
        self
    }

    pub(crate) fn hint(mut self, words: Option<String>) -> Self {
        self.hint = words;
        self
    }

    pub(crate) fn end(self, out: &mut Drawing) {
        out.elements.push(self);
    }

    fn down(mut self, dy: f64) -> Self {
        match &mut self.form {
            Form::Rect { at, .. } | Form::Circle { at, .. } | Form::Text { at, .. } => at.1 += dy,
            Form::Line { from, to } => {
                from.1 += dy;
                to.1 += dy;
            }
            Form::Path(segments) => {
                for segment in segments {
                    match segment {
                        Segment::Move(_, y) | Segment::Line(_, y) => *y += dy,
                        Segment::Close => {}
                    }
                }
            }
        }
        self
    }
}
