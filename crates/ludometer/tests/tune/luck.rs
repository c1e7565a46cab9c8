//! What is luck and what is not: games in which choices do not matter, so that every answer says
//! which scenario and which seat it came from.

use crate::common::Folder;
use crate::{run, store};
use ludometer::catalogue::shipped;
use ludometer::define::no_files;
use ludometer::env::agent;
use ludometer::params::none;
use ludometer::registry::{AgentEntry, GameEntry, GameEnv};
use ludometer::source::{Diagnostic, Span};
use ludometer::tune::{TuneError, Tuning};
use ludometer_core::{Actions, Agent, Facts, Forfeit, Game, Perfect, Player, Rng, Seat, Turn};

/// A number is drawn, each player moves once, and the first has the number as its points; the others
/// lose it.
struct Lottery {
    players: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    number: u64,
    moved: usize,
}

impl Game for Lottery {
    type State = State;
    type Action = bool;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        Facts::new("lottery", self.players).with_chance()
    }
    fn start(&self, chance: &mut Rng) -> State {
        State {
            number: 1 + chance.below(1_000_000),
            moved: 0,
        }
    }
    fn turn(&self, state: &State) -> Turn {
        match state.moved < self.players {
            true => Turn::Of(Player(state.moved as u8)),
            false => Turn::Over,
        }
    }
    fn actions(&self, state: &State, out: &mut Actions<Self>) {
        if state.moved < self.players {
            out.extend([false, true]);
        }
    }
    fn apply(&self, state: &mut State, _: bool, _: &mut Rng) {
        state.moved += 1;
    }
    fn payoff(&self, state: &State, player: Player) -> f64 {
        self.points(state, player)
    }
    fn points(&self, state: &State, player: Player) -> f64 {
        let sign = if player.index() == 0 { 1.0 } else { -1.0 };
        sign * state.number as f64
    }
    fn show(&self, state: &State, _: Option<Player>) -> String {
        format!("{state:?}\n")
    }
    fn label(&self, _: &State, action: bool) -> String {
        action.to_string()
    }
}

/// Falls off its chair.
struct Faller;

impl Agent<Lottery> for Faller {
    fn act(&mut self, _: &mut Seat<'_, Lottery>) -> Result<bool, Forfeit> {
        panic!("off the chair")
    }
}

fn tuning(players: usize, opponents: &str) -> Tuning {
    try_tuning(players, opponents).unwrap_or_else(|diagnostic| panic!("{diagnostic}"))
}

fn try_tuning(players: usize, opponents: &str) -> Result<Tuning, Diagnostic> {
    let text = format!(
        r#"
        game = "lottery"
        agent = "depth(t=1, leaf=add(points, {{noise}}))"
        {opponents}
        measure = "points"
        tuner = "spsa"
        games = 80
        held_out = 80
        [parameters]
        noise = {{ low = 0.0, high = 1.0, start = 0.5 }}
        "#
    );
    let about = "a number is drawn";
    let entry = GameEntry::new("lottery", "lottery@1", about, none(), move |()| {
        let about = "falls off its chair";
        let faller = AgentEntry::new("faller", "faller@1", about, none(), |(), _| {
            Ok(agent(|| Faller))
        });
        Ok(GameEnv::new(Lottery { players }, Vec::new()).with_agents(vec![faller]))
    });
    let mut registry = shipped().clone();
    registry.game(entry).unwrap();
    let span = Span::whole("plan.toml", text);
    Tuning::read("lottery", &span, &[], &no_files, &registry)
}

/// The answers of every sheet, in the order of their numbers.
fn answers(folder: &Folder, players: usize, opponents: &str) -> Vec<Vec<f64>> {
    let tuning = tuning(players, opponents);
    let mut store = store(folder, "a.sqlite");
    let tuned = run(&tuning, &mut store, 2, |_| false).unwrap();
    assert_eq!(tuned.tuned, tuned.start, "there is nothing to learn");
    let connection = rusqlite::Connection::open(folder.path("a.sqlite")).unwrap();
    let question = "SELECT sheet, answer FROM answers ORDER BY sheet, number";
    let mut statement = connection.prepare(question).unwrap();
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)));
    let mut sheets: Vec<(i64, Vec<f64>)> = Vec::new();
    for row in rows.unwrap() {
        let (sheet, answer): (i64, f64) = row.unwrap();
        match sheets.last_mut().filter(|(last, _)| *last == sheet) {
            Some((_, list)) => list.push(answer),
            None => sheets.push((sheet, vec![answer])),
        }
    }
    sheets.into_iter().map(|(_, list)| list).collect()
}

/// A scenario is asked of both sides, and then of both again, mirrored.
#[test]
fn both_sides_of_a_comparison_meet_the_same_luck() {
    let folder = Folder::new("tune-luck");
    let sheets = answers(&folder, 1, "");
    for four in sheets[0].chunks(4) {
        let [plus, minus, again, third] = four[..] else {
            panic!("{four:?}");
        };
        assert!(plus == minus && again == third, "{four:?}");
        assert_ne!(plus, again, "alone, a mirrored trial has another luck");
    }
    let mut scenarios: Vec<f64> = sheets[0].iter().step_by(4).copied().collect();
    scenarios.sort_by(f64::total_cmp);
    scenarios.dedup();
    assert_eq!(scenarios.len(), 20, "scenarios have luck of their own");
}

#[test]
fn a_mirrored_trial_changes_seats_and_not_the_luck() {
    let folder = Folder::new("tune-seats");
    let sheets = answers(&folder, 2, "opponents = [\"random\"]");
    for four in sheets[0].chunks(4) {
        let [plus, minus, again, third] = four[..] else {
            panic!("{four:?}");
        };
        assert!(plus == minus && again == third, "{four:?}");
        assert_eq!(plus, -again, "seats are changed, and nothing else");
    }
    let firsts = sheets[0].iter().step_by(4);
    let first_seats = firsts.filter(|answer| **answer > 0.0).count();
    assert_eq!(first_seats, 10, "scenarios take seats in turn");
}

/// Neither the luck of the tuning nor its order comes again in the last match, and neither that of
/// the tuning nor that of the match in the sensitivity analysis, in which all points meet the same.
#[test]
fn the_last_match_has_luck_of_its_own() {
    for (players, opponents) in [(1, ""), (2, "opponents = [\"random\"]")] {
        let folder = Folder::new(&format!("tune-last-{players}"));
        let sheets = answers(&folder, players, opponents);
        let [tuning, last_match, tuned, lower, higher] = &sheets[..] else {
            panic!("{} sheets: the start meets itself on one", sheets.len());
        };
        assert_eq!((tuned, tuned), (lower, higher), "{players}");
        let parts = [tuning, last_match, tuned];
        for (later, part) in parts.iter().enumerate() {
            for before in &parts[..later] {
                let known: Vec<f64> = before.iter().map(|answer| answer.abs()).collect();
                let shared = part.iter().filter(|answer| known.contains(&answer.abs()));
                assert_eq!(shared.count(), 0, "{players}, part {later}");
            }
        }
    }
}

/// The opponent takes all other seats; trials take seats in turn, a mirrored one the next; and all
/// seats of an opening are one observation of the last match.
#[test]
fn three_players_are_tuned_from_every_seat() {
    let folder = Folder::new("tune-three");
    let sheets = answers(&folder, 3, "opponents = [\"random\"]");
    let mut seats = Vec::new();
    for four in sheets[0].chunks(4) {
        let [plus, minus, again, third] = four[..] else {
            panic!("{four:?}");
        };
        assert!(plus == minus && again == third, "{four:?}");
        assert_eq!(
            plus.abs(),
            again.abs(),
            "the seat is changed, and nothing else"
        );
        seats.push((plus > 0.0, again > 0.0));
    }
    // First, second, third seat, each with the next one.
    let rounds = [(true, false), (false, false), (false, true)];
    assert!(
        seats
            .iter()
            .zip(rounds.iter().cycle())
            .all(|(seat, round)| seat == round)
    );
    for opening in sheets[1].chunks(3) {
        let [first, second, third] = opening[..] else {
            panic!("{opening:?}");
        };
        assert!(
            first > 0.0 && (second, third) == (-first, -first),
            "{opening:?}"
        );
    }
    for (opponents, words) in [
        ("", "is for 3 players, and there are no `opponents`"),
        ("opponents = \"self\"", "two points meet in a duel"),
    ] {
        let refused = try_tuning(3, opponents).err().unwrap().to_string();
        assert!(
            refused.contains(words) && refused.contains("all other seats"),
            "{refused}"
        );
    }
}

#[test]
fn an_opponent_that_panics_is_named_with_its_game() {
    let folder = Folder::new("tune-faller");
    let mut store = store(&folder, "a.sqlite");
    let tuning = tuning(2, "opponents = [\"random\", \"faller\"]");
    let failed = run(&tuning, &mut store, 2, |_| false).err().unwrap();
    assert!(matches!(failed, TuneError::Broken { .. }), "{failed}");
    let text = failed.to_string();
    for part in ["against faller", "off the chair", "scenario 1,"] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}
