//! Tree searches on bandits, where UCB1 can be followed by hand: every arm always pays the same, so
//! how often each is pulled is a matter of arithmetic.

use ludometer_agents::evaluate::WinScore;
use ludometer_agents::sample::{
    Flat, OpenLoopMcts, PlayoutOutcome, RewardScale, Rollout, Sampler, Uct,
};
use ludometer_core::{
    Actions, Agent, Budget, Facts, Game, Generator, Perfect, Player, Rng, Seat, Seed, Turn,
};

/// One pull of one arm, and what each pays in tenths.
struct Arms(&'static [i32]);

impl Game for Arms {
    type State = Option<usize>;
    type Action = usize;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        Facts::new("arms", 1)
    }
    fn start(&self, _: &mut Rng) -> Option<usize> {
        None
    }
    fn turn(&self, pulled: &Option<usize>) -> Turn {
        match pulled {
            None => Turn::Of(Player(0)),
            Some(_) => Turn::Over,
        }
    }
    fn actions(&self, pulled: &Option<usize>, out: &mut Actions<Self>) {
        if pulled.is_none() {
            out.extend(0..self.0.len());
        }
    }
    fn apply(&self, pulled: &mut Option<usize>, arm: usize, _: &mut Rng) {
        *pulled = Some(arm);
    }
    fn payoff(&self, pulled: &Option<usize>, _: Player) -> f64 {
        pulled.map_or(0.0, |arm| f64::from(self.0[arm]) / 10.0)
    }
    fn points(&self, pulled: &Option<usize>, player: Player) -> f64 {
        self.payoff(pulled, player)
    }
    fn show(&self, pulled: &Option<usize>, _: Option<Player>) -> String {
        format!("{pulled:?}")
    }
    fn label(&self, _: &Option<usize>, arm: usize) -> String {
        arm.to_string()
    }
}

/// How often UCB1 pulls each arm by the book: every arm once, then the highest
/// `mean + c sqrt(ln(n + before) / pulls)` after n pulls in all.
fn by_the_book(arms: &[i32], c: f64, before: f64, pulls: u64) -> Vec<u64> {
    let mut counts = vec![1u64; arms.len()];
    for n in arms.len() as u64..pulls {
        let log = libm::log(n as f64 + before);
        let bound =
            |arm: usize| f64::from(arms[arm]) / 10.0 + c * (log / counts[arm] as f64).sqrt();
        let best = (0..arms.len())
            .max_by(|&a, &b| bound(a).total_cmp(&bound(b)))
            .unwrap();
        counts[best] += 1;
    }
    counts
}

fn pulls(arms: &Arms, agent: &mut dyn Agent<Arms>, budget: Budget) -> Vec<u64> {
    let dice = Seed::new(7).rng(Generator::Xoshiro);
    let mut seat = Seat::open(arms, &None, Player(0), dice, budget);
    seat.enable_trace();
    agent.act(&mut seat).unwrap();
    let visits = |arm| {
        let of_arm = seat
            .move_infos()
            .iter()
            .filter(move |thought| thought.action == arm);
        of_arm.map(|thought| thought.visits).sum()
    };
    (0..arms.0.len()).map(visits).collect()
}

const ARMS: [Arms; 3] = [
    Arms(&[10, -10]),
    Arms(&[7, 2, -4]),
    Arms(&[-9, -3, 1, 6, 10]),
];

fn rollout() -> Rollout<Arms> {
    Rollout::new(PlayoutOutcome::Payoff, 10)
}

#[test]
fn uct_pulls_every_arm_as_often_as_ucb1_does() {
    for arms in &ARMS {
        for c in [0.2, 0.5, 1.0, 1.4, 2.5] {
            for playouts in (5..120).chain([1000]) {
                let found = pulls(
                    arms,
                    &mut Uct::new(playouts, c, rollout()),
                    Budget::UNLIMITED,
                );
                assert_eq!(
                    found,
                    by_the_book(arms.0, c, 0.0, playouts),
                    "{:?} {c}",
                    arms.0
                );
            }
        }
    }
}

/// The controller adds one to the visits of a node, and a millionth here and there.
#[test]
fn open_loop_search_pulls_every_arm_as_often_as_the_controller_does() {
    let leaf = || WinScore {
        win: 0.0,
        keep: true,
    };
    for arms in &ARMS {
        for c in [0.2, 0.5, 1.0, 1.4, 2.5] {
            for playouts in 5..120 {
                let mut agent = OpenLoopMcts::new(1, c, RewardScale::Raw, leaf(), playouts);
                let found = pulls(arms, &mut agent, Budget::UNLIMITED);
                let right = by_the_book(arms.0, c, 1.0, playouts);
                assert_eq!(found, right, "{:?} {c} {playouts}", arms.0);
            }
        }
    }
}

/// Flat search rounds up to the same number for all; the sampler never needs more than two looks at
/// an arm that always pays the same.
#[test]
fn arms_that_never_change_are_pulled_alike_by_those_who_do_not_explore() {
    for arms in &ARMS {
        let each = 100u64.div_ceil(arms.0.len() as u64);
        let found = pulls(arms, &mut Flat::new(100, rollout()), Budget::UNLIMITED);
        assert!(found.iter().all(|&pulls| pulls == each), "{found:?}");
        let mut sampler = Sampler::new(4, 64, 1e-9, rollout());
        let found = pulls(arms, &mut sampler, Budget::UNLIMITED);
        assert!(found.iter().all(|&pulls| pulls == 8), "{found:?}");
        // Nobody begins with less than one.
        let mut hasty = Sampler::new(0, 64, 1e-9, rollout());
        let found = pulls(arms, &mut hasty, Budget::UNLIMITED);
        assert!(found.iter().all(|&pulls| pulls == 2), "{found:?}");
    }
}

/// A completion is no evaluation: whoever may not evaluate samples all the same.
#[test]
fn completions_are_not_evaluations() {
    let budget = Budget::UNLIMITED.with_evaluations(0);
    for arms in &ARMS {
        let free = pulls(arms, &mut Flat::new(50, rollout()), Budget::UNLIMITED);
        assert_eq!(pulls(arms, &mut Flat::new(50, rollout()), budget), free);
        let free = pulls(arms, &mut Uct::new(50, 1.0, rollout()), Budget::UNLIMITED);
        assert_eq!(pulls(arms, &mut Uct::new(50, 1.0, rollout()), budget), free);
    }
}
