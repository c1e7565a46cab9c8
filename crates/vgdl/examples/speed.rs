//! How fast the twenty games of the paper's Table I are played, in advances a second of processor time.
//!
//! `LUDOMETER_SHARED=… cargo run --release -p ludometer-vgdl --example speed [game …]`
//!
//! The patterns are those in which the framework was measured: level 0, three seeds, one copy and then
//! ten advances with random legal actions, from the start or from states every 20 ticks of random
//! playouts. Only ticks that were really played are counted.
#![allow(clippy::print_stdout)]

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use ludometer_vgdl::{Dice, Level, Outcome, State, VgdlGame, WordDice};

/// The games, and the framework's mid-game advances a second.
const GAMES: [(&str, f64); 20] = [
    ("aliens", 48_108.0),
    ("bait", 221_920.0),
    ("butterflies", 26_156.0),
    ("camelRace", 37_520.0),
    ("chase", 31_924.0),
    ("chopper", 16_720.0),
    ("crossfire", 24_656.0),
    ("digdug", 16_748.0),
    ("escape", 52_500.0),
    ("hungrybirds", 69_582.0),
    ("infection", 19_280.0),
    ("intersection", 42_594.0),
    ("lemmings", 41_162.0),
    ("missilecommand", 58_176.0),
    ("modality", 236_348.0),
    ("plaqueattack", 21_476.0),
    ("roguelike", 16_190.0),
    ("seaquest", 45_126.0),
    ("survivezombies", 29_042.0),
    ("waitforbreakfast", 97_548.0),
];

fn main() {
    let shared = std::env::var_os("LUDOMETER_SHARED").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    );
    let folder = shared.join("gvgai/gridphysics");
    let only: Vec<String> = std::env::args().skip(1).collect();
    println!("game               initial   mid-game   x Java   copy ns  tick ns  bytes");
    let mut sum = [0.0; 2];
    let mut games = 0.0;
    for (name, java) in GAMES {
        if !only.is_empty() && !only.iter().any(|game| game == name) {
            continue;
        }
        let read = |file: String| {
            let path = folder.join(file);
            std::fs::read_to_string(&path)
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        };
        let (game, _) = VgdlGame::parse(&read(format!("{name}.txt"))).expect("a game");
        let (level, _) =
            Level::parse(&Arc::new(game), &read(format!("{name}_lvl0.txt"))).expect("a level");
        let roots = roots(&level);
        let initial = rate(&level, &[level.start()]);
        let midgame = rate(&level, &roots);
        let copy = copy_time(&roots);
        let tick = 1e9 / midgame - copy / 10.0;
        let bytes = roots.iter().map(State::bytes).max().unwrap_or(0);
        println!(
            "{name:<17}{initial:>9.0}  {midgame:>9.0}  {:>7.1}  {copy:>8.0} {tick:>8.0} {bytes:>6}",
            midgame / java
        );
        sum[0] += libm::log(initial);
        sum[1] += libm::log(midgame);
        games += 1.0;
    }
    println!(
        "geometric mean   {:>9.0}  {:>9.0}",
        libm::exp(sum[0] / games),
        libm::exp(sum[1] / games)
    );
}

/// SplitMix64.
fn words(seed: u64) -> WordDice<impl FnMut() -> u64> {
    let mut state = seed;
    WordDice(move || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = state;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    })
}

fn advance(level: &Level, state: &mut State, dice: &mut impl Dice) {
    let actions = level.actions(state);
    let action = actions[dice.below(actions.len() as u32) as usize];
    level.step(state, action, dice);
}

/// States every 20 ticks of random playouts.
fn roots(level: &Level) -> Vec<State> {
    let mut roots = Vec::new();
    for seed in 1..4 {
        let mut dice = words(seed);
        let mut state = level.start();
        while state.outcome() == Outcome::Open {
            if state.tick() % 20 == 0 {
                roots.push(state.clone());
            }
            advance(level, &mut state, &mut dice);
        }
    }
    roots
}

/// Advances a second: the best of several windows.
fn rate(level: &Level, roots: &[State]) -> f64 {
    let mut dice = words(99);
    let mut state = level.start();
    let mut best = 0f64;
    for _ in 0..6 {
        let clock = Clock::start();
        let mut played = 0u32;
        while clock.seconds() < 0.1 {
            for root in roots.iter().cycle().take(500) {
                state.clone_from(root);
                for _ in 0..10 {
                    if state.outcome() != Outcome::Open {
                        break;
                    }
                    advance(level, &mut state, &mut dice);
                    played += 1;
                }
            }
        }
        best = best.max(f64::from(played) / clock.seconds());
    }
    best
}

/// Nanoseconds of a copy into a used state.
fn copy_time(roots: &[State]) -> f64 {
    let mut state = roots[0].clone();
    let mut best = f64::MAX;
    for _ in 0..5 {
        let clock = Clock::start();
        let mut copies = 0u32;
        while clock.seconds() < 0.02 {
            for root in roots.iter().cycle().take(2000) {
                state.clone_from(root);
                std::hint::black_box(&mut state);
                copies += 1;
            }
        }
        best = best.min(clock.seconds() * 1e9 / f64::from(copies));
    }
    best
}

/// Processor time of this thread where the system tells it, else the wall's.
struct Clock {
    wall: Instant,
    cpu: Option<u64>,
}

impl Clock {
    fn cpu() -> Option<u64> {
        std::fs::read_to_string("/proc/thread-self/schedstat")
            .ok()?
            .split_whitespace()
            .next()?
            .parse()
            .ok()
    }

    fn start() -> Clock {
        Clock {
            cpu: Clock::cpu(),
            wall: Instant::now(),
        }
    }

    fn seconds(&self) -> f64 {
        match (self.cpu, Clock::cpu()) {
            (Some(from), Some(to)) if to > from => (to - from) as f64 / 1e9,
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}
