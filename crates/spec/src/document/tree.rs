//! TOML with a place for every key and value, and settings from the command line laid over it.

use crate::source::{Fault, Place};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value and where it is written.
#[derive(Clone, Debug)]
pub struct Node {
    /// What.
    pub what: Datum,
    /// Where.
    pub place: Place,
}

/// What TOML can say that plans use.
#[derive(Clone, Debug)]
pub enum Datum {
    /// A text.
    Text(String),
    /// A number.
    Number(f64),
    /// `true` or `false`.
    Flag(bool),
    /// A list.
    List(Vec<Node>),
    /// Keys, where they stand, and their values.
    Table(Vec<(String, Place, Node)>),
}

impl Datum {
    /// The kind in words, for faults.
    pub fn kind(&self) -> &'static str {
        match self {
            Datum::Text(_) => "a text",
            Datum::Number(_) => "a number",
            Datum::Flag(_) => "true or false",
            Datum::List(_) => "a list",
            Datum::Table(_) => "a table",
        }
    }
}

/// Reads a whole document.
pub fn parse(document: &Place) -> Result<Node, Fault> {
    let table = DeTable::parse(document.text()).map_err(|error| {
        let span = error.span().unwrap_or(0..0);
        Fault::at(
            &document.part(span),
            format!("this is not TOML: {}", error.message()),
        )
    })?;
    let span = table.span();
    let what = self::table(document, table.get_ref())?;
    Ok(Node {
        what,
        place: document.part(span),
    })
}

/// Lays `key=value` over a document: the value is TOML, or else a text as it stands.
pub fn lay_over(root: &mut Node, setting: &str) -> Result<(), Fault> {
    let place = Place::whole("--set", setting);
    let Some((key, value)) = setting.split_once('=') else {
        return Err(Fault::at(
            &place,
            "a setting is `key=value`, as in `--set episodes=200`",
        ));
    };
    // The value begins at its first sign: TOML allows no space before it.
    let blank = value.len() - value.trim_start().len();
    let value = value.trim();
    let begin = key.len() + 1 + blank;
    let at = place.part(begin..begin + value.len());
    let what = match DeValue::parse(value) {
        Ok(parsed) => datum(&at, &parsed)?,
        Err(_) => Datum::Text(value.to_string()),
    };
    let key = key.trim();
    let node = Node { what, place: at };
    // `vary.t` is the key `t` of the table `vary`, where there is such a table.
    let (inner, key) = match key.split_once('.') {
        Some((outer, key)) if holds_table(root, outer) => (field_mut(root, outer), key),
        _ => (root, key),
    };
    let Datum::Table(fields) = &mut inner.what else {
        unreachable!("a document is a table, and so is what was looked for");
    };
    match fields.iter_mut().find(|(name, ..)| name == key) {
        Some(field) => (field.1, field.2) = (place, node),
        None => fields.push((key.to_string(), place, node)),
    }
    Ok(())
}

fn holds_table(root: &Node, key: &str) -> bool {
    let Datum::Table(fields) = &root.what else {
        return false;
    };
    let found = fields.iter().find(|(name, ..)| name == key);
    found.is_some_and(|(_, _, node)| matches!(node.what, Datum::Table(_)))
}

fn field_mut<'a>(root: &'a mut Node, key: &str) -> &'a mut Node {
    let Datum::Table(fields) = &mut root.what else {
        unreachable!("it holds a table");
    };
    let found = fields.iter_mut().find(|(name, ..)| name == key);
    &mut found.expect("it was just there").2
}

fn table(document: &Place, table: &DeTable<'_>) -> Result<Datum, Fault> {
    let fields = table.iter().map(|(key, value)| {
        let node = Node {
            what: datum(document, value)?,
            place: document.part(value.span()),
        };
        Ok((key.get_ref().to_string(), document.part(key.span()), node))
    });
    let mut fields = fields.collect::<Result<Vec<_>, Fault>>()?;
    // The order in which a person wrote them: the first variable varies slowest.
    fields.sort_by_key(|(_, place, _)| place.span.start);
    Ok(Datum::Table(fields))
}

fn datum(document: &Place, value: &Spanned<DeValue<'_>>) -> Result<Datum, Fault> {
    let place = document.part(value.span());
    let number = |text: &str| {
        let number = text
            .replace('_', "")
            .parse::<f64>()
            .ok()
            .filter(|n| n.is_finite());
        number.ok_or_else(|| Fault::at(&place, format!("`{text}` is not a number we can use")))
    };
    Ok(match value.get_ref() {
        DeValue::String(text) => Datum::Text(text.to_string()),
        DeValue::Integer(integer) if integer.radix() == 10 => {
            Datum::Number(number(integer.as_str())?)
        }
        DeValue::Integer(integer) => {
            let parsed = i64::from_str_radix(integer.as_str(), integer.radix());
            Datum::Number(parsed.map_err(|_| Fault::at(&place, "this number is too large"))? as f64)
        }
        DeValue::Float(float) => Datum::Number(number(float.as_str())?),
        DeValue::Boolean(flag) => Datum::Flag(*flag),
        DeValue::Datetime(_) => return Err(Fault::at(&place, "there is no use for a date here")),
        DeValue::Array(list) => {
            let nodes = list.iter().map(|value| {
                Ok(Node {
                    what: datum(document, value)?,
                    place: document.part(value.span()),
                })
            });
            Datum::List(nodes.collect::<Result<_, Fault>>()?)
        }
        DeValue::Table(inner) => table(document, inner)?,
    })
}
