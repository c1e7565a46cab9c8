//! `ludometer store audit`.

use super::short;
use crate::cli::Failure;
use crate::cli::output::{emit, emit_json};
use crate::cli::part::share;
use crate::cli::progress::{bar, stop};
use crate::cli::resources::threads;
use crate::cli::run::Options;
use crate::cli::schemas::Schema;
use clap::Args;
use ludometer_arena::options::RunOptions;
use ludometer_arena::registry::Registry;
use ludometer_lab::run::audit;
use ludometer_lab::store::Store;
use std::path::Path;

/// Play a share of a plan's stored episodes again and compare them to the bit.
///
/// The plan says what is played: a store has the descriptions of its cells by identifiers and versions, which
/// name cells and cannot be run. At least one episode of every cell is played again. Ends with code 1 if one
/// differs.
#[derive(Args)]
#[command(after_help = "Example:\n  ludometer store audit slide-depth4 --share 0.01")]
pub(super) struct Audit {
    /// Plan: a TOML file or the name of a built-in plan.
    plan: String,
    #[command(flatten)]
    options: Options,
    /// Share of the stored episodes to play again, 0 to 1.
    #[arg(long, default_value_t = 0.01, value_parser = share)]
    share: f64,
    /// Seed of the sample.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Write what was found as JSON to FILE; `-` is stdout, instead of the text.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

impl Audit {
    pub(super) fn go(self, registry: &Registry) -> Result<(), Failure> {
        let plan = self.options.plan(&self.plan, registry)?;
        let store = Store::open_to_read(Path::new(&self.options.storage.store))?;
        let bar = bar(&plan.name, 0);
        let options = RunOptions {
            threads: threads(self.options.storage.threads)?,
            stop: stop(),
            progress: &mut |played, _| bar.set_position(played),
        };
        let audited = audit(&plan, &store, self.share, self.seed, options);
        bar.finish_and_clear();
        let audited = audited?;
        if let Some(to) = &self.json {
            emit_json(Schema::StoreAudit, &audited, to)?;
        }
        if self.json.as_deref() != Some("-") {
            let mut text = String::new();
            for different in &audited.different {
                let key = short(&different.key);
                text += &format!("cell {key}, episode {}: different\n", different.episode);
            }
            if audited.skipped > 0 {
                text += &match audited.skipped {
                    1 => "1 cell has a time limit and does not repeat\n".to_string(),
                    skipped => format!("{skipped} cells have a time limit and do not repeat\n"),
                };
            }
            text += &format!(
                "{} of {} stored episodes were played again, {} came out otherwise\n",
                audited.played,
                audited.of,
                audited.different.len()
            );
            emit(&text, None)?;
        }
        if audited.stopped {
            return Err(Failure::failed("stopped before the end"));
        }
        match audited.different.len() {
            0 => Ok(()),
            count => Err(Failure::failed(format!(
                "{count} stored episodes are not what this program plays\nhint: another program or version wrote them; `ludometer store prune` removes cells, and `run` plays them anew"
            ))),
        }
    }
}
