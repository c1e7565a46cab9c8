//! What a seat counts, lends and passes on.

use super::*;
use crate::{Calls, Clock, Facts, Generator, Measure, NullMove, Perfect, Seed};
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
    fn apply(&self, (): &mut (), (): (), _: &mut Rng) {}
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
    let spent = |steps, evaluations| Spending::of_steps(steps).with_evaluations(evaluations);
    assert_eq!(seat.spent(), spent(0, 0));
    seat.step(&mut (), ());
    assert_eq!(seat.spent(), spent(1, 0));
    // A pass is a step where there is one, and nothing where there is none.
    assert_eq!(seat.null_move(&(), |_, ()| Some(())), Some(()));
    assert_eq!(seat.spent(), spent(2, 0));
    assert_eq!(seat.null_move(&(), |_, ()| None), None);
    assert_eq!(seat.spent(), spent(2, 0));
    let mut judge = Judge;
    assert_eq!(seat.value(&mut judge, &()), 3.0);
    assert_eq!(seat.spent(), spent(2, 1));
}

/// The rules count who calls them; an evaluation of a seat is one, whatever it is made of.
#[test]
fn the_thread_counts_what_the_seat_does_and_what_goes_beside_it() {
    let mut seat = seat(Budget::UNLIMITED);
    let measure = Measure::high("one", "one of everything", |_: &Still, (), _| 1.0);
    let before = Calls::on_this_thread();
    let calls = || {
        let calls = Calls::on_this_thread().since(before);
        [calls.steps, calls.null_moves, calls.evaluations]
    };
    seat.step(&mut (), ());
    assert_eq!(calls(), [1, 0, 0]);
    seat.null_move(&(), |game, ()| game.null_move(&()));
    assert_eq!(calls(), [1, 1, 0]);
    seat.value(&mut Sum(vec![measure; 3]), &());
    assert_eq!((calls(), seat.spent().evaluations), ([1, 1, 1], 1));
    seat.values(&mut Sum(vec![measure; 3]), &[&(), &()], &mut Vec::new());
    assert_eq!((calls(), seat.spent().evaluations), ([1, 1, 3], 3));
    // An evaluator that asks the seat again is counted by both.
    seat.value(&mut Asking(Sum(vec![measure])), &());
    assert_eq!((calls(), seat.spent().evaluations), ([1, 1, 5], 5));
    Still.step(&mut (), (), seat.dice());
    Still.null_move(&());
    measure.value(&Still, &(), Player(0));
    assert_eq!(calls(), [2, 2, 6]);
    assert_eq!(seat.spent(), Spending::of_steps(2).with_evaluations(5));
}

impl NullMove for Still {
    fn apply_null_move(&self, (): &()) -> Option<()> {
        Some(())
    }
}

/// A sum of measures.
struct Sum(Vec<Measure<Still>>);

impl Evaluator<Still> for Sum {
    fn evaluate(&mut self, seat: &mut Seat<'_, Still>, (): &(), player: Player) -> f64 {
        let values = self.0.iter();
        values.map(|one| one.value(seat.game(), &(), player)).sum()
    }
}

/// Asks the seat for the value of another evaluator.
struct Asking(Sum);

impl Evaluator<Still> for Asking {
    fn evaluate(&mut self, seat: &mut Seat<'_, Still>, (): &(), _: Player) -> f64 {
        seat.value(&mut self.0, &())
    }
}

/// Says three of everything.
struct Judge;

impl Evaluator<Still> for Judge {
    fn evaluate(&mut self, _: &mut Seat<'_, Still>, (): &(), _: Player) -> f64 {
        3.0
    }
}

#[test]
fn evaluations_are_disturbed_by_no_more_than_was_asked_for() {
    let mut seat = seat(Budget::UNLIMITED);
    seat.set_evaluation_noise(0.5);
    assert_eq!(seat.evaluation_noise(), 0.5);
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
    seat.set_stop(Stop::when(&flag));
    assert!(seat.can_afford(1, 1) && !seat.is_cancelled() && !seat.is_limited());
    flag.store(true, Ordering::Relaxed);
    assert!(!seat.can_afford(0, 0) && seat.is_cancelled());
    seat.within(1.0, |seat| assert!(!seat.can_afford(0, 0)));
}

#[test]
fn reports_are_kept_only_while_tracing_is_enabled() {
    let mut seat = seat(Budget::UNLIMITED);
    seat.report_move((), 1.0, 1);
    seat.report_variation(&[(), ()], 1.0, 1);
    assert!(seat.move_infos().is_empty() && seat.variations().is_empty());
    seat.enable_trace();
    seat.report_variation(&[(), ()], 2.0, 1);
    assert_eq!(seat.variations()[0].actions.len(), 2);
}

#[test]
fn the_last_statistics_are_kept_whether_traced_or_not() {
    let mut seat = seat(Budget::UNLIMITED);
    assert_eq!(seat.search_stats(), None);
    seat.report_search(SearchStats::default().with_depth(1));
    seat.report_search(SearchStats::default().with_depth(2).with_nodes(9));
    let stats = seat.search_stats().unwrap();
    assert_eq!((stats.depth, stats.nodes), (Some(2), Some(9)));
}

#[test]
fn a_seat_knows_what_the_referee_tells() {
    let seed = (Seed::new(1), Generator::Xoshiro);
    let mut told = Seat::open_seeded(&Still, &(), Player(0), seed, Budget::UNLIMITED);
    assert_eq!(told.dice().bits(), seat(Budget::UNLIMITED).dice().bits());
    assert!(told.seed() == Some(seed) && told.clocks().is_empty() && told.history().is_none());
    let clock = Some(Clock::of(Duration::from_secs(1)));
    told.show_clocks(vec![clock, None]);
    told.show_history(History {
        start: &(),
        actions: &[(), ()],
    });
    assert_eq!(told.clocks(), [clock, None]);
    assert_eq!(told.history().map(|history| history.actions.len()), Some(2));
}
