//! A new session.

use super::{Course, Occupant, Session};
use crate::entropy;
use crate::problem::Problem;
use ludometer_arena::play;
use ludometer_arena::registry::{AnyGame, Registry};
use ludometer_arena::session::HUMAN;
use ludometer_core::{Budget, Seed};
use ludometer_spec::source::Span;
use ludometer_spec::spec::Spec;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// The longest text of a game, a seat or a start.
const LONGEST: usize = 4096;

/// What a session is made of.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSession {
    /// The game, as in `othello(size=6)`.
    pub(crate) game: String,
    /// One for each player: `human` or an agent.
    pub(crate) seats: Vec<String>,
    /// Where it begins, by the name of a start; the rules say it otherwise.
    #[serde(default)]
    pub(crate) start: Option<String>,
    /// The random seed; a fresh one unless it is given.
    #[serde(default)]
    pub(crate) seed: Option<u64>,
    /// The time of each decision of an agent, in milliseconds.
    #[serde(default)]
    pub(crate) time_ms: Option<u64>,
    /// The forward-model calls of each decision.
    #[serde(default)]
    pub(crate) steps: Option<u64>,
}

fn parsed(name: &str, text: &str) -> Result<Spec, Problem> {
    if text.len() > LONGEST {
        return Err(
            Problem::wrong(format!("{name} has more than {LONGEST} characters"))
                .remedy("no game and no agent needs so much"),
        );
    }
    Ok(Spec::parse(&Span::whole(name, text))?)
}

/// The game that a text names, its spec in full, and the name of its entry.
pub(crate) fn opened(
    registry: &Registry,
    text: &str,
) -> Result<(Arc<dyn AnyGame>, String, Spec), Problem> {
    let spec = parsed("game", text)?;
    let (rules, full) = registry.open(&spec)?;
    Ok((Arc::from(rules), full, spec))
}

impl Session {
    /// A session at its start.
    pub(crate) fn open(registry: &Registry, asked: &NewSession) -> Result<Session, Problem> {
        let (rules, game, spec) = opened(registry, &asked.game)?;
        let entry = registry.entry(&spec)?;
        let facts = rules.facts();
        if asked.seats.len() != facts.players {
            let given = asked.seats.len();
            let error = format!("{} has {} seats, not {given}", facts.name, facts.players);
            return Err(Problem::wrong(error).remedy("give `human` or an agent for each seat"));
        }
        let seed = match asked.seed {
            Some(seed) => seed,
            None => entropy::fresh_seed().map_err(Problem::failed)?,
        };
        let address = play::address(Seed::new(seed), 0, facts.players, false).0;
        let mut seats = Vec::new();
        let mut players = Vec::new();
        for (number, text) in asked.seats.iter().enumerate() {
            let spec = parsed(&format!("seat {number}"), text)?;
            if spec.name == HUMAN && spec.arguments.is_empty() {
                let key = entropy::word()?;
                seats.push(Occupant::Human { key });
                players.push(None);
                continue;
            }
            players.push(Some(Arc::clone(&rules).player(&spec)?));
            let text = spec.to_string();
            seats.push(Occupant::Agent { spec, text });
        }
        let start = asked
            .start
            .as_deref()
            .filter(|text| !text.trim().is_empty());
        let begin = start.map(|text| parsed("start", text)).transpose()?;
        let first = Arc::clone(&rules).start_position(begin.as_ref(), address)?;
        let people = players.iter().any(Option::is_none);
        let budget = Budget::UNLIMITED
            .with_steps(asked.steps)
            .with_time(asked.time_ms.map(Duration::from_millis));
        Ok(Session {
            id: entropy::word()?,
            entry: entry.name.clone(),
            about: entry.about.clone(),
            rules_in_words: entry.rules.clone(),
            game,
            seed,
            start: start.map(str::to_string),
            address,
            budget,
            limits: [asked.time_ms, asked.steps],
            seats,
            course: Mutex::new(Course {
                positions: vec![first],
                moves: Vec::new(),
                players,
                running: people,
                step: false,
                pace: Duration::ZERO,
                thinking: None,
                driving: false,
                serial: 0,
                problem: None,
                touched: Instant::now(),
            }),
            version: watch::Sender::new(0),
            rules,
        })
    }

    /// The same with fresh chance.
    pub(crate) fn again(&self, registry: &Registry) -> Result<Session, Problem> {
        let seats = self.seats.iter().map(|seat| seat.name().to_string());
        Session::open(
            registry,
            &NewSession {
                game: self.game.clone(),
                seats: seats.collect(),
                start: self.start.clone(),
                seed: None,
                time_ms: self.limits[0],
                steps: self.limits[1],
            },
        )
    }

    /// The keys of people's seats, for whoever opened the session.
    pub(crate) fn keys(&self) -> Vec<Option<&str>> {
        let keys = self.seats.iter().map(|seat| match seat {
            Occupant::Human { key } => Some(key.as_str()),
            Occupant::Agent { .. } => None,
        });
        keys.collect()
    }
}
