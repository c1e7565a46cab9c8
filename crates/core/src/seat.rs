//! Where an agent sits: what it sees, what it may spend, what it rolls, and whom it may ask for the value
//! of a state.

use crate::{
    Actions, Budget, Evaluator, Game, Line, Player, Rng, Spending, Stop, Thought, Turn, calls,
    determinize,
};
use std::time::{Duration, Instant};

/// One decision of one player.
///
/// In a game with hidden information the seat never holds the true state: it is opened on a
/// determinised one that shows its player the same. All simulation goes through the seat, with the
/// mind's dice, so thinking longer never changes the world.
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
    blur: f64,
    listened: bool,
    thoughts: Vec<Thought<G::Action>>,
    lines: Vec<Line<G::Action>>,
}

/// When thinking has to stop, and when the answer has to be there.
#[derive(Clone, Copy)]
struct Deadline {
    thinking: Instant,
    answer: Instant,
}

impl Deadline {
    /// An eighth of the time is kept for finishing the last thought, but no more than this: as much as
    /// the sample controllers of GVGAI keep of their 40 ms.
    const MARGIN: Duration = Duration::from_millis(5);

    /// When the decision is due, if time is a limit. Seats are opened for every decision, so the
    /// usual case that it is none is told in place.
    #[inline]
    fn of(budget: &Budget) -> Option<Deadline> {
        match budget.is_repeatable() {
            true => None,
            false => Deadline::from_now(budget),
        }
    }

    /// The time of the decision if it has one, else what the clock allots. An answer is due when
    /// that time is over; by the clock alone, not before the clock runs out.
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
    /// Opens the seat of `player`, who is to move in `state`. `dice` are the mind's own.
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
            blur: 0.0,
            listened: false,
            thoughts: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// Lets the decision be stopped from outside.
    pub fn heed(&mut self, stop: Stop<'a>) {
        self.stop = stop;
    }

    /// Whether the decision was cancelled. An agent that is told so, here or by
    /// [`Seat::can_afford`], answers soon, with any legal action or with
    /// [`Reason::Cancelled`](crate::Reason::Cancelled): nobody will use the answer.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.stop.is_asked()
    }

    /// Asks the agent to leave its [`Thought`]s and [`Line`]s.
    pub fn listen(&mut self) {
        self.listened = true;
    }

    /// Whether anyone [listens](Seat::listen).
    pub fn is_listened_to(&self) -> bool {
        self.listened
    }

    /// What the agent thought of its choices, if anyone [listened](Seat::listen).
    pub fn thoughts(&self) -> &[Thought<G::Action>] {
        &self.thoughts
    }

    /// The ways to go on that the agent considered, the one it would follow first, if anyone
    /// [listened](Seat::listen).
    pub fn lines(&self) -> &[Line<G::Action>] {
        &self.lines
    }

    /// Leaves a thought, if anyone listens.
    pub fn think(&mut self, action: G::Action, value: f64, visits: u64) {
        self.think_on(action, value, visits, Vec::new);
    }

    /// Leaves a thought with those below it, which are asked for only if anyone listens.
    pub fn think_on(
        &mut self,
        action: G::Action,
        value: f64,
        visits: u64,
        below: impl FnOnce() -> Vec<Thought<G::Action>>,
    ) {
        if self.listened {
            let thought = Thought::new(action, value, visits);
            self.thoughts.push(thought.with_below(below()));
        }
    }

    /// Leaves a way to go on, if anyone listens.
    pub fn consider(&mut self, actions: &[G::Action], value: f64, visits: u64) {
        if self.listened {
            let line = Line::new(actions.to_vec(), value, visits);
            self.lines.push(line);
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

    /// A state that shows this player what it sees: the true one where nothing is hidden, an
    /// determinised one otherwise.
    pub fn position(&self) -> &G::State {
        &self.position
    }

    /// Draws another state that shows this player the same.
    pub fn determinize(&mut self) -> G::State {
        determinize(self.game, &self.position, self.player, &mut self.dice)
    }

    /// The legal actions of this decision.
    pub fn actions(&self) -> Actions<G> {
        let mut actions = Vec::new();
        self.game.actions(&self.position, &mut actions);
        actions
    }

    /// One call of the forward model, with the mind's dice. Counted.
    #[inline]
    pub fn step(&mut self, state: &mut G::State, action: G::Action) {
        self.spent.steps += 1;
        self.game.step(state, action, &mut self.dice);
    }

    /// The position with the other to move, where `pass` has one. Counted as a step.
    #[inline]
    pub fn pass(
        &mut self,
        state: &G::State,
        pass: impl FnOnce(&G, &G::State) -> Option<G::State>,
    ) -> Option<G::State> {
        let passed = pass(self.game, state);
        self.spent.steps += u64::from(passed.is_some());
        passed
    }

    /// One evaluation of a state for this seat's player. Counted.
    #[inline]
    pub fn value<E: Evaluator<G> + ?Sized>(&mut self, evaluator: &mut E, state: &G::State) -> f64 {
        self.value_for(evaluator, state, self.player)
    }

    /// One evaluation of a state for any player, for searches that foresee what others want.
    /// Counted.
    #[inline]
    pub fn value_for<E: Evaluator<G> + ?Sized>(
        &mut self,
        evaluator: &mut E,
        state: &G::State,
        player: Player,
    ) -> f64 {
        let value = self.evaluated(1, |seat| evaluator.evaluate(seat, state, player));
        if self.blur == 0.0 {
            return value;
        }
        value * (1.0 + self.dice.symmetric(self.blur))
    }

    /// One evaluation of each of these states for this seat's player, appended to `out`. Each is
    /// counted.
    pub fn values<E: Evaluator<G> + ?Sized>(
        &mut self,
        evaluator: &mut E,
        states: &[&G::State],
        out: &mut Vec<f64>,
    ) {
        // What is disturbed one by one takes its dice one by one.
        if self.blur != 0.0 {
            out.extend(states.iter().map(|state| self.value(evaluator, state)));
            return;
        }
        self.evaluated(states.len() as u64, |seat| {
            evaluator.evaluate_batch(seat, states, seat.player, out);
        });
    }

    /// Counts evaluations, here and on this thread: those that were asked for, and those that the
    /// evaluator asked this seat for.
    #[inline(always)]
    fn evaluated<T>(&mut self, count: u64, evaluate: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.spent.evaluations;
        self.spent.evaluations += count;
        calls::evaluating(|| {
            let value = evaluate(self);
            (value, self.spent.evaluations - before)
        })
    }

    /// From here on every evaluation is multiplied by 1 + U[-a, a]. It is the one place that every
    /// agent's evaluations pass, so it works for all of them.
    pub fn blur(&mut self, a: f64) {
        self.blur = a;
    }

    /// How far evaluations are disturbed, for agents that do not ask [`Seat::value`] one by one.
    pub fn blurred(&self) -> f64 {
        self.blur
    }

    /// The dice of the mind.
    #[inline]
    pub fn dice(&mut self) -> &mut Rng {
        &mut self.dice
    }

    /// What this decision has cost so far.
    pub fn spent(&self) -> Spending {
        self.spent
    }

    /// What this decision may cost.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// Whether anything limits this decision.
    pub fn is_limited(&self) -> bool {
        self.budget != Budget::UNLIMITED
    }

    /// Whether `steps` more forward-model calls and `evaluations` more evaluations are within the
    /// budget, time is left and nobody [cancelled](Seat::is_cancelled) the decision.
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

    /// Whether the time for this decision is over. An agent that asks [`Seat::can_afford`] between
    /// thoughts is told to stop a little before.
    pub fn is_late(&self) -> bool {
        self.deadline
            .is_some_and(|deadline| Instant::now() > deadline.answer)
    }

    /// Lets `think` decide here at another form of the same game, in which `position` is the seat's
    /// position: with these dice, this budget and this clock, stopped by the same request. What is
    /// spent there is spent here; what is told there is told here, as far as `back` knows the
    /// actions.
    pub(crate) fn translated<H: Game, T>(
        &mut self,
        game: &H,
        position: H::State,
        back: impl Fn(H::Action) -> Option<G::Action>,
        think: impl FnOnce(&mut Seat<'_, H>) -> T,
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
            blur: self.blur,
            listened: self.listened,
            thoughts: Vec::new(),
            lines: Vec::new(),
        };
        let answer = think(&mut inner);
        self.dice = inner.dice;
        self.spent = inner.spent;
        let thoughts = inner.thoughts.into_iter();
        self.thoughts
            .extend(thoughts.filter_map(|thought| thought.translated(&back)));
        let lines = inner.lines.into_iter();
        self.lines
            .extend(lines.filter_map(|line| line.translated(&back)));
        answer
    }

    /// Lets `think` spend a share of what is left, and no more.
    pub fn within<T>(&mut self, share: f64, think: impl FnOnce(&mut Self) -> T) -> T {
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
        let thought = think(self);
        (self.budget, self.deadline) = (budget, deadline);
        thought
    }
}

#[cfg(test)]
mod tests;
