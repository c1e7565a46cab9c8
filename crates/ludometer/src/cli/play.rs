//! `ludometer play`: watch agents, or play against them, in the terminal.

use super::Failure;
use super::corpus::Corpus;
use super::define::Define;
use super::output::{emit_json, say};
use crate::play::House;
use crate::registry::Seating;
use crate::source::Place;
use crate::spec::Spec;
use crate::stage::{HUMAN, Stage};
use clap::Args;
use ludometer_core::{Budget, Generator, Seed};
use serde_json::json;
use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::{Arc, Mutex};

/// Plays one game in the terminal: agents among themselves, or with people.
///
/// Give `--seat` once for each player; seats that are left over are taken by people.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer play noughts --seat human --seat 'depth(t=9)'\n  ludometer play slide --start 'distance(8)' --seat 'depth(t=6, leaf=euclidean)'"
)]
pub(super) struct Play {
    /// The game, as in `noughts(4, 4, 4)`.
    game: String,
    /// An agent, or `human`.
    #[arg(long = "seat", value_name = "AGENT")]
    seats: Vec<String>,
    #[command(flatten)]
    define: Define,
    #[command(flatten)]
    corpus: Corpus,
    /// Where it begins.
    #[arg(long, default_value = "start")]
    start: String,
    /// Forward-model calls that a decision may cost.
    #[arg(long, value_name = "N")]
    steps: Option<u64>,
    /// Plies after which the game is broken off.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    moves: u32,
    /// The number all dice come from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Shows what agents think of their choices.
    #[arg(long)]
    think: bool,
    /// Writes the result as JSON to this file; `-` is stdout.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

impl Play {
    pub(super) fn go(self) -> Result<(), Failure> {
        let (mut game, name) = self.corpus.open(&self.game)?;
        let players = game.facts().players;
        if self.seats.len() > players {
            let given = self.seats.len();
            return Err(Failure::usage(format!(
                "{name} has {players} seats, not {given}"
            )));
        }
        let seats = self
            .seats
            .iter()
            .map(String::as_str)
            .chain(std::iter::repeat(HUMAN));
        let seats = seats
            .take(players)
            .map(|seat| Spec::parse(&Place::whole("--seat", seat)));
        let seats = seats.collect::<Result<Vec<_>, _>>()?;
        self.define.at(&mut *game, &seats)?;
        let start = Spec::parse(&Place::whole("--start", &self.start))?;
        let seating = Seating {
            agents: &seats,
            measure: None,
            start: &start,
            house: House {
                moves: Some(self.moves),
                budget: self.steps.map_or(Budget::UNLIMITED, Budget::of_steps),
                opening: None,
                mirror: false,
                generator: Generator::Xoshiro,
            },
            seed: Seed::new(self.seed),
        };
        let stage = Arc::new(Mutex::new(Terminal {
            think: self.think,
            prompts: io::stdin().is_terminal(),
            quiet: self.json.as_deref() == Some("-"),
            broken: None,
        }));
        let episode = game.perform(&seating, Arc::clone(&stage) as _)?;
        if let Some(error) = stage.lock().ok().and_then(|mut stage| stage.broken.take()) {
            return Err(error.into());
        }
        let payoffs: Vec<f64> = episode.shares.iter().map(|share| share.payoff).collect();
        let points: Vec<f64> = episode.shares.iter().map(|share| share.points).collect();
        let end = if episode.finished {
            "over"
        } else {
            "broken off"
        };
        say(&format!(
            "{end} after {} plies; payoffs {payoffs:?}, points {points:?}",
            episode.plies
        ));
        match &self.json {
            None => Ok(()),
            Some(to) => {
                let result = json!({
                    "game": name, "plies": episode.plies, "finished": episode.finished,
                    "payoffs": payoffs, "points": points,
                });
                emit_json(&result, to)
            }
        }
    }
}

/// The terminal as a stage.
struct Terminal {
    think: bool,
    prompts: bool,
    quiet: bool,
    broken: Option<io::Error>,
}

impl Terminal {
    fn print(&mut self, text: &str) {
        if self.quiet || self.broken.is_some() {
            return;
        }
        self.broken = writeln!(io::stdout(), "{text}").err();
    }
}

impl Stage for Terminal {
    fn show(&mut self, board: &str) {
        self.print(board);
    }

    fn ask(&mut self, player: u8, labels: &[String]) -> Option<String> {
        self.print(&format!(
            "player {player}, your choices: {} (or `quit`)",
            labels.join(" ")
        ));
        loop {
            if self.prompts {
                let _ = write!(io::stderr(), "> ");
            }
            let mut line = String::new();
            match io::stdin().lock().read_line(&mut line) {
                Ok(0) | Err(_) => return None,
                Ok(_) => {}
            }
            let word = line.trim();
            if word.eq_ignore_ascii_case("quit") || self.broken.is_some() {
                return None;
            }
            if let Some(label) = labels.iter().find(|label| label.eq_ignore_ascii_case(word)) {
                return Some(label.clone());
            }
            say(&format!("`{word}` is not among {}", labels.join(" ")));
        }
    }

    fn tell(&mut self, player: u8, name: &str, label: &str, thoughts: &[(String, f64, u64)]) {
        self.print(&format!("player {player}, {name}: {label}"));
        if self.think && !thoughts.is_empty() {
            let words: Vec<String> = thoughts
                .iter()
                .map(|(label, value, _)| format!("{label} {value:.3}"))
                .collect();
            self.print(&format!("  it thought: {}", words.join("  ")));
        }
    }
}
