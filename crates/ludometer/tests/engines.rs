//! Real engines where they are installed, and our own agents in a process of their own.

#[path = "../../../tests/skipped.rs"]
mod skipped;

use ludometer::catalogue::shipped;
use ludometer::core::{Budget, Repeatability, Seed};
use ludometer::play::{Ending, Episode, MatchRules};
use ludometer::registry::{AnyGame, MatchSpec};
use ludometer::source::Span;
use ludometer::spec::Spec;
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
    let player = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/ugi_player.py");
    let python = std::process::Command::new("python3")
        .arg("--version")
        .output();
    if python.is_err() || cfg!(windows) {
        skipped::skip("python3");
        return;
    }
    for entry in shipped().games() {
        let game = open(&entry.examples[0]);
        let rules = MatchRules {
            moves: Some(20),
            ..MatchRules::default()
        };
        let engine = format!(
            "engine(command='{}', protocol=ugi, options={{Seed: 5}})",
            player.display()
        );
        let mut seats = vec!["random".to_string(); game.facts().players];
        seats[0] = engine;
        for episode in play(&*game, &seats, rules, 2) {
            let reason = episode.ending.reason(0);
            assert_eq!(reason, None, "{}", entry.name);
            assert!(episode.plies > 0);
        }
    }
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
