//! The registry: everything that plans and commands can name, as a value; and type-erased games.

mod any_game;
mod game;
mod generalist;
mod objective;
mod tuner;

pub use crate::env::{
    AgentEntry, AgentMaker, BlockEntry, Entry, Estimates, EvaluatorEntry, EvaluatorMaker,
    ExactValue, Fit, GameEnv, HistoryFormat, LearnerEntry, MatchSpec, Outside, Painter, Picture,
    PreparedMatch, Sampled, StartEntry, Starter, agents, evaluators, starts,
};
pub use any_game::AnyGame;
pub use game::{GameEntry, Open};
pub use generalist::GeneralAgent;
pub use objective::{Answer, BUILT_IN_OBJECTIVES, Evaluation, ObjectiveEntry, ObjectiveRequest};
pub use tuner::{NamedTuner, TunerRefused};

use crate::define::{Load, Sources};
use crate::env::Notes;
use crate::weights::{NamedText, RegisteredWeights};
use ludometer_spec::param::{Args, Spelling, renamed};
use ludometer_spec::source::{Diagnostic, Span};
use ludometer_spec::spec::Spec;
use ludometer_tune::TunerEntry;
use std::sync::Arc;

/// Games, agents for every game, tuners, objectives, plans, tunings and learned weights by name.
#[derive(Clone, Default)]
pub struct Registry {
    games: Vec<GameEntry>,
    agents: Vec<GeneralAgent>,
    tuners: Vec<TunerEntry>,
    objectives: Vec<ObjectiveEntry>,
    plans: Vec<NamedText>,
    tunings: Vec<NamedText>,
    registered_weights: Arc<RegisteredWeights>,
    notes: Notes,
}

/// Why an entry is refused: another one has its name or its identifier.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the {kind} `{entry}` cannot be registered: the {what} `{word}` belongs to the {kind} `{holder}`; take another {what}, or replace that {kind} on purpose"
)]
pub struct NameTaken {
    /// `game`, `agent` and so on.
    kind: &'static str,
    /// The name of the entry that is refused.
    entry: String,
    /// `name` or `identifier`.
    what: &'static str,
    /// The name or identifier that is taken.
    word: String,
    /// The name of the entry that has it.
    holder: String,
}

impl NameTaken {
    fn name(kind: &'static str, entry: &str, word: &str, holder: &str) -> NameTaken {
        NameTaken {
            kind,
            entry: entry.to_string(),
            what: "name",
            word: word.to_string(),
            holder: holder.to_string(),
        }
    }

    fn identifier(kind: &'static str, entry: &str, id: &str, holder: &str) -> NameTaken {
        NameTaken {
            what: "identifier",
            ..NameTaken::name(kind, entry, stem(id), holder)
        }
    }
}

/// An identifier without its version.
fn stem(id: &str) -> &str {
    id.split('@').next().unwrap_or_default()
}

impl Registry {
    /// An empty registry.
    pub fn empty() -> Registry {
        Registry::default()
    }

    /// Every game.
    pub fn games(&self) -> &[GameEntry] {
        &self.games
    }

    /// Every plan.
    pub fn plans(&self) -> &[NamedText] {
        &self.plans
    }

    /// Every tuning.
    pub fn tunings(&self) -> &[NamedText] {
        &self.tunings
    }

    /// The plan of this name or earlier name, with a note about the latter.
    pub fn find_plan(&self, name: &str) -> Option<&NamedText> {
        self.find_text(&self.plans, name)
    }

    /// The tuning of this name or earlier name, with a note about the latter.
    pub fn find_tuning(&self, name: &str) -> Option<&NamedText> {
        self.find_text(&self.tunings, name)
    }

    fn find_text<'a>(&self, texts: &'a [NamedText], name: &str) -> Option<&'a NamedText> {
        let found = texts.iter().find(|text| text.is_named(name))?;
        if found.name != name {
            self.notes.add(&[renamed(name, &found.name)]);
        }
        Some(found)
    }

    /// Notes on what was opened, such as names that have changed.
    pub fn notes(&self) -> &Notes {
        &self.notes
    }

    /// Weights and networks.
    pub fn registered_weights(&self) -> &RegisteredWeights {
        &self.registered_weights
    }

    /// Adds a game; a name or an identifier that another game has is refused.
    pub fn game(&mut self, entry: GameEntry) -> Result<(), NameTaken> {
        for known in &self.games {
            if let Some(name) = entry.names().find(|name| known.is_named(name)) {
                return Err(NameTaken::name("game", &entry.name, name, &known.name));
            }
            if stem(&known.id) == stem(&entry.id) {
                let (id, holder) = (&entry.id, &known.name);
                return Err(NameTaken::identifier("game", &entry.name, id, holder));
            }
        }
        self.games.push(entry);
        Ok(())
    }

    /// Replaces the game of this name, or adds it.
    pub fn replace(&mut self, entry: GameEntry) {
        match self.games.iter_mut().find(|known| known.name == entry.name) {
            Some(known) => *known = entry,
            None => self.games.push(entry),
        }
    }

    /// Adds a plan.
    pub fn plan(&mut self, text: NamedText) -> Result<(), NameTaken> {
        add(&mut self.plans, "plan", text)
    }

    /// Adds a tuning.
    pub fn tuning(&mut self, text: NamedText) -> Result<(), NameTaken> {
        add(&mut self.tunings, "tuning", text)
    }

    /// Adds learned weights.
    pub fn weights(&mut self, text: NamedText) -> Result<(), NameTaken> {
        add(
            &mut Arc::make_mut(&mut self.registered_weights).weights,
            "weights file",
            text,
        )
    }

    /// Adds a network.
    pub fn network(&mut self, text: NamedText) -> Result<(), NameTaken> {
        add(
            &mut Arc::make_mut(&mut self.registered_weights).networks,
            "network",
            text,
        )
    }

    /// The entry of the game that a spec names.
    pub fn entry(&self, spec: &Spec) -> Result<&GameEntry, Diagnostic> {
        let found = self.games.iter().find(|entry| entry.is_named(&spec.name));
        found.ok_or_else(|| {
            let diagnostic =
                Diagnostic::at(&spec.span, format!("there is no game `{}`", spec.name));
            let names = self.games.iter().map(|entry| entry.name.as_str());
            let aliases = self.games.iter().flat_map(GameEntry::names);
            diagnostic.known_or_alias(&spec.name, names, aliases)
        })
    }

    /// Opens the game that a spec names; also returns the spec with every parameter.
    pub fn open(&self, spec: &Spec) -> Result<(Box<dyn AnyGame>, String), Diagnostic> {
        let entry = self.entry(spec)?;
        let mut args = Args::bind(spec, &entry.params)?;
        let mut game =
            (entry.open)(&mut args).map_err(|diagnostic| diagnostic.or_at(args.span()))?;
        game.admit(&self.agents)
            .map_err(|diagnostic| diagnostic.or_at(args.span()))?;
        let args = args.named(&entry.name).identified(entry.id.as_str());
        self.notes.add(args.notes());
        let [name, identity, unversioned] =
            [Spelling::Names, Spelling::Identity, Spelling::Unversioned]
                .map(|form| args.written(form, |_, nested| Ok(nested.to_string())));
        game.settle(
            identity?,
            unversioned?,
            Arc::clone(&self.registered_weights),
            self.notes.clone(),
        );
        Ok((game, name?))
    }

    /// Every game by name, opened at the first of its examples. One that cannot be opened is left out:
    /// commands that name it say why.
    pub fn opened_examples(&self) -> Vec<(String, Box<dyn AnyGame>)> {
        let games = self.games.iter().filter_map(|entry| {
            let example = entry.examples.first().unwrap_or(&entry.name);
            let spec = Spec::parse(&Span::whole("game", example.as_str())).ok()?;
            Some((entry.name.clone(), self.open(&spec).ok()?.0))
        });
        games.collect()
    }

    /// The full name of the game that a spec names.
    pub fn full_name(&self, spec: &Spec) -> Result<String, Diagnostic> {
        Ok(self.open(spec)?.0.facts().name.clone())
    }

    /// Lets `work` read what names stand for, with files from `load`.
    pub fn sources<T>(&self, load: Load<'_>, work: impl FnOnce(&Sources<'_>) -> T) -> T {
        work(&Sources {
            load,
            game: &|spec| self.full_name(spec),
            registered_weights: &self.registered_weights,
        })
    }
}

fn add(texts: &mut Vec<NamedText>, kind: &'static str, text: NamedText) -> Result<(), NameTaken> {
    for name in [&text.name].into_iter().chain(&text.aliases) {
        if let Some(known) = texts.iter().find(|known| known.is_named(name)) {
            return Err(NameTaken::name(kind, &text.name, name, &known.name));
        }
    }
    texts.push(text);
    Ok(())
}
