//! What is wrong with a text is said with its place.

use std::sync::Arc;

use ludometer_vgdl::{Level, VgdlGame};

/// A description with one line replaced.
fn with(old: &str, new: &str) -> String {
    let sample = "BasicGame square_size=10
    SpriteSet
        gem > Resource limit=3
        animal >
            avatar > MovingAvatar speed=1
            bee > RandomNPC cons=1
    InteractionSet
        gem avatar > collectResource scoreChange=1
        animal wall > stepBack
    TerminationSet
        SpriteCounter stype=gem win=True
    LevelMapping
        g > gem
        b > bee
";
    assert!(sample.contains(old), "{old}");
    sample.replace(old, new)
}

/// The diagnostics of a description as text.
fn diagnostics(text: &str) -> Vec<String> {
    match VgdlGame::parse(text) {
        Ok((_, diagnostics)) | Err(diagnostics) => {
            diagnostics.iter().map(ToString::to_string).collect()
        }
    }
}

#[test]
fn a_sound_description_has_none() {
    assert_eq!(diagnostics(&with("bee", "bee")), [""; 0]);
}

#[test]
fn errors_name_the_offender_and_the_place() {
    for (old, new, expected) in [
        (
            "RandomNPC",
            "RandomNCP",
            "error: line 6, column 19: no sprite class is called `RandomNCP`",
        ),
        (
            "stepBack",
            "stepback",
            "error: line 9, column 23: no effect is called `stepback`",
        ),
        (
            "SpriteCounter",
            "SpriteCount",
            "error: line 11, column 9: no termination is called `SpriteCount`",
        ),
        (
            "scoreChange=1",
            "scoreChange=one",
            "error: line 8, column 38: scoreChange must be a whole number, not `one`",
        ),
        (
            "    LevelMapping",
            "    LevelMap",
            "error: line 12, column 5: `LevelMap` is no section",
        ),
        (
            "> RandomNPC cons=1",
            ">",
            "error: line 6, column 13: `bee` has no class",
        ),
        (
            "animal wall >",
            "animal >",
            "error: line 9, column 9: a rule is about two sprites",
        ),
        (
            "square_size=10",
            "square_size=-3",
            "error: line 1, column 1: square_size=-3 is out of range",
        ),
        (
            "BasicGame",
            "BasicGme",
            "error: line 1, column 1: a description begins with `BasicGame`",
        ),
        (
            "square_size=10",
            "square_size=10 no_players=2",
            "error: line 1, column 1: no_players=2 is not supported: a game has one player",
        ),
        (
            "cons=1",
            "cons=1 physicstype=CONT",
            "error: line 6, column 13: physicstype=CONT is not supported",
        ),
    ] {
        let found = diagnostics(&with(old, new));
        assert!(
            found
                .iter()
                .any(|diagnostic| diagnostic.starts_with(expected)),
            "{expected}\n{found:#?}"
        );
        assert!(VgdlGame::parse(&with(old, new)).is_err());
    }
}

#[test]
fn what_the_framework_ignores_is_ignored_with_a_warning() {
    for (old, new, expected) in [
        (
            "limit=3",
            "limit=3.5",
            "warning: line 3, column 24: `3.5` is ignored: limit wants a whole number",
        ),
        (
            "limit=3",
            "lmit=3",
            "warning: line 3, column 24: no sprite here has a parameter `lmit`",
        ),
        (
            "stepBack",
            "stepBack lmit=3",
            "warning: line 9, column 32: stepBack has no parameter `lmit`",
        ),
        (
            "win=True",
            "won=True",
            "warning: line 11, column 33: SpriteCounter has no parameter `won`",
        ),
        (
            "animal wall",
            "animal wal",
            "warning: line 9, column 16: `wal` is not in the SpriteSet",
        ),
        (
            "b > bee",
            "b > bea",
            "warning: line 14, column 13: `bea` is not in the SpriteSet",
        ),
        (
            "b > bee",
            "bb > bee",
            "warning: line 14, column 9: `bb` is not one character",
        ),
        (
            "g > gem",
            "b > bee",
            "warning: line 8, column 9: no `gem` can come into being",
        ),
        (
            "bee > RandomNPC cons=1",
            "bee > Chaser",
            "warning: line 6, column 13: Chaser has no stype",
        ),
        (
            "avatar > MovingAvatar speed=1",
            "avatar > MovingAvatar speed=fast",
            "warning: line 5, column 35: `fast` is ignored",
        ),
    ] {
        let text = with(old, new);
        let found = diagnostics(&text);
        assert!(
            found
                .iter()
                .any(|diagnostic| diagnostic.starts_with(expected)),
            "{expected}\n{found:#?}"
        );
        assert!(VgdlGame::parse(&text).is_ok(), "{new}: {found:#?}");
    }
}

#[test]
fn levels_are_as_wide_as_their_first_line() {
    let (game, _) = VgdlGame::parse(&with("bee", "bee")).expect("the sample");
    let game = Arc::new(game);
    let (level, diagnostics) = Level::parse(&game, "wwww\nwA\nwg??www\nA").expect("a level");
    assert_eq!(level.size(), (4, 4));
    let found: Vec<String> = diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "warning: line 3, column 3: `?` is not in the LevelMapping: nothing stands here (2 times, first at line 3)",
            "warning: line 3, column 5: the line is longer than the first: the rest is cut off",
            "warning: line 4, column 1: a second avatar is removed",
        ]
    );
    let walls = level
        .sprites(&level.start(), level.game().named("wall").unwrap())
        .count();
    assert_eq!(walls, 6);
    let strange = "A".to_owned() + &"?".repeat(30);
    assert!(
        Level::parse(&game, &strange).is_err(),
        "too many unknown characters end the game"
    );
}

#[test]
fn without_a_square_size_the_longer_side_decides() {
    let (game, _) = VgdlGame::parse(&with(" square_size=10", "")).expect("a game");
    let game = Arc::new(game);
    let block = |map: &str| Level::parse(&game, map).expect("a level").0.block();
    assert_eq!(block("A   "), 200);
    assert_eq!(block(&("A".to_owned() + &" ".repeat(29))), 26);
    assert_eq!(block(&("A".to_owned() + &"\n ".repeat(899))), 2);
}

#[test]
fn the_nearest_ancestor_decides_the_class() {
    let text = "BasicGame
    SpriteSet
        structure > Immovable
            gate > Portal
                inner > stype=structure
        avatar > MovingAvatar
    LevelMapping
        g > gate
";
    let (game, diagnostics) = VgdlGame::parse(text).expect("a game");
    assert!(
        diagnostics
            .iter()
            .any(|diagnostic| diagnostic.message.contains("`Portal` is ignored"))
    );
    let class = |name: &str| format!("{:?}", game.kind(game.named(name).unwrap()).class);
    assert_eq!(class("gate"), "Some(Still)");
    assert!(class("inner").starts_with("Some(Portal"));
}
