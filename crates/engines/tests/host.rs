//! Agents as engines: what managers say, and what no manager should.

use ludometer_arena::registry::{AnyGame, Registry};
use ludometer_engines::{Host, HostError};
use ludometer_spec::source::Span;
use ludometer_spec::spec::Spec;
use proptest::prelude::*;
use std::io::Cursor;

fn parse(text: &str) -> Spec {
    Spec::parse(&Span::whole("test", text)).unwrap()
}

fn open(game: &str) -> Box<dyn AnyGame> {
    let mut registry = Registry::empty();
    for game in ludometer_catalogue_board::games() {
        registry.game(game).unwrap();
    }
    registry.open(&parse(game)).unwrap().0
}

/// What an agent answers to these lines.
fn answers(game: &str, agent: &str, lines: &str) -> String {
    let game = open(game);
    let host = Host {
        game: &*game,
        agent: parse(agent),
        seed: 1,
    };
    let mut output = Vec::new();
    let served = host.serve(Cursor::new(lines.as_bytes().to_vec()), &mut output);
    assert!(served.is_ok(), "{served:?}");
    String::from_utf8(output).unwrap()
}

fn best(answers: &str) -> Vec<&str> {
    let lines = answers.lines();
    lines
        .filter_map(|line| line.strip_prefix("bestmove "))
        .collect()
}

#[test]
fn a_manager_of_chess_is_answered() {
    let said = answers(
        "chess",
        "depth(t=1)",
        "uci\nsetoption name t value 2\nisready\nucinewgame\nisready\nposition startpos moves f2f3 e7e5 g2g4\ngo nodes 5000\n",
    );
    assert!(said.contains("id name ludometer "), "{said}");
    assert!(
        said.contains("option name t type spin default 1 min 1"),
        "{said}"
    );
    assert!(said.contains("\nuciok\n"), "{said}");
    assert_eq!(said.matches("readyok").count(), 2);
    // A mate in one is found, and its line told.
    assert_eq!(best(&said), ["d8h4"], "{said}");
    assert!(said.contains(" pv d8h4"), "{said}");
    assert!(!said.contains("error"), "{said}");
}

/// `go depth` sets the parameter of the agent that is its depth, for this search alone.
#[test]
fn a_depth_is_the_agents_own_parameter() {
    let said = answers(
        "chess",
        "pvs(t=1)",
        "uci\nposition startpos\ngo depth 3\ngo depth 2\ngo\n",
    );
    let depths = said.lines().filter_map(|line| {
        let rest = line.strip_prefix("info depth ")?;
        rest.split(' ').next()
    });
    assert_eq!(depths.collect::<Vec<_>>(), ["3", "2", "1"], "{said}");
}

#[test]
fn castling_is_written_as_uci_wants_it() {
    let said = answers(
        "chess",
        "random",
        "uci\nposition fen 4k3/8/8/8/8/8/5PPP/5RK1 w - - 0 1 moves f1e1 e8d8\ngo\nposition startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1\ngo nodes 1\n",
    );
    assert_eq!(best(&said).len(), 2, "{said}");
    assert!(!said.contains("error"), "{said}");
}

#[test]
fn what_makes_no_sense_is_passed_over_or_named() {
    let said = answers(
        "chess",
        "random",
        "hello\nuci\nposition fen nonsense\ngo nodes 10\nsetoption name Nothing value 1\nsetoption\nsetoption name Hash value 16\n\u{1}\nposition startpos moves e2e5\ngo\nposition startpos\ngo depth x wtime\nposition fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo\n",
    );
    assert_eq!(best(&said)[..2], ["0000", "0000"], "{said}");
    assert_eq!(best(&said).len(), 4, "{said}");
    assert_eq!(best(&said)[3], "(none)", "stalemate: {said}");
    for part in [
        "there is no option `Nothing`",
        "needs a name",
        "`e2e5`, is not legal",
    ] {
        assert!(said.contains(part), "{part} in {said}");
    }
    assert!(!said.contains("`Hash`"), "{said}");
}

#[test]
fn values_of_options_are_checked() {
    let said = answers(
        "chess",
        "uct(50)",
        "uci\nsetoption name playouts value 0\nsetoption name playouts value 7\nsetoption name c value x y\nquit\n",
    );
    assert!(said.contains("`playouts` cannot be 0"), "{said}");
    assert_eq!(said.matches("error").count(), 2, "{said}");
}

/// A search without end is ended by `stop`, or by the end of the input.
#[test]
fn stop_ends_a_search() {
    let said = answers(
        "chess",
        "uct(playouts=1000000000)",
        "uci\nposition startpos\ngo infinite\nisready\nstop\nposition startpos\ngo infinite\n",
    );
    assert_eq!(best(&said).len(), 2, "{said}");
    assert!(said.contains("readyok"), "{said}");
}

#[test]
fn ugi_tells_what_it_wants_and_takes_its_stream() {
    let seed = "00112233445566778899aabbccddeeff";
    let lines = format!(
        "ugi\nsetgame othello(size=8)\nuginewgame\nisready\nshow 1 2\ngo nodes 9\nquit\nlegal d3\nposition startpos\ngo nodes 200 seed xoshiro {seed}\nposition startpos\ngo nodes 200 seed xoshiro {seed}\n"
    );
    let said = answers("othello", "uct(playouts=20)", &lines);
    assert!(said.contains("wants sample seed\nugiok\n"), "{said}");
    let best = best(&said);
    // Lines of an observation are no commands.
    assert_eq!(best.len(), 2, "{said}");
    assert_eq!(best[0], best[1]);
    assert!(said.contains("score value"), "{said}");
    let said = answers(
        "othello",
        "random",
        "ugi\nsetgame chess\nposition startpos\nquit\n",
    );
    assert!(
        said.contains("this engine plays othello(size=8), not chess"),
        "{said}"
    );
}

#[test]
fn gtp_is_spoken_when_the_first_command_is_of_gtp() {
    let said = answers(
        "othello",
        "random",
        "1 protocol_version\nlist_commands\nboardsize 8\nboardsize 19\nclear_board\nplay b d3\nplay b d3\nplay w z9\ngenmove w # think\nundo\ngenmove w\ntime_settings 60 0 0\ntime_left w 1 0\nshowboard\nfoo\nquit\n",
    );
    assert!(said.starts_with("=1 2\n\n"), "{said}");
    for part in [
        "? unacceptable size",
        "? it is the other color's turn",
        "? illegal move",
        "? unknown command",
    ] {
        assert!(said.contains(part), "{part} in {said}");
    }
}

#[test]
fn an_agent_that_is_none_is_refused() {
    let game = open("chess");
    let host = Host {
        game: &*game,
        agent: parse("pvss(t=2)"),
        seed: 1,
    };
    let served = host.serve(Cursor::new(Vec::new()), &mut Vec::new());
    let Err(HostError::Agent(diagnostic)) = served else {
        panic!("{served:?}");
    };
    assert!(
        diagnostic.to_string().contains("did you mean `pvs`?"),
        "{diagnostic}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(40) })]

    /// Whatever is said, the agent neither panics nor falls silent: every `go` has its best move.
    #[test]
    fn every_go_is_answered(lines in prop::collection::vec("(position|startpos|fen|moves|setoption|name|value|t|go|nodes|depth|movetime 1|wtime|stop|isready|ucinewgame|show|e2e4|-?[0-9]{1,22}|é|\u{0}| ){0,8}", 0..12)) {
        let lines: Vec<String> = lines.into_iter().filter(|line| !line.contains("show")).collect();
        let text = format!("uci\n{}\n", lines.join("\n"));
        let said = answers("chess", "random", &text);
        let asked = lines.iter().filter(|line| line.split_whitespace().next() == Some("go"));
        prop_assert_eq!(best(&said).len(), asked.count());
    }
}
