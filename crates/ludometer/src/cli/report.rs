//! `ludometer report`: what the stored rows say.

use super::Failure;
use super::archive::Unpacked;
use super::log::{note, say};
use super::matches::write_pgn;
use super::output::{Format, emit, emit_bytes, emit_json_from, pretty, reachable, render, stream};
use super::parts;
use super::run::{Options, tested};
use super::schemas::Schema;
use clap::{Args, ValueEnum};
use ludometer_arena::registry::Registry;
use ludometer_lab::export;
use ludometer_lab::plan::Plan;
use ludometer_lab::present::Results;
use ludometer_lab::run::edited_games;
use ludometer_lab::store::Store;
use ludometer_report::{Document, Provenance};
use std::path::Path;

/// Print the report of an experiment from stored results, without playing.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer report slide-depth4 --format html --output depth4.html\n  ludometer report slide-depth4 --figures figures --format pdf\n  ludometer report slide-depth4 --rows > rows.csv"
)]
pub(super) struct Report {
    /// Plan: a TOML file, the name of a built-in plan, or an archive.
    plan: String,
    #[command(flatten)]
    options: Options,
    /// Unite the stores of this folder with the store first, such as the parts of `ludometer submit`. A store
    /// that has a wrong row is left out and renamed.
    #[arg(long, value_name = "DIR")]
    parts: Option<String>,
    /// Format of the report, of its figures or of its rows.
    #[arg(long, value_enum, default_value = "table")]
    format: ReportFormat,
    /// Write the report to FILE [default: stdout].
    #[arg(long, short, value_name = "FILE")]
    output: Option<String>,
    /// Print every row instead, as CSV or, with `--format json`, as JSON lines.
    #[arg(long)]
    rows: bool,
    /// Write the recorded games as PGN to FILE instead; `-` is stdout.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rows", "output"])]
    pgn: Option<String>,
    /// Write every plot as a file of its own to DIR, as SVG or, with `--format pdf`, as PDF.
    #[arg(long, value_name = "DIR", conflicts_with = "rows")]
    figures: Option<String>,
    /// Write CSV without comment lines; what they say goes to FILE.meta.json beside it.
    #[arg(long, requires = "output")]
    sidecar: bool,
    /// Write the comparison with published figures as JSON to FILE.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

/// The formats of a report, of figures and of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ReportFormat {
    /// For the terminal.
    Table,
    /// For a README.
    Markdown,
    /// One self-contained page with plots, which prints well.
    Html,
    /// The tables for a paper, with booktabs.
    Latex,
    /// The tables, one after the other; or rows.
    Csv,
    /// One line of CSV for each figure, with bounds, episodes and units as numbers.
    Tidy,
    /// The same lines, or rows, as a Parquet file.
    Parquet,
    /// For machines.
    Json,
    /// Figures as SVG.
    Svg,
    /// Figures as PDF.
    Pdf,
}

impl ReportFormat {
    /// The format of a whole report, if it is one.
    fn text(self) -> Option<Format> {
        Some(match self {
            ReportFormat::Table => Format::Table,
            ReportFormat::Markdown => Format::Markdown,
            ReportFormat::Html => Format::Html,
            ReportFormat::Latex => Format::Latex,
            ReportFormat::Csv => Format::Csv,
            ReportFormat::Tidy => Format::Tidy,
            ReportFormat::Json => Format::Json,
            ReportFormat::Parquet | ReportFormat::Svg | ReportFormat::Pdf => return None,
        })
    }
}

impl Report {
    pub(super) fn go(self, registry: &Registry) -> Result<(), Failure> {
        reachable([&self.output, &self.json, &self.pgn])?;
        let registry = &*self.options.registry(registry)?;
        if ludometer_lab::archive::Archive::is_at(Path::new(&self.plan)) {
            let unpacked = Unpacked::of(&self.plan, &[], registry)?;
            let provenance = unpacked.archive.manifest.provenance.clone();
            let count = unpacked.archive.manifest.episodes;
            return self.of(&unpacked.plan, count, unpacked.store(), provenance);
        }
        let plan = self.options.plan(&self.plan, registry)?;
        if let Some(folder) = &self.parts {
            parts::unite_with(&plan, folder, &mut self.options.storage.open()?)?;
        }
        let store = Store::open_to_read(Path::new(&self.options.storage.store))?;
        tracing::info!(store = %self.options.storage.store, "opened");
        for game in edited_games(&plan, &store)? {
            note(&format!(
                "the game {game} plays differently from when these rows were played: it was edited and kept its version, and the report is about the old rules; raise the version and run the plan again"
            ));
        }
        let count = plan.count(self.options.size());
        let command = self.options.command(&self.plan);
        let provenance = plan.provenance(self.options.size(), count, &store, &command)?;
        self.of(&plan, count, &store, provenance)
    }

    fn of(
        &self,
        plan: &Plan,
        count: u64,
        store: &Store,
        provenance: Provenance,
    ) -> Result<(), Failure> {
        if let Some(to) = &self.pgn {
            return write_pgn(plan, count, store, to);
        }
        if self.rows {
            return self.rows(plan, count, store, &provenance);
        }
        let results = Results::read(plan, count, store)?;
        let (blocks, agreements) = results.present()?;
        if let Some(to) = &self.json {
            match plan.sprt {
                Some(_) => {
                    let data = tested(&results, &agreements);
                    emit_json_from(Schema::SprtReport, &data, provenance.clone(), to)?;
                }
                None => emit_json_from(Schema::Report, &agreements, provenance.clone(), to)?,
            }
            if to == "-" {
                return Ok(());
            }
        }
        if provenance.episodes.is_some_and(|count| count.stored == 0) {
            say("the store has no rows of this plan yet: run it first");
        }
        let document = Document::new(&plan.title).blocks(blocks);
        let document = document.provenance(provenance);
        match &self.figures {
            Some(folder) => self.figures(&document, folder),
            None => self.document(document),
        }
    }

    fn document(&self, mut document: Document) -> Result<(), Failure> {
        let Some(format) = self.format.text() else {
            return match self.format {
                ReportFormat::Parquet => self.parquet_of_tables(&document),
                _ => Err(Failure::usage(
                    "svg and pdf are formats of figures\nhint: name a folder for them with --figures DIR",
                )),
            };
        };
        if self.sidecar {
            self.beside(document.provenance.take())?;
        }
        emit(&render(&document, format), self.output.as_deref())
    }

    /// Writes where figures come from to a file beside the output.
    fn beside(&self, provenance: Option<Provenance>) -> Result<(), Failure> {
        match (self.output.as_deref(), provenance) {
            (Some(to), Some(provenance)) if to != "-" => {
                let to = format!("{to}.meta.json");
                emit(&pretty(&provenance), Some(&to))
            }
            _ => Err(Failure::usage(
                "--sidecar needs a file: name it with --output",
            )),
        }
    }

    /// Every plot in a file of its own.
    fn figures(&self, document: &Document, folder: &str) -> Result<(), Failure> {
        let pdf = match self.format {
            ReportFormat::Table | ReportFormat::Svg => false,
            ReportFormat::Pdf => true,
            _ => {
                return Err(Failure::usage(
                    "figures are written as SVG or PDF\nhint: --format svg or --format pdf",
                ));
            }
        };
        std::fs::create_dir_all(folder).map_err(|error| Failure::file(folder, &error))?;
        let figures = document.figures();
        let mut names: Vec<String> = Vec::new();
        for plot in &figures {
            let ending = if pdf { "pdf" } else { "svg" };
            let mut name = plot.file_name();
            if names.contains(&name) {
                name = format!("{name}-{}", names.len() + 1);
            }
            let to = format!("{folder}/{name}.{ending}");
            match pdf {
                true => {
                    let bytes = ludometer_report::pdf(plot, document.provenance.as_ref());
                    emit_bytes(&bytes, &to)?;
                }
                false => {
                    let text = ludometer_report::svg(plot, document.provenance.as_ref());
                    emit(&text, Some(&to))?;
                }
            }
            names.push(name);
        }
        say(&match figures.len() {
            1 => format!("1 figure is in {folder}"),
            count => format!("{count} figures are in {folder}"),
        });
        Ok(())
    }

    /// Every row with the variables of its cell, a part at a time.
    fn rows(
        &self,
        plan: &Plan,
        count: u64,
        store: &Store,
        provenance: &Provenance,
    ) -> Result<(), Failure> {
        let columns = export::columns(plan);
        if self.format == ReportFormat::Parquet {
            return self.parquet(&columns, provenance, |write| {
                export::rows(plan, count, store, write)
            });
        }
        let json = match self.format {
            ReportFormat::Json => true,
            ReportFormat::Table | ReportFormat::Csv | ReportFormat::Tidy => false,
            _ => {
                return Err(Failure::usage(
                    "rows are written as CSV, JSON lines or Parquet\nhint: --format csv, json or parquet",
                ));
            }
        };
        // Nothing is written of a store that is damaged.
        export::verify(plan, store)?;
        if self.sidecar {
            self.beside(Some(provenance.clone()))?;
        }
        stream(self.output.as_deref(), |out| {
            if !json {
                if !self.sidecar {
                    out.write_all(ludometer_report::csv_comments(provenance).as_bytes())?;
                }
                out.write_all(columns.csv_header().as_bytes())?;
            }
            export::rows(plan, count, store, |batch| {
                let lines = match json {
                    true => batch.json_lines(),
                    false => batch.csv_lines(),
                };
                Ok::<(), Failure>(out.write_all(lines.as_bytes())?)
            })
        })
    }

    fn parquet_of_tables(&self, document: &Document) -> Result<(), Failure> {
        let batch = ludometer_report::tidy(document);
        let provenance = document.provenance.clone().unwrap_or_default();
        self.parquet(&batch, &provenance, |write| write(&batch))
    }

    /// Writes a Parquet file with these columns, and the batches that `fill` gives.
    #[cfg(feature = "parquet")]
    fn parquet(
        &self,
        columns: &ludometer_report::RecordBatch,
        provenance: &Provenance,
        fill: impl FnOnce(&mut WriteBatch<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let Some(to) = self.output.as_deref().filter(|to| *to != "-") else {
            return Err(Failure::usage(
                "a Parquet file is no text for a terminal\nhint: name a file with --output FILE",
            ));
        };
        let wrong =
            |error: ludometer_report::ParquetError| Failure::failed(format!("{to}: {error}"));
        let file = std::fs::File::create(to).map_err(|error| Failure::file(to, &error))?;
        let writer = ludometer_report::ParquetWriter::new(file, columns, Some(provenance));
        let mut writer = writer.map_err(wrong)?;
        fill(&mut |batch| writer.write(batch).map_err(wrong))?;
        writer.finish().map_err(wrong)?;
        Ok(())
    }

    #[cfg(not(feature = "parquet"))]
    fn parquet(
        &self,
        _: &ludometer_report::RecordBatch,
        _: &Provenance,
        _: impl FnOnce(&mut WriteBatch<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        Err(Failure::usage(
            "this program was built without Parquet\nhint: build it with `cargo build --release --features parquet`, or take --format tidy, or --rows --format csv",
        ))
    }
}

/// Takes a batch of records.
type WriteBatch<'a> = dyn FnMut(&ludometer_report::RecordBatch) -> Result<(), Failure> + 'a;
