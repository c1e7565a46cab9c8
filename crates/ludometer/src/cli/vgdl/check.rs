//! `ludometer vgdl check`: what is wrong with games and levels, and where.

use super::super::Failure;
use super::super::corpus::read;
use super::super::forms::VgdlFinding;
use super::super::log::say;
use super::super::output::{emit, emit_json};
use super::super::schemas::Schema;
use super::super::visible::visible;
use clap::Args;
use ludometer_vgdl::{Level, Severity, VgdlDiagnostic, VgdlGame};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Check VGDL games and levels; print errors with line and column.
///
/// A file NAME_lvlN.txt is a level of the game NAME.txt in the same folder; any other file is a game. Of a
/// folder, all games and levels are checked. Errors give the exit code 2; warnings are about what GVGAI
/// ignores. A message that applies in several places is printed once, with their number. In a description
/// `#` begins a comment, wherever it stands. The language is in docs/vgdl-language.md.
#[derive(Args)]
#[command(after_help = "Example:\n  ludometer vgdl check crates/games-other/games-vgdl")]
pub(super) struct Check {
    /// Files of games or levels, or folders of them.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Write the errors as JSON to FILE; `-` is stdout, instead of the lines.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

impl Check {
    pub(super) fn go(self) -> Result<(), Failure> {
        let mut found = Vec::new();
        let files = all(&self.files)?;
        for path in &files {
            let diagnostics = diagnostics(path)?;
            found.extend(diagnostics.into_iter().map(|diagnostic| (path, diagnostic)));
        }
        if self.json.as_deref() != Some("-") {
            let lines = found
                .iter()
                .map(|(path, diagnostic)| line(path, diagnostic));
            let lines: String = lines.collect();
            if !lines.is_empty() {
                emit(&visible(&lines, false), None)?;
            }
        }
        if let Some(to) = &self.json {
            let list: Vec<_> = found
                .iter()
                .map(|(path, diagnostic)| VgdlFinding {
                    file: path.display().to_string(),
                    line: diagnostic.line,
                    column: diagnostic.column,
                    severity: severity(diagnostic),
                    message: &diagnostic.message,
                    times: diagnostic.times,
                })
                .collect();
            emit_json(Schema::VgdlCheck, &list, to)?;
        }
        let errors = found
            .iter()
            .filter(|(_, diagnostic)| diagnostic.severity == Severity::Error)
            .count();
        let warnings = found.len() - errors;
        let sum = format!(
            "{}, {} in {}",
            count(errors, "error"),
            count(warnings, "warning"),
            count(files.len(), "file")
        );
        match errors {
            0 => {
                say(&sum);
                Ok(())
            }
            _ => Err(Failure::usage(sum)),
        }
    }
}

fn count(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}

fn severity(diagnostic: &VgdlDiagnostic) -> &'static str {
    match diagnostic.severity {
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

fn line(path: &Path, diagnostic: &VgdlDiagnostic) -> String {
    let VgdlDiagnostic { line, column, .. } = diagnostic;
    let (path, severity, text) = (path.display(), severity(diagnostic), diagnostic.text());
    format!("{path}:{line}:{column}: {severity}: {text}\n")
}

/// The files that are meant, those of folders in the order of their names.
fn all(named: &[String]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for name in named {
        let path = Path::new(name);
        if !path.is_dir() {
            files.push(path.to_path_buf());
            continue;
        }
        let entries = std::fs::read_dir(path).map_err(|error| Failure::file(name, &error))?;
        let mut inside: Vec<PathBuf> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
            .collect();
        inside.sort();
        if inside.is_empty() {
            return Err(Failure::usage(format!(
                "there is no game in {name}\nhint: games and levels are files that end in .txt"
            )));
        }
        files.extend(inside);
    }
    Ok(files)
}

/// The game's file that a level belongs to.
fn owner(path: &Path) -> Option<PathBuf> {
    let stem = path.file_stem()?.to_str()?;
    let (name, number) = stem.rsplit_once("_lvl")?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| path.with_file_name(format!("{name}.txt")))
}

fn diagnostics(path: &Path) -> Result<Vec<VgdlDiagnostic>, Failure> {
    let text = |path: &Path| {
        read(path).map_err(|error| Failure::file(&path.display().to_string(), &error))
    };
    let Some(owner) = owner(path) else {
        return Ok(match VgdlGame::parse(&text(path)?) {
            Ok((_, diagnostics)) | Err(diagnostics) => diagnostics,
        });
    };
    let map = text(path)?;
    let described = read(&owner).map_err(|error| {
        let (path, owner) = (path.display(), owner.display());
        Failure::usage(format!(
            "{path} is a level of {owner}, which cannot be read: {error}\nhint: put the game beside its level"
        ))
    })?;
    Ok(match VgdlGame::parse(&described) {
        Err(_) => vec![VgdlDiagnostic {
            line: 1,
            column: 1,
            severity: Severity::Error,
            message: format!("its game {} has errors: mend those first", owner.display()),
            times: 1,
        }],
        Ok((game, _)) => match Level::parse(&Arc::new(game), &map) {
            Ok((_, diagnostics)) | Err(diagnostics) => diagnostics,
        },
    })
}
