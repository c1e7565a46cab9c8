//! A game that can be named.

use super::any_game::AnyGame;
use ludometer_spec::param::{Args, Param};
use ludometer_spec::params::Params;
use ludometer_spec::source::Diagnostic;
use std::sync::Arc;

/// The constructor of a game; it may set a parameter that is known only once the game is opened.
pub type Open = Arc<dyn Fn(&mut Args) -> Result<Box<dyn AnyGame>, Diagnostic> + Send + Sync>;

/// A game that a plan may name.
#[derive(Clone)]
pub struct GameEntry {
    /// The name.
    pub name: String,
    /// The identity in stored results: an identifier that no renaming changes, and behind `@` a
    /// version that is raised when the rules or their use of random numbers change.
    pub id: String,
    /// One line that says what it is.
    pub about: String,
    /// How it is played, in a few sentences for a person who sits down to it; empty if nothing is said.
    pub rules: String,
    /// The declared parameters.
    pub params: Vec<Param>,
    /// Aliases: earlier names, and other common ones.
    pub aliases: Vec<String>,
    /// Example arguments that tests use.
    pub examples: Vec<String>,
    /// Where the texts of its games come from, in a sentence, if it is made of texts.
    pub source: Option<String>,
    pub(super) departs: Option<Departs>,
    pub(super) open: Open,
}

/// Why the game of an identity is not the one that published figures are about, if so.
pub(super) type Departs = Arc<dyn Fn(&str) -> Option<String> + Send + Sync>;

impl GameEntry {
    /// A game that is constructed from its parameters. Its only example is its name.
    pub fn new<P: 'static, H: AnyGame + 'static>(
        name: impl Into<String>,
        id: impl Into<String>,
        about: impl Into<String>,
        params: Params<P>,
        open: impl Fn(P) -> Result<H, Diagnostic> + Send + Sync + 'static,
    ) -> GameEntry {
        let declared = params.declared().to_vec();
        GameEntry::settling(name, id, about, declared, move |args| {
            open(params.read(args)?)
        })
    }

    /// A game that sets a parameter when it is opened.
    pub fn settling<H: AnyGame + 'static>(
        name: impl Into<String>,
        id: impl Into<String>,
        about: impl Into<String>,
        params: Vec<Param>,
        open: impl Fn(&mut Args) -> Result<H, Diagnostic> + Send + Sync + 'static,
    ) -> GameEntry {
        let name = name.into();
        GameEntry {
            id: id.into(),
            about: about.into(),
            rules: String::new(),
            params,
            aliases: Vec::new(),
            examples: vec![name.clone()],
            source: None,
            departs: None,
            open: Arc::new(move |args| Ok(Box::new(open(args)?))),
            name,
        }
    }

    /// With aliases.
    #[must_use]
    pub fn aliases(mut self, names: &[&str]) -> GameEntry {
        self.aliases = names.iter().map(ToString::to_string).collect();
        self
    }

    /// The name and the aliases.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let aliases = self.aliases.iter().map(String::as_str);
        [self.name.as_str()].into_iter().chain(aliases)
    }

    /// Whether a spec may name it so.
    pub fn is_named(&self, name: &str) -> bool {
        self.names().any(|known| known == name)
    }

    /// With the rules in a few sentences, as a person is told them.
    #[must_use]
    pub fn rules(mut self, rules: impl Into<String>) -> GameEntry {
        self.rules = rules.into();
        self
    }

    /// With these example arguments.
    #[must_use]
    pub fn examples(mut self, examples: &[&str]) -> GameEntry {
        self.examples = examples.iter().map(ToString::to_string).collect();
        self
    }

    /// With a sentence about where its texts come from.
    #[must_use]
    pub fn from(mut self, source: impl Into<String>) -> GameEntry {
        self.source = Some(source.into());
        self
    }

    /// With a check whether the game of an identity is the one that published figures are about.
    #[must_use]
    pub fn departing(
        mut self,
        departs: impl Fn(&str) -> Option<String> + Send + Sync + 'static,
    ) -> GameEntry {
        self.departs = Some(Arc::new(departs));
        self
    }

    /// Why the game of this identity is not the one that published figures are about, if so.
    pub fn departure(&self, identity: &str) -> Option<String> {
        self.departs.as_ref().and_then(|departs| departs(identity))
    }
}
