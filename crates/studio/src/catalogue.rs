//! The registry as data, from which pages make their forms.

use crate::problem::Problem;
use crate::session::opened;
use ludometer_arena::analysis::Listed;
use ludometer_arena::registry::Registry;
use ludometer_spec::param::{Param, ParamKind};
use serde::Serialize;

/// A game that can be opened.
#[derive(Debug, Serialize)]
pub(crate) struct GameForm {
    name: String,
    about: String,
    rules: String,
    params: Vec<ParamForm>,
    /// Specs that open it.
    examples: Vec<String>,
}

/// A parameter.
#[derive(Debug, Serialize)]
pub(crate) struct ParamForm {
    name: String,
    about: String,
    /// The default as text; `null` where a value must be given.
    default: Option<String>,
    #[serde(flatten)]
    kind: KindForm,
    /// The kind in words.
    takes: String,
}

/// The kind of a value.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum KindForm {
    Whole {
        low: i64,
        high: i64,
    },
    Real {
        low: Option<f64>,
        high: Option<f64>,
    },
    Choice {
        words: Vec<String>,
    },
    Text,
    /// An entry of another kind, as a spec: `agent`, `evaluator` or `measure`.
    Entry {
        of: &'static str,
    },
    /// Anything else that is typed as in a spec.
    Spec,
}

/// An agent, evaluator or start of a game.
#[derive(Debug, Serialize)]
pub(crate) struct EntryForm {
    name: String,
    about: String,
    params: Vec<ParamForm>,
}

/// A game that was opened, with what can be named in it.
#[derive(Debug, Serialize)]
pub(crate) struct OpenedForm {
    /// The spec with every parameter.
    game: String,
    players: usize,
    chance: bool,
    hidden: bool,
    agents: Vec<EntryForm>,
    starts: Vec<EntryForm>,
    /// Names of evaluators and measures.
    evaluators: Vec<String>,
    measures: Vec<String>,
}

fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}

fn param(param: &Param) -> ParamForm {
    let entry = |of| KindForm::Entry { of };
    ParamForm {
        name: param.name.clone(),
        about: param.about.clone(),
        default: param.default.clone(),
        takes: param.kind.describe(),
        kind: match &param.kind {
            ParamKind::Whole(low, high) => KindForm::Whole {
                // Numbers that a page can hold.
                low: (*low).max(-(1 << 53)),
                high: (*high).min(1 << 53),
            },
            ParamKind::Real(low, high) => KindForm::Real {
                low: finite(*low),
                high: finite(*high),
            },
            ParamKind::Choice(words) => KindForm::Choice {
                words: words.clone(),
            },
            ParamKind::Text | ParamKind::Family => KindForm::Text,
            ParamKind::Agent => entry("agent"),
            ParamKind::Evaluator => entry("evaluator"),
            ParamKind::Measure => entry("measure"),
            ParamKind::Network | ParamKind::Weight | ParamKind::Weights | ParamKind::Table => {
                KindForm::Spec
            }
        },
    }
}

fn entry(listed: &Listed) -> EntryForm {
    EntryForm {
        name: listed.name.clone(),
        about: listed.about.clone(),
        params: listed.params.iter().map(param).collect(),
    }
}

/// Every game of the registry.
pub(crate) fn games(registry: &Registry) -> Vec<GameForm> {
    let games = registry.games().iter();
    let form = |game: &ludometer_arena::registry::GameEntry| GameForm {
        name: game.name.clone(),
        about: game.about.clone(),
        rules: game.rules.clone(),
        params: game.params.iter().map(param).collect(),
        examples: game.examples.clone(),
    };
    games.map(form).collect()
}

/// What can be named in a game.
pub(crate) fn inside(registry: &Registry, game: &str) -> Result<OpenedForm, Problem> {
    let (rules, full, _) = opened(registry, game)?;
    let facts = rules.facts();
    let names = rules.names();
    let of = |wanted: &'static str| {
        let names = names.iter();
        names.filter(move |(kind, listed)| *kind == wanted && listed.unfit.is_none())
    };
    let only = |kind| of(kind).map(|(_, listed)| listed.name.clone()).collect();
    Ok(OpenedForm {
        game: full,
        players: facts.players,
        chance: facts.chance,
        hidden: facts.hidden,
        agents: of("agent").map(|(_, listed)| entry(listed)).collect(),
        starts: of("start").map(|(_, listed)| entry(listed)).collect(),
        evaluators: only("evaluator"),
        measures: only("measure"),
    })
}
