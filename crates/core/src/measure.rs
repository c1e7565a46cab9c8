//! Numbers that papers define on the states of a game.

use crate::{Game, Player, calls};

/// Which way a measure points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// A distance or a cost: small is good.
    Low,
    /// A score: large is good.
    High,
}

/// A plain function beside a game: Manhattan distance, open lines, discs. It weighs nothing and
/// looks nowhere ahead, so a plan can name it, a search can maximise it, a regression can take it
/// as a feature and a report can plot it.
pub struct Measure<G: Game> {
    /// The name a plan uses.
    pub name: &'static str,
    /// What it is called where results are kept: the name it had first. It never changes.
    pub id: &'static str,
    /// Raised when it says something else than before, so that old results are not taken for new.
    pub version: u32,
    /// One line that says what is measured, with its source.
    pub about: &'static str,
    /// Which way it points.
    pub sense: Sense,
    function: fn(&G, &G::State, Player) -> f64,
}

impl<G: Game> Measure<G> {
    /// A measure where large is good.
    pub fn high(
        name: &'static str,
        about: &'static str,
        function: fn(&G, &G::State, Player) -> f64,
    ) -> Self {
        Measure {
            name,
            id: name,
            version: 1,
            about,
            sense: Sense::High,
            function,
        }
    }

    /// The value of a state as `player` sees it. Counted ([`Calls`](crate::Calls)): within an
    /// evaluation of a seat it is part of that evaluation, elsewhere it is one of its own.
    #[inline(always)]
    pub fn value(&self, game: &G, state: &G::State, player: Player) -> f64 {
        calls::evaluation();
        (self.function)(game, state, player)
    }

    /// The same measure with the identifier it had before it was renamed.
    #[must_use]
    pub const fn known_as(mut self, id: &'static str) -> Self {
        self.id = id;
        self
    }

    /// The same measure, which says something else since this version.
    #[must_use]
    pub const fn version(mut self, version: u32) -> Self {
        self.version = version;
        self
    }

    /// Identifier and version, such as `discs@1`: what results are kept under.
    pub fn identity(&self) -> String {
        format!("{}@{}", self.id, self.version)
    }

    /// A measure where small is good.
    pub fn low(
        name: &'static str,
        about: &'static str,
        function: fn(&G, &G::State, Player) -> f64,
    ) -> Self {
        Measure {
            sense: Sense::Low,
            ..Measure::high(name, about, function)
        }
    }
}

impl<G: Game> Clone for Measure<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Measure<G> {}

impl<G: Game> std::fmt::Debug for Measure<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl Sense {
    /// Turns a raw value into one where higher is better.
    #[inline]
    pub fn upward(self, raw: f64) -> f64 {
        match self {
            Sense::Low => -raw,
            Sense::High => raw,
        }
    }
}
