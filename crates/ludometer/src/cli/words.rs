//! Words that people type where a command is expected: names of games and agents, and words of the field for
//! what a command does.

use super::help::renamed_text;
use clap::Error;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue};
use ludometer_arena::registry::Registry;
use ludometer_spec::source::is_near;

/// Words of the field, lower case without hyphens, and what to type for them.
const TASKS: [(&[&str], &str); 15] = [
    (
        &[
            "tournament",
            "roundrobin",
            "gauntlet",
            "elo",
            "rating",
            "ratings",
            "rate",
            "selfplay",
            "versus",
            "fastchess",
            "cutechess",
            "cutechesscli",
            "duel",
            "league",
        ],
        "`ludometer match AGENT AGENT ...` plays matches and round robins and prints Elo differences and ratings; `ludometer help match` explains it",
    ),
    (
        &["perft"],
        "`ludometer analyse GAME --perft DEPTH` counts action sequences",
    ),
    (
        &["eval", "evaluate", "value", "bestmove", "search", "think"],
        "`ludometer analyse GAME POSITION --agent AGENT` shows the value of each move and what an agent would play",
    ),
    (
        &["uci", "gtp", "ugi", "xboard", "cecp"],
        "`ludometer engine --game GAME --agent AGENT` lets an agent play by UCI, UGI or GTP; the agent `engine(command=...)` is a program that speaks one of them",
    ),
    (
        &[
            "rl",
            "dqn",
            "ppo",
            "alphazero",
            "td",
            "learning",
            "network",
            "fit",
        ],
        "`ludometer train` fits evaluators and networks, and `ludometer tune` learns by the tuners that `ludometer list tuners` shows",
    ),
    (
        &[
            "gym",
            "gymnasium",
            "pettingzoo",
            "env",
            "environment",
            "python",
        ],
        "the Python package has Gymnasium and PettingZoo environments: docs/python.md",
    ),
    (
        &[
            "optimise",
            "optimize",
            "spsa",
            "cmaes",
            "hyperopt",
            "optuna",
            "parameters",
        ],
        "`ludometer tune` tunes the parameters of an agent; `ludometer list tuners` shows the tuners",
    ),
    (
        &[
            "experiment",
            "experiments",
            "plan",
            "simulate",
            "simulation",
            "sweep",
        ],
        "`ludometer run PLAN` runs an experiment; `ludometer list plans` shows those that are built in",
    ),
    (
        &[
            "stats",
            "statistics",
            "confidence",
            "interval",
            "intervals",
            "significance",
            "ttest",
            "anova",
            "ci",
            "wilson",
            "results",
            "table",
            "tables",
        ],
        "`ludometer report PLAN` prints estimates with their intervals and tests; docs/intervals.md says which",
    ),
    (
        &[
            "export", "csv", "parquet", "latex", "plot", "plots", "figure", "figures", "rows",
        ],
        "`ludometer report PLAN --format csv|tidy|parquet|latex|svg`, `--rows` and `--figures DIR` write results as files",
    ),
    (
        &["compare", "diff"],
        "`ludometer match AGENT AGENT` compares agents, `ludometer store compare` stores",
    ),
    (
        &["papers", "paper", "replicate", "replication"],
        "`ludometer reproduce` reproduces published experiments",
    ),
    (
        &["config", "settings", "configure"],
        "`ludometer list config` shows the settings of all commands and where each comes from",
    ),
    (&["version"], "`ludometer --version` prints the version"),
    (
        &["connect4"],
        "`ludometer play connect-four` plays it; docs/own-game.md has it as the example of a game of your own",
    ),
];

/// Games that people ask for and that do not ship.
const ABSENT: [&str; 9] = [
    "shogi",
    "xiangqi",
    "backgammon",
    "gomoku",
    "amazons",
    "poker",
    "texasholdem",
    "holdem",
    "atari",
];

/// What to type instead of `word`, in lines that name the program; empty if it means nothing here.
pub(super) fn tips(word: &str, registry: &Registry, program: &str) -> Vec<String> {
    let plain = plain(word);
    let mut tips = entries(word, registry);
    for (words, tip) in TASKS {
        if words.contains(&plain.as_str()) {
            tips.push(tip.to_string());
        }
    }
    if tips.is_empty() && ABSENT.contains(&plain.as_str()) {
        tips.push(format!(
            "no game `{word}` is built in: `ludometer list games` shows those that are, and docs/own-game.md how to add one (with Connect Four as its example)"
        ));
    }
    tips.into_iter()
        .map(|tip| renamed_text(&tip, program))
        .collect()
}

/// What a name of the registry is.
fn entries(word: &str, registry: &Registry) -> Vec<String> {
    let is = |name: &str, aliases: &[String]| {
        same(name, word) || aliases.iter().any(|alias| same(alias, word))
    };
    let mut tips = Vec::new();
    for game in registry
        .games()
        .iter()
        .filter(|game| is(&game.name, &game.aliases))
    {
        let name = &game.name;
        tips.push(format!(
            "`{name}` is a game: `ludometer play {name}` plays it, `ludometer list {name}` shows its parameters"
        ));
    }
    let mut known: Vec<(&str, String)> = Vec::new();
    for (_, game) in registry.opened_examples() {
        for (kind, listed) in game.names() {
            let found = is(&listed.name, &listed.aliases);
            if found
                && !known
                    .iter()
                    .any(|(of, name)| *of == kind && *name == listed.name)
            {
                known.push((kind, listed.name));
            }
        }
    }
    let tuners = registry
        .tuners()
        .iter()
        .filter(|tuner| tuner.names().any(|name| same(name, word)));
    known.extend(tuners.map(|tuner| ("tuner", tuner.name.clone())));
    for (kind, name) in known {
        let article = if kind.starts_with(['a', 'e']) {
            "an"
        } else {
            "a"
        };
        tips.push(format!(
            "`{name}` is {article} {kind}: `ludometer list {name}` shows its parameters"
        ));
    }
    let plans = [
        ("plan", "run", registry.plans()),
        ("tuning", "tune", registry.tunings()),
    ];
    for (kind, command, names) in plans {
        if let Some(found) = names.iter().find(|known| same(&known.name, word)) {
            let name = &found.name;
            tips.push(format!(
                "`{name}` is a {kind}: `ludometer {command} {name}` runs it"
            ));
        }
    }
    tips
}

/// Every name of the registry that is near a word, and every kind that can be listed.
pub(super) fn near(word: &str, registry: &Registry, kinds: &[String]) -> Vec<String> {
    let mut names: Vec<String> = kinds.to_vec();
    names.extend(registry.games().iter().map(|game| game.name.clone()));
    for (_, game) in registry.opened_examples() {
        names.extend(game.names().into_iter().map(|(_, listed)| listed.name));
    }
    names.extend(
        registry
            .tuners()
            .iter()
            .flat_map(|tuner| tuner.names().map(str::to_string)),
    );
    for list in [registry.plans(), registry.tunings()] {
        names.extend(list.iter().map(|known| known.name.clone()));
    }
    names.retain(|name| is_near(word, name));
    names.sort();
    names.dedup();
    names
}

/// Whether two names are the same but for case, hyphens and underscores: `AlphaBeta` is `alpha-beta`.
pub(super) fn same(name: &str, word: &str) -> bool {
    plain(name) == plain(word)
}

fn plain(word: &str) -> String {
    let letters = word.chars().filter(|char| !matches!(char, '-' | '_' | ' '));
    letters.flat_map(char::to_lowercase).collect()
}
/// An error about a command that does not exist, with what to type instead where the word is a name of the
/// registry or one of the field for what a command does.
pub(super) fn with_tips(mut error: Error, registry: &Registry, program: &str) -> Error {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else {
        return error;
    };
    let found = tips(word, registry, program);
    if !found.is_empty() {
        // What is spelt like it is not meant.
        error.remove(ContextKind::SuggestedSubcommand);
        let found = found.into_iter().map(StyledStr::from).collect();
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(found));
    }
    error
}
