//! Help and wrong commands: every way to ask for help gives the same text, every wrong name the nearest one.

use crate::common::Folder;

/// Commands with the paths of their inner commands, as the overviews list them.
fn commands(folder: &Folder) -> Vec<Vec<String>> {
    let listed = |path: &[String]| -> Vec<String> {
        let mut arguments: Vec<&str> = path.iter().map(String::as_str).collect();
        arguments.push("--help");
        let text = folder.good(&arguments).out;
        let (commands, _) = text.split_once("Options:").expect("options");
        // Names are indented by two; long descriptions go on further to the right.
        let lines = commands.lines().filter_map(|line| line.strip_prefix("  "));
        let lines = lines.filter(|line| !line.starts_with(' '));
        let names = lines.filter_map(|line| line.split_whitespace().next());
        let names = names.filter(|name| *name != "help");
        names.map(str::to_string).collect()
    };
    let mut all = Vec::new();
    for name in listed(&[]) {
        let outer = vec![name.clone()];
        if ["plan", "store", "train", "vgdl"].contains(&name.as_str()) {
            for inner in listed(&outer) {
                all.push(vec![name.clone(), inner]);
            }
        }
        all.push(outer);
    }
    all
}

#[test]
fn every_way_to_ask_for_help_gives_the_same_text() {
    let folder = Folder::new("help-ways");
    let all = commands(&folder);
    assert!(all.len() > 30, "{all:?}");
    for path in all {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        let long = folder.good(&[&path[..], &["--help"]].concat()).out;
        assert_eq!(folder.good(&[&["help"], &path[..]].concat()).out, long);
        if let [outer, inner] = path[..] {
            assert_eq!(folder.good(&[outer, "help", inner]).out, long);
            let short = folder.good(&[outer, "-h"]).out;
            assert!(short.contains(&format!("  {inner}")), "{short}");
        }
    }
}

#[test]
fn a_wrong_command_is_a_wrong_usage_with_the_nearest_name() {
    let folder = Folder::new("help-wrong");
    for (arguments, near) in [
        (&["stor"][..], "'store'"),
        (&["store", "prunne"], "'prune'"),
        (&["help", "stor"], "'store'"),
        (&["help", "store", "prunne"], "'prune'"),
        (&["store", "help", "prunne"], "'prune'"),
        (&["run", "--quik"], "'--quick'"),
    ] {
        folder.run(arguments).refused(2, &["error: ", near]);
    }
    // Nothing is near, and no name is guessed; hidden names are not offered.
    for arguments in [&["zzzzzz"][..], &["help", "zzzzzz"], &["help", "lern"]] {
        let told = folder.run(arguments);
        told.refused(2, &["unrecognized subcommand", "--help"]);
        assert!(!told.err.contains("similar"), "{told:?}");
    }
    // The overview ends with examples.
    let help = folder.good(&["--help"]).out;
    let (_, examples) = help.split_once("\n\nExamples:\n").expect("examples");
    assert!(
        examples
            .lines()
            .all(|line| line.starts_with("  ludometer ")),
        "{help}"
    );
    // Without a command the help is an error: nothing was done.
    for arguments in [&[][..], &["store"], &["train"]] {
        let told = folder.run(arguments);
        assert_eq!((told.code, told.out.as_str()), (Some(2), ""), "{told:?}");
        assert!(told.err.contains("Usage: "), "{told:?}");
    }
}

/// Names and words of the field in the place of a command say what to type.
#[test]
fn a_word_that_is_no_command_says_what_to_type() {
    let folder = Folder::new("help-words");
    for (word, tip) in [
        ("mcts", "`uct` is an agent: `ludometer list uct` shows"),
        ("alphabeta", "`alphabeta` is an agent"),
        ("minimax", "`depth` is an agent"),
        ("reversi", "`othello` is a game: `ludometer play othello`"),
        ("TicTacToe", "`tic-tac-toe` is a game"),
        ("rspsa", "`rspsa` is a tuner"),
        ("slide-depth4", "`ludometer run slide-depth4` runs it"),
        ("slide-noise", "`ludometer tune slide-noise` runs it"),
        ("shogi", "docs/own-game.md"),
        ("connect4", "docs/own-game.md"),
        ("tournament", "`ludometer match AGENT AGENT ...`"),
        ("round-robin", "`ludometer match AGENT AGENT ...`"),
        ("elo", "`ludometer match AGENT AGENT ...`"),
        ("perft", "`ludometer analyse GAME --perft DEPTH`"),
        ("t-test", "docs/intervals.md"),
        ("version", "`ludometer --version`"),
    ] {
        for arguments in [&[word][..], &["help", word]] {
            let told = folder.run(arguments);
            told.refused(2, &["unrecognized subcommand", "tip: ", tip]);
            assert!(!told.err.contains("similar"), "{told:?}");
        }
    }
    // Commands that tips name exist.
    let tips = "play match analyse engine train tune run report reproduce list store";
    for command in tips.split(' ') {
        folder.good(&[command, "--help"]);
    }
}
