//! What any game of VGDL can be measured by.

use super::Vgdl;
use ludometer_core::{Game, Measure};

/// Every measure.
pub fn measures() -> Vec<Measure<Vgdl>> {
    vec![
        Measure::<Vgdl>::high("score", "the score so far", |game, state, player| {
            game.points(state, player)
        }),
        Measure::<Vgdl>::high(
            "reported-score",
            "the score as the framework reports it: a win without points counts one",
            |_, state, _| f64::from(state.reported_score()),
        ),
        Measure::<Vgdl>::high("ticks", "ticks played", |_, state, _| {
            f64::from(state.tick())
        }),
        Measure::<Vgdl>::high("health", "the avatar's health points", |game, state, _| {
            let avatar = game.level().avatar(state);
            avatar.map_or(0.0, |avatar| f64::from(avatar.health))
        }),
        Measure::<Vgdl>::high(
            "resources",
            "resources that the avatar holds, of all kinds together",
            |game, state, _| {
                let held = game.level().inventory(state);
                held.map(|(_, amount)| f64::from(amount)).sum()
            },
        ),
    ]
}
