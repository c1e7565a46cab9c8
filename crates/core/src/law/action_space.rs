//! Property checks of numbered actions.

use super::{Effort, LawViolation, breach, walk};
use crate::{ActionSpace, Seed};
use std::collections::HashSet;

/// How many numbers that name no legal action are tried in every state.
const STRAYS: usize = 24;

/// Checks that every legal action has a number of its own and is found again by it, that other numbers
/// name no action, and that the mask marks the numbers of legal actions and no others.
pub fn check_action_space<G: ActionSpace>(
    game: &G,
    seed: Seed,
    extent: Effort,
) -> Result<(), LawViolation> {
    let space = game.action_space();
    if space == 0 {
        return breach("a space of actions has no numbers", space);
    }
    let (mut legal, mut buffer) = (Vec::new(), Vec::new());
    walk(
        game,
        "the numbers of actions",
        seed,
        extent,
        |state, rng| {
            if game.action_space() != space {
                return breach("the space of actions changes", (state, space));
            }
            legal.clear();
            game.actions(state, &mut legal);
            let mut numbers = HashSet::new();
            for &action in &legal {
                let number = game.action_number(state, action);
                if number >= space {
                    return breach("a number is not below the space", (state, action, number));
                }
                if !numbers.insert(number) {
                    return breach("two actions share a number", (state, action, number));
                }
                if game.numbered_action(state, number) != Some(action) {
                    return breach("a number does not name its action", (state, action, number));
                }
            }
            let strays = (0..STRAYS)
                .map(|_| rng.index(space))
                .chain([space, usize::MAX]);
            for stray in strays.filter(|number| !numbers.contains(number)) {
                if let Some(action) = game.numbered_action(state, stray) {
                    let witness = (state, action, stray);
                    return breach("a number names an action that does not have it", witness);
                }
            }
            // Both values at first, so that what is not written shows.
            for before in [false, true] {
                let mut mask = vec![before; space];
                game.action_mask(state, &mut buffer, &mut mask);
                let wrong = (0..space).find(|number| mask[*number] != numbers.contains(number));
                if let Some(number) = wrong {
                    return breach("the mask does not mark the legal actions", (state, number));
                }
            }
            Ok(())
        },
    )
}
