//! The audit of agents: compares the calls of the rules in a decision with what its seat counted.
//!
//! In-process agents are trusted code: the type system cannot stop a specialist from calling the rules
//! of its game directly. The audit detects it, since the rules count their calls ([`Calls`]) by any
//! caller. It sees [`Game::step`], [`NullMove::null_move`](crate::NullMove::null_move) and
//! [`Measure::value`](crate::Measure::value) on the thread of the decision. It does not see direct
//! calls of [`Game::apply`], threads that an agent starts (other than by [`Seat::fan_out`]), or work that calls no rules; an agent that
//! does such work declares its [unit of cost](CostUnit).
//!
//! ```
//! use ludometer_core::{Agent, Forfeit, Game, Seat, Seed, audit, audit::Scope};
//! # use ludometer_core::{Actions, Facts, Perfect, Player, Rng, Turn};
//! # struct Nim;
//! # impl Game for Nim {
//! #     type State = (u8, u8);
//! #     type Action = u8;
//! #     type Information = Perfect;
//! #     fn facts(&self) -> Facts { Facts::new("nim", 2) }
//! #     fn start(&self, _: &mut Rng) -> (u8, u8) { (12, 0) }
//! #     fn turn(&self, &(left, mover): &(u8, u8)) -> Turn {
//! #         if left == 0 { Turn::Over } else { Turn::Of(Player(mover)) }
//! #     }
//! #     fn actions(&self, state: &(u8, u8), out: &mut Actions<Self>) { out.extend(1..=state.0.min(3)); }
//! #     fn apply(&self, state: &mut (u8, u8), taken: u8, _: &mut Rng) {
//! #         *state = (state.0 - taken, 1 - state.1);
//! #     }
//! #     fn payoff(&self, state: &(u8, u8), player: Player) -> f64 {
//! #         if player.0 == state.1 { -1.0 } else { 1.0 }
//! #     }
//! #     fn show(&self, state: &(u8, u8), _: Option<Player>) -> String { format!("{state:?}") }
//! #     fn label(&self, _: &(u8, u8), taken: u8) -> String { taken.to_string() }
//! # }
//!
//! /// Looks one ply ahead, beside its seat.
//! struct Cheat;
//!
//! impl Agent<Nim> for Cheat {
//!     fn act(&mut self, seat: &mut Seat<'_, Nim>) -> Result<u8, Forfeit> {
//!         let mut next = *seat.position();
//!         seat.game().step(&mut next, 1, seat.dice());
//!         Ok(1)
//!     }
//! }
//!
//! let violation = audit(|| Cheat, &Nim, Seed::new(1), &Scope::default()).unwrap_err();
//! assert!(violation.to_string().contains("calls the rules beside its seat"));
//! ```

use crate::{
    Agent, Budget, Calls, CostUnit, Forfeit, Game, Generator, Player, Rng, Seat, Seed, Spending,
    Turn,
};
use std::fmt::{Display, Formatter};

/// The extent of an audit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Scope {
    /// Positions: the initial one, and others sampled from uniformly random play.
    pub positions: u64,
    /// Plies of random play at most.
    pub plies: u64,
    /// Consecutive decisions from each position, with a separate agent for every player.
    pub decisions: u64,
    /// The budgets to try.
    pub budgets: Vec<Budget>,
}

impl Default for Scope {
    /// Three positions of at most 30 plies, three decisions in each, without a limit, with up to a
    /// thousand steps, with up to a hundred evaluations, and with both limited.
    fn default() -> Scope {
        let steps = [0, 1, 10, 100, 1000].map(Budget::of_steps);
        let evaluations = [0, 1, 10, 100].map(|n| Budget::UNLIMITED.with_evaluations(n));
        let both = Budget::of_steps(20).with_evaluations(5);
        let budgets = [Budget::UNLIMITED, both].into_iter();
        Scope {
            positions: 3,
            plies: 30,
            decisions: 3,
            budgets: budgets.chain(steps).chain(evaluations).collect(),
        }
    }
}

impl Scope {
    /// The same without the unlimited budget, for agents that search until the budget ends.
    #[must_use]
    pub fn limited(mut self) -> Scope {
        self.budgets.retain(|budget| *budget != Budget::UNLIMITED);
        self
    }

    /// The same with these budgets.
    #[must_use]
    pub fn with_budgets(mut self, budgets: impl IntoIterator<Item = Budget>) -> Scope {
        self.budgets = budgets.into_iter().collect();
        self
    }

    /// The same with this number of positions, each after at most this number of random plies.
    #[must_use]
    pub fn with_positions(mut self, positions: u64, plies: u64) -> Scope {
        (self.positions, self.plies) = (positions, plies);
        self
    }

    /// The same with this number of consecutive decisions.
    #[must_use]
    pub fn with_decisions(mut self, decisions: u64) -> Scope {
        self.decisions = decisions;
        self
    }
}

/// The report on an agent that passed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Audit {
    /// The agent's declared unit of cost.
    pub unit: CostUnit,
    /// Every decision.
    pub decisions: Vec<AuditedDecision>,
}

/// One decision of an audit.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AuditedDecision {
    /// Its budget.
    pub budget: Budget,
    /// The player.
    pub player: Player,
    /// What the seat counted; null moves are steps.
    pub counted: Spending,
    /// The calls that the rules counted.
    pub called: Calls,
}

/// A violation by an agent.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ViolationKind {
    /// It called the rules more often than its seat counted.
    Uncounted {
        /// What the seat counted.
        counted: Spending,
        /// The calls that the rules counted.
        called: Calls,
    },
    /// It exceeded its budget.
    OverBudget(Spending),
    /// It chose or reported an illegal action.
    Illegal(String),
    /// It gave two answers, or the same answer at two costs, to the same seat.
    Unrepeatable([(String, Spending); 2]),
    /// It did not answer.
    Forfeited(Forfeit),
}

impl Display for ViolationKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let spent = |s: &Spending| format!("{} steps and {} evaluations", s.steps, s.evaluations);
        match self {
            ViolationKind::Uncounted { counted, called } => write!(
                f,
                "calls the rules beside its seat: the seat counted {}, the rules were called for {} steps, {} null moves and {} evaluations; call `Seat::step`, `Seat::null_move` and `Seat::value` instead",
                spent(counted),
                called.steps,
                called.null_moves,
                called.evaluations
            ),
            ViolationKind::OverBudget(counted) => write!(
                f,
                "exceeds its budget: it spent {}; ask `Seat::can_afford` before spending",
                spent(counted)
            ),
            ViolationKind::Illegal(action) => write!(
                f,
                "names an action that is not legal: {action}; choose among `Seat::actions`"
            ),
            ViolationKind::Unrepeatable([first, second]) => write!(
                f,
                "answers the same seat differently: first {} for {}, then {} for {}; take all chance from `Seat::dice`",
                first.0,
                spent(&first.1),
                second.0,
                spent(&second.1)
            ),
            ViolationKind::Forfeited(forfeit) => write!(f, "does not answer: {forfeit}"),
        }
    }
}

/// A violation, with what is needed to reproduce it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Violation {
    /// What the agent did.
    pub kind: ViolationKind,
    /// The game, with its parameters.
    pub game: String,
    /// The budget of the decision.
    pub budget: Budget,
    /// The seed of the audit.
    pub seed: Seed,
    /// The index of the position, from 0.
    pub position: u64,
    /// The index of the decision after that position, from 0.
    pub decision: u64,
    /// The full state as text.
    pub shown: String,
}

impl Display for Violation {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let limit = |limit: Option<u64>| limit.map_or("any".to_string(), |n| n.to_string());
        write!(
            f,
            "the agent {}\n(game {}, {} steps and {} evaluations allowed, seed {}, position {}, decision {})\n{}",
            self.kind,
            self.game,
            limit(self.budget.steps),
            limit(self.budget.evaluations),
            self.seed,
            self.position,
            self.decision,
            self.shown
        )
    }
}

impl std::error::Error for Violation {}

/// Runs an agent in positions of random play under several budgets. It must call the rules through its
/// seat only, stay within its budget, answer legally, and give the same answer to the same seat,
/// whether or not [tracing is enabled](Seat::enable_trace).
///
/// `make` constructs a new agent each time. An agent that searches until the budget ends needs
/// [`Scope::limited`].
pub fn audit<G: Game, A: Agent<G>>(
    make: impl Fn() -> A,
    game: &G,
    seed: Seed,
    scope: &Scope,
) -> Result<Audit, Box<Violation>> {
    let mut audit = Audit {
        unit: make().cost_unit(),
        decisions: Vec::new(),
    };
    for &budget in &scope.budgets {
        for position in 0..scope.positions {
            let place = seed.nth(position);
            let mut chance = place.named("chance").rng(Generator::Xoshiro);
            // The first is where play begins.
            let plies = if position == 0 { 0 } else { scope.plies };
            let Some(mut state) = reached(game, plies, &mut chance) else {
                continue;
            };
            // Twice the same players: each remembers what it decided before.
            let mut seats: Vec<[A; 2]> = Vec::new();
            seats.resize_with(game.facts().players, || [make(), make()]);
            for decision in 0..scope.decisions {
                let Turn::Of(player) = game.turn(&state) else {
                    break;
                };
                let agents = &mut seats[player.index()];
                let dice = place.named("mind").nth(decision);
                let outcome = decide(game, agents, &state, player, dice, budget);
                let (action, seen) = outcome.map_err(|kind| {
                    Box::new(Violation {
                        kind,
                        game: game.facts().name,
                        budget,
                        seed,
                        position,
                        decision,
                        shown: game.show(&state, None),
                    })
                })?;
                audit.decisions.push(seen);
                game.step(&mut state, action, &mut chance);
            }
        }
    }
    Ok(audit)
}

/// A uniformly random non-terminal state of random play.
fn reached<G: Game>(game: &G, plies: u64, chance: &mut Rng) -> Option<G::State> {
    let mut state = game.start(chance);
    let mut met = Vec::new();
    let mut actions = Vec::new();
    for _ in 0..=plies {
        actions.clear();
        game.actions(&state, &mut actions);
        if actions.is_empty() {
            break;
        }
        met.push(state.clone());
        game.step(&mut state, actions[chance.index(actions.len())], chance);
    }
    match met.len() {
        0 => None,
        decisions => Some(met.swap_remove(chance.index(decisions))),
    }
}

/// One decision, made twice by fresh agents that must agree.
fn decide<G: Game, A: Agent<G>>(
    game: &G,
    agents: &mut [A; 2],
    state: &G::State,
    player: Player,
    dice: Seed,
    budget: Budget,
) -> Result<(G::Action, AuditedDecision), ViolationKind> {
    let mut act = |number: usize| {
        let dice = dice.rng(Generator::Xoshiro);
        let mut seat = Seat::open(game, state, player, dice, budget);
        if number == 1 {
            seat.enable_trace();
        }
        let before = Calls::on_this_thread();
        let action = agents[number]
            .act(&mut seat)
            .map_err(ViolationKind::Forfeited)?;
        let called = Calls::on_this_thread().since(before);
        let counted = seat.spent();
        let calls = called.steps + called.null_moves;
        if calls > counted.steps || called.evaluations > counted.evaluations {
            return Err(ViolationKind::Uncounted { counted, called });
        }
        let exceeds = |limit: Option<u64>, spent| limit.is_some_and(|limit| spent > limit);
        if exceeds(budget.steps, counted.steps) || exceeds(budget.evaluations, counted.evaluations)
        {
            return Err(ViolationKind::OverBudget(counted));
        }
        let legal = seat.actions();
        let told = seat.move_infos().iter().map(|info| info.action);
        match told.chain([action]).find(|named| !legal.contains(named)) {
            Some(named) => Err(ViolationKind::Illegal(format!("{named:?}"))),
            None => Ok((action, counted, called)),
        }
    };
    let [first, second] = [act(0)?, act(1)?];
    if budget.is_repeatable() && (first.0, first.1) != (second.0, second.1) {
        let said = |(action, counted, _)| (game.label(state, action), counted);
        return Err(ViolationKind::Unrepeatable([said(first), said(second)]));
    }
    let (action, counted, called) = first;
    let seen = AuditedDecision {
        budget,
        player,
        counted,
        called,
    };
    Ok((action, seen))
}
