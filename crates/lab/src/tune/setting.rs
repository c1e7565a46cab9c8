//! Where trials are played.

use crate::plan::combine::Variables;
use ludometer_arena::registry::AnyGame;
use ludometer_spec::spec::Spec;
use std::sync::Arc;

/// A game and an opponent, of which scenarios take turns.
pub(super) struct Setting {
    pub(super) game: Arc<dyn AnyGame>,
    pub(super) game_name: String,
    pub(super) variables: Variables,
    pub(super) start: Spec,
    pub(super) opponent: Option<Spec>,
}
