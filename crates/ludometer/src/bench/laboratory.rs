//! The store and the threads.

use super::slide::run_plan;
use super::{Figure, Usage};
use ludometer_arena::define::no_files;
use ludometer_arena::play::{Ending, Episode, SeatResult};
use ludometer_catalogue::shipped;
use ludometer_lab::plan::{self, Plan, Size};
use ludometer_lab::store::{Store, StoredRow};
use ludometer_spec::source::Span;
use std::path::Path;

const MILLION: u64 = 1_000_000;

/// A plan of a million episodes in ten cells that are quick to describe.
fn million() -> Result<Plan, String> {
    let text = format!(
        "game = 'slide(k=2)'\nseats = ['random']\nepisodes = {}\nmoves = 1\nstart = 'walk({{w}})'\nvary = {{ w = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] }}\n",
        MILLION / 10
    );
    let place = Span::whole("million.toml", text);
    Plan::read("million", &place, &[], &no_files, shipped())
        .map_err(|diagnostic| diagnostic.to_string())
}

pub(super) fn store(folder: &Path) -> Result<Vec<Figure>, String> {
    let path = folder.join("million.sqlite");
    let plan = million()?;
    let words = |error: ludometer_lab::store::StoreError| error.to_string();
    let mut store = Store::open(&path).map_err(words)?;
    let cells = plan
        .cells
        .iter()
        .map(|cell| store.register(cell))
        .collect::<Result<Vec<_>, _>>()
        .map_err(words)?;
    let batches: Vec<Vec<StoredRow>> = (0..MILLION / 8000)
        .map(|batch| {
            let numbers = batch * 8000..(batch + 1) * 8000;
            let record = |n: u64| StoredRow {
                cell: cells[(n / (MILLION / 10)) as usize],
                number: n % (MILLION / 10),
                episode: Episode {
                    plies: (n % 100) as u32,
                    ending: match n % 3 {
                        0 => Ending::Finished,
                        _ => Ending::Truncated,
                    },
                    seats: vec![SeatResult {
                        payoff: (n % 2) as f64,
                        points: -(n as f64),
                        ..SeatResult::default()
                    }],
                },
            };
            numbers.map(record).collect()
        })
        .collect();
    let (written, writing) = Usage::of(|| batches.iter().try_for_each(|batch| store.write(batch)));
    written.map_err(words)?;
    drop(store);
    let (ran, resuming) = {
        let (played, usage) = run_plan(&plan, Size::Full, &path, 1)?;
        (played, usage)
    };
    let size = std::fs::metadata(&path).map_or(0, |file| file.len());
    Ok(vec![
        Figure::new("episodes written", MILLION as f64 / writing.wall, "1/s")
            .goal("at least 100,000"),
        Figure::new("resuming a complete million", resuming.wall, "s").goal("under 2"),
        Figure::new("episodes played on resuming", ran as f64, ""),
        Figure::new("bytes an episode", size as f64 / MILLION as f64, "B"),
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
