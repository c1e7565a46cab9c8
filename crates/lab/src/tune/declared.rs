//! The declared parameter that a placeholder stands for: its range, kind and default are those of a
//! tuning that states none.

use ludometer_arena::analysis::Listed;
use ludometer_arena::registry::AnyGame;
use ludometer_spec::param::{Param, ParamKind};
use ludometer_spec::spec::{Literal, Spec, Value};

/// The declaration of the parameter whose value is the placeholder `placeholder`, anywhere in the agent.
pub(super) fn declared(agent: &Value, placeholder: &str, game: &dyn AnyGame) -> Option<Param> {
    let Literal::Spec(agent) = &agent.what else {
        return None;
    };
    within(agent, placeholder, &["agent"], &game.names())
}

fn within(
    spec: &Spec,
    placeholder: &str,
    kinds: &[&str],
    names: &[(&'static str, Listed)],
) -> Option<Param> {
    let entry = names.iter().find(|(kind, entry)| {
        let mut known = entry.aliases.iter().chain([&entry.name]);
        kinds.contains(kind) && known.any(|name| *name == spec.name)
    });
    let params = &entry?.1.params;
    let mut arguments = spec.arguments.iter().enumerate();
    arguments.find_map(|(position, argument)| {
        let param = match &argument.key {
            Some((key, _)) => params.iter().find(|param| param.is_named(key)),
            None => params.get(position),
        }?;
        match (&argument.value.what, &param.kind) {
            (Literal::Placeholder(name), _) if name == placeholder => Some(param.clone()),
            (Literal::Spec(nested), ParamKind::Agent) => {
                within(nested, placeholder, &["agent"], names)
            }
            (Literal::Spec(nested), ParamKind::Evaluator | ParamKind::Measure) => {
                within(nested, placeholder, &["evaluator", "measure"], names)
            }
            _ => None,
        }
    })
}
