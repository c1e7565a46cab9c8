//! From TOML to checked weights.

use super::{GameName, OUTCOMES, TrainingRecord, Weight, Weights};
use ludometer_spec::document::fields::Fields;
use ludometer_spec::document::tree::{self, Node, TomlValue};
use ludometer_spec::source::{Diagnostic, Span};
use ludometer_spec::spec::Spec;

impl Weights {
    /// Reads a file of weights; `game` gives the full name of the game that a spec names. Whether the
    /// game has the measures is found out where they are used.
    pub fn read(document: &Span, game: GameName<'_>) -> Result<Weights, Diagnostic> {
        let root = tree::parse(document)?;
        let mut fields = Fields::of(&root, "the file of weights")?;
        let game_place = match fields.node("game") {
            Some(node) => node.span.clone(),
            None => return Err(fields.missing("game")),
        };
        let (text, _) = fields
            .text("game")?
            .ok_or_else(|| Diagnostic::at(&game_place, "`game` is a text"))?;
        let spec = Spec::parse(&Span::whole("game", text.as_str()));
        let named = spec.and_then(|spec| game(&spec));
        let game = named.map_err(|diagnostic| diagnostic.moved(&game_place))?;
        let about = fields
            .text("about")?
            .map_or(String::new(), |(text, _)| text);
        let history = history(&mut fields)?;
        let constant = match fields.node("constant") {
            Some(node) => weight("constant", &node.span, node)?,
            None => Weight {
                name: "constant".into(),
                value: 0.0,
                error: None,
                places: (document.part(0..0), document.part(0..0)),
            },
        };
        let features = fields.list("features")?;
        let errors = fields.node("errors");
        let Some(table) = fields.node("weights") else {
            return Err(fields.missing("weights"));
        };
        let weights = Fields::of(table, "`weights`")?.rest();
        let weights = weights.map(|(name, span, node)| weight(name, span, node));
        let weights = weights.collect::<Result<Vec<_>, _>>()?;
        if weights.is_empty() {
            let message = "there is no weight in this file";
            return Err(Diagnostic::at(&table.span, message).hint("write `measure = number` lines"));
        }
        if let Some(same) = weights.iter().find(|weight| weight.name == "constant") {
            let message = "`constant` is no measure: it stands above `[weights]`";
            return Err(Diagnostic::at(&same.places.0, message));
        }
        let mut read = Weights {
            game,
            game_place,
            about,
            history,
            constant,
            weights,
        };
        if let Some(features) = features {
            check_features(features, &read, &table.span)?;
        }
        if let Some(errors) = errors {
            read.take_errors(errors)?;
        }
        fields.done()?;
        Ok(read)
    }

    fn take_errors(&mut self, node: &Node) -> Result<(), Diagnostic> {
        for (name, span, node) in Fields::of(node, "`errors`")?.rest() {
            let error = weight(name, span, node)?.value;
            if error < 0.0 {
                let message = format!("the error of `{name}` cannot be {error}: it is at least 0");
                return Err(Diagnostic::at(&node.span, message));
            }
            let found = match name {
                "constant" => Some(&mut self.constant),
                _ => self.weights.iter_mut().find(|weight| weight.name == name),
            };
            if let Some(weight) = found {
                weight.error = Some(error);
                continue;
            }
            let names = self.weights.iter().map(|weight| weight.name.as_str());
            let message = format!("there is no weight `{name}` to have an error");
            return Err(Diagnostic::at(span, message).known(name, names));
        }
        Ok(())
    }
}

fn history(fields: &mut Fields<'_>) -> Result<TrainingRecord, Diagnostic> {
    const MOST: u64 = 1 << 53;
    let outcome = fields.word("outcome", &OUTCOMES.map(|(name, _)| name))?;
    let found = OUTCOMES.iter().find(|(name, _)| Some(*name) == outcome);
    Ok(TrainingRecord {
        outcome: found.map(|(_, outcome)| *outcome),
        positions: fields.whole("positions", 1, MOST)?,
        playouts: fields.whole("playouts", 1, MOST)?,
        first: fields.whole("first", 1, MOST)?,
        last: fields.whole("last", 1, MOST)?,
        plies: fields.whole("plies", 1, MOST)?,
        seed: fields.whole("seed", 0, MOST)?,
        standard_errors: fields
            .word("standard_errors", &["classical", "hc1", "hc3"])?
            .map(String::from),
        r2: fields.number("r2", 0.0, 1.0)?,
        ceiling: fields.number("ceiling", 0.0, 1.0)?,
    })
}

fn weight(name: &str, span: &Span, node: &Node) -> Result<Weight, Diagnostic> {
    match node.what {
        TomlValue::Number(value) => Ok(Weight {
            name: name.to_string(),
            value,
            error: None,
            places: (span.clone(), node.span.clone()),
        }),
        ref other => {
            let message = format!("`{name}` is a number, not {}", other.kind());
            Err(Diagnostic::at(&node.span, message))
        }
    }
}

/// The measures that were learned on must be the measures that are weighed.
fn check_features(features: &[Node], read: &Weights, table: &Span) -> Result<(), Diagnostic> {
    let mut names = Vec::with_capacity(features.len());
    for node in features {
        let TomlValue::Text(name) = &node.what else {
            let message = format!("a feature is a text, not {}", node.what.kind());
            return Err(Diagnostic::at(&node.span, message));
        };
        if names.contains(&name.as_str()) {
            return Err(Diagnostic::at(
                &node.span,
                format!("`{name}` is listed twice"),
            ));
        }
        if !read.weights.iter().any(|weight| weight.name == *name) {
            let message = format!("the feature `{name}` has no weight");
            return Err(Diagnostic::at(&node.span, message).hint("give it one under `[weights]`"));
        }
        names.push(name.as_str());
    }
    let mut weights = read.weights.iter();
    match weights.find(|weight| !names.contains(&weight.name.as_str())) {
        None => Ok(()),
        Some(extra) => {
            let message = format!(
                "`{}` has a weight and is not among the features",
                extra.name
            );
            let span = match extra.places.0.text().is_empty() {
                true => table,
                false => &extra.places.0,
            };
            Err(Diagnostic::at(span, message).known(&extra.name, names))
        }
    }
}
