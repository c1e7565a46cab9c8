//! Agents by name: those that know only the contract. A game's specialists are in its own entry.

use super::entry::{ANY, Entry, Fit};
use super::planning::planning;
use super::{Host, pvs};
use crate::knob::{Args, Kind, Knob};
use crate::source::Fault;
use ludometer_agents::sample::{Flat, Outcome, Rollout, Sampler, Uct};
use ludometer_agents::search::{
    AlphaBeta, Automaton, Beam, DepthSearch, Die, Drawing, Ends, NoisePer, Planner, WeightedAStar,
    Wins,
};
use ludometer_agents::{Uniform, Variety};
use ludometer_core::{Agent, Game};
use std::sync::Arc;

/// Makes an agent for each episode.
pub type AgentMaker<G> = Arc<dyn Fn() -> Box<dyn Agent<G>> + Send + Sync>;

/// How an entry makes its maker.
pub type MakeAgent<G> = fn(&Args, &Host<G>) -> Result<AgentMaker<G>, Fault>;

/// How deep a search looks.
pub(crate) const DEPTH: Knob = Knob {
    name: "t",
    kind: Kind::Whole(1, 30),
    default: None,
    about: "the depth of the search, in plies",
};

/// What a search thinks of the states it ends in.
pub(crate) const LEAF: Knob = Knob {
    name: "leaf",
    kind: Kind::Evaluator,
    default: Some("points"),
    about: "what the leaves are worth",
};

const NOISE_PER: Knob = Knob {
    name: "noise",
    kind: Kind::Choice(&["position", "path"]),
    default: Some("position"),
    about: "whether a leaf's noise is drawn once a distinct position or once a path",
};

/// Which way to a win a search takes.
pub(crate) const WINS: Knob = Knob {
    name: "wins",
    kind: Kind::Choice(&["shortest", "any"]),
    default: Some("shortest"),
    about: "whether a win within the horizon is played by a shortest way or by any",
};

/// What [`WINS`] is set to.
pub(crate) fn wins(args: &Args) -> Wins {
    match args.spec("wins").name.as_str() {
        "any" => Wins::Any,
        _ => Wins::Shortest,
    }
}

pub(super) const PLAYOUTS: Knob = Knob {
    name: "playouts",
    kind: Kind::Whole(1, 1_000_000_000),
    default: Some("1000"),
    about: "random completions a decision",
};

pub(super) const OUTCOME: Knob = Knob {
    name: "outcome",
    kind: Kind::Choice(&["payoff", "points"]),
    default: Some("payoff"),
    about: "what a completion is worth: the payoff, or the scoreboard at the end",
};

pub(super) const PLIES: Knob = Knob {
    name: "plies",
    kind: Kind::Whole(1, 1_000_000),
    default: Some("1000"),
    about: "how many actions a completion has at most",
};

/// Makes completions as the knobs [`OUTCOME`] and [`PLIES`] say.
pub(super) fn rollout<G: Game>(args: &Args) -> impl Fn() -> Rollout<G> + use<G> {
    let outcome = match args.spec("outcome").name.as_str() {
        "points" => Outcome::Points,
        _ => Outcome::Payoff,
    };
    let plies = args.whole("plies") as u32;
    move || Rollout::new(outcome, plies)
}

const OPEN: Fit = |facts| match facts.hidden {
    true => Err("the game hides cards; try `uct` or `flat`"),
    false => Ok(()),
};

const PUZZLE: Fit = |facts| match (facts.players, facts.chance, facts.hidden) {
    (1, false, false) => Ok(()),
    _ => Err("it plans for one player without chance; try `depth`"),
};

pub(super) const DUEL: Fit = |facts| match (facts.players, facts.chance, facts.hidden) {
    (2, false, false) => Ok(()),
    _ => Err("it is for two players without chance or hidden cards; try `random` or `uct`"),
};

/// Every agent that can sit at any game it fits.
pub fn agents<G: Game>() -> Vec<Entry<MakeAgent<G>>> {
    let mut agents = simple();
    agents.extend(planning());
    agents
}

fn simple<G: Game>() -> Vec<Entry<MakeAgent<G>>> {
    vec![
        Entry {
            name: "random",
            about: "chooses uniformly among the legal actions",
            knobs: &[],
            fit: ANY,
            make: |_, _| Ok(Arc::new(|| Box::new(Uniform))),
        },
        Entry {
            name: "depth",
            about: "depth-t search with random tie-breaking (Althöfer and Heuser 2005, section 3.1)",
            knobs: const { &[DEPTH, LEAF, NOISE_PER, WINS] },
            fit: OPEN,
            make: |args, host| {
                let depth = args.whole("t") as u32;
                let leaf = host.evaluator(args.spec("leaf"))?;
                let per = match args.spec("noise").name.as_str() {
                    "path" => NoisePer::Path,
                    _ => NoisePer::Position,
                };
                let wins = wins(args);
                Ok(Arc::new(move || {
                    Box::new(DepthSearch::new(depth, leaf(), per).winning(wins))
                }))
            },
        },
        Entry {
            name: "alphabeta",
            about: "what `depth` would choose, with fewer looks; random tie-breaking among all best moves",
            knobs: const { &[DEPTH, LEAF, WINS] },
            fit: OPEN,
            make: |args, host| {
                let depth = args.whole("t") as u32;
                let leaf = host.evaluator(args.spec("leaf"))?;
                let wins = wins(args);
                Ok(Arc::new(move || {
                    Box::new(AlphaBeta::new(depth, leaf(), wins))
                }))
            },
        },
        pvs::entry(),
        Entry {
            name: "automaton",
            about: "random minimaxing, the automaton of Levene and Fenner: minimax over leaves that are thrown dice",
            knobs: const {
                &[
                    DEPTH,
                    Knob {
                        name: "alpha",
                        kind: Kind::Whole(0, 1_000_000_000),
                        default: Some("0"),
                        about: "faces of the die; 0 is a continuous value, the limit of many faces",
                    },
                    Knob {
                        name: "ends",
                        kind: Kind::Choice(&["leaves", "recognised"]),
                        default: Some("leaves"),
                        about: "whether games that end within the lookahead are thrown for like other leaves, or known (Beal and Smith)",
                    },
                    Knob {
                        name: "drawing",
                        kind: Kind::Choice(&["fast", "plain"]),
                        default: Some("fast"),
                        about: "whether dice are thrown only where they can matter, or everywhere; the choice is as likely",
                    },
                ]
            },
            fit: DUEL,
            make: |args, _| {
                let depth = args.whole("t") as u32;
                let die = match args.whole("alpha") {
                    0 => Die::Continuous,
                    faces => Die::Faces(faces),
                };
                let ends = match args.spec("ends").name.as_str() {
                    "recognised" => Ends::Recognised,
                    _ => Ends::Leaves,
                };
                let drawing = match args.spec("drawing").name.as_str() {
                    "plain" => Drawing::Plain,
                    _ => Drawing::Fast,
                };
                Ok(Arc::new(move || {
                    Box::new(Automaton::new(depth, die, ends, drawing))
                }))
            },
        },
        Entry {
            name: "beam",
            about: "beam search to the goal, then walks the way it found",
            knobs: const {
                &[
                    Knob {
                        name: "width",
                        kind: Kind::Whole(1, 1_000_000),
                        default: Some("100"),
                        about: "states kept in a layer",
                    },
                    LEAF,
                    Knob {
                        name: "layers",
                        kind: Kind::Whole(1, 10_000),
                        default: Some("200"),
                        about: "layers tried before it settles for the best state seen",
                    },
                ]
            },
            fit: PUZZLE,
            make: |args, host| {
                let (width, layers) = (args.whole("width") as usize, args.whole("layers") as u32);
                let leaf = host.evaluator(args.spec("leaf"))?;
                Ok(Arc::new(move || {
                    Box::new(Planner::new(Beam {
                        width,
                        layers,
                        evaluator: leaf(),
                    }))
                }))
            },
        },
        Entry {
            name: "astar",
            about: "A* with the evaluation weighted, then walks the way it found",
            knobs: const {
                &[
                    Knob {
                        name: "weight",
                        kind: Kind::Real(0.0, 1e9),
                        default: Some("1"),
                        about: "how much the evaluation counts against the moves made; 1 is A*",
                    },
                    LEAF,
                    Knob {
                        name: "expansions",
                        kind: Kind::Whole(1, 1_000_000_000),
                        default: Some("100000"),
                        about: "states expanded before it settles for the best state seen",
                    },
                ]
            },
            fit: PUZZLE,
            make: |args, host| {
                let (weight, expansions) = (args.real("weight"), args.whole("expansions"));
                let leaf = host.evaluator(args.spec("leaf"))?;
                Ok(Arc::new(move || {
                    Box::new(Planner::new(WeightedAStar {
                        weight,
                        expansions,
                        evaluator: leaf(),
                    }))
                }))
            },
        },
        Entry {
            name: "sampler",
            about: "completions of each action, doubled until two means agree (Abramson and Korf 1987, section III.B)",
            knobs: const {
                &[
                    Knob {
                        name: "tolerance",
                        kind: Kind::Real(0.0, 1e9),
                        default: Some("0.05"),
                        about: "how far two means in a row may differ, in the units of the outcome",
                    },
                    OUTCOME,
                    Knob {
                        name: "first",
                        kind: Kind::Whole(1, 1_000_000),
                        default: Some("16"),
                        about: "completions of each action to begin with",
                    },
                    Knob {
                        name: "most",
                        kind: Kind::Whole(1, 1_000_000_000),
                        default: Some("1024"),
                        about: "completions of each action at most",
                    },
                    PLIES,
                ]
            },
            fit: ANY,
            make: |args, _| {
                let (tolerance, rollout) = (args.real("tolerance"), rollout(args));
                let (first, most) = (args.whole("first"), args.whole("most"));
                if most < first {
                    let message = format!("`most` is {most}, below `first`, which is {first}");
                    return Err(Fault::at(&args.value("most").place, message)
                        .hint("raise `most` or lower `first`"));
                }
                Ok(Arc::new(move || {
                    Box::new(Sampler::new(first, most, tolerance, rollout()))
                }))
            },
        },
        Entry {
            name: "flat",
            about: "flat Monte Carlo: equally many completions of each action",
            knobs: const { &[PLAYOUTS, OUTCOME, PLIES] },
            fit: ANY,
            make: |args, _| {
                let (playouts, rollout) = (args.whole("playouts"), rollout(args));
                Ok(Arc::new(move || Box::new(Flat::new(playouts, rollout()))))
            },
        },
        Entry {
            name: "uct",
            about: "Monte Carlo tree search with UCB1, open loop (Kocsis and Szepesvári 2006)",
            knobs: const {
                &[
                    PLAYOUTS,
                    Knob {
                        name: "c",
                        kind: Kind::Real(0.0, 1e9),
                        default: Some("1.4"),
                        about: "the exploration constant of UCB1, in the units of the outcome",
                    },
                    OUTCOME,
                    PLIES,
                ]
            },
            fit: ANY,
            make: |args, _| {
                let (playouts, c, rollout) =
                    (args.whole("playouts"), args.real("c"), rollout(args));
                Ok(Arc::new(move || Box::new(Uct::new(playouts, c, rollout()))))
            },
        },
        Entry {
            name: "variety",
            about: "any agent with its evaluations disturbed, as Zillions of Games offers it",
            knobs: const {
                &[
                    Knob {
                        name: "level",
                        kind: Kind::Whole(0, 10),
                        default: None,
                        about: "0 is no randomisation; its degree grows linearly up to 10",
                    },
                    Knob {
                        name: "agent",
                        kind: Kind::Agent,
                        default: None,
                        about: "whose evaluations are disturbed",
                    },
                ]
            },
            fit: ANY,
            make: |args, host| {
                let level = args.whole("level") as u8;
                let agent = host.agent(args.spec("agent"))?;
                Ok(Arc::new(move || Box::new(Variety::new(level, agent()))))
            },
        },
    ]
}
