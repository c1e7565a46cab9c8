//! Games that break their promises.

use crate::common::Folder;
use crate::{bits, run, store};
use ludometer::catalogue::shipped;
use ludometer::define::no_files;
use ludometer::params::none;
use ludometer::registry::{GameEntry, GameEnv};
use ludometer::source::Span;
use ludometer::tune::{TuneError, Tuning};
use ludometer_core::{Actions, Facts, Game, Measure, Perfect, Player, Rng, Turn};

/// One move from a number that was drawn.
struct Drawn;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    number: u64,
    over: bool,
}

impl Game for Drawn {
    type State = State;
    type Action = bool;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        Facts::new("drawn", 1).with_chance()
    }
    fn start(&self, chance: &mut Rng) -> State {
        let number = chance.below(40);
        State {
            number,
            over: false,
        }
    }
    fn turn(&self, state: &State) -> Turn {
        match state.over {
            true => Turn::Over,
            false => Turn::Of(Player(0)),
        }
    }
    fn actions(&self, state: &State, out: &mut Actions<Self>) {
        if !state.over {
            out.extend([false, true]);
        }
    }
    fn apply(&self, state: &mut State, _: bool, _: &mut Rng) {
        state.over = true;
    }
    fn payoff(&self, state: &State, _: Player) -> f64 {
        state.number as f64
    }
    fn points(&self, state: &State, _: Player) -> f64 {
        state.number as f64
    }
    fn show(&self, state: &State, _: Option<Player>) -> String {
        format!("{state:?}\n")
    }
    fn label(&self, _: &State, action: bool) -> String {
        action.to_string()
    }
}

fn tuning(measure: &str) -> Tuning {
    let text = format!(
        r#"
        game = "drawn"
        agent = "depth(t=1, leaf=add(points, {{noise}}))"
        measure = "{measure}"
        games = 2000
        [parameters]
        noise = {{ low = 0.0, high = 1.0, start = 0.5 }}
        "#
    );
    let entry = GameEntry::new("drawn", "drawn@1", "a number is drawn", none(), |()| {
        let measures = vec![
            Measure::high(
                "holed",
                "nothing at 7",
                |_: &Drawn, state: &State, _| match state.number {
                    7 => f64::NAN,
                    number => number as f64,
                },
            ),
            Measure::low("angry", "fails at 7", |_: &Drawn, state: &State, _| {
                assert!(state.number != 7, "seven is too much");
                state.number as f64
            }),
            Measure::high("naught", "nothing at all", |_: &Drawn, _: &State, _| -0.0),
        ];
        Ok(GameEnv::new(Drawn, measures))
    });
    let mut registry = shipped().clone();
    registry.game(entry).unwrap();
    let span = Span::whole("plan.toml", text);
    Tuning::read("drawn", &span, &[], &no_files, &registry).unwrap()
}

/// The answers that a store has.
fn kept(folder: &Folder, name: &str) -> (i64, i64) {
    let connection = rusqlite::Connection::open(folder.path(name)).unwrap();
    let ask = |question: &str| connection.query_row(question, [], |row| row.get(0));
    let answers = ask("SELECT count(*) FROM answers").unwrap();
    (answers, ask("SELECT count(*) FROM steps").unwrap())
}

#[test]
fn a_measure_without_a_value_names_its_game_and_loses_nothing() {
    let folder = Folder::new("tune-nan");
    let tuning = tuning("holed");
    let mut store = store(&folder, "a.sqlite");
    let first = run(&tuning, &mut store, 1, |_| false)
        .err()
        .expect("a failure");
    let text = first.to_string();
    for part in [
        "game ",
        "scenario ",
        "add(points, ",
        "gave NaN as its holed",
        "every other answer is kept",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    let before = kept(&folder, "a.sqlite");
    assert!(before.0 > 0, "{before:?}");
    // The same command says the same again and has what it had: games that were in flight when the
    // first one stopped may have come to it.
    let again = run(&tuning, &mut store, 1, |_| false)
        .err()
        .expect("a failure");
    assert_eq!(again.to_string(), text);
    assert!(kept(&folder, "a.sqlite") >= before);
}

#[test]
fn a_game_that_panics_is_named() {
    let folder = Folder::new("tune-panic");
    let mut store = store(&folder, "a.sqlite");
    let failed = run(&tuning("angry"), &mut store, 2, |_| false)
        .err()
        .expect("a failure");
    assert!(matches!(failed, TuneError::Broken { .. }), "{failed}");
    let text = failed.to_string();
    assert!(
        text.contains("seven is too much") && text.contains("a defect of a game"),
        "{text}"
    );
}

/// A store reads a negative zero back as a plain one.
#[test]
fn a_zero_has_no_sign() {
    let folder = Folder::new("tune-zero");
    let tuning = tuning("naught");
    let mut store = store(&folder, "a.sqlite");
    let [first, again] = [1, 2].map(|threads| {
        let tuned = run(&tuning, &mut store, threads, |_| false).unwrap();
        bits(&tuning, &tuned)
    });
    assert_eq!(first, again);
}
