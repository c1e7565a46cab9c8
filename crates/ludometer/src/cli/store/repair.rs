//! `ludometer store repair`.

use super::File;
use crate::cli::Failure;
use crate::cli::output::{emit, emit_json};
use crate::cli::schemas::Schema;
use clap::Args;
use ludometer_lab::store::Store;

/// Repair a damaged store: keep every block and record that is whole, and leave out the rest.
///
/// The damaged file is kept beside the repaired one, with the ending `.damaged`. `run` plays the episodes
/// that were lost again.
#[derive(Args)]
#[command(after_help = "Example:\n  ludometer store repair --store ludometer.sqlite")]
pub(super) struct Repair {
    #[command(flatten)]
    file: File,
    /// Write what was kept and lost as JSON to FILE; `-` is stdout, instead of the text.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

impl Repair {
    pub(super) fn go(self) -> Result<(), Failure> {
        let repaired = Store::repair(self.file.path())?;
        if let Some(to) = &self.json {
            emit_json(Schema::StoreRepair, &repaired, to)?;
            if to == "-" {
                return Ok(());
            }
        }
        let Some(damaged) = &repaired.damaged else {
            return emit("nothing is damaged; the store was left as it is", None);
        };
        let mut text = String::new();
        for damage in &repaired.before.damage {
            text += &format!("{damage}\n");
        }
        let after = &repaired.after;
        text += &format!(
            "kept {} episodes in {} blocks of {} cells, and {} tunings\nthe damaged file is {}\n`ludometer run` plays what is missing again\n",
            after.episodes,
            after.blocks,
            after.cells,
            after.studies,
            damaged.display()
        );
        emit(&text, None)
    }
}
