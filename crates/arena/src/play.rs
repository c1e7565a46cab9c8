//! The referee: plays one episode, from a start state to its end or to a limit.

use crate::adjudicate::{Adjudication, Adjudicator};
use crate::openings::OpeningBook;
use crate::record::{EpisodeRecord, Recorder};
use ludometer_core::{
    Agent, Budget, Forfeit, Game, Generator, History, MoveInfo, Player, Reason, Rng, SearchStats,
    Seat, Seed, Spending, Stop, Turn, Variation,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What one agent may spend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatBudget {
    /// The budget of every decision; its clock is the agent's initial clock.
    pub budget: Budget,
    /// The time limit of the first decision, if different.
    pub opening: Option<Duration>,
}

/// The rules of a match: limits, budgets and seating of every episode.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchRules {
    /// Plies after which an unfinished game is truncated.
    pub moves: Option<u32>,
    /// The budget of every decision; its clock is every agent's initial clock.
    pub budget: Budget,
    /// The time limit of each agent's first decision, if different.
    pub opening: Option<Duration>,
    /// Where agents have different budgets: that of each agent, in the order of the plan's seats, in
    /// place of `budget` and `opening`. Empty where all have the same.
    pub budgets: Vec<SeatBudget>,
    /// Whether every opening is played once from each seat: consecutive episodes share their chance,
    /// with the agents rotated.
    pub mirror: bool,
    /// The random number generator.
    pub generator: Generator,
    /// How far a player may exceed its clock without losing: what passes between the player's own
    /// watch and the referee's.
    pub margin: Duration,
    /// When games are ended early by the players' own scores; never, unless it is set.
    pub adjudication: Adjudication,
    /// Whether moves, times and what players report about each decision are recorded.
    pub record: bool,
    /// The book that episodes begin with, in place of the start.
    pub openings: Option<Arc<OpeningBook>>,
}

impl MatchRules {
    /// No limits, nothing mirrored, nothing recorded.
    pub const PLAIN: MatchRules = MatchRules {
        moves: None,
        budget: Budget::UNLIMITED,
        opening: None,
        budgets: Vec::new(),
        mirror: false,
        generator: Generator::Xoshiro,
        margin: Duration::ZERO,
        adjudication: Adjudication::NEVER,
        record: false,
        openings: None,
    };

    /// What an agent may spend, by its index in the plan.
    pub fn budget_of(&self, agent: usize) -> SeatBudget {
        let own = self.budgets.get(agent).copied();
        own.unwrap_or(SeatBudget {
            budget: self.budget,
            opening: self.opening,
        })
    }

    /// Whether results under these rules repeat to the bit.
    pub fn is_repeatable(&self) -> bool {
        match self.budgets[..] {
            [] => self.budget.is_repeatable(),
            ref budgets => budgets.iter().all(|own| own.budget.is_repeatable()),
        }
    }
}

/// The result of one agent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SeatResult {
    /// Its payoff; 0 if the game was truncated.
    pub payoff: f64,
    /// Its final points.
    pub points: f64,
    /// The recorded measure of the final state, if there is one.
    pub measured: Option<f64>,
    /// What it spent in all its decisions.
    pub spent: Spending,
    /// How many of its decisions exceeded their time.
    pub late: u32,
}

/// The columns of a row besides the variables of its cell, whose names no variable may take.
pub const COLUMNS: [&str; 11] = [
    "episode",
    "seat",
    "plies",
    "ended",
    "payoff",
    "points",
    "measured",
    "steps",
    "evaluations",
    "late",
    "reason",
];

/// How an episode ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    /// By the rules.
    #[default]
    Finished,
    /// Truncated: by a limit on plies, or by the observer. Payoffs are 0.
    Truncated,
    /// An agent failed. It gets the worst payoff that the game has.
    Forfeited(Forfeited),
    /// The adjudicator ended it; what it said is in the record. The loser gets the worst payoff that
    /// the game has, and in a draw all payoffs are 0.
    Adjudicated,
}

/// A forfeit: the agent and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeited {
    /// The agent, by its index in the plan.
    pub agent: usize,
    /// The reason.
    pub forfeit: Forfeit,
}

impl Ending {
    /// The ending as one word, as stored in rows.
    pub fn name(&self) -> &'static str {
        match self {
            Ending::Finished => "finished",
            Ending::Truncated => "truncated",
            Ending::Forfeited(_) => "forfeited",
            Ending::Adjudicated => "adjudicated",
        }
    }

    /// The reason of a forfeit, as stored in rows: `illegal action: e9`.
    pub fn reason(&self, agent: usize) -> Option<String> {
        match self {
            Ending::Forfeited(failed) if failed.agent == agent => Some(failed.forfeit.to_string()),
            _ => None,
        }
    }
}

/// The result of one episode.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Episode {
    /// The number of plies.
    pub plies: u32,
    /// How it ended.
    pub ending: Ending,
    /// The result of each agent, in the order of the plan's seats.
    pub seats: Vec<SeatResult>,
    /// What is kept beside results, if anything is.
    pub record: Option<Box<EpisodeRecord>>,
}

impl Episode {
    /// How it ended in one word: in the game's own terms where it has them (`mate`), by its limit on
    /// plies (`moves`), by adjudication, or by the reason of a forfeit (`time`).
    pub fn termination(&self) -> Option<String> {
        let recorded = || self.record.as_ref()?.termination.clone();
        match &self.ending {
            Ending::Finished => recorded(),
            Ending::Truncated => Some("moves".to_string()),
            Ending::Adjudicated => Some("adjudicated".to_string()),
            Ending::Forfeited(failed) => {
                let reason = Forfeit::from(failed.forfeit.reason).to_string();
                Some(if reason.is_empty() {
                    "other".to_string()
                } else {
                    reason
                })
            }
        }
    }
}

impl Episode {
    /// The episode as text, with its number: every field by itself, reals by their bits. Golden rows are
    /// hashes of it.
    pub fn canonical_text(&self, number: u64) -> String {
        let Episode {
            plies,
            ending,
            seats,
            record: _,
        } = self;
        let mut text = format!("{number} {plies} {}", ending.name());
        for (seat, share) in seats.iter().enumerate() {
            let SeatResult {
                payoff,
                points,
                measured,
                spent,
                late,
            } = share;
            text += &format!(
                " | {:x} {:x} {} {} {} {late} {}",
                payoff.to_bits(),
                points.to_bits(),
                measured.map_or("-".to_string(), |value| format!("{:x}", value.to_bits())),
                spent.steps,
                spent.evaluations,
                ending.reason(seat).unwrap_or_else(|| "-".into()),
            );
        }
        text.push('\n');
        text
    }
}

/// One decision, for observers.
pub struct Decision<'a, G: Game> {
    /// The agent, by its index in the plan.
    pub agent: usize,
    /// The player.
    pub player: Player,
    /// The state.
    pub state: &'a G::State,
    /// The chosen action.
    pub action: G::Action,
    /// The root moves it reported, if tracing was enabled.
    pub move_infos: &'a [MoveInfo<G::Action>],
    /// The variations it reported, if tracing was enabled.
    pub variations: &'a [Variation<G::Action>],
    /// The state its seat was opened on: a determinization where information is hidden.
    pub position: &'a G::State,
    /// The statistics of its search, if it reported any.
    pub stats: Option<&'a SearchStats>,
}

/// An observer of an episode.
pub trait EpisodeObserver<G: Game> {
    /// Whether agents should report traces.
    fn wants_trace(&self) -> bool {
        false
    }

    /// Called after every legal decision, before it is applied. The episode is truncated when it
    /// returns `false`.
    fn decided(&mut self, decision: &Decision<'_, G>) -> bool;

    /// Called with the final state.
    fn ended(&mut self, state: &G::State) {
        let _ = state;
    }
}

/// No observer.
pub struct NoObserver;

impl<G: Game> EpisodeObserver<G> for NoObserver {
    fn decided(&mut self, _: &Decision<'_, G>) -> bool {
        true
    }
}

/// The seed address of an episode, and the rotation of its agents. Mirrored episodes come in groups of
/// the number of players, with one address per group.
pub fn address(seed: Seed, episode: u64, players: usize, mirror: bool) -> (Seed, usize) {
    let group = if mirror { players.max(1) as u64 } else { 1 };
    let address = seed.numbered("episode", episode / group);
    (address, (episode % group) as usize)
}

/// The game's random stream in the episode at this address: the start is drawn at ply 0, and chance
/// after the n-th action at ply n.
#[inline]
pub fn chance(address: Seed, ply: u64, generator: Generator) -> Rng {
    address.lazy_rng("chance", ply, generator)
}

/// The random stream of a player's decision at a ply, counted from 0. It is not put off until its first
/// draw as the game's is: a stream that was put off holds the key above it, and this one is given away.
#[inline]
pub fn mind(address: Seed, player: Player, ply: u64, generator: Generator) -> Rng {
    mind_seed(address, player, ply).rng(generator)
}

/// The address of that stream.
#[inline]
fn mind_seed(address: Seed, player: Player, ply: u64) -> Seed {
    let decision = (player.index() as u64) << 48 | ply;
    address.numbered("mind", decision)
}

/// Why an episode has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unplayed {
    /// It was stopped before its end.
    #[error("the game was stopped")]
    Cancelled,
    /// An agent is [out of order](Reason::OutOfOrder): it says why no more games are to be played.
    #[error("{0}")]
    OutOfOrder(String),
}

/// Plays one episode from `state`, without a stop request.
///
/// # Panics
///
/// If an agent is [out of order](Reason::OutOfOrder).
pub fn episode<G: Game>(
    game: &G,
    state: G::State,
    agents: &mut [Box<dyn Agent<G>>],
    rules: &MatchRules,
    address: (Seed, usize),
    observer: &mut dyn EpisodeObserver<G>,
) -> Episode {
    episode_until(game, state, agents, rules, address, observer, Stop::NEVER)
        .unwrap_or_else(|unplayed| panic!("{unplayed}"))
}

/// Plays one episode from `state`, unless it is stopped.
///
/// The game's random stream is addressed by ply, and each agent's by seat and ply, so two runs stay
/// aligned when an agent in one of them decides differently. There is one agent for each player,
/// rotated by `rotation` seats.
///
/// An agent that returns a [`Forfeit`], whose action is illegal or whose clock runs out forfeits and
/// gets the worst payoff of the game. Agents are [restarted](Agent::restart) first, so earlier
/// episodes do not matter.
pub fn episode_until<'a, G: Game>(
    game: &'a G,
    mut state: G::State,
    agents: &mut [Box<dyn Agent<G>>],
    rules: &MatchRules,
    (address, rotation): (Seed, usize),
    observer: &mut dyn EpisodeObserver<G>,
    stop: Stop<'a>,
) -> Result<Episode, Unplayed> {
    for agent in agents.iter_mut() {
        agent.restart();
    }
    let players = agents.len();
    debug_assert_eq!(players, game.facts().players);
    debug_assert!([0, players].contains(&rules.budgets.len()));
    let mut seats = vec![SeatResult::default(); players];
    // Whether each agent has decided before, and its clock.
    let records = (0..players).map(|agent| (false, rules.budget_of(agent).budget.clock));
    let mut records: Vec<_> = records.collect();
    let mut plies = 0;
    // Most games fit, so the list seldom grows while an episode is played.
    let mut legal = Vec::with_capacity(64);
    let mut forfeit = None;
    let timed = records.iter().any(|(_, clock)| clock.is_some());
    // The start and what was played since, for agents that ask.
    let start = agents.iter().any(|agent| agent.needs_history());
    let start = start.then(|| state.clone());
    let mut actions = Vec::new();
    let mut recorder = rules.record.then(|| Recorder::new(players));
    let mut adjudicator = (players == 2 && rules.adjudication.is_active())
        .then(|| Adjudicator::new(rules.adjudication));
    let mut verdict = None;
    let mut adjudicated = false;
    while let Turn::Of(player) = game.turn(&state) {
        if rules.moves.is_some_and(|limit| plies >= limit) {
            break;
        }
        let agent = (player.index() + rotation) % players;
        let ply = u64::from(plies);
        let seed = (mind_seed(address, player, ply), rules.generator);
        let clocks = timed.then(|| {
            let agent = |player| (player + rotation) % players;
            (0..players)
                .map(|player| records[agent(player)].1)
                .collect()
        });
        let (opened, clock) = &mut records[agent];
        let allowed = rules.budget_of(agent);
        let mut budget = allowed.budget.with_clock(*clock);
        if !std::mem::replace(opened, true) {
            budget.time = allowed.opening.or(budget.time);
        }
        if budget.time.is_some() || budget.clock.is_some() {
            agents[agent].get_ready();
        }
        let mut seat = Seat::open_seeded(game, &state, player, seed, budget);
        seat.set_stop(stop);
        if let Some(clocks) = clocks {
            seat.show_clocks(clocks);
        }
        if let Some(start) = &start {
            seat.show_history(History {
                start,
                actions: &actions,
            });
        }
        if observer.wants_trace() {
            seat.enable_trace();
        }
        // Nobody looks at the time where there is no clock and nothing is recorded.
        let control = allowed.budget.clock;
        let began = (rules.record || control.is_some()).then(Instant::now);
        let answer = agents[agent].act(&mut seat);
        // Whatever an agent says that was stopped, it did not think to the end.
        if stop.is_asked() {
            return Err(Unplayed::Cancelled);
        }
        if let Err(why) = &answer
            && why.reason == Reason::OutOfOrder
        {
            return Err(Unplayed::OutOfOrder(why.detail.clone()));
        }
        let used = began.map(|began| began.elapsed());
        if let (Some(recorder), Some(used)) = (&mut recorder, used) {
            recorder.spent(agent, used, seat.search_stats());
        }
        seats[agent].spent += seat.spent();
        seats[agent].late += u32::from(seat.is_late());
        let answer = answer.and_then(|action| {
            if let (Some(control), Some(used), Some(now)) = (control, used, *clock) {
                // Within the margin the clock has run down to zero and no further.
                let over = used.saturating_sub(now.remaining);
                let used = if over <= rules.margin {
                    used - over
                } else {
                    used
                };
                let left = now.after(used, &control);
                *clock = Some(left.ok_or_else(|| {
                    let detail = format!("{:.3} s too long", over.as_secs_f64());
                    Forfeit::new(Reason::Time, detail)
                })?);
            }
            legal.clear();
            game.actions(&state, &mut legal);
            match legal.contains(&action) {
                true => Ok(action),
                false => Err(Forfeit::new(Reason::Illegal, named(game, &state, action))),
            }
        });
        let action = match answer {
            Ok(action) => action,
            Err(why) => {
                forfeit = Some(Forfeited {
                    agent,
                    forfeit: why,
                });
                break;
            }
        };
        let decision = Decision {
            agent,
            player,
            state: &state,
            action,
            move_infos: seat.move_infos(),
            variations: seat.variations(),
            position: seat.position(),
            stats: seat.search_stats(),
        };
        if !observer.decided(&decision) {
            break;
        }
        if let (Some(recorder), Some(used)) = (&mut recorder, used) {
            recorder.decided(game, (&state, action), used, *clock, seat.search_stats());
        }
        if let (Some(adjudicator), None) = (&mut adjudicator, verdict) {
            verdict = adjudicator.see(agent, seat.search_stats(), plies + 1);
        }
        // The start was drawn at ply 0.
        let mut dice = chance(address, ply + 1, rules.generator);
        game.step(&mut state, action, &mut dice);
        if start.is_some() {
            actions.push(action);
        }
        plies += 1;
        // What the rules end by themselves needs no adjudicator.
        if verdict.is_some_and(|verdict| verdict.ply == plies) && game.turn(&state) == Turn::Over {
            verdict = None;
        }
        if verdict.is_some() && !is_audited(address, rules) {
            adjudicated = true;
            break;
        }
    }
    observer.ended(&state);
    let ending = match forfeit {
        Some(forfeit) => Ending::Forfeited(forfeit),
        None if game.turn(&state) == Turn::Over => Ending::Finished,
        None if adjudicated => Ending::Adjudicated,
        None => Ending::Truncated,
    };
    // Facts are made anew whenever they are asked for, so only who needs them asks.
    let (worst, compensation) = match ending {
        Ending::Forfeited(_) | Ending::Adjudicated => game.facts().forfeit(),
        Ending::Finished | Ending::Truncated => (0.0, 0.0),
    };
    let winner = verdict.and_then(|verdict| verdict.winner);
    for seat in 0..players {
        let agent = (seat + rotation) % players;
        let share = &mut seats[agent];
        let player = Player(seat as u8);
        share.payoff = match &ending {
            Ending::Finished => game.payoff(&state, player),
            Ending::Truncated => 0.0,
            Ending::Forfeited(forfeit) if forfeit.agent == agent => worst,
            Ending::Forfeited(_) => compensation,
            Ending::Adjudicated => match winner {
                None => 0.0,
                Some(winner) if winner == agent => compensation,
                Some(_) => worst,
            },
        };
        share.points = game.points(&state, player);
    }
    let termination = match ending {
        Ending::Finished => game.termination(&state),
        _ => None,
    };
    let mut record = None;
    if termination.is_some() || verdict.is_some() || recorder.is_some() {
        let mut kept = EpisodeRecord {
            termination: termination.map(str::to_string),
            verdict,
            ..EpisodeRecord::default()
        };
        if let Some(recorder) = recorder {
            recorder.finish(&mut kept);
        }
        record = Some(Box::new(kept));
    }
    Ok(Episode {
        plies,
        ending,
        seats,
        record,
    })
}

/// Whether the adjudicator only watches in the episode at this address. Mirrored episodes share their
/// address, so it watches all of them or none.
fn is_audited(address: Seed, rules: &MatchRules) -> bool {
    let share = rules.adjudication.audit;
    share > 0.0 && {
        let bits = address
            .named("adjudication audit")
            .rng(rules.generator)
            .bits();
        ((bits >> 11) as f64) * (1.0 / 9_007_199_254_740_992.0) < share
    }
}

/// An illegal action as text: its label, if the game has one.
fn named<G: Game>(game: &G, state: &G::State, action: G::Action) -> String {
    let label = catch_unwind(AssertUnwindSafe(|| game.label(state, action)));
    label.unwrap_or_else(|_| format!("{action:?}"))
}
