//! Registered texts: plans, tunings and weights that need no file.

use ludometer_spec::source::Span;
use std::borrow::Cow;

/// A text with a name: a plan, a tuning, learned weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedText {
    /// Its name.
    pub name: String,
    /// Earlier names, which are still accepted.
    pub aliases: Vec<String>,
    /// The file name used in diagnostics.
    pub file: String,
    /// Its TOML.
    pub text: Cow<'static, str>,
}

impl NamedText {
    /// A text under a name, as a file of this folder.
    pub fn new(folder: &str, name: &str, text: impl Into<Cow<'static, str>>) -> NamedText {
        NamedText {
            name: name.to_string(),
            aliases: Vec::new(),
            file: format!("{folder}/{name}.toml"),
            text: text.into(),
        }
    }

    /// The same with an earlier name, which is still accepted.
    #[must_use]
    pub fn formerly(mut self, name: &str) -> NamedText {
        self.aliases.push(name.to_string());
        self
    }

    /// Whether this is its name or an earlier one.
    pub fn is_named(&self, name: &str) -> bool {
        self.name == name || self.aliases.iter().any(|alias| alias == name)
    }

    /// The whole text.
    pub fn span(&self) -> Span {
        Span::whole(self.file.as_str(), self.text.as_ref())
    }
}

/// Registered weights and networks.
#[derive(Clone, Debug, Default)]
pub struct RegisteredWeights {
    /// Weights of measures.
    pub weights: Vec<NamedText>,
    /// Networks.
    pub networks: Vec<NamedText>,
}
