//! Agents, evaluators, measures and starts: of one game, or of every game with where they fit.

use super::super::forms::{ListedName, ListedParam, UnfitGame};
use super::{describe, widest};
use ludometer_arena::analysis::Listed;
use ludometer_arena::registry::AnyGame;

/// Names under one title.
pub(super) struct Section {
    /// The key in JSON.
    pub(super) key: String,
    /// The title in text.
    pub(super) title: String,
    pub(super) entries: Vec<Shown>,
}

/// A name, and the games where it was looked for, each with why it cannot be used there.
pub(super) struct Shown {
    pub(super) listed: Listed,
    pub(super) games: Vec<(String, Option<String>)>,
}

/// The names of one kind at one game.
pub(super) fn at_game(kind: &str, name: &str, game: &dyn AnyGame) -> Section {
    let names = game.names().into_iter().filter(|(known, _)| *known == kind);
    let entries = names.map(|(_, listed)| Shown {
        games: vec![(name.to_string(), listed.unfit.clone())],
        listed,
    });
    Section {
        key: format!("{kind}s"),
        title: format!("{kind}s of {name}"),
        entries: entries.collect(),
    }
}

/// The names of one kind at every game: first those that every game knows, then each game's own.
pub(super) fn everywhere(kind: &str, games: &[(String, Box<dyn AnyGame>)]) -> Vec<Section> {
    let mut all: Vec<Shown> = Vec::new();
    for (name, game) in games {
        for (_, listed) in game.names().into_iter().filter(|(known, _)| *known == kind) {
            let here = (name.clone(), listed.unfit.clone());
            let same = |known: &&mut Shown| {
                let known = &known.listed;
                (&known.name, &known.id, &known.about) == (&listed.name, &listed.id, &listed.about)
            };
            match all.iter_mut().find(same) {
                Some(known) => known.games.push(here),
                None => all.push(Shown {
                    listed,
                    games: vec![here],
                }),
            }
        }
    }
    let (general, own): (Vec<Shown>, Vec<Shown>) = all
        .into_iter()
        .partition(|shown| shown.games.len() == games.len());
    let section = |title: String, entries| Section {
        key: format!("{kind}s"),
        title,
        entries,
    };
    let mut sections = vec![section(format!("{kind}s for every game"), general)];
    let mut own = own;
    for (name, _) in games {
        let (here, rest) = own.into_iter().partition(|shown| shown.games[0].0 == *name);
        own = rest;
        let here: Vec<Shown> = here;
        if !here.is_empty() {
            sections.push(section(format!("{kind}s of {name}"), here));
        }
    }
    sections.retain(|section| !section.entries.is_empty());
    sections
}

impl Shown {
    /// Where it can be used and where not, with the reasons; nothing where the title says it.
    fn fit(&self, every: usize) -> Vec<String> {
        let fits = self.games.iter().filter(|(_, unfit)| unfit.is_none());
        let fits: Vec<&str> = fits.map(|(game, _)| game.as_str()).collect();
        let mut lines = match (&fits[..], self.games.len()) {
            ([], _) | ([_], 1) => Vec::new(),
            (fits, all) if fits.len() == all && all == every => vec!["fits: every game".into()],
            (fits, _) => vec![format!("fits: {}", fits.join(", "))],
        };
        let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
        for (game, unfit) in &self.games {
            let Some(reason) = unfit else { continue };
            match reasons.iter_mut().find(|(known, _)| known == reason) {
                Some((_, games)) => games.push(game),
                None => reasons.push((reason, vec![game])),
            }
        }
        let line =
            |(reason, games): (&str, Vec<&str>)| format!("not {}: {reason}", games.join(", "));
        lines.extend(reasons.into_iter().map(line));
        lines
    }
}

/// The sections as text; `every` is the number of games that were looked at.
pub(super) fn as_text(sections: &[Section], every: usize) -> String {
    let mut text = String::new();
    for Section { title, entries, .. } in sections {
        text += &format!("{title}\n");
        let wide = widest(entries.iter().map(|shown| shown.listed.name.as_str()));
        for shown in entries {
            let Listed {
                name,
                aliases,
                about,
                params,
                ..
            } = &shown.listed;
            text += &format!("  {name:wide$} {about}\n");
            if !aliases.is_empty() {
                text += &format!("      also read: {}\n", aliases.join(", "));
            }
            for line in shown.fit(every) {
                text += &format!("      {line}\n");
            }
            for param in params {
                text += &format!("      {:12} {}\n", param.name, describe(param));
            }
        }
        text.push('\n');
    }
    text
}

/// The entries of a section; where several games were looked at, each with the games it fits.
pub(super) fn listed(section: &Section) -> Vec<ListedName<'_>> {
    fn entry(shown: &Shown) -> ListedName<'_> {
        let Shown { listed, games } = shown;
        let parameters = listed.params.iter().map(|param| ListedParam {
            name: &param.name,
            about: &param.about,
            takes: param.kind.describe(),
            default: param.default.as_deref(),
            aliases: &param.aliases,
        });
        let looked = (!games.is_empty()).then_some(games);
        let fits = looked.map(|games| {
            let fits = games.iter().filter(|(_, unfit)| unfit.is_none());
            fits.map(|(game, _)| game.as_str()).collect()
        });
        let unfit = looked.map(|games| {
            let unfit = games.iter().filter_map(|(game, unfit)| {
                let reason = unfit.as_ref()?;
                Some(UnfitGame { game, reason })
            });
            unfit.collect()
        });
        ListedName {
            name: &listed.name,
            aliases: &listed.aliases,
            about: &listed.about,
            parameters: parameters.collect(),
            fits,
            unfit,
        }
    }
    section.entries.iter().map(entry).collect()
}
