//! `ludometer bench`: the benchmark tables.

use super::Failure;
use super::corpus::Corpus;
use super::forms::{VgdlSpeed, VgdlSpeeds};
use super::log::say;
use super::output::{Format, emit, emit_json, render};
use super::progress::bar;
use super::schemas::Schema;
use crate::bench::{Bench as Group, Figure, benches, long_benches, tune, vgdl};
use crate::golden::{self, GoldenChanges};
use clap::Args;
use ludometer_arena::registry::Registry;
use ludometer_report::{Cell, Column, Document, Table};
use ludometer_spec::source::Diagnostic;
use std::collections::BTreeMap;

/// Run the benchmarks: every figure of BENCHMARKS.md.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer bench retrograde store\n  ludometer bench vgdl --corpus gridphysics\n  ludometer bench tune --quick"
)]
pub(super) struct Bench {
    /// Benchmarks to run [default: all but `memory-large` and `cluster`].
    names: Vec<String>,
    /// Print golden rows instead: a hash of the results of every entry, plan and tuning at a tiny size.
    #[arg(long)]
    golden: bool,
    /// Compare golden rows with FILE, print what changed and update it; a change under an unchanged version is
    /// refused.
    #[arg(long, value_name = "FILE")]
    renew: Option<String>,
    /// Print one hash over all golden rows instead.
    #[arg(long)]
    fingerprint: bool,
    #[command(flatten)]
    corpus: Corpus,
    /// With `tune`: fewer parameters, games and seeds.
    #[arg(long)]
    quick: bool,
    /// Write the figures as JSON to FILE; `-` is stdout, instead of the tables.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

impl Bench {
    pub(super) fn go(self, registry: &Registry) -> Result<(), Failure> {
        if self.fingerprint || self.golden || self.renew.is_some() {
            return self.golden(registry);
        }
        if self.quick && self.names != ["tune"] {
            return Err(Failure::usage(
                "--quick is for `ludometer bench tune` alone",
            ));
        }
        if self.names == ["vgdl"] {
            return self.games();
        }
        if self.corpus.named().is_some() {
            return Err(Failure::usage(
                "--corpus is for `ludometer bench vgdl` alone",
            ));
        }
        if self.names == ["tune"] {
            return self.tuners();
        }
        let known = |name: &String| {
            let mut all = benches().iter().chain(long_benches());
            let found = all.find(|bench| bench.name == name);
            found.ok_or_else(|| {
                let all = benches().iter().chain(long_benches());
                let names = all.map(|bench| bench.name);
                Diagnostic::new(format!("there is no benchmark `{name}`")).known(name, names)
            })
        };
        let wanted = match self.names.is_empty() {
            true => benches().iter().collect(),
            false => self
                .names
                .iter()
                .map(known)
                .collect::<Result<Vec<_>, _>>()?,
        };
        let results = in_folder(|folder| self.measure(&wanted, folder))?;
        match &self.json {
            Some(to) => {
                let groups = results.iter();
                let groups = groups.map(|(group, figures)| (group.name, figures));
                emit_json(Schema::Bench, &groups.collect::<BTreeMap<_, _>>(), to)
            }
            None => Ok(()),
        }
    }

    /// Golden rows: printed, hashed, or compared with a file that is then renewed.
    fn golden(&self, registry: &Registry) -> Result<(), Failure> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let lines = in_folder(|folder| {
            let lines = golden::lines(registry, folder, threads);
            lines.map_err(|error| Failure::failed(error.to_string()))
        })?;
        let text = golden::written(&lines);
        let Some(file) = &self.renew else {
            let hash = blake3::hash(text.as_bytes()).to_hex();
            return match self.fingerprint {
                true => emit(&hash[..16], None),
                false => emit(&text, None),
            };
        };
        let before = match std::fs::read_to_string(file) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(String::new()),
            read => read.map_err(|error| Failure::file(file, &error)),
        }?;
        let changes = GoldenChanges::between(&before, &lines);
        emit(&changes.to_string(), None)?;
        if !changes.are_allowed() {
            let message = format!(
                "{} lines changed under an unchanged version; {file} stays as it is\nhint: undo what changed them, or raise the version of the entry that plays otherwise",
                changes.changed.len()
            );
            return Err(Failure::failed(message));
        }
        if !changes.is_empty() {
            emit(&text, Some(file))?;
        }
        say(&format!(
            "{} lines, {} new, {} gone",
            lines.len(),
            changes.added.len(),
            changes.removed.len()
        ));
        Ok(())
    }

    /// Games of VGDL, of a corpus if one is named.
    fn games(&self) -> Result<(), Failure> {
        let library = self.corpus.library()?;
        let names = vgdl::names(&library);
        let progress = bar("vgdl", names.len() as u64);
        let mut speeds = Vec::new();
        for name in &names {
            speeds.push(vgdl::speed(&library, name, 0.7).map_err(Failure::usage)?);
            progress.inc(1);
        }
        progress.finish_and_clear();
        let mean = |rate: fn(&vgdl::Speed) -> f64| vgdl::mean(speeds.iter().map(rate));
        let (advances, copies) = (
            mean(|s| s.advances_per_second),
            mean(|s| s.copies_per_second),
        );
        if let Some(to) = &self.json {
            let all = VgdlSpeeds {
                games: &speeds,
                geometric_mean: VgdlSpeed {
                    advances_per_second: advances,
                    copies_per_second: copies,
                },
            };
            emit_json(Schema::BenchVgdl, &all, to)?;
        }
        if self.json.as_deref() == Some("-") {
            return Ok(());
        }
        let title = "vgdl: level 0, mid-game states, one copy and ten advances";
        let mut table = Table::new("vgdl", title)
            .column(Column::left("game"))
            .column(Column::right("advances/s"))
            .column(Column::right("copies/s"));
        let rows = speeds
            .iter()
            .map(|s| (s.name.as_str(), s.advances_per_second, s.copies_per_second));
        for (name, advances, copies) in rows.chain([("geometric mean", advances, copies)]) {
            let [advances, copies] = [advances, copies].map(|rate| Cell::number(rate, 0));
            table = table.row(vec![Cell::text(name), advances, copies]);
        }
        emit(
            &render(&Document::new("").table(table), Format::Table),
            None,
        )
    }

    /// Tuners on landscapes whose best point is known.
    fn tuners(&self) -> Result<(), Failure> {
        let entries = tune::entries(self.quick);
        let progress = bar("tune", entries.len() as u64);
        let lines = tune::lines(&entries, || progress.inc(1)).map_err(Failure::failed)?;
        progress.finish_and_clear();
        if let Some(to) = &self.json {
            emit_json(Schema::BenchTune, &lines, to)?;
        }
        if self.json.as_deref() == Some("-") {
            return Ok(());
        }
        let seeds = lines.first().map_or(0, |line| line.seeds);
        let title = format!("tune: regret in Elo from 100 at the start, {seeds} seeds");
        let mut table = Table::new("tune", title)
            .column(Column::left("landscape"))
            .column(Column::right("parameters"))
            .column(Column::right("games"))
            .column(Column::right("draw margin"))
            .column(Column::left("mode"))
            .column(Column::right("shared luck"))
            .column(Column::left("tuner"))
            .column(Column::right("median"))
            .column(Column::right("quartiles"));
        for line in &lines {
            table = table.row(vec![
                Cell::text(line.kind),
                Cell::number(line.dimension as f64, 0),
                Cell::number(line.games as f64, 0),
                Cell::number(line.margin, 0),
                Cell::text(line.mode),
                Cell::number(line.shared, 0),
                Cell::text(line.method),
                Cell::number(line.median, 2),
                Cell::text(format!("{:.2} to {:.2}", line.lower, line.upper)),
            ]);
        }
        emit(
            &render(&Document::new("").table(table), Format::Table),
            None,
        )
    }

    fn measure(
        &self,
        wanted: &[&'static Group],
        folder: &std::path::Path,
    ) -> Result<Vec<(&'static Group, Vec<Figure>)>, Failure> {
        let mut results = Vec::new();
        for group in wanted {
            say(&format!("{}: {}", group.name, group.about));
            let figures = (group.run)(folder).map_err(Failure::failed)?;
            if self.json.as_deref() != Some("-") {
                emit(&render(&table(group, &figures), Format::Table), None)?;
            }
            results.push((*group, figures));
        }
        Ok(results)
    }
}

fn table(group: &Group, figures: &[Figure]) -> Document {
    let mut table = Table::new(group.name, format!("{}: {}", group.name, group.about))
        .column(Column::left("what"))
        .column(Column::right("figure"))
        .column(Column::left("unit"))
        .column(Column::left("goal"));
    let shared = figures.iter().any(|figure| figure.share.is_some());
    if shared {
        table = table.column(Column::right("share"));
    }
    for figure in figures {
        let digits = if figure.value >= 100.0 || figure.value.fract() == 0.0 {
            0
        } else {
            2
        };
        let mut row = vec![
            Cell::text(&figure.what),
            Cell::number(figure.value, digits),
            Cell::text(figure.unit),
            Cell::text(figure.goal.unwrap_or("")),
        ];
        if shared {
            let share = figure.share.map(|share| Cell::number(share, 2));
            row.push(share.unwrap_or_else(|| Cell::text("")));
        }
        table = table.row(row);
    }
    Document::new("").table(table)
}

/// Works in a folder that is gone afterwards: what is left there is of no use to anyone.
fn in_folder<T>(work: impl FnOnce(&std::path::Path) -> Result<T, Failure>) -> Result<T, Failure> {
    let folder = std::env::temp_dir().join(format!("ludometer-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder)
        .map_err(|error| Failure::file(&folder.display().to_string(), &error))?;
    let done = work(&folder);
    let _ = std::fs::remove_dir_all(&folder);
    done
}
