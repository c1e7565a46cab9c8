//! The audit of agents: what the rules were called for in a decision, against what its seat counted.
//!
//! In-process agents are code that one trusts: types cannot keep a specialist from calling the rules
//! that it knows by name. The audit sees it, since the rules count their calls ([`Calls`]) whoever
//! makes them. It sees [`Game::step`], [`NullMove::null_move`](crate::NullMove::null_move) and
//! [`Measure::value`](crate::Measure::value) on the thread of the decision. It does not see threads
//! that an agent starts, nor what an agent computes by itself: such an agent says what its
//! [unit of cost](CostUnit) is.
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

/// How much an audit looks at.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Scope {
    /// Positions: the start, and others drawn from games of uniformly random play.
    pub positions: u64,
    /// Plies of random play at most.
    pub plies: u64,
    /// Decisions in a row from each position on, every player being an agent of its own.
    pub decisions: u64,
    /// What each decision may cost, one after the other.
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
    /// The same without the unlimited budget, for agents that have no limits of their own.
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

    /// The same with so many positions, after so many plies of random play at most.
    #[must_use]
    pub fn with_positions(mut self, positions: u64, plies: u64) -> Scope {
        (self.positions, self.plies) = (positions, plies);
        self
    }

    /// The same with so many decisions in a row.
    #[must_use]
    pub fn with_decisions(mut self, decisions: u64) -> Scope {
        self.decisions = decisions;
        self
    }
}

/// What an audit saw of an agent that passed it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Audit {
    /// What the agent says its cost is measured in.
    pub unit: CostUnit,
    /// Every decision.
    pub decisions: Vec<AuditedDecision>,
}

/// One decision of an audit.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AuditedDecision {
    /// What it was allowed to cost.
    pub budget: Budget,
    /// Whose it was.
    pub player: Player,
    /// What the seat counted: null moves are steps.
    pub counted: Spending,
    /// What the rules were called for.
    pub called: Calls,
}

/// What an agent did that it must not do.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Offence {
    /// It called the rules more often than its seat counted.
    Uncounted {
        /// What the seat counted.
        counted: Spending,
        /// What the rules were called for.
        called: Calls,
    },
    /// It spent more than it was granted.
    OverBudget(Spending),
    /// It chose an action that is not legal, or told of one.
    Illegal(String),
    /// The same seat gave two answers, or one at two costs.
    Unrepeatable([(String, Spending); 2]),
    /// It did not answer.
    Forfeited(Forfeit),
}

impl Display for Offence {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let spent = |s: &Spending| format!("{} steps and {} evaluations", s.steps, s.evaluations);
        match self {
            Offence::Uncounted { counted, called } => write!(
                f,
                "calls the rules beside its seat: the seat counted {}, the rules were called for {} steps, {} null moves and {} evaluations; call `Seat::step`, `Seat::pass` and `Seat::value` instead",
                spent(counted),
                called.steps,
                called.null_moves,
                called.evaluations
            ),
            Offence::OverBudget(counted) => write!(
                f,
                "exceeds its budget: it spent {}; ask `Seat::can_afford` before spending",
                spent(counted)
            ),
            Offence::Illegal(action) => write!(
                f,
                "names an action that is not legal: {action}; choose among `Seat::actions`"
            ),
            Offence::Unrepeatable([first, second]) => write!(
                f,
                "answers the same seat differently: first {} for {}, then {} for {}; take all chance from `Seat::dice`",
                first.0,
                spent(&first.1),
                second.0,
                spent(&second.1)
            ),
            Offence::Forfeited(forfeit) => write!(f, "does not answer: {forfeit}"),
        }
    }
}

/// An offence, and where to see it again.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Violation {
    /// What the agent did.
    pub offence: Offence,
    /// The game, with its parameters.
    pub game: String,
    /// What the decision was allowed to cost.
    pub budget: Budget,
    /// The seed of the audit.
    pub seed: Seed,
    /// The number of the position, from 0.
    pub position: u64,
    /// The number of the decision from that position on, from 0.
    pub decision: u64,
    /// The state as everybody sees it together.
    pub shown: String,
}

impl Display for Violation {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let limit = |limit: Option<u64>| limit.map_or("any".to_string(), |n| n.to_string());
        write!(
            f,
            "the agent {}\n(game {}, {} steps and {} evaluations allowed, seed {}, position {}, decision {})\n{}",
            self.offence,
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

/// Lets an agent decide in positions of random play under several budgets. It must call the rules
/// through its seat alone, keep to its budget, answer legally, and answer the same seat the same
/// way, whether or not somebody [listens](Seat::enable_trace).
///
/// `make` makes a new agent each time. An agent without limits of its own needs
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
                let (action, seen) = outcome.map_err(|offence| {
                    Box::new(Violation {
                        offence,
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

/// A state of random play with a decision to make, each as likely.
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

/// One decision, made by two agents that should agree.
fn decide<G: Game, A: Agent<G>>(
    game: &G,
    agents: &mut [A; 2],
    state: &G::State,
    player: Player,
    dice: Seed,
    budget: Budget,
) -> Result<(G::Action, AuditedDecision), Offence> {
    let mut act = |number: usize| {
        let dice = dice.rng(Generator::Xoshiro);
        let mut seat = Seat::open(game, state, player, dice, budget);
        if number == 1 {
            seat.enable_trace();
        }
        let before = Calls::on_this_thread();
        let action = agents[number].act(&mut seat).map_err(Offence::Forfeited)?;
        let called = Calls::on_this_thread().since(before);
        let counted = seat.spent();
        let calls = called.steps + called.null_moves;
        if calls > counted.steps || called.evaluations > counted.evaluations {
            return Err(Offence::Uncounted { counted, called });
        }
        let exceeds = |limit: Option<u64>, spent| limit.is_some_and(|limit| spent > limit);
        if exceeds(budget.steps, counted.steps) || exceeds(budget.evaluations, counted.evaluations)
        {
            return Err(Offence::OverBudget(counted));
        }
        let legal = seat.actions();
        let told = seat.move_infos().iter().map(|thought| thought.action);
        match told.chain([action]).find(|named| !legal.contains(named)) {
            Some(named) => Err(Offence::Illegal(format!("{named:?}"))),
            None => Ok((action, counted, called)),
        }
    };
    let [first, second] = [act(0)?, act(1)?];
    if budget.is_repeatable() && (first.0, first.1) != (second.0, second.1) {
        let said = |(action, counted, _)| (game.label(state, action), counted);
        return Err(Offence::Unrepeatable([said(first), said(second)]));
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
