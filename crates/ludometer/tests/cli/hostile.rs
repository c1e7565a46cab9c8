//! Text of others, shown in errors and in what commands print, does not reach the terminal as commands.

use crate::common::Folder;
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt;

/// A colour, a title, a screen that is cleared, text that runs backwards, in one and two bytes.
const ATTACKS: [&str; 4] = [
    "a\u{1b}[31mb",
    "a\u{1b}]0;owned\u{7}b",
    "a\u{9b}2Jb",
    "a\u{202e}b\u{2066}c",
];

fn is_harmless(text: &str) -> bool {
    let odd = |sign: char| {
        let reorders =
            ('\u{202a}'..='\u{202e}').contains(&sign) || ('\u{2066}'..='\u{2069}').contains(&sign);
        reorders || sign.is_control() && sign != '\n' && sign != '\t'
    };
    !text.contains(odd)
}

fn hold(folder: &Folder, attack: &str, words: &[&str]) {
    let told = folder.run(words);
    let said = format!("{}{}", told.out, told.err);
    assert!(is_harmless(&said), "{attack:?}, {words:?}: {said:?}");
    assert!(!said.is_empty(), "{words:?}");
}

#[test]
fn errors_and_lists_spell_out_what_would_command_a_terminal() {
    let folder = Folder::new("hostile");
    folder.write(
        "plan.toml",
        "game = \"tic-tac-toe\"\nseats = [\"random\", \"random\"]\nepisodes = 2\n",
    );
    for attack in ATTACKS {
        let toml: String = attack
            .chars()
            .map(|sign| format!("\\U{:08x}", sign as u32))
            .collect();
        folder.write(
            "seat.toml",
            format!("game = \"tic-tac-toe\"\nseats = [\"random\", \"{toml}\"]\nepisodes = 2\n"),
        );
        folder.write("key.toml", format!("\"{toml}\" = 1\n"));
        folder.write("raw.toml", attack);
        folder.write("game.txt", attack);
        folder.write("hands.txt", format!("Hand 7: {attack}\n{attack}\n"));
        folder.write(
            "book.pgn",
            format!("[White \"{attack}\"]\n\n1. {attack} *\n"),
        );
        folder.write("book.epd", format!("{attack}\n"));
        folder.write("list.txt", format!("{attack}, 1, 2\n"));
        folder.write("store.sqlite", attack);
        folder.write("archive.tar.gz", attack);
        let set = format!("{attack}=1");
        let tree = format!("([2,{attack}])");
        let missing = format!("no/{attack}.sqlite");
        for words in [
            &["run", "seat.toml"][..],
            &["run", "key.toml"],
            &["run", "raw.toml"],
            &["run", attack],
            &["tune", "key.toml"],
            &["run", "plan.toml", "--set", &set],
            &["run", "plan.toml", "--store", &missing],
            &["report", "plan.toml", "--store", "store.sqlite"],
            &["archive", "archive.tar.gz", "--check"],
            &["play", attack],
            &["play", "tic-tac-toe", "--seat", attack],
            &["analyse", "chess", attack],
            &["analyse", "tic-tac-toe", "--agent", attack],
            &["theory", &tree],
            &["help", attack],
            &[attack],
            &["vgdl", "check", "game.txt"],
            &["hands", "hands.txt"],
            &[
                "match",
                "random",
                "random",
                "--game",
                "chess",
                "--games",
                "2",
                "--openings",
                "book.pgn",
            ],
            &[
                "match",
                "random",
                "random",
                "--game",
                "chess",
                "--games",
                "2",
                "--openings",
                "book.epd",
            ],
            &["tune-file", "--spsa", "list.txt"],
        ] {
            hold(&folder, attack, words);
        }
    }
}

/// An engine says its name and its moves.
#[cfg(unix)]
#[test]
fn what_engines_say_does_not_command_a_terminal() {
    let folder = Folder::new("hostile-engine");
    for attack in ATTACKS {
        let script = format!(
            "#!/bin/sh\nwhile read -r word rest; do case \"$word\" in\nuci) echo 'id name {attack}'; echo uciok;;\nisready) echo readyok;;\ngo) echo 'bestmove {attack}';;\nquit) exit 0;;\nesac; done\n"
        );
        folder.write("engine.sh", script);
        let path = folder.path("engine.sh");
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
        let seat = "engine(command='./engine.sh', nodes=5, check=no)";
        hold(
            &folder,
            attack,
            &["match", seat, "random", "--game", "chess", "--games", "2"],
        );
        hold(
            &folder,
            attack,
            &["play", "chess", "--seat", seat, "--seat", "random"],
        );
        hold(&folder, attack, &["analyse", "chess", "--agent", seat]);
    }
}
