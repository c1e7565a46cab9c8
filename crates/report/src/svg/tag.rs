//! Writing elements, well formed by construction.

use super::paint::Paint;
use std::fmt::Write;

/// An element under construction.
pub(crate) struct Tag {
    name: &'static str,
    attributes: String,
    classes: Vec<String>,
}

pub(crate) fn tag(name: &'static str) -> Tag {
    Tag {
        name,
        attributes: String::new(),
        classes: Vec::new(),
    }
}

impl Tag {
    /// An attribute whose value is ours or is escaped here.
    pub(crate) fn set(mut self, name: &str, value: &str) -> Self {
        // Writing to a string cannot fail.
        let _ = write!(self.attributes, " {name}=\"{}\"", escape(value));
        self
    }

    pub(crate) fn num(self, name: &str, value: f64) -> Self {
        let value = px(value);
        self.set(name, &value)
    }

    pub(crate) fn fill(mut self, paint: Paint) -> Self {
        self.classes.push(paint.fill_class());
        self.set("fill", paint.colour())
    }

    pub(crate) fn stroke(mut self, paint: Paint, width: f64) -> Self {
        self.classes.push(paint.stroke_class());
        self.set("stroke", paint.colour())
            .num("stroke-width", width)
    }

    pub(crate) fn end(self, out: &mut String) {
        let (name, attributes) = (self.name, self.all());
        let _ = writeln!(out, "<{name}{attributes}/>");
    }

    /// Ends the element around a text.
    pub(crate) fn text(self, text: &str, out: &mut String) {
        let (name, attributes) = (self.name, self.all());
        let _ = writeln!(out, "<{name}{attributes}>{}</{name}>", escape(text));
    }

    /// Ends the element with words that appear under the pointer.
    pub(crate) fn hint(self, words: Option<String>, out: &mut String) {
        let Some(words) = words else {
            return self.end(out);
        };
        let (name, attributes) = (self.name, self.all());
        let _ = writeln!(
            out,
            "<{name}{attributes}><title>{}</title></{name}>",
            escape(&words)
        );
    }

    fn all(&self) -> String {
        if self.classes.is_empty() {
            return self.attributes.clone();
        }
        format!("{} class=\"{}\"", self.attributes, self.classes.join(" "))
    }
}

/// A coordinate to a tenth of a pixel. What is not finite lies at the origin;
/// nothing should send it here.
pub(crate) fn px(value: f64) -> String {
    let tenths = (value * 10.0).round();
    if !tenths.is_finite() || tenths == 0.0 {
        return "0".into();
    }
    format!("{}", tenths / 10.0)
}

/// Text as XML has it.
pub(crate) fn escape(text: &str) -> String {
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

    #[test]
    fn elements_are_escaped_and_closed() {
        let mut out = String::new();
        tag("text")
            .num("x", 1.25)
            .set("id", "a\"b")
            .text("<&>", &mut out);
        assert_eq!(
            out,
            "<text x=\"1.3\" id=\"a&quot;b\">&lt;&amp;&gt;</text>\n"
        );
    }

    #[test]
    fn coordinates_are_short_and_finite() {
        assert_eq!(px(12.0), "12");
        assert_eq!(px(-0.04), "0");
        assert_eq!(px(f64::NAN), "0");
        assert_eq!(px(2.07), "2.1");
    }
}
