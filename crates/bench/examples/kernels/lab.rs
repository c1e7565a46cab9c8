//! A tuner at work, and rows that are written.

use crate::slide::read;
use crate::{Checksum, Kernel, Work};
use ludometer_arena::play::{Ending, Episode, SeatResult};
use ludometer_lab::store::{Store, StoredRow};
use ludometer_tune::landscape::{Landscape, LandscapeKind};
use ludometer_tune::{Method, Objective, Task};
use std::path::PathBuf;

pub(super) const KERNELS: &[Kernel] = &[
    Kernel {
        name: "tuner-default",
        prepare: || tuner("default", 20_000),
    },
    Kernel {
        name: "store-rows",
        prepare: store,
    },
];

/// Trials of a tuner of 100 parameters that is always told the same.
fn tuner(method: &'static str, budget: u64) -> Result<Work, String> {
    Ok(Box::new(move || {
        let method = Method::named(method).map_err(|error| error.to_string())?;
        let tuner = method.start(Task {
            space: Landscape::new(LandscapeKind::Std, 100, 0).space(),
            objective: Objective::Duel,
            budget,
            seed: 0,
        });
        let mut tuner = tuner.map_err(|error| error.to_string())?;
        let mut sum = Checksum::default();
        loop {
            let batch = tuner.ask();
            if batch.is_empty() {
                return Ok(sum.0);
            }
            for trial in batch.trials() {
                sum.add_real(trial.point[0]);
            }
            let answers: Vec<f64> = (0..batch.len()).map(|i| (i % 3) as f64 - 1.0).collect();
            tuner.tell(&answers).map_err(|error| error.to_string())?;
        }
    }))
}

const ROWS: u64 = 100_000;

/// A folder that goes when its kernel does.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that stays behind harms nothing.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Rows of the smallest kind, in batches; what the kernel does for it is not counted.
fn store() -> Result<Work, String> {
    let folder =
        Folder(std::env::temp_dir().join(format!("ludometer-kernels-{}", std::process::id())));
    std::fs::create_dir_all(&folder.0)
        .map_err(|error| format!("{}: {error}", folder.0.display()))?;
    let plan = read(&format!(
        "game = 'slide(k=2)'\nseats = ['random']\nepisodes = {ROWS}\nmoves = 1\nstart = 'walk(1)'\n"
    ))?;
    let path = folder.0.join("rows.sqlite");
    let mut store = Store::open(&path).map_err(|error| error.to_string())?;
    let cell = store
        .register(&plan.cells[0])
        .map_err(|error| error.to_string())?;
    let record = |number: u64| StoredRow {
        cell,
        number,
        episode: Episode {
            plies: (number % 100) as u32,
            ending: match number % 3 {
                0 => Ending::Finished,
                _ => Ending::Truncated,
            },
            seats: vec![SeatResult {
                payoff: (number % 2) as f64,
                points: -(number as f64),
                ..SeatResult::default()
            }],
            record: None,
        },
    };
    let rows: Vec<StoredRow> = (0..ROWS).map(record).collect();
    Ok(Box::new(move || {
        for batch in rows.chunks(8000) {
            store.write(batch).map_err(|error| error.to_string())?;
        }
        let written = store.done(cell, ROWS).map_err(|error| error.to_string())?;
        std::hint::black_box(&folder);
        Ok(written.count())
    }))
}
