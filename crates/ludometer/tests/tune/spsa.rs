//! Lists of parameters of OpenBench and fishtest: read, written, and as tunings.

use super::common::Folder;
use ludometer::source::Span;
use ludometer::tune::{SpsaForm, SpsaParam, placeholders, read_spsa, spsa_parameters, write_spsa};
use proptest::prelude::*;

const LIST: &str = "# the search\nLMRBase, int, 60, 20, 140, 6, 0.002\n\nMove Overhead, float, 0.5, 0.0, 1.0, 0.05, 0.002\n";

fn read(text: &str) -> Result<Vec<SpsaParam>, String> {
    read_spsa(&Span::whole("list.txt", text)).map_err(|diagnostic| diagnostic.to_string())
}

#[test]
fn both_lists_are_read() {
    let read_list = read(LIST).unwrap();
    let base = SpsaParam {
        name: "LMRBase".to_string(),
        integer: true,
        value: 60.0,
        min: 20.0,
        max: 140.0,
        c_end: 6.0,
        r_end: 0.002,
    };
    assert_eq!(read_list[0], base);
    assert_eq!(
        (read_list[1].name.as_str(), read_list[1].integer),
        ("Move Overhead", false)
    );
    // Fishtest's have no type: numbers without a point are whole.
    let fishtest = read("LMRBase,60,20,140,6,0.002\nx,0.5,0,1,0.1,0.002\r\n").unwrap();
    assert_eq!(fishtest[0], base);
    assert!(!fishtest[1].integer);
    assert_eq!(
        spsa_parameters(&read_list),
        "[parameters]\nLMRBase = { kind = \"integer\", low = 20, high = 140, start = 60 }\nMove_Overhead = { low = 0, high = 1, start = 0.5 }\n"
    );
    // Where probes are narrower than usual, the tuner's unit is too.
    let narrow = read("a, int, 60, 20, 140, 3, 0.002").unwrap();
    assert!(spsa_parameters(&narrow).contains("start = 60, width = 30 }"));
    assert_eq!(
        placeholders(["a b", "a_b", "7", "a-b"]),
        ["a_b", "a_b_2", "p7", "a_b_3"]
    );
    assert_eq!(
        write_spsa(&read_list, SpsaForm::SetOption),
        "setoption name LMRBase value 60\nsetoption name Move Overhead value 0.5\n"
    );
    assert_eq!(
        write_spsa(&read_list[..1], SpsaForm::Values),
        "LMRBase, 60\n"
    );
    assert_eq!(
        write_spsa(&read_list[..1], SpsaForm::OpenBench),
        "LMRBase, int, 60, 20, 140, 6, 0.002\n"
    );
}

#[test]
fn slips_are_named_with_their_place() {
    for (line, says, column) in [
        ("a, int, 1, 0, 2, 1", "the type", 0),
        ("a, int, 1, 0, 2", "7 fields, or 6 without a type, not 5", 1),
        ("a, whole, 1, 0, 2, 1, 1", "int or float, not `whole`", 4),
        (", int, 1, 0, 2, 1, 1", "needs a name", 1),
        (
            "a, int, x, 0, 2, 1, 1",
            "`x` is no number that `value` can be",
            9,
        ),
        (
            "a, int, 1, 0, inf, 1, 1",
            "`inf` is no number that `max` can be",
            15,
        ),
        ("a, int, 1, 2, 2, 1, 1", "the range of `a` is empty", 15),
        (
            "a, int, 3, 0, 2, 1, 1",
            "the value of `a` is 3, outside of 0 to 2",
            9,
        ),
        (
            "a, int, 1, 0, 2, 0, 1",
            "the c_end of `a` is 0: it must be positive",
            18,
        ),
        (
            "a, int, 1, 0.5, 2, 1, 1",
            "`a` takes whole numbers, not 0.5",
            12,
        ),
        ("a'b, int, 1, 0, 2, 1, 1", "no quotation marks", 1),
    ] {
        let text = format!("# first\nok, int, 1, 0, 2, 1, 1\n{line}\n");
        match read(&text) {
            // Six fields without a type: `int` is no value.
            Err(told) if column == 0 => assert!(told.contains("`int` is no number"), "{told}"),
            Err(told) => {
                assert!(told.contains(says), "`{says}` is not in {told}");
                assert!(
                    told.contains(&format!("list.txt:3:{column}\n")),
                    "{column}: {told}"
                );
            }
            Ok(_) => panic!("{line} was read"),
        }
    }
    let twice = "a, int, 1, 0, 2, 1, 1\n";
    assert!(
        read(&twice.repeat(2))
            .unwrap_err()
            .contains("`a` is listed twice")
    );
    assert!(
        read("# nothing\n")
            .unwrap_err()
            .contains("the list has no parameters")
    );
}

/// A list becomes a tuning, and the tuning a list again.
#[test]
fn a_list_is_tuned_and_given_back() {
    let folder = Folder::new("spsa-list");
    folder.write(
        "list.txt",
        "lines, float, 0.1, -1, 1, 0.1, 0.002\nt, int, 1, 1, 2, 1, 0.002\n",
    );
    let told = folder.good(&["tune-file", "--spsa", "list.txt"]);
    assert!(told.out.starts_with("[parameters]\n"), "{}", told.out);
    let head = "game = \"tic-tac-toe\"\nagent = \"depth(t={t}, leaf=weigh(open-lines={lines}))\"\nopponents = \"self\"\ngames = 40\nheld_out = 8\nsensitivity = 0\n";
    folder.write("tune.toml", format!("{head}{}", told.out));
    let tune = |form: &str| folder.good(&["tune", "tune.toml", "--export", form]).out;
    let listed = read(&tune("openbench")).unwrap();
    assert_eq!(
        (listed[0].name.as_str(), listed[1].name.as_str()),
        ("lines", "t")
    );
    assert_eq!(
        (listed[1].integer, listed[1].min, listed[1].max),
        (true, 1.0, 2.0)
    );
    assert!(listed[1].value.fract() == 0.0);
    assert_eq!(read(&tune("fishtest")).unwrap(), listed);
    let [values, lines] = ["values", "setoption"].map(tune);
    assert_eq!(
        values,
        format!("lines, {}\nt, {}\n", listed[0].value, listed[1].value)
    );
    let first = format!("setoption name lines value {}\n", listed[0].value);
    assert!(lines.starts_with(&first), "{lines}");
    let told = folder.good(&[
        "tune-file",
        "--spsa",
        "list.txt",
        "--engine",
        "./mine",
        "--nodes",
        "9",
    ]);
    let agent =
        "agent = \"engine(command='./mine', nodes=9, options={'lines': {lines}, 't': {t}})\"\n";
    assert!(told.out.contains(agent), "{}", told.out);
    folder
        .run(&["tune-file", "--spsa", "nothing.txt"])
        .refused(2, &["nothing.txt"]);
    folder
        .run(&["tune-file", "--spsa", "list.txt", "--engine", "a'b"])
        .refused(2, &["quotation mark"]);
}

/// Puts an executable shell script into a folder.
#[cfg(unix)]
fn script(folder: &Folder, name: &str, text: &str) {
    use std::os::unix::fs::PermissionsExt;
    folder.write(name, format!("#!/bin/sh\n{text}"));
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder.path(name), mode).unwrap();
}

/// An engine that declares an option of every type, and plays nothing.
#[cfg(unix)]
const DECLARES: &str = r#"while read -r word rest; do
    case "$word" in
        uci)
            echo 'id name Script'
            echo 'option name Hash type spin default 16 min 1 max 64'
            echo 'option name UCI_Chess960 type check default false'
            echo 'option name LMR Base type spin default 60 min 20 max 140'
            echo 'option name Fixed type spin default 3 min 3 max 3'
            echo 'option name Probe type check default true'
            echo 'option name Style type combo default Solid var Solid var Risky'
            echo 'option name Clear type button'
            echo 'option name Net type string default a.nnue'
            echo uciok ;;
        isready) echo readyok ;;
        quit) exit 0 ;;
    esac
done
"#;

#[cfg(unix)]
#[test]
fn declared_options_are_parameters() {
    let folder = Folder::new("spsa-declared");
    script(&folder, "mine", DECLARES);
    let told = folder.good(&["tune-file", "--engine", "./mine", "--nodes", "9"]);
    let whole = "title = \"Tuning of ./mine\"\ngame = \"chess\"\nstart = \"walk(plies=8)\"\nagent = \"engine(command='./mine', nodes=9, options={'LMR Base': {LMR_Base}, 'Probe': {Probe}, 'Style': {Style}})\"\nopponents = \"self\"\n";
    assert!(told.out.starts_with(whole), "{}", told.out);
    let parameters = "[parameters]\nLMR_Base = { kind = \"integer\", low = 20, high = 140, start = 60 }\nProbe = { kind = \"choice\", options = [\"'true'\", \"'false'\"], start = \"'true'\" }\nStyle = { kind = \"choice\", options = [\"'Solid'\", \"'Risky'\"], start = \"'Solid'\" }\n";
    assert!(told.out.ends_with(parameters), "{}", told.out);
    // Options of UCI itself are tuned if they are named, whatever their case.
    let told = folder.good(&["tune-file", "--engine", "./mine", "--option", "hash"]);
    let parameters =
        "[parameters]\nHash = { kind = \"integer\", low = 1, high = 64, start = 16 }\n";
    assert!(told.out.ends_with(parameters), "{}", told.out);
    for (option, says) in [
        ("Hsh", "declares no option `Hsh`"),
        ("Net", "`Net` has no range"),
        ("Clear", "`Clear` has no range"),
        ("Fixed", "`Fixed` has no range"),
    ] {
        folder
            .run(&["tune-file", "--engine", "./mine", "--option", option])
            .refused(1, &[says]);
    }
    folder
        .run(&["tune-file", "--engine", "./nothing"])
        .refused(1, &["there is no program `./nothing`"]);
    folder.run(&["tune-file"]).refused(2, &["--spsa"]);
}

/// An agent of ours in a process of its own is an engine whose options are tuned.
#[cfg(unix)]
#[test]
fn the_options_of_an_engine_are_tuned() {
    let folder = Folder::new("spsa-engine");
    let binary = env!("CARGO_BIN_EXE_ludometer");
    let engine = format!("exec '{binary}' engine --game tic-tac-toe --agent 'uct(playouts=4)'\n");
    script(&folder, "mine", &engine);
    let file = [
        "tune-file",
        "--engine",
        "./mine",
        "--game",
        "tic-tac-toe",
        "--start",
        "walk(plies=2)",
        "--option",
        "playouts",
        "--games",
        "16",
        "--output",
        "tune.toml",
    ];
    folder.good(&file);
    let range = "parameters.playouts={ kind = \"integer\", low = 1, high = 20, start = 1 }";
    let tune = [
        "tune",
        "tune.toml",
        "--set",
        range,
        "--set",
        "held_out=4",
        "--set",
        "sensitivity=0",
        "--export",
        "setoption",
    ];
    let told = folder.good(&tune);
    let value = told.out.strip_prefix("setoption name playouts value ");
    let value: u32 = value.unwrap().trim_end().parse().unwrap();
    assert!((1..=20).contains(&value));
    // A range that is not the engine's.
    let range = range.replace("low = 1", "low = -3");
    let mut wide = tune;
    wide[3] = &range;
    folder.run(&wide).refused(2, &["`playouts` cannot be -3"]);
}

/// Who fails loses, and the report says how often and why, also when the result is only shown again.
#[cfg(unix)]
#[test]
fn failures_of_a_tuned_engine_are_counted() {
    let folder = Folder::new("spsa-forfeits");
    let speaks = "case \"$word\" in
        ugi) echo 'id name Script'; echo ugiok ;;
        isready) echo readyok ;;
        quit) exit 0 ;;";
    let dies = format!("while read -r word rest; do {speaks} go) exit 7 ;; esac; done\n");
    script(&folder, "dies", &dies);
    let plan = "game = \"tic-tac-toe\"
agent = \"engine(command='./dies', protocol=ugi, crashes=1000, depth={d})\"
opponents = [\"random\"]
tuner = \"spsa\"
games = 16
held_out = 4
sensitivity = 0
[parameters]
d = { low = 1, high = 9, start = 3, kind = \"integer\" }
";
    folder.write("plan.toml", plan);
    let tune = ["tune", "plan.toml", "--store", "a.sqlite"];
    for _ in 0..2 {
        let told = folder.good(&[&tune[..], &["--json", "a.json"]].concat());
        let json: serde_json::Value = serde_json::from_slice(&folder.bytes("a.json")).unwrap();
        let json = &json["data"];
        // All games end alike, so that the last match is of the start alone, four games.
        let games = 16 + 4;
        assert_eq!(json["forfeits"][0]["reason"], "crash");
        assert_eq!(json["forfeits"][0]["games"], games);
        let says = format!(
            "{games} games of the tuning and its last matches ended by a forfeit: {games} by crash"
        );
        assert!(told.out.contains(&says), "{told:?}");
    }
    // Nothing is said where nobody failed.
    let healthy = plan.replace("./dies', protocol=ugi, crashes=1000, depth={d}", "");
    let healthy = healthy.replace("engine(command=')", "depth(t={d})");
    folder.write("healthy.toml", healthy);
    let told = folder.good(&["tune", "healthy.toml"]);
    assert!(!told.out.contains("forfeit"), "{told:?}");
}

fn parameter() -> impl Strategy<Value = SpsaParam> {
    let name = "[A-Za-z][A-Za-z0-9_ .]{0,12}[A-Za-z0-9]";
    let numbers = (-1_000_000_i64..1_000_000, 1_i64..1_000_000, 0.0..1.0_f64);
    let ends = (1_u32..10_000, 0_u32..1000);
    (name, any::<bool>(), numbers, ends).prop_map(|(name, integer, (min, range, share), (c, r))| {
        let unit = if integer { 1.0 } else { 0.125 };
        let steps = (share * range as f64).round();
        SpsaParam {
            name,
            integer,
            value: unit * (min as f64 + steps),
            min: unit * min as f64,
            max: unit * (min + range) as f64,
            c_end: f64::from(c) / 64.0,
            r_end: f64::from(r) / 1000.0,
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(30),
        ..ProptestConfig::default()
    })]

    #[test]
    fn what_is_written_is_read_back(parameters in proptest::collection::vec(parameter(), 1..8)) {
        let mut names: Vec<&str> = parameters.iter().map(|parameter| parameter.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        prop_assume!(names.len() == parameters.len());
        for form in [SpsaForm::OpenBench, SpsaForm::Fishtest] {
            let text = write_spsa(&parameters, form);
            prop_assert_eq!(read(&text).unwrap(), parameters.clone());
        }
        // The key of a tuning is TOML with a line for each.
        prop_assert_eq!(spsa_parameters(&parameters).lines().count(), parameters.len() + 1);
        let holes = placeholders(parameters.iter().map(|parameter| parameter.name.as_str()));
        let plain = |hole: &String| hole.starts_with(|c: char| c.is_ascii_alphabetic())
            && hole.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        prop_assert!(holes.iter().all(plain));
    }

    #[test]
    fn any_text_is_a_list_or_a_slip(text in "(([a-z#,.0-9 -]{0,12},){0,8}[0-9.e-]{0,6}\r?\n?){0,4}|.{0,60}") {
        if let Ok(parameters) = read(&text) {
            prop_assert!(!parameters.is_empty());
            for parameter in parameters {
                prop_assert!(parameter.min <= parameter.value && parameter.value <= parameter.max);
                prop_assert!(parameter.c_end > 0.0 && !parameter.name.is_empty());
            }
        }
    }
}
