//! Agents that plan ahead by simulation, as the controllers of video games do (Gaina, Lucas and
//! Pérez-Liébana 2017).

use super::entry::{ANY, Entry, Fit};
use super::host::{Host, MakeAgent};
use ludometer_agents::evolve::{Breeding, Extras, Rolling, Sowing};
use ludometer_agents::sample::{OpenLoop, Scale};
use ludometer_agents::search::OneStep;
use ludometer_core::{Evaluator, Game};
use ludometer_spec::knob::{Args, Kind, Knob};
use ludometer_spec::source::Fault;
use std::sync::Arc;

const LENGTH: Knob = Knob::new(
    "l",
    Kind::Whole(1, 10_000),
    Some("10"),
    "the length of a plan or a simulation, in actions",
);

const LEAF: Knob = Knob::new(
    "leaf",
    Kind::Evaluator,
    Some("win-score"),
    "what the state at the end of a plan is worth",
);

const EXPLORATION: Knob = Knob::new(
    "c",
    Kind::Real(0.0, 1e9),
    Some("1.4142135623730951"),
    "the exploration constant of UCB1",
);

const SCALE: Knob = Knob::new(
    "scale",
    Kind::Choice(&["raw", "episode", "node"]),
    Some("raw"),
    "whether UCB1 takes means as they come, or between the bounds of the episode or of the node",
)
.neutral("raw");

const TREE_LEAF: Knob = Knob::new(
    "leaf",
    Kind::Evaluator,
    Some("win-score(win=10000000, keep=yes)"),
    "what the state at the end of a simulation is worth",
);

const MOST: Knob = Knob::new(
    "most",
    Kind::Whole(1, 1_000_000_000),
    Some("1000"),
    "plans or simulations a decision where no budget limits it",
);

/// A search that `rolling` may sow by has the same knobs under longer names.
const SOWN_LEAF: Knob = Knob::new(
    "tree-leaf",
    TREE_LEAF.kind,
    TREE_LEAF.default,
    TREE_LEAF.about,
);

const OPEN: Fit = |facts| match facts.hidden {
    true => Err("the game hides cards; try `rolling` or `open-loop`"),
    false => Ok(()),
};

/// Every agent of this kind.
pub(super) fn planning<G: Game>() -> Vec<Entry<MakeAgent<G>>> {
    vec![
        Entry {
            name: "one-step",
            id: "one-step@1",
            about: "one-step look-ahead: tries every action once and takes the best",
            knobs: const { &[LEAF] },
            fit: OPEN,
            make: |args, host| {
                let leaf = host.evaluator(args.spec("leaf"))?;
                Ok(Arc::new(move || Box::new(OneStep::new(leaf()))))
            },
        },
        Entry {
            name: "open-loop",
            id: "open-loop@1",
            about: "open-loop Monte Carlo tree search as GVGAI's sample controller (D-MCTS)",
            knobs: const { &[LENGTH, EXPLORATION, SCALE, TREE_LEAF, MOST] },
            fit: ANY,
            make: |args, host| {
                let search = open_loop(args, host, "leaf")?;
                Ok(Arc::new(move || Box::new(search())))
            },
        },
        Entry {
            name: "rolling",
            id: "rolling@1",
            about: "rolling horizon evolution (A-Vanilla), sown by one-step look-ahead (B-1SLA-S) or by a tree (C-MCTS-S)",
            knobs: const {
                &[
                    Knob::new(
                        "p",
                        Kind::Whole(1, 100_000),
                        Some("10"),
                        "plans in the population",
                    ),
                    LENGTH,
                    Knob::new(
                        "sow",
                        Kind::Choice(&["random", "one-step", "tree"]),
                        Some("random"),
                        "where the first plan comes from; the others are then mutations of it",
                    )
                    .neutral("random"),
                    LEAF,
                    Knob::new(
                        "share",
                        Kind::Real(0.0, 1.0),
                        Some("0.5"),
                        "the share of the budget that a tree to sow from may spend",
                    )
                    .neutral("0.5"),
                    Knob::new(
                        "least",
                        Kind::Whole(1, 1_000_000),
                        Some("3"),
                        "visits from which a node of that tree is relevant (M)",
                    )
                    .neutral("3"),
                    EXPLORATION,
                    SCALE,
                    SOWN_LEAF,
                    Knob::new(
                        "breed",
                        Kind::Choice(&["evolution", "random"]),
                        Some("evolution"),
                        "whether plans are bred from plans, or drawn anew: random search",
                    )
                    .neutral("evolution"),
                    Knob::new(
                        "shift",
                        Kind::Choice(&["no", "yes"]),
                        Some("no"),
                        "whether plans are kept for the next decision, one action on",
                    )
                    .neutral("no"),
                    Knob::new(
                        "rollouts",
                        Kind::Whole(0, 10_000),
                        Some("0"),
                        "random continuations of a plan, whose mean is then its worth",
                    )
                    .neutral("0"),
                    Knob::new(
                        "rollout-l",
                        Kind::Whole(1, 10_000),
                        Some("5"),
                        "the length of each of them, in actions",
                    )
                    .neutral("5"),
                    MOST,
                ]
            },
            fit: ANY,
            make: |args, host| {
                let leaf = host.evaluator(args.spec("leaf"))?;
                let search = open_loop(args, host, "tree-leaf")?;
                let (size, length) = (args.whole("p") as usize, args.whole("l") as usize);
                let (share, least) = (args.real("share"), args.whole("least"));
                let most = args.whole("most");
                let breeding = match args.spec("breed").name.as_str() {
                    "random" => Breeding::RandomSearch,
                    _ => Breeding::Evolution,
                };
                let extras = Extras {
                    shift: args.spec("shift").name == "yes",
                    rollouts: args.whole("rollouts") as u32,
                    rollout_plies: args.whole("rollout-l") as u32,
                };
                let sow = args.spec("sow").name.clone();
                Ok(Arc::new(move || {
                    let sowing = match sow.as_str() {
                        "one-step" => Sowing::OneStep,
                        "tree" => Sowing::Tree {
                            search: Box::new(search()),
                            share,
                            least,
                        },
                        _ => Sowing::Random,
                    };
                    let rolling = Rolling::new(size, length, sowing, leaf(), most);
                    Box::new(rolling.with(breeding, extras))
                }))
            },
        },
    ]
}

/// Makes searches as the knobs say.
fn open_loop<G: Game>(
    args: &Args,
    host: &Host<G>,
    leaf: &str,
) -> Result<impl Fn() -> OpenLoop<G, Box<dyn Evaluator<G>>> + Send + Sync + use<G>, Fault> {
    let leaf = host.evaluator(args.spec(leaf))?;
    let (length, c, most) = (args.whole("l") as u32, args.real("c"), args.whole("most"));
    let scale = match args.spec("scale").name.as_str() {
        "episode" => Scale::Episode,
        "node" => Scale::Node,
        _ => Scale::Raw,
    };
    Ok(move || OpenLoop::new(length, c, scale, leaf(), most))
}
