//! A tick allocates nothing once its buffers have grown.

mod common;

use std::sync::Arc;

use ludometer_vgdl::{Dice, JavaDice, Level, Outcome, State, VgdlGame};

/// A game that creates, kills and transforms in every tick.
const SWARM: &str = "
BasicGame square_size=10
    SpriteSet
        floor > Immovable
        nest > SpawnPoint stype=bee prob=0.7
        bee > RandomNPC speed=0.7
        wasp > Chaser stype=avatar speed=0.5
        avatar > ShootAvatar stype=dart
        dart > Missile
    InteractionSet
        bee bee > killBoth
        bee dart > transformTo stype=wasp
        avatar bee > changeResource resource=floor value=1
        bee dart wasp avatar EOS > stepBack
        wasp avatar > killSprite
        floor wasp > killSprite
        avatar TIME > spawn stype=bee timer=2 repeating=True
    TerminationSet
        Timeout limit=400
    LevelMapping
        . > floor
        A > floor avatar
        n > floor nest
";

const FIELD: &str = "..........\n.n.......n\n....A.....\n..........\nn........n";

fn playout(level: &Level, state: &mut State, seed: i64) {
    let (mut world, mut mind) = (JavaDice::new(seed), JavaDice::new(seed + 1));
    while state.outcome() == Outcome::Open && state.tick() < 400 {
        let actions = level.actions(state);
        let action = actions[mind.below(actions.len() as u32) as usize];
        level.step(state, action, &mut world);
    }
}

fn check(name: &str, description: &str, map: &str) {
    let (game, _) = VgdlGame::parse(description)
        .unwrap_or_else(|diagnostics| panic!("{name}: {diagnostics:?}"));
    let (level, _) = Level::parse(&Arc::new(game), map)
        .unwrap_or_else(|diagnostics| panic!("{name}: {diagnostics:?}"));
    let start = level.start();
    let mut state = start.clone();
    playout(&level, &mut state, 5);
    state.clone_from(&start);
    let counted = allocation_counter::measure(|| {
        playout(&level, &mut state, 5);
        state.clone_from(&start);
    });
    assert_eq!(
        counted.count_total, 0,
        "{name}: allocations in a second playout"
    );
}

#[test]
fn a_swarm_allocates_nothing_the_second_time() {
    check("swarm", SWARM, FIELD);
}

#[test]
fn the_corpus_allocates_nothing_the_second_time() {
    let Some(corpus) = common::corpus() else {
        return;
    };
    for name in common::names(&corpus) {
        check(
            &name,
            &common::description(&corpus, &name),
            &common::map(&corpus, &name, 0),
        );
    }
}
