//! Entries of game-independent agents. A game's specialists are in its own entry.

use super::game_env::{AgentEntry, GameEnv};
use super::planning::planning;
use super::pvs;
use super::shared::{
    agent, depth, duel, leaf, outcome, playouts, plies, puzzle, wins, within_memory,
};
use super::{hidden, puzzles, uct};
use ludometer_agents::sample::{Allocation, Flat, PlayoutOutcome, Rollout, Sampler};
use ludometer_agents::search::{
    AlphaBeta, Beam, DepthSearch, DiceDrawing, Die, Ends, MaxN, NoisePer, Planner, RandomMinimax,
    WeightedAStar, Wins, layer_bytes,
};
use ludometer_agents::{Uniform, Variety};
use ludometer_core::{Facts, Game};
use ludometer_spec::params;
use ludometer_spec::params::{choice, none, real, whole};
use ludometer_spec::source::Diagnostic;
use ludometer_spec::spec::Spec;

fn open(facts: &Facts) -> Result<(), &'static str> {
    match facts.hidden {
        true => Err("the game hides cards; try `uct` or `flat`"),
        false => Ok(()),
    }
}

/// The opponent model of a search.
#[derive(Clone, Copy)]
enum Opponents {
    Paranoid,
    MaxN,
}

params! {
    struct Depth {
        depth: u32 = depth(),
        leaf: Spec = leaf(),
        noise: NoisePer = choice(
            "noise",
            [("position", NoisePer::Position), ("path", NoisePer::Path)],
            "whether a leaf's noise is drawn once per distinct position or once per path",
        )
        .or("position")
        .neutral("position"),
        wins: Wins = wins(),
        opponents: Opponents = choice(
            "opponents",
            [("paranoid", Opponents::Paranoid), ("maxn", Opponents::MaxN)],
            "model of the other players: all minimise this player's value (paranoid), or each maximises its own (max^n, Luckhardt and Irani 1986)",
        )
        .or("paranoid")
        .added("paranoid"),
    }
}

params! {
    struct AlphaBetaParams {
        depth: u32 = depth(),
        leaf: Spec = leaf(),
        wins: Wins = wins(),
        _opponents: Opponents = choice(
            "opponents",
            [("paranoid", Opponents::Paranoid)],
            "model of the other players: all minimise this player's value (paranoid); alpha-beta pruning is unsound under max^n, for which use `depth`",
        )
        .or("paranoid")
        .added("paranoid"),
    }
}

params! {
    struct RandomMinimaxParams {
        depth: u32 = depth(),
        die: Die = whole(
            "alpha",
            0..=1_000_000_000,
            "number of equally likely leaf values; 0 is a continuous distribution",
        )
        .or("0")
        .map(|faces| match faces {
            0 => Die::Continuous,
            faces => Die::Faces(faces),
        }),
        ends: Ends = choice(
            "ends",
            [("leaves", Ends::Leaves), ("recognised", Ends::Recognised)],
            "value of games that end within the lookahead: random like other leaves, or the true result (Beal and Smith)",
        )
        .or("leaves")
        .neutral("leaves"),
        drawing: DiceDrawing = choice(
            "drawing",
            [("fast", DiceDrawing::Fast), ("plain", DiceDrawing::Plain)],
            "whether leaf values are drawn only where they can matter, or everywhere; move probabilities are the same",
        )
        .or("fast")
        .neutral("fast"),
    }
}

params! {
    struct BeamParams {
        width: usize = whole("width", 1..=1_000_000, "beam width: states kept per layer").or("100"),
        leaf: Spec = leaf(),
        layers: u32 = whole(
            "layers",
            1..=10_000,
            "layers before it stops with the best state seen",
        )
        .or("200"),
    }
}

params! {
    struct AStar {
        weight: f64 = real(
            "weight",
            0.0..=1e9,
            "weight of the heuristic against the path length; 1 is A*",
        )
        .or("1"),
        leaf: Spec = leaf(),
        expansions: u64 = whole(
            "expansions",
            1..=1_000_000_000,
            "states expanded before it stops with the best state seen",
        )
        .or("100000"),
    }
}

params! {
    struct SamplerParams {
        tolerance: f64 = real(
            "tolerance",
            0.0..=1e9,
            "convergence tolerance: how far two consecutive means may differ, in the units of the outcome",
        )
        .or("0.05"),
        outcome: PlayoutOutcome = outcome(),
        first: u64 = whole("first", 1..=1_000_000, "initial number of playouts of each action")
            .or("16"),
        most: u64 = whole("most", 1..=1_000_000_000, "maximum number of playouts of each action")
            .or("1024"),
        plies: u32 = plies(),
    }
}

params! {
    struct FlatParams {
        playouts: u64 = playouts(),
        outcome: PlayoutOutcome = outcome(),
        plies: u32 = plies(),
        allocation: Allocation = choice(
            "allocate",
            [
                ("equal", Allocation::Equal),
                ("ucb1", Allocation::Ucb1(1.0)),
                ("halving", Allocation::Halving),
            ],
            "how playouts are shared out: equally, by UCB1, or by sequential halving (Karnin, Koren and Somekh 2013)",
        )
        .or("equal")
        .added("equal"),
        c: f64 = real(
            "c",
            0.0..=1e9,
            "the exploration constant of `allocate=ucb1`, for payoffs scaled to -1..1 by the game's bounds (not for points)",
        )
        .or("1.4")
        .added("1.4"),
    }
}

params! {
    struct VarietyParams {
        level: u8 = whole(
            "level",
            0..=10,
            "noise level, 0 (none) to 10, growing linearly",
        ),
        agent: Spec = params::agent("agent", "the agent whose evaluations get noise"),
    }
}

/// All game-independent agents.
pub fn agents<G: Game>() -> Vec<AgentEntry<G>> {
    let mut agents = searches();
    agents.extend(samplers());
    agents.extend(planning());
    agents.extend(hidden::entries());
    agents.extend(puzzles::entries());
    agents
}

fn searches<G: Game>() -> Vec<AgentEntry<G>> {
    vec![
        AgentEntry::new(
            "random",
            "random@1",
            "chooses uniformly among the legal actions",
            none(),
            |(), _| Ok(agent(Uniform::default)),
        ),
        AgentEntry::new(
            "depth",
            "depth@1",
            "depth-t search with random tie-breaking (Althöfer and Heuser 2005, section 3.1)",
            Depth::params(),
            |given, env| {
                let leaf = env.evaluator(&given.leaf)?;
                let (depth, noise, wins) = (given.depth, given.noise, given.wins);
                Ok(match given.opponents {
                    Opponents::Paranoid => agent(move || {
                        DepthSearch::new(depth, leaf(), noise).winning(wins)
                    }),
                    Opponents::MaxN => {
                        agent(move || MaxN::new(depth, leaf(), noise).winning(wins))
                    }
                })
            },
        )
        .aliases(["minimax", "negamax"])
        .fits(open),
        AgentEntry::new(
            "alphabeta",
            "alphabeta@1",
            "alpha-beta search: the choice of `depth` with fewer nodes; random tie-breaking among all best moves",
            AlphaBetaParams::params(),
            |given, env| {
                let leaf = env.evaluator(&given.leaf)?;
                Ok(agent(move || {
                    AlphaBeta::new(given.depth, leaf(), given.wins)
                }))
            },
        )
        .aliases(["alpha-beta"])
        .fits(open),
        pvs::entry(),
        AgentEntry::new(
            "random-minimax",
            "automaton@1",
            "random minimaxing: minimax over random leaf values (Beal and Smith; the automaton of Levene and Fenner)",
            RandomMinimaxParams::params(),
            |given, _| {
                Ok(agent(move || {
                    RandomMinimax::new(given.depth, given.die, given.ends, given.drawing)
                }))
            },
        )
        .aliases(["automaton"])
        .fits(duel),
        AgentEntry::new(
            "beam",
            "beam@1",
            "beam search to the goal; then follows the path it found",
            BeamParams::params().check(|given, args| {
                within_memory(args, "width", 1, "a layer", layer_bytes::<G>)?;
                Ok(given)
            }),
            |given, env| {
                let leaf = env.evaluator(&given.leaf)?;
                Ok(agent(move || {
                    Planner::new(Beam {
                        width: given.width,
                        layers: given.layers,
                        evaluator: leaf(),
                    })
                }))
            },
        )
        .fits(puzzle),
        AgentEntry::new(
            "astar",
            "astar@1",
            "weighted A*; then follows the path it found",
            AStar::params(),
            |given, env| {
                let leaf = env.evaluator(&given.leaf)?;
                Ok(agent(move || {
                    Planner::new(WeightedAStar {
                        weight: given.weight,
                        expansions: given.expansions,
                        evaluator: leaf(),
                    })
                }))
            },
        )
        .aliases(["a-star"])
        .fits(puzzle),
    ]
}

fn samplers<G: Game>() -> Vec<AgentEntry<G>> {
    vec![
        AgentEntry::new(
            "sampler",
            "sampler@1",
            "random playouts of each action, doubled until two consecutive means agree (Abramson and Korf 1987, section III.B)",
            SamplerParams::params().check(|given, args| {
                let (first, most) = (given.first, given.most);
                if first <= most {
                    return Ok(given);
                }
                let message = format!("`most` is {most}, below `first`, which is {first}");
                Err(Diagnostic::at(&args.value("most").span, message)
                    .hint("raise `most` or lower `first`"))
            }),
            |given, _| {
                Ok(agent(move || {
                    let rollout = Rollout::new(given.outcome, given.plies);
                    Sampler::new(given.first, given.most, given.tolerance, rollout)
                }))
            },
        ),
        AgentEntry::new(
            "flat",
            "flat@1",
            "flat Monte Carlo: random playouts of each action, shared out equally or by a rule",
            FlatParams::params(),
            |given, env: &GameEnv<G>| {
                let (least, greatest) = env.game().facts().utility;
                let unit = match given.outcome {
                    PlayoutOutcome::Payoff => (greatest - least) / 2.0,
                    PlayoutOutcome::Points => 1.0,
                };
                let allocation = match given.allocation {
                    Allocation::Ucb1(_) => Allocation::Ucb1(unit * given.c),
                    other => other,
                };
                Ok(agent(move || {
                    let rollout = Rollout::new(given.outcome, given.plies);
                    Flat::new(given.playouts, rollout).allocating(allocation)
                }))
            },
        )
        .aliases(["monte-carlo", "montecarlo"]),
        uct::entry(),
        AgentEntry::new(
            "variety",
            "variety@1",
            "any agent with noise in its evaluations, like the variety setting of Zillions of Games",
            VarietyParams::params(),
            |given, env| {
                let inner = env.agent(&given.agent)?;
                Ok(agent(move || Variety::new(given.level, inner())))
            },
        ),
    ]
}
