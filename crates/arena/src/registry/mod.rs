//! Everything that can be named, as a value that every reader and every command takes; and what may be
//! asked of a game whose type is not known: types are erased here.

mod game;
mod generalist;
mod hosted;
mod tuner;

pub use crate::env::{
    AgentEntry, AgentMaker, Entry, Estimates, EvaluatorEntry, EvaluatorMaker, Exact, Fit, History,
    Host, Painter, Sampled, Seating, StartEntry, Starter, Table, agents, evaluators, starts,
};
pub use game::{GameEntry, Open};
pub use generalist::GeneralAgent;
pub use hosted::Hosted;
pub use tuner::{NamedTuner, TunerRefused};

use crate::define::{Load, Sources};
use crate::weights::{Shelf, Text};
use ludometer_spec::param::{Args, Form};
use ludometer_spec::source::Fault;
use ludometer_spec::spec::Spec;
use ludometer_tune::TunerEntry;
use std::sync::Arc;

/// Games, agents for every game, tuners, plans, tunings and learned weights by name.
#[derive(Clone, Default)]
pub struct Registry {
    games: Vec<GameEntry>,
    agents: Vec<GeneralAgent>,
    tuners: Vec<TunerEntry>,
    plans: Vec<Text>,
    tunings: Vec<Text>,
    shelf: Arc<Shelf>,
}

/// A name that something else has already.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind} `{name}` is registered already: take another name, or replace it on purpose")]
pub struct Taken {
    kind: &'static str,
    name: String,
}

impl Registry {
    /// Nothing can be named.
    pub fn empty() -> Registry {
        Registry::default()
    }

    /// Every game.
    pub fn games(&self) -> &[GameEntry] {
        &self.games
    }

    /// Every plan.
    pub fn plans(&self) -> &[Text] {
        &self.plans
    }

    /// Every tuning.
    pub fn tunings(&self) -> &[Text] {
        &self.tunings
    }

    /// Weights and networks.
    pub fn shelf(&self) -> &Shelf {
        &self.shelf
    }

    /// Adds a game; a name or an identifier that another game has is refused.
    pub fn game(&mut self, entry: GameEntry) -> Result<(), Taken> {
        let same = |known: &GameEntry| known.name == entry.name || known.stem() == entry.stem();
        if self.games.iter().any(same) {
            return Err(Taken {
                kind: "a game",
                name: entry.name,
            });
        }
        self.games.push(entry);
        Ok(())
    }

    /// Puts a game in the place of the one with its name, or adds it.
    pub fn replace(&mut self, entry: GameEntry) {
        match self.games.iter_mut().find(|known| known.name == entry.name) {
            Some(known) => *known = entry,
            None => self.games.push(entry),
        }
    }

    /// Adds a plan.
    pub fn plan(&mut self, text: Text) -> Result<(), Taken> {
        add(&mut self.plans, "a plan", text)
    }

    /// Adds a tuning.
    pub fn tuning(&mut self, text: Text) -> Result<(), Taken> {
        add(&mut self.tunings, "a tuning", text)
    }

    /// Adds learned weights.
    pub fn weights(&mut self, text: Text) -> Result<(), Taken> {
        add(
            &mut Arc::make_mut(&mut self.shelf).weights,
            "a file of weights",
            text,
        )
    }

    /// Adds a network.
    pub fn network(&mut self, text: Text) -> Result<(), Taken> {
        add(
            &mut Arc::make_mut(&mut self.shelf).networks,
            "a network",
            text,
        )
    }

    /// The entry of the game that a spec names.
    pub fn entry(&self, spec: &Spec) -> Result<&GameEntry, Fault> {
        let found = self.games.iter().find(|entry| entry.name == spec.name);
        found.ok_or_else(|| {
            let fault = Fault::at(&spec.place, format!("there is no game `{}`", spec.name));
            fault.known(
                &spec.name,
                self.games.iter().map(|entry| entry.name.as_str()),
            )
        })
    }

    /// Opens the game that a spec names; also gives the spec with every parameter spelled out.
    pub fn open(&self, spec: &Spec) -> Result<(Box<dyn Hosted>, String), Fault> {
        let entry = self.entry(spec)?;
        let mut args = Args::bind(spec, &entry.params)?;
        let mut game = (entry.open)(&mut args).map_err(|fault| fault.or_at(args.place()))?;
        game.admit(&self.agents)
            .map_err(|fault| fault.or_at(args.place()))?;
        let args = args.identified(entry.id.as_str());
        let [name, identity, unversioned] = [Form::Names, Form::Identity, Form::Unversioned]
            .map(|form| args.written(form, |_, nested| Ok(nested.to_string())));
        game.settle(identity?, unversioned?, Arc::clone(&self.shelf));
        Ok((game, name?))
    }

    /// The full name of the game that a spec names.
    pub fn full_name(&self, spec: &Spec) -> Result<String, Fault> {
        Ok(self.open(spec)?.0.facts().name.clone())
    }

    /// Lets `work` read what names stand for, with files from `load`.
    pub fn sources<T>(&self, load: Load<'_>, work: impl FnOnce(&Sources<'_>) -> T) -> T {
        work(&Sources {
            load,
            game: &|spec| self.full_name(spec),
            shelf: &self.shelf,
        })
    }
}

fn add(texts: &mut Vec<Text>, kind: &'static str, text: Text) -> Result<(), Taken> {
    if texts.iter().any(|known| known.name == text.name) {
        return Err(Taken {
            kind,
            name: text.name,
        });
    }
    texts.push(text);
    Ok(())
}
