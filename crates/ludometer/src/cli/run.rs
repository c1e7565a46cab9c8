//! `ludometer run`: an experiment.

use super::corpus::Corpus;
use super::forms::TestedPlan;
use super::log::say;
use super::output::{emit, emit_json_from, quoted, render};
use super::part::Dealing;
use super::progress::{bar, end_at_once_when_stopped, stop};
use super::resources::{THREADS, threads};
use super::schemas::Schema;
use super::{Failure, output::Format};
use clap::Args;
use indicatif::ProgressBar;
use ludometer_arena::options::RunOptions;
use ludometer_arena::registry::Registry;
use ludometer_lab::plan::{self, Plan, Size};
use ludometer_lab::present::{Agreement, Results, has_standings, standings};
use ludometer_lab::run::{self, PartEpisodes, PlanPart, RunSummary};
use ludometer_lab::sprt::TestProgress;
use ludometer_lab::store::Store;
use ludometer_report::Document;
use ludometer_spec::source::Diagnostic;
use std::borrow::Cow;
use std::io::IsTerminal;
use std::path::Path;
use std::time::{Duration, Instant};

/// Run an experiment described by a plan and print its report.
///
/// PLAN is a TOML file or the name of a built-in plan (`ludometer list plans`). Finished episodes are stored
/// at once; running the same plan again continues where it stopped and plays only what is missing.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer run slide-depth4 --quick --set 'start=distance(16)'\n  ludometer run slide-depth4 --part 2/8 --store part2.sqlite"
)]
pub(super) struct Run {
    /// Plan: a TOML file or the name of a built-in plan.
    plan: String,
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    dealing: Dealing,
    /// Format of the report.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Write the figures as JSON to FILE; `-` is stdout, instead of the report.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

/// What every command that runs plans can be told.
#[derive(Args)]
pub(super) struct Options {
    /// Use the plan's quick size: only the first episodes of every cell.
    #[arg(long)]
    quick: bool,
    #[command(flatten)]
    rules: Rules,
    #[command(flatten)]
    pub(super) storage: StoreOptions,
}

/// What a plan is changed by.
#[derive(Args)]
pub(super) struct Rules {
    /// Override a key of the plan, as in episodes=200; repeatable.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    #[command(flatten)]
    corpus: Corpus,
}

/// Where rows are kept and how fast they are made.
#[derive(Args)]
pub(super) struct StoreOptions {
    /// Worker threads; results do not depend on it [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(THREADS))]
    pub(super) threads: Option<u16>,
    /// SQLite file that keeps all results.
    #[arg(long, value_name = "FILE", default_value = "ludometer.sqlite")]
    pub(super) store: String,
}

/// The command that repeats a plan or a tuning, wherever its results are kept.
pub(super) fn repeated(
    command: &str,
    plan: &str,
    quick: bool,
    settings: &[String],
    corpus: &Corpus,
) -> String {
    let mut words = vec!["ludometer".to_string(), command.to_string(), quoted(plan)];
    words.extend(quick.then(|| "--quick".to_string()));
    for setting in settings {
        let shown = plan::concealed_setting(setting);
        words.extend(["--set".to_string(), quoted(&shown)]);
    }
    if let Some(corpus) = corpus.named() {
        words.extend(["--corpus".to_string(), quoted(corpus)]);
    }
    words.join(" ")
}

impl Rules {
    pub(super) fn plan(&self, name: &str, registry: &Registry) -> Result<Plan, Failure> {
        let load = |path: &str| std::fs::read_to_string(path);
        let registry = self.corpus.registry(registry)?;
        let plan = plan::find(name, &self.settings, load, &registry)?;
        tracing::info!(plan = %plan.name, cells = plan.cells.len(), "opened");
        for cell in &plan.cells {
            tracing::debug!(variables = ?cell.variables(), "cell");
        }
        Ok(plan)
    }
}

impl Options {
    pub(super) fn plan(&self, name: &str, registry: &Registry) -> Result<Plan, Failure> {
        self.rules.plan(name, registry)
    }

    /// The arguments that say which plan it is and which size, without those of storage.
    pub(super) fn arguments(&self, plan: &str) -> Vec<String> {
        let mut words = vec![plan.to_string()];
        words.extend(self.quick.then(|| "--quick".to_string()));
        for setting in &self.rules.settings {
            words.extend(["--set".to_string(), setting.clone()]);
        }
        if let Some(corpus) = self.rules.corpus.named() {
            words.extend(["--corpus".to_string(), corpus.to_string()]);
        }
        words
    }

    /// The keys that are set on the command line.
    pub(super) fn settings(&self) -> &[String] {
        &self.rules.settings
    }

    pub(super) fn size(&self) -> Size {
        if self.quick { Size::Quick } else { Size::Full }
    }

    /// The command that plays a plan with these options, wherever its rows are kept.
    pub(super) fn command(&self, plan: &str) -> String {
        repeated(
            "run",
            plan,
            self.quick,
            &self.rules.settings,
            &self.rules.corpus,
        )
    }

    /// What can be named, with the games of VGDL from the folder if one was named.
    pub(super) fn registry<'a>(
        &self,
        registry: &'a Registry,
    ) -> Result<Cow<'a, Registry>, Failure> {
        self.rules.corpus.registry(registry)
    }
}

impl StoreOptions {
    pub(super) fn open(&self) -> Result<Store, Failure> {
        Ok(Store::open(Path::new(&self.store))?)
    }
}

/// How often the standings of a match are shown.
const LOOK: Duration = Duration::from_secs(1);

/// How often they are printed where nothing can be drawn over.
const LOOK_IN_LOGS: Duration = Duration::from_secs(60);

/// Games at a time: as many as were asked for, or as many as there are cores for the threads of the
/// busiest program from outside. Only one player of a game thinks at a time.
fn concurrency(plan: &Plan, storage: &StoreOptions) -> Result<usize, Failure> {
    let games = threads(storage.threads)?;
    let programs = plan
        .cells
        .iter()
        .flat_map(|cell| cell.outside().iter().flatten());
    let each = programs
        .map(|program| program.threads)
        .max()
        .unwrap_or(1)
        .max(1);
    let cores = threads(None)?;
    if storage.threads.is_none() {
        return Ok((games / each).max(1));
    }
    if each > 1 && games * each > cores {
        say(&format!(
            "{games} games at a time with {each} threads each are more than the {cores} cores of this machine"
        ));
    }
    Ok(games)
}

/// Shows where a sequential test stands. The log has it at every doubling, so that it stays short.
fn show_test(bar: &ProgressBar, test: &TestProgress, logged: &mut u64) {
    let (lower, upper) = test.bounds;
    bar.set_message(format!(
        "LLR {:+.2} [{lower:.2}, {upper:.2}] at {}",
        test.llr, test.units
    ));
    if test.units >= 2 * *logged {
        *logged = test.units;
        tracing::info!(
            cell = test.cell,
            units = test.units,
            llr = test.llr,
            lower,
            upper,
            "sequential test"
        );
    }
}

/// The figures of a plan with sequential tests.
pub(super) fn tested<'a>(results: &'a Results<'_>, agreements: &'a [Agreement]) -> TestedPlan<'a> {
    TestedPlan {
        tests: &results.tests,
        tables: agreements,
    }
}

/// Refuses a size that a plan does not have.
pub(super) fn has_episodes(plan: &Plan, count: u64) -> Result<(), Failure> {
    if count > 0 {
        return Ok(());
    }
    let message = format!("the plan `{}` has no quick size", plan.name);
    let diagnostic = Diagnostic::new(message);
    Err(diagnostic
        .hint("omit --quick, or give it one: --set quick=1")
        .into())
}

/// Plays what is missing, with a progress bar; a run that was stopped is a failure that says how
/// to go on.
pub(super) fn complete(
    plan: &Plan,
    share: &PartEpisodes,
    store: &mut Store,
    storage: &StoreOptions,
) -> Result<RunSummary, Failure> {
    let count = share.count();
    has_episodes(plan, count)?;
    let threads = concurrency(plan, storage)?;
    tracing::info!(
        plan = %plan.name, cells = plan.cells.len(), episodes = count, threads, store = %storage.store,
        "running"
    );
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
    let options = RunOptions {
        threads,
        stop: stop(),
        progress: &mut progress,
    };
    let mut looked = Instant::now();
    let live = has_standings(plan);
    let terminal = std::io::stderr().is_terminal();
    let mut told = 0;
    let mut watch = |store: &Store, ran: &RunSummary, test: Option<TestProgress>| {
        if let Some(test) = test {
            show_test(&bar, &test, &mut told);
        }
        let interval = if terminal { LOOK } else { LOOK_IN_LOGS };
        if live && looked.elapsed() >= interval && ran.stored < ran.of {
            let lines = standings(plan, count, store)?;
            match terminal {
                true => bar.set_prefix(lines.join("\n") + "\n"),
                false => lines.iter().for_each(|line| say(line)),
            }
            looked = Instant::now();
        }
        Ok(())
    };
    let ran = run::run_watched(plan, share, store, options, &mut watch);
    bar.finish_and_clear();
    let ran = ran?;
    tracing::info!(
        stored = ran.stored,
        of = ran.of,
        played = ran.played,
        "episodes are stored"
    );
    if ran.is_complete() {
        end_at_once_when_stopped();
        return Ok(ran);
    }
    let verdict = match plan.sprt {
        Some(_) => ", and the test has no verdict",
        None => "",
    };
    Err(Failure::stopped(format!(
        "stopped: {} of {} episodes are in {}{verdict}\nhint: the same command goes on from there",
        ran.stored, ran.of, storage.store
    )))
}

impl Run {
    pub(super) fn go(self, registry: &Registry) -> Result<(), Failure> {
        let plan = self.options.plan(&self.plan, registry)?;
        let count = plan.count(self.options.size());
        let part = self.dealing.share(&plan, count)?;
        let mut store = self.options.storage.open()?;
        let whole = || PartEpisodes::of(&plan, PlanPart::WHOLE, count);
        let share = part.clone().unwrap_or_else(whole);
        let ran = complete(&plan, &share, &mut store, &self.options.storage)?;
        say(&format!(
            "{} episodes, {} of them played now",
            ran.of, ran.played
        ));
        if let Some(part) = part.map(|share| share.part()) {
            let store = &self.options.storage.store;
            say(&format!(
                "part {part} is complete; `ludometer store merge {store} ... --into FILE` unites it with the others"
            ));
            return Ok(());
        }
        let results = Results::read(&plan, count, &store)?;
        let (blocks, agreements) = results.present()?;
        let command = self.options.command(&self.plan);
        let provenance = plan.provenance(self.options.size(), count, &store, &command)?;
        if let Some(to) = &self.json {
            match plan.sprt {
                Some(_) => {
                    let data = tested(&results, &agreements);
                    emit_json_from(Schema::SprtRun, &data, provenance.clone(), to)?;
                }
                None => emit_json_from(Schema::Run, &agreements, provenance.clone(), to)?,
            }
        }
        if self.json.as_deref() != Some("-") {
            let document = Document::new(&plan.title).blocks(blocks);
            let document = document.provenance(provenance);
            emit(&render(&document, self.format), None)?;
        }
        Ok(())
    }
}
