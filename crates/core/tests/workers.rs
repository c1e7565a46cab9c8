//! Several workers at one decision, and chance outcomes through a seat: what they spend is counted.

use ludometer_core::{
    Actions, Budget, Calls, Chance, Distribution, Facts, Game, Generator, Perfect, Player, Rng,
    Seat, Seed, Turn,
};

/// Every move throws a die.
struct Dice;

impl Game for Dice {
    type State = u8;
    type Action = ();
    type Information = Perfect;

    fn facts(&self) -> Facts {
        Facts::new("dice", 1).with_chance()
    }
    fn start(&self, _: &mut Rng) -> u8 {
        0
    }
    fn turn(&self, _: &u8) -> Turn {
        Turn::Of(Player(0))
    }
    fn actions(&self, _: &u8, out: &mut Actions<Self>) {
        out.push(());
    }
    fn apply(&self, state: &mut u8, (): (), chance: &mut Rng) {
        *state = 1 + chance.below(6) as u8;
    }
    fn payoff(&self, _: &u8, _: Player) -> f64 {
        0.0
    }
    fn show(&self, state: &u8, _: Option<Player>) -> String {
        state.to_string()
    }
    fn label(&self, _: &u8, (): ()) -> String {
        "throw".into()
    }
}

impl Chance for Dice {
    fn start_outcomes(&self, out: &mut Distribution<Self>) {
        out.push((1.0, 0));
    }
    fn outcomes(&self, _: &u8, (): (), out: &mut Distribution<Self>) {
        out.extend((1..=6).map(|eyes| (1.0 / 6.0, eyes)));
    }
}

fn seat(budget: Budget) -> Seat<'static, Dice> {
    let dice = Seed::new(7).rng(Generator::Xoshiro);
    Seat::open(&Dice, &0, Player(0), dice, budget)
}

/// Throws until the budget or twenty throws are spent.
fn throw(number: &mut u64, seat: &mut Seat<'_, Dice>) -> (u64, Vec<u8>) {
    let mut thrown = Vec::new();
    let mut state = *seat.position();
    while thrown.len() < 20 && seat.can_afford(1, 0) {
        seat.step(&mut state, ());
        thrown.push(state);
    }
    (*number, thrown)
}

#[test]
fn workers_are_the_same_on_any_number_of_threads() {
    let run = |threads, budget| {
        let mut seat = seat(budget);
        let mut workers: Vec<u64> = (0..7).collect();
        let before = Calls::on_this_thread();
        let results = seat.fan_out(&mut workers, threads, throw);
        // The audit sees what was called on other threads.
        let called = Calls::on_this_thread().since(before).steps;
        assert_eq!(called, seat.spent().steps);
        (results, seat.spent(), seat.dice().bits())
    };
    for budget in [
        Budget::UNLIMITED,
        Budget::of_steps(100),
        Budget::of_steps(3),
    ] {
        let alone = run(1, budget);
        for threads in [2, 3, 7, 20] {
            assert_eq!(run(threads, budget), alone);
        }
        let (results, spent, _) = alone;
        assert!(results.iter().map(|(number, _)| *number).eq(0..7));
        let share = budget.steps.map_or(20, |steps| steps / 7);
        assert!(
            results
                .iter()
                .all(|(_, thrown)| thrown.len() as u64 == share)
        );
        assert_eq!(spent.steps, 7 * share);
        // Every worker has a stream of its own.
        if share > 10 {
            assert!(results.windows(2).all(|pair| pair[0].1 != pair[1].1));
        }
    }
}

#[test]
fn listed_outcomes_are_counted_or_refused() {
    let mut seat = seat(Budget::of_steps(13));
    let mut outcomes = Vec::new();
    let before = Calls::on_this_thread();
    for left in [true, true, false] {
        assert_eq!(seat.outcomes(&0, (), &mut outcomes), left);
        assert_eq!(outcomes.len(), if left { 6 } else { 0 });
    }
    assert_eq!(seat.spent().steps, 12);
    assert_eq!(Calls::on_this_thread().since(before).steps, 12);
}
