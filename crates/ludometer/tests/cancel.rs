//! A stop in the middle of a decision ends it, and what was not played to its end leaves no row.

mod common;

use common::Folder;
use ludometer::catalogue::shipped;
use ludometer::define::no_files;
use ludometer::options::RunOptions;
use ludometer::plan::Plan;
use ludometer::play::{
    Decision, Episode, EpisodeObserver, MatchRules, NoObserver, Unplayed, episode, episode_until,
};
use ludometer::registry::GameEnv;
use ludometer::run::run;
use ludometer::source::Span;
use ludometer::spec::Spec;
use ludometer::store::Store;
use ludometer_core::{
    Actions, Agent, Facts, Game, Generator, Perfect, Player, Rng, Seed, Stop, Turn,
};
use ludometer_games::tic_tac_toe::{self, TicTacToe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Three ways at each of a million plies. Somebody asks everybody to stop at the hundredth step.
struct Endless {
    players: u8,
    steps: AtomicU64,
    stop: Arc<AtomicBool>,
}

const FUSE: u64 = 100;

impl Game for Endless {
    type State = Vec<u8>;
    type Action = u8;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        Facts::new("endless", self.players.into())
    }
    fn start(&self, _: &mut Rng) -> Vec<u8> {
        Vec::new()
    }
    fn turn(&self, state: &Vec<u8>) -> Turn {
        Turn::Of(Player(state.len() as u8 % self.players))
    }
    fn actions(&self, _: &Vec<u8>, out: &mut Actions<Self>) {
        out.extend([0, 1, 2]);
    }
    fn apply(&self, state: &mut Vec<u8>, action: u8, _: &mut Rng) {
        state.push(action);
        if self.steps.fetch_add(1, Ordering::Relaxed) + 1 == FUSE {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
    fn payoff(&self, _: &Vec<u8>, _: Player) -> f64 {
        0.0
    }
    fn points(&self, state: &Vec<u8>, _: Player) -> f64 {
        state.iter().map(|&action| f64::from(action)).sum()
    }
    fn show(&self, state: &Vec<u8>, _: Option<Player>) -> String {
        format!("{state:?}")
    }
    fn label(&self, _: &Vec<u8>, action: u8) -> String {
        action.to_string()
    }
}

const HOUSE: MatchRules = MatchRules::PLAIN;

fn parse(text: &str) -> Spec {
    Spec::parse(&Span::whole("test", text)).unwrap()
}

/// Agents whose first decision would take years, and how many steps they may go on for: to the end
/// of one playout or plan.
const LONG: [(&str, u64); 14] = [
    ("depth(t=30)", 0),
    ("alphabeta(t=30)", 0),
    ("pvs(t=30, tt=10)", 0),
    ("random-minimax(t=30)", 0),
    ("beam(width=100000, layers=10000)", 0),
    ("astar(expansions=1000000000)", 0),
    ("sampler(0, first=1000000, most=1000000000, plies=50)", 50),
    ("flat(playouts=1000000000, plies=50)", 50),
    ("uct(playouts=1000000000, plies=50)", 50),
    ("variety(5, depth(t=30))", 0),
    ("olmcts(l=20, leaf=points, most=1000000000)", 20),
    ("rhea(p=4, l=20, leaf=points, most=1000000000)", 20),
    (
        "rhea(p=3, l=20, seeding=tree, leaf=points, tree-leaf=points, most=1000000000)",
        40,
    ),
    (
        "depth(t=1, leaf=expected-outcome(playouts=1000000000, plies=50))",
        50,
    ),
];

#[test]
fn a_long_decision_ends_when_it_is_cancelled() {
    for (spec, longer) in LONG {
        for players in [1, 2] {
            let stop = Arc::new(AtomicBool::new(false));
            let game = Endless {
                players,
                steps: AtomicU64::new(0),
                stop: Arc::clone(&stop),
            };
            let env = GameEnv::new(game, Vec::new());
            let Ok(make) = env.agent(&parse(spec)) else {
                assert!(
                    ["beam", "astar", "pvs", "random-minimax"]
                        .iter()
                        .any(|name| spec.starts_with(name))
                );
                continue;
            };
            let mut agents: Vec<Box<dyn Agent<Endless>>> = (0..players).map(|_| make()).collect();
            let game = &**env.game();
            let ended = episode_until(
                game,
                Vec::new(),
                &mut agents,
                &HOUSE,
                (Seed::new(1), 0),
                &mut NoObserver,
                Stop::when(&stop),
            );
            assert_eq!(ended.err(), Some(Unplayed::Cancelled), "{spec}");
            let steps = game.steps.load(Ordering::Relaxed);
            assert!(
                (FUSE..=FUSE + longer).contains(&steps),
                "{spec}: {steps} steps"
            );
        }
    }
}

/// TicTacToe for two agents that are quick, or that never end.
fn plan(playouts: u64) -> Plan {
    let text = format!(
        "game = \"tic-tac-toe\"\nseats = [\"uct(playouts={playouts})\", \"random\"]\nepisodes = 30\n"
    );
    Plan::read(
        "test",
        &Span::whole("plan", &text),
        &[],
        &no_files,
        shipped(),
    )
    .unwrap()
}

/// The workers are in the middle of decisions that would take hours when they are asked to stop.
#[test]
fn a_run_does_not_wait_for_its_decisions() {
    let folder = Folder::new("cancelled");
    let mut store = Store::open(&folder.path("a.sqlite")).unwrap();
    let stop = AtomicBool::new(false);
    let mut told = 0;
    let ran = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(300));
            stop.store(true, Ordering::Relaxed);
        });
        let options = RunOptions {
            threads: 2,
            stop: &stop,
            progress: &mut |_, _| told += 1,
        };
        run(&plan(1_000_000_000), 30, &mut store, options).unwrap()
    });
    assert_eq!((ran.stored, ran.played), (0, 0));
    assert!(told > 0);
}

/// However often a run is stopped, its rows are those of a run that was not.
#[test]
fn rows_are_whole_however_often_a_run_is_stopped() {
    let folder = Folder::new("cancelled-often");
    let plan = plan(60);
    let rows = |store: &Store| {
        let mut rows = Vec::new();
        let cell = &plan.cells[0];
        let id = store.known(cell).unwrap().expect("the cell was played");
        let mut each = |number, episode: &Episode| rows.push((number, episode.clone()));
        store.read(id, 30, &mut each).unwrap();
        rows
    };
    let mut whole = Store::open(&folder.path("whole.sqlite")).unwrap();
    let go = |store: &mut Store, stop: &AtomicBool| {
        let options = RunOptions {
            threads: 2,
            stop,
            progress: &mut |_, _| {},
        };
        run(&plan, 30, store, options).unwrap()
    };
    assert!(go(&mut whole, &AtomicBool::new(false)).is_complete());
    let mut parts = Store::open(&folder.path("parts.sqlite")).unwrap();
    let mut runs = 0;
    loop {
        let stop = AtomicBool::new(false);
        let over = AtomicBool::new(false);
        let ran = std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut naps = 0;
                while naps < 2 + runs / 4 && !over.load(Ordering::Relaxed) {
                    std::thread::sleep(std::time::Duration::from_millis(1));
                    naps += 1;
                }
                stop.store(true, Ordering::Relaxed);
            });
            let ran = go(&mut parts, &stop);
            over.store(true, Ordering::Relaxed);
            ran
        });
        runs += 1;
        if ran.is_complete() {
            break;
        }
        assert!(runs < 2000, "it does not come to an end");
    }
    assert_eq!(rows(&parts), rows(&whole));
}

/// Agents that play one episode after another play each of them as new ones would: the referee
/// restarts them.
#[test]
fn agents_that_are_kept_play_as_new_ones() {
    let env = GameEnv::new(TicTacToe::new(3, 3, 3).unwrap(), tic_tac_toe::measures());
    let game = &**env.game();
    for spec in [
        "random",
        "depth(t=2)",
        "pvs(t=4, tt=10)",
        "uct(playouts=20)",
        "variety(5, pvs(t=3))",
        "olmcts(l=4, leaf=points, most=30, scale=episode)",
        "rhea(p=4, l=4, leaf=points, shift=yes, most=20)",
        "rhea(p=3, l=4, seeding=tree, leaf=points, tree-leaf=points, shift=yes, most=20)",
    ] {
        let make = env.agent(&parse(spec)).unwrap();
        let mut kept = [make(), make()];
        for number in 0..6 {
            let played = |agents: &mut [Box<dyn Agent<TicTacToe>>]| {
                let span = (Seed::new(3).nth(number), (number % 2) as usize);
                let start = game.start(&mut Seed::new(0).rng(Generator::Xoshiro));
                let mut ways = Ways(Vec::new());
                let episode = episode(game, start, agents, &HOUSE, span, &mut ways);
                (episode, ways.0)
            };
            assert_eq!(played(&mut kept), played(&mut [make(), make()]), "{spec}");
        }
    }
}

/// Every state in which something was decided, with what was thought.
struct Ways(Vec<String>);

impl EpisodeObserver<TicTacToe> for Ways {
    fn wants_trace(&self) -> bool {
        true
    }
    fn decided(&mut self, decision: &Decision<'_, TicTacToe>) -> bool {
        let thought = format!("{:?} {:?}", decision.action, decision.move_infos);
        self.0.push(thought);
        true
    }
}
