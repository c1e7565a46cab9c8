//! `ludometer store list`.

use super::{File, short, title};
use crate::cli::Failure;
use crate::cli::output::{Format, emit, emit_json, render};
use crate::cli::schemas::Schema;
use clap::Args;
use ludometer_report::{Cell, Column, Document, Table};

/// List the cells and tunings of a store: how many episodes, in how many blocks, of what size.
#[derive(Args)]
#[command(after_help = "Example:\n  ludometer store list --store ludometer.sqlite")]
pub(super) struct List {
    #[command(flatten)]
    file: File,
    /// Write the list as JSON to FILE; `-` is stdout, instead of the tables.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

impl List {
    pub(super) fn go(self) -> Result<(), Failure> {
        let summary = self.file.open()?.summary()?;
        if let Some(to) = &self.json {
            emit_json(Schema::StoreList, &summary, to)?;
            if to == "-" {
                return Ok(());
            }
        }
        let mut document = Document::new("").text(format!(
            "{}: version {}, {} bytes",
            self.file.store, summary.version, summary.bytes
        ));
        if !summary.cells.is_empty() {
            let mut table = Table::new(
                "cells",
                match summary.cells.len() {
                    1 => "1 cell".to_string(),
                    cells => format!("{cells} cells"),
                },
            )
            .column(Column::left("key"))
            .column(Column::right("episodes"))
            .column(Column::left("asked for"))
            .column(Column::right("blocks"))
            .column(Column::right("bytes"))
            .column(Column::left("played"));
            for cell in &summary.cells {
                let targets: Vec<String> = cell.asked.iter().map(ToString::to_string).collect();
                table = table.row(vec![
                    Cell::text(short(&cell.key)),
                    Cell::number(cell.episodes as f64, 0),
                    Cell::text(targets.join(", ")),
                    Cell::number(cell.blocks as f64, 0),
                    Cell::number(cell.bytes as f64, 0),
                    Cell::text(title(&cell.description)),
                ]);
            }
            document = document.table(table);
        }
        if !summary.studies.is_empty() {
            let title_text = format!("{} tunings and other studies", summary.studies.len());
            let mut table = Table::new("studies", title_text)
                .column(Column::left("key"))
                .column(Column::right("results"))
                .column(Column::right("steps"))
                .column(Column::left("study"));
            for study in &summary.studies {
                table = table.row(vec![
                    Cell::text(short(&study.key)),
                    Cell::number(study.results as f64, 0),
                    Cell::number(study.steps as f64, 0),
                    Cell::text(title(&study.description)),
                ]);
            }
            document = document.table(table);
        }
        emit(&render(&document, Format::Table), None)
    }
}
