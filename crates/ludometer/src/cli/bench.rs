//! `ludometer bench`: the benchmark tables.

use super::Failure;
use super::output::{Format, emit, emit_json, render, say};
use crate::bench::fingerprint::fingerprint;
use crate::bench::{Bench as Group, Figure, benches};
use crate::source::Fault;
use clap::Args;
use ludometer_report::{Cell, Column, Document, Table};

/// Measures this machine: every figure of BENCHMARKS.md with one command.
#[derive(Args)]
#[command(after_help = "Example:\n  ludometer bench retrograde store")]
pub(super) struct Bench {
    /// Which benchmarks; all of them if none is named.
    names: Vec<String>,
    /// Prints a fingerprint of behaviour instead: it changes exactly when something plays otherwise.
    #[arg(long)]
    fingerprint: bool,
    /// Writes the figures as JSON to this file; `-` is stdout, instead of the tables.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

impl Bench {
    pub(super) fn go(self) -> Result<(), Failure> {
        if self.fingerprint {
            return emit(&(fingerprint()? + "\n"), None);
        }
        let known = |name: &String| {
            let found = benches().iter().find(|bench| bench.name == name);
            found.ok_or_else(|| {
                let names = benches().iter().map(|bench| bench.name);
                Fault::new(format!("there is no benchmark `{name}`")).known(name, names)
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
        let folder = std::env::temp_dir().join(format!("ludometer-bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder)
            .map_err(|error| Failure::file(&folder.display().to_string(), &error))?;
        let done = self.measure(&wanted, &folder);
        // What is left there is of no use to anyone.
        let _ = std::fs::remove_dir_all(&folder);
        let results = done?;
        match &self.json {
            Some(to) => {
                let groups = results
                    .iter()
                    .map(|(group, figures)| (group.name.to_string(), serde_json::json!(figures)));
                emit_json(&groups.collect::<serde_json::Map<_, _>>(), to)
            }
            None => Ok(()),
        }
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
    for figure in figures {
        let digits = if figure.value >= 100.0 || figure.value.fract() == 0.0 {
            0
        } else {
            2
        };
        table = table.row(vec![
            Cell::text(&figure.what),
            Cell::number(figure.value, digits),
            Cell::text(figure.unit),
            Cell::text(figure.goal.unwrap_or("")),
        ]);
    }
    Document::new("").table(table)
}
