//! `ludometer store prune`.

use super::File;
use crate::cli::Failure;
use crate::cli::corpus::Corpus;
use crate::cli::output::{emit, emit_json};
use crate::cli::schemas::Schema;
use clap::Args;
use ludometer_arena::registry::Registry;
use ludometer_lab::plan;
use ludometer_lab::store::Store;

/// Remove cells from a store.
///
/// With --keep, the cells of these plans stay, with all of their episodes, and every other cell is removed; with
/// --drop, the cells of these plans are removed and every other cell stays. Tunings stay.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer store prune --keep slide-depth4 --keep mine.toml --dry-run\n  ludometer store prune --drop mine.toml"
)]
pub(super) struct Prune {
    #[command(flatten)]
    file: File,
    /// Plan whose cells are kept: a TOML file or the name of a built-in plan; repeatable.
    #[arg(long, value_name = "PLAN", required_unless_present = "drop")]
    keep: Vec<String>,
    /// Plan whose cells are removed, also if other plans share them; repeatable.
    #[arg(long, value_name = "PLAN", conflicts_with = "keep")]
    drop: Vec<String>,
    /// Print what would be removed and change nothing.
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    corpus: Corpus,
    /// Write what was removed as JSON to FILE; `-` is stdout, instead of the text.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

impl Prune {
    pub(super) fn go(self, registry: &Registry) -> Result<(), Failure> {
        let registry = self.corpus.registry(registry)?;
        let mut keys = Vec::new();
        for name in self.keep.iter().chain(&self.drop) {
            let load = |path: &str| std::fs::read_to_string(path);
            let plan = plan::find(name, &[], load, &registry)?;
            let cells = plan.cells.iter();
            keys.extend(cells.flat_map(|cell| cell.earlier_keys().into_iter().chain([cell.key()])));
        }
        // It is to be pruned, not made.
        drop(self.file.open()?);
        let mut store = Store::open(self.file.path())?;
        let keeps = |key: &[u8; 16]| keys.contains(key) == self.drop.is_empty();
        let pruned = store.prune(keeps, self.dry_run)?;
        if let Some(to) = &self.json {
            emit_json(Schema::StorePrune, &pruned, to)?;
            if to == "-" {
                return Ok(());
            }
        }
        let verb = if self.dry_run {
            "would be removed"
        } else {
            "removed"
        };
        let mut text = String::new();
        for key in &pruned.cells {
            text += &format!("{key}\n");
        }
        text += &format!(
            "{} cells with {} episodes {verb}, {} kept\n",
            pruned.cells.len(),
            pruned.episodes,
            pruned.kept
        );
        emit(&text, None)
    }
}
