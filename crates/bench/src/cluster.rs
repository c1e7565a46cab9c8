//! A cluster that is simulated: thousands of parts, real dealing, real stores, a real union and report.

use super::laboratory::{kuhn, report, words};
use super::slide::run_plan;
use super::{Figure, Usage};
use ludometer_arena::options::RunOptions;
use ludometer_core::{Generator, Rng, Seed};
use ludometer_lab::plan::{Plan, Size};
use ludometer_lab::run::{Costs, PartEpisodes, run_watched, unite};
use ludometer_lab::store::Store;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// How large the simulation is.
struct Extent {
    parts: u64,
    episodes: u64,
    /// The probability that a try to play a part is killed.
    killed: f64,
}

/// Ten thousand parts, of which one try in twenty is killed at a random moment.
pub(super) fn cluster(folder: &Path) -> Result<Vec<Figure>, String> {
    let extent = Extent {
        parts: 10_000,
        episodes: 2_000_000,
        killed: 0.05,
    };
    simulate(folder, &extent)
}

/// The store of a part.
fn part(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("part-{:05}.sqlite", number + 1))
}

/// What happened to the parts.
#[derive(Default)]
struct Played {
    kills: u64,
    /// Episodes that were played and not stored when their process was killed.
    lost: u64,
    submissions: u64,
}

/// Plays a share into its store.
fn play(plan: &Plan, share: &PartEpisodes, path: &Path) -> Result<(), String> {
    let mut store = Store::open(path).map_err(words)?;
    let stop = AtomicBool::new(false);
    let options = RunOptions {
        threads: 1,
        stop: &stop,
        progress: &mut |_, _| {},
    };
    run_watched(plan, share, &mut store, options, &mut |_, _, _| Ok(()))
        .map_err(|error| error.to_string())?;
    Ok(())
}

/// Submits what is missing until nothing is. A try that is killed leaves the rows up to a random moment, without
/// those of the last flush.
fn play_all(
    plan: &Plan,
    shares: &[PartEpisodes],
    extent: &Extent,
    folder: &Path,
    dice: &mut Rng,
) -> Result<Played, String> {
    let mut played = Played::default();
    let mut missing: Vec<usize> = (0..shares.len()).collect();
    while !missing.is_empty() {
        played.submissions += 1;
        dice.shuffle(&mut missing);
        for &number in &missing {
            let (share, path) = (&shares[number], part(folder, number));
            if !dice.happens(extent.killed) {
                play(plan, share, &path)?;
                continue;
            }
            played.kills += 1;
            let before = dice.below(share.episodes() + 1);
            // A flush takes up to a fifth of a second; these parts are shorter, so that what was written last
            // is a matter of chance.
            let kept = dice.below(before + 1);
            played.lost += before - kept;
            play(plan, &share.clone().first(kept), &path)?;
        }
        let mut left = Vec::new();
        for &number in &missing {
            let store = Store::open_unchanged(&part(folder, number)).map_err(words)?;
            if shares[number].missing(plan, &store).map_err(words)? > 0 {
                left.push(number);
            }
        }
        missing = left;
    }
    Ok(played)
}

fn simulate(folder: &Path, extent: &Extent) -> Result<Vec<Figure>, String> {
    let plan = kuhn(extent.episodes)?;
    let mut dice = Seed::new(1).named("cluster").rng(Generator::Xoshiro);
    let costs = Costs::alike();
    let (shares, dealing) =
        Usage::of(|| PartEpisodes::all(&plan, extent.parts, extent.episodes, &costs));
    let (played, playing) = Usage::of(|| play_all(&plan, &shares, extent, folder, &mut dice));
    let played = played?;
    let mut stores: Vec<PathBuf> = (0..shares.len()).map(|n| part(folder, n)).collect();
    dice.shuffle(&mut stores);
    let all = folder.join("all.sqlite");
    let mut into = Store::open(&all).map_err(words)?;
    let (united, uniting) = Usage::of(|| unite(&mut into, &stores, Some(&plan), &mut |_, _| {}));
    let united = united.map_err(|error| error.to_string())?;
    let rows: u64 = united.merged.iter().map(|(_, merged)| merged.added).sum();
    let (shown, reporting) = Usage::of(|| report(&plan, extent.episodes, &into));
    shown?;
    let whole = folder.join("whole.sqlite");
    run_plan(&plan, Size::Full, &whole, 2)?;
    let one = Store::open_to_read(&whole).map_err(words)?;
    let compared = into.compare(&one).map_err(words)?;
    if !compared.cells.iter().all(|cell| cell.is_none()) || rows != extent.episodes {
        return Err("the united rows are not those of one process".to_string());
    }
    let wanted = extent.episodes as f64;
    Ok(vec![
        Figure::new("parts", extent.parts as f64, ""),
        Figure::new("rows", wanted, ""),
        Figure::new("probability that a try is killed", extent.killed, ""),
        Figure::new("dealing all parts, processor time", dealing.cpu, "s"),
        Figure::new(
            "submissions until nothing was missing",
            played.submissions as f64,
            "",
        ),
        Figure::new("tries that were killed", played.kills as f64, ""),
        Figure::new(
            "episodes that were lost with them and played again",
            100.0 * played.lost as f64 / wanted,
            "%",
        ),
        Figure::new("playing, processor time", playing.cpu, "s"),
        Figure::new("uniting in random order, processor time", uniting.cpu, "s"),
        Figure::new(
            "a store united, processor time",
            1e3 * uniting.cpu / extent.parts as f64,
            "ms",
        ),
        Figure::new("report, processor time", reporting.cpu, "s"),
        Figure::new("largest memory", reporting.peak, "MB").goal("at most 300"),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_that_are_killed_and_resubmitted_are_the_rows_of_one_process() {
        let folder = std::env::temp_dir().join(format!("bench-cluster-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let extent = Extent {
            parts: 40,
            episodes: 3000,
            killed: 0.3,
        };
        let figures = simulate(&folder, &extent).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        let of = |what: &str| {
            figures
                .iter()
                .find(|f| f.what.contains(what))
                .unwrap()
                .value
        };
        assert!(of("tries that were killed") > 5.0 && of("submissions") > 1.0);
    }
}
