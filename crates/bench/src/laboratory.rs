//! The store and the threads.

use super::slide::run_plan;
use super::{Figure, Usage};
use ludometer_arena::define::no_files;
use ludometer_arena::env::PreparedMatch;
use ludometer_catalogue::shipped;
use ludometer_lab::plan::{self, Plan, Size};
use ludometer_lab::present::Results;
use ludometer_lab::store::{Store, StoreError};
use ludometer_spec::source::Span;
use std::path::Path;

const MILLION: u64 = 1_000_000;

/// Hands of Kuhn poker between random players: the smallest episodes that ship.
pub(super) fn kuhn(episodes: u64) -> Result<Plan, String> {
    let text = format!(
        "game = 'kuhn'\nseats = ['random', 'random']\nepisodes = {episodes}\ncells = [{{ who = 'random' }}]\n[[tables]]\nname = 't'\nvalue = 'payoff'\nrows = 'who'\ncolumns = 'who'\n"
    );
    let place = Span::whole("kuhn.toml", text);
    Plan::read("kuhn", &place, &[], &no_files, shipped())
        .map_err(|diagnostic| diagnostic.to_string())
}

pub(super) fn words(error: StoreError) -> String {
    error.to_string()
}

/// The report of a plan's rows.
pub(super) fn report(plan: &Plan, count: u64, store: &Store) -> Result<(), String> {
    let results = Results::read(plan, count, store).map_err(words)?;
    std::hint::black_box(results.present().map_err(words)?);
    Ok(())
}

/// Runs of which the shortest counts: other processes can only lengthen one.
const ATTEMPTS: usize = 5;

/// How many times as fast two threads are as one: played and stored, and the games alone, which is what the
/// machine gives.
fn gains(plan: &Plan, table: &dyn PreparedMatch, folder: &Path) -> Result<[f64; 2], String> {
    let mut shortest = [[f64::INFINITY; 2]; 2];
    for attempt in 0..ATTEMPTS {
        for threads in [1, 2] {
            let path = folder.join(format!("{threads}-threads-{attempt}.sqlite"));
            let (_, stored) = run_plan(plan, Size::Full, &path, threads)?;
            let ((), alone) = Usage::of(|| play_alone(table, threads));
            for (shortest, usage) in shortest.iter_mut().zip([stored, alone]) {
                let shortest = &mut shortest[threads - 1];
                *shortest = shortest.min(usage.wall);
            }
        }
    }
    Ok(shortest.map(|[one, two]| one / two))
}

/// A million games shared among threads, and nothing else.
fn play_alone(table: &dyn PreparedMatch, threads: usize) {
    let share = MILLION / threads as u64;
    std::thread::scope(|scope| {
        for thread in 0..threads as u64 {
            scope.spawn(move || {
                for number in thread * share..(thread + 1) * share {
                    std::hint::black_box(table.play(number));
                }
            });
        }
    });
}

pub(super) fn store(folder: &Path) -> Result<Vec<Figure>, String> {
    let plan = kuhn(MILLION)?;
    // The games alone, in the same chunks of nothing else.
    let table = plan.cells[0]
        .prepare()
        .map_err(|diagnostic| diagnostic.to_string())?;
    let (sum, bare) = Usage::of(|| {
        let plies = (0..MILLION).map(|number| u64::from(table.play(number).plies));
        plies.sum::<u64>()
    });
    std::hint::black_box(sum);
    let path = folder.join("million.sqlite");
    let (played, one) = run_plan(&plan, Size::Full, &path, 1)?;
    let [gain, alone] = gains(&plan, &*table, folder)?;
    let (again, resuming) = run_plan(&plan, Size::Full, &path, 1)?;
    let store = Store::open_to_read(&path).map_err(words)?;
    let cell = store
        .known(&plan.cells[0])
        .map_err(words)?
        .ok_or("the cell is not there")?;
    let (read, reading) = Usage::of(|| {
        let mut plies = 0;
        let read = store.read(cell, MILLION, |_, episode| {
            plies += u64::from(episode.plies)
        });
        read.map(|()| plies)
    });
    if read.map_err(words)? != sum {
        return Err("the rows are not what was played".to_string());
    }
    let (shown, reporting) = Usage::of(|| report(&plan, MILLION, &store));
    shown?;
    let mut into = Store::open(&folder.join("merged.sqlite")).map_err(words)?;
    let (merged, merging) = Usage::of(|| into.merge(&store, &mut |_| {}));
    if merged.map_err(words)?.added != MILLION {
        return Err("episodes were lost in the merge".to_string());
    }
    let (merged, known) = Usage::of(|| into.merge(&store, &mut |_| {}));
    merged.map_err(words)?;
    let size = std::fs::metadata(&path).map_or(0, |file| file.len());
    let million = MILLION as f64;
    let micro = |usage: &Usage| usage.cpu * 1e6 / million;
    // The kernel's account is in hundredths of a second.
    let rate = |usage: &Usage| 1.0 / usage.cpu.max(0.01);
    Ok(vec![
        Figure::new(
            "a hand of Kuhn poker alone, processor time",
            micro(&bare),
            "us",
        ),
        Figure::new(
            "played and stored, one thread, processor time",
            micro(&one),
            "us",
        ),
        Figure::new("beyond the game", micro(&one) - micro(&bare), "us").goal("at most 1"),
        Figure::new("two threads against one", gain, "times").goal("at least 1.8"),
        Figure::new("the same of the games alone", alone, "times"),
        Figure::new(
            "resuming a complete million, processor time",
            resuming.cpu,
            "s",
        )
        .goal("under 2"),
        Figure::new(
            "episodes played, and on resuming",
            (played + again) as f64,
            "",
        ),
        Figure::new(
            "episodes read a processor second",
            rate(&reading),
            "million",
        ),
        Figure::new("report of a million, processor time", reporting.cpu, "s").goal("under 0.3"),
        Figure::new(
            "episodes merged a processor second",
            rate(&merging),
            "million",
        )
        .goal("at least 5"),
        Figure::new("the same again, all known", rate(&known), "million"),
        Figure::new("bytes an episode", size as f64 / million, "B"),
    ])
}

/// Ten million episodes: run, resumed, read, reported and merged.
pub(super) fn memory(folder: &Path) -> Result<Vec<Figure>, String> {
    memory_of(folder, 10 * MILLION)
}

/// A hundred million episodes.
pub(super) fn memory_large(folder: &Path) -> Result<Vec<Figure>, String> {
    memory_of(folder, 100 * MILLION)
}

fn memory_of(folder: &Path, count: u64) -> Result<Vec<Figure>, String> {
    let plan = kuhn(count)?;
    let path = folder.join("many.sqlite");
    let (played, run) = run_plan(&plan, Size::Full, &path, 2)?;
    let (again, resumed) = run_plan(&plan, Size::Full, &path, 2)?;
    let store = Store::open_to_read(&path).map_err(words)?;
    let cell = store
        .known(&plan.cells[0])
        .map_err(words)?
        .ok_or("the cell is not there")?;
    let (read, reading) = Usage::of(|| store.read(cell, count, |_, _| {}));
    read.map_err(words)?;
    let (shown, reporting) = Usage::of(|| report(&plan, count, &store));
    shown?;
    let mut into = Store::open(&folder.join("merged.sqlite")).map_err(words)?;
    let (merged, merging) = Usage::of(|| into.merge(&store, &mut |_| {}));
    merged.map_err(words)?;
    let peak = |what: &str, usage: &Usage| {
        let what = format!("largest memory after {what}");
        Figure::new(what, usage.peak, "MB").goal("at most 300")
    };
    Ok(vec![
        Figure::new(
            "episodes played, and on resuming",
            (played + again) as f64,
            "",
        ),
        Figure::new("run on two threads", run.wall, "s"),
        peak("the run", &run),
        peak("resuming", &resumed),
        peak("reading", &reading),
        peak("a report", &reporting),
        Figure::new("report", reporting.wall, "s").goal("a hundred million in under 60"),
        Figure::new("report, processor time", reporting.cpu, "s"),
        Figure::new(
            "episodes merged a processor second",
            count as f64 / MILLION as f64 / merging.cpu.max(0.01),
            "million",
        )
        .goal("at least 5"),
        peak("merging", &merging),
    ])
}

pub(super) fn threads(folder: &Path) -> Result<Vec<Figure>, String> {
    let plan = plan::find(
        "slide-depth5",
        &[],
        |path| std::fs::read_to_string(path),
        shipped(),
    )
    .map_err(|diagnostic| diagnostic.to_string())?;
    // Tables that both runs need are made beforehand.
    run_plan(&plan, Size::Quick, &folder.join("warm.sqlite"), 1)?;
    let (_, one) = run_plan(&plan, Size::Quick, &folder.join("one.sqlite"), 1)?;
    let (_, two) = run_plan(&plan, Size::Quick, &folder.join("two.sqlite"), 2)?;
    Ok(vec![
        Figure::new("slide-depth5, quick, one thread", one.wall, "s"),
        Figure::new("slide-depth5, quick, two threads", two.wall, "s"),
        Figure::new("gain", one.wall / two.wall, "times"),
    ])
}
