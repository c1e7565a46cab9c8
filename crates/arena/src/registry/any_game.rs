//! The type-erased game that plans and commands use.

use super::generalist::GeneralAgent;
use crate::arrays::AnyBatch;
use crate::define::Definition;
use crate::env::{BatchSpec, GameEnv, MatchSpec, Notes, Outside, PreparedMatch, TypedMatch, find};
use crate::learn::{self, LearnError};
use crate::learner::{Learner, ParameterBlock};
use crate::move_score::MoveScorer;
use crate::options::RunOptions;
use crate::play::Episode;
use crate::position::{self, AnyPlayer, AnyPosition};
use crate::text_player::TextHost;
use crate::weights::RegisteredWeights;
use crate::{analysis, move_score, odds, quality, session};
use ludometer_core::audit::{Audit, Scope, Violation, audit};
use ludometer_core::{Facts, Game, Seed, Sense, Shape, law};
use ludometer_exact::decisions::EnumerationStage;
use ludometer_spec::param::{ParamKind, Spelling};
use ludometer_spec::source::Diagnostic;
use ludometer_spec::spec::Spec;
use std::sync::Arc;

/// A game environment with its type erased.
pub trait AnyGame: Send + Sync {
    /// What can be said of the game without looking at a state.
    fn facts(&self) -> &Facts;
    /// Name and description of every measure, evaluator, agent, start, parameter block and learner that a
    /// plan or a tuning may use here.
    fn names(&self) -> Vec<(&'static str, analysis::Listed)>;
    /// Defines a name for an evaluator; the game's own names are refused.
    fn define(&mut self, definition: Definition) -> Result<(), Diagnostic>;
    /// Adds agents for every game; names of the game's own agents are refused unless they are
    /// replaced.
    fn admit(&mut self, agents: &[GeneralAgent]) -> Result<(), Diagnostic>;
    /// Prepares a match, or returns why it is impossible.
    fn prepare(&self, spec: &MatchSpec<'_>) -> Result<Box<dyn PreparedMatch>, Diagnostic>;
    /// The seats and the start in full.
    fn spelled(
        &self,
        form: Spelling,
        agents: &[Spec],
        start: &Spec,
    ) -> Result<(Vec<String>, String), Diagnostic>;
    /// The programs from outside that an agent asks, such as engines; none for an agent of this
    /// process. Results of a match repeat as far as the least repeatable of them does.
    fn outside(&self, agent: &Spec) -> Result<Vec<Outside>, Diagnostic>;
    /// An agent that is told positions and asked for moves as text, as an engine is.
    fn text_host(&self, agent: &Spec) -> Result<Box<dyn TextHost>, Diagnostic>;
    /// Checks that a spec names a measure, and returns whether small or large is good.
    fn measure(&self, spec: &Spec) -> Result<Sense, Diagnostic>;
    /// The identity of a measure in stored results.
    fn measure_identity(&self, spec: &Spec) -> Result<String, Diagnostic>;
    /// The block of parameters that a spec names, with initial values drawn from `seed`.
    fn parameter_block(&self, spec: &Spec, seed: Seed) -> Result<ParameterBlock, Diagnostic>;
    /// The learner that a spec names, with its random streams from `seed`.
    fn learner(&self, spec: &Spec, seed: Seed) -> Result<Box<dyn Learner>, Diagnostic>;
    /// Sets the identity of the game in stored results, its identity from before games had versions,
    /// and the named weights and networks.
    fn settle(
        &mut self,
        identity: String,
        unversioned: String,
        registered_weights: Arc<RegisteredWeights>,
        notes: Notes,
    );
    /// The identity of the game in stored results.
    fn identity(&self) -> &str;
    /// The identity from before games had versions.
    fn unversioned(&self) -> &str;
    /// A hash of what random play with fixed seeds comes to: an edited game with an old version is
    /// noticed by it. `None` if the rules panic.
    fn fingerprint(&self) -> Option<String>;
    /// Runs the property checks of the game.
    fn check_laws(&self, seed: Seed) -> Result<(), law::LawViolation>;
    /// Audits an agent in this game.
    fn audit(
        &self,
        agent: &Spec,
        seed: Seed,
        scope: &Scope,
    ) -> Result<Result<Audit, Box<Violation>>, Diagnostic>;
    /// The number of action sequences of each length up to `depth`.
    fn perft(&self, position: Option<&str>, depth: u32) -> Result<Vec<u64>, Diagnostic>;
    /// One game of random play with everything that can be observed of it, as text.
    fn playthrough(&self, seed: Seed) -> String;
    /// Analyses a position by every measure, an agent and exact values.
    fn analyse(
        &self,
        ask: &analysis::AnalysisRequest<'_>,
    ) -> Result<analysis::Analysis, Diagnostic>;
    /// Learns the weights of measures from random play.
    fn learn(
        &self,
        ask: &learn::LearnRequest,
        options: RunOptions<'_>,
    ) -> Result<learn::Learned, LearnError>;
    /// The decision quality of evaluation functions over the whole game.
    fn quality(
        &self,
        ask: &quality::QualityRequest<'_>,
        watch: &mut dyn FnMut(EnumerationStage),
    ) -> Result<quality::ExactQuality, Diagnostic>;
    /// The same in positions that are drawn, on the threads of the pool it is called in; `watch` is
    /// called for each.
    fn draw(
        &self,
        ask: &quality::QualityRequest<'_>,
        sample: &quality::SampleRequest<'_>,
        watch: &(dyn Fn() + Sync),
    ) -> Result<quality::SampledQuality, Diagnostic>;
    /// The probability of each move of a position under random minimaxing.
    fn odds(&self, ask: &odds::OddsRequest<'_>) -> Result<odds::Odds, Diagnostic>;
    /// Move probabilities of many positions, with the mobility after each move.
    fn survey(&self, ask: &odds::SurveyRequest<'_>) -> Result<odds::SurveyResult, Diagnostic>;
    /// Whether finished games can be saved as text.
    fn has_histories(&self) -> bool;
    /// Prepares a scorer of moves in positions of this game.
    fn move_scorer(
        self: Arc<Self>,
        ask: &move_score::MoveScoreRequest<'_>,
    ) -> Result<Box<dyn MoveScorer>, Diagnostic>;
    /// Plays interactively.
    fn perform(&self, spec: &MatchSpec<'_>, stage: session::Shared) -> Result<Episode, Diagnostic>;
    /// The shape of observations, of length 0 where the game declares none, and the size of the action
    /// space.
    fn spaces(&self) -> (Shape, usize);
    /// Many games at once, as arrays.
    fn batch(&self, spec: &BatchSpec<'_>) -> Result<Box<dyn AnyBatch>, Diagnostic>;
    /// The state of a game of such a batch, with the address of its episode and the actions so far.
    fn batch_position(
        self: Arc<Self>,
        batch: &dyn AnyBatch,
        game: usize,
    ) -> Option<(Arc<dyn AnyPosition>, Seed, u32)>;
    /// The state that the episode at this address begins with.
    fn start_position(
        self: Arc<Self>,
        start: Option<&Spec>,
        address: Seed,
    ) -> Result<Arc<dyn AnyPosition>, Diagnostic>;
    /// The state that a position's text describes.
    fn read_position(self: Arc<Self>, text: &str) -> Result<Arc<dyn AnyPosition>, Diagnostic>;
    /// An agent that decides in single states.
    fn player(self: Arc<Self>, agent: &Spec) -> Result<Box<dyn AnyPlayer>, Diagnostic>;
}

impl<G: Game> AnyGame for GameEnv<G> {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn names(&self) -> Vec<(&'static str, analysis::Listed)> {
        let mut names = analysis::listed("agent", &self.agents, &self.facts);
        names.extend(analysis::listed("evaluator", &self.evaluators, &self.facts));
        names.extend(self.measures.iter().map(|measure| {
            let listed = analysis::Listed {
                name: measure.name.to_string(),
                aliases: Vec::new(),
                id: measure.identity(),
                about: measure.about.to_string(),
                params: Vec::new(),
                unfit: None,
            };
            ("measure", listed)
        }));
        names.extend(analysis::listed("start", &self.starts, &self.facts));
        names.extend(analysis::listed("block", &self.blocks, &self.facts));
        names.extend(analysis::listed("learner", &self.learners, &self.facts));
        names
    }

    fn define(&mut self, definition: Definition) -> Result<(), Diagnostic> {
        let name = definition.name.as_str();
        let kind = match self.measured(name) {
            true => Some("a measure"),
            false => {
                let mut entries = self.evaluators.iter();
                entries
                    .any(|entry| entry.is_named(name))
                    .then_some("an evaluator")
            }
        };
        if let Some(kind) = kind {
            let message = format!("`{name}` is {kind} of {} already", self.facts.name);
            return Err(Diagnostic::at(&definition.span, message).hint("give it another name"));
        }
        self.defined.push(definition);
        Ok(())
    }

    fn admit(&mut self, agents: &[GeneralAgent]) -> Result<(), Diagnostic> {
        for agent in agents {
            let own = self.agents.iter().position(|own| own.is_named(&agent.name));
            match own {
                None => self.agents.push(agent.at()),
                Some(own) if agent.replaces() => self.agents[own] = agent.at(),
                Some(_) => {
                    let (name, game) = (&agent.name, &self.facts.name);
                    let message = format!("{game} has an agent `{name}` of its own");
                    let hint = "register the agent under another name, or replace the other one";
                    return Err(Diagnostic::new(message).hint(hint));
                }
            }
        }
        Ok(())
    }

    fn prepare(&self, spec: &MatchSpec<'_>) -> Result<Box<dyn PreparedMatch>, Diagnostic> {
        if spec.agents.len() != self.facts.players {
            let (players, given) = (self.facts.players, spec.agents.len());
            let message = format!("{} needs {players} seats, not {given}", self.facts.name);
            return Err(Diagnostic::new(message));
        }
        let agents = spec.agents.iter().map(|spec| self.agent(spec));
        let rules = &spec.rules;
        let book = rules.openings.as_ref().map(|book| self.book(book));
        let recorded = rules.record
            && (rules.openings.is_some() || self.facts.chance || spec.start.name != "start");
        Ok(Box::new(TypedMatch {
            book: book.transpose()?,
            texts: self.position_texts().filter(|_| recorded),
            game: Arc::clone(&self.game),
            agents: agents.collect::<Result<_, _>>()?,
            starter: self.starter(spec.start)?,
            measure: spec.measure.map(|spec| self.measure(spec)).transpose()?,
            rules: spec.rules.clone(),
            seed: spec.seed,
        }))
    }

    fn spelled(
        &self,
        form: Spelling,
        agents: &[Spec],
        start: &Spec,
    ) -> Result<(Vec<String>, String), Diagnostic> {
        let agents = agents.iter();
        let agents = agents.map(|spec| self.spelled(form, &ParamKind::Agent, spec));
        let (_, start) = find::<G, _, _>("start", start, &self.starts, &[], &self.facts)?;
        let start = start.written(form, |kind, nested| self.spelled(form, kind, nested))?;
        Ok((agents.collect::<Result<_, _>>()?, start))
    }

    fn outside(&self, agent: &Spec) -> Result<Vec<Outside>, Diagnostic> {
        GameEnv::outside(self, agent)
    }

    fn text_host(&self, agent: &Spec) -> Result<Box<dyn TextHost>, Diagnostic> {
        GameEnv::text_host(self, agent)
    }

    fn measure(&self, spec: &Spec) -> Result<Sense, Diagnostic> {
        GameEnv::measure(self, spec).map(|measure| measure.sense)
    }

    fn measure_identity(&self, spec: &Spec) -> Result<String, Diagnostic> {
        GameEnv::measure(self, spec).map(|measure| measure.identity())
    }

    fn parameter_block(&self, spec: &Spec, seed: Seed) -> Result<ParameterBlock, Diagnostic> {
        GameEnv::parameter_block(self, spec).map(|make| make(seed))
    }

    fn learner(&self, spec: &Spec, seed: Seed) -> Result<Box<dyn Learner>, Diagnostic> {
        GameEnv::learner(self, spec)?(seed).map_err(|diagnostic| diagnostic.or_at(&spec.span))
    }

    fn settle(
        &mut self,
        identity: String,
        unversioned: String,
        registered_weights: Arc<RegisteredWeights>,
        notes: Notes,
    ) {
        self.notes = notes;
        self.identity = [identity, unversioned];
        self.registered_weights = registered_weights;
    }

    fn identity(&self) -> &str {
        &self.identity[0]
    }

    fn unversioned(&self) -> &str {
        &self.identity[1]
    }

    fn fingerprint(&self) -> Option<String> {
        analysis::fingerprint(&*self.game)
    }

    fn check_laws(&self, seed: Seed) -> Result<(), law::LawViolation> {
        law::check(&*self.game, seed, law::Effort::default())?;
        let laws = [
            self.notation.as_ref().map(|notation| notation.law),
            self.trail.as_ref().map(|trail| trail.law),
            self.passing,
            self.outcomes,
        ];
        let arrays = self.encoding.iter().flat_map(|encoding| &encoding.laws);
        let mut laws = laws.into_iter().flatten().chain(arrays.copied());
        laws.try_for_each(|law| law(&self.game, seed))
    }

    fn audit(
        &self,
        agent: &Spec,
        seed: Seed,
        scope: &Scope,
    ) -> Result<Result<Audit, Box<Violation>>, Diagnostic> {
        let make = self.agent(agent)?;
        Ok(audit(|| make(), &*self.game, seed, scope))
    }

    fn perft(&self, position: Option<&str>, depth: u32) -> Result<Vec<u64>, Diagnostic> {
        analysis::perft(self, position, depth)
    }

    fn playthrough(&self, seed: Seed) -> String {
        analysis::playthrough(self, seed)
    }

    fn analyse(
        &self,
        ask: &analysis::AnalysisRequest<'_>,
    ) -> Result<analysis::Analysis, Diagnostic> {
        analysis::analyse(self, ask)
    }

    fn learn(
        &self,
        ask: &learn::LearnRequest,
        options: RunOptions<'_>,
    ) -> Result<learn::Learned, LearnError> {
        learn::learn(self, ask, options)
    }

    fn quality(
        &self,
        ask: &quality::QualityRequest<'_>,
        watch: &mut dyn FnMut(EnumerationStage),
    ) -> Result<quality::ExactQuality, Diagnostic> {
        quality::measure_exact(self, ask, watch)
    }

    fn draw(
        &self,
        ask: &quality::QualityRequest<'_>,
        sample: &quality::SampleRequest<'_>,
        watch: &(dyn Fn() + Sync),
    ) -> Result<quality::SampledQuality, Diagnostic> {
        quality::measure_sampled(self, ask, sample, watch)
    }

    fn odds(&self, ask: &odds::OddsRequest<'_>) -> Result<odds::Odds, Diagnostic> {
        odds::odds(self, ask)
    }

    fn survey(&self, ask: &odds::SurveyRequest<'_>) -> Result<odds::SurveyResult, Diagnostic> {
        odds::survey(self, ask)
    }

    fn has_histories(&self) -> bool {
        self.history.is_some()
    }

    fn move_scorer(
        self: Arc<Self>,
        ask: &move_score::MoveScoreRequest<'_>,
    ) -> Result<Box<dyn MoveScorer>, Diagnostic> {
        move_score::move_scorer(self, ask)
    }

    fn perform(&self, spec: &MatchSpec<'_>, stage: session::Shared) -> Result<Episode, Diagnostic> {
        session::perform(self, spec, stage)
    }

    fn spaces(&self) -> (Shape, usize) {
        GameEnv::spaces(self)
    }

    fn batch(&self, spec: &BatchSpec<'_>) -> Result<Box<dyn AnyBatch>, Diagnostic> {
        GameEnv::batch(self, spec)
    }

    fn batch_position(
        self: Arc<Self>,
        batch: &dyn AnyBatch,
        game: usize,
    ) -> Option<(Arc<dyn AnyPosition>, Seed, u32)> {
        position::of_batch(&self, batch, game)
    }

    fn start_position(
        self: Arc<Self>,
        start: Option<&Spec>,
        address: Seed,
    ) -> Result<Arc<dyn AnyPosition>, Diagnostic> {
        position::start(&self, start, address)
    }

    fn read_position(self: Arc<Self>, text: &str) -> Result<Arc<dyn AnyPosition>, Diagnostic> {
        position::read(&self, text)
    }

    fn player(self: Arc<Self>, agent: &Spec) -> Result<Box<dyn AnyPlayer>, Diagnostic> {
        position::player(&self, agent)
    }
}
