//! Engines that crash, hang, lie and flood: each is a result with a reason, and the match goes on.
//! They are small shell scripts, so the tests run where there is a shell.
#![cfg(unix)]

use ludometer_arena::play::{Ending, MatchRules, Unplayed};
use ludometer_arena::registry::{AnyGame, MatchSpec, PreparedMatch, Registry};
use ludometer_core::{Budget, Forfeit, Reason, Repeatability, Seed, Stop};
use ludometer_spec::source::Span;
use ludometer_spec::spec::Spec;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

fn registry() -> Registry {
    let mut registry = Registry::empty();
    for game in ludometer_catalogue_board::games() {
        registry.game(game).unwrap();
    }
    registry.agent(ludometer_engines::engine()).unwrap();
    registry
}

fn open(game: &str) -> Box<dyn AnyGame> {
    let spec = Spec::parse(&Span::whole("game", game)).unwrap();
    registry().open(&spec).unwrap().0
}

/// A script as an executable file, in a folder of the test's own.
fn script(name: &str, text: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("ludometer-engines-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{text}")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// An engine that follows the protocol; `go` is what it does when it is asked for a move.
fn polite(go: &str) -> String {
    format!(
        r#"while read -r word rest; do
    case "$word" in
        uci) echo 'id name Script 1'; echo 'option name Hash type spin default 16 min 1 max 64'; echo uciok ;;
        isready) echo readyok ;;
        go) {go} ;;
        quit) exit 0 ;;
    esac
done
"#
    )
}

/// Plays an episode between a script and random moves, the script first.
fn play(name: &str, text: &str, more: &str) -> (Ending, u32) {
    let path = script(name, text);
    let spec = format!("engine(command='{}', {more})", path.display());
    play_spec(&spec, 1)
}

fn play_spec(spec: &str, episodes: u64) -> (Ending, u32) {
    let prepared = prepared(spec);
    let mut last = None;
    for episode in 0..episodes {
        last = Some(prepared.play(episode));
    }
    let last = last.unwrap();
    (last.ending, last.plies)
}

/// A match of six plies of chess against random moves.
fn prepared(spec: &str) -> Box<dyn PreparedMatch> {
    let rules = MatchRules {
        moves: Some(6),
        ..MatchRules::default()
    };
    prepared_with("chess", spec, rules)
}

/// A match against random moves.
fn prepared_with(game: &str, spec: &str, rules: MatchRules) -> Box<dyn PreparedMatch> {
    let agents = [spec, "random"].map(|text| Spec::parse(&Span::whole("seat", text)).unwrap());
    let start = Spec::parse(&Span::whole("start", "start")).unwrap();
    let prepared = open(game).prepare(&MatchSpec {
        agents: &agents,
        start: &start,
        measure: None,
        rules,
        seed: Seed::new(1),
    });
    prepared.unwrap_or_else(|diagnostic| panic!("{diagnostic}"))
}

/// Why a script that cannot be used is refused.
fn refused(name: &str, text: &str, more: &str) -> String {
    let path = script(name, text);
    let spec = format!("engine(command='{}'{more})", path.display());
    refused_spec(&spec)
}

fn refused_spec(spec: &str) -> String {
    let agent = Spec::parse(&Span::whole("seat", spec)).unwrap();
    let start = Spec::parse(&Span::whole("start", "start")).unwrap();
    let random = Spec::parse(&Span::whole("seat", "random")).unwrap();
    let prepared = open("chess").prepare(&MatchSpec {
        agents: &[agent, random],
        start: &start,
        measure: None,
        rules: ludometer_arena::play::MatchRules::default(),
        seed: Seed::new(1),
    });
    match prepared {
        Ok(_) => panic!("{spec} was accepted"),
        Err(diagnostic) => diagnostic.to_string(),
    }
}

fn forfeits(ending: &Ending, reason: Reason, detail: &str) {
    let Ending::Forfeited(failed) = ending else {
        panic!("{ending:?}");
    };
    let Forfeit {
        reason: given,
        detail: text,
        ..
    } = &failed.forfeit;
    assert_eq!((failed.agent, *given), (0, reason), "{text}");
    assert!(text.contains(detail), "{text}");
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let text = refused_spec("engine(command='no-such-engine', nodes=1)");
    assert!(
        text.contains("there is no program `no-such-engine`"),
        "{text}"
    );
    assert!(text.contains("/usr/games"), "{text}");
}

#[test]
fn a_program_that_exits_at_once_is_refused() {
    let text = refused("exits", "exit 3\n", ", nodes=1");
    assert!(text.contains("does not speak UCI"), "{text}");
    assert!(text.contains("exit status: 3"), "{text}");
    assert!(text.contains("> uci"), "what was said is shown: {text}");
}

#[test]
fn what_is_declared_decides_which_options_there_are() {
    let good = polite("echo bestmove e2e4");
    let text = refused("options", &good, ", depth=1, options={Hsah: 1}");
    assert!(text.contains("did you mean `Hash`?"), "{text}");
    let text = refused("options", &good, ", depth=1, options={Hash: 65}");
    assert!(text.contains("a whole number, 1 to 64"), "{text}");
    let nonsense = good.replace("min 1 max 64", "min x max");
    let text = refused("nonsense", &nonsense, ", depth=1, options={Hash: 2}");
    assert!(text.contains("makes no sense"), "{text}");
}

/// Ignores the limit until it is told to stop, as Toga II does.
#[test]
fn an_engine_that_ignores_nodes_is_told_so() {
    let text = refused(
        "ignores",
        &polite("echo info depth 9 nodes 870000; echo bestmove e2e4"),
        ", nodes=2000",
    );
    assert!(text.contains("ignores `go nodes 2000`"), "{text}");
    assert!(text.contains("870000 nodes"), "{text}");
}

#[test]
fn an_answer_is_played() {
    let text = polite(
        "echo garbage; printf 'info string \\377\\376\\n'; echo; echo bestmove e2e4 ponder e7e5",
    );
    let (ending, plies) = play("plays", &text, "depth=1");
    // The first move is good; the next time the pawn is gone.
    forfeits(&ending, Reason::Illegal, "e2e4");
    assert_eq!(plies, 2);
}

#[test]
fn moves_that_are_none_and_moves_that_are_illegal_forfeit() {
    for (name, answer, says) in [
        ("null", "bestmove 0000", "bestmove 0000"),
        ("none", "bestmove (none)", "(none)"),
        ("empty", "bestmove", "bestmove"),
        ("illegal", "bestmove e2e5", "e2e5"),
        ("strange", "bestmove \u{265e}f9", "f9"),
    ] {
        let (ending, plies) = play(name, &polite(&format!("echo '{answer}'")), "depth=1");
        forfeits(&ending, Reason::Illegal, says);
        assert_eq!(plies, 0);
    }
}

#[test]
fn a_crash_is_a_result_and_the_next_game_is_played() {
    let text = polite("exit 7");
    let (ending, _) = play("crashes", &text, "depth=1, crashes=9");
    forfeits(&ending, Reason::Crash, "exit status: 7");
    let path = script("closes", &polite("exec 1>&-; sleep 60"));
    let spec = format!("engine(command='{}', depth=1, crashes=9)", path.display());
    let (ending, _) = play_spec(&spec, 2);
    forfeits(&ending, Reason::Crash, "closed its output");
}

#[test]
fn a_hang_ends_by_force_with_everything_the_program_started() {
    let text = polite("sleep 1000");
    let (ending, _) = play("hangs", &text, "depth=1, timeout=0.2");
    forfeits(&ending, Reason::Hang, "no answer within 0.2 s");
}

#[test]
fn an_engine_that_answers_only_when_told_to_stop_hangs_too() {
    let text = polite("read -r word; echo bestmove e2e4");
    let (ending, _) = play("stops", &text, "depth=1, timeout=0.2");
    forfeits(&ending, Reason::Hang, "stopped");
}

#[test]
fn a_flood_ends_like_a_hang() {
    let text = polite("yes 'info depth 1 nodes 2 pv e2e4'");
    let (ending, _) = play("floods", &text, "depth=1, timeout=0.2");
    forfeits(&ending, Reason::Hang, "no answer");
    let long = polite("yes | tr -d '\\n'");
    let (ending, _) = play("one-line", &long, "depth=1, timeout=0.2");
    forfeits(&ending, Reason::Hang, "no answer");
}

/// Lines that are too long are skipped, and what follows them is read.
#[test]
fn a_line_without_end_is_skipped() {
    let text = polite("head -c 300000 /dev/zero | tr '\\0' x; echo; echo bestmove e2e4");
    let (_, plies) = play("long", &text, "depth=1");
    assert_eq!(plies, 2);
}

#[test]
fn who_hangs_at_quit_is_killed() {
    let text = polite("echo bestmove e2e5").replace("quit) exit 0", "quit) sleep 1000");
    let (ending, _) = play("stays", &text, "depth=1, restart=yes");
    forfeits(&ending, Reason::Illegal, "e2e5");
}

#[test]
fn failures_in_a_row_end_the_run_with_what_was_said() {
    let path = script("always", &polite("exit 7"));
    let spec = format!("engine(command='{}', depth=1, crashes=3)", path.display());
    let prepared = prepared(&spec);
    for episode in 0..2 {
        let played = prepared.play_until(episode, Stop::NEVER).unwrap();
        forfeits(&played.ending, Reason::Crash, "exit status: 7");
    }
    let Err(Unplayed::OutOfOrder(text)) = prepared.play_until(2, Stop::NEVER) else {
        panic!("the third game in a row is a result");
    };
    assert!(text.contains("failed in 3 games in a row"), "{text}");
    assert!(text.contains("> go depth 1"), "{text}");
}

/// A request to stop does not wait for the answer: the engine is told to stop, and one that does not heed
/// that is killed. The timeout of a minute would be the other way out.
#[test]
fn a_stop_request_does_not_wait_for_the_answer() {
    for (name, go) in [
        (
            "heeds",
            "read -r word; echo heeded >>\"$0.said\"; echo bestmove e2e4",
        ),
        ("deaf", "sleep 1000"),
    ] {
        let path = script(name, &polite(go));
        let prepared = prepared(&format!("engine(command='{}', depth=1)", path.display()));
        let flag = std::sync::atomic::AtomicBool::new(false);
        let began = std::time::Instant::now();
        let played = std::thread::scope(|scope| {
            let game = scope.spawn(|| prepared.play_until(0, Stop::when(&flag)));
            std::thread::sleep(std::time::Duration::from_millis(100));
            flag.store(true, std::sync::atomic::Ordering::Relaxed);
            game.join().unwrap()
        });
        assert_eq!(played.err(), Some(Unplayed::Cancelled), "{name}");
        assert!(began.elapsed().as_secs() < 50, "{name}");
        let said = path.with_file_name(format!("{name}.said")).exists();
        assert_eq!(said, name == "heeds", "it is asked before it is killed");
    }
}

/// Who thinks too long is told so once: a second `stop` would end the next search.
#[test]
fn who_thinks_too_long_is_told_to_stop_once() {
    let go = "(sleep 0.6; echo bestmove e2e4) & ;;\n stop) echo stop >>\"$0.said\"";
    let path = script("late", &polite(go));
    let said = path.with_file_name("late.said");
    let _ = std::fs::remove_file(&said);
    let spec = format!("engine(command='{}', depth=1, timeout=0.2)", path.display());
    let (ending, _) = play_spec(&spec, 1);
    forfeits(&ending, Reason::Hang, "no answer within 0.2 s, stopped");
    assert_eq!(std::fs::read_to_string(&said).unwrap(), "stop\n");
}

/// Of several lines only the first one's figures are those of the search, in whatever order they come.
#[test]
fn the_figures_of_a_search_are_those_of_its_first_line() {
    let go = "echo info multipv 1 depth 5 nodes 22 score cp 10 pv e2e4; \
              echo info multipv 2 depth 3 nodes 11 score cp -50 pv d2d4; echo bestmove e2e4";
    let path = script("several", &polite(go));
    let spec = format!("engine(command='{}', depth=1)", path.display());
    let rules = MatchRules {
        moves: Some(1),
        record: true,
        ..MatchRules::default()
    };
    let played = prepared_with("chess", &spec, rules).play(0);
    let seat = played.record.unwrap().seats[0];
    assert_eq!((seat.nodes, seat.depth), (22, Some(5.0)));
}

/// Who does not ask for the random stream is not told it.
#[test]
fn only_what_an_engine_wants_is_said_with_go() {
    for (wants, says) in [("", "depth 1"), ("echo wants seed;", "depth 1 seed ")] {
        let text = polite("echo \"$rest\" >>\"$0.said\"; echo bestmove e2e4")
            .replace("uci)", &format!("ugi) {wants} echo ugiok ;;\n        uci)"));
        let path = script("wants", &text);
        let said = path.with_file_name("wants.said");
        let _ = std::fs::remove_file(&said);
        let spec = format!(
            "engine(command='{}', protocol=ugi, depth=1)",
            path.display()
        );
        play_spec(&spec, 1);
        let said = std::fs::read_to_string(&said).unwrap();
        let first = said.lines().next().unwrap();
        assert!(first.starts_with(says), "{said}");
        assert_eq!(first == "depth 1", wants.is_empty(), "{said}");
    }
}

/// A program that speaks GTP is asked what it knows, and is told nothing else.
#[test]
fn commands_of_gtp_are_those_that_the_program_lists() {
    let program = |lists: &str| {
        format!(
            r#"while read -r word rest; do
    case "$word" in
        name) echo '= Script' ;;
        version) echo '= 1' ;;
        protocol_version) echo '= 2' ;;
        list_commands) printf '= {lists}\n' ;;
        genmove) echo '= resign' ;;
        quit) echo '='; echo; exit 0 ;;
        boardsize|clear_board|time_settings) echo "$word $rest" >>"$0.said"; echo '=' ;;
        *) echo '=' ;;
    esac
    echo
done
"#
        )
    };
    for (name, lists, says) in [
        (
            "gtp-all",
            "genmove\\nclear_board\\nboardsize\\ntime_settings",
            "boardsize 8\nclear_board\ntime_settings 0 3 1\n",
        ),
        ("gtp-few", "genmove\\nclear_board", "clear_board\n"),
        (
            "gtp-one",
            "genmove\\nclear_board\\nboardsize",
            "boardsize 8\nclear_board\n",
        ),
    ] {
        let path = script(name, &program(lists));
        let said = path.with_file_name(format!("{name}.said"));
        let _ = std::fs::remove_file(&said);
        let spec = format!(
            "engine(command='{}', protocol=gtp, movetime=3000)",
            path.display()
        );
        let played = prepared_with("othello(size=8)", &spec, MatchRules::default()).play(0);
        forfeits(&played.ending, Reason::Resignation, "");
        let said = std::fs::read_to_string(&said).unwrap();
        let said: String = said
            .lines()
            .map(|line| line.trim_end().to_string() + "\n")
            .collect();
        assert_eq!(said, says, "{name}");
    }
    // A clock is told once, before the first move.
    let path = script(
        "gtp-clock",
        &program("genmove\\nclear_board\\ntime_settings"),
    );
    let said = path.with_file_name("gtp-clock.said");
    let _ = std::fs::remove_file(&said);
    let spec = format!("engine(command='{}', protocol=gtp)", path.display());
    let clock = ludometer_core::Clock::of(std::time::Duration::from_secs(8));
    let rules = MatchRules {
        budget: Budget::UNLIMITED.with_clock(clock),
        ..MatchRules::default()
    };
    let played = prepared_with("othello(size=8)", &spec, rules).play(0);
    forfeits(&played.ending, Reason::Resignation, "");
    let said = std::fs::read_to_string(&said).unwrap();
    assert_eq!(said, "clear_board \ntime_settings 8 0 0\n");
}

#[test]
fn an_engine_without_a_limit_is_told_so() {
    let (ending, _) = play("limit", &polite("echo bestmove e2e4"), "crashes=9");
    forfeits(&ending, Reason::Other, "has no limit");
}

#[test]
fn everything_said_is_in_the_log() {
    let log = std::env::temp_dir().join(format!("ludometer-engines-{}.log", std::process::id()));
    let _ = std::fs::remove_file(&log);
    let text = polite("echo oops >&2; echo bestmove e2e4");
    play("logs", &text, &format!("depth=1, log='{}'", log.display()));
    let said = std::fs::read_to_string(&log).unwrap();
    for line in [
        " > uci\n",
        " < uciok\n",
        " > position startpos\n",
        " > go depth 1\n",
        " < bestmove e2e4\n",
        "oops\n",
    ] {
        assert!(said.contains(line), "{line:?} in {said}");
    }
    // Programs that share a log are told apart by the numbers of their processes.
    let mut names = said.lines().filter_map(|line| line.split_once(" > "));
    let is_process = |name: &str| name.parse().is_ok_and(|number: u32| number > 0);
    assert!(names.all(|(name, _)| is_process(name)), "{said}");
    std::fs::remove_file(&log).unwrap();
}

#[test]
fn who_the_engine_is_goes_into_the_identity() {
    let game = open("chess");
    let one = script("first", &polite("echo bestmove e2e4"));
    let agent = |text: &str| Spec::parse(&Span::whole("seat", text)).unwrap();
    let spec = agent(&format!("engine(command='{}', nodes=5)", one.display()));
    let [before] = &game.outside(&spec).unwrap()[..] else {
        panic!("one program is asked");
    };
    assert_eq!(before.name, "Script 1");
    assert_eq!(before.repeatability, Repeatability::Observed);
    let timed = agent(&format!("engine(command='{}', movetime=5)", one.display()));
    assert_eq!(
        game.outside(&timed).unwrap()[0].repeatability,
        Repeatability::No
    );
    // The same file name with other content is another engine.
    std::thread::sleep(std::time::Duration::from_millis(20));
    script("first", &polite("echo bestmove d2d4"));
    let after = &game.outside(&spec).unwrap()[0];
    assert_ne!(before.identity, after.identity);
    assert!(game.outside(&agent("random")).unwrap().is_empty());
}

/// Starting, clearing tables for a new game and waking up are not thinking: the clock begins with `go`.
#[test]
fn a_clock_begins_when_the_engine_is_ready() {
    let text = polite("echo bestmove e2e4");
    let slow = text.replace("isready)", "isready) sleep 0.4;");
    assert_ne!(slow, text);
    let path = script("slow", &format!("sleep 0.4\n{slow}"));
    let spec = format!("engine(command='{}')", path.display());
    let clock = ludometer_core::Clock::of(std::time::Duration::from_millis(300));
    let rules = MatchRules {
        moves: Some(1),
        budget: Budget::UNLIMITED.with_clock(clock),
        ..MatchRules::default()
    };
    let played = prepared_with("chess", &spec, rules).play(0);
    assert_eq!(played.ending, Ending::Truncated);
    // Who never gets ready has crashed.
    let path = script("dies", &text.replace("isready)", "isready) exit 5;"));
    let spec = format!("engine(command='{}', crashes=9)", path.display());
    let rules = MatchRules {
        budget: Budget::UNLIMITED.with_clock(clock),
        ..MatchRules::default()
    };
    let played = prepared_with("chess", &spec, rules).play(0);
    forfeits(&played.ending, Reason::Crash, "exit status: 5");
}

#[test]
fn budgets_of_the_match_are_limits() {
    let path = script(
        "echoes",
        &polite("echo \"info string go $rest\"; echo bestmove e2e4"),
    );
    let log = std::env::temp_dir().join(format!("ludometer-budgets-{}.log", std::process::id()));
    let _ = std::fs::remove_file(&log);
    let spec = format!(
        "engine(command='{}', log='{}')",
        path.display(),
        log.display()
    );
    let agents =
        [spec.as_str(), "random"].map(|text| Spec::parse(&Span::whole("seat", text)).unwrap());
    let start = Spec::parse(&Span::whole("start", "start")).unwrap();
    let second = std::time::Duration::from_secs(1);
    let clock = ludometer_core::Clock::of(8 * second).with_increment(second / 10);
    for budget in [
        Budget::of_steps(77),
        Budget::UNLIMITED.with_time(second / 4),
        Budget::UNLIMITED.with_clock(clock),
    ] {
        let mut rules = ludometer_arena::play::MatchRules::default();
        (rules.moves, rules.budget) = (Some(2), budget);
        let spec = MatchSpec {
            agents: &agents,
            start: &start,
            measure: None,
            rules,
            seed: Seed::new(1),
        };
        open("chess").prepare(&spec).unwrap().play(0);
    }
    let said = std::fs::read_to_string(&log).unwrap();
    for line in [
        "> go nodes 77\n",
        "> go movetime 250\n",
        "> go wtime 8000 btime 8000 winc 100 binc 100\n",
    ] {
        assert!(said.contains(line), "{line:?} in {said}");
    }
    std::fs::remove_file(&log).unwrap();
}
