//! Where results go: data to stdout or to a file, words to stderr.

use super::Failure;
use super::schemas::Schema;
use super::visible::visible;
use clap::ValueEnum;
use console::Term;
use ludometer_lab::plan::concealed_setting;
use ludometer_report::{Block, Document, Envelope, Provenance, Style};
use std::io::{self, BufWriter, IsTerminal, Write};
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
    /// The tables for a paper, with booktabs.
    Latex,
    /// The tables, one after the other.
    Csv,
    /// One line of CSV for each figure, with bounds, episodes and units as numbers.
    Tidy,
    /// For machines.
    Json,
}

/// Writes data: to stdout, or to the file that was named; `-` is stdout.
pub(super) fn emit(text: &str, to: Option<&str>) -> Result<(), Failure> {
    match to {
        None | Some("-") => {
            let mut stdout = io::stdout().lock();
            let shown = match stdout.is_terminal() {
                true => visible(text, true),
                false => text.into(),
            };
            stdout.write_all(shown.as_bytes())?;
            if !text.ends_with('\n') {
                stdout.write_all(b"\n")?;
            }
            Ok(stdout.flush()?)
        }
        Some(path) => std::fs::write(path, text).map_err(|error| Failure::file(path, &error)),
    }
}

/// Writes data as it comes: to stdout, or to the file that was named; `-` is stdout.
pub(super) fn stream(
    to: Option<&str>,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    match to {
        None | Some("-") => {
            let stdout = io::stdout().lock();
            if stdout.is_terminal() {
                let mut data = Vec::new();
                write(&mut data)?;
                return emit(&String::from_utf8_lossy(&data), None);
            }
            let mut stdout = BufWriter::new(stdout);
            write(&mut stdout)?;
            Ok(stdout.flush()?)
        }
        Some(path) => {
            let failed = |error: io::Error| Failure::file(path, &error);
            let mut file = BufWriter::new(std::fs::File::create(path).map_err(failed)?);
            write(&mut file)?;
            file.flush().map_err(failed)
        }
    }
}

/// Writes bytes to a file.
pub(super) fn emit_bytes(bytes: &[u8], to: &str) -> Result<(), Failure> {
    std::fs::write(to, bytes).map_err(|error| Failure::file(to, &error))
}

/// Writes what a command found as JSON, in the envelope that says which form it has.
pub(super) fn emit_json(
    schema: Schema,
    data: &impl serde::Serialize,
    to: &str,
) -> Result<(), Failure> {
    emit_json_from(schema, data, here(), to)
}

/// The same for figures whose origin is known better.
pub(super) fn emit_json_from(
    schema: Schema,
    data: &impl serde::Serialize,
    provenance: Provenance,
    to: &str,
) -> Result<(), Failure> {
    emit(&enveloped(schema, data, provenance), Some(to))
}

fn enveloped(schema: Schema, data: &impl serde::Serialize, provenance: Provenance) -> String {
    pretty(&Envelope {
        schema: schema.id(),
        command: command(),
        version: VERSION.to_string(),
        provenance: Some(provenance),
        data,
    })
}

/// JSON with a line break at the end.
pub(super) fn pretty(value: &impl serde::Serialize) -> String {
    let text = serde_json::to_string_pretty(value).expect("our own data can be written as JSON");
    text + "\n"
}

/// The version of the program.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What the running command computes without a plan comes from the command alone.
pub(super) fn here() -> Provenance {
    Provenance::new("ludometer", VERSION, command())
}

/// Options with a value that change no result: how fast it is computed, and where it is kept or
/// written.
const ELSEWHERE: [&str; 8] = [
    "--threads",
    "--store",
    "--json",
    "--output",
    "-o",
    "--html",
    "--log",
    "--color",
];

/// The running command, as it can be typed again to get the same data.
fn command() -> String {
    repeated(super::arguments::texts())
}

fn repeated(mut words: impl Iterator<Item = String>) -> String {
    let mut kept = vec![super::help::program()];
    while let Some(word) = words.next() {
        if ELSEWHERE.contains(&word.as_str()) {
            words.next();
            continue;
        }
        if word == "--set" {
            let setting = words.next().unwrap_or_default();
            kept.extend([word, quoted(&concealed_setting(&setting))]);
            continue;
        }
        if let Some(setting) = word.strip_prefix("--set=") {
            kept.push(format!("--set={}", quoted(&concealed_setting(setting))));
            continue;
        }
        let named = word.split_once('=').map_or("", |(name, _)| name);
        let told = ["-v", "-vv", "--verbose", "-q", "--quiet"].contains(&word.as_str());
        if !told && !ELSEWHERE.contains(&named) {
            kept.push(quoted(&word));
        }
    }
    kept.join(" ")
}

/// A word as a shell reads it back.
pub(super) fn quoted(word: &str) -> String {
    let plain = |sign: char| sign.is_ascii_alphanumeric() || "-_./=:,@%+".contains(sign);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
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
        Format::Markdown => ludometer_report::markdown(&from_here(document)),
        Format::Html => ludometer_report::html(&from_here(document)),
        Format::Latex => ludometer_report::latex(&from_here(document)),
        Format::Json => {
            let provenance = document.provenance.clone().unwrap_or_else(here);
            let document = Document {
                provenance: None,
                ..document.clone()
            };
            enveloped(
                Schema::Document,
                &ludometer_report::json(&document),
                provenance,
            )
        }
        Format::Csv => {
            let tables = document.blocks.iter().filter_map(|block| match block {
                Block::Table(table) => Some(ludometer_report::csv(table)),
                _ => None,
            });
            comments(document) + &tables.collect::<Vec<_>>().join("\r\n")
        }
        Format::Tidy => {
            let records = ludometer_report::tidy(document);
            comments(document) + &records.csv_header() + &records.csv_lines()
        }
    }
}

/// The document, which comes from the running command if it does not say from where.
fn from_here(document: &Document) -> Document {
    match document.provenance {
        Some(_) => document.clone(),
        None => document.clone().provenance(here()),
    }
}

/// Where figures come from, before the lines of a file of CSV.
fn comments(document: &Document) -> String {
    let provenance = document.provenance.as_ref();
    provenance.map_or(String::new(), ludometer_report::csv_comments)
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

/// How wide output may be: `COLUMNS`, else what the terminal says.
fn known_width() -> Option<usize> {
    let columns = std::env::var("COLUMNS").ok();
    let columns = columns.and_then(|columns| columns.parse().ok());
    columns.or_else(|| {
        Term::stdout()
            .size_checked()
            .map(|(_, columns)| columns.into())
    })
}

/// How wide tables may be: 80 columns where nothing says it.
fn width() -> usize {
    known_width().unwrap_or(WIDTH)
}

/// Writes a list to stdout, with long lines broken where the width is known. Other programs get whole
/// lines.
pub(super) fn emit_list(text: &str) -> Result<(), Failure> {
    match known_width() {
        Some(width) => emit(&wrapped(text, width), None),
        None => emit(text, None),
    }
}

/// The text with lines broken at spaces; the rest of a line stands under its last column.
fn wrapped(text: &str, width: usize) -> String {
    let mut all = String::new();
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        let column = line[indent..].find("  ").map_or(indent + 4, |gap| {
            let rest = line[indent + gap..].trim_start();
            line.len() - rest.len()
        });
        let column = if column * 2 > width {
            indent + 4
        } else {
            column
        };
        let mut used = 0;
        for (number, word) in line.split(' ').enumerate() {
            let long = word.chars().count();
            if number > 0 && used + 1 + long > width && used > column && !word.is_empty() {
                all = all.trim_end().to_string() + "\n" + &" ".repeat(column);
                used = column;
            } else if number > 0 {
                all.push(' ');
                used += 1;
            }
            all += word;
            used += long;
        }
        all.push('\n');
    }
    all
}

fn style() -> Style {
    Style {
        width: width(),
        colour: colours(),
        unicode: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_go_on_under_their_last_column() {
        let text = "agents\n  uct    a tree search of games\n      c  small\n";
        let narrow =
            "agents\n  uct    a tree\n         search of\n         games\n      c  small\n";
        assert_eq!(wrapped(text, 19), narrow);
        assert_eq!(wrapped(text, 80), text);
        // No word is lost, however narrow.
        let words = |text: &str| {
            text.split_whitespace()
                .map(str::to_string)
                .collect::<Vec<_>>()
        };
        for width in 0..40 {
            assert_eq!(words(&wrapped(text, width)), words(text));
        }
    }

    #[test]
    fn the_command_is_what_decides_the_data() {
        let words = "run x.toml --threads 3 --set a=1 --json=- -q --store s.sqlite --quick";
        let told = repeated(words.split(' ').map(str::to_string));
        assert!(told.ends_with(" run x.toml --set a=1 --quick"), "{told}");
        let words = ["tune", "x", "--set", "secret=known to nobody else"];
        let told = repeated(words.map(String::from).into_iter());
        assert!(told.contains(" --set commitment=") && !told.contains("nobody"));
        let told = repeated(
            ["run", "--set=secret='of 16 bytes and more'"]
                .map(String::from)
                .into_iter(),
        );
        assert!(told.contains(" --set=commitment=") && !told.contains("bytes"));
        let told = repeated(
            ["play", "--seat", "depth(t=9)", "it's"]
                .map(String::from)
                .into_iter(),
        );
        assert!(
            told.ends_with(" play --seat 'depth(t=9)' 'it'\\''s'"),
            "{told}"
        );
    }
}
