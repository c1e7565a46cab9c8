//! A game that can be named.

use super::hosted::Hosted;
use ludometer_spec::knob::{Args, Knob};
use ludometer_spec::source::Fault;
use std::sync::Arc;

/// How a game is opened; it may settle a knob that only opening can tell.
pub type Open = Arc<dyn Fn(&mut Args) -> Result<Box<dyn Hosted>, Fault> + Send + Sync>;

/// A game that a plan may name.
#[derive(Clone)]
pub struct GameEntry {
    /// The name.
    pub name: String,
    /// What results are kept under: an identifier that no renaming changes, and behind `@` a version
    /// that is raised when the rules, or what is drawn for them, are other than before.
    pub id: String,
    /// One line that says what it is.
    pub about: String,
    /// What can be set.
    pub knobs: Vec<Knob>,
    /// The settings that laws, playthroughs and tables are checked for.
    pub examples: Vec<String>,
    /// Where the texts of its games come from, in a sentence, if it is made of texts.
    pub source: Option<String>,
    pub(super) open: Open,
}

impl GameEntry {
    /// A game without knobs, whose only example is its name.
    pub fn new(
        name: &str,
        id: &str,
        about: &str,
        open: impl Fn(&mut Args) -> Result<Box<dyn Hosted>, Fault> + Send + Sync + 'static,
    ) -> GameEntry {
        GameEntry {
            name: name.into(),
            id: id.into(),
            about: about.into(),
            knobs: Vec::new(),
            examples: vec![name.into()],
            source: None,
            open: Arc::new(open),
        }
    }

    /// With these knobs.
    #[must_use]
    pub fn knobs(mut self, knobs: &[Knob]) -> GameEntry {
        self.knobs = knobs.to_vec();
        self
    }

    /// With these settings to be checked.
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

    /// The identifier without its version.
    pub(super) fn stem(&self) -> &str {
        self.id.split('@').next().unwrap_or_default()
    }
}
