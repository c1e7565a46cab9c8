//! `ludometer tune`: the parameters of an agent.

use super::Failure;
use super::corpus::Corpus;
use super::log::say;
use super::output::{Format, emit, emit_json_from, reachable, render};
use super::progress::{bar, stop};
use super::resources::threads;
use super::run::{StoreOptions, repeated};
use super::schemas::Schema;
use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use ludometer_arena::registry::Registry;
use ludometer_lab::plan::Size;
use ludometer_lab::store::Store;
use ludometer_lab::tune::{
    self, Phase, SpsaForm, TuneOptions, Tuned, Tuning, export_spsa, figures, study_document,
    study_figures,
};

/// Tune the parameters of an agent and measure the gain in held-out games.
///
/// PLAN is a TOML file or the name of a built-in tuning (`ludometer list tunes`). Every evaluation is stored
/// at once; the same command continues where it stopped, and with more games (`--set games=40000`) goes
/// beyond its former end. At the end the tuned values play against the initial ones in games that were not
/// used for tuning, and each parameter alone is moved to see whether it matters. The arms of a study are
/// run one after the other and compared; `--set arm=NAME` runs one of them.
#[derive(Args)]
#[command(after_help = "Example:\n  ludometer tune slide-noise --quick --html noise.html")]
pub(super) struct Tune {
    /// Tuning: a TOML file or the name of a built-in tuning.
    plan: String,
    /// Use the tuning's quick number of games; kept apart from the full run.
    #[arg(long)]
    quick: bool,
    /// Override a key of the tuning, as in games=2000 or 'tuner=spsa(a=0.5)'; repeatable.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    #[command(flatten)]
    corpus: Corpus,
    #[command(flatten)]
    storage: StoreOptions,
    /// Format of the report.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Write the report as an HTML page to FILE too.
    #[arg(long, value_name = "FILE")]
    html: Option<String>,
    /// Write the figures as JSON to FILE; `-` is stdout, instead of the report.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
    /// Print the tuned values for other programs instead of the report.
    #[arg(long, value_enum, value_name = "FORM", conflicts_with = "json")]
    export: Option<Export>,
}

/// Forms of tuned values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Export {
    /// OpenBench's lines: name, int|float, value, min, max, c_end, r_end.
    Openbench,
    /// Fishtest's lines: name,value,min,max,c_end,r_end.
    Fishtest,
    /// Lines of name, value.
    Values,
    /// Lines of UCI: setoption name NAME value VALUE.
    Setoption,
}

impl From<Export> for SpsaForm {
    fn from(export: Export) -> SpsaForm {
        match export {
            Export::Openbench => SpsaForm::OpenBench,
            Export::Fishtest => SpsaForm::Fishtest,
            Export::Values => SpsaForm::Values,
            Export::Setoption => SpsaForm::SetOption,
        }
    }
}

impl Tune {
    pub(super) fn go(self, registry: &Registry) -> Result<(), Failure> {
        let load = |path: &str| std::fs::read_to_string(path);
        let registry = self.corpus.registry(registry)?;
        let study = tune::find_study(&self.plan, &self.settings, load, &registry)?;
        reachable([&self.html, &self.json])?;
        let size = if self.quick { Size::Quick } else { Size::Full };
        let mut store = self.storage.open()?;
        let threads = threads(self.storage.threads)?;
        let mut all = Vec::with_capacity(study.arms.len());
        for arm in &study.arms {
            let heading = match study.arms.len() {
                1 => String::new(),
                _ => format!("{}, seed {}: ", arm.name, arm.tuning.seed),
            };
            all.push(run(&arm.tuning, size, &mut store, threads, &heading)?);
        }
        let command = repeated("tune", &self.plan, self.quick, &self.settings, &self.corpus);
        let provenance = study.provenance(size, &all, &command);
        let report = study_document(&study, &all).provenance(provenance.clone());
        if let Some(to) = &self.html {
            emit(&render(&report, Format::Html), Some(to))?;
        }
        if let Some(to) = &self.json {
            match (&study.arms[..], &all[..]) {
                ([arm], [tuned]) => {
                    let figures = figures(&arm.tuning, tuned);
                    emit_json_from(Schema::Tune, &figures, provenance, to)?;
                }
                _ => emit_json_from(Schema::Study, &study_figures(&study, &all), provenance, to)?,
            }
        }
        if let Some(form) = self.export {
            let mut text = String::new();
            for (arm, tuned) in study.arms.iter().zip(&all) {
                text += &export_spsa(&arm.tuning, tuned, form.into())?;
            }
            return emit(&text, None);
        }
        match [&self.html, &self.json]
            .iter()
            .any(|to| to.as_deref() == Some("-"))
        {
            true => Ok(()),
            false => emit(&render(&report, self.format), None),
        }
    }
}

/// Runs one tuning with a progress bar.
fn run(
    tuning: &Tuning,
    size: Size,
    store: &mut Store,
    threads: usize,
    heading: &str,
) -> Result<Tuned, Failure> {
    tracing::info!(tuning = %tuning.name, games = tuning.count(size), threads, "tuning");
    let bar = bar(&tuning.name, tuning.count(size));
    let mut first = None;
    let mut begun = false;
    let mut progress = |phase: &Phase<'_>| {
        if let Phase::Tuning { games, .. } = phase {
            first.get_or_insert(*games);
        }
        show(&bar, tuning, phase, &mut begun);
    };
    let options = TuneOptions {
        threads,
        stop: stop(),
        progress: &mut progress,
    };
    let tuned = tune::tune(tuning, size, store, options);
    bar.finish_and_clear();
    let tuned = tuned?;
    say(&format!(
        "{heading}{} {}, {} of them played now",
        tuned.games,
        tuning.trials(),
        tuned.games - first.unwrap_or(0)
    ));
    Ok(tuned)
}

/// One line: how many games, which batch, what is recommended, and what answers were of late.
fn show(bar: &ProgressBar, tuning: &Tuning, phase: &Phase<'_>, begun: &mut bool) {
    match phase {
        Phase::Tuning {
            batches,
            games,
            of,
            best,
            smoothed,
        } => {
            bar.set_length(*of);
            bar.set_position(*games);
            if !std::mem::replace(begun, true) {
                // Games of earlier runs do not count towards the rate.
                bar.reset_eta();
            }
            let mut values = Vec::new();
            let mut at = 0;
            for param in tuning.parameters() {
                if param.parameter().is_some() && values.len() < 4 {
                    values.push(format!("{}={}", param.name(), param.shown(best[at])));
                }
                at += param.parameters().len();
            }
            let value = smoothed.map_or(String::new(), |value| format!(" {value:.3}"));
            bar.set_message(format!("batch {batches}{value} {}", values.join(" ")));
        }
        Phase::Measuring { games, of } => {
            bar.set_length(*of);
            bar.set_position(*games);
            bar.set_message("held-out games");
        }
    }
}
