//! The clever engine against the stupid one: no tiles, no masks, every pair tested.

use std::sync::Arc;

use crate::level::Cell;
use crate::{Action, Dice, Game, JavaDice, KindId, Level, Outcome};

#[path = "../tests/common/mod.rs"]
mod common;

/// A game in which everything meets everything.
const MELEE: &str = "
BasicGame square_size=10
    SpriteSet
        floor > Immovable hidden=True
        earth > Immovable
        gem > Resource limit=3
        crate > Passive
        nest > SpawnPoint stype=bee cooldown=3 prob=0.4 total=9
        moving >
            avatar > ShootAvatar stype=dart ammo=gem healthPoints=4
            bee > RandomNPC speed=0.7 cons=1
            wasp > Chaser stype=avatar speed=0.3
            slug > Missile orientation=LEFT speed=0.2
            dart > Missile speed=0.6
    InteractionSet
        gem avatar > collectResource scoreChange=1
        crate avatar > bounceForward
        crate crate earth wall EOS > undoAll
        earth dart slug > killBoth scoreChange=2
        bee wasp > transformTo stype=slug
        slug earth > spawn stype=gem prob=0.2
        bee bee > killBoth
        moving wall EOS > stepBack
        earth bee > transformTo stype=crate killSecond=True
        avatar slug wasp > subtractHealthPoints scoreChange=-1
        dart moving EOS > killSprite
        slug EOS > reverseDirection
    TerminationSet
        SpriteCounter stype=avatar win=False
        MultiSpriteCounter stype1=bee stype2=nest win=True
    LevelMapping
        . > floor
        A > floor avatar
        e > floor earth
        g > floor gem
        c > floor crate
        n > floor nest
        b > floor bee
        s > wasp floor
        l > slug earth
";

const MEADOW: &str = "
w.e.e.e.wl
.g.c.b.n..
..ee.cc.s.
.b.A.e.gg.
..c.e.n...
l.e.s..b.w";

fn compare(name: &str, description: &str, map: &str, seeds: std::ops::Range<i64>) {
    let (game, _) = Game::parse(description).unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
    let mut plain = game.clone();
    plain.kinds.iter_mut().for_each(|kind| kind.fixed = false);
    let (clever, _) =
        Level::parse(&Arc::new(game), map).unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
    let (mut stupid, _) =
        Level::parse(&Arc::new(plain), map).unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
    stupid.bits = 64;
    stupid.cells.fill(Cell {
        present: u64::MAX,
        crowd: u64::MAX,
    });
    for seed in seeds {
        let mut mind = JavaDice::new(seed);
        let mut dice = (JavaDice::new(seed + 100), JavaDice::new(seed + 100));
        let mut states = (clever.start(), stupid.start());
        let mut action = Action::Nil;
        while states.0.tick() < 300 && states.0.outcome() == Outcome::Open {
            // A third of the episodes repeats actions, which goes further than dithering.
            let actions = clever.actions(&states.0);
            if seed % 3 != 0 || mind.below(4) == 0 || !actions.contains(&action) {
                action = actions[mind.below(actions.len() as u32) as usize];
            }
            clever.step(&mut states.0, action, &mut dice.0);
            stupid.step(&mut states.1, action, &mut dice.1);
            let tick = states.0.tick();
            assert_eq!(dice.0, dice.1, "{name} {seed}: tick {tick}: dice");
            assert_eq!(
                states.0.score(),
                states.1.score(),
                "{name} {seed}: tick {tick}: score"
            );
            assert_eq!(
                states.0.outcome(),
                states.1.outcome(),
                "{name} {seed}: tick {tick}: outcome"
            );
            for (at, kind) in clever.game().kinds().iter().enumerate() {
                let id = KindId(at as u16);
                let same = clever
                    .sprites(&states.0, id)
                    .eq(stupid.sprites(&states.1, id));
                assert!(same, "{name} {seed}: tick {tick}: sprites of {}", kind.name);
            }
        }
    }
}

#[test]
fn a_melee_goes_as_without_index() {
    compare("melee", MELEE, MEADOW.trim_start(), 0..60);
}

#[test]
fn the_corpus_goes_as_without_index() {
    let corpus = crate::corpus_or_skip!();
    for name in common::names(&corpus) {
        for map in 0..5 {
            let seeds = i64::from(map)..i64::from(map) + 1;
            compare(
                &name,
                &common::description(&corpus, &name),
                &common::map(&corpus, &name, map),
                seeds,
            );
        }
    }
}
