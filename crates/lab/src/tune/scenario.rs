//! Scenarios: everything that decides a trial beside the point that is evaluated.

use crate::plan::combine::Variables;
use ludometer_arena::registry::AnyGame;
use ludometer_core::Seed;
use ludometer_spec::spec::Spec;
use std::sync::Arc;

/// A game and an opponent, of which scenarios take turns.
pub(super) struct TrialSetting {
    pub(super) game: Arc<dyn AnyGame>,
    pub(super) game_name: String,
    pub(super) variables: Variables,
    pub(super) start: Spec,
    pub(super) opponent: Option<Spec>,
}

/// A scenario: the root of its random streams, its setting, its opening, and the seat order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scenario {
    pub(super) address: Seed,
    pub(super) setting: usize,
    pub(super) opening: u64,
    pub(super) turn: u64,
}
