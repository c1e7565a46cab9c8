//! Every level of the games of `games-vgdl` can be won: a recorded win of each is played again.
//!
//! `wins/NAME.txt` has a line a level: its number, the seed of the dice, and the actions, `X` for USE.
//! They were found by search that saw the dice to come, so they say that a level can be won, and
//! nothing of how hard that is.

use ludometer_vgdl::{Action, JavaDice, Level, Outcome, VgdlGame};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files of a folder of texts, without their endings, in order.
fn texts(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("the folder");
    let names = entries.map(|entry| entry.expect("a file").file_name());
    let names = names.map(|name| name.into_string().expect("a name"));
    let mut names: Vec<String> = names
        .filter_map(|name| Some(name.strip_suffix(".txt")?.to_string()))
        .collect();
    names.sort();
    names
}

fn action(letter: char) -> Option<Action> {
    Some(match letter {
        'L' => Action::Left,
        'R' => Action::Right,
        'U' => Action::Up,
        'D' => Action::Down,
        'X' => Action::Use,
        _ => return None,
    })
}

/// Wins of a game: seed and actions by level.
fn wins(name: &str) -> BTreeMap<u32, (i64, String)> {
    let lines = text(&folder("tests/wins").join(format!("{name}.txt")));
    let line = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let [level, seed, actions] = words[..] else {
            panic!("{name}: `{line}` is not a level, a seed and actions")
        };
        let level = level.parse().expect("the number of a level");
        (level, (seed.parse().expect("a seed"), actions.to_string()))
    };
    lines.lines().map(line).collect()
}

/// Plays a win with the actions that agents are offered; it must come with the last action.
fn replay(place: &str, level: &Level, seed: i64, actions: &str) {
    let (mut state, mut dice) = (level.start(), JavaDice::new(seed));
    for (at, letter) in actions.chars().enumerate() {
        assert_eq!(state.outcome(), Outcome::Open, "{place} ends before {at}");
        let action = action(letter).unwrap_or_else(|| panic!("{place}: `{letter}` at {at}"));
        let offered = level.actions(&state).contains(&action);
        assert!(offered, "{place}: {action:?} is not offered at {at}");
        level.step(&mut state, action, &mut dice);
    }
    assert_eq!(state.outcome(), Outcome::Won, "{place}");
}

#[test]
fn every_level_can_be_won() {
    let folder_of_games = folder("../games-other/games-vgdl");
    for name in texts(&folder_of_games)
        .iter()
        .filter(|name| !name.contains("_lvl"))
    {
        let description = text(&folder_of_games.join(format!("{name}.txt")));
        let game = Arc::new(VgdlGame::parse(&description).expect("a game").0);
        let levels = (0..).map(|number| folder_of_games.join(format!("{name}_lvl{number}.txt")));
        let levels: Vec<PathBuf> = levels.take_while(|path| path.exists()).collect();
        let wins = wins(name);
        let numbers: Vec<u32> = (0..levels.len() as u32).collect();
        assert!(wins.keys().eq(&numbers), "{name}: a win for each level");
        for (path, (number, (seed, actions))) in levels.iter().zip(&wins) {
            let (level, _) = Level::parse(&game, &text(path)).expect("a level");
            replay(&format!("{name} {number}"), &level, *seed, actions);
        }
    }
}
