//! The overview of `--help`: commands under headings, and the name of the running program in examples.

use super::failure::Exit;
use clap::builder::{StyledStr, Styles};
use clap::error::{ContextKind, ContextValue};
use clap::{Command, Error};
use ludometer_spec::source::is_near;
use std::fmt::Write as _;

/// Every command under its heading, in the order of the overview.
pub(super) const GROUPS: [(&str, &[&str]); 5] = [
    (
        "Experiments",
        &[
            "run",
            "match",
            "report",
            "plan",
            "submit",
            "archive",
            "tune",
            "tune-file",
            "sprt",
            "sprt-plan",
            "reproduce",
            "store",
        ],
    ),
    (
        "Play and analyse",
        &[
            "play", "serve", "engine", "analyse", "odds", "quality", "solve", "theory",
        ],
    ),
    ("Train", &["train"]),
    ("Look things up", &["list", "check"]),
    (
        "Tools",
        &["vgdl", "hands", "bench", "completions", "man", "help"],
    ),
];

/// The name that help texts are written with.
const WRITTEN: &str = "ludometer";

/// The name of the running program: programs of other crates have their own.
pub(super) fn program() -> String {
    let path = super::arguments::all()
        .into_iter()
        .next()
        .unwrap_or_default();
    let name = std::path::Path::new(&path).file_name();
    let name = name.and_then(|name| name.to_str()).unwrap_or(WRITTEN);
    let name = name.strip_suffix(std::env::consts::EXE_SUFFIX);
    name.filter(|name| !name.is_empty())
        .unwrap_or(WRITTEN)
        .to_string()
}

/// The command with the overview and the name of the program.
pub(super) fn dressed(command: Command, program: &str) -> Command {
    let command = match program == WRITTEN {
        true => command,
        false => renamed(command, program).name(program.to_string()),
    };
    let overview = overview(&command);
    command
        .bin_name(program.to_string())
        .help_template(overview)
}

/// The template of the overview; every command's line is its own first line of help.
fn overview(command: &Command) -> StyledStr {
    let styles: &Styles = command.get_styles();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let names = GROUPS.iter().flat_map(|(_, names)| *names);
    let wide = names.map(|name| name.len()).max().unwrap_or(0);
    let mut text = String::from("{about-with-newline}\n{usage-heading} {usage}\n");
    for (heading, names) in GROUPS {
        let _ = write!(text, "\n{header}{heading}:{header:#}\n");
        for name in names {
            let found = command.find_subcommand(name);
            let about = match (found.and_then(Command::get_about), *name) {
                (Some(about), _) => about.to_string(),
                (None, "help") => "Print help for a command".to_string(),
                (None, _) => String::new(),
            };
            let _ = writeln!(text, "  {literal}{name:wide$}{literal:#}  {about}");
        }
    }
    let _ = write!(text, "\n{header}Options:{header:#}\n{{options}}\n\n");
    let _ = writeln!(text, "{header}Exit codes:{header:#}");
    for (exit, meaning) in Exit::TABLE {
        let _ = writeln!(
            text,
            "  {literal}{:<wide$}{literal:#}  {meaning}",
            exit.code()
        );
    }
    // What follows begins with an empty line.
    let mut text = text.trim_end().to_string();
    text += "{after-help}";
    text.into()
}

/// An error in the arguments; one of `help` about a command that does not exist gets the nearest name, as
/// other commands that do not exist do.
pub(super) fn with_nearest(
    mut error: Error,
    command: &Command,
    arguments: impl Iterator<Item = String>,
) -> Error {
    let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidSubcommand) else {
        return error;
    };
    if error.get(ContextKind::SuggestedSubcommand).is_some() {
        return error;
    }
    let within = arguments.fold(command, |within, argument| {
        within.find_subcommand(&argument).unwrap_or(within)
    });
    let names = within
        .get_subcommands()
        .filter(|inner| !inner.is_hide_set());
    let near = names
        .map(Command::get_name)
        .filter(|name| is_near(unknown, name));
    let near: Vec<String> = near.map(str::to_string).collect();
    if !near.is_empty() {
        error.insert(
            ContextKind::SuggestedSubcommand,
            ContextValue::Strings(near),
        );
    }
    error
}

/// A text with the name of the running program.
pub(super) fn renamed_text(text: &str, program: &str) -> String {
    text.replace(&format!("{WRITTEN} "), &format!("{program} "))
}

/// The command with `program` in every text that says how something is called.
fn renamed(command: Command, program: &str) -> Command {
    let with =
        |text: &StyledStr| -> StyledStr { renamed_text(&text.ansi().to_string(), program).into() };
    let (about, long, after) = (
        command.get_about().map(with),
        command.get_long_about().map(with),
        command.get_after_help().map(with),
    );
    let mut command = command.mut_args(|arg| {
        let (help, long) = (arg.get_help().map(with), arg.get_long_help().map(with));
        let arg = match help {
            Some(help) => arg.help(help),
            None => arg,
        };
        match long {
            Some(long) => arg.long_help(long),
            None => arg,
        }
    });
    if let Some(about) = about {
        command = command.about(about);
    }
    if let Some(long) = long {
        command = command.long_about(long);
    }
    if let Some(after) = after {
        command = command.after_help(after);
    }
    command.mut_subcommands(|inner| renamed(inner, program))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn every_command_stands_under_one_heading() {
        let command = super::super::Cli::command();
        let visible = command
            .get_subcommands()
            .filter(|inner| !inner.is_hide_set());
        let mut visible: Vec<&str> = visible.map(Command::get_name).collect();
        visible.push("help");
        visible.sort_unstable();
        let mut grouped: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        grouped.sort_unstable();
        assert_eq!(grouped, visible);
    }

    #[test]
    fn lines_of_the_overview_are_filled_and_hold_no_tags() {
        let command = super::super::Cli::command();
        for inner in command.get_subcommands() {
            let about = inner
                .get_about()
                .map(ToString::to_string)
                .unwrap_or_default();
            assert!(!about.is_empty(), "{}", inner.get_name());
            assert!(
                !about.contains(['{', '\n']),
                "{}: {about}",
                inner.get_name()
            );
        }
    }

    #[test]
    fn another_program_calls_itself_by_its_own_name() {
        let mut command = dressed(super::super::Cli::command(), "connect-four");
        let run = command.find_subcommand_mut("run").unwrap();
        let help = run.render_long_help().to_string();
        assert!(help.contains("connect-four run "), "{help}");
        assert!(!help.contains("ludometer run"), "{help}");
        // A file's name is not the program's.
        assert!(help.contains("ludometer.sqlite"), "{help}");
    }
}
