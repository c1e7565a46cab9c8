//! `ludometer submit`: a plan as jobs of a scheduler.

mod script;

use super::Failure;
use super::log::{note, say};
use super::output::{emit, emit_json};
use super::part::{costs, share};
use super::plan::sample::{SECONDS, sample};
use super::run::{Options, has_episodes};
use super::schemas::Schema;
use clap::Args;
use ludometer_arena::registry::Registry;
use ludometer_lab::plan::Plan;
use ludometer_lab::run::{Costs, PartEpisodes, best_parts};
use ludometer_lab::store::Store;
use script::{Job, part_file};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The form of the file that remembers a submission.
const FORM: &str = "ludometer/submission/1";

/// The most parts of a submission.
const MOST_PARTS: u64 = 100_000;

/// Play a plan on a cluster: write the jobs of a scheduler and submit them.
///
/// A folder gets measured costs, an array script in which each job plays one part of the plan into a store of
/// its own, and a script that unites the stores and reports when all jobs have ended. The number of parts,
/// time and memory are estimated from a measured sample. Submitting again submits only parts that miss
/// something.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer submit seeding --slurm --dry-run\n  ludometer submit plan.toml --slurm --parts 64 --partition short --sbatch '--account=games'"
)]
pub(super) struct Submit {
    /// Plan: a TOML file or the name of a built-in plan.
    plan: String,
    #[command(flatten)]
    options: Options,
    /// Submit to Slurm with `sbatch`.
    #[arg(long)]
    slurm: bool,
    /// Print the scripts, and neither write nor submit anything.
    #[arg(long)]
    dry_run: bool,
    /// Folder of the parts, their logs and the scripts, which all nodes must see [default: PLAN-parts].
    #[arg(long, value_name = "DIR")]
    folder: Option<String>,
    /// Number of parts [default: parts of half an hour].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_PARTS))]
    parts: Option<u64>,
    /// Share of the next part that each part plays as well, 0 to 1: the union compares them.
    #[arg(long, value_name = "SHARE", default_value_t = 0.01, value_parser = share)]
    audit: f64,
    /// Time limit of a part, as Slurm takes it [default: twice the estimate].
    #[arg(long, value_name = "TIME")]
    time: Option<String>,
    /// Memory of a part, as Slurm takes it [default: twice what the sample took].
    #[arg(long, value_name = "SIZE")]
    mem: Option<String>,
    /// Partition of the cluster.
    #[arg(long, value_name = "NAME")]
    partition: Option<String>,
    /// Another option of `sbatch`, for all jobs; repeatable.
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    sbatch: Vec<String>,
    /// Seconds that the sample may take.
    #[arg(long, value_name = "N", default_value_t = SECONDS, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    seconds: u64,
    /// Write what was submitted as JSON to FILE; `-` is stdout, instead of the scripts of a dry run.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

/// What is remembered of a submission: parts are the same parts the next time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Submission {
    form: String,
    /// The plan with what changes it.
    plan: Vec<String>,
    /// Episodes of each cell.
    episodes: u64,
    parts: u64,
    minutes: u64,
    megabytes: u64,
}

/// What was submitted.
#[derive(Serialize)]
struct Submitted {
    folder: String,
    parts: u64,
    missing: Vec<u64>,
    /// The number of the array job, if it was submitted.
    array: Option<String>,
    /// The number of the job that unites and reports.
    report: Option<String>,
}

/// The most memory that this process has had, in megabytes.
fn peak_megabytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1024)
}

impl Submit {
    pub(super) fn go(self, registry: &Registry) -> Result<(), Failure> {
        if !self.slurm {
            return Err(Failure::usage(
                "no scheduler is named\nhint: --slurm is the one that is known; deploy/job.yaml is a job of Kubernetes, and `ludometer run --part I/N` runs under any other",
            ));
        }
        let plan = self.options.plan(&self.plan, registry)?;
        let count = plan.count(self.options.size());
        has_episodes(&plan, count)?;
        for option in &self.sbatch {
            if !option.starts_with('-') || option.contains('\n') {
                return Err(Failure::usage(format!(
                    "--sbatch takes an option as a line of a script has it, not `{option}`\nhint: --sbatch '--account=NAME'"
                )));
            }
        }
        let name = self.folder.clone();
        let folder = PathBuf::from(name.unwrap_or_else(|| format!("{}-parts", plan.name)));
        let (submission, costs) = self.submission(&plan, count, &folder)?;
        let missing = missing(&plan, count, &submission, &costs, &folder)?;
        if missing.is_empty() {
            say(&format!(
                "all {} parts are complete in {}; `ludometer report {} --parts {}` unites and reports them",
                submission.parts,
                folder.display(),
                self.plan,
                folder.display()
            ));
        }
        let job = self.job(&plan, &submission, missing, &folder)?;
        let mut submitted = Submitted {
            folder: folder.display().to_string(),
            parts: submission.parts,
            missing: job.missing.clone(),
            array: None,
            report: None,
        };
        if self.dry_run {
            // The scripts would stand in the way of the data.
            if self.json.as_deref() != Some("-") {
                emit(&job.parts_script(), None)?;
                emit(&job.report_script(), None)?;
            }
        } else if !submitted.missing.is_empty() {
            write(&folder.join("parts.sh"), &job.parts_script())?;
            write(&folder.join("report.sh"), &job.report_script())?;
            let array = sbatch(&[], &folder.join("parts.sh"))?;
            let after = format!("--dependency=afterany:{array}");
            let report = sbatch(&[&after], &folder.join("report.sh"))?;
            say(&format!(
                "job {array} plays {} of {} parts, job {report} unites them into {} and writes {}/report.txt; submit again to play what is missing then",
                submitted.missing.len(),
                submission.parts,
                self.options.storage.store,
                folder.display()
            ));
            (submitted.array, submitted.report) = (Some(array), Some(report));
        }
        match &self.json {
            Some(to) => emit_json(Schema::Submit, &submitted, to),
            None => Ok(()),
        }
    }

    /// What was submitted before to this folder, or what is measured now.
    fn submission(
        &self,
        plan: &Plan,
        count: u64,
        folder: &Path,
    ) -> Result<(Submission, Costs), Failure> {
        let arguments = self.options.arguments(&self.plan);
        let (at, costs_at) = (folder.join("submission.json"), folder.join("costs.json"));
        let shown = at.display();
        match std::fs::read_to_string(&at) {
            Ok(text) => {
                let found: Submission = serde_json::from_str(&text).map_err(|error| {
                    Failure::usage(format!(
                        "{shown} is not what a submission wrote: {error}\nhint: name another folder with --folder"
                    ))
                })?;
                let same =
                    (found.form.as_str(), &found.plan, found.episodes) == (FORM, &arguments, count);
                let parts = self.parts.unwrap_or(found.parts);
                if !same || parts != found.parts {
                    return Err(Failure::usage(format!(
                        "{} has {} parts of `{}` with {} episodes a cell, which is not what is submitted now\nhint: name another folder with --folder; rows are played once only if parts stay the same",
                        folder.display(),
                        found.parts,
                        found.plan.join(" "),
                        found.episodes
                    )));
                }
                let costs = costs(&costs_at.display().to_string())?;
                Ok((found, costs))
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let sample = sample(plan, count, self.seconds)?;
                let estimate = super::plan::estimate(plan, count, &sample);
                let seconds = estimate.processor_hours * 3600.0;
                let parts = self
                    .parts
                    .unwrap_or_else(|| best_parts(plan, count, seconds));
                let longest = super::plan::longest(plan, count, &sample, parts);
                say(&format!(
                    "{:.2} processor hours in {parts} parts, the dearest of {}",
                    estimate.processor_hours,
                    super::plan::time(longest)
                ));
                let submission = Submission {
                    form: FORM.to_string(),
                    plan: arguments,
                    episodes: count,
                    parts,
                    minutes: (2.0 * longest / 60.0).ceil() as u64 + 5,
                    megabytes: (2 * peak_megabytes().unwrap_or(512))
                        .next_multiple_of(128)
                        .max(256),
                };
                if !self.dry_run {
                    std::fs::create_dir_all(folder)
                        .map_err(|error| Failure::file(&folder.display().to_string(), &error))?;
                    // The costs first: a submission without them would be of no use.
                    write(&costs_at, &sample.costs.text())?;
                    write(&at, &super::output::pretty(&submission))?;
                }
                Ok((submission, sample.costs))
            }
            Err(error) => Err(Failure::file(&shown.to_string(), &error)),
        }
    }

    fn job(
        &self,
        plan: &Plan,
        submission: &Submission,
        missing: Vec<u64>,
        folder: &Path,
    ) -> Result<Job, Failure> {
        let absolute = |path: &Path| -> Result<String, Failure> {
            let whole = std::path::absolute(path)
                .map_err(|error| Failure::file(&path.display().to_string(), &error))?;
            match whole.to_str().filter(|text| !text.contains('\n')) {
                Some(text) => Ok(text.to_string()),
                None => Err(Failure::usage(format!(
                    "{} cannot be named in a script\nhint: use a path of plain text",
                    whole.display()
                ))),
            }
        };
        let program = std::env::current_exe()
            .map_err(|error| Failure::failed(format!("this program's file: {error}")))?;
        Ok(Job {
            name: plan.name.clone(),
            program: absolute(&program)?,
            plan: submission.plan.clone(),
            current: absolute(Path::new("."))?,
            folder: absolute(folder)?,
            store: absolute(Path::new(&self.options.storage.store))?,
            parts: submission.parts,
            missing,
            audit: self.audit,
            threads: self.options.storage.threads.unwrap_or(1),
            minutes: self
                .time
                .clone()
                .unwrap_or_else(|| submission.minutes.to_string()),
            memory: self
                .mem
                .clone()
                .unwrap_or_else(|| format!("{}M", submission.megabytes)),
            partition: self.partition.clone(),
            options: self.sbatch.clone(),
        })
    }
}

/// The numbers of the parts whose stores miss some of their rows, from 1 on. A store that cannot be read is
/// missing too: its part says what is wrong with it.
fn missing(
    plan: &Plan,
    count: u64,
    submission: &Submission,
    costs: &Costs,
    folder: &Path,
) -> Result<Vec<u64>, Failure> {
    let files: HashSet<String> = match std::fs::read_dir(folder) {
        Ok(entries) => entries
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .collect(),
        Err(_) => HashSet::new(),
    };
    let mut missing = Vec::new();
    let shares = PartEpisodes::all(plan, submission.parts, count, costs);
    for (number, share) in (1..).zip(shares) {
        let file = part_file(number);
        if share.episodes() == 0 {
            continue;
        }
        let complete = files.contains(&file)
            && match Store::open_unchanged(&folder.join(&file)) {
                Ok(store) => share.missing(plan, &store)? == 0,
                Err(error) => {
                    note(&format!("part {number} is taken for missing: {error}"));
                    false
                }
            };
        if !complete {
            missing.push(number);
        }
    }
    Ok(missing)
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|error| Failure::file(&path.display().to_string(), &error))
}

/// Submits a script and gives the number of its job.
fn sbatch(options: &[&str], script: &Path) -> Result<String, Failure> {
    let done = Command::new("sbatch")
        .arg("--parsable")
        .args(options)
        .arg(script)
        .output();
    let done = done.map_err(|error| {
        Failure::failed(format!(
            "`sbatch` cannot be started: {error}\nhint: submit where Slurm is installed; the scripts are in {}, and --dry-run prints them",
            script.parent().unwrap_or(Path::new(".")).display()
        ))
    })?;
    let said = String::from_utf8_lossy(&done.stdout);
    // `NUMBER;CLUSTER` where there are several clusters.
    let number = said.trim().split(';').next().unwrap_or_default();
    match done.status.success() && !number.is_empty() {
        true => Ok(number.to_string()),
        false => Err(Failure::failed(format!(
            "`sbatch` refused {}: {}\nhint: correct it with --parts, --time, --mem, --partition or --sbatch, and submit again",
            script.display(),
            String::from_utf8_lossy(&done.stderr).trim()
        ))),
    }
}
