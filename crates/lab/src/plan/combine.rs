//! Which combinations of variables a plan has.

use ludometer_arena::play::COLUMNS;
use ludometer_spec::document::fields::{Fields, value};
use ludometer_spec::document::tree::{Node, TomlValue};
use ludometer_spec::source::{Diagnostic, Span};
use ludometer_spec::spec::{Literal, Value};

const MOST_CELLS: usize = 100_000;
const MOST_PAIRED: usize = 400;

/// A combination: variables with their values.
pub(crate) type Variables = Vec<(String, Value)>;

/// A variable's value: a spec if it replaces a placeholder, otherwise a label that may be any text.
pub(super) fn variable(
    placeholders: &[String],
    key: &str,
    node: &Node,
) -> Result<Value, Diagnostic> {
    match &node.what {
        TomlValue::Text(text) if !placeholders.iter().any(|placeholder| placeholder == key) => {
            Ok(Value {
                what: Literal::Text(text.clone()),
                span: node.span.clone(),
            })
        }
        _ => value(node, key),
    }
}

/// A variable's value as tables show it: a quoted text without its quotes.
pub(crate) fn shown(value: &Value) -> String {
    match &value.what {
        Literal::Text(text) => text.clone(),
        _ => value.to_string(),
    }
}

/// Refuses a variable that would hide a column of the rows.
fn free(key: &str, span: &Span) -> Result<(), Diagnostic> {
    match COLUMNS.contains(&key) {
        false => Ok(()),
        true => Err(
            Diagnostic::at(span, format!("every row has a column `{key}` already"))
                .hint("give the variable another name"),
        ),
    }
}

/// Two variables that take every two of some values, each pair once.
pub(super) fn pairs(placeholders: &[String], node: &Node) -> Result<Vec<Variables>, Diagnostic> {
    let mut fields = Fields::of(node, "pairs")?;
    let (variables, at) = fields.needed_list("variables")?;
    let names = variables.iter().map(|node| match &node.what {
        TomlValue::Text(name) => free(name, &node.span).map(|()| name.clone()),
        other => {
            let message = format!("a variable is a text, not {}", other.kind());
            Err(Diagnostic::at(&node.span, message))
        }
    });
    let names = names.collect::<Result<Vec<String>, _>>()?;
    let [one, other] = &names[..] else {
        let message = format!("`variables` names two variables, not {}", names.len());
        return Err(Diagnostic::at(at, message));
    };
    if one == other {
        return Err(Diagnostic::at(
            at,
            format!("`{one}` cannot be both variables"),
        ));
    }
    let (values, at) = fields.needed_list("values")?;
    fields.done()?;
    if values.len() < 2 || values.len() > MOST_PAIRED {
        let message = format!(
            "`values` lists 2 to {MOST_PAIRED} values, not {}",
            values.len()
        );
        return Err(Diagnostic::at(at, message));
    }
    let mut pairs = Vec::new();
    for (i, first) in values.iter().enumerate() {
        for second in &values[i + 1..] {
            pairs.push(vec![
                (one.clone(), variable(placeholders, one, first)?),
                (other.clone(), variable(placeholders, other, second)?),
            ]);
        }
    }
    Ok(pairs)
}

/// The variables of a tournament: who plays, and against whom.
pub(super) const PLAYERS: [&str; 2] = ["player", "opponent"];

/// The kinds of tournament by name.
pub(super) const TOURNAMENTS: [&str; 2] = ["round-robin", "gauntlet"];

/// The pairings of the keys `players`, `tournament` and `challengers`: all against all, or the first ones
/// against the others.
pub(super) fn tournament(
    placeholders: &[String],
    fields: &mut Fields<'_>,
) -> Result<Option<Vec<Variables>>, Diagnostic> {
    let (kind, at) = (fields.node("tournament"), fields.node("challengers"));
    let gauntlet = fields.word("tournament", &TOURNAMENTS)? == Some("gauntlet");
    let challengers = fields.whole("challengers", 1, MOST_PAIRED as u64)?;
    let Some(players) = fields.list("players")? else {
        return match kind.or(at) {
            Some(node) => Err(Diagnostic::at(&node.span, "a tournament needs players")
                .hint("list them: players = [\"...\", \"...\"]")),
            None => Ok(None),
        };
    };
    let span = fields.node("players").map(|node| node.span.clone());
    let wrong = |message: String| {
        Err(span.as_ref().map_or_else(
            || Diagnostic::new(message.clone()),
            |span| Diagnostic::at(span, message.clone()),
        ))
    };
    if players.len() < 2 || players.len() > MOST_PAIRED {
        let count = players.len();
        return wrong(format!(
            "`players` lists 2 to {MOST_PAIRED} players, not {count}"
        ));
    }
    if let (false, Some(node)) = (gauntlet, at) {
        let diagnostic = Diagnostic::at(&node.span, "`challengers` is for a gauntlet");
        return Err(diagnostic.hint("leave it out, or set tournament = \"gauntlet\""));
    }
    let first = challengers.unwrap_or(1) as usize;
    if gauntlet && first >= players.len() {
        return wrong(format!(
            "{first} challengers leave no opponents among {} players",
            players.len()
        ));
    }
    let [one, other] = PLAYERS;
    let values = |name: &str| -> Result<Vec<Value>, Diagnostic> {
        players
            .iter()
            .map(|node| variable(placeholders, name, node))
            .collect()
    };
    let (ones, others) = (values(one)?, values(other)?);
    for (at, value) in ones.iter().enumerate() {
        if ones[..at].iter().any(|known| shown(known) == shown(value)) {
            let message = format!("`{}` is listed twice", shown(value));
            return Err(Diagnostic::at(&value.span, message));
        }
    }
    let mut pairs = Vec::new();
    for (i, player) in ones.iter().enumerate() {
        for (j, opponent) in others.iter().enumerate().skip(i + 1) {
            if !gauntlet || (i < first && j >= first) {
                let pair = [(one, player), (other, opponent)];
                pairs.push(
                    pair.map(|(name, value)| (name.to_string(), value.clone()))
                        .to_vec(),
                );
            }
        }
    }
    Ok(Some(pairs))
}

/// Every listed cell with every combination of the varied variables.
pub(crate) fn combinations(
    placeholders: &[String],
    vary: Option<&Node>,
    pairs: Option<Vec<Variables>>,
    cells: Option<&[Node]>,
) -> Result<Vec<Variables>, Diagnostic> {
    let mut combinations = pairs.unwrap_or_else(|| vec![Vec::new()]);
    if let Some(node) = vary {
        for (key, span, node) in Fields::of(node, "vary")?.rest() {
            let TomlValue::List(values) = &node.what else {
                return Err(Diagnostic::at(
                    &node.span,
                    format!("`{key}` varies over a list of values"),
                ));
            };
            if values.is_empty() {
                return Err(Diagnostic::at(span, format!("`{key}` varies over nothing")));
            }
            free(key, span)?;
            if combinations[0].iter().any(|(known, _)| known == key) {
                return Err(Diagnostic::at(span, format!("`{key}` is paired already")));
            }
            let values = values.iter().map(|node| variable(placeholders, key, node));
            let values = values.collect::<Result<Vec<_>, _>>()?;
            if combinations.len().saturating_mul(values.len()) > MOST_CELLS {
                return Err(Diagnostic::at(
                    span,
                    format!("the plan has more than {MOST_CELLS} cells"),
                ));
            }
            let longer = |combination: &Variables| {
                let combination = combination.clone();
                values
                    .iter()
                    .map(move |value| {
                        let mut longer = combination.clone();
                        longer.push((key.to_string(), value.clone()));
                        longer
                    })
                    .collect::<Vec<_>>()
            };
            combinations = combinations.iter().flat_map(longer).collect();
        }
    }
    let Some(cells) = cells else {
        return Ok(combinations);
    };
    let mut all = Vec::new();
    for node in cells {
        let mut listed = Vec::new();
        for (key, span, node) in Fields::of(node, "a cell")?.rest() {
            free(key, span)?;
            if combinations[0].iter().any(|(known, _)| known == key) {
                return Err(Diagnostic::at(span, format!("`{key}` is varied already")));
            }
            listed.push((key.to_string(), variable(placeholders, key, node)?));
        }
        if all.len() + combinations.len() > MOST_CELLS {
            return Err(Diagnostic::at(
                &node.span,
                format!("the plan has more than {MOST_CELLS} cells"),
            ));
        }
        all.extend(
            combinations
                .iter()
                .map(|varied| [&listed[..], &varied[..]].concat()),
        );
    }
    Ok(all)
}
