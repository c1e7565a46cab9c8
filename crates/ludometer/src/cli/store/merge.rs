//! `ludometer store merge`.

use crate::cli::Failure;
use crate::cli::forms::MergedStore;
use crate::cli::log::say;
use crate::cli::output::{emit, emit_json};
use crate::cli::progress::bar;
use crate::cli::schemas::Schema;
use clap::Args;
use ludometer_lab::store::Store;
use std::path::Path;

/// Merge stores into one, such as the parts that `run --part` played.
///
/// Episodes that are in several stores must be the same to the bit; the merge stops at the first one that is
/// not, and names it. Merging again goes on from there. The order of the stores does not matter.
#[derive(Args)]
#[command(
    after_help = "Example:\n  ludometer store merge part1.sqlite part2.sqlite --into all.sqlite"
)]
pub(super) struct Merge {
    /// Stores to merge; they are only read.
    #[arg(required = true, value_name = "FROM")]
    from: Vec<String>,
    /// Store to merge into; it is made if there is none.
    #[arg(long, value_name = "FILE")]
    into: String,
    /// Write how much was merged as JSON to FILE; `-` is stdout, instead of the text.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

impl Merge {
    pub(super) fn go(self) -> Result<(), Failure> {
        // All of them must be stores of this version before anything is written.
        let stores = self
            .from
            .iter()
            .map(|path| Store::open_unchanged(Path::new(path)));
        let stores = stores.collect::<Result<Vec<_>, _>>()?;
        let mut into = Store::open(Path::new(&self.into))?;
        let mut all = Vec::new();
        for (path, store) in self.from.iter().zip(&stores) {
            let bar = bar(path, 0);
            let merged = into.merge(store, &mut |looked| bar.set_position(looked));
            bar.finish_and_clear();
            all.push((
                path,
                merged.map_err(|error| Failure::failed(error.to_string()))?,
            ));
        }
        if let Some(to) = &self.json {
            let all = all
                .iter()
                .map(|(store, merged)| MergedStore { store, merged });
            emit_json(Schema::StoreMerge, &all.collect::<Vec<_>>(), to)?;
            if to == "-" {
                return Ok(());
            }
        }
        for (path, merged) in &all {
            let line = format!(
                "{path}: {} episodes added, {} known, in {} cells; {} tunings",
                merged.added, merged.known, merged.cells, merged.studies
            );
            emit(&line, None)?;
        }
        say(&format!("merged into {}", self.into));
        Ok(())
    }
}
