//! `ludometer train`.

use crate::common::Folder;

/// Former names of commands work, and say what they are called now.
#[test]
fn former_names_are_read_with_a_note() {
    let folder = Folder::new("former");
    let small = [
        "tic-tac-toe",
        "--measures",
        "open-lines",
        "--positions",
        "50",
    ];
    let now = folder.good(&[&["train", "weights"][..], &small].concat());
    let before = folder.good(&[&["learn"][..], &small].concat());
    assert_eq!(before.out, now.out);
    let note = "note: `learn` is now called `train weights`; the old name still works\n";
    assert_eq!((before.err.as_str(), now.err.as_str()), (note, ""));
    let small = ["loa-realisation", "--games", "4", "--nodes", "10"];
    let now = folder.good(&[&["train"][..], &small].concat());
    let before = folder.good(&[&["fit"][..], &small].concat());
    assert_eq!(before.out, now.out);
    assert!(
        before.err.contains("note: `fit` is now called `train`"),
        "{before:?}"
    );
    let help = folder.good(&["--help"]).out;
    for former in ["\n  learn", "\n  fit"] {
        assert!(!help.contains(former), "{help}");
    }
    for kind in ["weights", "loa-features", "omaha-network"] {
        let help = folder.good(&["train", kind, "--help"]).out;
        assert!(
            help.contains(&format!("\n  ludometer train {kind} ")),
            "{help}"
        );
    }
}

#[test]
fn random_minimaxing_has_a_former_option() {
    let folder = Folder::new("former-option");
    let position = ["analyse", "tic-tac-toe", "X.O/.X./..O"];
    let now = folder.good(&[&position[..], &["--random-minimax", "2"]].concat());
    let before = folder.good(&[&position[..], &["--depth", "2"]].concat());
    assert_eq!(before.out, now.out);
    assert_eq!(now.err, "");
    let note = "note: `--depth` is now called `--random-minimax`; the old name still works\n";
    assert_eq!(before.err, note);
    let help = folder.good(&["analyse", "--help"]).out;
    assert!(
        help.contains("--random-minimax <D>") && !help.contains("--depth <"),
        "{help}"
    );
}

#[test]
fn what_is_fitted_says_how_it_was_made() {
    let folder = Folder::new("fit");
    let small = ["--games", "20", "--nodes", "20", "--seed", "3"];
    let features = ["train", "loa-features", "--rounds", "1"];
    let told = folder.good(&[&features[..], &small].concat());
    let made =
        "made_by = \"ludometer train loa-features --games 20 --nodes 20 --rounds 1 --seed 3\"";
    assert!(told.out.contains(made), "{}", told.out);
    assert!(told.out.contains("concentration = "), "{}", told.out);
    // The same bits from any number of threads.
    let again = |command: &[&str], told: &str| {
        let one = [command, &small, &["--threads", "1"]].concat();
        assert_eq!(folder.good(&one).out, told);
    };
    again(&features, &told.out);
    let opponents = ["train", "loa-opponents"];
    let told = folder.good(&[&opponents[..], &small].concat());
    let made = "made_by = \"ludometer train loa-opponents --games 20 --nodes 20 --seed 3\"";
    assert!(told.out.contains(made), "{}", told.out);
    again(&opponents, &told.out);
    let realisation = ["train", "loa-realisation"];
    let told = folder.good(&[&realisation[..], &small].concat());
    let made = "# made by: ludometer train loa-realisation --games 20 --nodes 20 --seed 3";
    assert!(told.out.contains(made), "{}", told.out);
    again(&realisation, &told.out);
}

#[test]
fn what_cannot_be_fitted_is_refused() {
    let folder = Folder::new("fit-refused");
    let few = ["train", "loa-features", "--games", "0"];
    folder.run(&few).refused(2, &["--games"]);
    folder
        .run(&["train", "chess-features"])
        .refused(2, &["loa-features"]);
    // Before the first of ten million games.
    let lost = [
        "train",
        "loa-features",
        "--games",
        "10000000",
        "--output",
        "no/such.toml",
    ];
    folder.run(&lost).refused(2, &["no/such.toml"]);
}

#[test]
fn a_model_of_omaha_players_is_fitted_to_hands_that_were_kept() {
    let folder = Folder::new("fit-omaha");
    let fit = ["train", "omaha-model", "--trials", "60", "--format", "csv"];
    let played = ["--hands", "40", "--seed", "3", "--keep", "hands.txt"];
    let told = folder.good(&[&fit[..], &played].concat());
    for parameter in [
        "tightness",
        "aggression",
        "softness",
        "odds",
        "respect",
        "floor",
    ] {
        assert!(told.out.contains(parameter), "{}", told.out);
    }
    // What was written is read again: the same hands, the same model.
    let read = ["--seed", "3", "--histories", "hands.txt"];
    assert_eq!(folder.good(&[&fit[..], &read].concat()).out, told.out);
    // A hand that is cut short is skipped, named and counted.
    let hands = std::fs::read_to_string(folder.path("hands.txt")).unwrap();
    let cut = &hands[..hands.len() - 40];
    std::fs::write(folder.path("cut.txt"), cut).unwrap();
    let read = ["--seed", "3", "--histories", "cut.txt"];
    let told = folder.good(&[&fit[..], &read].concat());
    assert!(
        told.err.contains("39 hands read, 1 skipped"),
        "{}",
        told.err
    );
}

#[test]
fn a_network_is_learned_and_plays() {
    let folder = Folder::new("fit-network");
    let small = "train omaha-network --hands 40 --iterations 2 --samples 5 --seed 3 --by";
    let small: Vec<&str> = small.split(' ').collect();
    for (by, agent) in [
        ("spsa", "valued(mine)"),
        ("spsa-policy", "policy(mine)"),
        ("td", "valued(mine)"),
        ("supervised-td", "valued(mine)"),
    ] {
        let learn = [&small[..], &[by]].concat();
        let told = folder.good(&learn);
        let made = format!(
            "made_by = \"ludometer train omaha-network --by {by} --hands 40 --iterations 2 --samples 5 --seed 3\""
        );
        assert!(told.out.contains(&made), "{}", told.out);
        let one = [&learn[..], &["--threads", "1", "--output", "mine.toml"]].concat();
        folder.good(&one);
        let kept = String::from_utf8(folder.bytes("mine.toml")).unwrap();
        assert_eq!(kept, told.out);
        let play = ["play", "omaha", "--define", "mine=mine.toml"];
        folder.good(&[&play[..], &["--seat", agent, "--seat", "caller"]].concat());
    }
    let play = ["play", "omaha", "--seat", "caller", "--define"];
    let run =
        |define: &str, seat: &str| folder.run(&[&play[..], &[define, "--seat", seat]].concat());
    run("mine=mine.toml", "policy(mine)").refused(2, &["`policy` needs another network"]);
    run("mine=othello-points", "valued(mine)").refused(2, &["othello"]);
    run("mine=none.toml", "valued(mine)").refused(2, &["none.toml"]);
    let seat = [
        "play",
        "omaha",
        "--seat",
        "caller",
        "--seat",
        "valued(omaha-evaluatoin)",
    ];
    folder
        .run(&seat)
        .refused(2, &["did you mean `omaha-evaluation`"]);
    let spoilt = "network = \"evaluation\"\ninputs = [\"a\"]\nlayers = [1, 1]\nweights = [1, 2]\n";
    std::fs::write(folder.path("spoilt.toml"), spoilt).unwrap();
    run("mine=spoilt.toml", "valued(mine)").refused(2, &["the inputs are not those of this game"]);
}
