//! From TOML to a checked tuning.

use super::arena::{Arena, Worth};
use super::declared::declared;
use super::exam::{Exam, MOVE_SCORE, Terms};
use super::setting::Setting;
use super::settings::{Opponents, check_holes, players, scenarios_of, settings, template};
use super::{TunedParam, Tuning};
use crate::plan::{MOST_EPISODES, budget, filled, generator};
use ludometer_arena::define::{self, Definition, Load};
use ludometer_arena::play::MatchRules;
use ludometer_arena::registry::{MatchSpec, NamedTuner, Registry};
use ludometer_core::Seed;
use ludometer_spec::document::fields::{Fields, value};
use ludometer_spec::document::tree::{self, Node};
use ludometer_spec::identity::{Identity, milliseconds};
use ludometer_spec::param::Spelling;
use ludometer_spec::source::{Diagnostic, Span};
use ludometer_spec::spec::{Literal, Spec};
use ludometer_tune::{Objective, Space};
use std::sync::Arc;

impl Tuning {
    /// Reads what is to be tuned from its text; `settings` are `key=value` pairs that replace its
    /// keys, `load` reads the files of weights that it names.
    pub fn read(
        name: &str,
        document: &Span,
        settings: &[String],
        load: Load<'_>,
        registry: &Registry,
    ) -> Result<Tuning, Diagnostic> {
        let mut root = tree::parse(document)?;
        for setting in settings {
            tree::lay_over(&mut root, setting)?;
        }
        let mut fields = Fields::of(&root, "the plan")?;
        // Neither is a slip of the other where the other is missing.
        let _ = (fields.node("game"), fields.node("games"));
        let title = fields.text("title")?.map(|(title, _)| title);
        let about = fields.text("about")?.map(|(about, _)| about);
        let games = fields.whole("games", 1, MOST_EPISODES)?;
        let games = games.ok_or_else(|| fields.missing("games"))?;
        let quick = fields.whole("quick", 0, MOST_EPISODES)?.unwrap_or(games);
        let held_out = fields.whole("held_out", 4, MOST_EPISODES)?;
        let seed = fields.whole("seed", 0, 1 << 53)?.unwrap_or(0);
        let tuner = tuner(&mut fields, registry)?;
        let kinds = match fields.node("batch") {
            Some(node) => super::batch::batch(node, &tuner)?.map(|tuner| tuner.kind().clone()),
            None => [tuner.kind(), tuner.kind()].map(Arc::clone),
        };
        let (budget, opening) = budget(&mut fields)?;
        let rules = MatchRules {
            moves: fields
                .whole("moves", 1, u64::from(u32::MAX))?
                .map(|moves| moves as u32),
            budget,
            opening,
            budgets: Vec::new(),
            mirror: true,
            generator: generator(&mut fields)?,
        };
        let mut template = template(&mut fields)?;
        let terms = terms(&mut fields)?;
        let measured = fields.node("measure");
        let definitions = match fields.node("evaluators") {
            Some(node) => registry.sources(load, |sources| Definition::all(node, sources))?,
            None => Vec::new(),
        };
        let parameters = parameters(&mut fields)?;
        let scenarios = fields.node("scenarios");
        fields.done()?;
        if let Some(terms) = &terms {
            let examiners = [Some(&terms.judge), terms.from.as_ref()];
            template.examiners = examiners.into_iter().flatten().cloned().collect();
        }
        check_holes(&template, &parameters, scenarios)?;
        let combinations = scenarios_of(&template, scenarios)?;
        let settings = self::settings(&template, combinations, &definitions, registry)?;
        let players = players(&template, &settings)?;
        let dials = parameters.iter().map(|(name, span, node)| {
            let declared = declared(&template.agent, name, &*settings[0].game);
            TunedParam::read(name, span, node, declared.as_ref())
        });
        let dials = dials.collect::<Result<Vec<TunedParam>, _>>()?;
        let played_for = match &terms {
            Some(terms) => terms.result,
            None => measured,
        };
        let (measure, worth) = match played_for {
            Some(node) => worth(node, &settings)?,
            None if players == 1 => (None, Worth::Won),
            None => (None, Worth::Score),
        };
        let mut arena = Arena {
            settings,
            agent: template.agent,
            dials,
            measure: measure.clone(),
            worth,
            rules,
            players,
            exam: None,
        };
        let parameters = arena.dials.iter().map(|dial| dial.parameter.clone());
        let space = Space::new(parameters.collect())
            .map_err(|error| Diagnostic::at(&arena.agent.span, error.to_string()))?;
        let opponents = arena.settings.iter().filter_map(|s| s.opponent.clone());
        let start = arena.agent(&arena.settings[0], &space.start())?;
        let mut specs: Vec<Spec> = opponents.chain([start]).collect();
        for move_scorer in &template.examiners {
            specs.push(filled(move_scorer, &arena.settings[0].variables)?);
        }
        define::all_named(&definitions, specs.iter())?;
        if let (Some(terms), Some(node)) = (&terms, measured) {
            let settings = (&arena.settings[..], template.opponents.each());
            let start = |setting: &Setting| arena.agent(setting, &space.start());
            let exam = Exam::new(terms, settings, start, (&arena.rules, seed), &node.span)?;
            arena.exam = Some(exam);
        }
        let itself = matches!(template.opponents, Opponents::Itself(_));
        let listed = matches!(template.opponents, Opponents::Listed(..));
        let result = match (&measure, worth) {
            (Some(measure), _) => measure.name.clone(),
            (None, Worth::Won) => "won".into(),
            (None, Worth::Score) => "score".into(),
            (None, Worth::Payoff) => "payoff".into(),
            (None, _) => "points".into(),
        };
        let mut tuning = Tuning {
            name: name.to_string(),
            title: title.unwrap_or_else(|| name.to_string()),
            about: about.unwrap_or_default(),
            seed,
            tuner: tuner.to_string(),
            games,
            quick,
            held_out: held_out.unwrap_or((games / 4).max(4)),
            measure: match terms {
                Some(_) => MOVE_SCORE.into(),
                None => result.clone(),
            },
            result,
            source: match &template.game.what {
                Literal::Spec(game) => registry
                    .entry(game)
                    .ok()
                    .and_then(|entry| entry.source.clone()),
                _ => None,
            },
            kinds,
            space,
            objective: match itself && terms.is_none() {
                true => Objective::Duel,
                false => Objective::Value,
            },
            met: players == 2 && !listed,
            arena,
            description: String::new(),
        };
        tuning.describe()?;
        let ends = tuning.ends()?;
        tuning.description += &ends;
        Ok(tuning)
    }

    /// Writes out everything that decides a result, which also validates every setting.
    fn describe(&mut self) -> Result<(), Diagnostic> {
        let MatchRules {
            moves,
            budget,
            opening,
            generator,
            ..
        } = self.arena.rules;
        let exam = self.arena.exam.as_ref();
        let mut identity = Identity::of("tuning@1")
            .line("tuner", self.kinds[0].identity())
            .line("objective", self.objective.identity())
            .line("parameters", self.space.identity())
            .maybe("move-score", exam.map(|exam| &exam.description))
            .maybe("moves", moves)
            .budget(&budget)
            .maybe("first-milliseconds", opening.map(milliseconds))
            .generator(generator)
            .line("seed", self.seed);
        for setting in &self.arena.settings {
            let agent = self.arena.agent(setting, &self.space.start())?;
            let other = setting.opponent.clone();
            let other = other.or(self.met.then(|| agent.clone()));
            let agents: Vec<Spec> = std::iter::once(agent).chain(other).collect();
            setting.game.prepare(&MatchSpec {
                agents: &agents,
                start: &setting.start,
                measure: self.arena.measure.as_ref(),
                rules: self.arena.rules.clone(),
                seed: Seed::new(0),
            })?;
            let (agents, start) =
                setting
                    .game
                    .spelled(Spelling::Identity, &agents, &setting.start)?;
            let measure = self.arena.measure.as_ref();
            let measure = measure.map(|measure| setting.game.measure_identity(measure));
            identity = identity
                .line("game", setting.game.identity())
                .line("start", start);
            for agent in agents {
                identity = identity.line("seat", agent);
            }
            identity = match measure {
                Some(measure) => identity.line("measure", measure?),
                None => identity.line("worth", self.arena.worth.identity()),
            };
        }
        self.description = identity.text();
        Ok(())
    }

    /// The agent at each end of each parameter, the others at their start: that says where in the
    /// agent each of them stands. Refuses a range that the agent does not take.
    fn ends(&self) -> Result<String, Diagnostic> {
        let mut agents = blake3::Hasher::new();
        let setting = &self.arena.settings[0];
        let start = self.space.start();
        let dials = &self.arena.dials;
        for (index, dial) in dials.iter().enumerate() {
            for (_, extreme) in dial.extremes() {
                let values = dials.iter().zip(&start).enumerate();
                let values = values.map(|(other, (dial, number))| {
                    let value = match other == index {
                        true => extreme.clone(),
                        false => dial.value(*number),
                    };
                    (dial.name().to_string(), value)
                });
                let variables = setting.variables.iter().cloned().chain(values).collect();
                let agent = filled(&self.arena.agent, &variables)?;
                let (agent, _) =
                    setting
                        .game
                        .spelled(Spelling::Identity, &[agent], &setting.start)?;
                agents.update(agent[0].as_bytes()).update(b"\n");
            }
        }
        let ends = Identity::beginning("").line("ends", agents.finalize().to_hex());
        Ok(ends.text())
    }
}

/// The tuner that the plan names, or else the one that is called `default`.
fn tuner(fields: &mut Fields<'_>, registry: &Registry) -> Result<NamedTuner, Diagnostic> {
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

/// Reads `[move_score]`, if the measure is a move score.
fn terms<'a>(fields: &mut Fields<'a>) -> Result<Option<Terms<'a>>, Diagnostic> {
    let word = fields.text("measure")?;
    let asked = word.is_some_and(|(word, _)| word == MOVE_SCORE);
    match (asked, fields.node("move_score")) {
        (true, Some(node)) => Terms::read(node).map(Some),
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
fn parameters<'a>(
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

/// The objective that a word names: an outcome, or a measure that all games have.
fn worth(node: &Node, settings: &[Setting]) -> Result<(Option<Spec>, Worth), Diagnostic> {
    let parsed = value(node, "measure")?;
    let word = parsed.to_string();
    let outcome = match &word[..] {
        "won" => Some(Worth::Won),
        "score" => Some(Worth::Score),
        "payoff" => Some(Worth::Payoff),
        "points" => Some(Worth::Points),
        _ => None,
    };
    if let Some(outcome) = outcome {
        return Ok((None, outcome));
    }
    let Literal::Spec(spec) = parsed.what else {
        let diagnostic = Diagnostic::at(&parsed.span, "this is no measure");
        return Err(
            diagnostic.hint("won, score, payoff, points, move-score, or a measure of the game")
        );
    };
    let mut sense = None;
    for setting in settings {
        let here = setting.game.measure(&spec).map_err(|diagnostic| {
            match ["won", "score", "payoff", MOVE_SCORE]
                .iter()
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
    Ok((Some(spec), Worth::Measured(sense)))
}
