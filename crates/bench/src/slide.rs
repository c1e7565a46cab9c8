//! The puzzle: its table, its search, its published tables, its solver.

use super::{Figure, Usage};
use ludometer_arena::options::RunOptions;
use ludometer_arena::play::MatchRules;
use ludometer_arena::registry::{AnyGame, GameEnv, MatchSpec};
use ludometer_catalogue::shipped;
use ludometer_catalogue::specialists;
use ludometer_core::{Budget, Generator, Seed};
use ludometer_games::slide::{Slide, measures};
use ludometer_lab::plan::{self, Plan, Size};
use ludometer_lab::run::run;
use ludometer_lab::store::Store;
use ludometer_solve::slide::{Distances, Options};
use ludometer_spec::source::Span;
use ludometer_spec::spec::Spec;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;

pub(super) fn retrograde(_: &Path) -> Result<Vec<Figure>, String> {
    let slide = Slide::new(3).map_err(|error| error.to_string())?;
    let (table, usage) = Usage::of(|| Distances::new(&slide));
    let table = table.map_err(|error| error.to_string())?;
    Ok(vec![
        Figure::new("positions", table.len() as f64, ""),
        Figure::new("processor time", usage.cpu, "s").goal("at most 1"),
        Figure::new("peak memory of the process", usage.peak, "MB").goal("at most 128"),
    ])
}

/// Decisions a processor second of one agent on one thread.
fn decisions(spec: &str, episodes: u64) -> Result<f64, String> {
    let env = GameEnv::new(
        Slide::new(3).map_err(|error| error.to_string())?,
        measures(),
    )
    .with_agents(specialists::slide::agents())
    .with_starts(specialists::slide::starts());
    let parse = |text: &str| Spec::parse(&Span::whole("bench", text));
    let agents = [parse(spec).map_err(|diagnostic| diagnostic.to_string())?];
    let start = parse("distance(20)").map_err(|diagnostic| diagnostic.to_string())?;
    let table = env.prepare(&MatchSpec {
        agents: &agents,
        start: &start,
        measure: None,
        rules: MatchRules {
            moves: Some(50),
            budget: Budget::UNLIMITED,
            opening: None,
            budgets: Vec::new(),
            mirror: false,
            generator: Generator::Xoshiro,
            ..MatchRules::default()
        },
        seed: Seed::new(1),
    });
    let table = table.map_err(|diagnostic| diagnostic.to_string())?;
    // The first episodes make the tables of the horizon.
    for episode in 0..episodes / 4 {
        table.play(episode);
    }
    let (plies, usage) = Usage::of(|| {
        (0..episodes)
            .map(|n| u64::from(table.play(n).plies))
            .sum::<u64>()
    });
    Ok(plies as f64 / usage.cpu)
}

pub(super) fn depth(_: &Path) -> Result<Vec<Figure>, String> {
    let mut figures = Vec::new();
    for (t, plain_episodes) in [(4, 40), (5, 12), (6, 4)] {
        let leaf = "add(euclidean, 0.1)";
        let plain = decisions(&format!("depth(t={t}, leaf={leaf})"), plain_episodes)?;
        let fast = decisions(&format!("depth-fast(t={t}, leaf={leaf})"), 4000)?;
        figures.push(Figure::new(
            format!("depth {t}, plain walk"),
            plain,
            "decisions/s",
        ));
        figures.push(Figure::new(
            format!("depth {t}, by the horizon"),
            fast,
            "decisions/s",
        ));
        figures.push(Figure::new(
            format!("depth {t}, ratio"),
            fast / plain,
            "times",
        ));
    }
    Ok(figures)
}

/// Runs a plan into a new store and says what it cost.
pub(super) fn run_plan(
    plan: &Plan,
    size: Size,
    path: &Path,
    threads: usize,
) -> Result<(u64, Usage), String> {
    let mut store = Store::open(path).map_err(|error| error.to_string())?;
    let stop = AtomicBool::new(false);
    let options = RunOptions {
        threads,
        stop: &stop,
        progress: &mut |_, _| {},
    };
    let (ran, usage) = Usage::of(|| run(plan, plan.count(size), &mut store, options));
    let ran = ran.map_err(|error| error.to_string())?;
    Ok((ran.played, usage))
}

pub(super) fn tables(folder: &Path) -> Result<Vec<Figure>, String> {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut figures = Vec::new();
    let (mut wall, mut cpu) = (0.0, 0.0);
    for name in ["slide-depth4", "slide-depth5", "slide-depth6"] {
        let plan = plan::find(name, &[], |path| std::fs::read_to_string(path), shipped())
            .map_err(|diagnostic| diagnostic.to_string())?;
        let (played, usage) = run_plan(
            &plan,
            Size::Full,
            &folder.join(format!("{name}.sqlite")),
            threads,
        )?;
        figures.push(Figure::new(
            format!("{name}, {played} episodes"),
            usage.wall,
            "s",
        ));
        wall += usage.wall;
        cpu += usage.cpu;
    }
    figures.push(
        Figure::new(format!("all three on {threads} threads"), wall, "s")
            .goal("under 90 on two cores"),
    );
    figures.push(Figure::new("all three, processor time", cpu, "s"));
    Ok(figures)
}

pub(super) fn solve(_: &Path) -> Result<Vec<Figure>, String> {
    let slide = Slide::new(4).map_err(|error| error.to_string())?;
    let start = slide.reversed(false, false);
    let silent = |_| ControlFlow::Continue(());
    let (outcome, usage) =
        Usage::of(|| ludometer_solve::slide::solve(&slide, &start, &Options::default(), &silent));
    Ok(vec![
        Figure::new(
            "moves of the solution",
            f64::from(outcome.at_most().unwrap_or(0)),
            "",
        ),
        Figure::new("moves proved necessary", f64::from(outcome.at_least), ""),
        Figure::new("processor time", usage.cpu, "s").goal("within 60"),
        Figure::new("peak memory of the process", usage.peak, "MB").goal("within 512"),
    ])
}
