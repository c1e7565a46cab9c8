//! What can be named: the games that ship.

use crate::errors::diagnosed;
use ludometer::registry::{AnyGame, Registry};
use ludometer::source::Span;
use ludometer::spec::Spec;
use pyo3::prelude::*;
use std::sync::Arc;

/// Everything that ships.
pub(crate) fn registry() -> &'static Registry {
    ludometer::catalogue::shipped()
}

/// A spec, read from a text that `place` names in messages.
pub(crate) fn spec(py: Python<'_>, place: &str, text: &str) -> PyResult<Spec> {
    Spec::parse(&Span::whole(place, text)).map_err(|diagnostic| diagnosed(py, &diagnostic))
}

/// A game and its name in full.
pub(crate) fn open(py: Python<'_>, text: &str) -> PyResult<(Arc<dyn AnyGame>, String)> {
    let spec = spec(py, "game", text)?;
    let opened = registry().open(&spec);
    let (game, name) = opened.map_err(|diagnostic| diagnosed(py, &diagnostic))?;
    Ok((Arc::from(game), name))
}

/// Name, description and example arguments of every game.
#[pyfunction]
pub(crate) fn games() -> Vec<(String, String, Vec<String>)> {
    let games = registry().games().iter();
    games
        .map(|game| (game.name.clone(), game.about.clone(), game.examples.clone()))
        .collect()
}

/// The version of the package and of every crate in it.
#[pyfunction]
pub(crate) fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// The names of the VGDL games that ship.
#[pyfunction]
pub(crate) fn vgdl_games() -> Vec<&'static str> {
    let shipped = ludometer::games::vgdl::shipped::shipped().iter();
    shipped.map(|game| game.name).collect()
}
