//! Property checks of simultaneous moves.

use super::{Effort, LawViolation, breach, players, walk};
use crate::{Player, Rng, Seed, Simultaneous, Turn};

/// Checks that no player sees another's choice before the end of a round: for any two choices of a
/// player, and any actions of the others until the round is over, the others' observations, the next
/// player and its legal actions are the same.
pub fn check_simultaneous<G: Simultaneous>(
    game: &G,
    seed: Seed,
    extent: Effort,
) -> Result<(), LawViolation> {
    let mut actions = Vec::new();
    walk(
        game,
        "the convention of simultaneous moves",
        seed,
        extent,
        |state, rng| {
            let Turn::Of(mover) = game.turn(state) else {
                return Ok(());
            };
            actions.clear();
            game.actions(state, &mut actions);
            let dice = rng.clone();
            let after = |action| {
                let mut next = state.clone();
                game.step(&mut next, action, &mut dice.clone());
                next
            };
            let first = after(actions[0]);
            for &action in &actions[1..] {
                compare(game, mover, first.clone(), after(action), rng)?;
            }
            Ok(())
        },
    )
}

/// Follows two states that differ in one player's choice to the end of the round.
fn compare<G: Simultaneous>(
    game: &G,
    chooser: Player,
    mut one: G::State,
    mut other: G::State,
    rng: &mut Rng,
) -> Result<(), LawViolation> {
    let (mut here, mut there) = (Vec::new(), Vec::new());
    loop {
        if game.is_pending(&one) != game.is_pending(&other) {
            return breach("a choice decides when its round is over", (one, other));
        }
        if !game.is_pending(&one) {
            return Ok(());
        }
        for viewer in players(&game.facts())?.filter(|viewer| *viewer != chooser) {
            if game.show(&one, Some(viewer)) != game.show(&other, Some(viewer)) {
                let law = "a player sees what another chose in the same round";
                return breach(law, (viewer, one, other));
            }
        }
        let next = game.turn(&one);
        if next != game.turn(&other) {
            return breach("a choice decides who is next in its round", (one, other));
        }
        if next == Turn::Over {
            return breach("the game is over in the middle of a round", one);
        }
        if next == Turn::Of(chooser) {
            return breach("a player chooses twice in a round", one);
        }
        here.clear();
        there.clear();
        game.actions(&one, &mut here);
        game.actions(&other, &mut there);
        if here != there {
            let law = "a player's actions depend on what another chose in the same round";
            return breach(law, (one, other));
        }
        let action = here[rng.index(here.len())];
        game.step(&mut one, action, &mut rng.clone());
        game.step(&mut other, action, &mut rng.clone());
    }
}
