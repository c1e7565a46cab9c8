//! `ludometer play`: watch agents, or play against them, in the terminal.

use super::Failure;
use super::corpus::Corpus;
use super::define::Define;
use super::forms::PlayedGame;
use super::log::say;
use super::output::{emit_json, reachable};
use super::pace::Pace;
use super::schemas::Schema;
use super::terminal::Terminal;
use clap::Args;
use ludometer_arena::play::{Ending, Forfeited, MatchRules};
use ludometer_arena::registry::{AnyGame, MatchSpec, Registry};
use ludometer_arena::session::HUMAN;
use ludometer_core::{Budget, Generator, Seed};
use ludometer_spec::source::Span;
use ludometer_spec::spec::Spec;
use ludometer_studio::{ADVISERS, fresh_seed, result_in_words};
use std::fs::OpenOptions;
use std::io::Write;
use std::sync::{Arc, Mutex};

/// Play one game in the terminal, against agents or between agents.
///
/// Give `--seat` once for each player; remaining seats are played by you. At every prompt `help` lists what
/// can be typed beside moves: `rules`, `moves`, `hint`, `undo`, `quit`.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer play tic-tac-toe --seat human --seat 'depth(t=9)'\n  ludometer play slide --start 'distance(8)' --seat 'depth(t=6, leaf=euclidean)'\n  ludometer play \"vgdl(name='aliens')\" --seat 'uct(playouts=50, plies=30)' --pace 50ms"
)]
pub(super) struct Play {
    /// Game, as in 'tic-tac-toe(4, 4, 4)'.
    game: String,
    /// Agent of the next seat, or `human`; repeatable.
    #[arg(long = "seat", value_name = "AGENT")]
    seats: Vec<String>,
    #[command(flatten)]
    define: Define,
    #[command(flatten)]
    corpus: Corpus,
    /// Start position, as in 'position(...)'; `list starts` names them.
    #[arg(long, default_value = "start")]
    start: String,
    /// Budget of each decision, in forward-model calls [default: unlimited].
    #[arg(long, alias = "budget", value_name = "N")]
    steps: Option<u64>,
    /// Stop the game after N plies.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    moves: u32,
    /// Random seed [default: a fresh one where a person plays, else 1].
    #[arg(long)]
    seed: Option<u64>,
    /// Agent that `hint` asks [default: one that fits the game].
    #[arg(long, value_name = "AGENT")]
    hint: Option<String>,
    /// Show at most one agent move per TIME, as in 50ms or 0.2s; a terminal redraws the board in place.
    #[arg(long, value_name = "TIME")]
    pace: Option<Pace>,
    /// Show each agent's values and visits of its moves, and its principal variation.
    #[arg(long, alias = "think")]
    trace: bool,
    /// Append the hand history to FILE, in games that have one (`omaha`); read it with `ludometer hands`.
    #[arg(long, value_name = "FILE")]
    save: Option<String>,
    /// Write the result as JSON to FILE; `-` is stdout.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

impl Play {
    pub(super) fn go(self, registry: &Registry) -> Result<(), Failure> {
        let (mut game, name) = self.corpus.open(&self.game, registry)?;
        let players = game.facts().players;
        if self.seats.len() > players {
            let given = self.seats.len();
            return Err(Failure::usage(format!(
                "{name} has {players} seats, not {given}"
            )));
        }
        if self.save.is_some() && !game.has_histories() {
            let message = format!("games of {name} are not kept as text: omit --save");
            return Err(Failure::usage(message));
        }
        reachable([&self.save, &self.json])?;
        let seats = self
            .seats
            .iter()
            .map(String::as_str)
            .chain(std::iter::repeat(HUMAN));
        let seats = seats
            .take(players)
            .map(|seat| Spec::parse(&Span::whole("--seat", seat)));
        let seats = seats.collect::<Result<Vec<_>, _>>()?;
        self.define.at(&mut *game, &seats, registry)?;
        let start = Spec::parse(&Span::whole("--start", &self.start))?;
        let people = seats.iter().any(|seat| seat.name == HUMAN);
        let seed = match self.seed {
            Some(seed) => seed,
            None if people => fresh_seed().map_err(Failure::failed)?,
            None => 1,
        };
        let spec = MatchSpec {
            agents: &seats,
            measure: None,
            start: &start,
            rules: MatchRules {
                moves: Some(self.moves),
                budget: self.steps.map_or(Budget::UNLIMITED, Budget::of_steps),
                opening: None,
                budgets: Vec::new(),
                mirror: false,
                generator: Generator::Xoshiro,
                ..MatchRules::default()
            },
            seed: Seed::new(seed),
        };
        let mut stage = Terminal::new(self.pace.map(|Pace(pace)| pace));
        stage.trace = self.trace;
        stage.number = seed;
        stage.rules = self.rules(registry)?;
        stage.adviser = match people {
            true => self.adviser(&*game, &spec)?,
            false => None,
        };
        stage.quiet = self.json.as_deref() == Some("-");
        let stage = Arc::new(Mutex::new(stage));
        let episode = game.perform(&spec, Arc::clone(&stage) as _)?;
        let (broken, kept, termination) = match stage.lock() {
            Ok(mut stage) => (stage.broken.take(), stage.kept.take(), stage.termination),
            Err(_) => (None, None, None),
        };
        if let Some(error) = broken {
            return Err(error.into());
        }
        match self.save.as_ref().zip(kept) {
            Some((to, text)) => add(&text, to)?,
            None if self.save.is_some() => {
                say("the game was not played to its end: nothing is saved")
            }
            None => {}
        }
        let payoffs: Vec<f64> = episode.seats.iter().map(|share| share.payoff).collect();
        let points: Vec<f64> = episode.seats.iter().map(|share| share.points).collect();
        let names: Vec<String> = seats.iter().map(ToString::to_string).collect();
        let plies = episode.plies;
        let end = match &episode.ending {
            Ending::Finished => result_in_words(game.facts(), &names, &payoffs, termination),
            Ending::Truncated => "cut off".to_string(),
            Ending::Adjudicated => "adjudicated".to_string(),
            Ending::Forfeited(Forfeited { agent, forfeit }) => {
                format!("player {agent} forfeits ({forfeit})")
            }
        };
        say(&format!("{end} after {plies} plies"));
        if self.seed.is_none() && people {
            say(&format!("the same chance again: --seed {seed}"));
        }
        match &self.json {
            None => Ok(()),
            Some(to) => {
                let played = PlayedGame {
                    game: &name,
                    plies: episode.plies,
                    ended: episode.ending.name(),
                    payoffs: &payoffs,
                    points: &points,
                };
                emit_json(Schema::Play, &played, to)
            }
        }
    }
}

impl Play {
    /// The game in a few sentences.
    fn rules(&self, registry: &Registry) -> Result<String, Failure> {
        let spec = Spec::parse(&Span::whole("game", &self.game))?;
        let registry = self.corpus.registry(registry)?;
        let entry = registry.entry(&spec)?;
        Ok(match entry.rules.is_empty() {
            true => entry.about.clone(),
            false => format!("{}\n{}", entry.about, entry.rules),
        })
    }

    /// The agent that is asked for hints: the one that is named, or the first that can sit here.
    fn adviser(&self, game: &dyn AnyGame, spec: &MatchSpec<'_>) -> Result<Option<Spec>, Failure> {
        let named = self.hint.as_ref();
        if let Some(text) = named {
            return Ok(Some(Spec::parse(&Span::whole("--hint", text))?));
        }
        let fits = |text: &str| {
            let agent = Spec::parse(&Span::whole("--hint", text)).ok()?;
            let agents = vec![agent.clone(); game.facts().players];
            let tried = MatchSpec {
                agents: &agents,
                rules: spec.rules.clone(),
                ..*spec
            };
            game.prepare(&tried).ok().map(|_| agent)
        };
        Ok(ADVISERS.iter().find_map(|text| fits(text)))
    }
}

/// Adds a game to a file, which is made if there is none; an empty line stands between two.
fn add(text: &str, to: &str) -> Result<(), Failure> {
    let failure = |error: std::io::Error| Failure::file(to, &error);
    let file = OpenOptions::new().create(true).append(true).open(to);
    let mut file = file.map_err(failure)?;
    let begun = file.metadata().map_err(failure)?.len() > 0;
    let between = if begun { "\n" } else { "" };
    write!(file, "{between}{text}").map_err(failure)
}
