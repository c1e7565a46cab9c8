//! Options of an agent that speaks as an engine: its declared parameters.

use crate::options::{DeclaredOption, OptionKind};
use ludometer_arena::registry::AnyGame;
use ludometer_spec::param::{Args, Param, ParamKind};
use ludometer_spec::source::Span;
use ludometer_spec::spec::{Argument, Spec, Value};

/// The parameters of an agent, with their values.
pub(super) struct Knobs {
    agent: Spec,
    params: Vec<Param>,
}

impl Knobs {
    /// The parameters of an agent at a game.
    pub(super) fn new(game: &dyn AnyGame, agent: &Spec) -> Knobs {
        let names = game.names().into_iter();
        let mut agents = names.filter(|(kind, _)| *kind == "agent");
        let found = agents
            .find(|(_, known)| known.name == agent.name || known.aliases.contains(&agent.name));
        // An unknown agent is refused when it is made.
        Knobs {
            agent: agent.clone(),
            params: found.map(|(_, known)| known.params).unwrap_or_default(),
        }
    }

    /// The agent.
    pub(super) fn spec(&self) -> &Spec {
        &self.agent
    }

    /// The agent was made anew.
    pub(super) fn adopt(&mut self, agent: Spec) {
        self.agent = agent;
    }

    /// The value of a parameter as it is, if it has one.
    fn value(&self, param: &Param) -> Option<String> {
        let args = Args::bind(&self.agent, &self.params).ok()?;
        Some(args.value(&param.name).to_string())
    }

    fn option(&self, param: &Param) -> Option<DeclaredOption> {
        let value = self.value(param)?;
        let kind = match &param.kind {
            ParamKind::Whole(low, high) => OptionKind::Spin {
                default: value.parse::<f64>().ok()? as i64,
                min: *low,
                max: *high,
            },
            ParamKind::Choice(words) if words == &["no", "yes"] => OptionKind::Check {
                default: value == "yes",
            },
            ParamKind::Choice(words) => OptionKind::Combo {
                default: value,
                choices: words.clone(),
            },
            ParamKind::Weights => return None,
            _ => OptionKind::Text { default: value },
        };
        Some(DeclaredOption {
            name: param.name.clone(),
            kind,
        })
    }

    /// The lines that declare the options.
    pub(super) fn declarations(&self) -> Vec<String> {
        let options = self.params.iter().filter_map(|param| self.option(param));
        options.map(|option| option.to_string()).collect()
    }

    /// Follows `name NAME value VALUE`: the agent that it asks for, if that is another one.
    pub(super) fn set(&self, text: &str) -> Result<Option<Spec>, String> {
        let Some(rest) = text.trim().strip_prefix("name ") else {
            return Err("`setoption` needs a name".into());
        };
        let (name, value) = match rest.split_once(" value") {
            Some((name, value)) => (name.trim(), value.trim()),
            None => (rest.trim(), ""),
        };
        let mut params = self.params.iter();
        let Some(param) = params.find(|param| param.name.eq_ignore_ascii_case(name)) else {
            // Managers set what every chess engine has, asked or not.
            return match name.to_ascii_lowercase().as_str() {
                "hash" | "threads" | "ponder" | "multipv" | "uci_chess960" | "uci_analysemode"
                | "uci_showwdl" | "move overhead" => Ok(None),
                _ => Err(format!("there is no option `{name}`")),
            };
        };
        let value = match (self.option(param).map(|option| option.kind), value) {
            (Some(OptionKind::Check { .. }), "true") => "yes",
            (Some(OptionKind::Check { .. }), "false") => "no",
            (_, value) => value,
        };
        self.with(&param.name, value).map(Some)
    }

    /// The agent with a parameter set.
    fn with(&self, name: &str, value: &str) -> Result<Spec, String> {
        let span = Span::whole("setoption", value);
        let value = Value::parse(&span).map_err(|diagnostic| diagnostic.to_string())?;
        let mut agent = self.agent.clone();
        let place = self.params.iter().position(|param| param.name == name);
        let mut position = 0;
        let given = agent.arguments.iter_mut().find(|argument| {
            let at = position;
            position += 1;
            match &argument.key {
                Some((key, _)) => key == name,
                None => Some(at) == place,
            }
        });
        match given {
            Some(argument) => argument.value = value,
            None => agent.arguments.push(Argument {
                key: Some((name.to_string(), span)),
                value,
            }),
        }
        let bound = Args::bind(&agent, &self.params);
        bound.map_err(|diagnostic| diagnostic.to_string())?;
        Ok(agent)
    }

    /// The agent with another depth, where it has one and it differs.
    pub(super) fn with_depth(&self, depth: u32) -> Option<Spec> {
        let mut params = self.params.iter();
        let param = params.find(|param| {
            matches!(param.name.as_str(), "t" | "depth")
                && matches!(param.kind, ParamKind::Whole(..))
        })?;
        let ParamKind::Whole(low, high) = param.kind else {
            return None;
        };
        let depth = i64::from(depth).clamp(low, high).to_string();
        if self.value(param).as_deref() == Some(&depth) {
            return None;
        }
        self.with(&param.name, &depth).ok()
    }
}
