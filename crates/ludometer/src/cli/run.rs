//! `ludometer run`: an experiment.

use super::corpus::Corpus;
use super::output::{emit, emit_json, render, say};
use super::progress::{bar, cores, stop};
use super::{Failure, output::Format};
use clap::Args;
use ludometer_arena::options::RunOptions;
use ludometer_arena::registry::Registry;
use ludometer_lab::plan::{self, Plan, Size};
use ludometer_lab::present::Results;
use ludometer_lab::run::{self, Ran};
use ludometer_lab::store::Store;
use ludometer_report::Document;
use ludometer_spec::source::Diagnostic;
use std::path::Path;

/// Runs an experiment, or what is missing of it, and prints its report.
///
/// PLAN is a file or the name of a shipped plan (`ludometer list plans`). Every finished episode is
/// in the store at once; running the same plan again goes on where it stopped.
#[derive(Args)]
#[command(after_help = "Example:\n  ludometer run slide-depth4 --quick --set 'start=distance(16)'")]
pub(super) struct Run {
    /// A file, or the name of a shipped plan.
    plan: String,
    #[command(flatten)]
    options: Options,
    /// How to print the report.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Writes the figures as JSON to this file; `-` is stdout, instead of the report.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

/// What every command that runs plans can be told.
#[derive(Args)]
pub(super) struct Options {
    /// Runs the first episodes of every cell only.
    #[arg(long)]
    quick: bool,
    /// Replaces a key of the plan, as in `episodes=200` or `generator=mersenne-twister`.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    #[command(flatten)]
    corpus: Corpus,
    #[command(flatten)]
    pub(super) span: Span,
}

/// Where rows are kept and how fast they are made.
#[derive(Args)]
pub(super) struct Span {
    /// Threads; the results are the same for any number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: Option<u16>,
    /// The file in which every finished episode is kept.
    #[arg(long, value_name = "FILE", default_value = "ludometer.sqlite")]
    pub(super) store: String,
}

impl Options {
    pub(super) fn plan(&self, name: &str, registry: &Registry) -> Result<Plan, Failure> {
        let load = |path: &str| std::fs::read_to_string(path);
        let registry = self.corpus.registry(registry)?;
        Ok(plan::find(name, &self.settings, load, &registry)?)
    }

    pub(super) fn size(&self) -> Size {
        if self.quick { Size::Quick } else { Size::Full }
    }
}

impl Span {
    pub(super) fn open(&self) -> Result<Store, Failure> {
        Ok(Store::open(Path::new(&self.store))?)
    }
}

/// Plays what is missing, with a progress bar; a run that was stopped is a failure that says how
/// to go on.
pub(super) fn complete(
    plan: &Plan,
    count: u64,
    store: &mut Store,
    span: &Span,
) -> Result<Ran, Failure> {
    if count == 0 {
        let message = format!("the plan `{}` has no quick size", plan.name);
        let diagnostic = Diagnostic::new(message);
        return Err(diagnostic
            .hint("leave --quick away, or give it one: --set quick=1")
            .into());
    }
    let bar = bar(&plan.name, 0);
    let mut progress = |stored, of| {
        bar.set_length(of);
        if bar.position() == 0 {
            // Episodes of earlier runs do not count towards the rate.
            bar.set_position(stored);
            bar.reset_eta();
        }
        bar.set_position(stored);
    };
    let manner = RunOptions {
        threads: span.threads.map_or_else(cores, usize::from),
        stop: stop(),
        progress: &mut progress,
    };
    let ran = run::run(plan, count, store, manner);
    bar.finish_and_clear();
    let ran = ran?;
    if ran.is_complete() {
        return Ok(ran);
    }
    Err(Failure::failed(format!(
        "stopped: {} of {} episodes are in {}\nhint: the same command goes on from there",
        ran.stored, ran.of, span.store
    )))
}

impl Run {
    pub(super) fn go(self, registry: &Registry) -> Result<(), Failure> {
        let plan = self.options.plan(&self.plan, registry)?;
        let count = plan.count(self.options.size());
        let mut store = self.options.span.open()?;
        let ran = complete(&plan, count, &mut store, &self.options.span)?;
        say(&format!(
            "{} episodes, {} of them played now",
            ran.of, ran.played
        ));
        let (blocks, agreements) = Results::read(&plan, count, &store)?.present();
        if let Some(to) = &self.json {
            emit_json(&agreements, to)?;
        }
        if self.json.as_deref() != Some("-") {
            let title = plan.title.clone();
            emit(&render(&Document { title, blocks }, self.format), None)?;
        }
        Ok(())
    }
}
