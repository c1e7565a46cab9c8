//! Settings that several commands share, and where the value of each comes from.
//!
//! The precedence is flag, environment, project file, default, and this is the only place that knows
//! it: what the environment and the project file say become the defaults of the options, so a flag
//! wins over them in the argument parser itself.

use super::Failure;
use super::resources::MOST_THREADS;
use clap::parser::ValueSource;
use clap::{ArgMatches, Command};
use ludometer_spec::document::fields::Fields;
use ludometer_spec::document::tree;
use ludometer_spec::source::{Diagnostic, Span};
use std::io::ErrorKind;
use std::path::Path;

/// The name of the project file.
const PROJECT_FILE: &str = "ludometer.toml";

/// The values of `--color`.
pub(super) const COLORS: [&str; 3] = ["auto", "always", "never"];

/// A setting: its key in the project file is also the name of the option.
struct Setting {
    key: &'static str,
    /// Environment variables, the one that wins first.
    variables: &'static [&'static str],
    /// What holds where nothing is said, in words.
    default: &'static str,
}

const SETTINGS: [Setting; 5] = [
    Setting {
        key: "store",
        variables: &["LUDOMETER_STORE"],
        default: "ludometer.sqlite",
    },
    Setting {
        key: "corpus",
        variables: &["LUDOMETER_CORPUS"],
        default: "the built-in games",
    },
    Setting {
        key: "threads",
        variables: &["LUDOMETER_THREADS"],
        default: "one per core",
    },
    Setting {
        key: "color",
        variables: &["NO_COLOR", "CLICOLOR_FORCE"],
        default: "auto",
    },
    Setting {
        key: "log",
        variables: &["LUDOMETER_LOG"],
        default: "none",
    },
];

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// An option of this call.
    Flag,
    /// An environment variable.
    Environment(&'static str),
    /// The project file at this path.
    Project(String),
    /// Nothing was said.
    Default,
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Origin::Flag => f.write_str("flag"),
            Origin::Environment(variable) => write!(f, "environment variable {variable}"),
            Origin::Project(path) => write!(f, "project file {path}"),
            Origin::Default => f.write_str("default"),
        }
    }
}

/// One setting with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Resolved {
    /// Its name.
    pub(super) key: &'static str,
    /// Its value; `None` is the default.
    pub(super) value: Option<String>,
    /// Where the value comes from.
    pub(super) origin: Origin,
    /// The default in words.
    pub(super) default: &'static str,
}

/// Every setting with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Settings(pub(super) Vec<Resolved>);

impl Default for Settings {
    fn default() -> Settings {
        let resolved = SETTINGS.iter().map(|setting| Resolved {
            key: setting.key,
            value: None,
            origin: Origin::Default,
            default: setting.default,
        });
        Settings(resolved.collect())
    }
}

/// A project file that was found.
struct Project {
    /// Its path, from the current folder.
    path: String,
    /// What a relative path in it begins with.
    base: String,
    text: String,
}

impl Settings {
    /// The settings of the environment and of the project file that is found upward from the current
    /// folder.
    pub(super) fn find() -> Result<Settings, Failure> {
        let environment = |name: &str| match std::env::var_os(name) {
            None => Ok(None),
            Some(value) => value.into_string().map(Some).map_err(|_| {
                Failure::usage(format!("the environment variable {name} is not UTF-8"))
            }),
        };
        Settings::resolve(&environment, project()?.as_ref())
    }

    fn resolve(
        environment: &dyn Fn(&str) -> Result<Option<String>, Failure>,
        project: Option<&Project>,
    ) -> Result<Settings, Failure> {
        let mut settings = Settings::default();
        if let Some(project) = project {
            settings.read(project)?;
        }
        for (resolved, setting) in settings.0.iter_mut().zip(&SETTINGS) {
            // The last variable first, so that the first one wins.
            for &variable in setting.variables.iter().rev() {
                let value = environment(variable)?.filter(|value| !value.is_empty());
                let meant = value.map(|value| meaning(variable, value)).transpose()?;
                if let Some(value) = meant.flatten() {
                    resolved.value = Some(value);
                    resolved.origin = Origin::Environment(variable);
                }
            }
        }
        Ok(settings)
    }

    /// Reads a project file; keys that no setting has are refused.
    fn read(&mut self, project: &Project) -> Result<(), Failure> {
        let document = tree::parse(&Span::whole(&project.path, &project.text))?;
        let mut fields = Fields::of(&document, "the project file")?;
        for resolved in &mut self.0 {
            let value = match resolved.key {
                "threads" => fields
                    .whole("threads", 1, MOST_THREADS)?
                    .map(|threads| threads.to_string()),
                "color" => fields.word("color", &COLORS)?.map(str::to_string),
                path => {
                    let text = fields.text(path)?;
                    text.map(|(text, span)| match text.is_empty() {
                        true => Err(Diagnostic::at(span, format!("`{path}` is empty"))
                            .hint("give a path, relative to the project file")),
                        false => Ok(project.path_of(&text)),
                    })
                    .transpose()?
                }
            };
            if value.is_some() {
                (resolved.value, resolved.origin) = (value, Origin::Project(project.path.clone()));
            }
        }
        Ok(fields.done()?)
    }

    /// Makes the values the defaults of the options of a command and of all below it.
    pub(super) fn install(&self, command: Command) -> Command {
        // The benchmarks measure what is built in unless a corpus is named in the call.
        let takes_corpus = command.get_name() != "bench";
        command
            .mut_args(|arg| match self.value(arg.get_id().as_str()) {
                Some(_) if arg.get_id() == "corpus" && !takes_corpus => arg,
                Some(value) => arg.default_value(value.to_string()),
                None => arg,
            })
            .mut_subcommands(|inner| self.install(inner))
    }

    /// Says which settings were given as flags.
    pub(super) fn given(&mut self, matches: &ArgMatches) {
        for resolved in &mut self.0 {
            let key = resolved.key;
            let known = matches.try_contains_id(key).is_ok_and(|known| known);
            if known && matches.value_source(key) == Some(ValueSource::CommandLine) {
                let raw = matches.get_raw(key).and_then(|mut values| values.next());
                resolved.value = raw.map(|value| value.to_string_lossy().into_owned());
                resolved.origin = Origin::Flag;
            }
        }
        if let Some((_, inner)) = matches.subcommand() {
            self.given(inner);
        }
    }

    /// The value of a setting, if it is not the default.
    pub(super) fn value(&self, key: &str) -> Option<&str> {
        let found = self.0.iter().find(|resolved| resolved.key == key)?;
        found.value.as_deref()
    }
}

impl Project {
    fn path_of(&self, text: &str) -> String {
        match Path::new(text).is_absolute() {
            true => text.to_string(),
            false => format!("{}{text}", self.base),
        }
    }
}

/// What a variable means for its setting; `None` if it leaves the setting alone.
fn meaning(variable: &'static str, value: String) -> Result<Option<String>, Failure> {
    match variable {
        "NO_COLOR" => Ok(Some("never".into())),
        "CLICOLOR_FORCE" => Ok((value != "0").then(|| "always".into())),
        "LUDOMETER_THREADS" => match value.trim().parse::<u64>() {
            Ok(threads) if (1..=MOST_THREADS).contains(&threads) => Ok(Some(threads.to_string())),
            _ => {
                let message = format!("`{value}` is not a number of threads");
                let hint = format!("give a whole number, 1 to {MOST_THREADS}");
                let span = Span::whole(variable, value.as_str());
                Err(Diagnostic::at(&span, message).hint(hint).into())
            }
        },
        _ => Ok(Some(value)),
    }
}

/// The project file of the current folder, or of the nearest folder above that has one.
fn project() -> Result<Option<Project>, Failure> {
    // Without a current folder there is nothing to search.
    let Ok(current) = std::env::current_dir() else {
        return Ok(None);
    };
    let mut base = String::new();
    for folder in current.ancestors() {
        let path = format!("{base}{PROJECT_FILE}");
        match std::fs::read_to_string(folder.join(PROJECT_FILE)) {
            Ok(text) => return Ok(Some(Project { path, base, text })),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(Failure::file(&path, &error)),
        }
        base += "../";
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(environment: &[(&str, &str)], text: Option<&str>) -> Result<Settings, String> {
        let project = text.map(|text| Project {
            path: "../ludometer.toml".into(),
            base: "../".into(),
            text: text.into(),
        });
        let variable = |name: &str| {
            let found = environment.iter().find(|(known, _)| *known == name);
            Ok(found.map(|(_, value)| value.to_string()))
        };
        Settings::resolve(&variable, project.as_ref()).map_err(|failure| failure.to_string())
    }

    fn one(
        environment: &[(&str, &str)],
        text: Option<&str>,
        key: &str,
    ) -> (Option<String>, Origin) {
        let settings = resolved(environment, text).unwrap();
        let found = settings.0.into_iter().find(|known| known.key == key);
        let found = found.unwrap();
        (found.value, found.origin)
    }

    #[test]
    fn the_environment_beats_the_project_file() {
        let text = "store = 'a.sqlite'\nthreads = 3\ncolor = 'always'\n";
        let project = || Origin::Project("../ludometer.toml".into());
        assert_eq!(one(&[], None, "store"), (None, Origin::Default));
        let from_file = (Some("../a.sqlite".into()), project());
        assert_eq!(one(&[], Some(text), "store"), from_file);
        let variable = [("LUDOMETER_STORE", "b.sqlite")];
        let from_variable = Origin::Environment("LUDOMETER_STORE");
        assert_eq!(
            one(&variable, Some(text), "store"),
            (Some("b.sqlite".into()), from_variable)
        );
        // An empty variable says nothing.
        let empty = [("LUDOMETER_THREADS", "")];
        assert_eq!(
            one(&empty, Some(text), "threads"),
            (Some("3".into()), project())
        );
    }

    #[test]
    fn no_color_beats_clicolor_force() {
        let color = |environment: &[(&str, &str)]| one(environment, None, "color").0;
        assert_eq!(color(&[("CLICOLOR_FORCE", "1")]).as_deref(), Some("always"));
        assert_eq!(color(&[("CLICOLOR_FORCE", "0")]), None);
        let both = [("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")];
        assert_eq!(color(&both).as_deref(), Some("never"));
    }

    #[test]
    fn absolute_paths_stay() {
        let (value, _) = one(&[], Some("log = '/var/log/games'"), "log");
        assert_eq!(value.as_deref(), Some("/var/log/games"));
    }

    #[test]
    fn slips_are_named_with_their_place() {
        for (environment, text, says) in [
            (
                &[][..],
                "stroe = 'a'",
                "the project file has no key `stroe`",
            ),
            (&[], "stroe = 'a'", "did you mean `store`?"),
            (&[], "\nthreads = 0", "--> ../ludometer.toml:2:11"),
            (&[], "threads = 1.5", "a whole number"),
            (&[], "color = 'blue'", "`color` cannot be `blue`"),
            (&[], "log = ''", "`log` is empty"),
            (&[], "store = 3", "`store` is a text, not a number"),
            (&[], "store", "this is not TOML"),
            (
                &[("LUDOMETER_THREADS", "many")],
                "",
                "--> LUDOMETER_THREADS:1:1",
            ),
        ] {
            let error = resolved(environment, Some(text)).unwrap_err();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
