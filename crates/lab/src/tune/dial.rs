//! What is tuned: a number to the tuner, a value to the agent.

use crate::plan::combine::shown;
use ludometer_spec::document::fields::{Fields, value};
use ludometer_spec::document::tree::Node;
use ludometer_spec::param::{Param, ParamKind};
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
    /// Reads `name = { kind = "real", low = 0, high = 1, start = 0.5 }`. What is not written is taken
    /// from the declaration of the parameter that the agent has in its place.
    pub(super) fn read(
        name: &str,
        key: &Span,
        node: &Node,
        declared: Option<&Param>,
    ) -> Result<TunedParam, Diagnostic> {
        let mut fields = Fields::of(node, "a parameter")?;
        let kind = match (fields.word("kind", &KINDS)?, declared.map(|d| &d.kind)) {
            (Some("choice"), _) => return TunedParam::choice(name, key, fields, declared),
            (Some("integer"), _) | (None, Some(ParamKind::Whole(..))) => ParameterKind::Integer,
            (None, Some(ParamKind::Choice(_))) => {
                return TunedParam::choice(name, key, fields, declared);
            }
            _ => ParameterKind::Real,
        };
        let (low, high) = declared.map_or((None, None), range);
        let low = number(&mut fields, "low", low, key, declared)?;
        let high = number(&mut fields, "high", high, key, declared)?;
        let default = declared.and_then(|declared| declared.default.as_ref()?.parse().ok());
        let default = default.filter(|start| (low.0..=high.0).contains(start));
        let start = number(&mut fields, "start", default, key, declared)?;
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

    fn choice(
        name: &str,
        key: &Span,
        mut fields: Fields<'_>,
        declared: Option<&Param>,
    ) -> Result<TunedParam, Diagnostic> {
        let words = declared.and_then(|declared| match &declared.kind {
            ParamKind::Choice(words) => Some((words, declared.default.as_deref())),
            _ => None,
        });
        let (options, first) = match (fields.list("options")?, words) {
            (Some(listed), _) => {
                let options = listed.iter().map(|node| value(node, "options"));
                (options.collect::<Result<Vec<Value>, _>>()?, 0)
            }
            (None, Some((words, default))) => {
                let option =
                    |word: &String| Ok(Value::parse(&Span::whole("options", word))?.moved(key));
                let first = words.iter().position(|word| Some(word.as_str()) == default);
                let options = words.iter().map(option);
                (
                    options.collect::<Result<_, Diagnostic>>()?,
                    first.unwrap_or(0),
                )
            }
            (None, None) => return Err(fields.missing("options")),
        };
        let start = match fields.node("start") {
            None => first,
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

/// The ends of the declared range that are finite.
fn range(declared: &Param) -> (Option<f64>, Option<f64>) {
    match declared.kind {
        ParamKind::Whole(low, high) => (
            (low > i64::MIN).then_some(low as f64),
            (high < i64::MAX).then_some(high as f64),
        ),
        ParamKind::Real(low, high) => {
            let finite = |end: f64| (end.abs() <= LARGEST).then_some(end);
            (finite(low), finite(high))
        }
        _ => (None, None),
    }
}

/// The number under a key, or else the declared one, with its span.
fn number(
    fields: &mut Fields<'_>,
    key: &'static str,
    otherwise: Option<f64>,
    name: &Span,
    declared: Option<&Param>,
) -> Result<(f64, Span), Diagnostic> {
    let given = fields.number(key, -LARGEST, LARGEST)?;
    let span = fields.node(key).map(|node| node.span.clone());
    let otherwise = otherwise.map(|number| (number, name.clone()));
    given.zip(span).or(otherwise).ok_or_else(|| {
        let missing = fields.missing(key);
        match declared {
            // A key that is nearly this one is the better hint.
            Some(Param { name, kind, .. }) if !missing.to_string().contains("\nhint: ") => {
                let kind = kind.describe();
                missing.hint(format!(
                    "`{name}` is declared as {kind}, which gives no `{key}`"
                ))
            }
            _ => missing,
        }
    })
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
