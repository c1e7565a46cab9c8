//! `ludometer store check`.

use super::File;
use crate::cli::Failure;
use crate::cli::output::{emit, emit_json};
use crate::cli::schemas::Schema;
use clap::Args;
use ludometer_lab::store::Store;

/// Look for damage in a store: in the file, in every record and in every block.
///
/// Ends with code 1 if something is damaged, and says where: the cell, the block and the numbers of its
/// episodes.
#[derive(Args)]
#[command(after_help = "Example:\n  ludometer store check --store ludometer.sqlite")]
pub(super) struct Check {
    #[command(flatten)]
    file: File,
    /// Write what was found as JSON to FILE; `-` is stdout, instead of the text.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

impl Check {
    pub(super) fn go(self) -> Result<(), Failure> {
        let checked = Store::open_to_read(self.file.path())?.check()?;
        if let Some(to) = &self.json {
            emit_json(Schema::StoreCheck, &checked, to)?;
        }
        if self.json.as_deref() != Some("-") {
            let mut text = String::new();
            for damage in &checked.damage {
                text += &format!("{damage}\n");
            }
            text += &format!(
                "{} episodes in {} blocks of {} cells and {} tunings are whole\n",
                checked.episodes, checked.blocks, checked.cells, checked.studies
            );
            emit(&text, None)?;
        }
        match checked.damage.len() {
            0 => Ok(()),
            count => Err(Failure::failed(format!(
                "the store {0} is damaged in {count} places\nhint: `ludometer store repair --store {0}` keeps what is whole, and `run` plays the rest again",
                self.file.store
            ))),
        }
    }
}
