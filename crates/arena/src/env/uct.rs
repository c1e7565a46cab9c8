//! The entry of UCT, with a parameter for each part of the family.

use super::game_env::{AgentEntry, AgentMaker, GameEnv};
use super::shared::{agent, outcome, playouts, plies};
use ludometer_agents::sample::{
    Amaf, Conflict, Decisive, Enhanced, PlayoutOutcome, PlayoutPolicy, Rollout, RootParallel,
    Selection, Uct, UctOptions, conflict, needs_open_game,
};
use ludometer_core::Game;
use ludometer_spec::param::Args;
use ludometer_spec::params;
use ludometer_spec::params::{Params, choice, evaluator, real, switch, whole};
use ludometer_spec::source::{Diagnostic, Span};
use ludometer_spec::spec::Spec;

/// An urgency from here on is more than any bound.
const URGENT: f64 = 1e9;

params! {
    struct TreeParams {
        selection: Selection = choice(
            "select",
            [
                ("ucb1", Selection::Ucb1),
                ("ucb1-tuned", Selection::Ucb1Tuned),
                ("puct", Selection::Puct),
            ],
            "selection in the tree: UCB1; UCB1-tuned, which has no constant (Auer et al. 2002); PUCT with priors (Rosin 2011)",
        )
        .or("ucb1")
        .added("ucb1"),
        urgency: f64 = real(
            "fpu",
            -1e9..=URGENT,
            "first-play urgency: the bound of an untried action (Gelly and Wang 2006); 1000000000 tries every action once first",
        )
        .or("1000000000")
        .added("1000000000"),
        bias: f64 = real(
            "bias",
            0.0..=1e9,
            "progressive bias: weight of the evaluation of a child, divided by its visits (Chaslot et al. 2008); 0 is none",
        )
        .or("0")
        .added("0"),
        temperature: f64 = real(
            "temperature",
            1e-6..=1e9,
            "temperature of the softmax that makes priors of evaluations, for `select=puct`",
        )
        .or("1")
        .added("1"),
        widening: f64 = real(
            "widening",
            0.0..=1e9,
            "progressive widening: factor k of the k n^power children that a node with n visits may have (Coulom 2007); 0 is no limit",
        )
        .or("0")
        .added("0"),
        power: f64 = real("power", 0.0..=1.0, "exponent of progressive widening")
            .or("0.5")
            .added("0.5"),
        amaf: Amaf = choice(
            "amaf",
            [("no", Amaf::None), ("rave", Amaf::Rave), ("grave", Amaf::Grave)],
            "all-moves-as-first outcomes: of the node (RAVE, Gelly and Silver 2007), or of the nearest node above with enough visits (GRAVE, Cazenave 2015)",
        )
        .or("no")
        .added("no"),
        amaf_bias: f64 = real(
            "amaf-bias",
            0.0..=1e9,
            "bias b of the weight a / (a + n + b a n) of a all-moves-as-first outcomes beside n outcomes",
        )
        .or("0.00001")
        .added("0.00001"),
        reference: u64 = whole("ref", 0..=1_000_000_000, "visits that GRAVE asks of a node")
            .or("50")
            .added("50"),
        implicit: f64 = real(
            "implicit",
            0.0..=1.0,
            "implicit minimax: weight of the minimax value of evaluations (Lanctot et al. 2014); 0 is none",
        )
        .or("0")
        .added("0"),
        solver: bool = switch(
            "solver",
            "MCTS-solver: proves wins, losses and draws (Winands et al. 2008; score bounds of Cazenave and Saffidine 2010)",
        )
        .or("no")
        .added("no"),
        transpositions: bool = switch(
            "transpositions",
            "one node for each state; only the path is updated (UCT2 of Childs et al. 2008)",
        )
        .or("no")
        .added("no"),
        reuse: bool = switch("reuse", "whether the tree is kept for the next decision")
            .or("no")
            .added("no"),
        nodes: u64 = whole(
            "nodes",
            0..=4_000_000_000,
            "number of nodes after which the tree stops growing; 0 is no limit",
        )
        .or("0")
        .added("0"),
    }
}

params! {
    struct LeafParams {
        playout: PlayoutPolicy = choice(
            "playout",
            [
                ("uniform", PlayoutPolicy::Uniform),
                ("mast", PlayoutPolicy::Mast),
                ("nst", PlayoutPolicy::Nst),
                ("none", PlayoutPolicy::None),
            ],
            "moves of a playout: uniformly random, by MAST (Finnsson and Björnsson 2008), by NST (Tak et al. 2012); none evaluates the new node by `leaf`",
        )
        .or("uniform")
        .added("uniform"),
        epsilon: f64 = real("epsilon", 0.0..=1.0, "share of random moves in MAST and NST")
            .or("0.4")
            .added("0.4"),
        decisive: Decisive = choice(
            "decisive",
            [
                ("no", Decisive::No),
                ("yes", Decisive::Yes),
                ("anti", Decisive::Anti),
            ],
            "whether playouts play a move that wins at once, and avoid one that loses at once (Teytaud and Teytaud 2010)",
        )
        .or("no")
        .added("no"),
        cut: u32 = whole(
            "cut",
            0..=1_000_000,
            "plies after which a playout is cut off and valued by `leaf` (Lorentz 2008); 0 is never",
        )
        .or("0")
        .added("0"),
        leaf: Spec = evaluator(
            "leaf",
            "evaluator of priors, bias, implicit minimax and playouts that are cut off",
        )
        .or("zero")
        .added("zero"),
        scale: f64 = real(
            "scale",
            0.0..=1e12,
            "an evaluation v counts as tanh(v / scale) of the way to the best payoff; 0 takes it as it is",
        )
        .or("0")
        .added("0"),
    }
}

params! {
    struct UctParams {
        playouts: u64 = playouts(),
        c: f64 = real(
            "c",
            0.0..=1e9,
            "the exploration constant of UCB1, for payoffs scaled to -1..1 by the game's bounds (not for points)",
        )
        .or("1.4")
        .aliases(["exploration"]),
        outcome: PlayoutOutcome = outcome(),
        plies: u32 = plies(),
        tree: TreeParams = TreeParams::params(),
        below: LeafParams = LeafParams::params(),
        trees: usize = whole(
            "trees",
            1..=1024,
            "trees with random streams of their own, whose visits are added (root parallelisation, Cazenave and Jouandeau 2007); each has its share of the budget",
        )
        .or("1")
        .added("1"),
        threads: usize = whole(
            "threads",
            1..=1024,
            "threads that grow several trees; the decision is the same for any number",
        )
        .or("1")
        .added("1"),
    }
}

/// Parameters that agree with each other.
struct Given {
    playouts: u64,
    c: f64,
    outcome: PlayoutOutcome,
    plies: u32,
    options: UctOptions,
    leaf: Spec,
    trees: usize,
    threads: usize,
    /// Where the parts stand that a game can rule out.
    spans: Vec<(&'static str, Span)>,
}

/// The parts that not every game allows.
const RULED_OUT: [&str; 5] = ["solver", "transpositions", "reuse", "implicit", "decisive"];

fn refusal(conflict: Conflict, span: &Span) -> Diagnostic {
    let Conflict {
        param,
        reason,
        remedy,
    } = conflict;
    Diagnostic::at(span, format!("`{param}` is impossible: {reason}")).hint(remedy)
}

fn checked(given: UctParams, args: &Args) -> Result<Given, Diagnostic> {
    let UctParams { tree, below, .. } = given;
    let options = UctOptions {
        selection: tree.selection,
        urgency: if tree.urgency >= URGENT {
            f64::INFINITY
        } else {
            tree.urgency
        },
        bias: tree.bias,
        temperature: tree.temperature,
        widening: tree.widening,
        power: tree.power,
        amaf: tree.amaf,
        amaf_bias: tree.amaf_bias,
        reference: tree.reference,
        playout: below.playout,
        epsilon: below.epsilon,
        decisive: below.decisive,
        cut: below.cut,
        implicit: tree.implicit,
        solver: tree.solver,
        transpositions: tree.transpositions,
        reuse: tree.reuse,
        nodes: tree.nodes,
        scale: below.scale,
    };
    if let Some(conflict) = conflict(&options, given.outcome) {
        return Err(refusal(conflict, &args.value(conflict.param).span));
    }
    let spans = RULED_OUT.map(|name| (name, args.value(name).span.clone()));
    Ok(Given {
        playouts: given.playouts,
        c: given.c,
        outcome: given.outcome,
        plies: given.plies,
        options,
        leaf: below.leaf,
        trees: given.trees,
        threads: given.threads,
        spans: spans.into(),
    })
}

fn params() -> Params<Given> {
    UctParams::params().check(checked)
}

/// The entry.
pub(super) fn entry<G: Game>() -> AgentEntry<G> {
    AgentEntry::new(
        "uct",
        "uct@2",
        "Monte Carlo tree search with UCB1, open loop; paranoid with more than two players (Kocsis and Szepesvári 2006); its parts can be exchanged",
        params(),
        make,
    )
    .aliases(["mcts"])
}

fn make<G: Game>(given: Given, env: &GameEnv<G>) -> Result<AgentMaker<G>, Diagnostic> {
    let facts = env.game().facts();
    let (least, greatest) = facts.utility;
    // The scoreboard has no declared bounds.
    let unit = match given.outcome {
        PlayoutOutcome::Payoff => (greatest - least) / 2.0,
        PlayoutOutcome::Points => 1.0,
    };
    let Given {
        playouts,
        outcome,
        plies,
        options,
        trees,
        threads,
        ..
    } = given;
    let c = unit * given.c;
    let rollout = move || Rollout::new(outcome, plies);
    if options.is_off() && trees == 1 {
        return Ok(agent(move || Uct::new(playouts, c, rollout())));
    }
    if let Some(conflict) = needs_open_game(&options, &facts) {
        let span = given.spans.iter().find(|(name, _)| *name == conflict.param);
        let span = span.map_or(&given.leaf.span, |(_, span)| span);
        return Err(refusal(conflict, span));
    }
    let leaf = env.evaluator(&given.leaf)?;
    let tree = move || {
        let parts = Enhanced::new(options, outcome, &facts, leaf());
        Uct::with_parts(playouts, c, rollout(), parts)
    };
    Ok(match trees {
        1 => agent(tree),
        _ => agent(move || {
            let trees = (0..trees).map(|_| tree()).collect();
            RootParallel::new(trees, threads)
        }),
    })
}
