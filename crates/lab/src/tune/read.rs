//! From TOML to a checked tuning.

use super::declared::declared;
use super::keys::{Asked, answers, learner, metric, move_score, objective, parameters, tuner};
use super::positions::{MOVE_SCORE, PositionSets};
use super::scenario::TrialSetting;
use super::settings::{Opponents, check_placeholders, players, scenarios_of, settings, template};
use super::trials::Trials;
use super::tuned_param::split;
use super::{Driver, ObjectiveKind, Study, TunedParam, Tuning};
use crate::plan::{MOST_EPISODES, PlanSeed, budget, filled, generator, match_keys};
use ludometer_arena::define::{self, Definition, Load};
use ludometer_arena::learner::Learner;
use ludometer_arena::metric::Metric;
use ludometer_arena::openings::OpeningOrder;
use ludometer_arena::play::MatchRules;
use ludometer_arena::registry::{ObjectiveRequest, Registry};
use ludometer_core::{Seed, Sense};
use ludometer_spec::document::fields::Fields;
use ludometer_spec::document::tree::{Node, TomlValue};
use ludometer_spec::identity::{Identity, milliseconds};
use ludometer_spec::param::Spelling;
use ludometer_spec::source::{Diagnostic, Span};
use ludometer_spec::spec::{Literal, Spec};
use ludometer_tune::Space;
use std::sync::Arc;

impl Tuning {
    /// Reads what is to be tuned from its text; `settings` are `key=value` pairs that replace its
    /// keys, `load` reads the files of weights that it names. A study of several arms is refused:
    /// `arm=NAME` names one of them.
    pub fn read(
        name: &str,
        document: &Span,
        settings: &[String],
        load: Load<'_>,
        registry: &Registry,
    ) -> Result<Tuning, Diagnostic> {
        Study::read(name, document, settings, load, registry)?.only()
    }

    /// Reads what is to be tuned from its tree, in which there are no arms any more.
    pub(super) fn of(
        name: &str,
        root: &Node,
        load: Load<'_>,
        registry: &Registry,
    ) -> Result<Tuning, Diagnostic> {
        let mut fields = Fields::of(root, "the plan")?;
        // Neither is a slip of the other where the other is missing.
        let _ = (fields.node("game"), fields.node("games"));
        // Those of the file were taken out before.
        if let Some(node) = fields.node("arms").or(fields.node("vary")) {
            let diagnostic = Diagnostic::at(&node.span, "an arm has no arms of its own");
            return Err(diagnostic.hint("list them all under [[arms]]"));
        }
        let title = fields.text("title")?.map(|(title, _)| title);
        let about = fields.text("about")?.map(|(about, _)| about);
        let games = fields.whole("games", 1, MOST_EPISODES)?;
        let games = games.ok_or_else(|| fields.missing("games"))?;
        let quick = fields.whole("quick", 0, MOST_EPISODES)?.unwrap_or(games);
        let held_out = fields.whole("held_out", 4, MOST_EPISODES)?;
        let held_out = held_out.unwrap_or((games / 4).max(4));
        let sensitivity = fields.whole("sensitivity", 0, MOST_EPISODES)?;
        let root = PlanSeed::read(&mut fields)?;
        let book = fields
            .node("openings")
            .filter(|node| matches!(node.what, TomlValue::Table(_)));
        let openings = match book {
            Some(_) => None,
            None => fields.whole("openings", 1, MOST_EPISODES)?,
        };
        // Every scenario has a seed of its own, so each draws its opening.
        let book = book.map(|node| match_keys::openings(node, load, Some(OpeningOrder::Random)));
        let book = book.transpose()?;
        let learner = learner(&mut fields)?;
        let (tuner, driver) = match &learner {
            Some(spec) => (spec.to_string(), Driver::Learner(spec.clone())),
            None => {
                let tuner = tuner(&mut fields, registry)?;
                let kinds = match fields.node("batch") {
                    Some(node) => {
                        super::batch::batch(node, &tuner)?.map(|tuner| tuner.kind().clone())
                    }
                    None => [tuner.kind(), tuner.kind()].map(Arc::clone),
                };
                (tuner.to_string(), Driver::Tuner(kinds))
            }
        };
        let (budget, opening) = budget(&mut fields)?;
        let mut rules = MatchRules {
            moves: fields
                .whole("moves", 1, u64::from(u32::MAX))?
                .map(|moves| moves as u32),
            budget,
            opening,
            budgets: Vec::new(),
            mirror: true,
            generator: generator(&mut fields)?,
            openings: book.map(Arc::new),
            ..MatchRules::default()
        };
        match_keys::endings(&mut fields, &mut rules)?;
        if let (true, Some(node)) = (rules.openings.is_some(), fields.node("start")) {
            let message = "episodes begin at a `start` or with a book of `openings`, not both";
            return Err(Diagnostic::at(&node.span, message).hint("remove one of the two keys"));
        }
        let mut template = template(&mut fields)?;
        let measured = fields.node("measure");
        let asked = objective(&mut fields, registry)?;
        let scored = move_score(&mut fields, asked.as_ref())?;
        let definitions = match fields.node("evaluators") {
            Some(node) => registry.sources(load, |sources| Definition::all(node, sources))?,
            None => Vec::new(),
        };
        let parameters = parameters(&mut fields)?;
        let scenarios = fields.node("scenarios");
        fields.done()?;
        if let Some(scored) = &scored {
            let scorers = [Some(&scored.judge), scored.from.as_ref()];
            template.move_scorers = scorers.into_iter().flatten().cloned().collect();
        }
        check_placeholders(&template, &parameters, scenarios)?;
        let combinations = scenarios_of(&template, scenarios)?;
        let settings = self::settings(&template, combinations, &definitions, registry)?;
        let players = players(&template, &settings)?;
        let parameters = parameters.iter().map(|(name, span, node)| {
            let declared = declared(&template.agent, name, &*settings[0].game);
            let mut param = TunedParam::read(name, span, node, declared.as_ref())?;
            param.open(&*settings[0].game, root.public_root())?;
            Ok(param)
        });
        let parameters = parameters.collect::<Result<Vec<TunedParam>, Diagnostic>>()?;
        let played_for = match &scored {
            Some(scored) => scored.result,
            None => measured,
        };
        let (measure, metric, sense) = match played_for {
            Some(node) => self::metric(node, &settings)?,
            None if players == 1 => (None, Metric::Won, Sense::High),
            None => (None, Metric::Score, Sense::High),
        };
        let kind = match (&asked, &scored) {
            (Some((Asked::Registered(entry), _)), _) => ObjectiveKind::Registered(entry.clone()),
            (_, Some(_)) => ObjectiveKind::MoveScore,
            _ => ObjectiveKind::Games,
        };
        let space = parameters
            .iter()
            .flat_map(|p| p.parameters().iter().cloned());
        let space = Space::new(space.collect())
            .map_err(|error| Diagnostic::at(&template.agent.span, error.to_string()))?;
        let mut trials = Trials {
            settings,
            agent: template.agent.clone(),
            parameters,
            measure: measure.clone(),
            metric,
            sense,
            rules,
            players,
            openings,
            objective: kind,
            positions: None,
        };
        let opponents = trials.settings.iter().filter_map(|s| s.opponent.clone());
        let start = trials.agent(&trials.settings[0], &space.start())?;
        let mut specs: Vec<Spec> = opponents.chain([start]).collect();
        for move_scorer in &template.move_scorers {
            specs.push(filled(move_scorer, &trials.settings[0].variables)?);
        }
        define::all_named(&definitions, specs.iter())?;
        if let Some(scored) = &scored {
            let settings = (&trials.settings[..], template.opponents.each());
            let start = |setting: &TrialSetting| trials.agent(setting, &space.start());
            let at = measured.map_or(&template.agent.span, |node| &node.span);
            let positions = PositionSets::new(scored, settings, start, (&trials.rules, &root), at)?;
            trials.positions = Some(positions);
        }
        let listed = matches!(template.opponents, Opponents::Listed(..));
        let answers = answers(
            &template,
            asked.as_ref(),
            scored.is_some(),
            learner.as_ref(),
        )?;
        let result = match &measure {
            Some(measure) => measure.name.clone(),
            None => metric.name().to_string(),
        };
        let objective = match (&asked, answers) {
            (Some((asked, _)), _) => asked.name().to_string(),
            (None, _) if learner.is_some() => "learning".into(),
            (None, _) if scored.is_some() => MOVE_SCORE.into(),
            (None, answers) => answers.identity().to_string(),
        };
        let mut tuning = Tuning {
            name: name.to_string(),
            title: title.unwrap_or_else(|| name.to_string()),
            about: about.unwrap_or_default(),
            seed: root.number,
            root,
            tuner,
            games,
            quick,
            held_out,
            sensitivity: sensitivity.unwrap_or(held_out),
            measure: match (&trials.objective, &scored) {
                (ObjectiveKind::Registered(entry), _) => entry.name.clone(),
                (_, Some(_)) => MOVE_SCORE.into(),
                _ => result.clone(),
            },
            objective,
            result,
            source: match &template.game.what {
                Literal::Spec(game) => registry
                    .entry(game)
                    .ok()
                    .and_then(|entry| entry.source.clone()),
                _ => None,
            },
            driver,
            space,
            answers,
            met: players == 2 && !listed,
            trials,
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
            openings: book,
            margin,
            adjudication,
            ..
        } = self.trials.rules.clone();
        let positions = self.trials.positions.as_ref();
        let (tuner, learner) = match &self.driver {
            Driver::Tuner(kinds) => (Some(kinds[0].identity()), None),
            Driver::Learner(_) => {
                let learner = self.learner(self.root.public_root())?;
                (None, Some(learner.identity()))
            }
        };
        let registered = match &self.trials.objective {
            ObjectiveKind::Registered(entry) => Some(entry.id.as_str()),
            _ => None,
        };
        let mut identity = Identity::of("tuning@2")
            .maybe("tuner", tuner)
            .maybe("learner", learner)
            .line("objective", self.answers.identity())
            .maybe("registered", registered)
            .line("parameters", self.space.identity())
            .maybe(
                "move-score",
                positions.map(|positions| &positions.description),
            )
            .maybe("openings", self.trials.openings)
            .maybe("book", book.as_ref().map(|book| book.identity()))
            .maybe("margin", (!margin.is_zero()).then(|| milliseconds(margin)))
            .maybe(
                "adjudicate",
                adjudication.is_active().then(|| adjudication.written()),
            )
            .maybe("moves", moves)
            .budget(&budget)
            .maybe("first-milliseconds", opening.map(milliseconds))
            .generator(generator)
            .line("seed", self.seed)
            .maybe("commitment", self.root.commitment());
        for setting in &self.trials.settings {
            let agent = self.trials.agent(setting, &self.space.start())?;
            let other = setting.opponent.clone();
            let other = other.or(self.met.then(|| agent.clone()));
            let request = ObjectiveRequest {
                game: &setting.game,
                start: &setting.start,
                agent: &agent,
                opponent: other.as_ref(),
                rules: self.trials.rules.clone(),
                seed: Seed::new(0),
            };
            request.prepare_match(self.trials.measure.as_ref())?;
            let agents = request.agents();
            let (agents, start) =
                setting
                    .game
                    .spelled(Spelling::Identity, &agents, &setting.start)?;
            let measure = self.trials.measure.as_ref();
            let measure = measure.map(|measure| setting.game.measure_identity(measure));
            identity = identity
                .line("game", setting.game.identity())
                .line("start", start);
            for agent in agents {
                identity = identity.line("seat", agent);
            }
            identity = match measure {
                Some(measure) => identity.line("measure", measure?),
                None => identity.line("worth", self.trials.metric.name()),
            };
        }
        self.description = identity.text();
        Ok(())
    }

    /// The agent at each end of each parameter, the others at their start: that says where in the
    /// agent each of them stands. Refuses a range that the agent does not take.
    fn ends(&self) -> Result<String, Diagnostic> {
        let mut agents = blake3::Hasher::new();
        let setting = &self.trials.settings[0];
        let start = self.space.start();
        let parameters = &self.trials.parameters;
        for (index, parameter) in parameters.iter().enumerate() {
            for extreme in parameter.extremes() {
                let values = split(parameters, &start).enumerate();
                let values = values.map(|(other, (parameter, numbers))| {
                    let value = match other == index {
                        true => extreme.clone(),
                        false => parameter.value(numbers),
                    };
                    (parameter.name().to_string(), value)
                });
                let variables = setting.variables.iter().cloned().chain(values).collect();
                let agent = filled(&self.trials.agent, &variables)?;
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

    /// The learner at its beginning, with the seed that its units are played by.
    pub(super) fn learner(&self, seed: Seed) -> Result<Box<dyn Learner>, Diagnostic> {
        let Driver::Learner(spec) = &self.driver else {
            return Err(Diagnostic::new(
                "a tuner proposes points here, not a learner",
            ));
        };
        let learner = self.trials.settings[0].game.learner(spec, seed)?;
        let (learned, tuned) = (learner.point().len(), self.space.parameters().len());
        match learned == tuned {
            true => Ok(learner),
            false => {
                let message = format!("`{spec}` learns {learned} numbers, and {tuned} are tuned");
                let hint = "give `parameters` one block, the one that it learns";
                Err(Diagnostic::at(&spec.span, message).hint(hint))
            }
        }
    }
}
