//! Tuning by move score.

use crate::common::Folder;
use crate::diagnostics::{refused, with};
use crate::{MOVES, VALUE, bits, read, run, store};
use ludometer::tune::{TuneError, document};
use ludometer_report::{Style, terminal};

/// Corners of Othello, judged by who looks farther. Answers are of moves, the result of games.
const CORNERS: &str = r#"
game = "othello(size=6)"
start = "walk(4)"
agent = "depth(t=1, leaf=weigh(class-a1={corner}, class-b2={before}))"
measure = "move-score"
seed = 9
games = 1200
held_out = 300
[move_score]
judge = "depth(t=3, leaf=weigh(points=1, class-a1=5))"
positions = 120
win = 36
from = "random"
[parameters]
corner = { low = -1.0, high = 1.0, start = -0.5 }
before = { low = -1.0, high = 1.0, start = 0.5 }
"#;

#[test]
fn a_bad_start_chooses_better_moves_and_wins_games() {
    let folder = Folder::new("tune-corners");
    let tuning = read(CORNERS, &[]).unwrap();
    assert_eq!((tuning.trials(), &tuning.result[..]), ("moves", "score"));
    let mut store = store(&folder, "a.sqlite");
    let tuned = run(&tuning, &mut store, 2, |_| false).unwrap();
    assert!(tuned.tuned[0] > 0.0, "{:?}", tuned.tuned);
    let moves = tuned.moves.as_ref().expect("moves are scored");
    assert_eq!((moves.openings, moves.games), (120, 240));
    assert!(moves.p < 1e-3 && moves.difference > 0.0, "{moves:?}");
    let games = &tuned.held_out;
    assert_eq!((games.openings, games.games), (150, 300));
    assert!(games.p < 1e-4 && games.difference > 0.1, "{games:?}");
    assert!(tuned.curve.is_empty(), "answers are values");
    let text = terminal(&document(&tuning, &tuned), Style::default());
    let text: Vec<&str> = text.split_whitespace().collect();
    let text = text.join(" ");
    for part in [
        "; by move score: tuned is better than the start",
        "move-score ",
        "score ",
        "120 positions that are none of those tuned on",
        "tuned and start met in both seats",
        "with 1200 moves in",
        " Elo [",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}

/// Opponents, if any are listed, are whom the last match is played against.
#[test]
fn the_last_match_is_against_whoever_is_listed() {
    let folder = Folder::new("tune-listed");
    let listed = [
        "opponents=[\"random\"]",
        "games=40",
        "move_score.result=won",
    ];
    let tuning = read(MOVES, &listed).unwrap();
    assert!(!tuning.is_last_match_duel() && tuning.result == "won");
    let mut store = store(&folder, "a.sqlite");
    let tuned = run(&tuning, &mut store, 2, |_| false).unwrap();
    assert_eq!(tuned.held_out.openings, 10);
    assert!(tuned.held_out.start.is_some() && tuned.held_out.elo.is_none());
    assert!(read(MOVES, &[]).unwrap().is_last_match_duel());
}

/// A puzzle has moves to score, too.
#[test]
fn one_player_is_enough() {
    let folder = Folder::new("tune-alone");
    let settings = [
        "game=slide(k=3)",
        "start=distance(8)",
        "moves=16",
        "agent=depth(t=1, leaf=weigh(euclidean={lines}))",
        "move_score.judge=depth(t=4, leaf=manhattan)",
        "games=60",
    ];
    let tuning = read(MOVES, &settings).unwrap();
    assert_eq!(
        (&tuning.result[..], tuning.is_last_match_duel()),
        ("won", false)
    );
    let mut store = store(&folder, "a.sqlite");
    let tuned = run(&tuning, &mut store, 2, |_| false).unwrap();
    // Distances point down: whoever minimises them is right.
    assert_eq!(tuned.moves.unwrap().openings, 24);
}

#[test]
fn what_is_written_wrongly() {
    let moves = |key: &str, line: &str, parts: &[&str]| refused(&with(MOVES, key, line), parts);
    moves(
        "judge",
        "# none",
        &["`move_score` needs the key `judge`", "plan.toml"],
    );
    moves(
        "judge",
        "judge = \"psv(t=3)\"",
        &["no agent `psv`", "plan.toml:11:10", "did you mean `pvs`?"],
    );
    moves(
        "judge",
        "judge = \"depth(t=3, leaf=weigh(open-lines={lines}))\"",
        &[
            "`lines` is tuned: it can stand in `agent` alone",
            "plan.toml:11:",
        ],
    );
    moves(
        "win",
        "# none",
        &["needs the key `win`", "in the judge's units"],
    );
    moves(
        "win",
        "win = -1.0",
        &["`win` cannot be -1", "plan.toml:14:7"],
    );
    moves("positions", "positions = 0", &["`positions` cannot be 0"]);
    moves(
        "from",
        "form = \"random\"",
        &["`move_score` has no key `form`", "did you mean `from`?"],
    );
    moves(
        "from",
        "result = \"wno\"",
        &["`wno` is no measure", "did you mean `won`?"],
    );
    moves(
        "measure",
        "measure = \"move-socre\"",
        &["nothing uses `move_score`", "measure = \"move-score\""],
    );
    refused(
        &VALUE.replace("seed = 3", "measure = \"move-score\""),
        &["needs the key `move_score`", "as in [move_score]"],
    );
    refused(
        &VALUE.replace("seed = 3", "measure = \"move-socre\""),
        &["`move-socre` is no measure", "did you mean `move-score`?"],
    );
    moves(
        "budget",
        "budget = { milliseconds = 5, first_milliseconds = 9 }",
        &["a judge has no first decision"],
    );
}

/// Who sees everything would judge by what the mover cannot see.
#[test]
fn hidden_games_are_refused() {
    let hidden = MOVES
        .replace("tic-tac-toe(5, 5, 4)", "kuhn")
        .replace("walk(4)", "start")
        .replace(
            "depth(t=1, leaf=weigh(open-lines={lines}))",
            "uct(c={lines})",
        )
        .replace("pvs(t=3, leaf=open-lines, tt=8)", "flat")
        .replace(
            "low = -2.0, high = 2.0, start = -1.0",
            "low = 0.1, high = 2.0, start = 1.0",
        );
    refused(
        &hidden,
        &[
            "hides something from its players",
            "plan.toml:5:11",
            "payoff",
        ],
    );
}

#[test]
fn a_judge_without_an_opinion_is_named() {
    let folder = Folder::new("tune-mute");
    let tuning = read(MOVES, &["move_score.judge=random"]).unwrap();
    let mut store = store(&folder, "a.sqlite");
    let failed = run(&tuning, &mut store, 2, |_| false).err().unwrap();
    assert!(matches!(failed, TuneError::Diagnostic(_)), "{failed}");
    let text = failed.to_string();
    for part in ["`random` does not say what a position is worth", "a search"] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}

/// Two plies of noughts and crosses from the start have 9 positions with something to choose.
#[test]
fn too_few_positions_to_hold_any_out() {
    let folder = Folder::new("tune-few");
    let settings = ["game=tic-tac-toe", "start=start", "moves=1"];
    let tuning = read(MOVES, &settings).unwrap();
    let mut store = store(&folder, "a.sqlite");
    let failed = run(&tuning, &mut store, 2, |_| false).err().unwrap();
    let text = failed.to_string();
    for part in [
        "had not a position that nothing was tuned on",
        "lower `positions`",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}

/// Scores of the judge are stored as they come, once for all tunings with the same judge and positions.
#[test]
fn judged_moves_are_stored_and_shared() {
    let folder = Folder::new("tune-judged");
    let tuning = read(MOVES, &[]).unwrap();
    let judged = |file: &str| -> (i64, i64) {
        let connection = rusqlite::Connection::open(folder.path(file)).unwrap();
        let query = "SELECT count(DISTINCT sheets.id), count(*) FROM sheets
                     JOIN answers ON answers.sheet = sheets.id
                     WHERE sheets.description LIKE '%judgements@2%'";
        let row = connection.query_row(query, [], |row| Ok((row.get(0)?, row.get(1)?)));
        row.unwrap()
    };
    let whole = run(&tuning, &mut store(&folder, "whole.sqlite"), 1, |_| false).unwrap();
    // Read again: a tuning remembers what was judged for it.
    let parts = read(MOVES, &[]).unwrap();
    let stopped = run(&parts, &mut store(&folder, "parts.sqlite"), 1, |games| {
        games >= 40
    });
    assert!(stopped.is_err());
    let (sheets, some) = judged("parts.sqlite");
    assert!(sheets == 1 && some > 0, "{some}");
    let parts = read(MOVES, &[]).unwrap();
    let rest = run(&parts, &mut store(&folder, "parts.sqlite"), 2, |_| false).unwrap();
    assert_eq!(bits(&tuning, &rest), bits(&tuning, &whole));
    let (_, all) = judged("whole.sqlite");
    assert_eq!(judged("parts.sqlite"), (1, all));
    assert!(some < all, "{some} of {all}");
    let other = read(MOVES, &["tuner=random"]).unwrap();
    run(&other, &mut store(&folder, "parts.sqlite"), 1, |_| false).unwrap();
    assert_eq!(
        judged("parts.sqlite").0,
        1,
        "another tuner has the same judge"
    );
}
