//! Where results go: data to stdout or to a file, words to stderr.

use super::Failure;
use clap::ValueEnum;
use console::Term;
use ludometer_report::{Block, Document, Style};
use std::io::{self, IsTerminal, Write};
use std::sync::OnceLock;

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

/// When output is in colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// On a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

static COLOR: OnceLock<Color> = OnceLock::new();

/// Says when output is in colours, once for the whole process.
pub(super) fn set_color(color: Color) {
    let _ = COLOR.set(color);
    match color {
        Color::Auto => {}
        Color::Always | Color::Never => {
            console::set_colors_enabled(color == Color::Always);
            console::set_colors_enabled_stderr(color == Color::Always);
        }
    }
}

/// Whether stdout is to be in colours.
pub(super) fn colours() -> bool {
    match COLOR.get() {
        Some(Color::Always) => true,
        Some(Color::Never) => false,
        Some(Color::Auto) | None => io::stdout().is_terminal(),
    }
}

/// Columns of an output that is no terminal.
const WIDTH: usize = 80;

/// How wide output may be: `COLUMNS`, else what the terminal says, else 80.
fn width() -> usize {
    let columns = std::env::var("COLUMNS").ok();
    let columns = columns.and_then(|columns| columns.parse().ok());
    columns.unwrap_or_else(|| {
        let size = Term::stdout().size_checked();
        size.map_or(WIDTH, |(_, columns)| columns.into())
    })
}

fn style() -> Style {
    Style {
        width: width(),
        colour: colours(),
        unicode: true,
    }
}
