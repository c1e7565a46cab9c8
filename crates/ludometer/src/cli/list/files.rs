//! Plans, tunings and weights: files that are read to say what they are about.

use super::super::forms::{ListedEntry, ListedFile};
use super::widest;
use ludometer_arena::registry::Registry;
use ludometer_arena::weights::{NamedText, NetworkFile, Weights};
use ludometer_lab::{plan, tune};
use ludometer_spec::source::Diagnostic;
use ludometer_spec::spec::Spec;

/// A file with a line about it, or the error with which it is refused: one invalid file does not hide
/// the others.
pub(super) struct File {
    name: String,
    about: Result<String, String>,
}

impl File {
    pub(super) fn new(name: &str, about: Result<String, Diagnostic>) -> File {
        File {
            name: name.to_string(),
            about: about.map_err(|diagnostic| diagnostic.to_string()),
        }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }
}

/// Files under what they are; the first word of that is its name in JSON.
pub(super) type Files<'a> = (&'a str, Vec<File>);

fn load(path: &str) -> std::io::Result<String> {
    std::fs::read_to_string(path)
}

/// Every plan with its title.
pub(super) fn plans(registry: &Registry) -> Vec<File> {
    let read = |known: &NamedText| {
        let found = plan::find(&known.name, &[], load, registry);
        File::new(&known.name, found.map(|plan| plan.title))
    };
    registry.plans().iter().map(read).collect()
}

/// Every tuning with its title.
pub(super) fn tunings(registry: &Registry) -> Vec<File> {
    let read = |known: &NamedText| {
        let found = tune::find_study(&known.name, &[], load, registry);
        File::new(&known.name, found.map(|tuning| tuning.title))
    };
    registry.tunings().iter().map(read).collect()
}

/// Every file of weights, and every network.
pub(super) fn weights(registry: &Registry) -> Vec<File> {
    let full = |spec: &Spec| registry.full_name(spec);
    let weights = |known: &NamedText| {
        let read = Weights::read(&known.span(), &full);
        let about = read.map(|read| format!("{}: {}", read.game, read.about));
        File::new(&known.name, about)
    };
    let network = |known: &NamedText| {
        let about = NetworkFile::read(&known.span()).map(|read| {
            let layers: Vec<String> = read.shape.sizes().iter().map(usize::to_string).collect();
            format!("a network, {}, {}", read.role, layers.join("-"))
        });
        File::new(&known.name, about)
    };
    let registered_weights = registry.registered_weights();
    let list = registered_weights.weights.iter().map(weights);
    list.chain(registered_weights.networks.iter().map(network))
        .collect()
}

/// The lists for people.
pub(super) fn as_text(files: &[Files<'_>]) -> String {
    let mut text = String::new();
    for (kind, list) in files.iter().filter(|(_, list)| !list.is_empty()) {
        text += &format!("{kind}\n");
        let wide = widest(list.iter().map(|file| file.name.as_str()));
        for File { name, about } in list {
            match about {
                Ok(about) => text += &format!("  {name:wide$} {about}\n"),
                Err(error) => {
                    text += &format!("  {name:wide$} invalid: ");
                    text += &error.replace('\n', "\n    ");
                    text.push('\n');
                }
            }
        }
        text.push('\n');
    }
    text
}

/// The lists for machines: each file has a `title` or an `error`.
pub(super) fn listed<'a>(
    files: &'a [Files<'a>],
) -> impl Iterator<Item = (&'a str, Vec<ListedEntry<'a>>)> {
    let files = files.iter().filter(|(_, list)| !list.is_empty());
    files.map(|(kind, list)| {
        let list = list.iter().map(|File { name, about }| {
            ListedEntry::File(ListedFile {
                name,
                title: about.as_deref().ok(),
                error: about.as_ref().err().map(String::as_str),
            })
        });
        let key = kind.split(' ').next().unwrap_or(kind);
        (key, list.collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use std::collections::BTreeMap;

    const PLAN: &str = "title = \"Noughts\"\ngame = \"tic-tac-toe\"\nseats = [\"random\", \"random\"]\nepisodes = 2\n";

    #[test]
    fn an_invalid_file_does_not_hide_the_others() {
        let mut registry = ludometer_catalogue::shipped().clone();
        let shipped = registry.plans().len();
        let invalid = PLAN.replace("tic-tac-toe", "tic-tac-tow");
        registry
            .plan(NamedText::new("plans", "invalid", invalid))
            .unwrap();
        registry
            .plan(NamedText::new("plans", "valid", PLAN))
            .unwrap();
        let tuning = "title = \"none\"";
        registry
            .tuning(NamedText::new("tunes", "unfinished", tuning))
            .unwrap();
        registry
            .weights(NamedText::new("weights", "empty", "game ="))
            .unwrap();
        let lists = [
            ("plans", plans(&registry)),
            ("tunes", tunings(&registry)),
            ("weights", weights(&registry)),
        ];
        let text = as_text(&lists);
        let line = |name: &str| {
            let found = text
                .lines()
                .find(|line| line.trim_start().starts_with(name));
            found.unwrap_or_else(|| panic!("no {name} in {text}"))
        };
        assert!(line("valid ").ends_with(" Noughts"), "{text}");
        let said = line("invalid ");
        assert!(
            said.contains("invalid: there is no game `tic-tac-tow`"),
            "{said}"
        );
        assert!(text.contains("hint: did you mean `tic-tac-toe`?"), "{text}");
        for name in ["unfinished ", "empty "] {
            assert!(line(name).contains("invalid: "), "{text}");
        }
        let json: BTreeMap<&str, _> = listed(&lists).collect();
        let json = serde_json::to_value(json).unwrap();
        let plans = json["plans"].as_array().unwrap();
        assert_eq!(plans.len(), shipped + 2);
        let invalid = plans.iter().filter(|plan| plan["error"].is_string());
        let invalid: Vec<&Value> = invalid.map(|plan| &plan["name"]).collect();
        assert_eq!(invalid, ["invalid"]);
    }
}
