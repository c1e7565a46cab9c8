//! Taking the keys of a table one by one; what is left over is a fault.

use super::tree::{Datum, Node};
use crate::source::{Fault, Place, is_near};
use crate::spec::Value;

/// The keys of one table.
pub struct Fields<'a> {
    what: &'static str,
    place: Place,
    fields: Vec<(&'a str, &'a Place, &'a Node, bool)>,
    known: Vec<&'static str>,
}

impl<'a> Fields<'a> {
    /// The keys of `node`, which must be a table; `what` names it in faults.
    pub fn of(node: &'a Node, what: &'static str) -> Result<Fields<'a>, Fault> {
        let Datum::Table(fields) = &node.what else {
            let message = format!("{what} is a table of keys, not {}", node.what.kind());
            return Err(Fault::at(&node.place, message));
        };
        Ok(Fields {
            what,
            place: node.place.clone(),
            fields: fields
                .iter()
                .map(|(key, place, node)| (key.as_str(), place, node, false))
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

    /// Every key that was not taken.
    pub fn rest(self) -> impl Iterator<Item = (&'a str, &'a Place, &'a Node)> {
        let left = self.fields.into_iter().filter(|field| !field.3);
        left.map(|(key, place, node, _)| (key, place, node))
    }

    /// Refuses keys that were not taken.
    pub fn done(self) -> Result<(), Fault> {
        match self.fields.iter().find(|field| !field.3) {
            None => Ok(()),
            Some((key, place, ..)) => {
                let fault = Fault::at(place, format!("{} has no key `{key}`", self.what));
                Err(fault.known(key, self.known.iter().copied()))
            }
        }
    }

    /// What is wrong when a key is not there: it may be misspelt.
    pub fn missing(&self, key: &str) -> Fault {
        let left = self.fields.iter().filter(|field| !field.3);
        for (name, place, ..) in left {
            if is_near(name, key) {
                let fault = Fault::at(place, format!("{} has no key `{name}`", self.what));
                return fault.known(name, [key]);
            }
        }
        // The whole document would be underlined: its first line says as much.
        let place = self.place.part(0..0);
        Fault::at(&place, format!("{} needs the key `{key}`", self.what))
    }

    /// A text and where it stands.
    pub fn text(&mut self, key: &'static str) -> Result<Option<(String, &'a Place)>, Fault> {
        match self.node(key) {
            None => Ok(None),
            Some(node) => match &node.what {
                Datum::Text(text) => Ok(Some((text.clone(), &node.place))),
                other => Err(wrong(node, key, "a text", other)),
            },
        }
    }

    /// One of these words.
    pub fn word(
        &mut self,
        key: &'static str,
        words: &[&'static str],
    ) -> Result<Option<&'static str>, Fault> {
        let Some((text, place)) = self.text(key)? else {
            return Ok(None);
        };
        match words.iter().find(|word| **word == text) {
            Some(word) => Ok(Some(word)),
            None => {
                let fault = Fault::at(place, format!("`{key}` cannot be `{text}`"));
                Err(fault.known(&text, words.iter().copied()))
            }
        }
    }

    /// A number in this range.
    pub fn number(&mut self, key: &'static str, low: f64, high: f64) -> Result<Option<f64>, Fault> {
        let Some(node) = self.node(key) else {
            return Ok(None);
        };
        match node.what {
            Datum::Number(number) if (low..=high).contains(&number) => Ok(Some(number)),
            Datum::Number(number) => {
                let message = format!("`{key}` cannot be {number}: it is {low} to {high}");
                Err(Fault::at(&node.place, message))
            }
            ref other => Err(wrong(node, key, "a number", other)),
        }
    }

    /// A whole number in this range.
    pub fn whole(&mut self, key: &'static str, low: u64, high: u64) -> Result<Option<u64>, Fault> {
        let place = self
            .fields
            .iter()
            .find(|(name, ..)| *name == key)
            .map(|field| &field.2.place);
        match (self.number(key, low as f64, high as f64)?, place) {
            (Some(number), Some(place)) if number.fract() != 0.0 => Err(Fault::at(
                place,
                format!("`{key}` is a whole number, not {number}"),
            )),
            (number, _) => Ok(number.map(|number| number as u64)),
        }
    }

    /// `true` or `false`.
    pub fn flag(&mut self, key: &'static str) -> Result<Option<bool>, Fault> {
        let Some(node) = self.node(key) else {
            return Ok(None);
        };
        match &node.what {
            Datum::Flag(flag) => Ok(Some(*flag)),
            other => Err(wrong(node, key, "true or false", other)),
        }
    }

    /// A list that must be there, and where it stands.
    pub fn needed_list(&mut self, key: &'static str) -> Result<(&'a [Node], &'a Place), Fault> {
        match (self.list(key)?, self.node(key)) {
            (Some(nodes), Some(node)) => Ok((nodes, &node.place)),
            _ => Err(self.missing(key)),
        }
    }

    /// A list.
    pub fn list(&mut self, key: &'static str) -> Result<Option<&'a [Node]>, Fault> {
        let Some(node) = self.node(key) else {
            return Ok(None);
        };
        match &node.what {
            Datum::List(nodes) => Ok(Some(nodes)),
            other => Err(wrong(node, key, "a list", other)),
        }
    }
}

fn wrong(node: &Node, key: &str, wanted: &str, found: &Datum) -> Fault {
    Fault::at(
        &node.place,
        format!("`{key}` is {wanted}, not {}", found.kind()),
    )
}

/// The spec that a text holds, with places inside the text where that is possible.
pub fn value(node: &Node, key: &str) -> Result<Value, Fault> {
    match &node.what {
        Datum::Number(number) => {
            Value::parse(&Place::whole(key, number.to_string())).map(|value| Value {
                place: node.place.clone(),
                ..value
            })
        }
        Datum::Text(text) => {
            let written = node.place.text();
            let inner = written
                .len()
                .checked_sub(1)
                .and_then(|end| written.get(1..end));
            if inner == Some(text) {
                Value::parse(&node.place.part(1..written.len() - 1))
            } else if written == text {
                Value::parse(&node.place)
            } else {
                // Escapes shift the text against its source: underline all of it.
                let parsed = Value::parse(&Place::whole(key, text.as_str()));
                parsed
                    .map(|value| value.moved(&node.place))
                    .map_err(|fault| Fault::at(&node.place, fault.to_string()))
            }
        }
        other => Err(wrong(node, key, "a text", other)),
    }
}
