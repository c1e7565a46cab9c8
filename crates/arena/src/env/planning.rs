//! Agents that plan by simulation, as controllers of video games do (Gaina, Lucas and Pérez-Liébana
//! 2017).

use super::game_env::{AgentEntry, GameEnv};
use super::shared::{agent, within_memory};
use ludometer_agents::evolve::{
    InitCharge, Optimizer, ParentSelection, Rhea, RheaOptions, Seeding, population_bytes,
};
use ludometer_agents::sample::{OpenLoopMcts, RewardScale, TreeWalk};
use ludometer_agents::search::OneStep;
use ludometer_core::{Evaluator, Facts, Game};
use ludometer_spec::params;
use ludometer_spec::params::{Params, choice, evaluator, real, switch, whole};
use ludometer_spec::source::Diagnostic;
use ludometer_spec::spec::Spec;

fn length() -> Params<u32> {
    let about = "the length of a plan or a simulation, in actions";
    whole("l", 1..=10_000, about).or("10")
}

fn leaf() -> Params<Spec> {
    evaluator("leaf", "evaluator of the state at the end of a plan").or("win-score")
}

fn exploration() -> Params<f64> {
    let about = "the exploration constant of UCB1";
    real("c", 0.0..=1e9, about)
        .or("1.4142135623730951")
        .aliases(["exploration"])
}

fn scale() -> Params<RewardScale> {
    let choices = [
        ("raw", RewardScale::Raw),
        ("episode", RewardScale::Episode),
        ("node", RewardScale::Node),
    ];
    let about = "normalisation of the means in UCB1: none, by the range of the episode, or by the range of the node";
    choice("scale", choices, about).or("raw").neutral("raw")
}

fn tree_leaf(name: &str) -> Params<Spec> {
    let about = "evaluator of the state at the end of a simulation";
    evaluator(name, about).or("win-score(win=10000000, keep=yes)")
}

fn most() -> Params<u64> {
    let about = "maximum number of plans or simulations per decision without a budget";
    whole("most", 1..=1_000_000_000, about).or("1000")
}

params! {
    struct OneStepParams {
        leaf: Spec = leaf(),
    }
}

params! {
    struct OpenLoopParams {
        length: u32 = length(),
        c: f64 = exploration(),
        scale: RewardScale = scale(),
        leaf: Spec = tree_leaf("leaf"),
        most: u64 = most(),
    }
}

/// Where the first plan comes from.
#[derive(Clone, Copy)]
enum Origin {
    Random,
    OneStep,
    Tree,
}

params! {
    struct RheaParams {
        population: usize = whole("p", 1..=100_000, "plans in the population").or("10"),
        length: u32 = length(),
        origin: Origin = choice(
            "seeding",
            [
                ("random", Origin::Random),
                ("one-step", Origin::OneStep),
                ("tree", Origin::Tree),
            ],
            "seeding of the first plan; the others are then mutations of it",
        )
        .or("random")
        .neutral("random")
        .formerly("sow"),
        leaf: Spec = leaf(),
        share: f64 = real(
            "share",
            0.0..=1.0,
            "share of the budget for the seeding tree search",
        )
        .or("0.5")
        .neutral("0.5"),
        least: u64 = whole(
            "least",
            1..=1_000_000,
            "least number of visits of a node of that tree that is used (M)",
        )
        .or("3")
        .neutral("3"),
        c: f64 = exploration(),
        scale: RewardScale = scale(),
        tree_leaf: Spec = tree_leaf("tree-leaf"),
        tree_length: u32 = whole(
            "tree-l",
            0..=10_000,
            "length of the simulations of that tree, in actions; 0 is the length of a plan",
        )
        .or("0")
        .added("0"),
        walk: TreeWalk = choice(
            "tree-walk",
            [("path", TreeWalk::Path), ("root", TreeWalk::Root)],
            "actions taken from that tree: its most visited path, or the root's most visited action at every level (the published code of the first author)",
        )
        .or("path")
        .added("path"),
        breeding: Optimizer = choice(
            "breed",
            [
                ("evolution", Optimizer::Evolution),
                ("random", Optimizer::RandomSearch),
            ],
            "whether plans are evolved, or drawn at random (random search)",
        )
        .or("evolution")
        .neutral("evolution"),
        parents: ParentSelection = choice(
            "parents",
            [
                ("pair", ParentSelection::Pair),
                ("winners", ParentSelection::TournamentWinners),
            ],
            "parents of a plan: a pair drawn uniformly (the best two of a tournament of two, as in GVGAI's sample controller), or the winners of two tournaments of two",
        )
        .or("pair")
        .added("pair"),
        elite_breeds: bool = switch(
            "elite-breeds",
            "whether the best plan, which survives, can be a parent (no: as in GVGAI's sample controller)",
        )
        .or("yes")
        .added("yes"),
        charge: InitCharge = choice(
            "init-charge",
            [("once", InitCharge::Once), ("twice", InitCharge::Twice)],
            "how often the forward-model calls of the initial population count against the budget; twice, and one-step seeding as one call per action, is the published code of the first author",
        )
        .or("once")
        .added("once"),
        shift: bool = switch(
            "shift",
            "shift buffer: whether plans are kept for the next decision",
        )
        .or("no")
        .neutral("no"),
        rollouts: u32 = whole(
            "rollouts",
            0..=10_000,
            "random rollouts after a plan, whose mean is then its fitness",
        )
        .or("0")
        .neutral("0"),
        rollout_plies: u32 = whole(
            "rollout-l",
            1..=10_000,
            "length of each rollout, in actions",
        )
        .or("5")
        .neutral("5"),
        most: u64 = most(),
    }
}

fn open(facts: &Facts) -> Result<(), &'static str> {
    match facts.hidden {
        true => Err("the game hides cards; try `rhea` or `olmcts`"),
        false => Ok(()),
    }
}

/// Every agent of this kind.
pub(super) fn planning<G: Game>() -> Vec<AgentEntry<G>> {
    vec![
        AgentEntry::new(
            "one-step",
            "one-step@1",
            "one-step look-ahead: simulates every action once and plays the best",
            OneStepParams::params(),
            |given, env| {
                let leaf = env.evaluator(&given.leaf)?;
                Ok(agent(move || OneStep::new(leaf())))
            },
        )
        .aliases(["greedy"])
        .fits(open),
        AgentEntry::new(
            "olmcts",
            "open-loop@1",
            "open-loop Monte Carlo tree search as GVGAI's sample controller (D-MCTS)",
            OpenLoopParams::params(),
            |given, env| Ok(agent(open_loop(given, env)?)),
        )
        .aliases(["open-loop"]),
        AgentEntry::new(
            "rhea",
            "rolling@1",
            "rolling horizon evolution (A-Vanilla), seeded by one-step look-ahead (B-1SLA-S) or by MCTS (C-MCTS-S)",
            RheaParams::params().check(|given, args| {
                let length = u64::from(given.length);
                within_memory(args, "p", 1, "the population", |size| {
                    population_bytes::<G>(size, length)
                })?;
                Ok(given)
            }),
            |given, env| {
                let leaf = env.evaluator(&given.leaf)?;
                let tree_length = match given.tree_length {
                    0 => given.length,
                    length => length,
                };
                let search = OpenLoopParams {
                    length: tree_length,
                    c: given.c,
                    scale: given.scale,
                    leaf: given.tree_leaf,
                    most: given.most,
                };
                let search = open_loop(search, env)?;
                let options = RheaOptions {
                    parents: given.parents,
                    elite_breeds: given.elite_breeds,
                    charge: given.charge,
                    shift: given.shift,
                    rollouts: given.rollouts,
                    rollout_plies: given.rollout_plies,
                };
                let (population, length) = (given.population, given.length as usize);
                Ok(agent(move || {
                    let seeding = match given.origin {
                        Origin::Random => Seeding::Random,
                        Origin::OneStep => Seeding::OneStep,
                        Origin::Tree => Seeding::Tree {
                            search: Box::new(search()),
                            share: given.share,
                            least: given.least,
                            walk: given.walk,
                        },
                    };
                    let rhea = Rhea::new(population, length, seeding, leaf(), given.most);
                    rhea.with(given.breeding, options)
                }))
            },
        )
        .aliases(["rolling"]),
    ]
}

/// Makes searches of these parameters.
fn open_loop<G: Game>(
    given: OpenLoopParams,
    env: &GameEnv<G>,
) -> Result<impl Fn() -> OpenLoopMcts<G, Box<dyn Evaluator<G>>> + Send + Sync + use<G>, Diagnostic>
{
    let leaf = env.evaluator(&given.leaf)?;
    Ok(move || OpenLoopMcts::new(given.length, given.c, given.scale, leaf(), given.most))
}
