//! The games of the folder `games-vgdl`, built into the binary.

use ludometer_vgdl::{Level, VgdlDiagnostic, VgdlGame};
use std::sync::Arc;

/// A game with its levels.
#[derive(Debug)]
pub struct Shipped {
    /// Its name.
    pub name: &'static str,
    /// Its description.
    pub description: &'static str,
    /// The maps of its levels, by number.
    pub levels: &'static [&'static str],
}

macro_rules! games {
    ($($name:literal: $($level:literal)+),* $(,)?) => {
        &[$(Shipped {
            name: $name,
            description: include_str!(concat!("../../games-vgdl/", $name, ".txt")),
            levels: &[$(include_str!(concat!(
                "../../games-vgdl/", $name, "_lvl", $level, ".txt"
            ))),+],
        }),*]
    };
}

/// Every shipped game.
pub fn shipped() -> &'static [Shipped] {
    games![
        "aliens": 0 1 2 3 4,
        "bait": 0 1 2 3 4,
        "butterflies": 0 1 2 3 4,
        "camelRace": 0 1 2 3 4,
        "chase": 0 1 2 3 4,
        "chopper": 0 1 2 3 4,
        "crossfire": 0 1 2 3 4,
        "digdug": 0 1 2 3 4,
        "escape": 0 1 2 3 4,
        "gleaner": 0 1 2 3 4,
        "hungrybirds": 0 1 2 3 4,
        "infection": 0 1 2 3 4,
        "intersection": 0 1 2 3 4,
        "lanterns": 0 1,
        "lemmings": 0 1 2 3 4,
        "missilecommand": 0 1 2 3 4,
        "modality": 0 1 2 3 4,
        "plaqueattack": 0 1 2 3 4,
        "roguelike": 0 1 2 3 4,
        "seaquest": 0 1 2 3 4,
        "sheepdog": 0 1 2 3 4,
        "survivezombies": 0 1 2 3 4,
        "waitforbreakfast": 0 1 2 3 4,
    ]
}

/// The shipped game of a name.
pub fn named(name: &str) -> Option<&'static Shipped> {
    shipped().iter().find(|game| game.name == name)
}

/// A level of a shipped game, or what is wrong with its texts; the level must exist.
pub fn parse(game: &Shipped, level: usize) -> Result<Level, Vec<VgdlDiagnostic>> {
    let (rules, _) = VgdlGame::parse(game.description)?;
    let (level, _) = Level::parse(&Arc::new(rules), game.levels[level])?;
    Ok(level)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    /// A file that is missing here is a game that cannot be played.
    #[test]
    fn the_shelf_holds_what_the_folder_holds() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games-vgdl");
        let texts = std::fs::read_dir(folder).expect("the folder of games");
        let found: BTreeSet<String> = texts
            .map(|entry| {
                entry
                    .expect("a file")
                    .file_name()
                    .into_string()
                    .expect("a name")
            })
            .filter(|name| name.ends_with(".txt"))
            .collect();
        let listed: BTreeSet<String> = shipped()
            .iter()
            .flat_map(|game| {
                let levels = 0..game.levels.len();
                let levels = levels.map(|level| format!("{}_lvl{level}.txt", game.name));
                levels.chain([format!("{}.txt", game.name)])
            })
            .collect();
        assert_eq!(found, listed);
    }

    #[test]
    fn every_shipped_level_is_read_without_a_word() {
        for shipped in shipped() {
            let (game, warnings) = VgdlGame::parse(shipped.description).expect(shipped.name);
            assert_eq!(warnings, [], "{}", shipped.name);
            let game = Arc::new(game);
            for (number, map) in shipped.levels.iter().enumerate() {
                let (_, warnings) = Level::parse(&game, map).expect(shipped.name);
                assert_eq!(warnings, [], "{} level {number}", shipped.name);
            }
        }
    }
}
