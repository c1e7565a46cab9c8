//! A game with its agents, evaluators, measures and starts. Types are erased here: one indirect call
//! per episode, never one per node.

use super::encoding::{Encoding, Law};
use super::entry::{Entry, find};
use super::notes::Notes;
use crate::define::Definition;
use crate::learner::{BlockMaker, LearnerMaker};
use crate::weights::{NETWORK, NetworkFile, RegisteredWeights};
use ludometer_agents::evaluate::MeasureEvaluator;
use ludometer_agents::search::pvs::SearchHints;
use ludometer_core::{
    Agent, Evaluator, Facts, Game, Located, Location, Measure, Notation, NullMove, Player, Rng, law,
};
use ludometer_spec::param::{Args, Param, ParamKind, Spelling};
use ludometer_spec::source::{Diagnostic, Span};
use ludometer_spec::spec::Spec;
use std::sync::Arc;

/// What decides how a network plays.
fn packed() -> Param {
    let about = "its role, its layers and its weights";
    Param::new("weights", ParamKind::Text, None, about)
}

/// The identity of networks in stored results.
const NETWORK_ID: &str = "network@1";

/// A game environment: the rules with their measures, and the game's own agents, evaluators and
/// starts.
pub struct GameEnv<G: Game> {
    pub(crate) game: Arc<G>,
    pub(crate) facts: Facts,
    pub(crate) identity: [String; 2],
    pub(crate) registered_weights: Arc<RegisteredWeights>,
    pub(crate) notes: Notes,
    pub(crate) measures: Vec<Measure<G>>,
    pub(crate) notation: Option<PositionText<G>>,
    pub(crate) trail: Option<PlayerLocator<G>>,
    pub(crate) hints: SearchHints<G>,
    pub(crate) passing: Option<Law<G>>,
    pub(crate) outcomes: Option<Law<G>>,
    pub(crate) encoding: Option<Encoding<G>>,
    pub(crate) agents: Vec<AgentEntry<G>>,
    pub(crate) evaluators: Vec<EvaluatorEntry<G>>,
    pub(crate) defined: Vec<Definition>,
    pub(crate) starts: Vec<StartEntry<G>>,
    pub(crate) blocks: Vec<BlockEntry<G>>,
    pub(crate) learners: Vec<LearnerEntry<G>>,
    pub(crate) exact: Option<ExactValue<G>>,
    pub(crate) estimates: Option<Estimates<G>>,
    pub(crate) standard: Option<&'static str>,
    pub(crate) moves: Option<MoveWriter<G>>,
    pub(crate) painter: Option<Painter<G>>,
    pub(crate) picture: Option<Picture<G>>,
    pub(crate) history: Option<HistoryFormat<G>>,
}

/// Makes an agent for each episode.
pub type AgentMaker<G> = Arc<dyn Fn() -> Box<dyn Agent<G>> + Send + Sync>;

/// Makes an evaluator for each episode.
pub type EvaluatorMaker<G> = Arc<dyn Fn() -> Box<dyn Evaluator<G>> + Send + Sync>;

/// Samples the initial state of an episode.
pub type Starter<G> = Arc<dyn Fn(&G, &mut Rng) -> <G as Game>::State + Send + Sync>;

/// An agent by name.
pub type AgentEntry<G> = Entry<GameEnv<G>, AgentMaker<G>>;

/// An evaluator by name.
pub type EvaluatorEntry<G> = Entry<GameEnv<G>, EvaluatorMaker<G>>;

/// A start by name.
pub type StartEntry<G> = Entry<GameEnv<G>, Starter<G>>;

/// A block of parameters by name.
pub type BlockEntry<G> = Entry<GameEnv<G>, BlockMaker>;

/// A learner by name.
pub type LearnerEntry<G> = Entry<GameEnv<G>, LearnerMaker>;

/// Writes a move in the notation that engines of the game use.
pub type MoveWriter<G> = fn(&G, &<G as Game>::State, <G as Game>::Action) -> String;

/// Renders a state for a colour terminal of a given width.
pub type Painter<G> = fn(&G, &<G as Game>::State, usize) -> String;

/// Draws what a viewer sees of a state as a self-contained SVG picture; `None` sees everything.
pub type Picture<G> = fn(&G, &<G as Game>::State, Option<Player>) -> String;

/// Reads and writes positions.
pub(crate) struct PositionText<G: Game> {
    pub(super) write: fn(&G, &G::State) -> String,
    pub(super) read: fn(&G, &str) -> Result<G::State, String>,
    untold: fn(&G, &str, Player) -> Option<String>,
    pub(crate) law: Law<G>,
}

/// How positions are written and read.
pub(crate) struct PositionTexts<G: Game> {
    pub(crate) write: fn(&G, &G::State) -> String,
    pub(crate) read: fn(&G, &str) -> Result<G::State, String>,
}

/// Gives the locations of players.
pub(crate) struct PlayerLocator<G: Game> {
    location: fn(&G, &G::State, Player) -> Option<Location>,
    pub(crate) law: Law<G>,
}

/// An exactly computable value of a state, with its name.
pub struct ExactValue<G: Game> {
    /// Its name, with the unit.
    pub name: &'static str,
    /// The value of a state, or `None` where it is not available.
    pub value: fn(&G, &G::State) -> Option<f64>,
}

/// Estimates for the player to move, by sampling hidden information.
pub struct Estimates<G: Game> {
    /// The title of the table.
    pub title: &'static str,
    /// The heading of the rows.
    pub of: &'static str,
    /// The headings of the columns.
    pub columns: &'static [&'static str],
    /// The rows, from a number of samples.
    pub rows: Sampled<G>,
    /// A footnote.
    pub note: &'static str,
}

/// Rows of estimates for a player, from a number of samples.
pub type Sampled<G> =
    fn(&G, &<G as Game>::State, Player, u64, &mut Rng) -> Vec<(&'static str, Vec<f64>)>;

/// The text history of a finished game, with its number and the players' names.
pub type HistoryFormat<G> = fn(&G, &<G as Game>::State, u64, &[String]) -> String;

impl<G: Game> GameEnv<G> {
    /// Adds agents for this game (specialists).
    #[must_use]
    pub fn with_agents(mut self, specialists: Vec<AgentEntry<G>>) -> Self {
        self.agents.extend(specialists);
        self
    }

    /// Adds evaluators for this game.
    #[must_use]
    pub fn with_evaluators(mut self, evaluators: Vec<EvaluatorEntry<G>>) -> Self {
        self.evaluators.extend(evaluators);
        self
    }

    /// Adds game knowledge for general searches: move ordering, noisy moves, null moves, table keys.
    #[must_use]
    pub fn with_search_hints(mut self, hints: SearchHints<G>) -> Self {
        self.hints = SearchHints {
            null_move: self.hints.null_move.or(hints.null_move),
            ..hints
        };
        self
    }

    /// Game knowledge for general searches.
    pub fn hints(&self) -> &SearchHints<G> {
        &self.hints
    }

    /// Adds starts for this game.
    #[must_use]
    pub fn with_starts(mut self, starts: Vec<StartEntry<G>>) -> Self {
        self.starts.extend(starts);
        self
    }

    /// Adds blocks of parameters that tunings can fill a placeholder with.
    #[must_use]
    pub fn with_parameter_blocks(mut self, blocks: Vec<BlockEntry<G>>) -> Self {
        self.blocks.extend(blocks);
        self
    }

    /// Adds learners of such blocks.
    #[must_use]
    pub fn with_learners(mut self, learners: Vec<LearnerEntry<G>>) -> Self {
        self.learners.extend(learners);
        self
    }

    /// Adds an exactly computable value.
    #[must_use]
    pub fn with_exact_value(mut self, exact: ExactValue<G>) -> Self {
        self.exact = Some(exact);
        self
    }

    /// Adds estimates.
    #[must_use]
    pub fn with_estimates(mut self, estimates: Estimates<G>) -> Self {
        self.estimates = Some(estimates);
        self
    }

    /// Declares measures with this name prefix as published evaluators.
    #[must_use]
    pub fn with_published_evaluators(mut self, beginning: &'static str) -> Self {
        self.standard = Some(beginning);
        self
    }

    /// Adds a colour renderer.
    #[must_use]
    pub fn with_renderer(mut self, painter: Painter<G>) -> Self {
        self.painter = Some(painter);
        self
    }

    /// Adds a drawing of states.
    #[must_use]
    pub fn with_picture(mut self, picture: Picture<G>) -> Self {
        self.picture = Some(picture);
        self
    }

    /// Adds a text format for finished games.
    #[must_use]
    pub fn with_history_format(mut self, history: HistoryFormat<G>) -> Self {
        self.history = Some(history);
        self
    }

    /// The text format of finished games, if there is one.
    pub fn history(&self) -> Option<HistoryFormat<G>> {
        self.history
    }

    /// The colour renderer, if there is one.
    pub fn painter(&self) -> Option<Painter<G>> {
        self.painter
    }

    /// The measures that papers use as evaluators.
    pub fn standards(&self) -> impl Iterator<Item = Measure<G>> {
        let standard = self.standard;
        let measures = self.measures.iter().copied();
        measures.filter(move |measure| standard.is_some_and(|name| measure.name.starts_with(name)))
    }

    /// The rules.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The measure that a spec names.
    pub fn measure(&self, spec: &Spec) -> Result<Measure<G>, Diagnostic> {
        let found = self
            .measures
            .iter()
            .find(|measure| measure.name == spec.name);
        match (found, spec.arguments.first()) {
            (Some(measure), None) => Ok(*measure),
            (Some(_), Some(argument)) => {
                let message = format!("the measure `{}` has no parameters", spec.name);
                Err(Diagnostic::at(&argument.value.span, message))
            }
            (None, _) if self.defined.iter().any(|known| known.name == spec.name) => {
                let message = format!("`{}` is an evaluator, not a measure", spec.name);
                Err(Diagnostic::at(&spec.span, message).hint("name a measure of the game here"))
            }
            (None, _) => {
                let message = format!("{} has no measure `{}`", self.facts.name, spec.name);
                let names = self.measures.iter().map(|measure| measure.name);
                Err(Diagnostic::at(&spec.span, message).known(&spec.name, names))
            }
        }
    }

    /// The constructor of the evaluator that a spec names, which may be a measure.
    pub fn evaluator(&self, spec: &Spec) -> Result<EvaluatorMaker<G>, Diagnostic> {
        let spec = self.meaning(spec)?;
        if self.measured(&spec.name) {
            let measure = self.measure(spec)?;
            return Ok(Arc::new(move || Box::new(MeasureEvaluator(measure))));
        }
        let (entry, args) = self.evaluating(spec)?;
        entry.make(&args, self)
    }

    /// The definition of a name for this game; the spec itself if there is none.
    pub(crate) fn meaning<'a>(&'a self, spec: &'a Spec) -> Result<&'a Spec, Diagnostic> {
        match self.defined.iter().find(|known| known.name == spec.name) {
            Some(definition) => definition.stands_for(spec, &self.facts),
            None => Ok(spec),
        }
    }

    pub(crate) fn measured(&self, name: &str) -> bool {
        self.measures.iter().any(|measure| measure.name == name)
    }

    /// The entry of an evaluator that is not a plain measure.
    fn evaluating(&self, spec: &Spec) -> Result<(&EvaluatorEntry<G>, Args), Diagnostic> {
        let kind = "measure or evaluator";
        let known = self
            .evaluators
            .iter()
            .any(|entry| entry.is_named(&spec.name));
        if !known && !self.defined.is_empty() {
            let message = format!("{} has no {kind} `{}`", self.facts.name, spec.name);
            let entries = self.evaluators.iter().map(|entry| entry.name.as_str());
            let defined = self.defined.iter().map(|known| known.name.as_str());
            let measures = self.measures.iter().map(|measure| measure.name);
            let names = defined.chain(entries).chain(measures);
            return Err(Diagnostic::at(&spec.span, message).known(&spec.name, names));
        }
        let found = find(kind, spec, &self.evaluators, &self.measures, &self.facts)?;
        self.notes.add(found.1.notes());
        Ok(found)
    }

    /// The constructor of the agent that a spec names.
    pub fn agent(&self, spec: &Spec) -> Result<AgentMaker<G>, Diagnostic> {
        let (entry, args) = find::<G, _, _>("agent", spec, &self.agents, &[], &self.facts)?;
        self.notes.add(args.notes());
        entry.make(&args, self)
    }

    /// The network that a spec names: a shipped one, or one that was defined.
    pub fn network(&self, spec: &Spec) -> Result<NetworkFile, Diagnostic> {
        let args = self.bound(&ParamKind::Network, spec)?;
        let text = args.text("weights");
        NetworkFile::unpack(text).map_err(|diagnostic| Diagnostic::at(args.span(), diagnostic))
    }

    /// A starter that a spec names.
    pub fn starter(&self, spec: &Spec) -> Result<Starter<G>, Diagnostic> {
        let (entry, args) = find::<G, _, _>("start", spec, &self.starts, &[], &self.facts)?;
        self.notes.add(args.notes());
        entry.make(&args, self)
    }

    /// The block of parameters that a spec names.
    pub fn parameter_block(&self, spec: &Spec) -> Result<BlockMaker, Diagnostic> {
        let kind = "parameter block";
        let (entry, args) = find::<G, _, _>(kind, spec, &self.blocks, &[], &self.facts)?;
        self.notes.add(args.notes());
        entry.make(&args, self)
    }

    /// The learner that a spec names.
    pub fn learner(&self, spec: &Spec) -> Result<LearnerMaker, Diagnostic> {
        let (entry, args) = find::<G, _, _>("learner", spec, &self.learners, &[], &self.facts)?;
        self.notes.add(args.notes());
        entry.make(&args, self)
    }

    /// The state that a position's text describes.
    pub fn read(&self, text: &str) -> Result<G::State, Diagnostic> {
        let Some(notation) = &self.notation else {
            let message = format!("positions of {} cannot be written down", self.facts.name);
            return Err(
                Diagnostic::new(message).hint("omit the position to begin at the initial state")
            );
        };
        (notation.read)(&self.game, text).map_err(Diagnostic::new)
    }

    /// How positions are written and read, where the game has a notation.
    pub(crate) fn position_texts(&self) -> Option<PositionTexts<G>> {
        let notation = self.notation.as_ref()?;
        Some(PositionTexts {
            write: notation.write,
            read: notation.read,
        })
    }

    /// What a player would know in a position and its text does not tell; see [`Notation::untold`].
    pub fn untold(&self, text: &str, player: Player) -> Option<String> {
        let notation = self.notation.as_ref()?;
        (notation.untold)(&self.game, text, player)
    }

    /// A state as one line of text, where the game has a notation.
    pub fn write(&self, state: &G::State) -> Option<String> {
        self.notation
            .as_ref()
            .map(|notation| (notation.write)(&self.game, state))
    }

    /// A player's location on the shown board, in games that have locations.
    pub fn location(&self, state: &G::State, player: Player) -> Option<Location> {
        let trail = self.trail.as_ref()?;
        (trail.location)(&self.game, state, player)
    }

    /// Every measure.
    pub fn measures(&self) -> &[Measure<G>] {
        &self.measures
    }

    /// The measures of a family: those whose name is the family's, or begins with it and a hyphen.
    pub fn family(&self, name: &str, span: &Span) -> Result<Vec<Measure<G>>, Diagnostic> {
        let belongs = |measure: &str| {
            let rest = measure.strip_prefix(name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        let found = self.measures.iter().filter(|measure| belongs(measure.name));
        let found: Vec<Measure<G>> = found.copied().collect();
        if !found.is_empty() {
            return Ok(found);
        }
        let message = format!("{} has no measures of the family `{name}`", self.facts.name);
        let measures = self.measures.iter().map(|measure| measure.name);
        let families = measures.clone().filter_map(|name| name.split_once('-'));
        let mut names: Vec<&str> = families.map(|(family, _)| family).chain(measures).collect();
        names.dedup();
        Err(Diagnostic::at(span, message).known(name, names))
    }

    /// The exactly computable value of a state, if there is one.
    pub fn exactly(&self) -> Option<&ExactValue<G>> {
        self.exact.as_ref()
    }

    /// The estimates by sampling, if there are any.
    pub fn estimated(&self) -> Option<&Estimates<G>> {
        self.estimates.as_ref()
    }

    fn bound(&self, kind: &ParamKind, spec: &Spec) -> Result<Args, Diagnostic> {
        Ok(match kind {
            ParamKind::Agent => find::<G, _, _>("agent", spec, &self.agents, &[], &self.facts)?.1,
            ParamKind::Evaluator => {
                let spec = self.meaning(spec)?;
                if self.measured(&spec.name) {
                    return self.bound(&ParamKind::Measure, spec);
                }
                let (entry, args) = self.evaluating(spec)?;
                // Some faults only show when it is made, and a plan should show them when read.
                entry.make(&args, self)?;
                args
            }
            ParamKind::Network => {
                let spec = self.meaning(spec)?;
                let networks = &self.registered_weights.networks;
                let shipped = networks.iter().find(|known| known.name == spec.name);
                let spelled = match shipped {
                    Some(shipped) => NetworkFile::read(&shipped.span())?.spec(&spec.span),
                    None if spec.name == NETWORK => spec.clone(),
                    None => {
                        let message = format!("there is no network `{}`", spec.name);
                        let defined = self.defined.iter().map(|known| known.name.as_str());
                        let names = networks.iter().map(|known| known.name.as_str());
                        let diagnostic = Diagnostic::at(&spec.span, message);
                        return Err(diagnostic.known(&spec.name, names.chain(defined)));
                    }
                };
                Args::bind(&spelled, &[packed()])?.identified(NETWORK_ID)
            }
            _ => {
                let measure = self.measure(spec)?;
                Args::bind(spec, &[])?.identified(measure.identity())
            }
        })
    }

    /// A spec of some kind in full.
    pub(crate) fn spelled(
        &self,
        form: Spelling,
        kind: &ParamKind,
        spec: &Spec,
    ) -> Result<String, Diagnostic> {
        match kind {
            ParamKind::Family if form == Spelling::Identity => {
                let family = self.family(&spec.name, &spec.span)?;
                let family: Vec<String> = family.iter().map(Measure::identity).collect();
                Ok(format!("[{}]", family.join(" ")))
            }
            ParamKind::Family => Ok(format!("'{}'", spec.name)),
            ParamKind::Agent if form != Spelling::Names => self.identify_agent(form, spec),
            kind => self
                .bound(kind, spec)?
                .written(form, |kind, nested| self.spelled(form, kind, nested)),
        }
    }
}

impl<G: Notation> GameEnv<G> {
    /// Enables the notation of positions.
    #[must_use]
    pub fn with_notation(mut self) -> Self {
        self.notation = Some(PositionText {
            write: |game, state| game.write(state),
            read: |game, text| game.read(text),
            untold: |game, text, player| game.untold(text, player),
            law: |game, seed| law::check_notation(game, seed, law::Effort::default()),
        });
        self
    }
}

impl<G: Located> GameEnv<G> {
    /// Enables drawing of variations over the shown board.
    #[must_use]
    pub fn with_location(mut self) -> Self {
        self.trail = Some(PlayerLocator {
            location: |game, state, player| game.location(state, player),
            law: |game, seed| law::check_location(game, seed, law::Effort::default()),
        });
        self
    }
}

impl<G: NullMove> GameEnv<G> {
    /// Enables null moves for searches.
    #[must_use]
    pub fn with_null_move(mut self) -> Self {
        self.hints.null_move = Some(|game, state| game.null_move(state));
        self.passing = Some(|game, seed| law::check_null_move(game, seed, law::Effort::default()));
        self
    }
}
