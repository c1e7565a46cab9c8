//! `ludometer list`: every name a plan may use, with its parameters.

use super::Failure;
use super::corpus::Corpus;
use super::output::{emit, emit_json};
use clap::{Args, ValueEnum};
use ludometer_arena::analysis::Listed;
use ludometer_arena::registry::Registry;
use ludometer_arena::weights::{NetworkFile, Text, Weights};
use ludometer_lab::{plan, tune};
use ludometer_spec::param::Param;
use ludometer_spec::source::Span;
use ludometer_spec::spec::Spec;
use ludometer_tune::TunerEntry;
use serde_json::{Value, json};

/// Lists every name a plan may use, with what can be set on it.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer list agents\n  ludometer list measures --game 'tic-tac-toe(4, 4, 4)'\n  ludometer list games --corpus gridphysics"
)]
pub(super) struct List {
    /// What to list; everything if not given.
    what: Option<What>,
    /// The game whose names are listed.
    #[arg(long, default_value = "slide")]
    game: String,
    #[command(flatten)]
    corpus: Corpus,
    /// Writes the list as JSON to this file; `-` is stdout.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    Games,
    /// Video games, shipped or of a corpus: the names that `vgdl(name=...)` takes.
    Vgdl,
    Agents,
    Evaluators,
    Measures,
    Starts,
    Plans,
    /// Shipped weights and networks, for the evaluators of a plan.
    Weights,
    /// Shipped tunings: the names that `tune` takes.
    Tunes,
    /// Tuners with their settings and presets, for `tuner` in a tuning.
    Tuners,
    /// The JSON schema of plans, for editors.
    Schema,
    /// The JSON schema of tunings.
    TuneSchema,
}

impl List {
    pub(super) fn go(self, registry: &Registry) -> Result<(), Failure> {
        let schema = match self.what {
            Some(What::Schema) => Some(plan::schema(registry)),
            Some(What::TuneSchema) => Some(tune::schema(registry)),
            _ => None,
        };
        if let Some(schema) = schema {
            return emit_json(&schema, self.json.as_deref().unwrap_or("-"));
        }
        let spec = Spec::parse(&Span::whole("--game", &self.game))?;
        let library = self.corpus.library()?;
        let registry = &*self.corpus.registry(registry)?;
        let (game, name) = registry.open(&spec)?;
        let mut sections: Vec<(String, Vec<Listed>)> = Vec::new();
        let wants = |what: What| self.what.is_none_or(|wanted| wanted == what);
        if wants(What::Games) {
            let listed = registry.games().iter().map(|game| Listed {
                name: game.name.clone(),
                id: game.id.clone(),
                about: game.about.clone(),
                params: game.params.clone(),
            });
            sections.push(("games".into(), listed.collect()));
        }
        for (what, kind) in [
            (What::Agents, "agent"),
            (What::Evaluators, "evaluator"),
            (What::Measures, "measure"),
            (What::Starts, "start"),
        ] {
            if wants(what) {
                let names = game.names().into_iter().filter(|(known, _)| *known == kind);
                sections.push((
                    format!("{kind}s of {name}"),
                    names.map(|(_, listed)| listed).collect(),
                ));
            }
        }
        let mut plans = Vec::new();
        if wants(What::Plans) {
            for known in registry.plans() {
                let load = |path: &str| std::fs::read_to_string(path);
                let plan = plan::find(&known.name, &[], load, registry)?;
                plans.push((known.name.clone(), plan.title));
            }
        }
        let from = self.corpus.named().map_or("shipped", |folder| folder);
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
                games.map(|name| (name.to_string(), levels(name))).collect(),
            ));
        }
        named.push(("plans", plans));
        if wants(What::Tunes) {
            let read = |known: &Text| {
                let load = |path: &str| std::fs::read_to_string(path);
                let tuning = tune::find(&known.name, &[], load, registry)?;
                Ok((known.name.clone(), tuning.title))
            };
            let list = registry.tunings().iter().map(read);
            named.push(("tunes", list.collect::<Result<_, Failure>>()?));
        }
        if wants(What::Weights) {
            let full = |spec: &Spec| registry.full_name(spec);
            let read = |known: &Text| {
                let read = Weights::read(&known.span(), &full)?;
                Ok((known.name.clone(), format!("{}: {}", read.game, read.about)))
            };
            let network = |known: &Text| {
                let read = NetworkFile::read(&known.span())?;
                let layers: Vec<String> = read.shape.sizes().iter().map(usize::to_string).collect();
                let about = format!("a network, {}, {}", read.role, layers.join("-"));
                Ok((known.name.clone(), about))
            };
            let shelf = registry.shelf();
            let list = shelf.weights.iter().map(read);
            let list = list.chain(shelf.networks.iter().map(network));
            named.push(("weights", list.collect::<Result<_, Failure>>()?));
        }
        let tuners = match wants(What::Tuners) {
            true => registry.tuners(),
            false => &[],
        };
        match &self.json {
            Some(to) => {
                let mut object = as_json(&sections, &named);
                if wants(What::Tuners) {
                    object.insert("tuners".into(), tuners.iter().map(tuner_as_json).collect());
                }
                emit_json(&Value::Object(object), to)
            }
            None => {
                let parts = [as_text(&sections, &named), tuners_as_text(tuners)];
                let parts: Vec<&str> = parts.iter().map(|part| part.trim_end()).collect();
                let parts = parts.into_iter().filter(|part| !part.is_empty());
                emit(&(parts.collect::<Vec<_>>().join("\n\n") + "\n"), None)
            }
        }
    }
}

/// Each tuner with its settings, and its presets with what they set.
fn tuners_as_text(tuners: &[TunerEntry]) -> String {
    let mut text = String::new();
    let wide = widest(tuners.iter().flat_map(TunerEntry::names));
    for (number, tuner) in tuners.iter().enumerate() {
        text += if number == 0 { "tuners\n" } else { "" };
        text += &format!("  {:wide$} {}\n", tuner.name, tuner.about);
        for setting in &tuner.settings {
            let (about, domain, default) = (&setting.about, &setting.domain, &setting.default);
            text += &format!("      {:13} ", setting.name);
            text += &format!("{about} ({domain}; default {default})\n");
        }
        for preset in &tuner.presets {
            text += &format!("  {:wide$} {}\n", preset.name, preset.about);
            let values = preset
                .values
                .iter()
                .map(|(name, value)| format!("{name}={value}"));
            let values: Vec<String> = values.collect();
            text += &format!("      = {}({})\n", tuner.name, values.join(", "));
        }
    }
    text
}

fn tuner_as_json(tuner: &TunerEntry) -> Value {
    let settings = tuner.settings.iter().map(|setting| {
        json!({
            "name": setting.name,
            "about": setting.about,
            "takes": setting.domain.to_string(),
            "default": setting.default,
        })
    });
    let presets = tuner.presets.iter().map(|preset| {
        let values = preset.values.iter();
        let values = values.map(|(name, given)| (name.clone(), json!(given)));
        json!({
            "name": preset.name,
            "about": preset.about,
            "settings": values.collect::<serde_json::Map<_, _>>(),
        })
    });
    json!({
        "name": tuner.name,
        "id": tuner.id,
        "about": tuner.about,
        "settings": settings.collect::<Vec<_>>(),
        "presets": presets.collect::<Vec<_>>(),
    })
}

/// Files, each with a line about it, under what they are; the first word of that is its name.
type Files<'a> = (&'a str, Vec<(String, String)>);

fn as_text(sections: &[(String, Vec<Listed>)], files: &[Files<'_>]) -> String {
    let mut text = String::new();
    for (title, listed) in sections {
        text += &format!("{title}\n");
        let wide = widest(listed.iter().map(|entry| entry.name.as_str()));
        for entry in listed {
            text += &format!("  {:wide$} {}\n", entry.name, entry.about);
            for param in &entry.params {
                text += &format!("      {:12} {}\n", param.name, describe(param));
            }
        }
        text.push('\n');
    }
    for (kind, list) in files.iter().filter(|(_, list)| !list.is_empty()) {
        text += &format!("{kind}\n");
        let wide = widest(list.iter().map(|(name, _)| name.as_str()));
        for (name, title) in list {
            text += &format!("  {name:wide$} {title}\n");
        }
        text.push('\n');
    }
    text.trim_end().to_string() + "\n"
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
    format!("{} ({}; {default})", param.about, param.kind.describe())
}

fn as_json(
    sections: &[(String, Vec<Listed>)],
    files: &[Files<'_>],
) -> serde_json::Map<String, Value> {
    let entry = |listed: &Listed| {
        let params = listed.params.iter().map(|param| {
            json!({"name": param.name, "about": param.about, "takes": param.kind.describe(), "default": param.default})
        });
        json!({"name": listed.name, "about": listed.about, "parameters": params.collect::<Vec<_>>()})
    };
    let mut object = serde_json::Map::new();
    for (title, listed) in sections {
        let key = title.split(' ').next().unwrap_or(title);
        object.insert(key.to_string(), listed.iter().map(entry).collect());
    }
    for (kind, list) in files.iter().filter(|(_, list)| !list.is_empty()) {
        let list = list
            .iter()
            .map(|(name, title)| json!({"name": name, "title": title}));
        let key = kind.split(' ').next().unwrap_or(kind);
        object.insert(key.to_string(), list.collect());
    }
    object
}
