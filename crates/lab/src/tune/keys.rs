//! Keys of a tuning that are read by themselves: objective, learner, tuner, move score, parameters, measure.

use super::positions::{MOVE_SCORE, MoveScoreSettings};
use super::scenario::TrialSetting;
use super::settings::{Opponents, Template};
use ludometer_arena::metric::Metric;
use ludometer_arena::registry::{BUILT_IN_OBJECTIVES, NamedTuner, ObjectiveEntry, Registry};
use ludometer_core::Sense;
use ludometer_spec::document::fields::{Fields, value};
use ludometer_spec::document::tree::{Node, TomlValue};
use ludometer_spec::source::{Diagnostic, Span};
use ludometer_spec::spec::{Literal, Spec};
use ludometer_tune::Objective;

/// An objective that the plan names.
pub(super) enum Asked {
    BuiltIn(&'static str),
    Registered(ObjectiveEntry),
}

impl Asked {
    pub(super) fn name(&self) -> &str {
        match self {
            Asked::BuiltIn(name) => name,
            Asked::Registered(entry) => &entry.name,
        }
    }
}

/// The objective that the plan names, and where.
pub(super) fn objective<'a>(
    fields: &mut Fields<'a>,
    registry: &Registry,
) -> Result<Option<(Asked, &'a Span)>, Diagnostic> {
    let Some((name, span)) = fields.text("objective")? else {
        return Ok(None);
    };
    let built_in = BUILT_IN_OBJECTIVES.iter().map(|(name, _)| *name);
    if let Some(name) = built_in.clone().find(|known| *known == name) {
        return Ok(Some((Asked::BuiltIn(name), span)));
    }
    let registered = registry.objectives();
    if let Some(entry) = registered.iter().find(|entry| entry.name == name) {
        return Ok(Some((Asked::Registered(entry.clone()), span)));
    }
    let mut known: Vec<&str> = registered.iter().map(|entry| entry.name.as_str()).collect();
    for name in built_in {
        known.push(name);
    }
    let diagnostic = Diagnostic::at(span, format!("there is no objective `{name}`"));
    Err(diagnostic.known(&name, known))
}

/// What answers mean, which the opponents decide; an objective that is named must agree.
pub(super) fn answers(
    template: &Template,
    asked: Option<&(Asked, &Span)>,
    scored: bool,
    learner: Option<&Spec>,
) -> Result<Objective, Diagnostic> {
    let itself = matches!(template.opponents, Opponents::Itself(_));
    let refused = |span: &Span, message: &str, hint: &str| {
        Err(Diagnostic::at(span, message).hint(hint.to_string()))
    };
    match asked {
        Some((Asked::BuiltIn("duel"), span)) if !itself => refused(
            span,
            "points meet each other in duels alone",
            "set opponents = \"self\"",
        ),
        Some((Asked::BuiltIn("value") | Asked::Registered(_), span)) if itself => refused(
            span,
            "points that meet each other have no value of their own",
            "list opponents, or set objective = \"duel\"",
        ),
        Some((Asked::BuiltIn("learning"), span)) if learner.is_none() => refused(
            span,
            "nothing learns here",
            "name a learner of the game, as in learner = \"td(decks=1000)\"",
        ),
        Some((asked, span)) if learner.is_some() && asked.name() != "learning" => refused(
            span,
            "a learner has an objective of its own",
            "set objective = \"learning\", or leave `learner` away",
        ),
        _ => Ok(match itself && !scored {
            true => Objective::Duel,
            false => Objective::Value,
        }),
    }
}

/// The learner that the plan names in the place of a tuner.
pub(super) fn learner(fields: &mut Fields<'_>) -> Result<Option<Spec>, Diagnostic> {
    let Some(node) = fields.node("learner") else {
        return Ok(None);
    };
    if let Some(other) = fields.node("tuner").or(fields.node("batch")) {
        let diagnostic = Diagnostic::at(&other.span, "a learner needs no tuner");
        return Err(diagnostic.hint("leave `tuner` and `batch` away, or `learner`"));
    }
    match value(node, "learner")?.what {
        Literal::Spec(spec) => Ok(Some(spec)),
        _ => Err(Diagnostic::at(
            &node.span,
            "a learner is a name of the game's",
        )),
    }
}

/// The tuner that the plan names, or else the one that is called `default`.
pub(super) fn tuner(
    fields: &mut Fields<'_>,
    registry: &Registry,
) -> Result<NamedTuner, Diagnostic> {
    let Some(node) = fields.node("tuner") else {
        let spec = Spec::parse(&Span::whole("tuner", "default"))?;
        return registry.open_tuner(&spec);
    };
    let written = value(node, "tuner")?;
    match &written.what {
        Literal::Spec(spec) => registry.open_tuner(spec),
        _ => {
            let diagnostic = Diagnostic::at(&written.span, format!("{written} is no tuner"));
            Err(diagnostic.hint("a tuner is a name with its settings, as in `rspsa(eta_plus=1.2)`"))
        }
    }
}

/// Reads `[move_score]`, if moves are scored.
pub(super) fn move_score<'a>(
    fields: &mut Fields<'a>,
    asked: Option<&(Asked, &Span)>,
) -> Result<Option<MoveScoreSettings<'a>>, Diagnostic> {
    let measured = fields.node("measure").map(|node| &node.what);
    let measured = matches!(measured, Some(TomlValue::Text(word)) if word == MOVE_SCORE);
    let asked = asked.is_some_and(|(asked, _)| asked.name() == MOVE_SCORE);
    match (measured || asked, fields.node("move_score")) {
        (true, Some(node)) => MoveScoreSettings::read(node).map(Some),
        (true, None) => {
            let hint =
                "as in [move_score] judge = \"pvs(t=6, leaf=discs)\", positions = 300, win = 64";
            Err(fields.missing("move_score").hint(hint))
        }
        (false, Some(node)) => {
            let diagnostic = Diagnostic::at(&node.span, "nothing uses `move_score`");
            Err(diagnostic.hint("set measure = \"move-score\", or omit it"))
        }
        (false, None) => Ok(None),
    }
}

/// What is listed under `[parameters]`.
pub(super) fn parameters<'a>(
    fields: &mut Fields<'a>,
) -> Result<Vec<(&'a str, &'a Span, &'a Node)>, Diagnostic> {
    let node = fields.node("parameters");
    let node = node.ok_or_else(|| fields.missing("parameters"))?;
    let listed: Vec<_> = Fields::of(node, "`parameters`")?.rest().collect();
    match listed.is_empty() {
        false => Ok(listed),
        true => {
            let diagnostic = Diagnostic::at(&node.span, "there is nothing to tune");
            Err(diagnostic.hint("as in noise = { low = 0.0, high = 5.0, start = 0.2 }"))
        }
    }
}

/// Metrics of a game that can be tuned for, beside measures and the move score.
const OUTCOMES: [Metric; 4] = [Metric::Won, Metric::Score, Metric::Payoff, Metric::Points];

/// What the key `measure` may name, in words.
pub(super) fn measures_in_words() -> String {
    let outcomes = OUTCOMES.map(Metric::name).join(", ");
    format!("{outcomes}, {MOVE_SCORE}, or a measure of the game")
}

/// The metric that a word names: of the outcome, or a measure that all games have.
pub(super) fn metric(
    node: &Node,
    settings: &[TrialSetting],
) -> Result<(Option<Spec>, Metric, Sense), Diagnostic> {
    let parsed = value(node, "measure")?;
    let word = parsed.to_string();
    if let Some(outcome) = OUTCOMES.into_iter().find(|metric| metric.name() == word) {
        return Ok((None, outcome, Sense::High));
    }
    let Literal::Spec(spec) = parsed.what else {
        let diagnostic = Diagnostic::at(&parsed.span, "this is no measure");
        return Err(diagnostic.hint(measures_in_words()));
    };
    let mut sense = None;
    for setting in settings {
        let here = setting.game.measure(&spec).map_err(|diagnostic| {
            match OUTCOMES
                .map(Metric::name)
                .into_iter()
                .chain([MOVE_SCORE])
                .find(|w| ludometer_spec::source::is_near(&word, w))
            {
                Some(meant) => Diagnostic::at(&node.span, format!("`{word}` is no measure"))
                    .hint(format!("did you mean `{meant}`?")),
                None => diagnostic,
            }
        })?;
        if sense.is_some_and(|sense| sense != here) {
            let message = format!("`{word}` points up in one game and down in another");
            return Err(Diagnostic::at(&node.span, message).hint("tune on one of them at a time"));
        }
        sense = Some(here);
    }
    let sense = sense.expect("there is a setting");
    Ok((Some(spec), Metric::Measured, sense))
}
