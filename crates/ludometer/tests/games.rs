//! Every registered game: the laws, a playthrough on file, and its tables of sequences.

use ludometer::catalogue::shipped;
use ludometer::registry::AnyGame;
use ludometer::source::Span;
use ludometer::spec::Spec;
use ludometer_core::Seed;
use std::path::PathBuf;

fn open(spec: &str) -> Box<dyn AnyGame> {
    shipped()
        .open(&Spec::parse(&Span::whole("test", spec)).unwrap())
        .unwrap()
        .0
}

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(name)
}

fn file_name(example: &str) -> String {
    let words = example
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-") + ".txt"
}

#[test]
fn every_game_obeys_the_laws() {
    for example in shipped().games().iter().flat_map(|game| &game.examples) {
        let checked = open(example).check_laws(Seed::new(1).named(example));
        assert!(checked.is_ok(), "{example}: {}", checked.unwrap_err());
    }
}

/// `RECORD=1 cargo test playthrough` writes the files anew; look at the difference before you
/// commit it.
#[test]
fn every_game_plays_as_its_playthrough_says() {
    let mut expected: Vec<String> = Vec::new();
    for example in shipped().games().iter().flat_map(|game| &game.examples) {
        let name = file_name(example);
        let path = folder("playthroughs").join(&name);
        // Recorded under the name that the game had then.
        let seed = Seed::new(2026).named(&example.replace("tic-tac-toe", "noughts"));
        let text = open(example).playthrough(seed);
        if std::env::var_os("RECORD").is_some() {
            std::fs::write(&path, &text).unwrap();
        }
        let on_file = std::fs::read_to_string(&path)
            .unwrap_or_else(|_| panic!("{example} has no playthrough {name}: run with RECORD=1"));
        for (line, (now, then)) in text.lines().zip(on_file.lines()).enumerate() {
            assert_eq!(now, then, "{name}, line {}", line + 1);
        }
        assert_eq!(text.len(), on_file.len(), "{name} is shorter or longer");
        expected.push(name);
    }
    for entry in std::fs::read_dir(folder("playthroughs")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(
            expected.contains(&name),
            "{name} belongs to no registered game"
        );
    }
}

/// Each line of a table: a game, a position or `-`, and the counts of sequences by length.
#[test]
fn sequences_are_counted_as_the_tables_say() {
    let mut lines = 0;
    for entry in std::fs::read_dir(folder("perft")).unwrap() {
        let path = entry.unwrap().path();
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let fields: Vec<&str> = line.split('|').map(str::trim).collect();
            let counts: Vec<u64> = fields[2]
                .split(' ')
                .map(|count| count.parse().unwrap())
                .collect();
            let position = Some(fields[1]).filter(|text| *text != "-");
            let found = open(fields[0])
                .perft(position, counts.len() as u32)
                .unwrap();
            assert_eq!(found, counts, "{}: {line}", path.display());
            lines += 1;
        }
    }
    assert!(lines >= 5);
}

#[test]
fn games_with_dice_have_no_tables() {
    let diagnostic = open("meteors").perft(None, 2).unwrap_err().to_string();
    assert!(diagnostic.contains("rolls dice"), "{diagnostic}");
}
