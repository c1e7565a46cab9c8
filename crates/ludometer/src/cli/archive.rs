//! `ludometer archive`: an experiment in one file that another machine checks.

use super::Failure;
use super::log::say;
use super::output::{Format, VERSION, emit, emit_json, emit_json_from, reachable, render};
use super::progress::{bar, stop};
use super::resources::threads;
use super::run::{Options, complete};
use super::schemas::Schema;
use clap::Args;
use ludometer_arena::registry::Registry;
use ludometer_lab::archive::{self, ArchiveError, CheckOptions, Manifest, ReportFile};
use ludometer_lab::plan::Plan;
use ludometer_lab::present::Results;
use ludometer_lab::run::{PartEpisodes, PlanPart};
use ludometer_lab::store::Store;
use ludometer_report::{Document, Provenance};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Write an experiment with its plan, rows and report to one file, or check such a file.
///
/// With PLAN, what is missing is played, and everything is written to one file (a compressed tar file).
/// With `--check`, the checksums of an archive are verified, a share of its episodes is played again and
/// compared to the bit, and its report is made again from its rows. `ludometer report` reads archives too.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer archive slide-depth4 --quick --output depth4.tar.gz\n  ludometer archive depth4.tar.gz --check --share 0.05\n  ludometer archive depth4.tar.gz --extract mine.sqlite"
)]
pub(super) struct Archive {
    /// Plan: a TOML file or the name of a built-in plan; an archive with --check or --extract.
    plan: String,
    #[command(flatten)]
    options: Options,
    /// Write the archive to FILE [default: PLAN.tar.gz].
    #[arg(long, short, value_name = "FILE")]
    output: Option<String>,
    /// Check an archive: checksums, episodes played again, the report.
    #[arg(long, conflicts_with = "output")]
    check: bool,
    /// With --check: the share of episodes that are played again, from 0 to 1.
    #[arg(long, value_name = "SHARE", default_value_t = 1.0, requires = "check")]
    share: f64,
    /// With --check: random seed of the choice of episodes.
    #[arg(
        long,
        alias = "choice",
        value_name = "N",
        default_value_t = 0,
        requires = "check"
    )]
    seed: u64,
    /// Write the rows of an archive to this store.
    #[arg(long, value_name = "STORE", conflicts_with_all = ["output", "check"])]
    extract: Option<String>,
    /// Write what was done as JSON to FILE; `-` is stdout.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

/// What `--extract` did.
#[derive(Serialize)]
struct Extracted<'a> {
    archive: &'a str,
    store: &'a str,
    episodes: u64,
}

/// What was written.
#[derive(Serialize)]
struct Written<'a> {
    archive: &'a str,
    bytes: u64,
    manifest: &'a Manifest,
}

impl Archive {
    pub(super) fn go(self, registry: &Registry) -> Result<(), Failure> {
        if !(0.0..=1.0).contains(&self.share) {
            let message = format!("--share {} is not between 0 and 1", self.share);
            return Err(Failure::usage(message));
        }
        reachable([&self.output, &self.json])?;
        let registry = &*self.options.registry(registry)?;
        match (self.check, &self.extract) {
            (true, _) => self.check(registry),
            (_, Some(store)) => self.extract(store, registry),
            _ => self.write(registry),
        }
    }

    fn write(&self, registry: &Registry) -> Result<(), Failure> {
        let plan = self.options.plan(&self.plan, registry)?;
        let size = self.options.size();
        let count = plan.count(size);
        let mut store = self.options.storage.open()?;
        complete(
            &plan,
            &PartEpisodes::of(&plan, PlanPart::WHOLE, count),
            &mut store,
            &self.options.storage,
        )?;
        let command = self.options.command(&self.plan);
        let provenance = plan.provenance(size, count, &store, &command)?;
        let report = reports(&plan, count, &store, &provenance)?;
        let to = match &self.output {
            Some(to) => to.clone(),
            None => format!("{}.tar.gz", plan.name),
        };
        // A file that is cut must not stand where a whole one is expected.
        let part = format!("{to}.part");
        let file = std::fs::File::create(&part).map_err(|error| Failure::file(&part, &error))?;
        let out = std::io::BufWriter::new(file);
        let manifest = archive::write(out, &plan, count, &store, &report, &provenance);
        let manifest = match manifest {
            Ok(manifest) => manifest,
            Err(error) => {
                let _ = std::fs::remove_file(&part);
                return Err(error.into());
            }
        };
        std::fs::rename(&part, &to).map_err(|error| Failure::file(&to, &error))?;
        let bytes = std::fs::metadata(&to).map_or(0, |file| file.len());
        if let Some(json) = &self.json {
            let written = Written {
                archive: &to,
                bytes,
                manifest: &manifest,
            };
            emit_json_from(Schema::Archive, &written, provenance, json)?;
        }
        say(&format!(
            "{to}: {} rows of {} cells in {bytes} bytes\ncheck it anywhere: ludometer archive {to} --check",
            manifest.rows,
            plan.cells.len()
        ));
        Ok(())
    }

    fn extract(&self, to: &str, registry: &Registry) -> Result<(), Failure> {
        let archive = open(&self.plan)?;
        let plan = archive.plan(&[], registry)?;
        let mut store = Store::open(Path::new(to))?;
        let episodes = archive.extract(&plan, &mut store)?;
        let extracted = Extracted {
            archive: &self.plan,
            store: to,
            episodes,
        };
        if let Some(json) = &self.json {
            emit_json(Schema::ArchiveExtract, &extracted, json)?;
        }
        say(&format!("{episodes} episodes of {} are in {to}", self.plan));
        Ok(())
    }

    fn check(&self, registry: &Registry) -> Result<(), Failure> {
        let unpacked = Unpacked::of(&self.plan, self.options.settings(), registry)?;
        let Unpacked { archive, plan, .. } = &unpacked;
        let provenance = &archive.manifest.provenance;
        let store = unpacked.store();
        let report = reports(plan, archive.manifest.episodes, store, provenance)?;
        let bar = bar("played again", 0);
        let checked = archive::check(
            archive,
            plan,
            store,
            &report,
            VERSION,
            &CheckOptions {
                share: self.share,
                seed: self.seed,
                threads: threads(self.options.storage.threads)?,
                stop: stop(),
                progress: &|done, of| {
                    bar.set_length(of);
                    bar.set_position(done);
                },
            },
        );
        bar.finish_and_clear();
        let checked = checked?;
        if let Some(json) = &self.json {
            emit_json_from(Schema::ArchiveCheck, &checked, provenance.clone(), json)?;
        }
        let mut lines = vec![
            format!("{} members are whole", checked.members),
            format!(
                "{} of {} episodes were played again, {} came out differently",
                checked.replayed,
                checked.episodes,
                checked.different.len()
            ),
        ];
        let differing = checked.different.iter().take(10);
        lines.extend(differing.map(|at| format!("  {}: episode {}", at.cell, at.episode)));
        if checked.time_limited > 0 {
            lines.push(format!(
                "{} episodes had a limit in time and cannot be repeated to the bit",
                checked.time_limited
            ));
        }
        lines.push(
            match (
                checked.report_compared,
                checked.reports_differing.is_empty(),
            ) {
                (false, _) => format!(
                    "the report was written by version {}, this is {VERSION}: not compared",
                    provenance.version
                ),
                (true, true) => "the report is the one that the rows give".to_string(),
                (true, false) => format!(
                    "{} is not what the rows give",
                    checked.reports_differing.join(", ")
                ),
            },
        );
        if self.json.as_deref() != Some("-") {
            emit(&(lines.join("\n") + "\n"), None)?;
        }
        match checked.is_right() {
            true => Ok(()),
            false => Err(Failure::failed(format!(
                "{} does not hold what its plan gives",
                self.plan
            ))),
        }
    }
}

/// The files of a report: a page, and its figures as tidy CSV.
fn reports(
    plan: &Plan,
    count: u64,
    store: &Store,
    provenance: &Provenance,
) -> Result<Vec<ReportFile>, Failure> {
    let (blocks, _) = Results::read(plan, count, store)?.present()?;
    let document = Document::new(&plan.title).blocks(blocks);
    let document = document.provenance(provenance.clone());
    let file = |name, format| ReportFile {
        name,
        text: render(&document, format),
    };
    Ok(vec![
        file("report.html", Format::Html),
        file("report.md", Format::Markdown),
        file("figures.csv", Format::Tidy),
    ])
}

fn open(path: &str) -> Result<archive::Archive, Failure> {
    archive::open(Path::new(path)).map_err(|error| match error {
        ArchiveError::Io(error) => Failure::file(path, &error),
        damaged => Failure::failed(format!("{path}: {damaged}")),
    })
}

/// An archive with its rows in a store of its own, which is gone with this value.
pub(super) struct Unpacked {
    pub(super) archive: archive::Archive,
    pub(super) plan: Plan,
    store: Option<Store>,
    folder: PathBuf,
}

impl Unpacked {
    /// Reads an archive; `settings` are those of its plan that it does not show, such as a secret.
    pub(super) fn of(
        path: &str,
        settings: &[String],
        registry: &Registry,
    ) -> Result<Unpacked, Failure> {
        let archive = open(path)?;
        let plan = archive.plan(settings, registry)?;
        let name = format!("ludometer-archive-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let shown = folder.display().to_string();
        std::fs::create_dir_all(&folder).map_err(|error| Failure::file(&shown, &error))?;
        let mut unpacked = Unpacked {
            archive,
            plan,
            store: None,
            folder,
        };
        let mut store = Store::open(&unpacked.folder.join("rows.sqlite"))?;
        unpacked.archive.extract(&unpacked.plan, &mut store)?;
        unpacked.store = Some(store);
        Ok(unpacked)
    }

    pub(super) fn store(&self) -> &Store {
        self.store.as_ref().expect("it was filled when it was made")
    }
}

impl Drop for Unpacked {
    fn drop(&mut self) {
        self.store = None;
        // What is left in a folder for temporary files does no harm.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
