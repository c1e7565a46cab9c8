//! What a spec sets: protocol, limits and how patient the manager is.

use ludometer_core::Budget;
use std::fmt::Write;
use std::time::Duration;

/// A protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// UCI's shape for every game.
    Ugi,
    /// The Go Text Protocol, version 2, which engines of Othello speak, too.
    Gtp,
}

impl Protocol {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Protocol::Uci => "UCI",
            Protocol::Ugi => "UGI",
            Protocol::Gtp => "GTP",
        }
    }

    /// The line that asks a program to stop thinking; GTP has none.
    pub(crate) fn stop(self) -> &'static str {
        match self {
            Protocol::Uci | Protocol::Ugi => "stop\n",
            Protocol::Gtp => "",
        }
    }

    /// What a program says once it has introduced itself.
    pub(crate) fn greeted(self) -> &'static str {
        match self {
            Protocol::Uci => "uciok",
            Protocol::Ugi => "ugiok",
            Protocol::Gtp => "=",
        }
    }

    /// Adds the line that sets an option.
    pub(crate) fn write_option(self, name: &str, value: Option<&str>, lines: &mut String) {
        let _ = match (self, value) {
            (Protocol::Gtp, Some(value)) => writeln!(lines, "{name} {value}"),
            (Protocol::Gtp, None) => writeln!(lines, "{name}"),
            (_, Some(value)) => writeln!(lines, "setoption name {name} value {value}"),
            (_, None) => writeln!(lines, "setoption name {name}"),
        };
    }
}

/// The limits of every decision, beside what the match rules say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    /// Nodes.
    pub(crate) nodes: Option<u64>,
    /// Plies.
    pub(crate) depth: Option<u32>,
    /// Time for each move.
    pub(crate) movetime: Option<Duration>,
    /// How long after its time a program is waited for.
    pub(crate) margin: Duration,
    /// How long is waited for an answer where time is not a limit.
    pub(crate) timeout: Duration,
}

impl Limits {
    /// Whether the spec itself sets a limit.
    pub(crate) fn are_set(&self) -> bool {
        self.nodes.is_some() || self.depth.is_some() || self.movetime.is_some()
    }

    /// The time for a move: the spec's own, or that of the match rules.
    pub(crate) fn time(&self, budget: &Budget) -> Option<Duration> {
        self.movetime.or(budget.time)
    }

    /// The nodes of a move: the spec's own, or the match rules' forward-model calls.
    pub(crate) fn nodes(&self, budget: &Budget) -> Option<u64> {
        match self.are_set() {
            true => self.nodes,
            false => budget.steps,
        }
    }

    /// How long an answer is waited for.
    pub(crate) fn patience(&self, budget: &Budget) -> Duration {
        let clock = budget.clock.map(|clock| clock.remaining);
        match self.time(budget).or(clock) {
            Some(time) => time.saturating_add(self.margin),
            None => self.timeout,
        }
    }
}
