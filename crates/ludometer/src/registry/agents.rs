//! Agents by name: those that know only the contract. A game's specialists are in its own entry.

use super::Host;
use super::entry::{ANY, Entry, Fit};
use crate::knob::{Args, Kind, Knob};
use crate::source::Fault;
use ludometer_agents::search::{Beam, DepthSearch, NoisePer, Planner, WeightedAStar, Wins};
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

const OPEN: Fit = |facts| match facts.hidden {
    true => Err("the game hides cards; try `random`"),
    false => Ok(()),
};

const PUZZLE: Fit = |facts| match (facts.players, facts.chance, facts.hidden) {
    (1, false, false) => Ok(()),
    _ => Err("it plans for one player without chance; try `depth`"),
};

/// Every agent that can sit at any game it fits.
pub fn agents<G: Game>() -> Vec<Entry<MakeAgent<G>>> {
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
