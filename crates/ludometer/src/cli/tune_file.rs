//! `ludometer tune-file`: a tuning from a list of parameters, or from the options of an engine.

use super::Failure;
use super::output::emit;
use clap::Args;
use ludometer_engines::{DeclaredOption, OptionKind, Protocol, introduce};
use ludometer_lab::tune::{placeholders, read_spsa, spsa_parameters};
use ludometer_spec::source::Span;

/// Write a tuning file from the options of an engine, or from a list of parameters.
///
/// With `--engine` the result is a whole tuning in which the engine plays itself with other options. Its
/// parameters are the spin, check and combo options that the engine declares, or those of `--option`, or
/// those of a list. A line of a list is `name, int|float, value, min, max, c_end, r_end` (OpenBench) or the
/// same without the type (fishtest); `r_end` has no counterpart, since tuners have schedules of their own.
/// Without `--engine` the result is the key `[parameters]` alone.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer tune-file --engine stockfish --option 'Skill Level' --output tune.toml\n  ludometer tune-file --spsa inputs.txt --engine ./mine --nodes 20000 --output tune.toml"
)]
pub(super) struct TuneFile {
    /// List of parameters; `-` is stdin.
    #[arg(long, value_name = "FILE", required_unless_present = "engine")]
    spsa: Option<String>,
    /// Engine that is tuned: a path, or a name that is found in PATH or /usr/games.
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,
    /// Option of the engine to tune, repeatable [default: all but those of UCI itself].
    #[arg(
        long,
        value_name = "NAME",
        requires = "engine",
        conflicts_with = "spsa"
    )]
    option: Vec<String>,
    /// Game that the engine plays.
    #[arg(
        long,
        value_name = "GAME",
        default_value = "chess",
        requires = "engine"
    )]
    game: String,
    /// Start of the games; an engine that repeats its moves needs more than one.
    #[arg(
        long,
        value_name = "START",
        default_value = "walk(plies=8)",
        requires = "engine"
    )]
    start: String,
    /// Nodes of each decision of the engine.
    #[arg(long, value_name = "N", default_value_t = 20_000, requires = "engine")]
    nodes: u64,
    /// Games that the tuner may ask for.
    #[arg(long, value_name = "N", default_value_t = 20_000, requires = "engine")]
    games: u64,
    /// Write to FILE [default: stdout].
    #[arg(long, short, value_name = "FILE")]
    output: Option<String>,
}

/// Options that are about resources and the protocol and not about play.
const OF_UCI: [&str; 8] = [
    "hash",
    "threads",
    "multipv",
    "ponder",
    "ownbook",
    "nalimovcache",
    "move overhead",
    "nodestime",
];

impl TuneFile {
    pub(super) fn go(self) -> Result<(), Failure> {
        let (names, parameters) = match (&self.spsa, &self.engine) {
            (Some(file), _) => listed(file)?,
            (None, Some(command)) => self.declared(command)?,
            (None, None) => return Err(Failure::usage("name a list of parameters or an engine")),
        };
        let head = match &self.engine {
            Some(command) => self.head(command, &names)?,
            None => String::new(),
        };
        emit(&(head + &parameters), self.output.as_deref())
    }

    /// The keys of a tuning in which the engine plays itself with other options.
    fn head(&self, command: &str, names: &[String]) -> Result<String, Failure> {
        if command.contains(['\'', '"', '\\', '\n']) {
            return Err(Failure::usage(format!(
                "`{command}` has a quotation mark, a backslash or a line break\nhint: rename the program, or make a link to it"
            )));
        }
        let options = names
            .iter()
            .zip(placeholders(names.iter().map(String::as_str)));
        let options = options.map(|(name, placeholder)| format!("'{name}': {{{placeholder}}}"));
        let options: Vec<String> = options.collect();
        Ok(format!(
            "title = \"Tuning of {command}\"\ngame = \"{}\"\nstart = \"{}\"\nagent = \"engine(command='{command}', nodes={}, options={{{}}})\"\nopponents = \"self\"\ngames = {}\n\n",
            self.game.replace('"', "'"),
            self.start.replace('"', "'"),
            self.nodes,
            options.join(", "),
            self.games,
        ))
    }

    /// The options that an engine declares, with their ranges.
    fn declared(&self, command: &str) -> Result<(Vec<String>, String), Failure> {
        let introduced = introduce(command, &[], Protocol::Uci).map_err(Failure::failed);
        ludometer_engines::quit_all();
        let (_, declared) = introduced?;
        let wanted = |option: &&DeclaredOption| match self.option.is_empty() {
            true => is_tunable(option),
            false => {
                let mut names = self.option.iter();
                names.any(|name| name.eq_ignore_ascii_case(&option.name))
            }
        };
        for name in &self.option {
            let known = |option: &DeclaredOption| option.name.eq_ignore_ascii_case(name);
            if !declared.iter().any(known) {
                let names: Vec<&str> = declared.iter().map(|option| option.name.as_str()).collect();
                return Err(Failure::failed(format!(
                    "`{command}` declares no option `{name}`\nhint: it declares {}",
                    names.join(", ")
                )));
            }
        }
        let options: Vec<&DeclaredOption> = declared.iter().filter(wanted).collect();
        let names: Vec<String> = options.iter().map(|option| option.name.clone()).collect();
        let holes = placeholders(names.iter().map(String::as_str));
        let mut text = "[parameters]\n".to_string();
        for (option, hole) in options.iter().zip(holes) {
            text += &format!("{hole} = {}\n", range(option)?);
        }
        match options.is_empty() {
            true => Err(Failure::failed(format!(
                "`{command}` declares no option to tune: name some with --option"
            ))),
            false => Ok((names, text)),
        }
    }
}

/// The names of a list, and the key `[parameters]`.
fn listed(file: &str) -> Result<(Vec<String>, String), Failure> {
    let text = match file {
        "-" => std::io::read_to_string(std::io::stdin())?,
        path => {
            let read = std::fs::read_to_string(path);
            read.map_err(|error| Failure::file(path, &error))?
        }
    };
    let parameters = read_spsa(&Span::whole(file, text))?;
    let names = parameters.iter().map(|parameter| parameter.name.clone());
    Ok((names.collect(), spsa_parameters(&parameters)))
}

/// Whether an option has a range and is about play.
fn is_tunable(option: &DeclaredOption) -> bool {
    let name = option.name.to_ascii_lowercase();
    let ranged = match &option.kind {
        OptionKind::Spin { min, max, .. } => min < max,
        OptionKind::Check { .. } => true,
        OptionKind::Combo { choices, .. } => choices.len() > 1,
        _ => false,
    };
    ranged && !OF_UCI.contains(&name.as_str()) && !name.starts_with("uci_")
}

/// A parameter with the range that an option declares.
fn range(option: &DeclaredOption) -> Result<String, Failure> {
    match &option.kind {
        OptionKind::Spin { default, min, max } if min < max => Ok(format!(
            "{{ kind = \"integer\", low = {min}, high = {max}, start = {default} }}"
        )),
        OptionKind::Check { default } => Ok(format!(
            "{{ kind = \"choice\", options = [\"'true'\", \"'false'\"], start = \"'{default}'\" }}"
        )),
        OptionKind::Combo { default, choices } => {
            let choices: Vec<String> = choices.iter().map(|word| format!("\"'{word}'\"")).collect();
            Ok(format!(
                "{{ kind = \"choice\", options = [{}], start = \"'{default}'\" }}",
                choices.join(", ")
            ))
        }
        _ => Err(Failure::failed(format!(
            "`{}` has no range to tune in: spin, check and combo options have one",
            option.name
        ))),
    }
}
