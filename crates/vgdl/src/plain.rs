//! The clever engine against the stupid one: no tiles, no masks, every pair tested.

use std::sync::Arc;

use proptest::prelude::*;

use crate::level::{Cell, Side};
use crate::{Action, Dice, JavaDice, Level, Outcome, SpriteTypeId, VgdlGame};

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
    let (game, _) = VgdlGame::parse(description)
        .unwrap_or_else(|diagnostics| panic!("{name}: {diagnostics:?}"));
    let mut plain = game.clone();
    plain.kinds.iter_mut().for_each(|kind| kind.fixed = false);
    let (clever, _) = Level::parse(&Arc::new(game), map)
        .unwrap_or_else(|diagnostics| panic!("{name}: {diagnostics:?}"));
    let (mut stupid, _) = Level::parse(&Arc::new(plain), map)
        .unwrap_or_else(|diagnostics| panic!("{name}: {diagnostics:?}"));
    stupid.own_bits = false;
    stupid.idle_due.fill(u64::MAX);
    let used = (1..stupid.bits).fold(1, |used, bit| used | 1 << bit);
    let everybody = |side: &mut Side| side.partners = used;
    stupid.sides.iter_mut().for_each(everybody);
    stupid.markers.iter_mut().for_each(everybody);
    stupid.lookers.iter_mut().for_each(everybody);
    stupid.cells.fill(Cell {
        present: u64::MAX,
        crowd: u64::MAX,
    });
    for seed in seeds {
        let mut mind = JavaDice::new(seed);
        let mut dice = (JavaDice::new(seed + 100), JavaDice::new(seed + 100));
        let mut states = (clever.start(), stupid.start());
        let mut action = Action::Nil;
        let most = states.0.count + 300;
        // Every pair of a swarm takes for ever without an index.
        while states.0.tick() < 300 && states.0.outcome() == Outcome::Open && states.0.count < most
        {
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
                let id = SpriteTypeId(at as u16);
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
    let Some(corpus) = common::corpus() else {
        return;
    };
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

/// A random line of parameters.
fn params() -> impl Strategy<Value = String> {
    let keys = [
        "stype",
        "stype1",
        "stypes",
        "stypeMissile",
        "stypeTo",
        "stypeCount",
        "stype_other",
        "ammo",
        "resource",
        "heldResource",
        "ftype",
        "notStype",
        "spawnBehind",
    ];
    let names = ["avatar", "ant", "bat", "cow", "dog", "eel", "wall"];
    let kind = (
        prop::sample::select(keys.to_vec()),
        prop::sample::select(names.to_vec()),
    );
    let plain = prop::sample::select(vec![
        "speed=0.3",
        "speed=1",
        "speed=-1",
        "speed=2.5",
        "cooldown=2",
        "cooldown=0",
        "orientation=LEFT",
        "orientation=UP",
        "singleton=True",
        "limit=0",
        "limit=2",
        "value=-1",
        "value=2",
        "prob=0.5",
        "total=3",
        "cons=1",
        "healthPoints=3",
        "timeToLive=5",
        "rotateInPlace=True",
        "killSecond=True",
        "pixelPerfect=True",
        "forceOrientation=True",
        "timer=3",
        "repeating=True",
        "align=True",
        "scoreChange=1",
        "maxDistance=30",
        "randomTarget=True",
        "spreadprob=0.4",
        "killResource=False",
        "geq=2",
        "leq=1",
        "repeat=2",
        "spend=1",
        "subtract=True",
        "takeOrientation=True",
        "stepBack=True",
        "ftype=killSprite",
        "ftype=stepBack",
        "spawnorientation=DOWN",
        "epsilon=0.5",
        "offset=0.5",
    ]);
    let pair = kind.prop_map(|(key, name)| format!("{key}={name}"));
    let one = prop_oneof![3 => pair, 4 => plain.prop_map(str::to_owned)];
    prop::collection::vec(one, 0..5).prop_map(|all| all.join(" "))
}

fn listed(names: &'static [&'static str]) -> impl Strategy<Value = &'static str> {
    prop::sample::select(names)
}

fn random_game() -> impl Strategy<Value = String> {
    let sprites = prop::collection::vec((listed(&crate::text::SPRITE_CLASSES), params()), 5);
    let avatars = [
        "MovingAvatar",
        "ShootAvatar",
        "OngoingAvatar",
        "FlakAvatar",
        "OrientedAvatar",
    ];
    let avatar = (prop::sample::select(avatars.to_vec()), params());
    let word = prop::sample::select(vec![
        "avatar", "ant", "bat", "cow", "dog", "eel", "beast", "wall", "EOS", "TIME",
    ]);
    let rule = (
        prop::collection::vec(word, 2..4),
        listed(&crate::text::EFFECTS),
        params(),
    );
    let rules = prop::collection::vec(rule, 1..14);
    (avatar, sprites, rules).prop_map(|(avatar, sprites, rules)| {
        let mut text = String::from("BasicGame square_size=10 obs=wall,cow\n SpriteSet\n");
        text += &format!("  avatar > {} {}\n", avatar.0, avatar.1);
        let names = ["ant", "bat", "beast >\n   cow", "dog", "eel"];
        for (at, (name, (class, params))) in names.iter().zip(sprites).enumerate() {
            let indent = if at == 3 { "   " } else { "  " };
            text += &format!("{indent}{name} > {class} {params}\n");
        }
        text += " InteractionSet\n";
        for (words, effect, params) in rules {
            text += &format!("  {} > {effect} {params}\n", words.join(" "));
        }
        text + " TerminationSet\n  Timeout limit=60\n LevelMapping\n  a > ant\n  b > bat\n  c > cow\n  d > dog ant\n  e > eel cow\n"
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Whatever the rules, both engines agree and neither panics.
    #[test]
    fn random_games_go_as_without_index(game in random_game(), map in "A[abcdew.]{7}(\n[abcdew.]{8}){4}", seed in 0..50i64) {
        // A level with more than 25 characters that the mapping does not have is refused.
        if VgdlGame::parse(&game).is_ok() && map.matches('.').count() <= 25 {
            compare("random", &game, &map, seed..seed + 1);
        }
    }
}
