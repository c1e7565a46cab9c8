//! Agents that plan ahead, on games small enough to know what they should do.

use ludometer_agents::evaluate::WinScore;
use ludometer_agents::evolve::{
    InitCharge, Optimizer, Rhea, RheaOptions, Seeding, population_bytes,
};
use ludometer_agents::sample::{OpenLoopMcts, RewardScale, TreeWalk};
use ludometer_agents::search::OneStep;
use ludometer_core::{
    Actions, Agent, Budget, Evaluator, Facts, Game, Generator, MoveInfo, Notation, Perfect, Player,
    Rng, Seat, Seed, Spending, Turn, Variation,
};
use ludometer_games::tic_tac_toe::TicTacToe;

/// A corridor: every action is a number of paces, and the score is how far one has come. Somebody who
/// is at `pit` has lost.
struct Corridor {
    paces: &'static [i32],
    pit: Option<i32>,
}

const CORRIDOR: Corridor = Corridor {
    paces: &[-1, 0, 1, 2],
    pit: None,
};

impl Game for Corridor {
    type State = i32;
    type Action = i32;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        Facts::new("corridor", 1)
    }
    fn start(&self, _: &mut Rng) -> i32 {
        0
    }
    fn turn(&self, state: &i32) -> Turn {
        if Some(*state) == self.pit {
            Turn::Over
        } else {
            Turn::Of(Player(0))
        }
    }
    fn actions(&self, state: &i32, out: &mut Actions<Self>) {
        if self.turn(state) != Turn::Over {
            out.extend_from_slice(self.paces);
        }
    }
    fn apply(&self, state: &mut i32, action: i32, _: &mut Rng) {
        *state += action;
    }
    fn payoff(&self, _: &i32, _: Player) -> f64 {
        -1.0
    }
    fn points(&self, state: &i32, _: Player) -> f64 {
        f64::from(*state)
    }
    fn show(&self, state: &i32, _: Option<Player>) -> String {
        state.to_string()
    }
    fn label(&self, _: &i32, action: i32) -> String {
        action.to_string()
    }
}

const VALUE: WinScore = WinScore {
    win: 1000.0,
    keep: false,
};

struct Decision<A> {
    action: A,
    spent: Spending,
    move_infos: Vec<MoveInfo<A>>,
    lines: Vec<Variation<A>>,
}

fn decide<G: Game>(
    game: &G,
    state: &G::State,
    agent: &mut dyn Agent<G>,
    budget: Budget,
    seed: u64,
) -> Decision<G::Action> {
    let Turn::Of(player) = game.turn(state) else {
        panic!("it is over")
    };
    let dice = Seed::new(seed).rng(Generator::Xoshiro);
    let mut seat = Seat::open(game, state, player, dice, budget);
    seat.enable_trace();
    let action = agent.act(&mut seat).unwrap();
    Decision {
        action,
        spent: seat.spent(),
        move_infos: seat.move_infos().to_vec(),
        lines: seat.variations().to_vec(),
    }
}

fn rhea(
    size: usize,
    length: usize,
    seeding: Seeding<Corridor, WinScore>,
) -> Rhea<Corridor, WinScore> {
    Rhea::new(size, length, seeding, VALUE, 1000)
}

fn tree(depth: u32) -> Box<OpenLoopMcts<Corridor, WinScore>> {
    Box::new(OpenLoopMcts::new(
        depth,
        2f64.sqrt(),
        RewardScale::Node,
        VALUE,
        1000,
    ))
}

/// A population has as many children, and a plan holds a gene of two bytes and an action for every ply.
#[test]
fn a_population_takes_the_bytes_of_its_plans_twice() {
    let bytes = population_bytes::<Corridor>;
    let empty = bytes(1, 0);
    for (size, length) in [(1, 1), (1, 9), (7, 30), (1000, 200)] {
        let ply = 2 * (2 + size_of::<i32>() as u64);
        assert_eq!(bytes(size, length), size * (empty + ply * length));
    }
    assert_eq!(bytes(u64::MAX, 3), u64::MAX);
}

#[test]
fn every_size_of_population_spends_whole_plans_and_finds_the_way() {
    // The sum of the first actions of twenty decisions, at least: 10 at random, 40 at best. Evolution
    // gets the further the fewer and shorter its plans are; 45 plans are two generations of twenty.
    for (size, length, least) in [(1, 6, 36), (2, 8, 32), (5, 10, 24), (20, 20, -20)] {
        let budget = Budget::of_steps(900);
        let mut agent = rhea(size, length, Seeding::Random);
        let found = decide(&CORRIDOR, &0, &mut agent, budget, 1);
        let plans = 900 / length as u64;
        assert_eq!(found.spent.steps, plans * length as u64);
        assert_eq!(found.spent.evaluations, plans);
        assert_eq!(found.lines.len(), size);
        let tried: u64 = found.move_infos.iter().map(|thought| thought.visits).sum();
        assert_eq!(tried, plans);
        let best = &found.lines[0];
        assert_eq!(
            (best.actions.len(), best.actions[0]),
            (length, found.action)
        );
        assert_eq!(best.value, f64::from(best.actions.iter().sum::<i32>()));
        assert!(found.lines.iter().all(|line| line.value <= best.value));
        let first = |seed| {
            let mut agent = rhea(size, length, Seeding::Random);
            decide(&CORRIDOR, &0, &mut agent, budget, seed).action
        };
        let sum: i32 = (1..=20).map(first).sum();
        assert!(sum >= least, "{size} plans of {length}: {sum}");
    }
}

#[test]
fn one_plan_climbs_where_random_search_does_not() {
    let value = |breeding| -> f64 {
        let values = (0..40).map(|seed| {
            let mut agent = rhea(1, 12, Seeding::Random).with(breeding, RheaOptions::default());
            let found = decide(&CORRIDOR, &0, &mut agent, Budget::of_steps(600), seed);
            found.lines[0].value
        });
        values.sum::<f64>() / 40.0
    };
    // 50 plans: mutation gains where drawing anew can only hope for the best of 50.
    let (bred, drawn) = (value(Optimizer::Evolution), value(Optimizer::RandomSearch));
    assert!(bred > drawn + 3.0, "{bred} {drawn}");
}

#[test]
fn a_plan_that_is_sown_by_looking_one_step_ahead_is_the_greedy_one() {
    // Sowing costs five calls a gene, the first plan four more; the budget ends there.
    let budget = Budget::of_steps(4 * 5 + 4);
    let mut agent = rhea(3, 4, Seeding::OneStep);
    let found = decide(&CORRIDOR, &0, &mut agent, budget, 1);
    assert_eq!(found.spent.steps, 24);
    assert_eq!(found.lines.len(), 1);
    assert_eq!(found.lines[0].actions, [2, 2, 2, 2]);
    // The others are mutations of it: one gene differs.
    let budget = Budget::of_steps(4 * 5 + 3 * 4);
    let found = decide(&CORRIDOR, &0, &mut rhea(3, 4, Seeding::OneStep), budget, 2);
    assert_eq!(found.lines.len(), 3);
    for line in &found.lines[1..] {
        let others = line.actions.iter().filter(|pace| **pace != 2).count();
        assert_eq!(others, 1, "{line:?}");
    }
}

#[test]
fn a_tree_to_sow_from_spends_its_share_and_is_followed() {
    let seeding = |share| Seeding::Tree {
        search: tree(6),
        share,
        least: 3,
        walk: TreeWalk::Path,
    };
    // Nothing is left for evolution: what is played is the tree's own plan.
    let found = decide(
        &CORRIDOR,
        &0,
        &mut rhea(1, 6, seeding(0.99)),
        Budget::of_steps(900),
        3,
    );
    assert_eq!(found.action, 2);
    assert!(found.spent.steps <= 900);
    // Half is, and whole simulations of six fit into 450 as plans do.
    let found = decide(
        &CORRIDOR,
        &0,
        &mut rhea(1, 6, seeding(0.5)),
        Budget::of_steps(900),
        3,
    );
    let tried: u64 = found.move_infos.iter().map(|thought| thought.visits).sum();
    assert_eq!((tried, found.spent.steps), (75, 900));
}

#[test]
fn plans_are_kept_one_action_on() {
    let extras = RheaOptions {
        shift: true,
        ..RheaOptions::default()
    };
    let mut agent = rhea(1, 8, Seeding::Random).with(Optimizer::Evolution, extras);
    let first = decide(&CORRIDOR, &0, &mut agent, Budget::of_steps(800), 1);
    let kept = &first.lines[0].actions[1..];
    // One plan fits, and it is the old one with a new end.
    let second = decide(&CORRIDOR, &2, &mut agent, Budget::of_steps(8), 2);
    assert_eq!(&second.lines[0].actions[..7], kept);
    agent.restart();
    let third = decide(&CORRIDOR, &2, &mut agent, Budget::of_steps(8), 2);
    assert_ne!(&third.lines[0].actions[..7], kept);
}

#[test]
fn random_play_after_a_plan_is_paid_for_and_averaged() {
    let extras = RheaOptions {
        rollouts: 4,
        rollout_plies: 5,
        ..RheaOptions::default()
    };
    let mut agent = rhea(1, 3, Seeding::Random).with(Optimizer::Evolution, extras);
    let found = decide(&CORRIDOR, &0, &mut agent, Budget::of_steps(23), 1);
    assert_eq!((found.spent.steps, found.spent.evaluations), (23, 4));
    let way: i32 = found.lines[0].actions.iter().sum();
    assert_ne!(found.lines[0].value, f64::from(way));
}

/// Continuations of no length leave a plan where it ends: their mean is its own worth.
#[test]
fn the_worth_of_a_plan_is_the_mean_of_its_continuations() {
    for rollouts in [1, 4] {
        let extras = RheaOptions {
            rollouts,
            rollout_plies: 0,
            ..RheaOptions::default()
        };
        let mut agent = rhea(1, 3, Seeding::Random).with(Optimizer::Evolution, extras);
        let found = decide(&CORRIDOR, &5, &mut agent, Budget::of_steps(30), 1);
        for line in &found.lines {
            assert_eq!(line.value, f64::from(5 + line.actions.iter().sum::<i32>()));
        }
        assert_eq!(found.spent.evaluations, 10 * u64::from(rollouts));
    }
}

/// Plans that are kept make room for a seeded one: the worst of them goes.
#[test]
fn a_sown_plan_takes_the_place_of_the_worst_that_was_kept() {
    let extras = RheaOptions {
        shift: true,
        ..RheaOptions::default()
    };
    let mut agent = rhea(3, 4, Seeding::OneStep).with(Optimizer::Evolution, extras);
    for seed in 0..5 {
        let found = decide(&CORRIDOR, &0, &mut agent, Budget::of_steps(200), seed);
        assert_eq!(found.lines.len(), 3, "decision {seed}");
        assert_eq!(found.lines[0].actions, [2, 2, 2, 2]);
    }
}

#[test]
fn what_a_budget_does_not_reach_for_is_not_begun() {
    let agents: [Box<dyn Agent<Corridor>>; 3] = [
        Box::new(rhea(5, 10, Seeding::OneStep)),
        Box::new(rhea(
            5,
            10,
            Seeding::Tree {
                search: tree(10),
                share: 0.5,
                least: 3,
                walk: TreeWalk::Path,
            },
        )),
        Box::new(OpenLoopMcts::new(10, 1.4, RewardScale::Raw, VALUE, 1000)),
    ];
    for mut agent in agents {
        for steps in 0..40 {
            let found = decide(&CORRIDOR, &0, &mut *agent, Budget::of_steps(steps), steps);
            assert!(CORRIDOR.paces.contains(&found.action));
            assert!(found.spent.steps <= steps, "{steps}");
        }
    }
    let lonely = Corridor {
        paces: &[1],
        pit: None,
    };
    let found = decide(
        &lonely,
        &0,
        &mut rhea(3, 4, Seeding::Random),
        Budget::UNLIMITED,
        1,
    );
    assert_eq!((found.action, found.spent.steps), (1, 0));
}

#[test]
fn a_loss_is_worse_than_any_score() {
    let edge = Corridor {
        paces: &[-1, 2],
        pit: Some(2),
    };
    let agents: [Box<dyn Agent<Corridor>>; 3] = [
        Box::new(OneStep::new(VALUE)),
        Box::new(OpenLoopMcts::new(1, 1.4, RewardScale::Raw, VALUE, 1000)),
        Box::new(Rhea::new(1, 1, Seeding::Random, VALUE, 1000)),
    ];
    for mut agent in agents {
        let found = decide(&edge, &0, &mut *agent, Budget::of_steps(30), 1);
        assert_eq!(found.action, -1);
    }
    let mut seat = Seat::open(
        &edge,
        &0,
        Player(0),
        Seed::new(1).rng(Generator::Xoshiro),
        Budget::UNLIMITED,
    );
    let mut value = |mut evaluator: WinScore, state: i32| {
        Evaluator::value(&mut evaluator, &mut seat, &state, Player(0))
    };
    assert_eq!((value(VALUE, 2), value(VALUE, 1)), (-1000.0, 1.0));
    let keep = WinScore {
        win: 1e7,
        keep: true,
    };
    assert_eq!(value(keep, 2), 2.0 - 1e7);
}

/// Two arms a thousand apart in units, one apart in rank.
fn visits(agent: &mut OpenLoopMcts<Corridor, WinScore>, paces: &'static [i32]) -> Vec<(i32, u64)> {
    let arms = Corridor { paces, pit: None };
    let found = decide(&arms, &0, agent, Budget::of_steps(400), 1);
    assert_eq!(found.move_infos[0].action, found.action);
    let visits = found.move_infos.iter();
    visits
        .map(|thought| (thought.action, thought.visits))
        .collect()
}

#[test]
fn the_scale_of_means_decides_how_much_is_explored() {
    let search = |scale| OpenLoopMcts::new(1, 2f64.sqrt(), scale, VALUE, 1000);
    // As they come, a difference of a thousand is never made up for.
    assert_eq!(
        visits(&mut search(RewardScale::Raw), &[0, 1000]),
        [(1000, 399), (0, 1)]
    );
    let by_node = visits(&mut search(RewardScale::Node), &[0, 1000]);
    assert!((5..40).contains(&by_node[1].1), "{by_node:?}");
    // The bounds of an episode outlive the decision, and end with the episode.
    let mut agent = search(RewardScale::Episode);
    assert_eq!(visits(&mut agent, &[0, 1000]), by_node);
    let later = visits(&mut agent, &[0, 1]);
    assert!(later[1].1 > 150, "{later:?}");
    agent.restart();
    let anew = visits(&mut agent, &[0, 1]);
    assert!((5..40).contains(&anew[1].1), "{anew:?}");
    // In a new decision a node knows nothing of the old one.
    let mut agent = search(RewardScale::Node);
    visits(&mut agent, &[0, 1000]);
    assert_eq!(visits(&mut agent, &[0, 1]), anew);
}

#[test]
fn with_equal_visits_the_best_mean_is_taken() {
    for seed in 0..20 {
        let mut agent = OpenLoopMcts::new(1, 1.4, RewardScale::Raw, VALUE, 1000);
        let found = decide(&CORRIDOR, &0, &mut agent, Budget::of_steps(4), seed);
        assert!(found.move_infos.iter().all(|thought| thought.visits == 1));
        assert_eq!(found.action, 2);
    }
}

#[test]
fn a_win_on_the_board_is_taken_in_games_of_two() {
    let game = TicTacToe::new(3, 3, 3).unwrap();
    let board = game.read("XX./OO./...").unwrap();
    let wins = game.action_named(&board, "c3").unwrap();
    let value = || VALUE;
    // Of 200 decisions, at least: plans of three plies that begin at random win more often than the 40
    // of random moves, the others always.
    let agents: [(usize, Box<dyn Agent<TicTacToe>>); 4] = [
        (200, Box::new(OneStep::new(value()))),
        (
            200,
            Box::new(OpenLoopMcts::new(4, 1.4, RewardScale::Node, value(), 1000)),
        ),
        (
            55,
            Box::new(Rhea::new(5, 3, Seeding::Random, value(), 1000)),
        ),
        (
            200,
            Box::new(Rhea::new(2, 2, Seeding::OneStep, value(), 1000)),
        ),
    ];
    for (least, mut agent) in agents {
        let won = (0..200).filter(|&seed| {
            let found = decide(&game, &board, &mut *agent, Budget::of_steps(900), seed);
            assert!(found.spent.steps <= 900);
            found.action == wins
        });
        let won = won.count();
        assert!(won >= least, "{won} of 200, not {least}");
    }
}

/// 900 calls, plans of six actions, four actions. Charged once, evolution has what initialisation leaves;
/// charged twice, it has 900 less twice the charge, and one-step seeding (30 calls of which six are
/// charged) leaves 900 - 2 (6 + 12) for a population of two. A tree that takes half of the budget leaves
/// nothing: the best of the initial plans is played.
#[test]
fn initialisation_is_charged_once_or_twice() {
    let spent = |seeding: Seeding<Corridor, WinScore>, charge| {
        let options = RheaOptions {
            charge,
            ..RheaOptions::default()
        };
        let mut agent = rhea(2, 6, seeding).with(Optimizer::Evolution, options);
        let decision = decide(&CORRIDOR, &0, &mut agent, Budget::of_steps(900), 3);
        decision.spent.steps
    };
    let tree = || Seeding::Tree {
        search: tree(10),
        share: 0.5,
        least: 3,
        walk: TreeWalk::Path,
    };
    assert_eq!(spent(Seeding::Random, InitCharge::Once), 900);
    assert_eq!(
        spent(Seeding::Random, InitCharge::Twice),
        12 + (900 - 2 * 12)
    );
    assert_eq!(spent(Seeding::OneStep, InitCharge::Once), 900);
    let evolution = (900 - 2 * (6 + 12)) / 6 * 6;
    assert_eq!(
        spent(Seeding::OneStep, InitCharge::Twice),
        900.min(30 + 12 + evolution)
    );
    assert_eq!(spent(tree(), InitCharge::Once), 900);
    assert_eq!(spent(tree(), InitCharge::Twice), 450 + 12);
}
