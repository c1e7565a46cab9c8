//! The referee: plays one episode, from a start state to its end or to a limit.

use ludometer_core::{
    Agent, Budget, Forfeit, Game, Generator, History, MoveInfo, Player, Reason, Rng, SearchStats,
    Seat, Seed, Spending, Stop, Turn, Variation,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
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
}

impl MatchRules {
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules.
    Finished,
    /// Truncated: by a limit on plies, or by the observer. Payoffs are 0.
    Truncated,
    /// An agent failed. It gets the worst payoff that the game has.
    Forfeited(Forfeited),
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
#[derive(Clone, Debug, PartialEq)]
pub struct Episode {
    /// The number of plies.
    pub plies: u32,
    /// How it ended.
    pub ending: Ending,
    /// The result of each agent, in the order of the plan's seats.
    pub seats: Vec<SeatResult>,
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

/// The random stream of a player's decision at a ply, counted from 0.
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

/// An episode that was stopped before its end and has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;

/// Plays one episode from `state`, without a stop request.
pub fn episode<G: Game>(
    game: &G,
    state: G::State,
    agents: &mut [Box<dyn Agent<G>>],
    rules: &MatchRules,
    address: (Seed, usize),
    observer: &mut dyn EpisodeObserver<G>,
) -> Episode {
    episode_until(game, state, agents, rules, address, observer, Stop::NEVER)
        .expect("nobody asks it to stop")
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
) -> Result<Episode, Cancelled> {
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
        let mut seat = Seat::open_seeded(game, &state, player, seed, budget);
        seat.heed(stop);
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
        // Nobody looks at the time where there is no clock.
        let began = allowed
            .budget
            .clock
            .map(|control| (control, Instant::now()));
        let answer = agents[agent].act(&mut seat);
        // Whatever an agent says that was stopped, it did not think to the end.
        if stop.is_asked() {
            return Err(Cancelled);
        }
        let used = began.map(|(control, began)| (control, began.elapsed()));
        seats[agent].spent += seat.spent();
        seats[agent].late += u32::from(seat.is_late());
        let answer = answer.and_then(|action| {
            if let Some((control, used)) = used {
                let left = clock.and_then(|clock| clock.after(used, &control));
                *clock = Some(left.ok_or(Reason::Time)?);
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
        // The start was drawn at ply 0.
        let mut dice = chance(address, ply + 1, rules.generator);
        game.step(&mut state, action, &mut dice);
        if start.is_some() {
            actions.push(action);
        }
        plies += 1;
    }
    observer.ended(&state);
    let ending = match forfeit {
        Some(forfeit) => Ending::Forfeited(forfeit),
        None if game.turn(&state) == Turn::Over => Ending::Finished,
        None => Ending::Truncated,
    };
    // Facts are made anew whenever they are asked for, so only a forfeit asks.
    let (worst, compensation) = match ending {
        Ending::Forfeited(_) => game.facts().forfeit(),
        Ending::Finished | Ending::Truncated => (0.0, 0.0),
    };
    for seat in 0..players {
        let agent = (seat + rotation) % players;
        let share = &mut seats[agent];
        let player = Player(seat as u8);
        share.payoff = match &ending {
            Ending::Finished => game.payoff(&state, player),
            Ending::Truncated => 0.0,
            Ending::Forfeited(forfeit) if forfeit.agent == agent => worst,
            Ending::Forfeited(_) => compensation,
        };
        share.points = game.points(&state, player);
    }
    Ok(Episode {
        plies,
        ending,
        seats,
    })
}

/// An illegal action as text: its label, if the game has one.
fn named<G: Game>(game: &G, state: &G::State, action: G::Action) -> String {
    let label = catch_unwind(AssertUnwindSafe(|| game.label(state, action)));
    label.unwrap_or_else(|_| format!("{action:?}"))
}
