//! The games of a plan or a tuning, each opened once, with the names that the document defines.

use ludometer_arena::define::Definition;
use ludometer_arena::registry::{AnyGame, Registry};
use ludometer_spec::source::Diagnostic;
use ludometer_spec::spec::Spec;
use std::collections::HashMap;
use std::sync::Arc;

/// Opens games by their specs.
pub(crate) struct OpenedGames<'a> {
    registry: &'a Registry,
    definitions: &'a [Definition],
    opened: HashMap<String, (Arc<dyn AnyGame>, String)>,
}

impl<'a> OpenedGames<'a> {
    pub(crate) fn new(registry: &'a Registry, definitions: &'a [Definition]) -> OpenedGames<'a> {
        OpenedGames {
            registry,
            definitions,
            opened: HashMap::new(),
        }
    }

    /// The game that a spec names, and its spec with every parameter.
    pub(crate) fn open(&mut self, spec: &Spec) -> Result<(Arc<dyn AnyGame>, String), Diagnostic> {
        let key = spec.to_string();
        if let Some(known) = self.opened.get(&key) {
            return Ok(known.clone());
        }
        let (mut game, name) = self.registry.open(spec)?;
        for definition in self.definitions {
            game.define(definition.clone())?;
        }
        let opened: (Arc<dyn AnyGame>, String) = (Arc::from(game), name);
        self.opened.insert(key, opened.clone());
        Ok(opened)
    }
}
