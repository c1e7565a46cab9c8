//! Where results go: data to stdout or to a file, words to stderr.

use super::Failure;
use clap::ValueEnum;
use ludometer_report::{Block, Document, Style};
use std::io::{self, IsTerminal, Write};

/// The formats of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For the terminal.
    Table,
    /// For a README.
    Markdown,
    /// One self-contained page with plots, which prints well.
    Html,
    /// The tables, one after the other.
    Csv,
    /// For machines.
    Json,
}

/// Writes data: to stdout, or to the file that was named; `-` is stdout.
pub(super) fn emit(text: &str, to: Option<&str>) -> Result<(), Failure> {
    match to {
        None | Some("-") => {
            let mut stdout = io::stdout().lock();
            stdout.write_all(text.as_bytes())?;
            if !text.ends_with('\n') {
                stdout.write_all(b"\n")?;
            }
            Ok(stdout.flush()?)
        }
        Some(path) => std::fs::write(path, text).map_err(|error| Failure::file(path, &error)),
    }
}

/// Writes JSON with a line break at the end.
pub(super) fn emit_json(value: &impl serde::Serialize, to: &str) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).expect("our own data can be written as JSON");
    emit(&(text + "\n"), Some(to))
}

/// Refuses files whose folder is not there, before anything is worked out for them.
pub(super) fn reachable<'a>(
    files: impl IntoIterator<Item = &'a Option<String>>,
) -> Result<(), Failure> {
    for to in files.into_iter().flatten() {
        let folder = std::path::Path::new(to).parent();
        if let Some(folder) = folder.filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::read_dir(folder).map_err(|error| Failure::file(to, &error))?;
        }
    }
    Ok(())
}

/// Says something to the person at the terminal.
pub(super) fn say(text: &str) {
    // Words are a courtesy: if stderr is gone, the data still counts.
    let _ = writeln!(io::stderr(), "{text}");
}

/// A document in a format.
pub(super) fn render(document: &Document, format: Format) -> String {
    match format {
        Format::Table => ludometer_report::terminal(document, style()),
        Format::Markdown => ludometer_report::markdown(document),
        Format::Html => ludometer_report::html(document),
        Format::Json => {
            let json = ludometer_report::json(document);
            serde_json::to_string_pretty(&json).expect("a document can be written as JSON") + "\n"
        }
        Format::Csv => {
            let tables = document.blocks.iter().filter_map(|block| match block {
                Block::Table(table) => Some(ludometer_report::csv(table)),
                _ => None,
            });
            tables.collect::<Vec<_>>().join("\r\n")
        }
    }
}

/// Whether stdout is to be in colours: on a terminal, unless `NO_COLOR` says not.
pub(super) fn colours() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

fn style() -> Style {
    let width = std::env::var("COLUMNS")
        .ok()
        .and_then(|columns| columns.parse().ok());
    Style {
        width: width.unwrap_or(120),
        colour: colours(),
        unicode: true,
    }
}
