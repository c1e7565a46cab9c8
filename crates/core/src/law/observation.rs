//! Property checks of observations.

use super::{Effort, LawViolation, breach, players, walk};
use crate::{Observation, Seed, determinize};
use std::collections::HashMap;

/// Checks that observations are complete and finite, and that they hide what the game hides: in a game
/// with hidden information, states with the same text observation have the same numbers. Where nothing
/// is hidden, numbers may tell more than the diagram for people does, such as castling rights.
pub fn check_observation<G: Observation>(
    game: &G,
    seed: Seed,
    extent: Effort,
) -> Result<(), LawViolation> {
    let shape = game.shape();
    if shape.is_empty() {
        return breach("an observation has no numbers", shape);
    }
    let observe = |state: &G::State, viewer| {
        let mut out = vec![f32::NAN; shape.len()];
        game.observe(state, viewer, &mut out);
        out
    };
    let bits = |numbers: &[f32]| numbers.iter().map(|n| n.to_bits()).collect::<Vec<u32>>();
    let mut seen = HashMap::new();
    walk(game, "the observation", seed, extent, |state, rng| {
        for viewer in players(&game.facts())? {
            let observed = observe(state, viewer);
            if game.shape() != shape {
                return breach("the shape of observations changes", (state, shape));
            }
            // What was not written is still no number.
            if let Some(place) = observed.iter().position(|number| !number.is_finite()) {
                return breach("an observation is not whole and finite", (state, place));
            }
            if bits(&observe(state, viewer)) != bits(&observed) {
                return breach("a state is observed in two ways", state);
            }
            if !game.facts().hidden {
                continue;
            }
            let alike = determinize(game, state, viewer, rng);
            let view = (viewer, game.show(state, Some(viewer)));
            let first = seen.entry(view).or_insert_with(|| state.clone());
            for alike in [&alike, first] {
                if bits(&observe(alike, viewer)) != bits(&observed) {
                    return breach("what is shown alike is observed otherwise", (state, alike));
                }
            }
        }
        Ok(())
    })
}
