//! Entries of game-independent agents. A game's specialists are in its own entry.

use super::game_env::AgentEntry;
use super::planning::planning;
use super::pvs;
use super::shared::{agent, depth, duel, leaf, outcome, playouts, plies, wins};
use ludometer_agents::sample::{Flat, PlayoutOutcome, Rollout, Sampler, Uct};
use ludometer_agents::search::{
    AlphaBeta, Beam, DepthSearch, DiceDrawing, Die, Ends, MaxN, NoisePer, Planner, RandomMinimax,
    WeightedAStar, Wins,
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

fn puzzle(facts: &Facts) -> Result<(), &'static str> {
    match (facts.players, facts.chance, facts.hidden) {
        (1, false, false) => Ok(()),
        _ => Err("it plans for one player without chance; try `depth`"),
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
            "whether a leaf's noise is drawn once a distinct position or once a path",
        )
        .or("position")
        .neutral("position"),
        wins: Wins = wins(),
        opponents: Opponents = choice(
            "opponents",
            [("paranoid", Opponents::Paranoid), ("maxn", Opponents::MaxN)],
            "what the other players are taken to do: minimise this player's value together, or each maximise its own (max^n, Luckhardt and Irani 1986)",
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
            "what the other players are taken to do: minimise this player's value together; alpha-beta pruning is unsound under max^n, for which there is `depth`",
        )
        .or("paranoid")
        .added("paranoid"),
    }
}

params! {
    struct AutomatonParams {
        depth: u32 = depth(),
        die: Die = whole(
            "alpha",
            0..=1_000_000_000,
            "faces of the die; 0 is a continuous value, the limit of many faces",
        )
        .or("0")
        .map(|faces| match faces {
            0 => Die::Continuous,
            faces => Die::Faces(faces),
        }),
        ends: Ends = choice(
            "ends",
            [("leaves", Ends::Leaves), ("recognised", Ends::Recognised)],
            "whether games that end within the lookahead are thrown for like other leaves, or known (Beal and Smith)",
        )
        .or("leaves")
        .neutral("leaves"),
        drawing: DiceDrawing = choice(
            "drawing",
            [("fast", DiceDrawing::Fast), ("plain", DiceDrawing::Plain)],
            "whether dice are thrown only where they can matter, or everywhere; the choice is as likely",
        )
        .or("fast")
        .neutral("fast"),
    }
}

params! {
    struct BeamParams {
        width: usize = whole("width", 1..=1_000_000, "states kept in a layer").or("100"),
        leaf: Spec = leaf(),
        layers: u32 = whole(
            "layers",
            1..=10_000,
            "layers tried before it settles for the best state seen",
        )
        .or("200"),
    }
}

params! {
    struct AStar {
        weight: f64 = real(
            "weight",
            0.0..=1e9,
            "how much the evaluation counts against the moves made; 1 is A*",
        )
        .or("1"),
        leaf: Spec = leaf(),
        expansions: u64 = whole(
            "expansions",
            1..=1_000_000_000,
            "states expanded before it settles for the best state seen",
        )
        .or("100000"),
    }
}

params! {
    struct SamplerParams {
        tolerance: f64 = real(
            "tolerance",
            0.0..=1e9,
            "how far two means in a row may differ, in the units of the outcome",
        )
        .or("0.05"),
        outcome: PlayoutOutcome = outcome(),
        first: u64 = whole("first", 1..=1_000_000, "completions of each action to begin with")
            .or("16"),
        most: u64 = whole("most", 1..=1_000_000_000, "completions of each action at most")
            .or("1024"),
        plies: u32 = plies(),
    }
}

params! {
    struct FlatParams {
        playouts: u64 = playouts(),
        outcome: PlayoutOutcome = outcome(),
        plies: u32 = plies(),
    }
}

params! {
    struct UctParams {
        playouts: u64 = playouts(),
        c: f64 = real(
            "c",
            0.0..=1e9,
            "the exploration constant of UCB1, in the units of the outcome",
        )
        .or("1.4"),
        outcome: PlayoutOutcome = outcome(),
        plies: u32 = plies(),
    }
}

params! {
    struct VarietyParams {
        level: u8 = whole(
            "level",
            0..=10,
            "0 is no randomisation; its degree grows linearly up to 10",
        ),
        agent: Spec = params::agent("agent", "whose evaluations are disturbed"),
    }
}

/// All game-independent agents.
pub fn agents<G: Game>() -> Vec<AgentEntry<G>> {
    let mut agents = searches();
    agents.extend(samplers());
    agents.extend(planning());
    agents
}

fn searches<G: Game>() -> Vec<AgentEntry<G>> {
    vec![
        AgentEntry::new(
            "random",
            "random@1",
            "chooses uniformly among the legal actions",
            none(),
            |(), _| Ok(agent(|| Uniform)),
        ),
        AgentEntry::new(
            "depth",
            "depth@1",
            "depth-t search with random tie-breaking (Althöfer and Heuser 2005, section 3.1)",
            Depth::params(),
            |given, host| {
                let leaf = host.evaluator(&given.leaf)?;
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
        .aliases(["minimax"])
        .fits(open),
        AgentEntry::new(
            "alphabeta",
            "alphabeta@1",
            "what `depth` would choose, with fewer looks; random tie-breaking among all best moves",
            AlphaBetaParams::params(),
            |given, host| {
                let leaf = host.evaluator(&given.leaf)?;
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
            "random minimaxing, the automaton of Levene and Fenner: minimax over leaves that are thrown dice",
            AutomatonParams::params(),
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
            "beam search to the goal, then walks the way it found",
            BeamParams::params(),
            |given, host| {
                let leaf = host.evaluator(&given.leaf)?;
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
            "A* with the evaluation weighted, then walks the way it found",
            AStar::params(),
            |given, host| {
                let leaf = host.evaluator(&given.leaf)?;
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
            "completions of each action, doubled until two means agree (Abramson and Korf 1987, section III.B)",
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
            "flat Monte Carlo: equally many completions of each action",
            FlatParams::params(),
            |given, _| {
                Ok(agent(move || {
                    Flat::new(given.playouts, Rollout::new(given.outcome, given.plies))
                }))
            },
        ),
        AgentEntry::new(
            "uct",
            "uct@1",
            "Monte Carlo tree search with UCB1, open loop; all other players are taken to be against this one, paranoid (Kocsis and Szepesvári 2006)",
            UctParams::params(),
            |given, _| {
                Ok(agent(move || {
                    let rollout = Rollout::new(given.outcome, given.plies);
                    Uct::new(given.playouts, given.c, rollout)
                }))
            },
        )
        .aliases(["mcts"]),
        AgentEntry::new(
            "variety",
            "variety@1",
            "any agent with its evaluations disturbed, as Zillions of Games offers it",
            VarietyParams::params(),
            |given, host| {
                let inner = host.agent(&given.agent)?;
                Ok(agent(move || Variety::new(given.level, inner())))
            },
        ),
    ]
}
