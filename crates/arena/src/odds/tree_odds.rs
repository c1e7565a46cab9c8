//! Random minimaxing of a tree that is given as numbers.

use super::LimitMethod;
use super::position::{EXACT, NODES, TOLERANCE};
use ludometer_theory::{
    Error, LevelRegular, Minimaxing, Mobility, RBig, Share, Tree, adaptive, limit,
};

/// The odds of a tree's moves.
#[derive(Clone, Debug)]
pub struct TreeOdds {
    /// The tree.
    pub tree: Tree,
    /// How the probabilities for continuous leaf values were computed.
    pub method: LimitMethod,
    /// The requested numbers α of equally likely leaf values.
    pub alphas: Vec<u64>,
    /// The moves in the order of the tree; runs of equal neighbours share one entry.
    pub moves: Vec<Share<TreeMoveOdds>>,
}

/// A move of a tree.
#[derive(Clone, Debug)]
pub struct TreeMoveOdds {
    /// Its subgame tree.
    pub tree: Tree,
    /// The probability that it is chosen with continuous leaf values (the limit of large α).
    pub limit: f64,
    /// The same as a rational number, where it was worked out.
    pub exact: Option<RBig>,
    /// For each α: prob(n) as the paper defines it, in which a tie counts for every tied move, and the
    /// probability that the move is chosen when ties are broken uniformly at random.
    pub faces: Vec<(RBig, RBig)>,
    /// The runs of moves that it strictly dominates, by their place in the list.
    pub dominates: Vec<usize>,
}

impl TreeOdds {
    /// Computes the probability of every move, for each number of faces α.
    pub fn new(tree: Tree, alphas: &[u64]) -> Result<TreeOdds, Error> {
        let mobility = Mobility::of_moves(&tree)?;
        let (method, limits) = if tree.leaves() <= EXACT {
            let shares = limit(&tree)?.into_iter();
            let limits = shares.map(|share| (share.each.to_f64().value(), Some(share.each)));
            (LimitMethod::Exact, limits.collect::<Vec<_>>())
        } else {
            let estimate = adaptive(TOLERANCE, NODES, |rule| Ok(rule.moves(&tree)))?;
            let method = LimitMethod::Quadrature {
                error: estimate.error,
                nodes: estimate.nodes,
            };
            let shares = estimate.shares.into_iter();
            (method, shares.map(|share| (share.each, None)).collect())
        };
        let mut faces = vec![Vec::with_capacity(alphas.len()); limits.len()];
        for &alpha in alphas {
            let minimaxing = Minimaxing::new(&tree, alpha)?;
            let pairs = minimaxing.prob().into_iter().zip(minimaxing.chosen()?);
            for (faces, (prob, chosen)) in faces.iter_mut().zip(pairs) {
                faces.push((prob.each, chosen.each));
            }
        }
        let subtrees = tree.moves().into_iter();
        let moves = subtrees.zip(limits).zip(faces).zip(&mobility);
        let moves = moves.map(|((((count, tree), (limit, exact)), faces), n1)| {
            let others = mobility.iter().enumerate();
            let below = others.filter(|(_, n2)| n1.strictly_dominates(n2));
            let each = TreeMoveOdds {
                tree,
                limit,
                exact,
                faces,
                dominates: below.map(|(place, _)| place).collect(),
            };
            Share { count, each }
        });
        Ok(TreeOdds {
            moves: moves.collect(),
            tree,
            method,
            alphas: alphas.to_vec(),
        })
    }
}

/// Moves that are taken one by one.
const MOST: u64 = 1000;

/// The moves of a tree one by one, if the subgame tree of each is level-regular; or why not.
pub fn level_regular(tree: &Tree) -> Result<Vec<LevelRegular>, String> {
    let mut moves = Vec::new();
    for (count, subtree) in tree.moves() {
        let place = moves.len() as u64 + 1;
        if count > MOST || place + count > MOST + 1 {
            return Err(format!("the tree has more than {MOST} moves; take fewer"));
        }
        let mut levels = Vec::new();
        let mut runs = subtree.moves();
        while let Some((children, below)) = runs.pop() {
            if !runs.is_empty() {
                let remedy = "write it with brackets, as in [2,3]";
                return Err(format!("move {place} is not level-regular; {remedy}"));
            }
            levels.push(children);
            runs = below.moves();
        }
        let level_regular = LevelRegular::new(levels).map_err(|error| error.to_string())?;
        moves.extend(std::iter::repeat_n(level_regular, count as usize));
    }
    Ok(moves)
}
