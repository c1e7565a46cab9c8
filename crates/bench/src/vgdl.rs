//! How fast games of VGDL are played: mid-game states of random playouts, one copy and ten advances
//! with random legal actions. Only ticks that were really played are counted.

use super::Figure;
use ludometer_catalogue::vgdl::Library;
use ludometer_core::{Game, Generator, Rng, Seed, Turn};
use ludometer_games::vgdl::Vgdl;
use ludometer_vgdl::State;
use serde::Serialize;
use std::path::Path;
use std::time::Instant;

/// The games of Table I of the paper on rolling horizons; of a corpus, these are measured.
pub(super) const TABLE: [&str; 20] = [
    "aliens",
    "bait",
    "butterflies",
    "camelRace",
    "chase",
    "chopper",
    "crossfire",
    "digdug",
    "escape",
    "hungrybirds",
    "infection",
    "intersection",
    "lemmings",
    "missilecommand",
    "modality",
    "plaqueattack",
    "roguelike",
    "seaquest",
    "survivezombies",
    "waitforbreakfast",
];

/// The speed of one game.
#[derive(Clone, Debug, Serialize)]
pub struct Speed {
    /// Its name.
    pub name: String,
    /// Ticks a second, the copies among them paid for.
    pub advances_per_second: f64,
    /// Copies of a state a second.
    pub copies_per_second: f64,
}

/// The names that are measured: the table's in a corpus, all of the shipped ones.
pub fn names(library: &Library) -> Vec<String> {
    match library {
        Library::Shipped => library.names().into_iter().map(String::from).collect(),
        Library::Corpus(_) => TABLE.map(String::from).to_vec(),
    }
}

/// Measures level 0 of a game for about `seconds`.
pub fn speed(library: &Library, name: &str, seconds: f64) -> Result<Speed, String> {
    let (game, _) = library
        .open(name, 0)
        .map_err(|diagnostic| diagnostic.to_string())?;
    let roots = roots(&game);
    Ok(Speed {
        name: name.to_string(),
        advances_per_second: advances(&game, &roots, seconds * 0.8),
        copies_per_second: copies(&roots, seconds * 0.2),
    })
}

/// The geometric mean.
pub fn mean(rates: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = rates.len() as f64;
    libm::exp(rates.map(libm::log).sum::<f64>() / count)
}

/// The shipped games as figures.
pub(super) fn vgdl(_: &Path) -> Result<Vec<Figure>, String> {
    let library = Library::Shipped;
    let speeds = names(&library)
        .iter()
        .map(|name| speed(&library, name, 0.5))
        .collect::<Result<Vec<_>, _>>()?;
    let figure = |speed: &Speed| Figure::new(&speed.name, speed.advances_per_second, "advances/s");
    let mut figures: Vec<Figure> = speeds.iter().map(figure).collect();
    let mean = mean(speeds.iter().map(|speed| speed.advances_per_second));
    figures.push(Figure::new("geometric mean", mean, "advances/s"));
    Ok(figures)
}

fn advance(
    game: &Vgdl,
    state: &mut State,
    actions: &mut Vec<ludometer_vgdl::Action>,
    rng: &mut Rng,
) {
    actions.clear();
    game.actions(state, actions);
    let action = actions[rng.index(actions.len())];
    game.step(state, action, rng);
}

/// States every 20 ticks of three random playouts.
pub(super) fn roots(game: &Vgdl) -> Vec<State> {
    let (mut roots, mut actions) = (Vec::new(), Vec::new());
    for episode in 0..3 {
        let mut rng = Seed::new(1).nth(episode).rng(Generator::Xoshiro);
        let mut state = game.start(&mut rng);
        while game.turn(&state) != Turn::Over {
            if state.tick() % 20 == 0 {
                roots.push(state.clone());
            }
            advance(game, &mut state, &mut actions, &mut rng);
        }
    }
    roots
}

/// Windows of which the best counts: others are disturbed by whatever else the machine does.
const WINDOWS: u32 = 5;

fn advances(game: &Vgdl, roots: &[State], seconds: f64) -> f64 {
    let mut rng = Seed::new(2).rng(Generator::Xoshiro);
    let (mut state, mut actions) = (roots[0].clone(), Vec::new());
    best(seconds, || {
        let mut played = 0;
        for root in roots.iter().cycle().take(500) {
            state.clone_from(root);
            for _ in 0..10 {
                if game.turn(&state) == Turn::Over {
                    break;
                }
                advance(game, &mut state, &mut actions, &mut rng);
                played += 1;
            }
        }
        played
    })
}

fn copies(roots: &[State], seconds: f64) -> f64 {
    let mut state = roots[0].clone();
    best(seconds, || {
        for root in roots.iter().cycle().take(2000) {
            state.clone_from(root);
            std::hint::black_box(&mut state);
        }
        2000
    })
}

/// The best rate of what `work` counts.
pub(super) fn best(seconds: f64, mut work: impl FnMut() -> u32) -> f64 {
    let window = seconds / f64::from(WINDOWS);
    let mut best = 0f64;
    for _ in 0..WINDOWS {
        let (from, mut done) = (now(), 0u32);
        let mut passed = 0.0;
        while passed < window {
            done += work();
            passed = since(from);
        }
        best = best.max(f64::from(done) / passed);
    }
    best
}

/// Processor time of this thread where the system tells it, and the wall's.
fn now() -> (Option<f64>, Instant) {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = text.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    (nanoseconds.map(|time| time / 1e9), Instant::now())
}

fn since(from: (Option<f64>, Instant)) -> f64 {
    match (from.0, now().0) {
        (Some(before), Some(after)) if after > before => after - before,
        _ => from.1.elapsed().as_secs_f64(),
    }
}
