//! Those who choose.

use crate::{Forfeit, Game, Seat};
use std::borrow::Cow;

/// What the cost of an agent's decisions is measured in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum CostUnit {
    /// Forward-model calls and evaluations, all of them made through the seat: budgets mean what
    /// they say.
    #[default]
    ForwardModel,
    /// Something that no seat counts, in words, such as nodes of an engine: limits on forward-model
    /// calls and evaluations do not limit the agent.
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

/// A decision maker. It knows the contract and its seat, and no game by name.
pub trait Agent<G: Game>: Send {
    /// Chooses a legal action for the seat's player, who is to move. It must answer legally
    /// however small the budget is.
    ///
    /// A player that cannot go on says why: an engine that ended or hangs, a resignation. The
    /// referee scores it as a loss and play goes on with the next episode.
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit>;

    /// Forgets whatever was kept between decisions: a new episode begins.
    fn restart(&mut self) {}

    /// What the cost of its decisions is measured in. An agent that works otherwise than by calling
    /// the rules through its seat, as by tables or by an engine, says so here.
    fn cost_unit(&self) -> CostUnit {
        CostUnit::ForwardModel
    }
}

impl<G: Game> Agent<G> for Box<dyn Agent<G>> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit> {
        (**self).act(seat)
    }

    fn restart(&mut self) {
        (**self).restart();
    }

    fn cost_unit(&self) -> CostUnit {
        (**self).cost_unit()
    }
}
