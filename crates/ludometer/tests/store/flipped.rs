//! One flipped byte anywhere is found, or changes nothing.

use crate::common::{DUEL, Folder};
use ludometer::catalogue::shipped;
use ludometer::define::no_files;
use ludometer::options::RunOptions;
use ludometer::plan::{Plan, Size};
use ludometer::present::Results;
use ludometer::run::run;
use ludometer::source::Span;
use ludometer::store::{Store, Target};
use ludometer::tune::{TuneOptions, Tuning, figures, tune};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::atomic::AtomicBool;

const TRIALS: usize = 200;

/// A place of the file and what its byte is changed with, for each trial.
fn flips(seed: u64, bytes: usize) -> Vec<(usize, u8)> {
    let mut state = seed;
    let mut next = || {
        // SplitMix64.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        for (shift, factor) in [(30, 0xbf58_476d_1ce4_e5b9), (27, 0x94d0_49bb_1331_11eb)] {
            mixed = (mixed ^ (mixed >> shift)).wrapping_mul(factor);
        }
        mixed ^ (mixed >> 31)
    };
    (0..TRIALS)
        .map(|_| (next() as usize % bytes, 1 << (next() % 8)))
        .collect()
}

/// Makes the file anew, with a byte flipped, and without a log beside it.
fn flip(path: &Path, bytes: &[u8], (place, with): (usize, u8)) {
    let mut bytes = bytes.to_vec();
    bytes[place] ^= with;
    for end in ["-wal", "-shm", ".damaged"] {
        let mut beside = path.as_os_str().to_owned();
        beside.push(end);
        let _ = std::fs::remove_file(beside);
    }
    std::fs::write(path, bytes).unwrap();
}

/// Every row and the report, and how many episodes each cell was asked for, or what was said instead.
fn told(plan: &Plan, path: &Path) -> Result<(String, Vec<Vec<Target>>), String> {
    let words = |error: ludometer::store::StoreError| error.to_string();
    let store = Store::open_to_read(path).map_err(words)?;
    let mut text = String::new();
    let mut targets = Vec::new();
    for cell in &plan.cells {
        let Some((id, _)) = store.known_to_report(cell).map_err(words)? else {
            continue;
        };
        let each = |number, episode: &_| writeln!(text, "{number} {episode:?}").unwrap();
        store.read(id, plan.episodes, each).map_err(words)?;
        targets.push(store.targets(id).map_err(words)?);
    }
    let results = Results::read(plan, plan.episodes, &store).map_err(words)?;
    let (blocks, _) = results.present().map_err(words)?;
    Ok((text + &format!("{blocks:?}"), targets))
}

fn play(plan: &Plan, path: &Path) -> Result<(), String> {
    let mut store = Store::open(path).map_err(|error| error.to_string())?;
    let options = RunOptions {
        threads: 1,
        stop: &AtomicBool::new(false),
        progress: &mut |_, _| {},
    };
    let ran = run(plan, plan.episodes, &mut store, options);
    ran.map(|_| ()).map_err(|error| error.to_string())
}

#[test]
fn in_the_store_of_a_plan() {
    let folder = Folder::new("flipped-plan");
    let text = DUEL.replace("episodes = 60", "episodes = 2500");
    let span = Span::whole("plan.toml", text.as_str());
    let plan = Plan::read("plan", &span, &[], &no_files, shipped()).unwrap();
    let path = folder.path("a.sqlite");
    play(&plan, &path).unwrap();
    let whole = told(&plan, &path).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    let (mut found, mut repaired) = (0, 0);
    for (trial, place) in flips(71, bytes.len()).into_iter().enumerate() {
        flip(&path, &bytes, place);
        let now = told(&plan, &path);
        if let Ok(now) = &now {
            assert!(
                *now == whole,
                "flip {place:?}, trial {trial}: silently different"
            );
        } else {
            found += 1;
        }
        // Going on never makes it different either.
        if play(&plan, &path).is_ok()
            && let Ok(now) = told(&plan, &path)
        {
            assert!(
                now == whole,
                "flip {place:?}, trial {trial}: different after a run"
            );
        }
        flip(&path, &bytes, place);
        if now.is_err() && Store::repair(&path).is_ok() {
            play(&plan, &path).unwrap();
            // What was asked for may be what was damaged: nothing else knows it.
            let (rows, _) = told(&plan, &path).unwrap();
            assert!(rows == whole.0, "flip {place:?}: after a repair");
            repaired += 1;
        }
    }
    assert!(
        found > TRIALS / 4,
        "only {found} of {TRIALS} flips were in what is stored"
    );
    assert!(
        repaired * 2 > found,
        "only {repaired} of {found} were repaired"
    );
}

/// Answers of batches that its tuner was told are not read when it goes on; those of the last match
/// and of the sensitivity analysis are, and they are most of the file.
const TUNING: &str = r#"
game = "tic-tac-toe"
agent = "depth(t=1, leaf=weigh(open-lines={lines}, points={points}))"
opponents = ["random"]
tuner = "spsa"
seed = 4
games = 200
held_out = 600
[parameters]
lines = { low = -2.0, high = 2.0, start = -1.0 }
points = { low = 0.1, high = 10.0, start = 1.0, log = true }
"#;

#[test]
fn in_the_store_of_a_tuning() {
    let folder = Folder::new("flipped-tuning");
    let span = Span::whole("plan.toml", TUNING);
    let tuning = Tuning::read("plan", &span, &[], &no_files, shipped()).unwrap();
    let path = folder.path("a.sqlite");
    let told = |path: &Path| -> Result<String, String> {
        let mut store = Store::open(path).map_err(|error| error.to_string())?;
        let options = TuneOptions {
            threads: 1,
            stop: &AtomicBool::new(false),
            progress: &mut |_| {},
        };
        let tuned = tune(&tuning, Size::Full, &mut store, options);
        let tuned = tuned.map_err(|error| error.to_string())?;
        Ok(serde_json::to_string(&figures(&tuning, &tuned)).unwrap())
    };
    let whole = told(&path).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    let (mut found, mut repaired) = (0, 0);
    for (trial, place) in flips(72, bytes.len()).into_iter().enumerate() {
        flip(&path, &bytes, place);
        match told(&path) {
            Ok(now) => assert!(now == whole, "flip {place:?}, trial {trial}: different"),
            Err(_) => {
                found += 1;
                flip(&path, &bytes, place);
                if Store::repair(&path).is_ok() {
                    assert_eq!(told(&path).as_ref(), Ok(&whole), "flip {place:?}");
                    repaired += 1;
                }
            }
        }
    }
    assert!(
        found > TRIALS / 4,
        "only {found} of {TRIALS} flips were in what is stored"
    );
    assert!(
        repaired * 2 > found,
        "only {repaired} of {found} were repaired"
    );
}
