//! Property check of batch evaluation.

use super::{Effort, LawViolation, breach, walk};
use crate::{Budget, Evaluator, Game, Generator, Player, Seat, Seed, Turn};

/// Checks that an evaluator gives the same values, to the bit, for a batch of states as for each of
/// them alone, and that the seat counts the same.
pub fn check_evaluator<G: Game, E: Evaluator<G>>(
    game: &G,
    make: impl Fn() -> E,
    seed: Seed,
    extent: Effort,
) -> Result<(), LawViolation> {
    let mut met: Vec<G::State> = Vec::new();
    let mut begins: Option<(G::State, Player)> = None;
    walk(game, "the evaluator", seed, extent, |state, _| {
        if let (None, Turn::Of(mover)) = (&begins, game.turn(state)) {
            begins = Some((state.clone(), mover));
        }
        met.push(state.clone());
        Ok(())
    })?;
    let Some((start, player)) = begins else {
        return Ok(());
    };
    let seat = |number: usize| {
        let dice = seed.nth(number as u64).rng(Generator::Xoshiro);
        Seat::open(game, &start, player, dice, Budget::UNLIMITED)
    };
    for (number, states) in met.chunks(7).enumerate() {
        let states: Vec<&G::State> = states.iter().collect();
        let (mut one, mut all) = (seat(number), seat(number));
        let mut evaluator = make();
        let singly = states.iter().map(|state| one.value(&mut evaluator, state));
        let singly: Vec<u64> = singly.map(f64::to_bits).collect();
        let mut together = Vec::new();
        all.values(&mut make(), &states, &mut together);
        if singly != together.iter().map(|v| v.to_bits()).collect::<Vec<_>>() {
            return breach(
                "many states together are worth something else than one by one",
                (states, together),
            );
        }
        if one.spent() != all.spent() {
            return breach(
                "many states together cost something else than one by one",
                (one.spent(), all.spent()),
            );
        }
    }
    Ok(())
}
