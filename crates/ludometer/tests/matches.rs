//! Matches: books, clocks, adjudication, what rows keep, and PGN from the store.

mod common;

use common::Folder;
use ludometer::catalogue::shipped;
use ludometer::options::RunOptions;
use ludometer::pgn::{PgnGame, PgnReader};
use ludometer::plan::{Plan, Size};
use ludometer::play::Ending;
use ludometer::present::{Results, standings};
use ludometer::source::Span;
use ludometer::store::Store;
use ludometer::{run, stored_games};
use std::sync::atomic::AtomicBool;

const EPD: &str = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - hmvc 0; fmvn 2;
8/8/8/8 w - -
rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
7k/5Q2/6K1/8/8/8/8/8 b - - 0 1
";

const PGN: &str = "[Event \"a\"]\n\n1. e4 {best} e5 2. Nf3 Nc6 3. Bb5 *\n\n[Event \"b\"]\n\n1. d4 d5 2. c4 e6 *\n";

/// Two weak agents whose games are short.
const CHESS: &str = "game = 'chess'\nseats = ['pvs(t=1)', 'random']\nmoves = 40\nseed = 5\n";

fn read(keys: &str) -> Result<Plan, ludometer::source::Diagnostic> {
    let load = |name: &str| match name {
        "book.epd" => Ok(EPD.to_string()),
        "book.pgn" => Ok(PGN.to_string()),
        "empty.epd" => Ok("8/8/8/8 w - -\n".to_string()),
        _ => Err(std::io::Error::other("no such file")),
    };
    Plan::read("match", &Span::whole("plan", keys), &[], &load, shipped())
}

fn plan(keys: &str) -> Plan {
    let episodes = if keys.contains("episodes") {
        ""
    } else {
        "episodes = 6\n"
    };
    read(&format!("{CHESS}{episodes}{keys}")).unwrap_or_else(|error| panic!("{error}"))
}

fn played(plan: &Plan, store: &mut Store) {
    let stop = AtomicBool::new(false);
    let options = RunOptions {
        threads: 2,
        stop: &stop,
        progress: &mut |_, _| {},
    };
    run::run(plan, plan.count(Size::Full), store, options).unwrap();
}

fn pgn(plan: &Plan, store: &Store) -> String {
    let mut text = String::new();
    let written = stored_games::pgn(plan, plan.episodes, store, |game| {
        text += game;
        Ok::<(), ludometer::store::StoreError>(())
    });
    assert_eq!(written.unwrap().written, plan.episodes);
    text
}

fn games(text: &str) -> Vec<PgnGame> {
    PgnReader::new(text).collect::<Result<_, _>>().unwrap()
}

#[test]
fn a_book_is_played_from_both_sides_and_every_game_is_written_once() {
    let plan = plan("openings = { file = 'book.epd' }\nrecord = true\n");
    let cell = &plan.cells[0];
    assert_eq!(cell.group(), 2, "openings are mirrored");
    let folder = Folder::new("matches-book");
    let mut store = Store::open(&folder.path("store.sqlite")).unwrap();
    played(&plan, &mut store);
    // The second line is no position and the fourth is over: openings 1 and 3 come in turn, and again.
    let mut openings = Vec::new();
    let id = store.known(cell).unwrap().unwrap();
    let mut rows = store.games(id, 100);
    while let Some((_, episode)) = rows.next().unwrap() {
        let record = episode.record.as_ref().unwrap();
        openings.push(record.opening.unwrap());
        assert_eq!(record.seats.len(), 2);
        let lines = record.moves.as_ref().unwrap().lines().count();
        assert_eq!(lines, episode.plies as usize);
        assert_eq!(
            record.decisions.as_ref().unwrap().split('\n').count(),
            lines
        );
        assert!(
            record
                .seats
                .iter()
                .any(|seat| seat.nodes > 0 && seat.depth.is_some())
        );
        assert_eq!(
            episode.ending == Ending::Finished,
            record.termination.is_some()
        );
    }
    drop(rows);
    assert_eq!(openings, [1, 1, 3, 3, 1, 1]);
    let text = pgn(&plan, &store);
    let games = games(&text);
    assert_eq!(games.len(), 6);
    let rounds: Vec<&str> = games
        .iter()
        .map(|game| game.tag("Round").unwrap())
        .collect();
    assert_eq!(rounds, ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2"]);
    for pair in games.chunks(2) {
        assert_eq!(pair[0].tag("FEN"), pair[1].tag("FEN"));
        assert_eq!(pair[0].tag("White"), pair[1].tag("Black"));
    }
    assert_eq!(games[0].tag("White"), Some("pvs(t=1)"));
    // Running again plays nothing and writes the same bytes.
    played(&plan, &mut store);
    assert_eq!(pgn(&plan, &store), text);
    // The report counts endings and says that the book is short.
    let results = Results::read(&plan, plan.episodes, &store).unwrap();
    let document = ludometer_report::Document::new("").blocks(results.present().unwrap().0);
    let shown = ludometer_report::markdown(&document);
    assert!(
        shown.contains("How games ended") && shown.contains("What players spent"),
        "{shown}"
    );
    let lines = standings(&plan, plan.episodes, &store).unwrap();
    assert!(
        lines[0].contains("6 games") && lines[0].contains("Elo"),
        "{lines:?}"
    );
}

#[test]
fn games_of_a_book_of_games_keep_its_moves() {
    let plan =
        plan("openings = { file = 'book.pgn', plies = 3, order = 'random' }\nrecord = true\n");
    let folder = Folder::new("matches-pgn");
    let mut store = Store::open(&folder.path("store.sqlite")).unwrap();
    played(&plan, &mut store);
    let games = games(&pgn(&plan, &store));
    for game in &games {
        let labels: Vec<&str> = game.moves.iter().map(|one| one.label.as_str()).collect();
        assert!(
            labels.starts_with(&["e4", "e5", "Nf3"]) || labels.starts_with(&["d4", "d5", "c4"])
        );
        assert!(game.moves[0].comment.is_empty() && !game.moves[3].comment.is_empty());
        assert_eq!(game.tag("FEN"), None);
    }
}

/// What is new leaves no line in the identity of a plan that does not use it.
#[test]
fn keys_change_with_what_is_played_alone() {
    let key = |keys: &str| plan(keys).cells[0].key();
    let plain = key("");
    assert_eq!(key("record = false\n"), plain);
    assert_eq!(key("margin_milliseconds = 0\n"), plain);
    let others = [
        "record = true\n",
        "openings = { file = 'book.epd' }\nmirror = false\n",
        "openings = { file = 'book.epd', order = 'random' }\nmirror = false\n",
        "openings = { file = 'book.epd', first = 2 }\nmirror = false\n",
        "openings = { file = 'book.pgn', plies = 2 }\nmirror = false\n",
        "adjudicate = { resign = { moves = 2, score = 300 } }\n",
        "adjudicate = { resign = { moves = 2, score = 300 }, audit = 0.5 }\n",
        "budget = { clock = '8+0.08' }\n",
        "budget = { clock = '8+0.08' }\nmargin_milliseconds = 10\n",
    ];
    let mut keys: Vec<[u8; 16]> = others.iter().map(|keys| key(keys)).collect();
    keys.push(plain);
    for (at, one) in keys.iter().enumerate() {
        assert!(!keys[..at].contains(one), "{at}");
    }
}

#[test]
fn mistakes_are_named() {
    for (keys, part) in [
        ("openings = { file = 'none.epd' }\n", "cannot be read"),
        ("openings = { order = 'random' }\n", "needs the key `file`"),
        (
            "openings = { file = 'book.epd', order = 'wild' }\n",
            "cannot be `wild`",
        ),
        (
            "openings = { file = 'book.epd' }\nstart = 'walk(2)'\n",
            "not both",
        ),
        ("adjudicate = { audit = 0.5 }\n", "needs a rule"),
        (
            "adjudicate = { draw = { moves = 3 } }\n",
            "needs the key `score`",
        ),
        ("budget = { clock = 'fast' }\n", "is not a time"),
        ("budget = { clock = '0+1' }\n", "no time for the first move"),
        ("record = 3\n", "true or false"),
    ] {
        let error = match read(&format!("{CHESS}episodes = 6\n{keys}")) {
            Ok(_) => panic!("{keys} is accepted"),
            Err(error) => error.to_string(),
        };
        assert!(error.contains(part), "{keys}: {error}");
    }
    let empty = plan("openings = { file = 'empty.epd' }\n");
    let error = match empty.cells[0].prepare() {
        Ok(_) => panic!("an empty book is accepted"),
        Err(error) => error.to_string(),
    };
    assert!(
        error.contains("none of the 1 openings") && error.contains("line 1"),
        "{error}"
    );
}

/// A search that sees itself hopeless against an equal one that agrees loses early; the audit plays on.
#[test]
fn games_are_adjudicated_by_scores_and_some_are_audited() {
    let rules = "seats = ['pvs(t=2)', 'pvs(t=1)']\ngame = 'chess'\nepisodes = 8\nmoves = 160\nstart = 'walk(10)'\nmirror = true\n";
    let adjudicate = |audit: &str| {
        let keys =
            format!("{rules}adjudicate = {{ resign = {{ moves = 2, score = 300 }}{audit} }}\n");
        read(&keys).unwrap()
    };
    let strict = adjudicate("").cells.remove(0).prepare().unwrap();
    let audited = adjudicate(", audit = 1.0")
        .cells
        .remove(0)
        .prepare()
        .unwrap();
    let mut ended = 0;
    for number in 0..8 {
        let (early, late) = (strict.play(number), audited.play(number));
        let verdict = early.record.as_ref().and_then(|record| record.verdict);
        assert_eq!(early.ending == Ending::Adjudicated, verdict.is_some());
        assert_ne!(late.ending, Ending::Adjudicated);
        assert_eq!(
            late.record.as_ref().and_then(|record| record.verdict),
            verdict
        );
        if let Some(verdict) = verdict {
            ended += 1;
            assert_eq!(early.plies, verdict.ply);
            assert!(late.plies > early.plies);
            let winner = verdict.winner.unwrap();
            assert_eq!(
                (early.seats[winner].payoff, early.seats[1 - winner].payoff),
                (1.0, -1.0)
            );
        }
    }
    assert!(ended > 0);
}

/// A game that the rules end at the very ply of the verdict is finished, and no verdict is kept.
#[test]
fn the_rules_come_before_the_adjudicator() {
    let play = |from: u32| {
        let keys = format!(
            "game = 'tic-tac-toe(4, 1, 4)'\nseats = ['pvs(t=4)', 'pvs(t=4)']\nepisodes = 1\nadjudicate = {{ draw = {{ from = {from}, moves = 1, score = 20 }} }}\n"
        );
        let cell = read(&keys).unwrap().cells.remove(0);
        let played = cell.prepare().unwrap().play(0);
        let verdict = played.record.as_ref().and_then(|record| record.verdict);
        (
            played.plies,
            played.ending,
            verdict.map(|verdict| verdict.ply),
        )
    };
    assert_eq!(play(1), (2, Ending::Adjudicated, Some(2)));
    assert_eq!(play(2), (4, Ending::Finished, None));
}

#[test]
fn clocks_are_kept_and_recorded() {
    let plan = plan("budget = { clock = '40/0.4+0.01' }\nepisodes = 2\n");
    assert!(plan.cells[0].is_time_limited() && !plan.cells[0].is_repeatable());
    let folder = Folder::new("matches-clock");
    let mut store = Store::open(&folder.path("store.sqlite")).unwrap();
    played(&plan, &mut store);
    let text = pgn(&plan, &store);
    assert!(
        text.contains("[TimeControl \"40/0.4+0.01\"]") && text.contains("[%clk 0:00:00."),
        "{text}"
    );
    assert!(!text.contains("time forfeit"), "{text}");
}

/// One pair in fifty of a program's games is played again, once, and as a whole: a pair of which one game
/// was played before the program changed is found.
#[test]
#[cfg(unix)]
fn games_of_programs_are_played_again_pair_by_pair() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("matches-replays");
    let binary = env!("CARGO_BIN_EXE_ludometer");
    // The name is the same, so that nothing but its moves tells one program from the other.
    folder.write(
        "engine",
        format!(
            "#!/bin/sh\nagent='flat(playouts=8)'\nif [ -e changed ]; then agent=random; echo started >> changed; fi\n\
             '{binary}' engine --game tic-tac-toe --agent \"$agent\" | sed -u 's/^id name .*/id name one/'\n"
        ),
    );
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder.path("engine"), mode).unwrap();
    folder.write(
        "plan.toml",
        "game = 'tic-tac-toe'\nseats = [\"engine(command='./engine', protocol=ugi, nodes=2000)\", 'random']\n\
         mirror = true\nrecord = true\nepisodes = 120\nseed = 5\n",
    );
    let run = |episodes: &str| {
        let set = format!("episodes={episodes}");
        let ran = folder.good(&["run", "plan.toml", "--store", "store", "--set", &set]);
        let told = folder.wide(&["report", "plan.toml", "--store", "store", "--set", &set]);
        (ran.played(), told.out)
    };
    let (played, report) = run("101");
    assert_eq!(played, 101);
    let observed = "repeatability: observed. 1 of 50 pairs were played again, all the same";
    assert!(report.contains(observed), "{report}");
    // What was played again is not played a third time: the program is asked what it is and no more.
    folder.write("changed", "");
    let (played, report) = run("101");
    assert_eq!(played, 0);
    assert!(report.contains(observed), "{report}");
    let (played, report) = run("120");
    assert_eq!(played, 19);
    let differs = "repeatability: no. Of 2 pairs that were played again, 1 came out otherwise, first number 50";
    assert!(report.contains(differs), "{report}");
    // Of the first hundred games only the first pair was played again.
    let (_, report) = run("100");
    assert!(report.contains(observed), "{report}");
}
