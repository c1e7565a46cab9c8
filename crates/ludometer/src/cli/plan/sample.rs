//! Measuring some episodes of every cell of a plan.

use crate::cli::Failure;
use crate::cli::progress::{bar, stop};
use ludometer_arena::play::Episode;
use ludometer_arena::registry::PreparedMatch;
use ludometer_core::Stop;
use ludometer_lab::plan::{Cell, Plan};
use ludometer_lab::run::{CellCost, Costs, MeasuredTimes};
use ludometer_lab::store::{BLOCK, RowBlock, Store};
use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Episodes of a cell that are measured at most.
const ENOUGH: usize = 64;

/// Seconds that a sample may take, unless something else is said.
pub(in crate::cli) const SECONDS: u64 = 30;

/// What was measured.
pub(in crate::cli) struct Sample {
    pub(in crate::cli) costs: Costs,
    pub(in crate::cli) times: Vec<MeasuredTimes>,
    /// Cells that say something of their own.
    pub(in crate::cli) cells: usize,
    /// Of those, how many no episode was finished of.
    pub(in crate::cli) unmeasured: usize,
    pub(in crate::cli) episodes: u64,
    /// Rows that are united a second.
    pub(in crate::cli) united: f64,
}

/// Processor time of this thread, where the system says it.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

/// The time of some work in seconds: processor time, unless other processes do the work.
fn timed<T>(outside: bool, work: impl FnOnce() -> T) -> (T, f64) {
    let (wall, before) = (Instant::now(), processor_time());
    let done = work();
    let wall = wall.elapsed();
    let processor = processor_time().zip(before);
    let time = match processor.filter(|_| !outside) {
        Some((after, before)) if after > before => after - before,
        _ => wall,
    };
    (done, time.as_secs_f64())
}

/// The episode that is measured in a round: numbers are spread over the whole cell.
fn number(round: usize, count: u64) -> u64 {
    // The golden ratio, whose multiples lie apart.
    let place = (0.5 + round as f64 * 0.618_033_988_749_895).fract();
    ((place * count as f64) as u64).min(count.saturating_sub(1))
}

/// A cell and what was measured of it.
struct Measured<'a> {
    cell: &'a Cell,
    table: Box<dyn PreparedMatch>,
    seconds: Vec<f64>,
    episodes: Vec<Episode>,
}

/// Plays episodes of every cell in turn, one thread, until the time is over.
pub(in crate::cli) fn sample(plan: &Plan, count: u64, seconds: u64) -> Result<Sample, Failure> {
    let mut seen = HashSet::new();
    let mut cells = Vec::new();
    for cell in &plan.cells {
        if seen.insert(cell.key()) {
            cells.push(Measured {
                cell,
                table: cell.prepare()?,
                seconds: Vec::new(),
                episodes: Vec::new(),
            });
        }
    }
    let over = AtomicBool::new(false);
    let bar = bar("measuring", cells.len() as u64);
    std::thread::scope(|scope| {
        let (done, ended) = mpsc::channel::<()>();
        let over = &over;
        scope.spawn(move || {
            let until = Instant::now() + Duration::from_secs(seconds);
            // The sender is dropped when all is measured.
            while Instant::now() < until && !stop().load(Ordering::Relaxed) {
                let wait = Duration::from_millis(50);
                if ended.recv_timeout(wait) == Err(mpsc::RecvTimeoutError::Disconnected) {
                    return;
                }
            }
            over.store(true, Ordering::Relaxed);
        });
        let rounds = ENOUGH.min(usize::try_from(count).unwrap_or(ENOUGH));
        'rounds: for round in 0..rounds {
            for measured in &mut cells {
                let outside = measured.cell.outside().iter().any(|all| !all.is_empty());
                let number = number(round, count);
                let play = || measured.table.play_until(number, Stop::when(over));
                let (played, time) = timed(outside, play);
                if let Ok(episode) = played {
                    measured.seconds.push(time);
                    measured.episodes.push(episode);
                    if round == 0 {
                        bar.inc(1);
                    }
                }
                if over.load(Ordering::Relaxed) {
                    break 'rounds;
                }
            }
        }
        drop(done);
    });
    bar.finish_and_clear();
    if stop().load(Ordering::Relaxed) {
        return Err(Failure::failed("stopped before the sample was measured"));
    }
    let finished = |measured: &&Measured<'_>| !measured.seconds.is_empty();
    let unmeasured = cells.len() - cells.iter().filter(finished).count();
    if unmeasured == cells.len() {
        return Err(Failure::failed(format!(
            "no episode was finished within {seconds} seconds\nhint: allow more with --seconds"
        )));
    }
    let costs = cells.iter().filter(finished).map(cost);
    let times = cells.iter().filter(finished).map(|measured| MeasuredTimes {
        key: measured.cell.key(),
        seconds: measured.seconds.clone(),
    });
    Ok(Sample {
        costs: Costs::new(costs.collect::<Vec<_>>()),
        times: times.collect(),
        cells: cells.len(),
        unmeasured,
        episodes: cells.iter().map(|cell| cell.seconds.len() as u64).sum(),
        united: united(&cells)?,
    })
}

/// The cost of a cell.
fn cost(measured: &Measured<'_>) -> ([u8; 16], CellCost) {
    let times = &measured.seconds;
    let n = times.len() as f64;
    let mean = times.iter().sum::<f64>() / n;
    let squares = times.iter().map(|time| (time - mean) * (time - mean));
    let spread = match times.len() {
        1 => 0.0,
        _ => (squares.sum::<f64>() / (n - 1.0)).sqrt(),
    };
    let key = measured.cell.key();
    let cost = CellCost {
        key: String::new(),
        seconds: mean,
        spread,
        bytes: bytes(&key, &measured.episodes),
        measured: times.len() as u64,
    };
    (key, cost)
}

/// Bytes of an episode in a full block: what twice the episodes take more is theirs, and the rest is the
/// block's.
fn bytes(key: &[u8; 16], episodes: &[Episode]) -> f64 {
    let twice: Vec<&Episode> = episodes.iter().chain(episodes).collect();
    let once = RowBlock::pack(key, 0, twice[..episodes.len()].iter().copied()).bytes() as f64;
    let twice = RowBlock::pack(key, 0, twice.iter().copied()).bytes() as f64;
    (twice - once) / episodes.len() as f64 + (2.0 * once - twice).max(0.0) / BLOCK as f64
}

/// Blocks that are united to measure how fast that is.
const UNITED: u64 = 64;

/// How many rows of this plan are united a second: two stores are made for it, and removed.
fn united(cells: &[Measured<'_>]) -> Result<f64, Failure> {
    let name = format!("ludometer-cost-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder)
        .map_err(|error| Failure::file(&folder.display().to_string(), &error))?;
    let rate = rate(cells, &folder);
    // Left over, it is in the way of nobody.
    let _ = std::fs::remove_dir_all(&folder);
    rate
}

fn rate(cells: &[Measured<'_>], folder: &Path) -> Result<f64, Failure> {
    let mut from = Store::open(&folder.join("from.sqlite"))?;
    let mut rows = 0;
    let measured = cells.iter().filter(|cell| !cell.episodes.is_empty());
    for (number, measured) in measured.take(UNITED as usize).enumerate() {
        let cell = from.register(measured.cell)?;
        let known = measured.episodes.iter().cycle().take(BLOCK);
        let episodes: Vec<&Episode> = known.collect();
        let same = episodes
            .iter()
            .all(|e| e.seats.len() == episodes[0].seats.len());
        if same {
            let first = number as u64 * BLOCK as u64;
            let block = RowBlock::pack(cell.key(), first, episodes.iter().copied());
            rows += from.write_blocks(vec![(cell, block)])?;
        }
    }
    let mut into = Store::open(&folder.join("into.sqlite"))?;
    let (merged, seconds) = timed(false, || into.merge(&from, &mut |_| {}));
    merged?;
    Ok(rows as f64 / seconds.max(1e-6))
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn measured_numbers_are_spread_and_exist() {
        for count in [1, 2, 7, 1000] {
            for round in 0..200 {
                assert!(number(round, count) < count);
            }
        }
        // Any tenth of a cell has one of the first thirty.
        for tenth in 0..10 {
            let within = |round| number(round, 1000) / 100 == tenth;
            assert!((0..30).any(within), "{tenth}");
        }
    }
}
