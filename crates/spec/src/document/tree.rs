//! TOML with a span for every key and value, and overrides from the command line.

use crate::source::{Diagnostic, Span};
use std::fmt::Display;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value and its span.
#[derive(Clone, Debug)]
pub struct Node {
    /// The value.
    pub what: TomlValue,
    /// Its span.
    pub span: Span,
}

/// The TOML values that plans use.
#[derive(Clone, Debug)]
pub enum TomlValue {
    /// A text.
    Text(String),
    /// A number.
    Number(f64),
    /// `true` or `false`.
    Flag(bool),
    /// A list.
    List(Vec<Node>),
    /// Keys with their spans and values.
    Table(Vec<(String, Span, Node)>),
}

impl TomlValue {
    /// The kind in words, for diagnostics.
    pub fn kind(&self) -> &'static str {
        match self {
            TomlValue::Text(_) => "a text",
            TomlValue::Number(_) => "a number",
            TomlValue::Flag(_) => "true or false",
            TomlValue::List(_) => "a list",
            TomlValue::Table(_) => "a table",
        }
    }
}

/// Reads a whole document.
pub fn parse(document: &Span) -> Result<Node, Diagnostic> {
    let table = DeTable::parse(document.text()).map_err(|error| {
        let span = error.span().unwrap_or(0..0);
        Diagnostic::at(
            &document.part(span),
            format!("this is not TOML: {}", error.message()),
        )
    })?;
    let span = table.span();
    let what = self::table(document, table.get_ref())?;
    Ok(Node {
        what,
        span: document.part(span),
    })
}

/// Reads a whole document, with keys overridden by settings in the form `key=value`.
pub fn parse_with(document: &Span, settings: &[String]) -> Result<Node, Diagnostic> {
    let mut root = parse(document)?;
    for setting in settings {
        override_key(&mut root, setting)?;
    }
    Ok(root)
}

/// Overrides a key of a document by `key=value`: the value is TOML, or else plain text.
pub fn override_key(root: &mut Node, setting: &str) -> Result<(), Diagnostic> {
    let span = Span::whole("--set", setting);
    let Some((key, value)) = setting.split_once('=') else {
        return Err(Diagnostic::at(
            &span,
            "a setting is `key=value`, as in `--set episodes=200`",
        ));
    };
    // The value begins at its first sign: TOML allows no space before it.
    let blank = value.len() - value.trim_start().len();
    let value = value.trim();
    let begin = key.len() + 1 + blank;
    let at = span.part(begin..begin + value.len());
    let what = match DeValue::parse(value) {
        Ok(parsed) => datum(&at, &parsed)?,
        Err(_) => TomlValue::Text(value.to_string()),
    };
    let key = key.trim();
    let node = Node { what, span: at };
    // `vary.t` is the key `t` of the table `vary`, where there is such a table.
    let (inner, key) = match key.split_once('.') {
        Some((outer, key)) if holds_table(root, outer) => (field_mut(root, outer), key),
        _ => (root, key),
    };
    let TomlValue::Table(fields) = &mut inner.what else {
        unreachable!("a document is a table, and so is what was looked for");
    };
    match fields.iter_mut().find(|(name, ..)| name == key) {
        Some(field) => (field.1, field.2) = (span, node),
        None => fields.push((key.to_string(), span, node)),
    }
    Ok(())
}

fn holds_table(root: &Node, key: &str) -> bool {
    let TomlValue::Table(fields) = &root.what else {
        return false;
    };
    let found = fields.iter().find(|(name, ..)| name == key);
    found.is_some_and(|(_, _, node)| matches!(node.what, TomlValue::Table(_)))
}

fn field_mut<'a>(root: &'a mut Node, key: &str) -> &'a mut Node {
    let TomlValue::Table(fields) = &mut root.what else {
        unreachable!("it holds a table");
    };
    let found = fields.iter_mut().find(|(name, ..)| name == key);
    &mut found.expect("it was just there").2
}

fn table(document: &Span, table: &DeTable<'_>) -> Result<TomlValue, Diagnostic> {
    let fields = table.iter().map(|(key, value)| {
        let node = Node {
            what: datum(document, value)?,
            span: document.part(value.span()),
        };
        Ok((key.get_ref().to_string(), document.part(key.span()), node))
    });
    let mut fields = fields.collect::<Result<Vec<_>, Diagnostic>>()?;
    // The order in which a person wrote them: the first variable varies slowest.
    fields.sort_by_key(|(_, span, _)| span.span.start);
    Ok(TomlValue::Table(fields))
}

pub(super) fn not_finite(span: &Span, number: impl Display) -> Diagnostic {
    Diagnostic::at(span, format!("`{number}` is not a finite number"))
}

fn datum(document: &Span, value: &Spanned<DeValue<'_>>) -> Result<TomlValue, Diagnostic> {
    let span = document.part(value.span());
    let number = |text: &str| {
        let number = text
            .replace('_', "")
            .parse::<f64>()
            .ok()
            .filter(|n| n.is_finite());
        number.ok_or_else(|| not_finite(&span, text))
    };
    Ok(match value.get_ref() {
        DeValue::String(text) => TomlValue::Text(text.to_string()),
        DeValue::Integer(integer) if integer.radix() == 10 => {
            TomlValue::Number(number(integer.as_str())?)
        }
        DeValue::Integer(integer) => {
            let parsed = i64::from_str_radix(integer.as_str(), integer.radix());
            TomlValue::Number(
                parsed.map_err(|_| Diagnostic::at(&span, "this number is too large"))? as f64,
            )
        }
        DeValue::Float(float) => TomlValue::Number(number(float.as_str())?),
        DeValue::Boolean(flag) => TomlValue::Flag(*flag),
        DeValue::Datetime(_) => {
            return Err(Diagnostic::at(&span, "there is no use for a date here"));
        }
        DeValue::Array(list) => {
            let nodes = list.iter().map(|value| {
                Ok(Node {
                    what: datum(document, value)?,
                    span: document.part(value.span()),
                })
            });
            TomlValue::List(nodes.collect::<Result<_, Diagnostic>>()?)
        }
        DeValue::Table(inner) => table(document, inner)?,
    })
}
