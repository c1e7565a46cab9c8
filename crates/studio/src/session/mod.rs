//! Sessions: games that people play or watch on a page. A session is a list of positions with a rule that
//! every change bumps a version, which wakes those who listen.

mod drive;
mod hint;
mod open;
mod thought;
mod view;

pub(crate) use drive::Searches;
pub use hint::ADVISERS;
pub(crate) use hint::HintRequest;
pub(crate) use open::{NewSession, opened};
pub(crate) use thought::Thought;
pub(crate) use view::SessionLine;

use crate::problem::Problem;
use constant_time_eq::constant_time_eq;
use ludometer_arena::play;
use ludometer_arena::position::{AnyPlayer, AnyPosition};
use ludometer_arena::registry::AnyGame;
use ludometer_core::{Budget, Generator, Player, Seed, Turn};
use ludometer_spec::spec::Spec;
use serde::Deserialize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// The longest game that is kept.
const MOST_PLIES: usize = 5000;

/// Who sits in a seat.
pub(crate) enum Occupant {
    /// A person, who shows this key where the game has hidden information.
    Human { key: String },
    /// An agent, by its spec.
    Agent { spec: Spec, text: String },
}

impl Occupant {
    fn name(&self) -> &str {
        match self {
            Occupant::Human { .. } => "human",
            Occupant::Agent { text, .. } => text,
        }
    }
}

/// A move that was made.
#[derive(Clone)]
struct Move {
    player: Player,
    label: String,
    /// Tells this move from one that was taken back.
    serial: u64,
    thought: Option<Arc<Thought>>,
    time: Duration,
}

/// A search that is under way or waits for its turn.
struct Thinking {
    player: Player,
    since: Instant,
    stop: Arc<AtomicBool>,
}

/// What changes.
struct Course {
    /// The start and what every move led to.
    positions: Vec<Arc<dyn AnyPosition>>,
    moves: Vec<Move>,
    /// The agents, where a seat has one and it is not thinking.
    players: Vec<Option<Box<dyn AnyPlayer>>>,
    /// Whether agents move of their own accord.
    running: bool,
    /// One decision is wanted although it is not running.
    step: bool,
    pace: Duration,
    thinking: Option<Thinking>,
    driving: bool,
    /// Raised by every change of the moves, so that a late answer is not taken for a timely one.
    serial: u64,
    problem: Option<Problem>,
    touched: Instant,
}

/// A game on a page.
pub(crate) struct Session {
    pub(crate) id: String,
    /// The name of the game's entry.
    entry: String,
    about: String,
    rules_in_words: String,
    /// The spec with every parameter.
    game: String,
    rules: Arc<dyn AnyGame>,
    seed: u64,
    start: Option<String>,
    address: Seed,
    budget: Budget,
    limits: [Option<u64>; 2],
    seats: Vec<Occupant>,
    course: Mutex<Course>,
    version: watch::Sender<u64>,
}

/// Through whose eyes a request looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Viewer {
    /// The player whose observation is shown; `None` sees everything.
    eyes: Option<Player>,
}

/// What a game is told to do while it runs.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Control {
    /// Whether agents move of their own accord.
    run: Option<bool>,
    /// The least time between two moves of agents, in milliseconds.
    pace_ms: Option<u64>,
    /// One decision, then a pause.
    #[serde(default)]
    step: bool,
}

/// A move of a person.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveRequest {
    /// The moves before it: a click on a board that has changed meanwhile is refused.
    ply: usize,
    /// The move in a notation of the game.
    r#move: String,
}

impl Session {
    fn lock(&self) -> MutexGuard<'_, Course> {
        self.course.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets everybody know.
    fn changed(&self) {
        self.version.send_modify(|version| *version += 1);
    }

    pub(crate) fn listen(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    /// Whether it has secrets: hidden information, and a person who must not see all of it.
    pub(crate) fn is_guarded(&self) -> bool {
        let human = |seat: &Occupant| matches!(seat, Occupant::Human { .. });
        self.rules.facts().hidden && self.seats.iter().any(human)
    }

    /// Who looks with this key.
    pub(crate) fn viewer(&self, key: Option<&str>) -> Result<Viewer, Problem> {
        if !self.is_guarded() {
            return Ok(Viewer { eyes: None });
        }
        let key = key.unwrap_or_default().as_bytes();
        let own = self.seats.iter().position(|seat| match seat {
            Occupant::Human { key: ours } => constant_time_eq(ours.as_bytes(), key),
            Occupant::Agent { .. } => false,
        });
        let own = own.ok_or_else(|| {
            Problem::forbidden(
                "this game has hidden information: it is shown to those who sit in it",
            )
            .remedy("open it with the link of a seat, or begin a game of your own")
        })?;
        Ok(Viewer {
            eyes: Some(Player(own as u8)),
        })
    }

    fn is_human(&self, player: Player) -> bool {
        matches!(self.seats.get(player.index()), Some(Occupant::Human { .. }))
    }

    /// How long nobody has asked for it.
    pub(crate) fn idle(&self) -> Duration {
        self.lock().touched.elapsed()
    }

    /// Makes the move of a person.
    pub(crate) fn play(&self, viewer: Viewer, asked: &MoveRequest) -> Result<(), Problem> {
        let mut course = self.lock();
        course.touched = Instant::now();
        let position = Arc::clone(course.last());
        let Turn::Of(mover) = position.turn() else {
            return Err(Problem::conflict("the game is over")
                .remedy("take moves back, or begin a new game"));
        };
        if !self.is_human(mover) {
            return Err(Problem::conflict(format!(
                "player {} is to move, which is an agent",
                mover.0
            ))
            .remedy("wait for its move, or let the game run if it is paused"));
        }
        if viewer.eyes.is_some_and(|own| own != mover) {
            return Err(Problem::conflict(format!("player {} is to move", mover.0))
                .remedy("wait for the other player's move"));
        }
        if asked.ply != course.moves.len() {
            let now = course.moves.len();
            return Err(Problem::conflict(format!(
                "the move is for a position after {} moves, and there are {now}",
                asked.ply
            ))
            .remedy("look at the game again"));
        }
        let rank = position.named(asked.r#move.trim()).ok_or_else(|| {
            let mut legal = position.labels();
            let more = legal.len().saturating_sub(30);
            legal.truncate(30);
            let more = if more > 0 {
                format!(" and {more} more")
            } else {
                String::new()
            };
            Problem::wrong(format!("`{}` is not a legal move here", asked.r#move))
                .remedy(format!("legal: {}{more}", legal.join(", ")))
        })?;
        course.problem = None;
        self.make(&mut course, mover, rank, None, Duration::ZERO)?;
        drop(course);
        self.changed();
        Ok(())
    }

    /// Makes a legal move with the chance of this episode at this ply.
    fn make(
        &self,
        course: &mut Course,
        player: Player,
        rank: usize,
        thought: Option<Arc<Thought>>,
        time: Duration,
    ) -> Result<(), Problem> {
        if course.moves.len() >= MOST_PLIES {
            return Err(
                Problem::conflict(format!("a game ends here after {MOST_PLIES} moves"))
                    .remedy("begin a new game, or use `ludometer run` for long ones"),
            );
        }
        let position = Arc::clone(course.last());
        let ply = course.moves.len() as u64 + 1;
        let chance = play::chance(self.address, ply, Generator::Xoshiro);
        let next = position.step(rank, chance);
        let (next, label) = next
            .zip(position.label(rank))
            .ok_or_else(|| Problem::wrong("there is no such move"))?;
        course.serial += 1;
        course.moves.push(Move {
            player,
            label,
            serial: course.serial,
            thought,
            time,
        });
        course.positions.push(next);
        Ok(())
    }

    /// Goes back to where a person last decided, or by one move if nobody sits here.
    pub(crate) fn take_back(&self, viewer: Viewer) -> Result<(), Problem> {
        let mut course = self.lock();
        course.touched = Instant::now();
        let people = self
            .seats
            .iter()
            .any(|seat| matches!(seat, Occupant::Human { .. }));
        let to = course.moves.iter().rposition(|made| {
            !people
                || viewer
                    .eyes
                    .map_or(self.is_human(made.player), |own| own == made.player)
        });
        let to = to.ok_or_else(|| {
            Problem::conflict("there is no move to take back").remedy("make one first")
        })?;
        if let Some(thinking) = &course.thinking {
            thinking.stop.store(true, Ordering::Relaxed);
        }
        course.moves.truncate(to);
        course.positions.truncate(to + 1);
        course.serial += 1;
        course.problem = None;
        course.running &= people;
        for player in course.players.iter_mut().flatten() {
            player.restart();
        }
        drop(course);
        self.changed();
        Ok(())
    }

    /// Plays, pauses, steps, changes the pace.
    pub(crate) fn control(&self, asked: &Control) {
        let mut course = self.lock();
        course.touched = Instant::now();
        if let Some(run) = asked.run {
            course.running = run;
        }
        if let Some(pace) = asked.pace_ms {
            course.pace = Duration::from_millis(pace.min(10_000));
        }
        if asked.step {
            course.step = true;
            course.running = false;
        }
        if asked.run == Some(true) || asked.step {
            course.problem = None;
        }
        drop(course);
        self.changed();
    }

    /// Stops what is being thought.
    pub(crate) fn stop(&self) {
        let mut course = self.lock();
        course.touched = Instant::now();
        course.running = false;
        course.step = false;
        if let Some(thinking) = &course.thinking {
            thinking.stop.store(true, Ordering::Relaxed);
        }
        drop(course);
        self.changed();
    }
}

impl Course {
    fn last(&self) -> &Arc<dyn AnyPosition> {
        // There is the start at least.
        &self.positions[self.positions.len() - 1]
    }
}
