//! The settings of a tuning: games, starts and opponents with their placeholders, and every
//! combination of what fills them.

use super::scenario::TrialSetting;
use crate::named_engines::NamedEngines;
use crate::plan::combine::{Variables, combinations};
use crate::plan::{OpenedGames, filled};
use ludometer_arena::define::Definition;
use ludometer_arena::registry::Registry;
use ludometer_spec::document::fields::{Fields, value};
use ludometer_spec::document::tree::{Node, TomlValue};
use ludometer_spec::source::{Diagnostic, Span};
use ludometer_spec::spec::{Literal, Value};
use std::sync::Arc;

/// The opponents of a tuning.
pub(super) enum Opponents {
    None,
    Itself(Span),
    Listed(Vec<Value>, Span),
}

impl Opponents {
    /// How many settings each combination has.
    pub(super) fn each(&self) -> usize {
        match self {
            Opponents::Listed(list, _) => list.len(),
            _ => 1,
        }
    }
}

/// What settings are made from.
pub(super) struct Template {
    pub(super) game: Value,
    pub(super) start: Value,
    pub(super) agent: Value,
    pub(super) opponents: Opponents,
    /// What agents call engines by.
    pub(super) engines: NamedEngines,
    /// The judge, and the agent that plays for positions, for move scores.
    pub(super) move_scorers: Vec<Value>,
}

pub(super) fn template(fields: &mut Fields<'_>) -> Result<Template, Diagnostic> {
    let mut needed = |key| match fields.node(key) {
        Some(node) => value(node, key),
        None => Err(fields.missing(key)),
    };
    let (game, agent) = (needed("game")?, needed("agent")?);
    let engines = NamedEngines::read(fields)?;
    let agent = engines.expanded(&agent)?;
    let start = match fields.node("start") {
        Some(node) => value(node, "start")?,
        None => Value::parse(&Span::whole("default", "start"))?,
    };
    let opponents = match fields.node("opponents") {
        None => Opponents::None,
        Some(node) => match &node.what {
            TomlValue::Text(text) if text == "self" => Opponents::Itself(node.span.clone()),
            TomlValue::List(list) if !list.is_empty() => {
                let list = list
                    .iter()
                    .map(|node| engines.expanded(&value(node, "opponents")?));
                Opponents::Listed(list.collect::<Result<_, _>>()?, node.span.clone())
            }
            _ => {
                let message = "`opponents` is \"self\" or a list of agents";
                let hint = "as in opponents = [\"random\", \"depth(t=1)\"]";
                return Err(Diagnostic::at(&node.span, message).hint(hint));
            }
        },
    };
    Ok(Template {
        game,
        start,
        agent,
        opponents,
        engines,
        move_scorers: Vec::new(),
    })
}

/// Every placeholder must have values, and all values a placeholder.
pub(super) fn check_placeholders(
    template: &Template,
    parameters: &[(&str, &Span, &Node)],
    scenarios: Option<&Node>,
) -> Result<(), Diagnostic> {
    let varied: Vec<(&str, &Span)> = match scenarios.map(|node| &node.what) {
        Some(TomlValue::Table(fields)) => {
            fields.iter().map(|(key, at, _)| (&key[..], at)).collect()
        }
        Some(TomlValue::List(list)) => {
            let tables = list.iter().filter_map(|node| match &node.what {
                TomlValue::Table(fields) => Some(fields),
                _ => None,
            });
            let keys = tables.flatten();
            keys.map(|(key, at, _)| (&key[..], at)).collect()
        }
        _ => Vec::new(),
    };
    let tuned = |name: &str| parameters.iter().any(|(known, ..)| *known == name);
    if let Some((name, span)) = varied.iter().find(|(name, _)| tuned(name)) {
        let message = format!("`{name}` is a parameter already");
        return Err(Diagnostic::at(span, message).hint("give one of the two another name"));
    }
    let mut played: Vec<&Value> = vec![&template.game, &template.start];
    if let Opponents::Listed(list, _) = &template.opponents {
        played.extend(list);
    }
    played.extend(&template.move_scorers);
    for value in &played {
        if let Some(name) = value.placeholders().into_iter().find(|name| tuned(name)) {
            let message = format!("`{name}` is tuned: it can stand in `agent` alone");
            let hint = "write a value here, or let it vary under [scenarios]";
            return Err(Diagnostic::at(&value.span, message).hint(hint));
        }
    }
    let placeholders = template.agent.placeholders();
    let names = || parameters.iter().map(|(name, ..)| *name);
    for placeholder in &placeholders {
        if !tuned(placeholder) && !varied.iter().any(|(name, _)| name == placeholder) {
            let span = placeholder_span(&template.agent, placeholder);
            let diagnostic =
                Diagnostic::at(&span, format!("no parameter is called `{placeholder}`"));
            return Err(diagnostic.known(
                placeholder,
                names().chain(varied.iter().map(|(name, _)| *name)),
            ));
        }
    }
    let unused = |(name, ..): &&(&str, &Span, &Node)| {
        placeholders.iter().all(|placeholder| placeholder != name)
    };
    if let Some((name, span, _)) = parameters.iter().find(unused) {
        let message = format!("nothing uses the parameter `{name}`");
        let hint = format!("write {{{name}}} in `agent` where it belongs");
        return Err(Diagnostic::at(span, message).hint(hint));
    }
    let used = |name: &str| {
        let mut values = played.iter().copied().chain([&template.agent]);
        values.any(|value| {
            value
                .placeholders()
                .iter()
                .any(|placeholder| placeholder == name)
        })
    };
    if let Some((name, span)) = varied.iter().find(|(name, _)| !used(name)) {
        let diagnostic = Diagnostic::at(span, format!("nothing uses the variable `{name}`"));
        let hint = format!("write {{{name}}} in `game`, `start`, `agent` or `opponents`");
        return Err(diagnostic.hint(hint));
    }
    Ok(())
}

/// The span of a placeholder.
fn placeholder_span(value: &Value, name: &str) -> Span {
    fn find(value: &Value, name: &str) -> Option<Span> {
        match &value.what {
            Literal::Placeholder(placeholder) if placeholder == name => Some(value.span.clone()),
            Literal::Spec(spec) => {
                let mut arguments = spec.arguments.iter();
                arguments.find_map(|argument| find(&argument.value, name))
            }
            Literal::Table(entries) => {
                let mut entries = entries.iter();
                entries.find_map(|entry| find(&entry.value, name))
            }
            _ => None,
        }
    }
    find(value, name).unwrap_or_else(|| value.span.clone())
}

/// The combinations that scenarios take in turn: of lists, or as they are listed.
pub(super) fn scenarios_of(
    template: &Template,
    node: Option<&Node>,
) -> Result<Vec<Variables>, Diagnostic> {
    let mut placeholders = template.game.placeholders();
    placeholders.extend(template.start.placeholders());
    placeholders.extend(template.agent.placeholders());
    if let Opponents::Listed(list, _) = &template.opponents {
        placeholders.extend(list.iter().flat_map(Value::placeholders));
    }
    placeholders.extend(template.move_scorers.iter().flat_map(Value::placeholders));
    match node.map(|node| (node, &node.what)) {
        None => Ok(vec![Vec::new()]),
        Some((node, TomlValue::List(list))) => match list.is_empty() {
            true => Err(Diagnostic::at(&node.span, "`scenarios` lists nothing")),
            false => combinations(&placeholders, None, None, Some(list)),
        },
        Some((node, _)) => {
            Fields::of(node, "`scenarios`")?;
            combinations(&placeholders, Some(node), None, None)
        }
    }
}

pub(super) fn settings(
    template: &Template,
    combinations: Vec<Variables>,
    definitions: &[Definition],
    registry: &Registry,
) -> Result<Vec<TrialSetting>, Diagnostic> {
    let mut games = OpenedGames::new(registry, definitions);
    let mut settings = Vec::new();
    for variables in combinations {
        let spec = filled(&template.game, &variables)?;
        let (game, game_name) = games.open(&spec)?;
        let opponents = match &template.opponents {
            Opponents::Listed(list, _) => {
                let list = list.iter();
                let list = list.map(|value| template.engines.filled(value, &variables).map(Some));
                list.collect::<Result<Vec<_>, _>>()?
            }
            _ => vec![None],
        };
        for opponent in opponents {
            settings.push(TrialSetting {
                game: Arc::clone(&game),
                game_name: game_name.clone(),
                start: filled(&template.start, &variables)?,
                variables: variables.clone(),
                opponent,
            });
        }
    }
    Ok(settings)
}

/// How many players all games have: opponents must be where there are two or more, and each of them
/// takes every other seat.
pub(super) fn players(template: &Template, settings: &[TrialSetting]) -> Result<usize, Diagnostic> {
    let players = settings[0].game.facts().players;
    for setting in settings {
        let here = setting.game.facts().players;
        let name = &setting.game_name;
        let at_game = |message: String, hint: &str| {
            Err(Diagnostic::at(&template.game.span, message).hint(hint.to_string()))
        };
        if here != players {
            let message = format!("{name} has {here} players, and other games {players}");
            return at_game(message, "tune on one kind at a time");
        }
        let scored = !template.move_scorers.is_empty();
        match (&template.opponents, here) {
            _ if scored && here > 2 => {
                let message = format!("{name} has {here} players, and a move score is for two");
                return at_game(message, "take another measure, such as payoff");
            }
            (Opponents::None, 2) if !scored => {
                let message = format!("{name} is for two players, and there are no `opponents`");
                let hint = "list agents, or set opponents = \"self\" to let tuned points meet";
                return at_game(message, hint);
            }
            (Opponents::None, 3..) => {
                let message = format!("{name} is for {here} players, and there are no `opponents`");
                let hint = "list agents, each of which takes all other seats, as in opponents = [\"random\"]";
                return at_game(message, hint);
            }
            (Opponents::Itself(at), 3..) => {
                let message = format!("{name} has {here} players, and two points meet in a duel");
                let hint = "list agents, each of which takes all other seats, as in opponents = [\"random\"]";
                return Err(Diagnostic::at(at, message).hint(hint));
            }
            (Opponents::Itself(at) | Opponents::Listed(_, at), 1) => {
                let message = format!("{name} is for one player and has no opponents");
                return Err(Diagnostic::at(at, message).hint("omit `opponents`"));
            }
            _ => {}
        }
    }
    Ok(players)
}
