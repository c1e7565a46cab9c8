//! Texts that people and noise can write: read or refused, never a panic.

use std::sync::Arc;

use ludometer_vgdl::{Action, JavaDice, Level, Severity, VgdlGame};
use proptest::prelude::*;

const SAMPLE: &str = "BasicGame square_size=10 key_handler=Pulse
    SpriteSet
        floor > Immovable hidden=True # a comment
        gem > Resource limit=3
        moving >
            avatar > ShootAvatar stype=dart ammo=gem healthPoints=4
            bee > RandomNPC speed=0.7 cons=1
            dart > Missile speed=0.6 singleton=True
    InteractionSet
        gem avatar > collectResource scoreChange=1
        moving wall EOS > stepBack
        bee dart > killBoth
        avatar TIME > subtractHealthPoints timer=9 repeating=True
    TerminationSet
        SpriteCounter stype=avatar limit=0 win=False
    LevelMapping
        . > floor
        g > floor gem
        b > floor bee
";

const MAP: &str = "wwww\nwA.w\nwbgw\nwwww";

/// Reads a description and, if it can, plays it a little.
fn attempt(description: &str, map: &str) {
    let game = match VgdlGame::parse(description) {
        Ok((game, diagnostics)) => {
            assert!(
                diagnostics
                    .iter()
                    .all(|diagnostic| diagnostic.severity == Severity::Warning)
            );
            game
        }
        Err(diagnostics) => {
            assert!(
                diagnostics
                    .iter()
                    .any(|diagnostic| diagnostic.severity == Severity::Error)
            );
            return;
        }
    };
    let Ok((level, _)) = Level::parse(&Arc::new(game), map) else {
        return;
    };
    let mut state = level.start();
    let mut dice = JavaDice::new(3);
    for tick in 0..20 {
        let actions = [
            Action::Use,
            Action::Left,
            Action::Up,
            Action::Nil,
            Action::Right,
            Action::Down,
        ];
        level.step(&mut state, actions[tick % 6], &mut dice);
    }
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let text = String::from_utf8_lossy(&bytes);
        attempt(&text, MAP);
        attempt(&format!("BasicGame\n SpriteSet\n{text}"), MAP);
        attempt(SAMPLE, &text);
    }

    #[test]
    fn any_words_are_read_or_refused(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "\n", "\n ", "\n  ", "\n    ", "\n        ", ">", "=", "#", "\t", "BasicGame", "SpriteSet",
                "InteractionSet", "TerminationSet", "LevelMapping", "avatar", "wall", "bee", "EOS", "TIME",
                "MovingAvatar", "RandomNPC", "SpawnPoint", "Immovable", "stype=bee", "stype=avatar", "speed=1e99",
                "cooldown=-5", "cooldown=2147483647", "repeat=3", "stepBack", "killSprite", "transformTo",
                "scoreChange=1", "scoreChange=x", "limit=99999999999", "singleton=true", "Timeout", "A", "square_size=0",
            ]),
            0..120,
        ),
    ) {
        let text = words.join(" ");
        attempt(&text, MAP);
        attempt(&format!("BasicGame\n    SpriteSet\n        bee > RandomNPC\n{text}"), MAP);
    }

    #[test]
    fn a_damaged_description_is_read_or_refused(
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<char>(), 0..3u8), 1..12),
    ) {
        let mut text: Vec<char> = SAMPLE.chars().collect();
        for (at, c, how) in edits {
            let at = at.index(text.len());
            match how {
                0 => text[at] = c,
                1 => text.insert(at, c),
                _ => {
                    let end = (at + 7).min(text.len() - 1);
                    text.drain(at..end);
                }
            }
        }
        attempt(&text.into_iter().collect::<String>(), MAP);
    }

    #[test]
    fn any_map_is_read_or_refused(rows in prop::collection::vec("[wA.gb x?\t]{0,12}", 0..12)) {
        attempt(SAMPLE, &rows.join("\n"));
    }
}

/// Sizes that would take for ever or all memory.
#[test]
fn giants_are_refused_or_cut() {
    let (game, _) = VgdlGame::parse(SAMPLE).expect("the sample");
    let game = Arc::new(game);
    let wide = "A".repeat(2_000_000);
    assert!(Level::parse(&game, &wide).is_err());
    assert!(Level::parse(&game, &"A\n".repeat(1_000_000)).is_err());
    let million = format!("A{}\n", ".".repeat(999)) + &(".".repeat(1000) + "\n").repeat(999);
    let (level, diagnostics) = Level::parse(&game, &million).expect("a large level");
    assert!(!diagnostics.is_empty(), "not all sprites fit");
    level.step(&mut level.start(), Action::Left, &mut JavaDice::new(1));
    let deep: String = (0..5000)
        .map(|at| format!("{}s{at} > Immovable\n", " ".repeat(at + 2)))
        .collect();
    assert!(VgdlGame::parse(&format!("BasicGame\n SpriteSet\n{deep}")).is_err());
    let many: String = (0..50_000)
        .map(|at| format!("  s{at} > Immovable\n"))
        .collect();
    assert!(VgdlGame::parse(&format!("BasicGame\n SpriteSet\n{many}")).is_err());
    let rules = "  avatar wall EOS > stepBack repeat=1000\n".repeat(10_000);
    assert!(VgdlGame::parse(&format!("BasicGame\n SpriteSet\n InteractionSet\n{rules}")).is_err());
    let words = format!("  avatar {}> stepBack\n", "wall EOS ".repeat(100_000));
    assert!(VgdlGame::parse(&format!("BasicGame\n SpriteSet\n InteractionSet\n{words}")).is_err());
    let params = format!("  a > Immovable {}\n", "a=b ".repeat(100_000));
    assert!(VgdlGame::parse(&format!("BasicGame\n SpriteSet\n{params}")).is_err());
    assert!(VgdlGame::parse(&" ".repeat(3_000_000)).is_err());
    let nested = "BasicGame\n SpriteSet\n  a > Immovable\n   b >\n    a > Door\n";
    assert!(VgdlGame::parse(nested).is_err(), "derived from itself");
    assert!(Level::parse(&game, "....\n....").is_err(), "no avatar");
}
