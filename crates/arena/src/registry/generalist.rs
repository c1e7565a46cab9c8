//! Agents for every game: written once against [`DynGame`], so that a registry can hold them.

use super::{NameTaken, Registry, stem};
use crate::env::{AgentEntry, agents};
use ludometer_core::{Agent, DynGame, Facts, Game, Generalist};
use ludometer_spec::param::{Args, Param};
use ludometer_spec::params::Params;
use ludometer_spec::source::Diagnostic;
use std::sync::Arc;

type Maker = Arc<dyn Fn() -> Box<dyn Agent<DynGame>> + Send + Sync>;
type Make = Arc<dyn Fn(&Args) -> Result<Maker, Diagnostic> + Send + Sync>;
type Fit = Arc<dyn Fn(&Facts) -> Result<(), &'static str> + Send + Sync>;

/// An agent for every game that it fits.
///
/// An agent that is generic over the game is an `Agent<DynGame>` too.
#[derive(Clone)]
pub struct GeneralAgent {
    /// The name.
    pub name: String,
    /// The identity in stored results: an identifier that no renaming changes, and behind `@` a
    /// version that is raised when the agent's behaviour changes.
    pub id: String,
    /// One line that says what it is.
    pub about: String,
    /// The declared parameters.
    pub params: Vec<Param>,
    fit: Fit,
    make: Make,
    replaces: bool,
}

impl GeneralAgent {
    /// An agent that is constructed from its parameters for every episode.
    pub fn new<P: Clone + Send + Sync + 'static, A: Agent<DynGame> + 'static>(
        name: impl Into<String>,
        id: impl Into<String>,
        about: impl Into<String>,
        params: Params<P>,
        make: impl Fn(P) -> A + Send + Sync + 'static,
    ) -> GeneralAgent {
        let make = Arc::new(make);
        GeneralAgent {
            name: name.into(),
            id: id.into(),
            about: about.into(),
            params: params.declared().to_vec(),
            fit: Arc::new(|_| Ok(())),
            make: Arc::new(move |args| {
                let (given, make) = (params.read(args)?, Arc::clone(&make));
                let made: Maker = Arc::new(move || Box::new(make(given.clone())));
                Ok(made)
            }),
            replaces: false,
        }
    }

    /// The same, for the games that `fit` accepts.
    #[must_use]
    pub fn fits(
        mut self,
        fit: impl Fn(&Facts) -> Result<(), &'static str> + Send + Sync + 'static,
    ) -> GeneralAgent {
        self.fit = Arc::new(fit);
        self
    }

    /// The agent as an entry of a game.
    pub(super) fn at<G: Game>(&self) -> AgentEntry<G> {
        let make = Arc::clone(&self.make);
        let params = Params::new(self.params.clone(), move |args| make(args));
        let fit = Arc::clone(&self.fit);
        AgentEntry::new(
            self.name.as_str(),
            self.id.as_str(),
            self.about.as_str(),
            params,
            |maker, env| {
                let game = Arc::clone(env.game());
                Ok(Arc::new(move || {
                    Box::new(Generalist::new(Arc::clone(&game), maker()))
                }))
            },
        )
        .fits(move |facts| fit(facts))
    }

    /// Whether it replaces an agent of the same name.
    pub(super) fn replaces(&self) -> bool {
        self.replaces
    }
}

impl Registry {
    /// Every agent that was added for all games.
    pub fn agents(&self) -> &[GeneralAgent] {
        &self.agents
    }

    /// Adds an agent for every game; a name or an identifier that another agent for every game has is
    /// refused. A game whose own agent has the name refuses to be opened.
    pub fn agent(&mut self, entry: GeneralAgent) -> Result<(), NameTaken> {
        let shipped = agents::<DynGame>();
        let shipped = shipped.iter().map(|known| (&known.name, &known.id));
        let own = self.agents.iter().map(|known| (&known.name, &known.id));
        for (name, id) in shipped.chain(own) {
            if *name == entry.name {
                return Err(NameTaken::name("agent", &entry.name, name, name));
            }
            if stem(id) == stem(&entry.id) {
                return Err(NameTaken::identifier("agent", &entry.name, id, name));
            }
        }
        self.agents.push(entry);
        Ok(())
    }

    /// Replaces every agent of this name, or adds it.
    pub fn replace_agent(&mut self, mut entry: GeneralAgent) {
        entry.replaces = true;
        self.agents.retain(|known| known.name != entry.name);
        self.agents.push(entry);
    }
}
