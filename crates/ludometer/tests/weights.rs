//! Files of weights: what is written reads back to the same bits, and a fault has its place.

use ludometer::catalogue::shipped;
use ludometer::param::Spelling;
use ludometer::source::Span;
use ludometer::spec::{Argument, Spec};
use ludometer::weights::Weights;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// A file with every key; each test spoils one of them.
const FILE: &str = r#"game = "othello"
about = "an example"
outcome = "payoff"
positions = 100
playouts = 8
first = 1
last = 59
plies = 1000
seed = 7
standard_errors = "hc3"
r2 = 0.5
ceiling = 0.9
features = ["class-a1", "mobility"]
constant = -0.25

[weights]
class-a1 = 0.5
mobility = 1e-3

[errors]
class-a1 = 0.125
constant = 0.5
"#;

fn read(text: &str) -> Result<Weights, String> {
    Weights::read(&Span::whole("mine.toml", text), &|spec| {
        shipped().full_name(spec)
    })
    .map_err(|diagnostic| diagnostic.to_string())
}

/// Replaces a part of [`FILE`]. What stands between « and » must be underlined.
fn spoilt(part: &str, by: &str, parts: &[&str]) {
    assert_eq!(FILE.matches(part).count(), 1, "`{part}` is not there once");
    let marked = FILE.replace(part, by);
    let (before, rest) = marked.split_once('«').expect("a mark");
    let (within, after) = rest.split_once('»').expect("an end of the mark");
    let diagnostic = read(&format!("{before}{within}{after}")).expect_err("a fault");
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
    let span = format!("--> mine.toml:{line}:{column}\n");
    assert!(
        diagnostic.contains(&span),
        "not at {line}:{column}: {diagnostic}"
    );
    let carets = diagnostic.matches('^').count();
    assert_eq!(carets, within.chars().count().max(1), "{diagnostic}");
    for part in parts {
        assert!(diagnostic.contains(part), "`{part}` is not in {diagnostic}");
    }
}

#[test]
fn the_file_that_is_spoilt_is_good() {
    let weights = read(FILE).unwrap_or_else(|diagnostic| panic!("{diagnostic}"));
    assert_eq!(weights.game, "othello(size=8)");
    let spec = weights.spec(&Span::whole("plan", "mine")).to_string();
    assert_eq!(spec, "weigh(class-a1=0.5, mobility=0.001, constant=-0.25)");
    assert_eq!(weights.weights[0].error, Some(0.125));
    assert_eq!(
        (weights.weights[1].error, weights.constant.error),
        (None, Some(0.5))
    );
    assert_eq!(
        (weights.history.seed, weights.history.r2),
        (Some(7), Some(0.5))
    );
}

#[test]
fn a_game_and_a_weight_are_enough() {
    let weights = read("game = \"tic-tac-toe\"\nweights = { open-lines = 2 }").unwrap();
    assert_eq!(
        (weights.constant.value, weights.weights[0].value),
        (0.0, 2.0)
    );
}

#[test]
fn faults_have_their_place() {
    spoilt(
        "\"othello\"",
        "«\"othelo\"»",
        &["no game `othelo`", "did you mean `othello`?"],
    );
    spoilt(
        "\"othello\"",
        "«\"othello(size=5)\"»",
        &["no board of 5 x 5"],
    );
    spoilt("\"othello\"", "«8»", &["`game` is a text"]);
    spoilt(
        "game = ",
        "«gaem» = ",
        &["no key `gaem`", "did you mean `game`?"],
    );
    spoilt(
        "seed = 7",
        "«sed» = 7",
        &["no key `sed`", "did you mean `seed`?"],
    );
    spoilt("seed = 7", "seed = «1.5»", &["`seed` is a whole number"]);
    spoilt(
        "= \"payoff\"",
        "= «\"chips\"»",
        &["`outcome` cannot be `chips`"],
    );
    spoilt(
        "\"hc3\"",
        "«\"hc4\"»",
        &["`standard_errors` cannot be `hc4`"],
    );
    spoilt("r2 = 0.5", "r2 = «1.5»", &["`r2` cannot be 1.5"]);
    spoilt("-0.25", "«nan»", &["not a finite number"]);
    spoilt("-0.25", "«true»", &["`constant` is a number"]);
    spoilt(
        "class-a1 = 0.5",
        "class-a1 = «inf»",
        &["not a finite number"],
    );
    spoilt(
        "class-a1 = 0.5",
        "class-a1 = «1e999»",
        &["not a finite number"],
    );
    spoilt(
        "class-a1 = 0.5",
        "class-a1 = «\"0.5\"»",
        &["`class-a1` is a number, not a text"],
    );
    spoilt(
        "mobility = 1e-3",
        "mobility = 1\n«mobility» = 2",
        &["not TOML", "duplicate key"],
    );
    spoilt(
        "[\"class-a1\", ",
        "[«\"class-b1\"», \"class-a1\", ",
        &["`class-b1` has no weight"],
    );
    spoilt(
        "[\"class-a1\", ",
        "[\"mobility\", «\"mobility\"», ",
        &["listed twice"],
    );
    spoilt(
        "class-a1 = 0.125",
        "«class-a2» = 0.125",
        &["no weight `class-a2`", "did you mean"],
    );
    spoilt("class-a1 = 0.125", "class-a1 = «-0.125»", &["at least 0"]);
    spoilt(
        "mobility = 1e-3",
        "mobility = 1e-3\n«constant» = 3",
        &["stands above `[weights]`"],
    );
    spoilt(
        "[weights]",
        "[«weihgts»]",
        &["no key `weihgts`", "did you mean `weights`?"],
    );
}

#[test]
fn a_weight_that_is_no_feature_is_named() {
    let diagnostic = read(&FILE.replace("[\"class-a1\", ", "[")).unwrap_err();
    let says = "`class-a1` has a weight and is not among the features";
    assert!(
        diagnostic.contains(says) && diagnostic.contains("mine.toml:17:1"),
        "{diagnostic}"
    );
}

#[test]
fn a_file_without_weights_is_refused() {
    for text in [
        "game = \"tic-tac-toe\"\n[weights]\n",
        "game = \"tic-tac-toe\"\nweights = {}\n",
    ] {
        let diagnostic = read(text).unwrap_err();
        assert!(
            diagnostic.contains("mine.toml:2:") && diagnostic.contains("no weight"),
            "{diagnostic}"
        );
    }
    let diagnostic = read("game = \"tic-tac-toe\"\n").unwrap_err();
    assert!(
        diagnostic.contains("needs the key `weights`"),
        "{diagnostic}"
    );
    let diagnostic = read("weights = { a = 1 }\n").unwrap_err();
    assert!(diagnostic.contains("needs the key `game`"), "{diagnostic}");
}

/// A file names its game as the game names itself: that name opens the same game.
#[test]
fn every_game_can_be_named_in_a_file() {
    let open = |text: &str| {
        let spec = Spec::parse(&Span::whole("game", text)).unwrap_or_else(|f| panic!("{f}"));
        let (game, _) = shipped()
            .open(&spec)
            .unwrap_or_else(|diagnostic| panic!("{diagnostic}"));
        game.facts().name.clone()
    };
    for example in shipped().games().iter().flat_map(|game| &game.examples) {
        let name = open(example);
        assert_eq!(open(&name), name);
        let weights = read(&format!("game = \"{name}\"\nweights = {{ points = 1 }}"));
        assert_eq!(weights.unwrap().game, name);
    }
}

/// What is shipped says of itself how it is made; it is for a game that has its measures.
#[test]
fn shipped_weights_are_good() {
    for known in &shipped().registered_weights().weights {
        let weights = Weights::read(&known.span(), &|spec| shipped().full_name(spec))
            .unwrap_or_else(|diagnostic| panic!("{diagnostic}"));
        assert_eq!(
            weights.to_toml(),
            known.text,
            "{} is as `learn` writes it",
            known.name
        );
        let game = Spec::parse(&Span::whole("game", &weights.game)).unwrap();
        let (game, _) = shipped().open(&game).unwrap();
        let agent = format!("depth(t=1, leaf={})", weights.spec(&known.span()));
        let agent = Spec::parse(&Span::whole("agent", agent)).unwrap();
        let seats = vec![agent; game.facts().players];
        let start = Spec::parse(&Span::whole("start", "start")).unwrap();
        let (spelled, _) = game
            .spelled(Spelling::Names, &seats, &start)
            .unwrap_or_else(|f| panic!("{f}"));
        for weight in weights.weights.iter().filter(|weight| weight.value != 0.0) {
            assert!(spelled[0].contains(&format!("{}={}", weight.name, weight.value)));
        }
    }
}

fn config() -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1987),
        ..ProptestConfig::with_cases(400)
    }
}

/// Any finite number, however odd.
fn number() -> impl Strategy<Value = f64> {
    any::<u64>()
        .prop_map(f64::from_bits)
        .prop_filter("finite", |number| number.is_finite())
}

fn bits(weights: &Weights) -> Vec<(String, u64, Option<u64>)> {
    let all = weights.weights.iter().chain([&weights.constant]);
    all.map(|w| (w.name.clone(), w.value.to_bits(), w.error.map(f64::to_bits)))
        .collect()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn what_is_written_reads_back_to_the_same_bits(
        about in any::<String>(),
        numbers in prop::collection::vec(("[a-z]{1,3}[^\n]{0,3}", number(), number()), 1..6),
        constant in number(),
        seed in 0..=1u64 << 53,
    ) {
        let mut weights = read(FILE).unwrap();
        let one = weights.weights[0].clone();
        weights.about = about;
        weights.history.seed = Some(seed);
        weights.constant.value = constant;
        weights.weights.clear();
        for (name, value, error) in numbers {
            let known = weights.weights.iter().any(|weight| weight.name == name);
            if !known && name != "constant" {
                let error = Some(error.abs());
                weights.weights.push(ludometer::weights::Weight { name, value, error, ..one.clone() });
            }
        }
        let back = read(&weights.to_toml());
        prop_assert!(back.is_ok(), "{}\n{}", back.unwrap_err(), weights.to_toml());
        let back = back.unwrap();
        prop_assert_eq!(bits(&back), bits(&weights));
        prop_assert_eq!(&back.about, &weights.about);
        prop_assert_eq!(&back.history, &weights.history);
        prop_assert_eq!(back.to_toml(), weights.to_toml());
    }

    /// A spec's numbers are written so that they read back: rows are kept under that spelling.
    #[test]
    fn specs_keep_their_bits(value in number()) {
        let mut weights = read(FILE).unwrap();
        weights.constant.value = value;
        let spec = weights.spec(&Span::whole("plan", "mine")).to_string();
        let back = Spec::parse(&Span::whole("spec", spec)).unwrap();
        let number = |argument: &Argument| match argument.value.what {
            ludometer::spec::Literal::Number(number) => number.to_bits(),
            _ => panic!("a number"),
        };
        prop_assert_eq!(number(back.arguments.last().unwrap()), value.to_bits());
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>(), at in any::<prop::sample::Index>(), by in any::<String>()) {
        let _ = read(&text);
        let mut signs: Vec<char> = FILE.chars().collect();
        let at = at.index(signs.len());
        signs.splice(at..(at + 3).min(signs.len()), by.chars());
        if let Err(diagnostic) = read(&signs.into_iter().collect::<String>()) {
            prop_assert!(!diagnostic.is_empty());
        }
    }
}
