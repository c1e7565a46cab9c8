//! Agents.

use crate::{Forfeit, Game, Seat};
use std::borrow::Cow;

/// What the cost of an agent's decisions is measured in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum CostUnit {
    /// Forward-model calls and evaluations, all of them through the seat, so that budgets limit the
    /// agent.
    #[default]
    ForwardModel,
    /// Another unit that the seat does not count, such as nodes of an engine, in words: limits on
    /// forward-model calls and evaluations do not limit the agent.
    Other(Cow<'static, str>),
}

impl std::fmt::Display for CostUnit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            CostUnit::ForwardModel => "forward-model calls and evaluations",
            CostUnit::Other(unit) => unit,
        })
    }
}

/// A decision maker, also called player or policy. General agents are implemented for every `G: Game`,
/// specialists for one game.
pub trait Agent<G: Game>: Send {
    /// Chooses a legal action for the seat's player, who is to move. It must answer legally
    /// however small the budget is.
    ///
    /// An agent that cannot act returns the reason: an engine that crashed or hangs, a resignation.
    /// The referee scores the episode as a loss and continues with the next one.
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit>;

    /// Clears what was kept between decisions: a new episode begins.
    fn restart(&mut self) {}

    /// Called before a decision whose time is limited, while the time does not run yet. An agent in
    /// another process is started, told of a new game and woken here; if that fails, the decision
    /// returns the reason.
    fn get_ready(&mut self) {}

    /// What the cost of its decisions is measured in. An agent whose work is not forward-model calls
    /// through its seat, such as table lookups or an external engine, declares it here.
    fn cost_unit(&self) -> CostUnit {
        CostUnit::ForwardModel
    }

    /// Whether it asks its seat for the [history](Seat::history) of the episode, which the referee
    /// keeps only then. It is asked once for each episode.
    fn needs_history(&self) -> bool {
        false
    }
}

impl<G: Game> Agent<G> for Box<dyn Agent<G>> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit> {
        (**self).act(seat)
    }

    fn restart(&mut self) {
        (**self).restart();
    }

    fn get_ready(&mut self) {
        (**self).get_ready();
    }

    fn cost_unit(&self) -> CostUnit {
        (**self).cost_unit()
    }

    fn needs_history(&self) -> bool {
        (**self).needs_history()
    }
}
