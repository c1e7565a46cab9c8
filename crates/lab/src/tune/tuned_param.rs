//! Tuned parameters: numbers to the tuner, a value to the agent.

use crate::plan::combine::shown;
use ludometer_arena::learner::ParameterBlock;
use ludometer_arena::registry::AnyGame;
use ludometer_core::Seed;
use ludometer_spec::document::fields::{Fields, value};
use ludometer_spec::document::tree::Node;
use ludometer_spec::param::{Param, ParamKind};
use ludometer_spec::source::{Diagnostic, Span};
use ludometer_spec::spec::{Literal, Spec, Value};
use ludometer_tune::{Error, Parameter, ParameterKind, ParameterScale, Space};

/// A parameter of an agent, or a block of them that fills one placeholder.
#[derive(Clone)]
pub struct TunedParam {
    name: String,
    /// The numbers that a tuner moves: one, or those of the block.
    parameters: Vec<Parameter>,
    /// What a choice stands for, by number.
    options: Vec<Value>,
    block: Option<Block>,
    span: Span,
    /// Where the ends of its range are written.
    ends: [Span; 2],
}

/// A block as it is named, and as the game has it.
#[derive(Clone)]
struct Block {
    spec: Spec,
    opened: Option<ParameterBlock>,
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
        if let Some(node) = fields.node("block") {
            fields.done()?;
            return TunedParam::block(name, key, node);
        }
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
            name: name.to_string(),
            parameters: vec![parameter],
            options: Vec::new(),
            block: None,
            span: key.clone(),
            ends: [low.1, high.1],
        })
    }

    fn block(name: &str, key: &Span, node: &Node) -> Result<TunedParam, Diagnostic> {
        let Literal::Spec(spec) = value(node, "block")?.what else {
            let diagnostic = Diagnostic::at(&node.span, "a block is a name of the game's");
            return Err(diagnostic.hint("as in { block = \"network(role=policy)\" }"));
        };
        Ok(TunedParam {
            name: name.to_string(),
            parameters: Vec::new(),
            options: Vec::new(),
            block: Some(Block { spec, opened: None }),
            ends: [node.span.clone(), node.span.clone()],
            span: key.clone(),
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
            name: name.to_string(),
            parameters: vec![parameter],
            ends: [options[0].span.clone(), options[1].span.clone()],
            options,
            block: None,
            span: key.clone(),
        })
    }

    /// Asks the game for the block, if it is one.
    pub(super) fn open(&mut self, game: &dyn AnyGame, seed: Seed) -> Result<(), Diagnostic> {
        let Some(block) = &mut self.block else {
            return Ok(());
        };
        let opened = game.parameter_block(&block.spec, seed)?;
        self.parameters = opened.parameters.clone();
        for parameter in &mut self.parameters {
            // A block may fill more than one placeholder.
            parameter.name = format!("{}.{}", self.name, parameter.name);
        }
        block.opened = Some(opened);
        Ok(())
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The numbers that a tuner moves: one, or those of a block.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// The number that a tuner moves; `None` for a block.
    pub fn parameter(&self) -> Option<&Parameter> {
        match (&self.block, &self.parameters[..]) {
            (None, [parameter]) => Some(parameter),
            _ => None,
        }
    }

    fn is_choice(&self) -> bool {
        let parameter = self.parameter();
        parameter.is_some_and(|parameter| parameter.kind == ParameterKind::Choice)
    }

    /// What is substituted when the tuner proposes these numbers.
    pub(super) fn value(&self, numbers: &[f64]) -> Value {
        let what = match &self.block {
            Some(block) => match &block.opened {
                Some(opened) => opened.write(numbers),
                None => Literal::Spec(block.spec.clone()),
            },
            None if self.is_choice() => match self.options.get(numbers[0] as usize) {
                Some(option) => return option.clone(),
                None => Literal::Number(numbers[0]),
            },
            None => Literal::Number(numbers[0]),
        };
        Value {
            what,
            span: self.span.clone(),
        }
    }

    /// The values at which it is checked: the ends of a range, or every option. A block is as the game
    /// makes it.
    pub(super) fn extremes(&self) -> Vec<Value> {
        let end = |number: f64, span: &Span| Value {
            what: Literal::Number(number),
            span: span.clone(),
        };
        match self.parameter() {
            None => Vec::new(),
            Some(_) if self.is_choice() => self.options.clone(),
            Some(parameter) => vec![
                end(parameter.low, &self.ends[0]),
                end(parameter.high, &self.ends[1]),
            ],
        }
    }

    /// A value as people read it: four digits of a number, the name of a choice.
    pub fn shown(&self, number: f64) -> String {
        match self.parameter().map(|parameter| parameter.kind) {
            Some(ParameterKind::Choice) => shown(&self.value(&[number])),
            Some(ParameterKind::Integer) => number.to_string(),
            _ => four_digits(number),
        }
    }

    /// The names of a choice's options.
    pub fn options(&self) -> Vec<String> {
        self.options.iter().map(shown).collect()
    }
}

/// Each parameter with its numbers of a point.
pub(super) fn split<'a>(
    parameters: &'a [TunedParam],
    mut point: &'a [f64],
) -> impl Iterator<Item = (&'a TunedParam, &'a [f64])> {
    parameters.iter().map(move |parameter| {
        let (own, rest) = point.split_at(parameter.parameters.len());
        point = rest;
        (parameter, own)
    })
}

/// A number with four digits that count.
pub(super) fn four_digits(number: f64) -> String {
    if number == 0.0 || !number.is_finite() {
        return number.to_string();
    }
    let magnitude = libm::log10(number.abs()).floor() as i32;
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
