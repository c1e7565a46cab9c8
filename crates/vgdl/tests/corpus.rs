//! All 110 games load and play.

mod common;

use std::sync::Arc;

use ludometer_vgdl::{Dice, Game, JavaDice, Level, Outcome};

/// Every level of every game plays 300 random ticks or to its end, the same way twice.
#[test]
fn every_game_plays_on_every_level() {
    let corpus = corpus_or_skip!();
    let names = common::names(&corpus);
    assert_eq!(names.len(), 110);
    for name in names {
        let (game, _) = Game::parse(&common::description(&corpus, &name))
            .unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
        let game = Arc::new(game);
        for map in 0..5 {
            let (level, _) = Level::parse(&game, &common::map(&corpus, &name, map))
                .unwrap_or_else(|faults| panic!("{name} {map}: {faults:?}"));
            let play = |seed: i64| {
                let mut state = level.start();
                let (mut world, mut mind) = (JavaDice::new(seed), JavaDice::new(seed + 1000));
                while state.tick() < 300 && state.outcome() == Outcome::Open {
                    let actions = level.actions(&state);
                    let action = actions[mind.below(actions.len() as u32) as usize];
                    level.step(&mut state, action, &mut world);
                }
                state
            };
            assert_eq!(play(7), play(7), "{name} {map} is not deterministic");
        }
    }
}
