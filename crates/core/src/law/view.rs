//! Property checks of hidden information.

use super::{LawViolation, breach};
use crate::{Game, Information, Player, Rng, Turn, determinize};
use std::collections::HashMap;

/// Observations made during random play.
pub(super) struct Views<G: Game> {
    /// The first state with each observation of a viewer.
    first: HashMap<(Player, String), G::State>,
    /// Whether a determinization ever differed from the true state.
    drawn: bool,
}

impl<G: Game> Views<G> {
    pub(super) fn new() -> Self {
        Views {
            first: HashMap::new(),
            drawn: false,
        }
    }

    /// Checks one state from one player's view. `hidden` is the flag of the facts.
    pub(super) fn check(
        &mut self,
        game: &G,
        state: &G::State,
        viewer: Player,
        hidden: bool,
        rng: &mut Rng,
    ) -> Result<(), LawViolation> {
        if hidden && !G::Information::HIDDEN {
            let law = "the facts say that something is hidden, and the type of the game does not";
            return breach(law, game.facts());
        }
        let dice = rng.clone();
        let determinized = determinize(game, state, viewer, rng);
        let view = game.show(state, Some(viewer));
        if game.show(&determinized, Some(viewer)) != view {
            return breach(
                "a determinised state shows its viewer something else",
                (state, determinized),
            );
        }
        if game.turn(&determinized) != game.turn(state) {
            return breach(
                "a determinised state has another player to move",
                (state, determinized),
            );
        }
        if !hidden && (determinized != *state || view != game.show(state, None)) {
            return breach("a game that hides nothing shows a viewer less", state);
        }
        if game.turn(state) == Turn::Of(viewer) {
            let (mut here, mut there) = (Vec::new(), Vec::new());
            game.actions(state, &mut here);
            game.actions(&determinized, &mut there);
            if here != there {
                return breach(
                    "the mover's actions depend on what it cannot see",
                    (state, determinized),
                );
            }
        }
        if !hidden {
            return Ok(());
        }
        self.drawn |= determinized != *state;
        // Another state that shows the same: one drawn from this, or one that play came to before.
        let _ = rng.bits();
        let other = determinize(game, state, viewer, rng);
        let first = self.first.entry((viewer, view));
        for alike in [&other, first.or_insert_with(|| state.clone())] {
            let again = determinize(game, alike, viewer, &mut dice.clone());
            if again != determinized {
                return breach(
                    "determinisation depends on more than what is seen and the dice",
                    (state, alike, determinized, again),
                );
            }
        }
        Ok(())
    }

    /// Checks properties that involve more than one state.
    pub(super) fn conclude(&self, game: &G) -> Result<(), LawViolation> {
        let facts = game.facts();
        if facts.hidden && !self.drawn {
            let law = "a game hides something, and determinisation never draws anything else";
            return breach(law, facts);
        }
        Ok(())
    }
}
