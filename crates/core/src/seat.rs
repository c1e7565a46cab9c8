//! The interface between an agent and a game: observation, forward model, evaluation, budget and
//! random stream.

use crate::{
    Actions, Bound, Budget, Clock, Evaluator, Game, Generator, MoveInfo, Player, Rng, SearchStats,
    Seed, Spending, Stop, Turn, Variation, calls, determinize,
};
use std::time::{Duration, Instant};

/// One decision of one player.
///
/// In a game with hidden information the seat never holds the true state: it is opened on a
/// determinization with the same observation for its player. All simulation goes through the seat and
/// uses the agent's random stream, so a longer search never changes the game.
pub struct Seat<'a, G: Game> {
    game: &'a G,
    player: Player,
    position: G::State,
    dice: Rng,
    budget: Budget,
    // The clock is read only where time is a limit.
    deadline: Option<Deadline>,
    stop: Stop<'a>,
    spent: Spending,
    evaluation_noise: f64,
    // What was reported, if tracing is enabled.
    trace: Option<Box<Trace<G::Action>>>,
    stats: Option<SearchStats>,
    told: Told<'a, G>,
}

/// What an agent reported of a decision.
struct Trace<A> {
    move_infos: Vec<MoveInfo<A>>,
    variations: Vec<Variation<A>>,
}

impl<A> Default for Trace<A> {
    fn default() -> Self {
        Trace {
            move_infos: Vec::new(),
            variations: Vec::new(),
        }
    }
}

/// What the referee tells beside the position.
struct Told<'a, G: Game> {
    seed: Option<(Seed, Generator)>,
    // Empty where there are no clocks, which costs nothing.
    clocks: Vec<Option<Clock>>,
    history: Option<History<'a, G>>,
}

/// How the position of a seat came about, in a game with perfect information.
pub struct History<'a, G: Game> {
    /// The state at the beginning of the episode.
    pub start: &'a G::State,
    /// The actions since then, of all players.
    pub actions: &'a [G::Action],
}

impl<G: Game> Clone for History<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for History<'_, G> {}

/// When the search has to stop, and when the answer is due.
#[derive(Clone, Copy)]
struct Deadline {
    thinking: Instant,
    answer: Instant,
}

impl Deadline {
    /// An eighth of the time is reserved for finishing the last iteration, but no more than this: what
    /// the sample controllers of GVGAI reserve of their 40 ms.
    const MARGIN: Duration = Duration::from_millis(5);

    /// When the decision is due, if time is a limit. Seats are opened for every decision, so the usual
    /// case of no time limit is inlined.
    #[inline]
    fn of(budget: &Budget) -> Option<Deadline> {
        match budget.is_repeatable() {
            true => None,
            false => Deadline::from_now(budget),
        }
    }

    /// The time of the decision if it has one, else what the clock allots. An answer is due when that
    /// time is over; with a clock alone, when the clock runs out.
    #[inline(never)]
    fn from_now(budget: &Budget) -> Option<Deadline> {
        let clock = budget.clock.map(|clock| clock.remaining);
        let time = match (budget.time, budget.clock) {
            (None, None) => return None,
            (Some(time), _) => clock.map_or(time, |left| time.min(left)),
            (None, Some(clock)) => clock.allot(),
        };
        let now = Instant::now();
        // A time beyond what the machine can count is no limit.
        let thinking = now.checked_add(time - Deadline::MARGIN.min(time / 8))?;
        let due = budget.time.or(clock).unwrap_or(time);
        Some(Deadline {
            thinking,
            answer: now.checked_add(due).unwrap_or(thinking),
        })
    }
}

impl<'a, G: Game> Seat<'a, G> {
    /// Opens the seat of `player`, who is to move in `state`. `dice` is the agent's random stream.
    pub fn open(
        game: &'a G,
        state: &G::State,
        player: Player,
        mut dice: Rng,
        budget: Budget,
    ) -> Self {
        debug_assert_eq!(game.turn(state), Turn::Of(player));
        // Nothing but a copy where nothing is hidden, so one door serves every game.
        let position = determinize(game, state, player, &mut dice);
        Seat {
            game,
            player,
            position,
            dice,
            budget,
            deadline: Deadline::of(&budget),
            stop: Stop::NEVER,
            spent: Spending::default(),
            evaluation_noise: 0.0,
            trace: None,
            stats: None,
            told: Told {
                seed: None,
                clocks: Vec::new(),
                history: None,
            },
        }
    }

    /// [`Seat::open`] with the address of the agent's random stream, which the seat then
    /// [knows](Seat::seed).
    pub fn open_seeded(
        game: &'a G,
        state: &G::State,
        player: Player,
        (seed, generator): (Seed, Generator),
        budget: Budget,
    ) -> Self {
        let mut seat = Seat::open(game, state, player, seed.rng(generator), budget);
        seat.told.seed = Some((seed, generator));
        seat
    }

    /// The address of the agent's random stream, if the seat was [opened with
    /// it](Seat::open_seeded): an agent in another process gets its stream by it. It tells nothing
    /// about any other stream.
    pub fn seed(&self) -> Option<(Seed, Generator)> {
        self.told.seed
    }

    /// Tells the clocks of all players, in the order of the players.
    pub fn show_clocks(&mut self, clocks: Vec<Option<Clock>>) {
        self.told.clocks = clocks;
    }

    /// The clocks of all players in the order of the players, this one's included; empty where nobody
    /// has a clock.
    pub fn clocks(&self) -> &[Option<Clock>] {
        &self.told.clocks
    }

    /// Tells how the position came about. In a game with hidden information it is not kept.
    pub fn show_history(&mut self, history: History<'a, G>) {
        if !self.game.facts().hidden {
            self.told.history = Some(history);
        }
    }

    /// How the position came about, if the agent [asks for it](crate::Agent::needs_history) and the
    /// game has perfect information.
    pub fn history(&self) -> Option<History<'a, G>> {
        self.told.history
    }

    /// Reports statistics of the search; the last report is kept.
    #[inline]
    pub fn report_search(&mut self, stats: SearchStats) {
        self.stats = Some(stats);
    }

    /// The statistics that the agent reported last.
    #[inline]
    pub fn search_stats(&self) -> Option<&SearchStats> {
        self.stats.as_ref()
    }

    /// Sets the flag with which the decision can be cancelled from outside.
    pub fn set_stop(&mut self, stop: Stop<'a>) {
        self.stop = stop;
    }

    /// Whether the decision was cancelled. An agent that learns of it, here or by
    /// [`Seat::can_afford`], should return soon, with any legal action or with
    /// [`Reason::Cancelled`](crate::Reason::Cancelled); the answer is discarded.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.stop.is_asked()
    }

    /// Asks the agent to report [`MoveInfo`]s and [`Variation`]s.
    pub fn enable_trace(&mut self) {
        self.trace.get_or_insert_default();
    }

    /// Whether reports are [recorded](Seat::enable_trace).
    pub fn is_traced(&self) -> bool {
        self.trace.is_some()
    }

    /// The root moves that the agent reported, if [tracing is enabled](Seat::enable_trace).
    pub fn move_infos(&self) -> &[MoveInfo<G::Action>] {
        self.trace.as_ref().map_or(&[], |trace| &trace.move_infos)
    }

    /// The variations that the agent reported, the preferred one first, if [tracing is
    /// enabled](Seat::enable_trace).
    pub fn variations(&self) -> &[Variation<G::Action>] {
        self.trace.as_ref().map_or(&[], |trace| &trace.variations)
    }

    /// Reports a root move, if tracing is enabled.
    pub fn report_move(&mut self, action: G::Action, value: f64, visits: u64) {
        self.report_move_with(action, value, visits, Vec::new);
    }

    /// Reports a root move whose value may be a bound, if tracing is enabled.
    pub fn report_bound(&mut self, action: G::Action, value: f64, bound: Bound, visits: u64) {
        if let Some(trace) = &mut self.trace {
            let info = MoveInfo::new(action, value, visits).with_bound(bound);
            trace.move_infos.push(info);
        }
    }

    /// Reports a root move with its children, which are computed only if tracing is enabled.
    pub fn report_move_with(
        &mut self,
        action: G::Action,
        value: f64,
        visits: u64,
        children: impl FnOnce() -> Vec<MoveInfo<G::Action>>,
    ) {
        if let Some(trace) = &mut self.trace {
            let info = MoveInfo::new(action, value, visits);
            trace.move_infos.push(info.with_below(children()));
        }
    }

    /// Reports a variation, if tracing is enabled.
    pub fn report_variation(&mut self, actions: &[G::Action], value: f64, visits: u64) {
        if let Some(trace) = &mut self.trace {
            let line = Variation::new(actions.to_vec(), value, visits);
            trace.variations.push(line);
        }
    }

    /// The rules.
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// Whose decision this is.
    pub fn player(&self) -> Player {
        self.player
    }

    /// A state with this player's observation: the true state in a game with perfect information, a
    /// determinization otherwise.
    pub fn position(&self) -> &G::State {
        &self.position
    }

    /// Samples another state with the same observation for this player.
    pub fn determinize(&mut self) -> G::State {
        determinize(self.game, &self.position, self.player, &mut self.dice)
    }

    /// The legal actions of this decision.
    pub fn actions(&self) -> Actions<G> {
        // Room for those of most games, so that the list seldom grows while it is filled.
        let mut actions = Vec::with_capacity(32);
        self.game.actions(&self.position, &mut actions);
        actions
    }

    /// One call of the forward model, with the agent's random stream. Counted.
    #[inline]
    pub fn step(&mut self, state: &mut G::State, action: G::Action) {
        self.spent.steps += 1;
        self.game.step(state, action, &mut self.dice);
    }

    /// The position with the other player to move, where `null_move` gives one. Counted as a step.
    #[inline]
    pub fn null_move(
        &mut self,
        state: &G::State,
        null_move: impl FnOnce(&G, &G::State) -> Option<G::State>,
    ) -> Option<G::State> {
        let passed = null_move(self.game, state);
        self.spent.steps += u64::from(passed.is_some());
        passed
    }

    /// One evaluation of a state for this seat's player. Counted.
    #[inline]
    pub fn value<E: Evaluator<G> + ?Sized>(&mut self, evaluator: &mut E, state: &G::State) -> f64 {
        self.value_for(evaluator, state, self.player)
    }

    /// One evaluation of a state for any player, for searches that model other players' goals.
    /// Counted.
    #[inline]
    pub fn value_for<E: Evaluator<G> + ?Sized>(
        &mut self,
        evaluator: &mut E,
        state: &G::State,
        player: Player,
    ) -> f64 {
        let value = self.evaluated(1, |seat| evaluator.evaluate(seat, state, player));
        if self.evaluation_noise == 0.0 {
            return value;
        }
        value * (1.0 + self.dice.symmetric(self.evaluation_noise))
    }

    /// One evaluation of each of these states for this seat's player, appended to `out`. Each is
    /// counted.
    pub fn values<E: Evaluator<G> + ?Sized>(
        &mut self,
        evaluator: &mut E,
        states: &[&G::State],
        out: &mut Vec<f64>,
    ) {
        // Noise is drawn for one evaluation after the other.
        if self.evaluation_noise != 0.0 {
            out.extend(states.iter().map(|state| self.value(evaluator, state)));
            return;
        }
        self.evaluated(states.len() as u64, |seat| {
            evaluator.evaluate_batch(seat, states, seat.player, out);
        });
    }

    /// Counts evaluations, here and on this thread: those requested, and those that the evaluator
    /// itself requested from this seat.
    #[inline(always)]
    fn evaluated<T>(&mut self, count: u64, evaluate: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.spent.evaluations;
        self.spent.evaluations += count;
        calls::evaluating(|| {
            let value = evaluate(self);
            (value, self.spent.evaluations - before)
        })
    }

    /// Multiplies every evaluation from here on by 1 + U, with U uniform in [-a, a]; 0 is no noise. All
    /// evaluations pass through the seat, so this works for every agent.
    pub fn set_evaluation_noise(&mut self, a: f64) {
        self.evaluation_noise = a;
    }

    /// The level `a` of [`Seat::set_evaluation_noise`], for agents that do not evaluate states one by
    /// one through [`Seat::value`] and add the noise themselves.
    pub fn evaluation_noise(&self) -> f64 {
        self.evaluation_noise
    }

    /// The agent's random stream.
    #[inline]
    pub fn dice(&mut self) -> &mut Rng {
        &mut self.dice
    }

    /// What this decision has spent so far.
    pub fn spent(&self) -> Spending {
        self.spent
    }

    /// The limits of this decision.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// Whether anything limits this decision.
    pub fn is_limited(&self) -> bool {
        self.budget != Budget::UNLIMITED
    }

    /// Whether `steps` more forward-model calls and `evaluations` more evaluations are within the
    /// budget, time is left and the decision was not [cancelled](Seat::is_cancelled).
    pub fn can_afford(&self, steps: u64, evaluations: u64) -> bool {
        let within = |limit: Option<u64>, spent: u64| limit.is_none_or(|limit| spent <= limit);
        !self.is_cancelled()
            && within(self.budget.steps, self.spent.steps + steps)
            && within(
                self.budget.evaluations,
                self.spent.evaluations + evaluations,
            )
            && self
                .deadline
                .is_none_or(|deadline| Instant::now() < deadline.thinking)
    }

    /// Whether the time for this decision is over. [`Seat::can_afford`] returns `false` a little
    /// before, so that an agent which checks it is not late.
    pub fn is_late(&self) -> bool {
        self.deadline
            .is_some_and(|deadline| Instant::now() > deadline.answer)
    }

    /// Runs `work` on another representation of the same game, in which `position` is the seat's
    /// position, with the same random stream, budget, clock and stop request. What it spends is spent
    /// here; what it reports is reported here, as far as `back` can map the actions.
    pub(crate) fn translated<H: Game, T>(
        &mut self,
        game: &H,
        position: H::State,
        back: impl Fn(H::Action) -> Option<G::Action>,
        work: impl FnOnce(&mut Seat<'_, H>) -> T,
    ) -> T {
        let mut inner = Seat {
            game,
            player: self.player,
            position,
            dice: self.dice.clone(),
            budget: self.budget,
            deadline: self.deadline,
            stop: self.stop,
            spent: self.spent,
            evaluation_noise: self.evaluation_noise,
            trace: self.trace.as_ref().map(|_| Box::default()),
            stats: self.stats,
            told: Told {
                seed: self.told.seed,
                clocks: self.told.clocks.clone(),
                history: None,
            },
        };
        let answer = work(&mut inner);
        self.dice = inner.dice;
        self.spent = inner.spent;
        self.stats = inner.stats;
        if let (Some(trace), Some(inner)) = (&mut self.trace, inner.trace) {
            let move_infos = inner.move_infos.into_iter();
            let move_infos = move_infos.filter_map(|info| info.translated(&back));
            trace.move_infos.extend(move_infos);
            let variations = inner.variations.into_iter();
            let variations = variations.filter_map(|line| line.translated(&back));
            trace.variations.extend(variations);
        }
        answer
    }

    /// Runs `work` with a budget of this share of what is left.
    pub fn within<T>(&mut self, share: f64, work: impl FnOnce(&mut Self) -> T) -> T {
        let (budget, deadline) = (self.budget, self.deadline);
        let part = |limit: Option<u64>, spent: u64| {
            limit.map(|limit| spent + (limit.saturating_sub(spent) as f64 * share) as u64)
        };
        self.budget.steps = part(budget.steps, self.spent.steps);
        self.budget.evaluations = part(budget.evaluations, self.spent.evaluations);
        self.deadline = deadline.map(|deadline| {
            let left = deadline.thinking.saturating_duration_since(Instant::now());
            Deadline {
                thinking: Instant::now() + left.mul_f64(share.clamp(0.0, 1.0)),
                ..deadline
            }
        });
        let info = work(self);
        (self.budget, self.deadline) = (budget, deadline);
        info
    }
}

mod chance;
mod fan_out;

#[cfg(test)]
mod tests;
