//! Reads the keys of a table one by one; unread keys are errors.

use super::tree::{Node, TomlValue};
use crate::source::{Diagnostic, Span, in_short, is_near};
use crate::spec::Value;

/// The keys of one table.
pub struct Fields<'a> {
    what: &'static str,
    span: Span,
    fields: Vec<(&'a str, &'a Span, &'a Node, bool)>,
    known: Vec<&'static str>,
}

impl<'a> Fields<'a> {
    /// The keys of `node`, which must be a table; `what` names it in diagnostics.
    pub fn of(node: &'a Node, what: &'static str) -> Result<Fields<'a>, Diagnostic> {
        let TomlValue::Table(fields) = &node.what else {
            let message = format!("{what} is a table of keys, not {}", node.what.kind());
            return Err(Diagnostic::at(&node.span, message));
        };
        Ok(Fields {
            what,
            span: node.span.clone(),
            fields: fields
                .iter()
                .map(|(key, span, node)| (key.as_str(), span, node, false))
                .collect(),
            known: Vec::new(),
        })
    }

    /// The value of a key, if it is there.
    pub fn node(&mut self, key: &'static str) -> Option<&'a Node> {
        if !self.known.contains(&key) {
            self.known.push(key);
        }
        let field = self.fields.iter_mut().find(|(name, ..)| *name == key)?;
        field.3 = true;
        Some(field.2)
    }

    /// Every key that was not read.
    pub fn rest(self) -> impl Iterator<Item = (&'a str, &'a Span, &'a Node)> {
        let left = self.fields.into_iter().filter(|field| !field.3);
        left.map(|(key, span, node, _)| (key, span, node))
    }

    /// Refuses keys that were not read.
    pub fn done(self) -> Result<(), Diagnostic> {
        match self.fields.iter().find(|field| !field.3) {
            None => Ok(()),
            Some((key, span, ..)) => {
                let diagnostic = Diagnostic::at(span, format!("{} has no key `{key}`", self.what));
                Err(diagnostic.known(key, self.known.iter().copied()))
            }
        }
    }

    /// The diagnostic for a missing key, which may be misspelt.
    pub fn missing(&self, key: &str) -> Diagnostic {
        let left = self.fields.iter().filter(|field| !field.3);
        for (name, span, ..) in left {
            if is_near(name, key) {
                let diagnostic = Diagnostic::at(span, format!("{} has no key `{name}`", self.what));
                return diagnostic.known(name, [key]);
            }
        }
        // The whole document would be underlined: its first line says as much.
        let span = self.span.part(0..0);
        Diagnostic::at(&span, format!("{} needs the key `{key}`", self.what))
    }

    /// A text and its span.
    pub fn text(&mut self, key: &'static str) -> Result<Option<(String, &'a Span)>, Diagnostic> {
        match self.node(key) {
            None => Ok(None),
            Some(node) => match &node.what {
                TomlValue::Text(text) => Ok(Some((text.clone(), &node.span))),
                other => Err(wrong(node, key, "a text", other)),
            },
        }
    }

    /// One of these words.
    pub fn word(
        &mut self,
        key: &'static str,
        words: &[&'static str],
    ) -> Result<Option<&'static str>, Diagnostic> {
        let Some((text, span)) = self.text(key)? else {
            return Ok(None);
        };
        match words.iter().find(|word| **word == text) {
            Some(word) => Ok(Some(word)),
            None => {
                let diagnostic = Diagnostic::at(span, format!("`{key}` cannot be `{text}`"));
                Err(diagnostic.known(&text, words.iter().copied()))
            }
        }
    }

    /// A number in this range.
    pub fn number(
        &mut self,
        key: &'static str,
        low: f64,
        high: f64,
    ) -> Result<Option<f64>, Diagnostic> {
        let Some(node) = self.node(key) else {
            return Ok(None);
        };
        match node.what {
            TomlValue::Number(number) if (low..=high).contains(&number) => Ok(Some(number)),
            TomlValue::Number(number) => {
                let message = format!(
                    "`{key}` cannot be {}: it is {} to {}",
                    node.span.number(number),
                    in_short(low),
                    in_short(high)
                );
                Err(Diagnostic::at(&node.span, message))
            }
            ref other => Err(wrong(node, key, "a number", other)),
        }
    }

    /// A whole number in this range.
    pub fn whole(
        &mut self,
        key: &'static str,
        low: u64,
        high: u64,
    ) -> Result<Option<u64>, Diagnostic> {
        let span = self
            .fields
            .iter()
            .find(|(name, ..)| *name == key)
            .map(|field| &field.2.span);
        match (self.number(key, low as f64, high as f64)?, span) {
            (Some(number), Some(span)) if number.fract() != 0.0 => Err(Diagnostic::at(
                span,
                format!("`{key}` is a whole number, not {number}"),
            )),
            (number, _) => Ok(number.map(|number| number as u64)),
        }
    }

    /// `true` or `false`.
    pub fn flag(&mut self, key: &'static str) -> Result<Option<bool>, Diagnostic> {
        let Some(node) = self.node(key) else {
            return Ok(None);
        };
        match &node.what {
            TomlValue::Flag(flag) => Ok(Some(*flag)),
            other => Err(wrong(node, key, "true or false", other)),
        }
    }

    /// A required list and its span.
    pub fn needed_list(&mut self, key: &'static str) -> Result<(&'a [Node], &'a Span), Diagnostic> {
        match (self.list(key)?, self.node(key)) {
            (Some(nodes), Some(node)) => Ok((nodes, &node.span)),
            _ => Err(self.missing(key)),
        }
    }

    /// A list.
    pub fn list(&mut self, key: &'static str) -> Result<Option<&'a [Node]>, Diagnostic> {
        let Some(node) = self.node(key) else {
            return Ok(None);
        };
        match &node.what {
            TomlValue::List(nodes) => Ok(Some(nodes)),
            other => Err(wrong(node, key, "a list", other)),
        }
    }
}

fn wrong(node: &Node, key: &str, wanted: &str, found: &TomlValue) -> Diagnostic {
    Diagnostic::at(
        &node.span,
        format!("`{key}` is {wanted}, not {}", found.kind()),
    )
}

/// Parses the spec in a text, with spans inside the text where that is possible.
pub fn value(node: &Node, key: &str) -> Result<Value, Diagnostic> {
    match &node.what {
        TomlValue::Number(number) => {
            Value::parse(&Span::whole(key, number.to_string())).map(|value| Value {
                span: node.span.clone(),
                ..value
            })
        }
        TomlValue::Text(text) => {
            let written = node.span.text();
            let inner = written
                .len()
                .checked_sub(1)
                .and_then(|end| written.get(1..end));
            if inner == Some(text) {
                Value::parse(&node.span.part(1..written.len() - 1))
            } else if written == text {
                Value::parse(&node.span)
            } else {
                // Escapes shift the text against its source: underline all of it.
                let parsed = Value::parse(&Span::whole(key, text.as_str()));
                parsed
                    .map(|value| value.moved(&node.span))
                    .map_err(|diagnostic| Diagnostic::at(&node.span, diagnostic.to_string()))
            }
        }
        other => Err(wrong(node, key, "a text", other)),
    }
}
