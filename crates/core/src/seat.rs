//! Where an agent sits: what it sees, what it may spend, what it rolls, and whom it may ask for the value
//! of a state.

use crate::{Actions, Budget, Game, Player, Rng, Spending, Stop, Turn, determinize};
use std::time::{Duration, Instant};

/// What an agent thought of one of its choices, for people to look at.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought<A> {
    /// The choice.
    pub action: A,
    /// Its value to the seat's player, in the agent's own units.
    pub value: f64,
    /// How often it was tried.
    pub visits: u64,
    /// What the agent thought of the choices after it, its own or another's; empty where it kept no
    /// tree, and below what it hardly tried.
    pub below: Vec<Thought<A>>,
}

/// A way to go on that an agent considered, for people to look at.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<A> {
    /// The actions from this decision on: everybody's where the agent foresees the others', else
    /// its own.
    pub actions: Vec<A>,
    /// Their value to the seat's player, in the agent's own units.
    pub value: f64,
    /// How often they were tried.
    pub visits: u64,
}

/// An opinion of a state, from the viewpoint of `player`: higher is better for that player.
///
/// Agents ask through [`Seat::value`], so that the seat can count.
pub trait Evaluator<G: Game>: Send {
    /// The value of `state`, which may or may not be over.
    fn value(&mut self, seat: &mut Seat<'_, G>, state: &G::State, player: Player) -> f64;

    /// Appends the values of many states to `out`, in their order. Evaluators that can judge many at
    /// once, as networks do, should; the values are the same to the bit
    /// ([`check_evaluator`](crate::law::check_evaluator)).
    fn values(
        &mut self,
        seat: &mut Seat<'_, G>,
        states: &[&G::State],
        player: Player,
        out: &mut Vec<f64>,
    ) {
        for state in states {
            out.push(self.value(seat, state, player));
        }
    }
}

impl<G: Game> Evaluator<G> for Box<dyn Evaluator<G>> {
    fn value(&mut self, seat: &mut Seat<'_, G>, state: &G::State, player: Player) -> f64 {
        (**self).value(seat, state, player)
    }

    fn values(
        &mut self,
        seat: &mut Seat<'_, G>,
        states: &[&G::State],
        player: Player,
        out: &mut Vec<f64>,
    ) {
        (**self).values(seat, states, player, out);
    }
}

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
            self.thoughts.push(Thought {
                action,
                value,
                visits,
                below: below(),
            });
        }
    }

    /// Leaves a way to go on, if anyone listens.
    pub fn consider(&mut self, actions: &[G::Action], value: f64, visits: u64) {
        if self.listened {
            self.lines.push(Line {
                actions: actions.to_vec(),
                value,
                visits,
            });
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
        self.spent.evaluations += 1;
        let player = self.player;
        let value = evaluator.value(self, state, player);
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
        self.spent.evaluations += states.len() as u64;
        let player = self.player;
        evaluator.values(self, states, player, out);
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
mod tests {
    use super::*;
    use crate::{Actions, Clock, Facts, Generator, Perfect, Seed};
    use std::sync::atomic::{AtomicBool, Ordering};

    /// Nothing to decide, for ever.
    struct Still;

    impl Game for Still {
        type State = ();
        type Action = ();
        type Information = Perfect;

        fn facts(&self) -> Facts {
            Facts::new("still", 1)
        }
        fn start(&self, _: &mut Rng) {}
        fn turn(&self, (): &()) -> Turn {
            Turn::Of(Player(0))
        }
        fn actions(&self, (): &(), out: &mut Actions<Self>) {
            out.push(());
        }
        fn step(&self, (): &mut (), (): (), _: &mut Rng) {}
        fn payoff(&self, (): &(), _: Player) -> f64 {
            0.0
        }
        fn points(&self, (): &(), _: Player) -> f64 {
            0.0
        }
        fn show(&self, (): &(), _: Option<Player>) -> String {
            String::new()
        }
        fn label(&self, (): &(), (): ()) -> String {
            "stay".into()
        }
    }

    fn seat<'a>(budget: Budget) -> Seat<'a, Still> {
        let dice = Seed::new(1).rng(Generator::Xoshiro);
        Seat::open(&Still, &(), Player(0), dice, budget)
    }

    #[test]
    fn a_part_of_the_budget_is_lent_and_the_rest_is_kept() {
        let mut seat = seat(Budget::of_steps(900));
        for _ in 0..100 {
            seat.step(&mut (), ());
        }
        let lent = seat.within(0.5, |seat| {
            let mut steps = 0;
            while seat.can_afford(1, 0) {
                seat.step(&mut (), ());
                steps += 1;
            }
            steps
        });
        assert_eq!(lent, 400);
        assert!(seat.can_afford(400, 0) && !seat.can_afford(401, 0));
        // What is not limited stays so.
        seat.within(0.0, |seat| assert!(seat.can_afford(0, 1 << 40)));
    }

    #[test]
    fn steps_passes_and_evaluations_are_counted() {
        let mut seat = seat(Budget::UNLIMITED);
        let spent = |steps, evaluations| Spending { steps, evaluations };
        assert_eq!(seat.spent(), spent(0, 0));
        seat.step(&mut (), ());
        assert_eq!(seat.spent(), spent(1, 0));
        // A pass is a step where there is one, and nothing where there is none.
        assert_eq!(seat.pass(&(), |_, ()| Some(())), Some(()));
        assert_eq!(seat.spent(), spent(2, 0));
        assert_eq!(seat.pass(&(), |_, ()| None), None);
        assert_eq!(seat.spent(), spent(2, 0));
        let mut judge = Judge;
        assert_eq!(seat.value(&mut judge, &()), 3.0);
        assert_eq!(seat.spent(), spent(2, 1));
    }

    /// Says three of everything.
    struct Judge;

    impl Evaluator<Still> for Judge {
        fn value(&mut self, _: &mut Seat<'_, Still>, (): &(), _: Player) -> f64 {
            3.0
        }
    }

    #[test]
    fn evaluations_are_disturbed_by_no_more_than_was_asked_for() {
        let mut seat = seat(Budget::UNLIMITED);
        seat.blur(0.5);
        assert_eq!(seat.blurred(), 0.5);
        let values: Vec<f64> = (0..1000).map(|_| seat.value(&mut Judge, &())).collect();
        // Uniform between 1.5 and 4.5: its mean has a standard error of 0.87 / sqrt(1000).
        assert!(values.iter().all(|value| (1.5..4.5).contains(value)));
        let mean = values.iter().sum::<f64>() / 1000.0;
        assert!((mean - 3.0).abs() < 0.11, "{mean}");
        let wide = values.iter().filter(|value| (*value - 3.0).abs() > 0.75);
        assert!((430..570).contains(&wide.count()));
    }

    #[test]
    fn what_is_within_a_limit_is_affordable() {
        let mut seat = seat(Budget::of_steps(2).with_evaluations(1));
        assert!(seat.can_afford(2, 1) && !seat.can_afford(3, 0) && !seat.can_afford(0, 2));
        seat.step(&mut (), ());
        assert!(seat.can_afford(1, 1) && !seat.can_afford(2, 0));
        assert!(seat.is_limited());
        let free = self::seat(Budget::UNLIMITED);
        assert!(free.can_afford(1 << 40, 1 << 40) && !free.is_limited());
    }

    #[test]
    fn time_that_has_passed_is_late() {
        let mut timed = seat(Budget::UNLIMITED.with_time(Duration::from_millis(1)));
        std::thread::sleep(Duration::from_millis(3));
        assert!(timed.is_late() && !timed.can_afford(0, 0));
        timed.within(1.0, |seat| assert!(!seat.can_afford(0, 0)));
        assert!(!seat(Budget::UNLIMITED).is_late());
    }

    /// By the clock a decision ends when its share is used, and is late only when the clock is.
    #[test]
    fn a_clock_sets_the_time_of_a_decision() {
        let hour = Duration::from_secs(3600);
        let by_clock = |clock| seat(Budget::UNLIMITED.with_clock(clock));
        let free = by_clock(Clock::of(hour));
        assert!(free.is_limited() && free.can_afford(1, 1) && !free.is_late());
        let short = by_clock(Clock::of(Duration::from_millis(30)));
        std::thread::sleep(Duration::from_millis(3));
        assert!(!short.can_afford(0, 0), "a thirtieth is a millisecond");
        let out = by_clock(Clock::of(Duration::ZERO).with_increment(hour));
        std::thread::sleep(Duration::from_millis(1));
        assert!(out.is_late() && !out.can_afford(0, 0));
        // A time for the decision itself comes before the clock's share, and never after its end.
        let both = |time, left| {
            let budget = Budget::UNLIMITED.with_clock(Clock::of(left));
            seat(budget.with_time(time))
        };
        let timed = [(hour, 3), (Duration::from_millis(3), 3_600_000)]
            .map(|(time, left)| both(time, Duration::from_millis(left)));
        std::thread::sleep(Duration::from_millis(4));
        assert!(timed.iter().all(|seat| !seat.can_afford(0, 0)));
    }

    #[test]
    fn nothing_is_affordable_once_a_decision_is_cancelled() {
        let flag = AtomicBool::new(false);
        let mut seat = seat(Budget::UNLIMITED);
        seat.heed(Stop::when(&flag));
        assert!(seat.can_afford(1, 1) && !seat.is_cancelled() && !seat.is_limited());
        flag.store(true, Ordering::Relaxed);
        assert!(!seat.can_afford(0, 0) && seat.is_cancelled());
        seat.within(1.0, |seat| assert!(!seat.can_afford(0, 0)));
    }

    #[test]
    fn what_is_thought_is_kept_only_where_somebody_listens() {
        let mut seat = seat(Budget::UNLIMITED);
        seat.think((), 1.0, 1);
        seat.consider(&[(), ()], 1.0, 1);
        assert!(seat.thoughts().is_empty() && seat.lines().is_empty());
        seat.listen();
        seat.consider(&[(), ()], 2.0, 1);
        assert_eq!(seat.lines()[0].actions.len(), 2);
    }
}
