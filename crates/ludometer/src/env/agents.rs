//! Agents by name: those that know only the contract. A game's specialists are in its own entry.

use super::entry::{ANY, Entry, Fit};
use super::host::MakeAgent;
use super::knobs::{DEPTH, DUEL, LEAF, OUTCOME, PLAYOUTS, PLIES, WINS, rollout, wins};
use super::planning::planning;
use super::pvs;
use crate::knob::{Kind, Knob};
use crate::source::Fault;
use ludometer_agents::sample::{Flat, Sampler, Uct};
use ludometer_agents::search::{
    AlphaBeta, Automaton, Beam, DepthSearch, Die, Drawing, Ends, MaxN, NoisePer, Planner,
    WeightedAStar,
};
use ludometer_agents::{Uniform, Variety};
use ludometer_core::Game;
use std::sync::Arc;

const NOISE_PER: Knob = Knob::new(
    "noise",
    Kind::Choice(&["position", "path"]),
    Some("position"),
    "whether a leaf's noise is drawn once a distinct position or once a path",
)
.neutral("position");

const OPPONENTS: Knob = Knob::new(
    "opponents",
    Kind::Choice(&["paranoid", "maxn"]),
    Some("paranoid"),
    "what the other players are taken to do: minimise this player's value together, or each maximise its own (max^n, Luckhardt and Irani 1986)",
)
.added("paranoid");

/// Of a search that prunes.
const PARANOID: Knob = Knob::new(
    "opponents",
    Kind::Choice(&["paranoid"]),
    Some("paranoid"),
    "what the other players are taken to do: minimise this player's value together; alpha-beta pruning is unsound under max^n, for which there is `depth`",
)
.added("paranoid");

const OPEN: Fit = |facts| match facts.hidden {
    true => Err("the game hides cards; try `uct` or `flat`"),
    false => Ok(()),
};

const PUZZLE: Fit = |facts| match (facts.players, facts.chance, facts.hidden) {
    (1, false, false) => Ok(()),
    _ => Err("it plans for one player without chance; try `depth`"),
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
            id: "random@1",
            about: "chooses uniformly among the legal actions",
            knobs: &[],
            fit: ANY,
            make: |_, _| Ok(Arc::new(|| Box::new(Uniform))),
        },
        Entry {
            name: "depth",
            id: "depth@1",
            about: "depth-t search with random tie-breaking (Althöfer and Heuser 2005, section 3.1)",
            knobs: const { &[DEPTH, LEAF, NOISE_PER, WINS, OPPONENTS] },
            fit: OPEN,
            make: |args, host| {
                let depth = args.whole("t") as u32;
                let leaf = host.evaluator(args.spec("leaf"))?;
                let per = match args.spec("noise").name.as_str() {
                    "path" => NoisePer::Path,
                    _ => NoisePer::Position,
                };
                let wins = wins(args);
                if args.spec("opponents").name == "maxn" {
                    return Ok(Arc::new(move || {
                        Box::new(MaxN::new(depth, leaf(), per).winning(wins))
                    }));
                }
                Ok(Arc::new(move || {
                    Box::new(DepthSearch::new(depth, leaf(), per).winning(wins))
                }))
            },
        },
        Entry {
            name: "alphabeta",
            id: "alphabeta@1",
            about: "what `depth` would choose, with fewer looks; random tie-breaking among all best moves",
            knobs: const { &[DEPTH, LEAF, WINS, PARANOID] },
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
            id: "automaton@1",
            about: "random minimaxing, the automaton of Levene and Fenner: minimax over leaves that are thrown dice",
            knobs: const {
                &[
                    DEPTH,
                    Knob::new(
                        "alpha",
                        Kind::Whole(0, 1_000_000_000),
                        Some("0"),
                        "faces of the die; 0 is a continuous value, the limit of many faces",
                    ),
                    Knob::new(
                        "ends",
                        Kind::Choice(&["leaves", "recognised"]),
                        Some("leaves"),
                        "whether games that end within the lookahead are thrown for like other leaves, or known (Beal and Smith)",
                    ).neutral("leaves"),
                    Knob::new(
                        "drawing",
                        Kind::Choice(&["fast", "plain"]),
                        Some("fast"),
                        "whether dice are thrown only where they can matter, or everywhere; the choice is as likely",
                    ).neutral("fast"),
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
            id: "beam@1",
            about: "beam search to the goal, then walks the way it found",
            knobs: const {
                &[
                    Knob::new(
                        "width",
                        Kind::Whole(1, 1_000_000),
                        Some("100"),
                        "states kept in a layer",
                    ),
                    LEAF,
                    Knob::new(
                        "layers",
                        Kind::Whole(1, 10_000),
                        Some("200"),
                        "layers tried before it settles for the best state seen",
                    ),
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
            id: "astar@1",
            about: "A* with the evaluation weighted, then walks the way it found",
            knobs: const {
                &[
                    Knob::new(
                        "weight",
                        Kind::Real(0.0, 1e9),
                        Some("1"),
                        "how much the evaluation counts against the moves made; 1 is A*",
                    ),
                    LEAF,
                    Knob::new(
                        "expansions",
                        Kind::Whole(1, 1_000_000_000),
                        Some("100000"),
                        "states expanded before it settles for the best state seen",
                    ),
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
            id: "sampler@1",
            about: "completions of each action, doubled until two means agree (Abramson and Korf 1987, section III.B)",
            knobs: const {
                &[
                    Knob::new(
                        "tolerance",
                        Kind::Real(0.0, 1e9),
                        Some("0.05"),
                        "how far two means in a row may differ, in the units of the outcome",
                    ),
                    OUTCOME,
                    Knob::new(
                        "first",
                        Kind::Whole(1, 1_000_000),
                        Some("16"),
                        "completions of each action to begin with",
                    ),
                    Knob::new(
                        "most",
                        Kind::Whole(1, 1_000_000_000),
                        Some("1024"),
                        "completions of each action at most",
                    ),
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
            id: "flat@1",
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
            id: "uct@1",
            about: "Monte Carlo tree search with UCB1, open loop; all other players are taken to be against this one, paranoid (Kocsis and Szepesvári 2006)",
            knobs: const {
                &[
                    PLAYOUTS,
                    Knob::new(
                        "c",
                        Kind::Real(0.0, 1e9),
                        Some("1.4"),
                        "the exploration constant of UCB1, in the units of the outcome",
                    ),
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
            id: "variety@1",
            about: "any agent with its evaluations disturbed, as Zillions of Games offers it",
            knobs: const {
                &[
                    Knob::new(
                        "level",
                        Kind::Whole(0, 10),
                        None,
                        "0 is no randomisation; its degree grows linearly up to 10",
                    ),
                    Knob::new(
                        "agent",
                        Kind::Agent,
                        None,
                        "whose evaluations are disturbed",
                    ),
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
