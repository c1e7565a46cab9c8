//! The odds of the moves of one position.

use super::{TooManyLeaves, TreeLevel, TreeShape};
use crate::analysis::state_of;
use crate::env::GameEnv;
use ludometer_core::{Facts, Game, Generator, Seed, Turn};
use ludometer_spec::source::Diagnostic;
use ludometer_theory::{Error, Minimaxing, RBig, Share, Tree, adaptive, limit};

/// Trees of up to this many leaves have their limit computed as an exact rational number.
pub const EXACT: u64 = 1000;

/// The absolute error tolerance of the quadrature.
pub const TOLERANCE: f64 = 1e-9;

/// Quadrature nodes at most: far more than the steepest tree tried has needed.
pub(super) const NODES: usize = 100_000;

/// The options of [`odds`].
pub struct OddsRequest<'a> {
    /// The position in the game's notation; `None` is the initial one.
    pub position: Option<&'a str>,
    /// Plies of lookahead, at least one.
    pub depth: u32,
    /// Numbers α of equally likely leaf values for which exact probabilities are computed, beside the limit of
    /// continuous leaf values.
    pub alphas: &'a [u64],
    /// The maximum number of leaves of the tree.
    pub leaves: u64,
    /// Called with the number of moves whose subtrees were walked and the number of all.
    pub progress: &'a (dyn Fn(u64, u64) + Sync),
}

/// How often random minimaxing chooses each move of a position, and what lies below it.
#[derive(Clone, Debug)]
pub struct Odds {
    /// The board as text.
    pub board: String,
    /// The position on one line, where the game has a notation.
    pub written: Option<String>,
    /// The player to move, from 0.
    pub mover: u8,
    /// Plies of lookahead.
    pub depth: u32,
    /// Leaves of the whole tree.
    pub leaves: u64,
    /// How the probabilities for continuous leaf values were computed.
    pub method: LimitMethod,
    /// The requested numbers α of equally likely leaf values.
    pub alphas: Vec<u64>,
    /// In the order of the game's actions.
    pub moves: Vec<MoveOdds>,
}

/// How the probabilities for continuous leaf values were computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LimitMethod {
    /// As rational numbers.
    Exact,
    /// By quadrature.
    Quadrature {
        /// An upper bound on the absolute error of each probability.
        error: f64,
        /// Quadrature nodes.
        nodes: usize,
    },
}

/// The odds of one move.
#[derive(Clone, Debug)]
pub struct MoveOdds {
    /// The move as people write it.
    pub label: String,
    /// The probability that it is chosen with continuous leaf values (the limit of large α).
    pub limit: f64,
    /// The same as a rational number, where it was worked out.
    pub exact: Option<RBig>,
    /// For each α: the probability as the paper defines it, in which a tie counts for every tied move, and
    /// the probability that the move is chosen when ties are broken uniformly at random.
    pub faces: Vec<(RBig, RBig)>,
    /// The number of leaves below it.
    pub leaves: u64,
    /// The positions below it, ply by ply; the first is the one after the move, the last the horizon.
    pub levels: Vec<TreeLevel>,
    /// The moves that it dominates, by their place in the list.
    pub dominates: Vec<usize>,
}

/// The reason why random minimaxing is not defined for this kind of game, if it is not.
pub(super) fn check_game(facts: &Facts) -> Result<(), Diagnostic> {
    let reason = match facts {
        Facts { players: 1, .. } => "has one player".into(),
        Facts { players, .. } if *players != 2 => format!("has {players} players"),
        Facts { chance: true, .. } => "rolls dice".into(),
        Facts { hidden: true, .. } => "hides something from its players".into(),
        _ => return Ok(()),
    };
    let message = format!(
        "{} {reason}: random minimaxing has no odds there",
        facts.name
    );
    let hint = "take a game of two players without chance and hidden information";
    Err(Diagnostic::new(message).hint(hint))
}

/// An error of the theory as a diagnostic.
pub(super) fn theory_error(error: &Error) -> Diagnostic {
    Diagnostic::new(error.to_string())
}

/// The odds of every move of a position under random minimaxing.
pub fn odds<G: Game>(env: &GameEnv<G>, ask: &OddsRequest<'_>) -> Result<Odds, Diagnostic> {
    let game = &**env.game();
    check_game(&game.facts())?;
    let mut chance = Seed::new(0).rng(Generator::Xoshiro);
    let state = state_of(env, ask.position, &mut chance)?;
    let Turn::Of(mover) = game.turn(&state) else {
        let message = "the game is over in this position, and nothing is left to choose";
        return Err(Diagnostic::new(message).hint("give a position with moves"));
    };
    let shape = TreeShape::collect(game, &state, ask.depth, ask.leaves, ask.progress)
        .map_err(|many| too_many(game, &state, ask, many))?;
    let mut actions = Vec::new();
    game.actions(&state, &mut actions);
    let labels = actions.iter().map(|&action| game.label(&state, action));
    let (method, limits) = limits(&shape)?;
    let mut faces: Vec<Vec<(RBig, RBig)>> = vec![Vec::new(); actions.len()];
    if !ask.alphas.is_empty() {
        let tree = shape.tree().map_err(|error| theory_error(&error))?;
        for &alpha in ask.alphas {
            let pairs = probabilities(&tree, alpha).map_err(|error| theory_error(&error))?;
            for (faces, pair) in faces.iter_mut().zip(pairs) {
                faces.push(pair);
            }
        }
    }
    let mobility = shape.mobility().map_err(|error| theory_error(&error))?;
    let dominates = mobility.iter().enumerate().map(|(i, n1)| {
        let others = mobility.iter().enumerate();
        let below = others.filter(|&(j, n2)| i != j && n1.strictly_dominates(n2));
        below.map(|(j, _)| j).collect::<Vec<_>>()
    });
    let moves = labels
        .zip(limits)
        .zip(faces)
        .zip(shape.leaves_of_moves().into_iter().zip(shape.levels()))
        .zip(dominates)
        .map(
            |((((label, (limit, exact)), faces), (leaves, levels)), dominates)| MoveOdds {
                label,
                limit,
                exact,
                faces,
                leaves,
                levels: levels.to_vec(),
                dominates,
            },
        );
    Ok(Odds {
        board: game.show(&state, Some(mover)),
        written: env.write(&state),
        mover: mover.0,
        depth: shape.depth(),
        leaves: shape.leaves(),
        method,
        alphas: ask.alphas.to_vec(),
        moves: moves.collect(),
    })
}

/// A probability as a float, and as a rational number where it was worked out.
type Limit = (f64, Option<RBig>);

/// The limit for every move: exact where the tree is small, else by quadrature.
pub(super) fn limits(shape: &TreeShape) -> Result<(LimitMethod, Vec<Limit>), Diagnostic> {
    if shape.leaves() <= EXACT {
        let tree = shape.tree().map_err(|error| theory_error(&error))?;
        let shares = limit(&tree).map_err(|error| theory_error(&error))?;
        let limits = each(shares).map(|exact| (exact.to_f64().value(), Some(exact)));
        return Ok((LimitMethod::Exact, limits.collect()));
    }
    let (method, limits) = by_quadrature(shape).map_err(|error| theory_error(&error))?;
    Ok((
        method,
        limits.into_iter().map(|limit| (limit, None)).collect(),
    ))
}

/// The limit for every move by quadrature.
pub fn by_quadrature(shape: &TreeShape) -> Result<(LimitMethod, Vec<f64>), Error> {
    let estimate = adaptive(TOLERANCE, NODES, |rule| shape.profiles(rule))?;
    let method = LimitMethod::Quadrature {
        error: estimate.error,
        nodes: estimate.nodes,
    };
    Ok((method, each(estimate.shares).collect()))
}

/// For every move prob(n) and the chance with ties broken.
pub(super) fn probabilities(tree: &Tree, alpha: u64) -> Result<Vec<(RBig, RBig)>, Error> {
    let minimaxing = Minimaxing::new(tree, alpha)?;
    let chosen = minimaxing.chosen()?;
    Ok(each(minimaxing.prob()).zip(each(chosen)).collect())
}

/// What each single move has.
pub(super) fn each<T: Clone>(shares: Vec<Share<T>>) -> impl Iterator<Item = T> {
    let shares = shares.into_iter();
    shares.flat_map(|share| std::iter::repeat_n(share.each, share.count as usize))
}

/// Says how many leaves were seen and which depth would fit.
fn too_many<G: Game>(
    game: &G,
    state: &G::State,
    ask: &OddsRequest<'_>,
    many: TooManyLeaves,
) -> Diagnostic {
    let mut fitting = None;
    for depth in 1..ask.depth {
        match TreeShape::collect(game, state, depth, ask.leaves, &|_, _| ()) {
            Ok(shape) => fitting = Some((depth, shape.leaves())),
            Err(_) => break,
        }
    }
    let TooManyLeaves {
        seen,
        walked,
        moves,
    } = many;
    let message = format!(
        "depth {} has more than {} leaves: {seen} were seen after {walked} of {moves} moves",
        ask.depth, ask.leaves
    );
    let hint = match fitting {
        Some((depth, leaves)) => format!("depth {depth} fits, with {leaves} leaves; or allow more"),
        None => "no depth fits; allow more leaves".into(),
    };
    Diagnostic::new(message).hint(hint + " with `--leaves`")
}
