//! `ludometer list`: every name that plans and commands take, with its parameters.

mod files;
mod names;
mod tuners;

use super::Failure;
use super::corpus::Corpus;
use super::forms::{Config, ConfigSetting, ListedEntry};
use super::output::{Format, emit, emit_json, emit_list, pretty, render};
use super::schemas::Schema;
use super::settings::Settings;
use super::words::{self, same};
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Args, ValueEnum};
use files::{File, Files};
use ludometer_arena::analysis::Listed;
use ludometer_arena::registry::Registry;
use ludometer_lab::{plan, tune};
use ludometer_report::{Cell, Column, Document, Table};
use ludometer_spec::param::Param;
use ludometer_spec::source::Span;
use ludometer_spec::spec::Spec;
use ludometer_tune::TunerEntry;
use names::{Section, Shown};
use std::collections::BTreeMap;
use std::ffi::OsStr;

/// List games, agents, evaluators, plans and everything else that has a name.
///
/// WHAT is a kind, or the name of one entry: a game, an agent, an evaluator, a measure, a start, a plan, a
/// tuning, a tuner or a VGDL game, by any name under which it is known.
///
/// Agents, evaluators, measures and starts are listed for every game, with the games that each fits; with
/// `--game`, for one game and its parameters.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer list agents\n  ludometer list mcts\n  ludometer list measures --game 'tic-tac-toe(4, 4, 4)'\n  ludometer list games --corpus gridphysics\n  ludometer list config"
)]
pub(super) struct List {
    /// What to list: a kind, or the name of one entry [default: every name].
    #[arg(value_parser = WantedParser)]
    what: Option<Wanted>,
    /// List the names of this game only, as in 'othello(size=6)'.
    #[arg(long)]
    game: Option<String>,
    #[command(flatten)]
    corpus: Corpus,
    /// Write the list as JSON to FILE; `-` is stdout.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    /// Games with their parameters.
    Games,
    /// Video games, built in or of a corpus: the names that `vgdl(name=...)` takes.
    Vgdl,
    /// Agents, with the games that each fits.
    Agents,
    /// Evaluation functions for searches.
    Evaluators,
    /// Measures: numbers that a game defines on its positions.
    Measures,
    /// Start positions and how they are drawn.
    Starts,
    /// Built-in plans: the names that `run` and `report` take.
    Plans,
    /// Built-in weights and networks, for the evaluators of a plan.
    Weights,
    /// Built-in tunings: the names that `tune` takes.
    #[value(alias = "tunings")]
    Tunes,
    /// Tuners with their settings and presets, for `tuner` in a tuning.
    Tuners,
    /// JSON schema of plans, for editors.
    Schema,
    /// JSON schema of tunings, for editors.
    TuneSchema,
    /// Settings shared by all commands: each value and where it comes from.
    Config,
}

/// A kind, or the name of one entry.
#[derive(Clone, PartialEq, Eq)]
enum Wanted {
    Kind(What),
    Name(String),
}

/// Reads a kind where the word is one, and a name otherwise.
#[derive(Clone)]
struct WantedParser;

impl TypedValueParser for WantedParser {
    type Value = Wanted;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Wanted, clap::Error> {
        let text = StringValueParser::new().parse_ref(command, argument, value)?;
        Ok(match What::from_str(&text, true) {
            Ok(kind) => Wanted::Kind(kind),
            Err(_) => Wanted::Name(text),
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let kinds = What::value_variants().iter();
        Some(Box::new(kinds.filter_map(ValueEnum::to_possible_value)))
    }
}

impl List {
    pub(super) fn go(
        self,
        registry: &Registry,
        settings: &Settings,
        program: &str,
    ) -> Result<(), Failure> {
        let (kind, name) = match &self.what {
            None => (None, None),
            Some(Wanted::Kind(kind)) => (Some(*kind), None),
            Some(Wanted::Name(name)) => (None, Some(name.as_str())),
        };
        if kind == Some(What::Config) {
            return self.config(settings);
        }
        let schema = match kind {
            Some(What::Schema) => Some(plan::schema(registry)),
            Some(What::TuneSchema) => Some(tune::schema(registry)),
            _ => None,
        };
        if let Some(schema) = schema {
            return emit(&pretty(&schema), Some(self.json.as_deref().unwrap_or("-")));
        }
        let library = self.corpus.library()?;
        let registry = &*self.corpus.registry(registry)?;
        let mut sections: Vec<Section> = Vec::new();
        let wants = |what: What| kind.is_none_or(|wanted| wanted == what);
        if wants(What::Games) {
            let entries = registry.games().iter().map(|game| Shown {
                listed: Listed {
                    name: game.name.clone(),
                    aliases: game.aliases.clone(),
                    id: game.id.clone(),
                    about: game.about.clone(),
                    params: game.params.clone(),
                    unfit: None,
                },
                games: Vec::new(),
            });
            sections.push(Section {
                key: "games".into(),
                title: "games".into(),
                entries: entries.collect(),
            });
        }
        let kinds = [
            (What::Agents, "agent"),
            (What::Evaluators, "evaluator"),
            (What::Measures, "measure"),
            (What::Starts, "start"),
        ];
        let kinds = kinds.into_iter().filter(|(what, _)| wants(*what));
        let every = registry.games().len();
        match &self.game {
            Some(game) => {
                let spec = Spec::parse(&Span::whole("--game", game))?;
                let (game, name) = registry.open(&spec)?;
                sections.extend(kinds.map(|(_, kind)| names::at_game(kind, &name, &*game)));
            }
            None => {
                let games = registry.opened_examples();
                sections.extend(kinds.flat_map(|(_, kind)| names::everywhere(kind, &games)));
            }
        }
        let from = self.corpus.named().unwrap_or("built in");
        let videos = format!("vgdl games, {from}");
        let mut named: Vec<Files<'_>> = Vec::new();
        if wants(What::Vgdl) || wants(What::Games) && self.corpus.named().is_some() {
            let levels = |name| {
                let levels = library.levels(name).into_iter();
                let levels: Vec<String> = levels.map(|level| level.to_string()).collect();
                format!("levels {}", levels.join(", "))
            };
            let games = library.names().into_iter();
            named.push((
                &videos,
                games
                    .map(|name| File::new(name, Ok(levels(name))))
                    .collect(),
            ));
        }
        if wants(What::Plans) {
            named.push(("plans", files::plans(registry)));
        }
        if wants(What::Tunes) {
            named.push(("tunes", files::tunings(registry)));
        }
        if wants(What::Weights) {
            named.push(("weights", files::weights(registry)));
        }
        let mut tuner_entries: Vec<&TunerEntry> = match wants(What::Tuners) {
            true => registry.tuners().iter().collect(),
            false => Vec::new(),
        };
        if let Some(name) = name {
            keep_name(name, &mut sections, &mut named, &mut tuner_entries);
            if sections.is_empty() && named.is_empty() && tuner_entries.is_empty() {
                return Err(unknown(name, registry, program));
            }
        }
        match &self.json {
            Some(to) => {
                let mut lists = listed(&sections, &named);
                if wants(What::Tuners) && !tuner_entries.is_empty() {
                    let tuners = tuner_entries.iter().copied().map(tuners::listed);
                    lists.insert("tuners", tuners.map(ListedEntry::Tuner).collect());
                }
                emit_json(Schema::List, &lists, to)
            }
            None => {
                let names = names::as_text(&sections, every) + &files::as_text(&named);
                let parts = [names, tuners::as_text(&tuner_entries)];
                let parts: Vec<&str> = parts.iter().map(|part| part.trim_end()).collect();
                let parts = parts.into_iter().filter(|part| !part.is_empty());
                emit_list(&(parts.collect::<Vec<_>>().join("\n\n") + "\n"))
            }
        }
    }

    /// Every shared setting, its value and where that comes from.
    fn config(&self, settings: &Settings) -> Result<(), Failure> {
        if let Some(to) = &self.json {
            let config = settings.0.iter().map(|setting| ConfigSetting {
                name: setting.key,
                value: setting.value.as_deref(),
                default: setting.default,
                origin: setting.origin.to_string(),
            });
            let config = config.collect();
            return emit_json(Schema::Config, &Config { config }, to);
        }
        let mut table = Table::new("config", "")
            .column(Column::left("setting"))
            .column(Column::left("value"))
            .column(Column::left("from"));
        for setting in &settings.0 {
            table = table.row([
                Cell::text(setting.key),
                Cell::text(setting.value.as_deref().unwrap_or(setting.default)),
                Cell::text(setting.origin.to_string()),
            ]);
        }
        let text = render(&Document::new("").table(table), Format::Table);
        emit(text.trim_start_matches('\n'), None)
    }
}

/// Leaves the entries of one name, by whatever name it is known.
fn keep_name(
    name: &str,
    sections: &mut Vec<Section>,
    files: &mut Vec<Files<'_>>,
    tuners: &mut Vec<&TunerEntry>,
) {
    for section in sections.iter_mut() {
        section.entries.retain(|shown| {
            let mut names = std::iter::once(&shown.listed.name).chain(&shown.listed.aliases);
            names.any(|known| same(known, name))
        });
    }
    sections.retain(|section| !section.entries.is_empty());
    for (_, files) in files.iter_mut() {
        files.retain(|file| same(file.name(), name));
    }
    files.retain(|(_, files)| !files.is_empty());
    tuners.retain(|tuner| tuner.names().any(|known| same(known, name)));
}

/// No entry has this name.
fn unknown(name: &str, registry: &Registry, program: &str) -> Failure {
    let kinds = What::value_variants().iter();
    let kinds = kinds.filter_map(ValueEnum::to_possible_value);
    let kinds: Vec<String> = kinds.map(|kind| kind.get_name().to_string()).collect();
    let mut message = format!("nothing is called `{name}`");
    let tips = words::tips(name, registry, program);
    let near = words::near(name, registry, &kinds);
    if !tips.is_empty() {
        for tip in tips {
            message += &format!("\nhint: {tip}");
        }
    } else if let [near, ..] = &near[..] {
        message += &format!("\nhint: did you mean `{near}`?");
    } else {
        message += &format!(
            "\nhint: without a name, `{program} list` shows everything; kinds are {}",
            kinds.join(", ")
        );
    }
    Failure::usage(message)
}

/// How wide a column of names is, so that no name pushes its line out.
fn widest<'a>(names: impl Iterator<Item = &'a str>) -> usize {
    names.map(str::len).max().unwrap_or(0).max(16)
}

fn describe(param: &Param) -> String {
    let default = param
        .default
        .as_ref()
        .map_or("must be set".to_string(), |default| {
            format!("default {default}")
        });
    let aliases = match param.aliases.is_empty() {
        true => String::new(),
        false => format!("; also read: {}", param.aliases.join(", ")),
    };
    format!(
        "{} ({}; {default}{aliases})",
        param.about,
        param.kind.describe()
    )
}

fn listed<'a>(
    sections: &'a [Section],
    files: &'a [Files<'a>],
) -> BTreeMap<&'a str, Vec<ListedEntry<'a>>> {
    let mut lists: BTreeMap<&str, Vec<ListedEntry<'_>>> = BTreeMap::new();
    for section in sections {
        let list = lists.entry(&section.key).or_default();
        list.extend(names::listed(section).into_iter().map(ListedEntry::Name));
    }
    lists.extend(files::listed(files));
    lists
}
