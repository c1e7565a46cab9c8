//! The games of `games-vgdl`: they load, they play, and they play as those of the corpus do.

mod common;

use std::path::Path;
use std::sync::Arc;

use ludometer_vgdl::{Dice, JavaDice, Level, Outcome, SpriteTypeId, VgdlGame};

/// The games of Table I of Gaina, Lucas and Perez-Liebana (2017).
const TABLE: [&str; 20] = [
    "aliens",
    "bait",
    "butterflies",
    "camelRace",
    "chase",
    "chopper",
    "crossfire",
    "digdug",
    "escape",
    "hungrybirds",
    "infection",
    "intersection",
    "lemmings",
    "missilecommand",
    "modality",
    "plaqueattack",
    "roguelike",
    "seaquest",
    "survivezombies",
    "waitforbreakfast",
];
/// Our own.
const OWN: [&str; 2] = ["gleaner", "sheepdog"];
/// Names that the engine gives a meaning.
const COMMON_NAMES: [&str; 2] = ["wall", "avatar"];
/// Parameters that concern drawing.
const LOOKS: [&str; 6] = [
    "img",
    "color",
    "frameRate",
    "shrinkfactor",
    "autotiling",
    "randomtiling",
];

fn text(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../games-other/games-vgdl")
        .join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn game(name: &str) -> Arc<VgdlGame> {
    let (game, warnings) = VgdlGame::parse(&text(&format!("{name}.txt")))
        .unwrap_or_else(|diagnostics| panic!("{name}: {diagnostics:?}"));
    assert!(warnings.is_empty(), "{name}: {warnings:?}");
    Arc::new(game)
}

fn level(game: &Arc<VgdlGame>, name: &str, at: u32) -> Level {
    let (level, warnings) = Level::parse(game, &text(&format!("{name}_lvl{at}.txt")))
        .unwrap_or_else(|diagnostics| panic!("{name} {at}: {diagnostics:?}"));
    assert!(warnings.is_empty(), "{name} {at}: {warnings:?}");
    level
}

/// Plays randomly to the end or up to a tick, and says whether the game scored or ended by then.
fn eventful(level: &Level, seed: i64, until: i32) -> bool {
    // Java's generator gives near seeds the same first draws.
    let (mut choice, mut dice) = (JavaDice::new(seed * 0x5DEE_CE66), JavaDice::new(seed));
    let mut state = level.start();
    while state.tick() < until && state.outcome() == Outcome::Open {
        let actions = level.actions(&state);
        let action = actions[choice.below(actions.len() as u32) as usize];
        level.step(&mut state, action, &mut dice);
    }
    state.score() != 0 || state.outcome() != Outcome::Open
}

/// Every level is a rectangle with one avatar, and 500 random ticks from two seeds do no harm.
#[test]
fn every_level_plays() {
    for name in TABLE.into_iter().chain(OWN) {
        let game = game(name);
        for at in 0..5 {
            let map = text(&format!("{name}_lvl{at}.txt"));
            let width = map.lines().next().map_or(0, str::len);
            let even = map.lines().all(|line| line.len() == width);
            assert!(even, "{name} {at} is ragged");
            // A second avatar would have earned a warning.
            let level = level(&game, name, at);
            assert!(level.avatar(&level.start()).is_some(), "{name} {at}");
            for seed in [1, 2] {
                eventful(&level, seed, 500);
            }
        }
    }
}

/// In every game random play comes to score or to an end on some level, so that no game is dead.
#[test]
fn something_happens_in_every_game() {
    for name in TABLE.into_iter().chain(OWN) {
        let game = game(name);
        let levels: Vec<Level> = (0..5).map(|at| level(&game, name, at)).collect();
        let mut tries = (1..40).flat_map(|seed| levels.iter().map(move |level| (level, seed)));
        assert!(
            tries.any(|(level, seed)| eventful(level, seed, 2000)),
            "{name}: nothing ever happens"
        );
    }
}

/// What a description says, by section.
#[derive(Default)]
struct Outline {
    names: Vec<String>,
    classes: Vec<String>,
    effects: Vec<String>,
    endings: Vec<String>,
    /// Numbers and flags with their parameters.
    values: Vec<String>,
    mapping: Vec<(char, Vec<String>)>,
}

fn outline(description: &str) -> Outline {
    let mut outline = Outline::default();
    let mut section = "";
    for line in description.lines() {
        let line = line.split('#').next().unwrap_or_default();
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some(&first) = words.first() else {
            continue;
        };
        if words.len() == 1 && first.ends_with("Set") || first == "LevelMapping" {
            section = first;
            continue;
        }
        let arrow = words.iter().position(|&word| word == ">");
        let right = arrow.map_or(&words[..], |at| &words[at + 1..]);
        let bare = right.iter().find(|word| !word.contains('='));
        match section {
            "SpriteSet" => {
                outline.names.push(first.to_owned());
                outline.classes.extend(bare.map(|word| word.to_string()));
            }
            "InteractionSet" => outline.effects.extend(bare.map(|word| word.to_string())),
            "TerminationSet" => outline.endings.extend(bare.map(|word| word.to_string())),
            "LevelMapping" => {
                let kinds = right.iter().map(|word| word.to_string()).collect();
                let glyph = first.chars().next().expect("a character");
                outline.mapping.push((glyph, kinds));
            }
            _ => {}
        }
        for (key, value) in right.iter().filter_map(|word| word.split_once('=')) {
            let told = value.parse::<f64>().is_ok()
                || ["true", "false"].contains(&value.to_lowercase().as_str());
            if told && !LOOKS.contains(&key) {
                outline
                    .values
                    .push(format!("{section} {key}={}", value.to_lowercase()));
            }
        }
    }
    for list in [
        &mut outline.classes,
        &mut outline.effects,
        &mut outline.endings,
        &mut outline.values,
    ] {
        list.sort();
    }
    outline
}

/// Rules and numbers carry over, names and levels do not.
#[test]
fn rules_carry_over_and_words_do_not() {
    let Some(corpus) = common::corpus() else {
        return;
    };
    for name in TABLE {
        let ours = outline(&text(&format!("{name}.txt")));
        let theirs = outline(&common::description(&corpus, name));
        assert_eq!(ours.classes, theirs.classes, "{name}");
        assert_eq!(ours.effects, theirs.effects, "{name}");
        assert_eq!(ours.endings, theirs.endings, "{name}");
        assert_eq!(ours.values, theirs.values, "{name}");
        for own in &ours.names {
            let taken = theirs.names.contains(own) && !COMMON_NAMES.contains(&own.as_str());
            assert!(!taken, "{name}: `{own}` is the original's word");
        }
        for at in 0..5 {
            let map = text(&format!("{name}_lvl{at}.txt"));
            for other in 0..5 {
                assert_ne!(map.trim(), common::map(&corpus, name, other).trim());
            }
        }
    }
}

/// On the corpus' levels, written in our characters, our games play as the corpus' to the last pixel.
#[test]
fn play_is_the_same_on_the_same_levels() {
    let Some(corpus) = common::corpus() else {
        return;
    };
    for name in TABLE {
        let (ours, theirs) = (game(name), common::description(&corpus, name));
        let our_mapping = numbered(&ours, &text(&format!("{name}.txt")));
        let (theirs, their_text) = (
            Arc::new(VgdlGame::parse(&theirs).expect("a game").0),
            theirs,
        );
        let their_mapping = numbered(&theirs, &their_text);
        for at in 0..5 {
            let map = common::map(&corpus, name, at);
            let rewritten: String = map
                .chars()
                .map(|c| {
                    let meant = their_mapping.iter().rev().find(|(glyph, _)| *glyph == c);
                    let same = meant
                        .and_then(|(_, kinds)| our_mapping.iter().rev().find(|(_, k)| k == kinds));
                    same.map_or(c, |&(glyph, _)| glyph)
                })
                .collect();
            let (mine, diagnostics) = Level::parse(&ours, &rewritten).expect("a level");
            let (other, their_faults) = Level::parse(&theirs, &map).expect("a level");
            assert_eq!(
                diagnostics.len(),
                their_faults.len(),
                "{name} {at}: {diagnostics:?}"
            );
            let (mut a, mut b) = (mine.start(), other.start());
            let mut dice = (JavaDice::new(41), JavaDice::new(41));
            let mut choice = JavaDice::new(0x0C0_FFEE + i64::from(at) * 7919);
            while a.tick() < 300 && a.outcome() == Outcome::Open {
                let actions = mine.actions(&a);
                let action = actions[choice.below(actions.len() as u32) as usize];
                mine.step(&mut a, action, &mut dice.0);
                other.step(&mut b, action, &mut dice.1);
                assert_eq!(
                    (a.score(), a.outcome()),
                    (b.score(), b.outcome()),
                    "{name} {at}"
                );
                assert!(dice.0 == dice.1, "{name} {at}: other draws at {}", a.tick());
                for kind in (0..ours.kinds().len()).map(|kind| SpriteTypeId(kind as u16)) {
                    assert!(
                        mine.sprites(&a, kind).eq(other.sprites(&b, kind)),
                        "{name} {at}: {} at tick {}",
                        ours.kind(kind).name,
                        a.tick()
                    );
                }
            }
        }
    }
}

/// The mapping with types as numbers, which do not depend on names.
fn numbered(game: &VgdlGame, description: &str) -> Vec<(char, Vec<SpriteTypeId>)> {
    let mut mapping = vec![
        ('w', vec![SpriteTypeId::WALL]),
        ('A', vec![SpriteTypeId::AVATAR]),
    ];
    for (glyph, kinds) in outline(description).mapping {
        let kinds = kinds.iter().map(|kind| game.named(kind).expect("a type"));
        mapping.push((glyph, kinds.collect()));
    }
    mapping
}
