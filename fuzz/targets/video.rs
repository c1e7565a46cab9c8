//! VGDL descriptions, levels and recorded episodes.

use super::{text, told};
use ludometer_vgdl::{Action, JavaDice, Level, Severity, VgdlDiagnostic, VgdlGame, replay};
use std::sync::Arc;

/// A game with most kinds of rules.
pub(super) const GAME: &str = "BasicGame square_size=10
    SpriteSet
        floor > Immovable hidden=True
        gem > Resource limit=3
        moving >
            avatar > ShootAvatar stype=dart ammo=gem healthPoints=4
            bee > RandomNPC speed=0.7 cons=1
            cat > Chaser stype=avatar cooldown=2
            dart > Missile speed=0.6 singleton=True
        nest > SpawnPoint stype=bee prob=0.3 total=5 cooldown=3
    InteractionSet
        gem avatar > collectResource scoreChange=1
        moving wall EOS > stepBack
        bee dart > killBoth
        cat bee > transformTo stype=gem
        avatar cat > subtractHealthPoints
        avatar TIME > subtractHealthPoints timer=9 repeating=True
    TerminationSet
        SpriteCounter stype=avatar limit=0 win=False
        SpriteCounter stype=gem limit=0 win=True
        Timeout limit=60 win=False
    LevelMapping
        . > floor
        g > floor gem
        b > floor bee
        c > floor cat
        n > nest
";

pub(super) const MAP: &str = "wwwwwww\nwA.g.cw\nwbg.n.w\nwwwwwww";

/// Plays with actions from bytes; whatever is seen stays inside what the game says.
pub(super) fn play(description: &str, map: &str, moves: &[u8]) -> bool {
    let say = |diagnostics: &[VgdlDiagnostic]| {
        diagnostics.iter().for_each(|one| told(&one.to_string()));
    };
    let game = match VgdlGame::parse(description) {
        Ok((game, diagnostics)) => {
            say(&diagnostics);
            assert!(
                diagnostics
                    .iter()
                    .all(|one| one.severity == Severity::Warning)
            );
            Arc::new(game)
        }
        Err(diagnostics) => {
            say(&diagnostics);
            assert!(
                diagnostics
                    .iter()
                    .any(|one| one.severity == Severity::Error)
            );
            return false;
        }
    };
    let level = match Level::parse(&game, map) {
        Ok((level, diagnostics)) => {
            say(&diagnostics);
            level
        }
        Err(diagnostics) => {
            say(&diagnostics);
            return false;
        }
    };
    let mut state = level.start();
    let mut dice = JavaDice::new(3);
    for tick in 0..24_usize.max(moves.len().min(200)) {
        let legal = level.actions(&state);
        let choice = usize::from(moves.get(tick).copied().unwrap_or(tick as u8));
        let action = match legal.len() {
            0 => Action::Nil,
            count => legal[choice % count],
        };
        // The same state, action and dice give the same next state.
        let (mut other, mut same) = (state.clone(), dice.clone());
        level.step(&mut state, action, &mut dice);
        level.step(&mut other, action, &mut same);
        assert!(state == other, "tick {tick} has two outcomes");
    }
    true
}

pub(super) fn game(data: &[u8]) {
    play(&text(data), MAP, &[]);
}

pub(super) fn level(data: &[u8]) {
    play(GAME, &text(data), data);
}

pub(super) fn trace(data: &[u8]) {
    match replay::read(&text(data)) {
        Err(error) => told(&error.to_string()),
        Ok(episodes) => {
            for episode in episodes.iter().take(4) {
                let _ = replay::replay(GAME, MAP, episode)
                    .map_err(|difference| told(&difference.to_string()));
            }
        }
    }
}
