//! Matches of engines: what the manager itself costs, games that are lost on time, and how long a finished
//! match takes to open again.

use super::slide::run_plan;
use super::{Figure, Usage};
use ludometer_arena::define::no_files;
use ludometer_catalogue::shipped;
use ludometer_lab::plan::{Plan, Size};
use ludometer_lab::store::Store;
use ludometer_spec::source::Span;
use std::path::Path;

/// Games of Stockfish at depth 1.
const SHORT: u64 = 200;

/// Games with a clock.
const TIMED: u64 = 200;

/// Pairs of a match that is opened again.
const PAIRS: u64 = 10_000;

fn plan(text: &str) -> Result<Plan, String> {
    let place = Span::whole("match.toml", text);
    Plan::read("match", &place, &[], &no_files, shipped())
        .map_err(|diagnostic| diagnostic.to_string())
}

/// Plies and games lost on time of the first cell.
fn games(plan: &Plan, store: &Path) -> Result<(u64, u64), String> {
    let store = Store::open_to_read(store).map_err(|error| error.to_string())?;
    let cell = store.known(&plan.cells[0]);
    let cell = cell.map_err(|error| error.to_string())?;
    let mut games = store.games(cell.ok_or("nothing was stored")?, plan.episodes);
    let (mut plies, mut late) = (0, 0);
    while let Some((_, game)) = games.next().map_err(|error| error.to_string())? {
        plies += u64::from(game.plies);
        late += u64::from(game.termination().as_deref() == Some("time"));
    }
    Ok((plies, late))
}

/// Two Stockfishes from random openings, two games at a time.
fn stockfish(limits: &str, budget: &str, games: u64) -> Result<Plan, String> {
    let engine = format!("engine(command='stockfish', options={{Hash: 1, Threads: 1}}{limits})");
    plan(&format!(
        "game = 'chess'\nstart = 'walk(8)'\nmirror = true\nseats = [\"{engine}\", \"{engine}\"]\nepisodes = {games}\n{budget}"
    ))
}

pub(super) fn matches(folder: &Path) -> Result<Vec<Figure>, String> {
    let mut figures = reopened(folder)?;
    let Ok(warm) = stockfish(", depth=1", "", 2) else {
        // It is not installed.
        return Ok(figures);
    };
    run_plan(&warm, Size::Full, &folder.join("warm.sqlite"), 2)?;
    for threads in [1, 2] {
        let short = stockfish(", depth=1", "", SHORT)?;
        let path = folder.join(format!("short-{threads}.sqlite"));
        let (_, used) = run_plan(&short, Size::Full, &path, threads)?;
        let (plies, _) = games(&short, &path)?;
        let at_a_time = ["one game", "two games"][threads - 1];
        let cost = Figure::new(
            format!(
                "Stockfish at depth 1, {at_a_time} at a time: the manager's processor time a ply"
            ),
            used.cpu * 1e6 / plies as f64,
            "us",
        );
        figures.push(cost.goal("at most 25"));
        figures.push(Figure::new(
            format!("{SHORT} games of {} plies on average", plies / SHORT),
            used.wall,
            "s",
        ));
    }
    let timed = stockfish("", "budget = { clock = '0.2+0.002' }\n", TIMED)?;
    let path = folder.join("timed.sqlite");
    let (_, used) = run_plan(&timed, Size::Full, &path, 2)?;
    let (plies, late) = games(&timed, &path)?;
    let lost = format!("games lost on time, of {TIMED} at 0.2+0.002, two at a time");
    figures.push(Figure::new(lost, late as f64, "").goal("none"));
    figures.push(Figure::new(
        "the same: the manager's processor time a ply",
        used.cpu * 1e6 / plies as f64,
        "us",
    ));
    Ok(figures)
}

/// A test of many pairs that have been played, with their moves: the command is given again.
fn reopened(folder: &Path) -> Result<Vec<Figure>, String> {
    let test = plan(&format!(
        "game = 'chess'\nseats = ['random', 'random']\nmoves = 60\nrecord = true\n[sprt]\nelo0 = 0\nelo1 = 0.5\nmost = {PAIRS}\n"
    ))?;
    let path = folder.join("pairs.sqlite");
    run_plan(&test, Size::Full, &path, 2)?;
    let (again, used) = run_plan(&test, Size::Full, &path, 1)?;
    if again > 0 {
        return Err(format!("{again} games were played twice"));
    }
    let Usage { wall, .. } = used;
    let what = format!("a test of {PAIRS} stored pairs with their moves, opened again");
    Ok(vec![Figure::new(what, wall, "s").goal("at most 0.1")])
}
