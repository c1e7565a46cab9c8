//! What is tuned: a number to the tuner, a value to the agent.

use crate::plan::combine::shown;
use ludometer_spec::document::fields::{Fields, value};
use ludometer_spec::document::tree::Node;
use ludometer_spec::source::{Diagnostic, Span};
use ludometer_spec::spec::{Literal, Value};
use ludometer_tune::{Error, Parameter, ParameterKind, ParameterScale, Space};

/// A parameter of an agent.
#[derive(Clone, Debug)]
pub struct TunedParam {
    /// The number that a tuner moves.
    pub parameter: Parameter,
    /// What a choice stands for, by number.
    options: Vec<Value>,
    span: Span,
    /// Where the ends of its range are written.
    ends: [Span; 2],
}

/// The words of `kind`.
pub(super) const KINDS: [&str; 3] = ["real", "integer", "choice"];

/// No range needs more.
const LARGEST: f64 = 1e300;

impl TunedParam {
    /// Reads `name = { kind = "real", low = 0, high = 1, start = 0.5 }`.
    pub(super) fn read(name: &str, key: &Span, node: &Node) -> Result<TunedParam, Diagnostic> {
        let mut fields = Fields::of(node, "a parameter")?;
        let kind = match fields.word("kind", &KINDS)? {
            Some("choice") => return TunedParam::choice(name, key, fields),
            Some("integer") => ParameterKind::Integer,
            _ => ParameterKind::Real,
        };
        let (low, high) = (needed(&mut fields, "low")?, needed(&mut fields, "high")?);
        let start = needed(&mut fields, "start")?;
        let width = fields.number("width", -LARGEST, LARGEST)?;
        let wide = fields.node("width").map(|node| node.span.clone());
        let log = fields.flag("log")?.unwrap_or(false);
        fields.done()?;
        let parameter = Parameter {
            name: name.to_string(),
            kind,
            low: low.0,
            high: high.0,
            scale: if log {
                ParameterScale::Log
            } else {
                ParameterScale::Linear
            },
            width: width.unwrap_or(f64::INFINITY),
            start: start.0,
        };
        let span = |wrong: &str| match wrong.split(' ').next() {
            Some("start") => start.1.clone(),
            Some("width") => wide.clone().unwrap_or_else(|| key.clone()),
            _ => low.1.clone(),
        };
        sensible(&parameter, span)?;
        Ok(TunedParam {
            parameter,
            options: Vec::new(),
            span: key.clone(),
            ends: [low.1, high.1],
        })
    }

    fn choice(name: &str, key: &Span, mut fields: Fields<'_>) -> Result<TunedParam, Diagnostic> {
        let listed = fields.list("options")?;
        let listed = listed.ok_or_else(|| fields.missing("options"))?;
        let options = listed.iter().map(|node| value(node, "options"));
        let options = options.collect::<Result<Vec<Value>, _>>()?;
        let start = match fields.node("start") {
            None => 0,
            Some(node) => {
                let start = shown(&value(node, "start")?);
                let known: Vec<String> = options.iter().map(shown).collect();
                let found = known.iter().position(|option| *option == start);
                found.ok_or_else(|| {
                    let diagnostic =
                        Diagnostic::at(&node.span, format!("`{start}` is none of the options"));
                    diagnostic.known(&start, known.iter().map(String::as_str))
                })?
            }
        };
        fields.done()?;
        if options.len() < 2 {
            let diagnostic = Diagnostic::at(key, format!("`{name}` leaves nothing to choose"));
            return Err(
                diagnostic.hint("list two options or more, or write the one where it belongs")
            );
        }
        let parameter = Parameter::choice(name, options.len() as u32, start as u32);
        sensible(&parameter, |_| key.clone())?;
        Ok(TunedParam {
            parameter,
            ends: [options[0].span.clone(), options[1].span.clone()],
            options,
            span: key.clone(),
        })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.parameter.name
    }

    /// Where its name is written.
    pub(super) fn span(&self) -> &Span {
        &self.span
    }

    /// The text that is substituted when the tuner proposes `number`.
    pub(super) fn value(&self, number: f64) -> Value {
        match self.options.get(number as usize) {
            Some(option) if self.parameter.kind == ParameterKind::Choice => option.clone(),
            _ => Value {
                what: Literal::Number(number),
                span: self.span.clone(),
            },
        }
    }

    /// The values at which it is checked: the ends of a range, or every option.
    pub(super) fn extremes(&self) -> Vec<(f64, Value)> {
        let end = |number: f64, span: &Span| {
            let span = span.clone();
            let what = Literal::Number(number);
            (number, Value { what, span })
        };
        match self.parameter.kind {
            ParameterKind::Choice => {
                let options = self.options.iter().cloned();
                (0u32..).map(f64::from).zip(options).collect()
            }
            ParameterKind::Real | ParameterKind::Integer => vec![
                end(self.parameter.low, &self.ends[0]),
                end(self.parameter.high, &self.ends[1]),
            ],
        }
    }

    /// A value as people read it: four digits of a number, the name of a choice.
    pub fn shown(&self, number: f64) -> String {
        match self.parameter.kind {
            ParameterKind::Choice => shown(&self.value(number)),
            ParameterKind::Integer => number.to_string(),
            ParameterKind::Real => four_digits(number),
        }
    }

    /// The names of a choice's options.
    pub fn options(&self) -> Vec<String> {
        self.options.iter().map(shown).collect()
    }
}

/// A number with four digits that count.
pub(super) fn four_digits(number: f64) -> String {
    if number == 0.0 || !number.is_finite() {
        return number.to_string();
    }
    let magnitude = number.abs().log10().floor() as i32;
    match magnitude {
        -4..=8 => format!("{number:.*}", (3 - magnitude).max(0) as usize),
        _ => format!("{number:.3e}"),
    }
}

fn needed(fields: &mut Fields<'_>, key: &'static str) -> Result<(f64, Span), Diagnostic> {
    let number = fields.number(key, -LARGEST, LARGEST)?;
    let span = fields.node(key).map(|node| node.span.clone());
    number.zip(span).ok_or_else(|| fields.missing(key))
}

/// Refuses what no tuner takes.
fn sensible(parameter: &Parameter, span: impl Fn(&str) -> Span) -> Result<(), Diagnostic> {
    match Space::new(vec![parameter.clone()]) {
        Ok(_) => Ok(()),
        Err(Error::Parameter { name, wrong, right }) => {
            let diagnostic = Diagnostic::at(&span(&wrong), format!("parameter `{name}`: {wrong}"));
            Err(diagnostic.hint(right))
        }
        Err(error) => Err(Diagnostic::at(&span(""), error.to_string())),
    }
}
