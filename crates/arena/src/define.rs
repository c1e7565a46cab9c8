//! Names that a plan or a command gives to evaluators and networks: a file of weights, shipped
//! weights, or a spec.

use crate::weights::{GameName, NetworkFile, RegisteredWeights, Weights};
use ludometer_core::Facts;
use ludometer_spec::document::fields::value;
use ludometer_spec::document::tree::{Node, TomlValue};
use ludometer_spec::source::{Diagnostic, Span, is_near};
use ludometer_spec::spec::{Literal, Spec, Value};
use std::io;

/// A name that stands for an evaluator.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The name.
    pub name: String,
    /// Where it is given.
    pub span: Span,
    spec: Spec,
    /// The game that weights were learned on, with its span in the file.
    learned: Option<(String, Span)>,
}

/// Reads a file of weights.
pub type Load<'a> = &'a dyn Fn(&str) -> io::Result<String>;

/// For texts that may name no files.
pub fn no_files(name: &str) -> io::Result<String> {
    Err(io::Error::other(format!(
        "`{name}` is a file, and none can be named here"
    )))
}

/// Where definitions are resolved: files, games and shipped weights.
pub struct Sources<'a> {
    /// Reads a file.
    pub load: Load<'a>,
    /// Gives the full name of a game.
    pub game: GameName<'a>,
    /// Shipped weights and networks.
    pub registered_weights: &'a RegisteredWeights,
}

impl Definition {
    /// Reads every definition of a table.
    pub fn all(node: &Node, sources: &Sources<'_>) -> Result<Vec<Definition>, Diagnostic> {
        let TomlValue::Table(fields) = &node.what else {
            let message = "`evaluators` is a table of names, as in `mine = \"mine.toml\"`";
            return Err(Diagnostic::at(&node.span, message));
        };
        let read = |(name, span, node): &(String, Span, Node)| {
            let TomlValue::Text(text) = &node.what else {
                let message = format!("`{name}` is a text, not {}", node.what.kind());
                return Err(Diagnostic::at(&node.span, message).hint(WHAT));
            };
            Definition::read(name, span, (text, &node.span), sources, || {
                value(node, name)
            })
        };
        let all: Vec<Definition> = fields.iter().map(read).collect::<Result<_, _>>()?;
        apart(&all)?;
        Ok(all)
    }

    /// Reads what options say: `name=FILE`, or `name=spec`.
    pub fn of_options(
        options: &[String],
        sources: &Sources<'_>,
    ) -> Result<Vec<Definition>, Diagnostic> {
        let read = |option: &String| {
            let whole = Span::whole("--define", option);
            let Some((name, text)) = option.split_once('=') else {
                return Err(Diagnostic::at(
                    &whole,
                    "a definition is `name=FILE` or `name=spec`",
                ));
            };
            let (key, at) = (whole.part(0..name.len()), name.len() + 1);
            let span = whole.part(at..option.len());
            Definition::read(name, &key, (text, &span), sources, || Value::parse(&span))
        };
        let all: Vec<Definition> = options.iter().map(read).collect::<Result<_, _>>()?;
        for (i, definition) in all.iter().enumerate() {
            if all[..i].iter().any(|before| before.name == definition.name) {
                let message = format!("`{}` is defined twice", definition.name);
                return Err(Diagnostic::at(&definition.span, message));
            }
        }
        apart(&all)?;
        Ok(all)
    }

    fn read(
        name: &str,
        key: &Span,
        (text, span): (&str, &Span),
        sources: &Sources<'_>,
        inline: impl FnOnce() -> Result<Value, Diagnostic>,
    ) -> Result<Definition, Diagnostic> {
        let is_name = matches!(
            Spec::parse(&Span::whole("name", name)),
            Ok(spec) if spec.name == name && spec.arguments.is_empty()
        );
        if !is_name {
            let message = format!("`{name}` cannot be named in a spec");
            let hint = "a name begins with a letter and goes on with letters, digits, - and _";
            return Err(Diagnostic::at(key, message).hint(hint));
        }
        let (spec, learned) = match document(text, span, sources)? {
            Some(document) if NetworkFile::is_one(&document) => {
                (NetworkFile::read(&document)?.spec(span), None)
            }
            Some(document) => {
                let weights = Weights::read(&document, sources.game)?;
                let learned = (weights.game.clone(), weights.game_place.clone());
                (weights.spec(span), Some(learned))
            }
            None => (spec(inline()?, sources.registered_weights)?, None),
        };
        Ok(Definition {
            name: name.to_string(),
            span: key.clone(),
            spec,
            learned,
        })
    }

    /// What `named` means at a game, if it can be used there.
    pub(crate) fn stands_for(&self, named: &Spec, facts: &Facts) -> Result<&Spec, Diagnostic> {
        if let Some(argument) = named.arguments.first() {
            let message = format!(
                "`{}` is defined as it stands: it has no parameters",
                self.name
            );
            return Err(Diagnostic::at(&argument.value.span, message));
        }
        match &self.learned {
            Some((game, span)) if *game != facts.name => {
                let message = format!("these weights are for {game}, not for {}", facts.name);
                let hint = "name them where that game is played, or learn them anew";
                Err(Diagnostic::at(span, message).hint(hint))
            }
            _ => Ok(&self.spec),
        }
    }
}

/// What a definition may be, for diagnostics.
const WHAT: &str = "a file of weights, the name of shipped weights, or a spec such as 'weigh(...)'";

/// The weights that a text names: shipped ones or a file; `None` if it is a spec.
fn document(text: &str, span: &Span, sources: &Sources<'_>) -> Result<Option<Span>, Diagnostic> {
    let RegisteredWeights { weights, networks } = sources.registered_weights;
    let mut shipped = weights.iter().chain(networks);
    if let Some(shipped) = shipped.find(|known| known.name == text) {
        return Ok(Some(shipped.span()));
    }
    if !text.ends_with(".toml") && (text.contains('(') || !text.contains(['/', '\\'])) {
        return Ok(None);
    }
    let read = (sources.load)(text).map_err(|error| {
        let message = format!("the weights `{text}` cannot be read: {error}");
        Diagnostic::at(span, message).hint(WHAT)
    })?;
    Ok(Some(Span::whole(text, read)))
}

fn spec(value: Value, registered_weights: &RegisteredWeights) -> Result<Spec, Diagnostic> {
    match value.what {
        Literal::Spec(spec) => {
            let mut names = registered_weights
                .weights
                .iter()
                .map(|known| known.name.as_str());
            let meant = names.find(|name| spec.arguments.is_empty() && is_near(&spec.name, name));
            match meant {
                None => Ok(spec),
                Some(name) => {
                    let message = format!("no weights are called `{}`", spec.name);
                    Err(Diagnostic::at(&spec.span, message).known(&spec.name, [name]))
                }
            }
        }
        _ => Err(Diagnostic::at(&value.span, "this is no evaluator").hint(WHAT)),
    }
}

/// Definitions cannot refer to each other, so there are no cycles.
fn apart(all: &[Definition]) -> Result<(), Diagnostic> {
    for definition in all {
        if let Some(named) = all
            .iter()
            .find_map(|known| mention(&definition.spec, &known.name))
        {
            let message = format!("`{}` is itself a definition", named.name);
            let hint = "write out what it stands for: definitions do not name each other";
            return Err(Diagnostic::at(&named.span, message).hint(hint));
        }
    }
    Ok(())
}

/// Refuses an unused definition, which is probably a typo.
pub fn all_named<'a>(
    definitions: &[Definition],
    specs: impl Iterator<Item = &'a Spec> + Clone,
) -> Result<(), Diagnostic> {
    let idle = definitions.iter().find(|definition| {
        let mut specs = specs.clone();
        !specs.any(|spec| mention(spec, &definition.name).is_some())
    });
    match idle {
        None => Ok(()),
        Some(definition) => {
            let message = format!("nothing uses the evaluator `{}`", definition.name);
            let hint = format!("write `leaf={}` where it belongs", definition.name);
            Err(Diagnostic::at(&definition.span, message).hint(hint))
        }
    }
}

/// Where a spec names something.
fn mention<'a>(spec: &'a Spec, name: &str) -> Option<&'a Spec> {
    if spec.name == name {
        return Some(spec);
    }
    let mut values = spec.arguments.iter().map(|argument| &argument.value.what);
    values.find_map(|what| match what {
        Literal::Spec(inner) => mention(inner, name),
        _ => None,
    })
}
