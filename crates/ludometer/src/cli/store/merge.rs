//! `ludometer store merge`.

use crate::cli::Failure;
use crate::cli::forms::MergedStores;
use crate::cli::log::{note, say};
use crate::cli::output::{emit, emit_json};
use crate::cli::progress::bar;
use crate::cli::run::Rules;
use crate::cli::schemas::Schema;
use clap::Args;
use ludometer_arena::registry::Registry;
use ludometer_lab::plan::Plan;
use ludometer_lab::run::{ShutOut, United, unite};
use ludometer_lab::store::Store;
use std::path::{Path, PathBuf};

/// Merge stores into one, such as the parts that `run --part` played.
///
/// Episodes that are in several stores must be the same to the bit; the merge stops at the first one that is
/// not, and names it. With `--plan` that episode is played again, and the store that is wrong is left out with
/// everything that came from it. Merging again goes on from there. The order of the stores does not matter.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer store merge part1.sqlite part2.sqlite --into all.sqlite\n  ludometer store merge parts/*.sqlite --into all.sqlite --plan slide-depth4"
)]
pub(super) struct Merge {
    /// Stores to merge; they are only read.
    #[arg(required = true, value_name = "FROM")]
    from: Vec<String>,
    /// Store to merge into; it is made if there is none.
    #[arg(long, value_name = "FILE")]
    into: String,
    /// Plan whose rows decide: a row about which stores disagree is played again.
    #[arg(long, value_name = "PLAN")]
    plan: Option<String>,
    #[command(flatten)]
    rules: Rules,
    /// Write how much was merged as JSON to FILE; `-` is stdout, instead of the text.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

/// Unites stores with one, with a bar.
pub(in crate::cli) fn united(
    into: &mut Store,
    from: &[PathBuf],
    plan: Option<&Plan>,
) -> Result<United, Failure> {
    let bar = bar("stores", from.len() as u64);
    let mut tick = |store: usize, _: u64| bar.set_position(store as u64);
    let united = unite(into, from, plan, &mut tick);
    bar.finish_and_clear();
    united.map_err(|error| Failure::failed(error.to_string()))
}

/// What is said of a store that was left out.
pub(in crate::cli) fn told(out: &ShutOut) -> String {
    format!(
        "{} is left out: episode {} of this cell, played again, is not what it has; {} episodes that came from it were removed\n{}hint: the machine that wrote it computes otherwise or runs another program: remove the file, and play its part again elsewhere",
        out.store.display(),
        out.episode,
        out.removed,
        out.description
    )
}

impl Merge {
    pub(super) fn go(self, registry: &Registry) -> Result<(), Failure> {
        let plan = match &self.plan {
            Some(plan) => Some(self.rules.plan(plan, registry)?),
            None => None,
        };
        let from: Vec<PathBuf> = self.from.iter().map(PathBuf::from).collect();
        let real = |path: &Path| std::fs::canonicalize(path).ok();
        for path in &from {
            // All of them must be stores of this version before anything is written.
            Store::open_unchanged(path)?;
            if real(path) == real(Path::new(&self.into)) {
                return Err(Failure::usage(format!(
                    "{} cannot be merged into itself\nhint: omit it: what it has stays there",
                    self.into
                )));
            }
        }
        let mut into = Store::open(Path::new(&self.into))?;
        let united = united(&mut into, &from, plan.as_ref())?;
        if let Some(to) = &self.json {
            let all = MergedStores::of(&united);
            emit_json(Schema::StoreMerge, &all, to)?;
        }
        if self.json.as_deref() != Some("-") {
            for (path, merged) in &united.merged {
                let line = format!(
                    "{}: {} episodes added, {} known, in {} cells; {} tunings",
                    path.display(),
                    merged.added,
                    merged.known,
                    merged.cells,
                    merged.studies
                );
                emit(&line, None)?;
            }
        }
        for out in &united.shut_out {
            note(&told(out));
        }
        if !united.shut_out.is_empty() {
            return Err(Failure::failed(format!(
                "{} of {} stores were left out of {}",
                united.shut_out.len(),
                from.len(),
                self.into
            )));
        }
        if self.json.as_deref() != Some("-") {
            say(&format!("merged into {}", self.into));
        }
        Ok(())
    }
}
