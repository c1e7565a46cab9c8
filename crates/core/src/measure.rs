//! Measures: numbers that papers define on the states of a game, also called features.

use crate::{Game, Player, calls};

/// Whether small or large values of a measure are good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// A distance or a cost: small is good.
    Low,
    /// A score: large is good.
    High,
}

/// A plain function of a state: Manhattan distance, open lines, discs. It involves no weights and no
/// lookahead, so a plan can name it, a search can maximise it, a regression can use it as a feature
/// and a report can plot it.
pub struct Measure<G: Game> {
    /// The name a plan uses.
    pub name: &'static str,
    /// The identifier in stored results: its first name, which never changes.
    pub id: &'static str,
    /// Raised when its values change, so that old results are not mixed with new ones.
    pub version: u32,
    /// One line that says what is measured, with its source.
    pub about: &'static str,
    /// Whether small or large is good.
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

    /// The value of a state for `player`. Counted ([`Calls`](crate::Calls)): within an evaluation
    /// through a seat it is part of that evaluation, elsewhere it is a separate one.
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

    /// The same measure with this version.
    #[must_use]
    pub const fn version(mut self, version: u32) -> Self {
        self.version = version;
        self
    }

    /// Identifier and version, such as `discs@1`, as stored with results.
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
