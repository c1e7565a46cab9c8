//! `[engines]`: engines that a document gives names to, so that agents can say `engine(NAME)`.
//!
//! A named engine is nothing but its spec: `engine(new)` stands for `engine(command='./new', ...)`, and
//! rows are stored under that. Names appear in labels of variables alone.

use ludometer_spec::document::fields::{Fields, value};
use ludometer_spec::document::tree::{Node, TomlValue};
use ludometer_spec::source::{Diagnostic, Span};
use ludometer_spec::spec::{Argument, Keyed, Literal, Spec, Value};

/// The agent that asks a program.
const ENGINE: &str = "engine";

/// Its parameter that is a table.
const OPTIONS: &str = "options";

/// The named engines of a document.
#[derive(Clone, Default)]
pub(crate) struct NamedEngines(Vec<(String, Vec<Argument>)>);

impl NamedEngines {
    /// Reads the key `engines`, if it is there.
    pub(crate) fn read(fields: &mut Fields<'_>) -> Result<NamedEngines, Diagnostic> {
        let Some(node) = fields.node("engines") else {
            return Ok(NamedEngines::default());
        };
        let engines = Fields::of(node, "`engines`")?.rest();
        let engines = engines.map(|(name, span, node)| {
            named(name, span)?;
            let mut fields = Fields::of(node, "an engine")?;
            if fields.node("command").is_none() {
                return Err(fields.missing("command"));
            }
            let parameters = Fields::of(node, "an engine")?.rest();
            let arguments = parameters.map(|(key, span, node)| {
                Ok(Argument {
                    key: Some((key.to_string(), span.clone())),
                    value: argument(key, node)?,
                })
            });
            let arguments = arguments.collect::<Result<_, Diagnostic>>()?;
            Ok((name.to_string(), arguments))
        });
        Ok(NamedEngines(engines.collect::<Result<_, Diagnostic>>()?))
    }

    /// The placeholders in them.
    pub(crate) fn placeholders(&self) -> Vec<String> {
        let arguments = self.0.iter().flat_map(|(_, arguments)| arguments);
        arguments
            .flat_map(|argument| argument.value.placeholders())
            .collect()
    }

    /// The agent that a value stands for, with every placeholder substituted, those of the engines that
    /// it names among them.
    pub(crate) fn filled(
        &self,
        value: &Value,
        variables: &[(String, Value)],
    ) -> Result<Spec, Diagnostic> {
        let filled = value.fill(variables)?;
        match self.expanded(&filled)?.fill(variables)?.what {
            Literal::Spec(spec) => Ok(spec),
            _ => Err(Diagnostic::at(&value.span, "a name is expected here")),
        }
    }

    /// The value with the named engines in it written out.
    pub(crate) fn expanded(&self, value: &Value) -> Result<Value, Diagnostic> {
        let what = match &value.what {
            Literal::Spec(spec) if !self.0.is_empty() => Literal::Spec(self.agent(spec)?),
            other => other.clone(),
        };
        Ok(Value {
            what,
            span: value.span.clone(),
        })
    }

    fn agent(&self, spec: &Spec) -> Result<Spec, Diagnostic> {
        let arguments = match (spec.name == ENGINE, spec.arguments.split_first()) {
            (true, Some((first, others))) if first.key.is_none() => match &first.value.what {
                Literal::Spec(word) if word.arguments.is_empty() => {
                    let known = self.0.iter().find(|(name, _)| *name == word.name);
                    let Some((_, parameters)) = known else {
                        let message = format!("no engine is called `{}`", word.name);
                        let names = self.0.iter().map(|(name, _)| name.as_str());
                        let diagnostic = Diagnostic::at(&word.span, message);
                        return Err(diagnostic.known(&word.name, names));
                    };
                    over(parameters, others)?
                }
                _ => spec.arguments.clone(),
            },
            (true, _) => spec.arguments.clone(),
            (false, _) => {
                let arguments = spec.arguments.iter().map(|argument| {
                    Ok(Argument {
                        key: argument.key.clone(),
                        value: self.expanded(&argument.value)?,
                    })
                });
                arguments.collect::<Result<_, Diagnostic>>()?
            }
        };
        Ok(Spec {
            name: spec.name.clone(),
            arguments,
            span: spec.span.clone(),
        })
    }
}

/// Refuses a name that a spec could not say.
fn named(name: &str, span: &Span) -> Result<(), Diagnostic> {
    let parsed = Value::parse(&Span::whole("engines", name));
    match parsed.map(|value| value.what) {
        Ok(Literal::Spec(spec)) if spec.arguments.is_empty() && spec.name == name => Ok(()),
        _ => {
            let message = format!("an engine cannot be called `{name}`");
            let hint = "names begin with a letter and have letters, digits, `-` and `_`";
            Err(Diagnostic::at(span, message).hint(hint))
        }
    }
}

/// The value of a parameter as TOML has it. What is not a placeholder as a whole is a text.
fn argument(key: &str, node: &Node) -> Result<Value, Diagnostic> {
    let what = match &node.what {
        TomlValue::Number(number) => Literal::Number(*number),
        TomlValue::Flag(flag) => word(if *flag { "yes" } else { "no" }, &node.span),
        TomlValue::Table(fields) if key == OPTIONS => {
            let entries = fields.iter().map(|(name, span, node)| {
                Ok(Keyed {
                    key: name.clone(),
                    span: span.clone(),
                    value: option(name, node)?,
                })
            });
            Literal::Table(entries.collect::<Result<_, Diagnostic>>()?)
        }
        TomlValue::Text(text) if key == "protocol" => word(text, &node.span),
        TomlValue::Text(_) => return text(key, node),
        other => {
            let message = format!("`{key}` of an engine cannot be {}", other.kind());
            return Err(Diagnostic::at(&node.span, message));
        }
    };
    Ok(Value {
        what,
        span: node.span.clone(),
    })
}

/// The value of an option.
fn option(name: &str, node: &Node) -> Result<Value, Diagnostic> {
    let what = match &node.what {
        TomlValue::Number(number) => Literal::Number(*number),
        TomlValue::Flag(flag) => word(if *flag { "true" } else { "false" }, &node.span),
        TomlValue::Text(_) => return text(name, node),
        other => {
            let message = format!(
                "the option `{name}` is a number, a text, true or false, not {}",
                other.kind()
            );
            return Err(Diagnostic::at(&node.span, message));
        }
    };
    Ok(Value {
        what,
        span: node.span.clone(),
    })
}

/// A text, or the placeholder that it is.
fn text(key: &str, node: &Node) -> Result<Value, Diagnostic> {
    if let Ok(parsed) = value(node, key)
        && matches!(parsed.what, Literal::Placeholder(_))
    {
        return Ok(parsed);
    }
    let TomlValue::Text(text) = &node.what else {
        return value(node, key);
    };
    if text.contains('\'') {
        let message = "a text with a quotation mark (') cannot stand in a spec";
        return Err(Diagnostic::at(&node.span, message));
    }
    Ok(Value {
        what: Literal::Text(text.clone()),
        span: node.span.clone(),
    })
}

fn word(name: &str, span: &Span) -> Literal {
    Literal::Spec(Spec {
        name: name.to_string(),
        arguments: Vec::new(),
        span: span.clone(),
    })
}

/// The parameters of a named engine under those that a spec adds. Options are taken together.
fn over(named: &[Argument], added: &[Argument]) -> Result<Vec<Argument>, Diagnostic> {
    let mut arguments = named.to_vec();
    for new in added {
        let Some((key, _)) = &new.key else {
            let message = "what is added to a named engine has a name";
            let hint = "as in engine(new, nodes=1000)";
            return Err(Diagnostic::at(&new.value.span, message).hint(hint));
        };
        let known = arguments.iter_mut();
        let mut known = known.filter(|old| matches!(&old.key, Some((name, _)) if name == key));
        match (known.next(), &new.value.what) {
            (Some(old), Literal::Table(more)) => {
                if let Literal::Table(entries) = &mut old.value.what {
                    entries.retain(|entry| more.iter().all(|new| new.key != entry.key));
                    entries.extend(more.iter().cloned());
                }
            }
            (Some(old), _) => *old = new.clone(),
            (None, _) => arguments.push(new.clone()),
        }
    }
    Ok(arguments)
}
