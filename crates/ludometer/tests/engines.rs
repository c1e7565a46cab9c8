//! Real engines where they are installed, and our own agents in a process of their own.

#[path = "../../../tests/skipped.rs"]
mod skipped;

use ludometer::catalogue::shipped;
use ludometer::core::{Budget, Repeatability, Seed};
use ludometer::define::no_files;
use ludometer::plan::Plan;
use ludometer::play::{Ending, Episode, MatchRules};
use ludometer::registry::{AnyGame, MatchSpec};
use ludometer::source::Span;
use ludometer::spec::Spec;
use ludometer::tune::Tuning;
use std::path::Path;

fn parse(text: &str) -> Spec {
    Spec::parse(&Span::whole("test", text)).unwrap_or_else(|error| panic!("{error}"))
}

fn open(game: &str) -> Box<dyn AnyGame> {
    shipped().open(&parse(game)).unwrap().0
}

/// Plays episodes of a match.
fn play(game: &dyn AnyGame, seats: &[String], rules: MatchRules, episodes: u64) -> Vec<Episode> {
    let agents: Vec<Spec> = seats.iter().map(|seat| parse(seat)).collect();
    let prepared = game.prepare(&MatchSpec {
        agents: &agents,
        start: &parse("start"),
        measure: None,
        rules,
        seed: Seed::new(3),
    });
    let prepared = prepared.unwrap_or_else(|diagnostic| panic!("{diagnostic}"));
    (0..episodes)
        .map(|episode| prepared.play(episode))
        .collect()
}

fn installed(program: &str) -> bool {
    let there = Path::new("/usr/games").join(program).exists();
    if !there {
        skipped::skip(&format!("{program} (scripts/install-test-tools)"));
    }
    there
}

/// A game with a notation is told by positions, so an agent in another process that gets the same
/// limits and the same random stream plays the same moves.
#[test]
fn our_agents_play_the_same_in_another_process() {
    let binary = env!("CARGO_BIN_EXE_ludometer");
    for (name, agent, steps) in [
        ("tic-tac-toe", "uct(playouts=40)", 400),
        ("othello", "uct(playouts=10)", 600),
        ("chess", "pvs(t=2)", 400),
        ("loa", "pvs(t=2)", 300),
        ("slide", "depth(t=3)", 200),
        ("omaha", "flat(playouts=5)", 400),
    ] {
        let game = open(name);
        let rules = MatchRules {
            moves: Some(24),
            budget: Budget::of_steps(steps),
            ..MatchRules::default()
        };
        let mut seats = vec!["random".to_string(); game.facts().players];
        seats[0] = agent.to_string();
        let inside = play(&*game, &seats, rules.clone(), 2);
        seats[0] = format!(
            "engine(command='{binary}', args='engine --game {name} --agent {agent}', protocol=ugi)"
        );
        let outside = play(&*game, &seats, rules, 2);
        for (inside, outside) in inside.iter().zip(&outside) {
            let result = |episode: &Episode| {
                let seats = episode.seats.iter();
                let seats: Vec<_> = seats.map(|seat| (seat.payoff, seat.points)).collect();
                (episode.plies, episode.ending.clone(), seats)
            };
            assert_eq!(result(inside), result(outside), "{name}");
        }
    }
}

/// Where a game has no notation the example in Python, which is shown what it sees, plays all the same.
#[test]
fn the_example_plays_every_game() {
    let Some(player) = example() else { return };
    for entry in shipped().games() {
        let game = open(&entry.examples[0]);
        let rules = MatchRules {
            moves: Some(20),
            ..MatchRules::default()
        };
        let engine = format!("engine(command='{player}', protocol=ugi, options={{Seed: 5}})");
        let mut seats = vec!["random".to_string(); game.facts().players];
        seats[0] = engine;
        for episode in play(&*game, &seats, rules, 2) {
            let reason = episode.ending.reason(0);
            assert_eq!(reason, None, "{}", entry.name);
            assert!(episode.plies > 0);
        }
    }
}

/// In a hidden game the engine is told what its seat sees and nothing that depends on the rest: of Kuhn
/// poker one of three cards and what was said, whichever of the six deals it is.
#[test]
fn an_engine_is_told_what_its_seat_sees() {
    let Some(player) = example() else { return };
    let log = std::env::temp_dir().join(format!("ludometer-hidden-{}.log", std::process::id()));
    let _ = std::fs::remove_file(&log);
    let game = open("kuhn");
    let engine = format!(
        "engine(command='{player}', protocol=ugi, options={{Seed: 5}}, log='{}')",
        log.display()
    );
    let rules = MatchRules {
        mirror: true,
        ..MatchRules::default()
    };
    play(&*game, &[engine, "random".to_string()], rules, 200);
    let said = std::fs::read_to_string(&log).unwrap();
    std::fs::remove_file(&log).unwrap();
    let told = said.lines().filter_map(|line| line.split_once(" > "));
    let told: Vec<&str> = told.map(|(_, line)| line).collect();
    assert!(
        !told.iter().any(|line| line.starts_with("position")),
        "{said}"
    );
    // What it is told before each decision, as one text.
    let decisions: std::collections::BTreeSet<String> = told
        .split(|line| line.starts_with("go"))
        .map(|lines| {
            let begins = lines.iter().position(|line| line.starts_with("show"));
            lines[begins.unwrap_or(lines.len())..].join("\n")
        })
        .filter(|text| !text.is_empty())
        .collect();
    // Three cards; first, after a check, after a bet, and after a check and a bet.
    assert!((3..=12).contains(&decisions.len()), "{decisions:?}");
    for text in &decisions {
        let cards = ["J", "Q", "K"].iter().filter(|card| text.contains(**card));
        assert_eq!(cards.count(), 1, "{text}");
    }
}

/// The shipped player in Python, where there is a Python.
fn example() -> Option<String> {
    let player = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/ugi_player.py");
    let python = std::process::Command::new("python3")
        .arg("--version")
        .output();
    if python.is_err() || cfg!(windows) {
        skipped::skip("python3");
        return None;
    }
    Some(player.display().to_string())
}

/// Engines by name are the engines that they stand for: cells are the same, and placeholders in their
/// options are filled.
#[test]
fn engines_have_names_in_plans_and_tunings() {
    let command = env!("CARGO_BIN_EXE_ludometer");
    let ours = format!("command = '{command}', args = 'engine --game chess --agent pvs(t=1)'");
    let engines = format!(
        "[engines]\nnew = {{ {ours}, options = {{ t = '{{depth}}' }} }}\nbase = {{ {ours}, options = {{ t = 1 }}, nodes = 50, check = false }}\n"
    );
    let base = "game = 'chess'\nepisodes = 2\nmoves = 4\n";
    let plan = |keys: &str| {
        let text = format!("{base}{keys}");
        let span = Span::whole("plan.toml", text);
        Plan::read("plan", &span, &[], &no_files, shipped())
    };
    let named = plan(&format!(
        "seats = ['engine(new, check=no)', 'engine({{opponent}}, nodes=60)']\n{engines}[vary]\ndepth = [1, 2]\nopponent = ['base']\n"
    ))
    .unwrap_or_else(|error| panic!("{error}"));
    let ours = format!("command='{command}', args='engine --game chess --agent pvs(t=1)'");
    let written = plan(&format!(
        "seats = [\"engine({ours}, options={{t: {{depth}}}}, check=no)\", \"engine({ours}, options={{t: 1}}, nodes=60, check=no)\"]\n[vary]\ndepth = [1, 2]\n"
    ))
    .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(named.cells.len(), 2);
    for (named, written) in named.cells.iter().zip(&written.cells) {
        assert_eq!(named.description(), written.description());
    }
    assert_ne!(named.cells[0].description(), named.cells[1].description());
    assert_eq!(named.cells[0].variable("opponent"), Some("base"));
    for (keys, says) in [
        ("seats = ['engine(bse)', 'random']\n", "did you mean `base`"),
        ("seats = ['engine(base, 3)', 'random']\n", "has a name"),
    ] {
        let engines = engines.replace("'{depth}'", "2");
        let refused = plan(&format!("{keys}{engines}")).err().unwrap().to_string();
        assert!(refused.contains(says), "{keys}: {refused}");
    }
    for (table, says) in [
        ("[engines]\nx = { nodes = 3 }\n", "needs the key `command`"),
        ("[engines]\nx = { command = 'a', nods = 3 }\n", "nods"),
        ("[engines]\n'a b' = { command = 'a' }\n", "cannot be called"),
        (
            "[engines]\nx = { command = 'a', options = { Hash = [1] } }\n",
            "the option `Hash`",
        ),
    ] {
        let keys = format!("seats = ['engine(x)', 'random']\n{table}");
        let refused = plan(&keys).err().unwrap().to_string();
        assert!(refused.contains(says), "{table}: {refused}");
    }
    let text = format!(
        "game = 'chess'\nagent = 'engine(new, nodes=40, check=no)'\nopponents = ['engine(base)']\ngames = 8\nheld_out = 4\nmoves = 4\n{engines}[parameters]\ndepth = {{ kind = 'integer', low = 1, high = 3, start = 2 }}\n"
    );
    let span = Span::whole("tune.toml", text);
    let tuning = Tuning::read("tune", &span, &[], &no_files, shipped());
    let tuning = tuning.unwrap_or_else(|error| panic!("{error}"));
    assert!(
        tuning.description().contains("options={t: 2}"),
        "{}",
        tuning.description()
    );
}

#[test]
fn stockfish_plays_and_repeats() {
    if !installed("stockfish") {
        return;
    }
    let game = open("chess");
    let stockfish = "engine(command='stockfish', options={Hash: 4, Threads: 1}, nodes=3000)";
    let outside = game.outside(&parse(stockfish)).unwrap();
    assert!(outside[0].name.starts_with("Stockfish"), "{outside:?}");
    assert_eq!(outside[0].repeatability, Repeatability::Observed);
    let seats = [stockfish.to_string(), "pvs(t=1)".to_string()];
    let first = play(&*game, &seats, MatchRules::default(), 1);
    assert_eq!(first[0].ending, Ending::Finished);
    assert_eq!(
        first[0].seats[0].payoff, 1.0,
        "Stockfish beats a search of one ply"
    );
    // The program is kept; a new game gives the same moves.
    assert_eq!(play(&*game, &seats, MatchRules::default(), 1), first);
    let spec = "engine(command='stockfish', options={Hsh: 4}, nodes=3000)";
    let refused = game.outside(&parse(spec)).unwrap_err().to_string();
    assert!(refused.contains("did you mean `Hash`?"), "{refused}");
    let spec = "engine(command='stockfish', options={Skill Level: 21}, nodes=3000)";
    let refused = game.outside(&parse(spec)).unwrap_err().to_string();
    assert!(refused.contains("0 to 20"), "{refused}");
}

#[test]
fn engines_of_debian_play_each_other() {
    if !installed("ethereal-chess") || !installed("glaurung") {
        return;
    }
    let game = open("chess");
    let seats = [
        "engine(command='ethereal-chess', options={Hash: 4}, nodes=2000)".to_string(),
        "engine(command='glaurung', options={Threads: 1}, nodes=2000)".to_string(),
    ];
    let rules = || MatchRules {
        moves: Some(80),
        ..MatchRules::default()
    };
    let first = play(&*game, &seats, rules(), 1);
    assert!(
        !matches!(first[0].ending, Ending::Forfeited(_)),
        "{first:?}"
    );
    assert_eq!(play(&*game, &seats, rules(), 1), first);
}

#[test]
fn grhino_plays_othello_to_the_end() {
    if !installed("gtp-rhino") {
        return;
    }
    let game = open("othello");
    let rhino = "engine(command='gtp-rhino', protocol=gtp)".to_string();
    for seats in [
        [rhino.clone(), "random".to_string()],
        ["random".to_string(), rhino.clone()],
    ] {
        let place = usize::from(seats[1] == rhino);
        for episode in play(&*game, &seats, MatchRules::default(), 2) {
            assert_eq!(episode.ending, Ending::Finished);
            assert_eq!(episode.seats[place].payoff, 1.0, "it beats random moves");
        }
    }
}
