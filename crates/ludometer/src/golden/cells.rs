//! Episodes of tiny cells.

use super::probes::{AGENTS, EVALUATORS, Probe, STARTS};
use super::{GoldenError, GoldenLine, Subject, cut, short, variants};
use ludometer_arena::analysis::Listed;
use ludometer_arena::define::no_files;
use ludometer_arena::options::RunOptions;
use ludometer_arena::registry::{AnyGame, Registry};
use ludometer_core::Seed;
use ludometer_lab::plan::{self, Cell, Plan};
use ludometer_lab::run::run;
use ludometer_lab::store::Store;
use ludometer_spec::source::{Diagnostic, Span};
use ludometer_spec::spec::Spec;
use std::sync::atomic::AtomicBool;

/// One cell, as a plan would have it.
pub(super) struct Tiny {
    kind: &'static str,
    about: String,
    game: String,
    start: String,
    seats: Vec<String>,
    /// Further lines of the plan.
    more: String,
    episodes: u64,
    /// Whether it may turn out that the game does not take it.
    optional: bool,
}

/// What a decision may cost unless something else is looked at.
const STEPS: &str = "budget = { steps = 1500 }\n";

/// Everything that is played in cells of its own.
pub(super) fn subjects(registry: &Registry) -> Result<Vec<Subject>, Diagnostic> {
    let mut all = Vec::new();
    for example in registry.games().iter().flat_map(|game| &game.examples) {
        all.extend(game(registry, example)?);
    }
    for probe in AGENTS {
        all.extend(turned(registry, "agent", probe, |spec| spec.to_string())?);
    }
    for probe in EVALUATORS {
        // A search knows what a finished game is worth; open-loop search asks, and takes means.
        let leaf = |spec: &str| match spec.starts_with("win-score") {
            true => format!("olmcts(l=4, most=30, leaf={spec})"),
            false => format!("depth(t=1, leaf={spec})"),
        };
        all.extend(turned(registry, "evaluator", probe, leaf)?);
    }
    for (at, spec) in STARTS {
        all.extend(starts(registry, at, spec)?);
    }
    all.extend(referee());
    Ok(all.into_iter().map(Subject::Cell).collect())
}

fn opened(registry: &Registry, game: &str) -> Result<Box<dyn AnyGame>, Diagnostic> {
    Ok(registry.open(&Spec::parse(&Span::whole("game", game))?)?.0)
}

fn named(game: &dyn AnyGame, kind: &str) -> Vec<Listed> {
    let names = game.names().into_iter();
    names
        .filter(|(of, _)| *of == kind)
        .map(|(_, listed)| listed)
        .collect()
}

/// Random play at a game, every measure of it, a position that was written down, and every agent as
/// it is when nothing is set.
fn game(registry: &Registry, example: &str) -> Result<Vec<Tiny>, Diagnostic> {
    let env = opened(registry, example)?;
    let players = env.facts().players;
    let tiny = |kind, about: &str, start: &str, first: String, more: &str| {
        let mut seats = vec!["random".to_string(); players];
        seats[0] = first;
        Tiny {
            kind,
            about: about.to_string(),
            game: example.to_string(),
            start: start.to_string(),
            seats,
            more: format!("moves = 6\n{more}"),
            episodes: 2,
            optional: kind == "agent",
        }
    };
    let random = || "random".to_string();
    let mut all = vec![Tiny {
        more: "moves = 60\n".into(),
        episodes: 4,
        ..tiny("game", "", "start", random(), "")
    }];
    for measure in named(&*env, "measure") {
        let more = format!("measure = \"{}\"\n", measure.name);
        all.push(tiny("measure", &measure.id, "walk(9)", random(), &more));
    }
    let played = env.playthrough(Seed::new(5));
    let mut positions = played
        .lines()
        .filter_map(|line| line.strip_prefix("position "));
    if let Some(position) = positions.nth(3) {
        let start = format!("position('{position}')");
        all.push(tiny("start", "position@1", &start, random(), ""));
    }
    for agent in named(&*env, "agent") {
        let deep = agent
            .params
            .iter()
            .any(|param| param.name == "t" && param.default.is_none());
        let spec = match agent.name.as_str() {
            "variety" => "variety(3, depth(t=1))".to_string(),
            name if deep => format!("{name}(t=2)"),
            name => name.to_string(),
        };
        all.push(tiny("agent", &agent.id, "walk(4)", spec, STEPS));
    }
    Ok(all)
}

/// A spec and what it becomes when one parameter after the other is turned.
fn turned(
    registry: &Registry,
    kind: &'static str,
    probe: &Probe,
    seat: impl Fn(&str) -> String,
) -> Result<Vec<Tiny>, Diagnostic> {
    let Probe { game, spec, .. } = *probe;
    let env = opened(registry, game)?;
    let name = Spec::parse(&Span::whole("spec", spec))?.name;
    let entry = named(&*env, kind)
        .into_iter()
        .find(|entry| entry.name == name);
    let Some(entry) = entry else {
        return Err(Diagnostic::new(format!("{game} has no {kind} `{name}`")));
    };
    let measures = named(&*env, "measure");
    let measures: Vec<&str> = measures.iter().map(|m| m.name.as_str()).collect();
    let players = env.facts().players;
    let tiny = |(param, spec): (Option<String>, String)| {
        let mut seats = vec!["random".to_string(); players];
        seats[0] = seat(&spec);
        Tiny {
            kind,
            about: match &param {
                Some(param) => format!("{} {param}", entry.id),
                None => entry.id.clone(),
            },
            game: game.to_string(),
            start: probe.start.to_string(),
            seats,
            more: match probe.steps {
                0 => "moves = 12\n".to_string(),
                steps => format!("moves = 12\nbudget = {{ steps = {steps} }}\n"),
            },
            episodes: probe.episodes,
            optional: param.is_some(),
        }
    };
    let all = variants(spec, &entry.params, &measures)?
        .into_iter()
        .map(tiny);
    Ok(all.collect())
}

fn starts(registry: &Registry, game: &str, spec: &str) -> Result<Vec<Tiny>, Diagnostic> {
    let env = opened(registry, game)?;
    let name = Spec::parse(&Span::whole("spec", spec))?.name;
    let entry = named(&*env, "start")
        .into_iter()
        .find(|entry| entry.name == name);
    let Some(entry) = entry else {
        return Err(Diagnostic::new(format!("{game} has no start `{name}`")));
    };
    let tiny = |(param, start): (Option<String>, String)| Tiny {
        kind: "start",
        about: match &param {
            Some(param) => format!("{} {param}", entry.id),
            None => entry.id.clone(),
        },
        game: game.to_string(),
        start,
        seats: vec!["random".to_string(); env.facts().players],
        more: "moves = 4\n".into(),
        episodes: 4,
        optional: param.is_some(),
    };
    Ok(variants(spec, &entry.params, &[])?
        .into_iter()
        .map(tiny)
        .collect())
}

/// What the referee does with any agents: limits, mirrored chance, generators, more than two.
fn referee() -> Vec<Tiny> {
    let tiny = |about: &str, game: &str, seats: &[&str], more: &str| Tiny {
        kind: "referee",
        about: about.to_string(),
        game: game.to_string(),
        start: "start".into(),
        seats: seats.iter().map(ToString::to_string).collect(),
        more: more.to_string(),
        episodes: 6,
        optional: false,
    };
    let two = ["uct(playouts=20)", "random"];
    vec![
        tiny("plain", "kuhn", &two, ""),
        tiny("mirror", "kuhn", &two, "mirror = true\n"),
        tiny("no mirror", "kuhn", &two, "mirror = false\n"),
        tiny(
            "generator",
            "kuhn",
            &two,
            "generator = \"mersenne-twister\"\n",
        ),
        tiny("another seed", "kuhn", &two, "seed = 99\n"),
        tiny("whole games", "tic-tac-toe", &["random", "depth(t=2)"], ""),
        tiny(
            "cut off",
            "tic-tac-toe",
            &["random", "depth(t=2)"],
            "moves = 3\n",
        ),
        tiny(
            "evaluations",
            "othello(size=4)",
            &["depth(t=5)", "random"],
            "moves = 6\nbudget = { evaluations = 40 }\n",
        ),
        tiny(
            "chance of the world",
            "meteors",
            &["flat(playouts=8, plies=6)"],
            "",
        ),
        tiny(
            "four players",
            "omaha(players=4)",
            &["loose(samples=8)", "caller", "random", "tight(samples=8)"],
            "mirror = true\n",
        ),
    ]
}

impl Tiny {
    fn text(&self) -> String {
        let seats: Vec<String> = self
            .seats
            .iter()
            .map(|seat| format!("\"{seat}\""))
            .collect();
        let seed = if self.more.contains("seed =") {
            ""
        } else {
            "seed = 1\n"
        };
        format!(
            "game = \"{}\"\nstart = \"{}\"\nseats = [{}]\nepisodes = {}\n{seed}{}",
            self.game,
            self.start,
            seats.join(", "),
            self.episodes,
            self.more
        )
    }

    /// Plays it; nothing if the game does not take it.
    pub(super) fn play(
        &self,
        store: &mut Store,
        registry: &Registry,
    ) -> Result<Option<GoldenLine>, GoldenError> {
        let text = self.text();
        let span = Span::whole("golden", &text);
        let plan = Plan::read("golden", &span, &[], &no_files, registry);
        let plan = match plan.and_then(|plan| plan.cells[0].prepare().map(|_| plan)) {
            Ok(plan) => plan,
            Err(_) if self.optional => return Ok(None),
            Err(diagnostic) => return Err(GoldenError::new(&text, diagnostic)),
        };
        let mut hasher = blake3::Hasher::new();
        rows(&plan, self.episodes, store, &mut hasher)
            .map_err(|error| GoldenError::new(&text, error))?;
        Ok(Some(GoldenLine {
            kind: self.kind,
            subject: cut(&subject(&plan.cells[0])),
            about: self.about.clone(),
            hash: short(&hasher),
        }))
    }
}

/// A cell on one line.
fn subject(cell: &Cell) -> String {
    let lines = cell.description().lines().skip(1);
    lines.collect::<Vec<_>>().join("; ")
}

/// Plays a plan into the store and hashes what the store gives back.
fn rows(
    plan: &Plan,
    episodes: u64,
    store: &mut Store,
    hasher: &mut blake3::Hasher,
) -> Result<(), String> {
    let options = RunOptions {
        threads: 1,
        stop: &AtomicBool::new(false),
        progress: &mut |_, _| {},
    };
    run(plan, episodes, store, options).map_err(|error| error.to_string())?;
    for cell in &plan.cells {
        let id = store.known(cell).map_err(|error| error.to_string())?;
        let id = id.ok_or("a cell that was played is not there")?;
        let read = store.read(id, episodes, |number, episode| {
            hasher.update(episode.canonical_text(number).as_bytes());
        });
        read.map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// How many cells of a shipped plan are played.
const CELLS: usize = 6;

/// The keys of all cells of a shipped plan, and an episode of a few of them, cut short.
pub(super) fn plan(
    name: &str,
    store: &mut Store,
    registry: &Registry,
) -> Result<GoldenLine, GoldenError> {
    let read = |settings: &[String]| {
        plan::find(name, settings, no_files, registry)
            .map_err(|diagnostic| GoldenError::new(name, diagnostic))
    };
    let whole = read(&[])?;
    let mut keys = blake3::Hasher::new();
    for cell in &whole.cells {
        keys.update(&cell.key());
    }
    let small = ["moves=5", "budget={steps=300}"];
    let mut small = read(&small.map(String::from))?;
    let step = small.cells.len().div_ceil(CELLS);
    let mut number = 0;
    small.cells.retain(|_| {
        number += 1;
        (number - 1) % step == 0
    });
    let mut hasher = blake3::Hasher::new();
    rows(&small, 1, store, &mut hasher).map_err(|error| GoldenError::new(name, error))?;
    Ok(GoldenLine {
        kind: "plan",
        subject: format!("{name}; cells {}; keys {}", whole.cells.len(), short(&keys)),
        about: name.to_string(),
        hash: short(&hasher),
    })
}
