//! Sequential halving, nested search and policy adaptation.

use ludometer_agents::sample::{
    Allocation, Flat, Nested, Nrpa, PlayoutOutcome, PolicyCode, Rollout,
};
use ludometer_agents::search::{Frontier, Planner};
use ludometer_core::{
    Actions, Agent, Budget, Evaluator, Facts, Game, Generator, Perfect, Player, Rng, Seat, Seed,
    Turn,
};

/// Bits are written one after the other; the score is how many agree with a hidden pattern before the
/// first that does not. Random play seldom gets far.
#[derive(Clone, Copy)]
struct Lock(u32);

const PATTERN: u64 = 0b1011_0010_1110_0101_1010;

impl Game for Lock {
    type State = Vec<bool>;
    type Action = bool;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        Facts::new("lock", 1).paying(0.0, 1.0)
    }
    fn start(&self, _: &mut Rng) -> Vec<bool> {
        Vec::new()
    }
    fn turn(&self, bits: &Vec<bool>) -> Turn {
        match bits.len() as u32 >= self.0 {
            true => Turn::Over,
            false => Turn::Of(Player(0)),
        }
    }
    fn actions(&self, bits: &Vec<bool>, out: &mut Actions<Self>) {
        if self.turn(bits) != Turn::Over {
            out.extend([false, true]);
        }
    }
    fn apply(&self, bits: &mut Vec<bool>, action: bool, _: &mut Rng) {
        bits.push(action);
    }
    fn payoff(&self, bits: &Vec<bool>, _: Player) -> f64 {
        right(bits) / f64::from(self.0)
    }
    fn show(&self, bits: &Vec<bool>, _: Option<Player>) -> String {
        format!("{bits:?}")
    }
    fn label(&self, _: &Vec<bool>, action: bool) -> String {
        action.to_string()
    }
}

fn right(bits: &[bool]) -> f64 {
    let agrees = |(place, bit): (usize, &bool)| (PATTERN >> place & 1 == 1) == *bit;
    bits.iter()
        .enumerate()
        .take_while(|&pair| agrees(pair))
        .count() as f64
}

/// How many are right, told in steps of this size alone.
#[derive(Clone, Copy)]
struct Right(f64);

impl Evaluator<Lock> for Right {
    fn evaluate(&mut self, _: &mut Seat<'_, Lock>, bits: &Vec<bool>, _: Player) -> f64 {
        right(bits) - right(bits) % self.0
    }
}

fn seat(game: &Lock, seed: u64, budget: Budget) -> Seat<'_, Lock> {
    let dice = Seed::new(seed).rng(Generator::Xoshiro);
    Seat::open(game, &Vec::new(), Player(0), dice, budget)
}

/// Bits that a search gets right, and what it spent.
fn opened(search: &mut dyn Frontier<Lock>, seed: u64, budget: Budget) -> (f64, u64) {
    let game = Lock(16);
    let mut seat = seat(&game, seed, budget);
    let path = search.search(&mut seat);
    for (place, (state, _)) in path.iter().enumerate() {
        assert_eq!(state.len(), place, "every state is the one before its move");
    }
    let bits: Vec<bool> = path.iter().map(|(_, bit)| *bit).collect();
    (right(&bits), seat.spent().steps)
}

/// Four bits at a time have to be guessed: every level of nesting gets further than the one below, at
/// equal numbers of forward-model calls.
#[test]
fn nesting_pays() {
    let mean = |level| {
        let runs = (0..20).map(|seed| {
            let budget = Budget::of_steps(12_000);
            opened(&mut Nested::new(level, 100, Right(4.0)), seed, budget).0
        });
        runs.sum::<f64>() / 20.0
    };
    assert!(mean(0) < 3.0, "{}", mean(0));
    assert!(mean(1) > mean(0) + 2.0, "{} {}", mean(1), mean(0));
    assert!(mean(2) > mean(1) + 2.0, "{} {}", mean(2), mean(1));
}

#[test]
fn adapted_policies_open_the_lock() {
    for (code, least) in [(PolicyCode::State, 15.0), (PolicyCode::Ply, 15.0)] {
        let runs = (0..10).map(|seed| {
            let mut nrpa = Nrpa::new(2, 40, 1.0, code, 100, Right(1.0));
            opened(&mut nrpa, seed, Budget::UNLIMITED).0
        });
        let mean = runs.sum::<f64>() / 10.0;
        assert!(mean > least, "{code:?} {mean}");
    }
    // Weights of a move alone cannot tell one place from another.
    let runs = (0..10).map(|seed| {
        let mut nrpa = Nrpa::new(2, 40, 1.0, PolicyCode::Move, 100, Right(1.0));
        opened(&mut nrpa, seed, Budget::UNLIMITED).0
    });
    assert!(runs.sum::<f64>() / 10.0 < 14.0);
}

#[test]
fn puzzle_searches_keep_their_budget_and_are_followed() {
    for steps in [0, 1, 15, 100] {
        let budget = Budget::of_steps(steps);
        assert!(opened(&mut Nested::new(2, 100, Right(1.0)), 1, budget).1 <= steps);
        let mut nrpa = Nrpa::new(2, 10, 1.0, PolicyCode::State, 100, Right(1.0));
        assert!(opened(&mut nrpa, 1, budget).1 <= steps);
    }
    let game = Lock(16);
    let mut planner = Planner::new(Nested::new(2, 100, Right(1.0)));
    let mut state = Vec::new();
    for ply in 0..16 {
        let dice = Seed::new(3).nth(ply).rng(Generator::Xoshiro);
        let mut seat = Seat::open(&game, &state, Player(0), dice, Budget::UNLIMITED);
        let action = planner.act(&mut seat).unwrap();
        // It searches once.
        assert_eq!(seat.spent().steps > 0, ply == 0);
        state.push(action);
    }
    assert!(right(&state) > 8.0);
}

/// Ten arms with the payoff of their number: each rule gives the best arm most.
#[derive(Clone, Copy)]
struct Arms;

impl Game for Arms {
    type State = (Option<u8>, bool);
    type Action = u8;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        Facts::new("arms", 1).with_chance().paying(0.0, 1.0)
    }
    fn start(&self, _: &mut Rng) -> (Option<u8>, bool) {
        (None, false)
    }
    fn turn(&self, state: &(Option<u8>, bool)) -> Turn {
        match state.0 {
            None => Turn::Of(Player(0)),
            Some(_) => Turn::Over,
        }
    }
    fn actions(&self, state: &(Option<u8>, bool), out: &mut Actions<Self>) {
        if state.0.is_none() {
            out.extend(0..8);
        }
    }
    fn apply(&self, state: &mut (Option<u8>, bool), arm: u8, chance: &mut Rng) {
        *state = (Some(arm), chance.happens(0.1 + 0.1 * f64::from(arm)));
    }
    fn payoff(&self, state: &(Option<u8>, bool), _: Player) -> f64 {
        f64::from(u8::from(state.1))
    }
    fn show(&self, state: &(Option<u8>, bool), _: Option<Player>) -> String {
        format!("{state:?}")
    }
    fn label(&self, _: &(Option<u8>, bool), arm: u8) -> String {
        arm.to_string()
    }
}

#[test]
fn playouts_are_shared_out_by_the_rule() {
    let pulls = |allocation, playouts, budget| {
        let start = (None, false);
        let dice = Seed::new(4).rng(Generator::Xoshiro);
        let mut seat = Seat::open(&Arms, &start, Player(0), dice, budget);
        seat.enable_trace();
        let rollout = Rollout::new(PlayoutOutcome::Payoff, 10);
        let mut flat = Flat::new(playouts, rollout).allocating(allocation);
        let chosen = flat.act(&mut seat).unwrap();
        let mut pulls = [0; 8];
        for info in seat.move_infos() {
            pulls[usize::from(info.action)] = info.visits;
        }
        (chosen, pulls)
    };
    let free = Budget::UNLIMITED;
    assert_eq!(pulls(Allocation::Equal, 240, free).1, [30; 8]);
    // Three rounds of 80: ten for each of eight, twenty more for four, forty more for two.
    let (chosen, mut halved) = pulls(Allocation::Halving, 240, free);
    assert!(chosen >= 5);
    halved.sort_unstable();
    assert_eq!(halved, [10, 10, 10, 10, 30, 30, 70, 70]);
    // Under a limit the rounds have equal shares of it.
    let (_, mut halved) = pulls(Allocation::Halving, 1_000_000, Budget::of_steps(240));
    halved.sort_unstable();
    assert_eq!(halved, [10, 10, 10, 10, 30, 30, 70, 70]);
    let (chosen, by_bound) = pulls(Allocation::Ucb1(0.5), 400, free);
    assert!(chosen >= 6);
    assert_eq!(by_bound.iter().sum::<u64>(), 400);
    assert!(
        by_bound[7] + by_bound[6] > 3 * (by_bound[0] + by_bound[1]),
        "{by_bound:?}"
    );
}
