//! Agents on the move: at most so many think at once, each can be stopped, and none thinks for ever.

use super::{Occupant, Session, Thinking, Thought};
use crate::problem::Problem;
use ludometer_arena::position::{AnyPlayer, AnyPosition, Asked, Decided};
use ludometer_core::{Budget, Player, Seed, Stop, Turn};
use ludometer_spec::source::Diagnostic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

/// How long an agent that was stopped may take to notice it.
const GRACE: Duration = Duration::from_secs(5);

/// The searches of all sessions.
#[derive(Clone)]
pub(crate) struct Searches {
    turns: Arc<Semaphore>,
    /// The longest that one may take.
    pub(crate) longest: Duration,
}

/// A decision that is asked for.
pub(super) struct Job {
    pub(super) player: Box<dyn AnyPlayer>,
    pub(super) position: Arc<dyn AnyPosition>,
    pub(super) address: Seed,
    pub(super) ply: u64,
    pub(super) budget: Budget,
    pub(super) stop: Arc<AtomicBool>,
}

/// What came of it.
pub(super) struct Outcome {
    /// The agent, unless it was lost.
    pub(super) player: Option<Box<dyn AnyPlayer>>,
    pub(super) decided: Result<Decided, Problem>,
    pub(super) time: Duration,
}

impl Searches {
    /// So many at once, each of at most this time.
    pub(crate) fn new(at_once: usize, longest: Duration) -> Searches {
        Searches {
            turns: Arc::new(Semaphore::new(at_once.max(1))),
            longest,
        }
    }

    fn late(&self) -> Problem {
        let seconds = self.longest.as_secs_f64();
        Problem::conflict(format!("the agent did not decide within {seconds} s")).remedy(
            "give it less to do by its parameters, or a time for each decision; `--search-time` of `ludometer serve` allows more",
        )
    }

    /// Lets an agent decide when it is its turn.
    pub(super) async fn decide(&self, job: Job) -> Outcome {
        let stop = Arc::clone(&job.stop);
        let lost = |problem| Outcome {
            player: None,
            decided: Err(problem),
            time: Duration::ZERO,
        };
        let Ok(turn) = Arc::clone(&self.turns).acquire_owned().await else {
            return lost(Problem::failed("the server ends"));
        };
        let began = Instant::now();
        let mut work = tokio::task::spawn_blocking(move || {
            let Job {
                mut player,
                position,
                address,
                ply,
                budget,
                stop,
            } = job;
            let asked = Asked {
                address,
                ply,
                budget,
                traced: true,
                stop: Stop::when(&stop),
            };
            let decided = player.decide(&*position, &asked);
            // Whoever waits for a turn gets it when the work has ended, whatever became of its session.
            drop(turn);
            (player, decided)
        });
        let mut done = timeout(self.longest, &mut work).await;
        let late = done.is_err();
        if late {
            stop.store(true, Ordering::Relaxed);
            done = timeout(GRACE, work).await;
        }
        match done {
            Ok(Ok((player, decided))) => Outcome {
                player: Some(player),
                decided: match (late, stop.load(Ordering::Relaxed), decided) {
                    (true, _, _) => Err(self.late()),
                    // Whatever an agent says that was stopped, it did not think to the end.
                    (_, true, _) => Err(Problem::conflict("the search was stopped")
                        .remedy("let the game run again")),
                    (_, _, decided) => decided.map_err(Problem::from),
                },
                time: began.elapsed(),
            },
            Ok(Err(_)) => lost(
                Problem::failed("the agent broke down: this is a defect of the agent or the game")
                    .remedy("take a move back, or begin a game with another agent"),
            ),
            Err(_) => lost(self.late()),
        }
    }
}

impl Session {
    /// Lets agents move as long as they are to; called after every change.
    pub(crate) fn wake(self: &Arc<Session>, searches: &Searches) {
        let mut course = self.lock();
        if !std::mem::replace(&mut course.driving, true) {
            let (session, searches) = (Arc::clone(self), searches.clone());
            tokio::spawn(async move { while session.advance(&searches).await {} });
        }
    }

    /// The next decision of an agent, if there is one to be made now.
    fn take(&self) -> Option<(Player, u64, Job)> {
        let mut course = self.lock();
        let position = Arc::clone(course.last());
        let job = match position.turn() {
            Turn::Of(player) if course.running || course.step => {
                let taken = course.players[player.index()].take();
                taken.map(|agent| (player, agent))
            }
            _ => None,
        };
        let Some((player, agent)) = job else {
            course.driving = false;
            return None;
        };
        course.step = false;
        let stop = Arc::new(AtomicBool::new(false));
        course.thinking = Some(Thinking {
            player,
            since: Instant::now(),
            stop: Arc::clone(&stop),
        });
        let job = Job {
            player: agent,
            position,
            address: self.address,
            ply: course.moves.len() as u64,
            budget: self.budget,
            stop,
        };
        Some((player, course.serial, job))
    }

    /// One decision; whether another one may follow.
    async fn advance(self: &Arc<Session>, searches: &Searches) -> bool {
        let Some((player, serial, job)) = self.take() else {
            return false;
        };
        self.changed();
        let began = Instant::now();
        let outcome = searches.decide(job).await;
        let pace = self.settle(player, serial, outcome);
        self.changed();
        sleep(pace.saturating_sub(began.elapsed())).await;
        true
    }

    /// Makes the move that was decided, unless the game went another way meanwhile.
    fn settle(&self, player: Player, serial: u64, outcome: Outcome) -> Duration {
        let seat = player.index();
        let spec = match &self.seats[seat] {
            Occupant::Agent { spec, text } => Some((spec, text)),
            Occupant::Human { .. } => None,
        };
        // An agent that was lost is made anew.
        let agent = outcome.player.or_else(|| {
            let (spec, _) = spec?;
            Arc::clone(&self.rules).player(spec).ok()
        });
        let mut course = self.lock();
        course.thinking = None;
        course.players[seat] = agent;
        if course.serial != serial {
            if let Some(agent) = &mut course.players[seat] {
                agent.restart();
            }
            return Duration::ZERO;
        }
        let made = outcome.decided.and_then(|decided| {
            let text = spec.map_or("", |(_, text)| text);
            let ms = u64::try_from(outcome.time.as_millis()).unwrap_or(u64::MAX);
            let thought = Arc::new(Thought::of(text, &decided, ms));
            self.make(
                &mut course,
                player,
                decided.rank,
                Some(thought),
                outcome.time,
            )
        });
        if let Err(problem) = made {
            course.running = false;
            course.problem = Some(problem);
        }
        // Only agents are slowed down for those who watch.
        let next = course.last().turn();
        match next {
            Turn::Of(next) if course.running && !self.is_human(next) => course.pace,
            _ => Duration::ZERO,
        }
    }
}

/// The first of these agents that can sit at a game.
pub(super) fn first_fitting(
    rules: &Arc<dyn ludometer_arena::registry::AnyGame>,
    specs: &[&str],
) -> Result<(Box<dyn AnyPlayer>, String), Diagnostic> {
    use ludometer_spec::source::Span;
    use ludometer_spec::spec::Spec;
    let mut last = Diagnostic::new("no agent can give a hint here");
    for text in specs {
        let made = Spec::parse(&Span::whole("agent", *text));
        match made.and_then(|spec| Arc::clone(rules).player(&spec)) {
            Ok(player) => return Ok((player, (*text).to_string())),
            Err(diagnostic) => last = diagnostic,
        }
    }
    Err(last)
}
