//! Agents for every game: written once against [`DynGame`], so that a registry can hold them.

use super::{NameTaken, Registry, stem};
use crate::env::{AgentEntry, AgentMaker, GameEnv, Outside, agents};
use crate::text_player::{TextGame, TextPlayerMaker};
use ludometer_core::{Agent, DynGame, Facts, Game, Generalist};
use ludometer_spec::param::{Args, Param};
use ludometer_spec::params::Params;
use ludometer_spec::source::Diagnostic;
use std::sync::Arc;

type Maker = Arc<dyn Fn() -> Box<dyn Agent<DynGame>> + Send + Sync>;
type Make = Arc<dyn Fn(&Args) -> Result<Maker, Diagnostic> + Send + Sync>;
type MakeText = Arc<dyn Fn(&Args, &TextGame) -> Result<TextPlayerMaker, Diagnostic> + Send + Sync>;
type Describe = Arc<dyn Fn(&Args, &TextGame) -> Result<Outside, Diagnostic> + Send + Sync>;
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
    how: How,
    replaces: bool,
}

/// How an agent is made.
#[derive(Clone)]
enum How {
    /// For type-erased games.
    Erased(Make),
    /// As a program that knows games as text.
    Text(MakeText, Describe),
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
            how: How::Erased(Arc::new(move |args| {
                let (given, make) = (params.read(args)?, Arc::clone(&make));
                let made: Maker = Arc::new(move || Box::new(make(given.clone())));
                Ok(made)
            })),
            replaces: false,
        }
    }

    /// An agent that knows games as text, and asks a program from outside that `describe` says.
    pub fn text<P: 'static>(
        name: impl Into<String>,
        id: impl Into<String>,
        about: impl Into<String>,
        params: Params<P>,
        make: impl Fn(P, &TextGame) -> Result<TextPlayerMaker, Diagnostic> + Send + Sync + 'static,
        describe: impl Fn(P, &TextGame) -> Result<Outside, Diagnostic> + Send + Sync + 'static,
    ) -> GeneralAgent {
        let (declared, described) = (params.declared().to_vec(), params.clone());
        GeneralAgent {
            name: name.into(),
            id: id.into(),
            about: about.into(),
            params: declared,
            fit: Arc::new(|_| Ok(())),
            how: How::Text(
                Arc::new(move |args, game| make(params.read(args)?, game)),
                Arc::new(move |args, game| describe(described.read(args)?, game)),
            ),
            replaces: false,
        }
    }

    /// Whether it asks a program from outside.
    pub fn is_outside(&self) -> bool {
        matches!(self.how, How::Text(..))
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
        let entry = match &self.how {
            How::Erased(make) => {
                let make = Arc::clone(make);
                let params = Params::new(self.params.clone(), move |args| make(args));
                self.entry(params, |maker: Maker, env: &GameEnv<G>| {
                    let game = Arc::clone(env.game());
                    Ok(Arc::new(move || {
                        Box::new(Generalist::new(Arc::clone(&game), maker()))
                    }))
                })
            }
            How::Text(make, describe) => {
                let (make, describe) = (Arc::clone(make), Arc::clone(describe));
                let params = Params::new(self.params.clone(), |args| Ok(args.clone()));
                let entry = self.entry(params, move |args: Args, env: &GameEnv<G>| {
                    Ok(Arc::new(env.seated(make(&args, &env.text_game())?)))
                });
                entry.outside(move |args, env| describe(args, &env.text_game()))
            }
        };
        let fit = Arc::clone(&self.fit);
        entry.fits(move |facts| fit(facts))
    }

    fn entry<G: Game, P: 'static>(
        &self,
        params: Params<P>,
        make: impl Fn(P, &GameEnv<G>) -> Result<AgentMaker<G>, Diagnostic> + Send + Sync + 'static,
    ) -> AgentEntry<G> {
        AgentEntry::new(
            self.name.as_str(),
            self.id.as_str(),
            self.about.as_str(),
            params,
            make,
        )
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
