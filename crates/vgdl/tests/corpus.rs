//! All 110 games load and play.

mod common;

use std::sync::Arc;

use ludometer_vgdl::{Dice, JavaDice, Level, Outcome, SpriteTypeId, State, VgdlGame};

/// Plays randomly up to a tick.
fn play(level: &Level, state: &mut State, until: i32, dice: &mut (JavaDice, JavaDice)) {
    while state.tick() < until && state.outcome() == Outcome::Open {
        let actions = level.actions(state);
        let action = actions[dice.0.below(actions.len() as u32) as usize];
        level.step(state, action, &mut dice.1);
    }
}

/// Every level of every game plays 300 random ticks or to its end; the same dice give the same play,
/// also in a copy made on the way; and a state stays small.
#[test]
fn every_game_plays_on_every_level() {
    let Some(corpus) = common::corpus() else {
        return;
    };
    let names = common::names(&corpus);
    assert_eq!(names.len(), 110);
    for name in names {
        let (game, _) = VgdlGame::parse(&common::description(&corpus, &name))
            .unwrap_or_else(|diagnostics| panic!("{name}: {diagnostics:?}"));
        let game = Arc::new(game);
        for map in 0..5 {
            let (level, _) = Level::parse(&game, &common::map(&corpus, &name, map))
                .unwrap_or_else(|diagnostics| panic!("{name} {map}: {diagnostics:?}"));
            let mut dice = (JavaDice::new(7), JavaDice::new(8));
            let mut state = level.start();
            play(&level, &mut state, 50, &mut dice);
            let (mut copy, mut copied) = (state.clone(), dice.clone());
            play(&level, &mut copy, 300, &mut copied);
            play(&level, &mut state, 300, &mut dice);
            assert!(
                state == copy && dice == copied,
                "{name} {map}: a copy goes its own way"
            );
            let mut again = level.start();
            play(
                &level,
                &mut again,
                300,
                &mut (JavaDice::new(7), JavaDice::new(8)),
            );
            assert!(state == again, "{name} {map} is not deterministic");
            let kinds = (0..game.kinds().len()).map(|at| SpriteTypeId(at as u16));
            let sprites: usize = kinds.map(|kind| level.sprites(&state, kind).count()).sum();
            if sprites <= 500 {
                assert!(
                    state.bytes() < 16 * 1024,
                    "{name} {map}: {} bytes",
                    state.bytes()
                );
            }
        }
    }
}
