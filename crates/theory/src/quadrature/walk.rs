//! Profiles of a game tree that is generated and never built.

use super::{Profile, QuadratureRule};
use crate::{Error, ScoreKind, Share};

/// Greater numbers of leaves in a last ply are worked out each time and not tabulated.
const TABULATED: u64 = 4096;

/// Takes a game tree depth first and keeps the profiles of one path.
///
/// A walk begins at the root. [`enter`](Walk::enter) goes to a child, [`leave`](Walk::leave) back to
/// its parent; a node left without children is a leaf, so terminal positions above the horizon need
/// no case of their own (that is the canonical extension). [`leaf`](Walk::leaf),
/// [`leaves`](Walk::leaves) and [`last_ply`](Walk::last_ply) add whole children at once.
///
/// ```
/// use ludometer_theory::{QuadratureRule, Walk};
/// let rule = QuadratureRule::new(64)?;
/// let mut walk = Walk::new(&rule);
/// for (replies, answers) in [(2, 3), (3, 2)] {
///     walk.enter();
///     for _ in 0..replies {
///         walk.last_ply(answers);
///     }
///     walk.leave();
/// }
/// let estimate = rule.estimate(&walk.finish()?)?;
/// assert!(estimate.shares[0].each > estimate.shares[1].each);
/// # Ok::<(), ludometer_theory::Error>(())
/// ```
///
/// Inside, a node at level k holds f_k of the paper's (9), here 1 - ∏ f_{k+1} over its children: F
/// at odd levels and 1 - F at even ones, so that both kinds of node are one loop. Nothing is allocated
/// for a node once a path of its depth has been walked.
pub struct Walk<'a> {
    rule: &'a QuadratureRule,
    /// The nodes from a move down to where the walk is; the root is not among them.
    open: Vec<Open>,
    /// Nodes to be used again.
    spare: Vec<Open>,
    /// f of a leaf at an even and at an odd level.
    leaf: [Profile; 2],
    /// f of a last ply at an even and at an odd level, by its number of leaves.
    last_plies: [Vec<Option<Profile>>; 2],
    moves: Vec<Share<Profile>>,
    overdrawn: bool,
}

/// ∏ f over the children so far.
struct Open {
    product: Profile,
    empty: bool,
}

impl<'a> Walk<'a> {
    /// A walk at the root.
    pub fn new(rule: &'a QuadratureRule) -> Walk<'a> {
        let leaf = |x: &[f64], slope| Profile {
            value: x.to_vec(),
            slope: vec![slope; x.len()],
        };
        Walk {
            rule,
            open: Vec::new(),
            spare: Vec::new(),
            leaf: [leaf(rule.rest(), -1.0), leaf(rule.x(), 1.0)],
            last_plies: [Vec::new(), Vec::new()],
            moves: Vec::new(),
            overdrawn: false,
        }
    }

    /// The kind of the node where the walk is: whose turn it is there.
    pub fn kind(&self) -> ScoreKind {
        ScoreKind::of_level(self.open.len())
    }

    /// Goes to a new child.
    pub fn enter(&mut self) {
        let mut open = self.spare.pop().unwrap_or_else(|| Open {
            product: Profile::one(self.rule.nodes()),
            empty: true,
        });
        open.empty = true;
        self.open.push(open);
    }

    /// Goes back to the parent. At the root there is none, and [`finish`](Walk::finish) will say so.
    pub fn leave(&mut self) {
        let Some(mut node) = self.open.pop() else {
            self.overdrawn = true;
            return;
        };
        if node.empty {
            self.leaf();
        } else {
            node.product.complement();
            give(&mut self.open, &mut self.moves, &node.product, 1);
        }
        self.spare.push(node);
    }

    /// Adds a leaf.
    pub fn leaf(&mut self) {
        let parity = (self.open.len() + 1) % 2;
        give(&mut self.open, &mut self.moves, &self.leaf[parity], 1);
    }

    /// Adds this many leaves.
    pub fn leaves(&mut self, count: u64) {
        let parity = (self.open.len() + 1) % 2;
        if self.open.is_empty() && count > 0 {
            give(&mut self.open, &mut self.moves, &self.leaf[parity], count);
        } else if count > 0 {
            let mut power = self.leaf[parity].clone();
            power.power(count);
            give(&mut self.open, &mut self.moves, &power, 1);
        }
    }

    /// Adds a child with this many leaves and nothing else: a position one ply above the horizon,
    /// for which only its moves have to be counted. Without leaves it is a leaf itself.
    pub fn last_ply(&mut self, count: u64) {
        if count == 0 {
            return self.leaf();
        }
        let parity = (self.open.len() + 1) % 2;
        if count > TABULATED {
            let ply = last_ply(&self.leaf[1 - parity], count);
            return give(&mut self.open, &mut self.moves, &ply, 1);
        }
        let table = &mut self.last_plies[parity];
        let place = count as usize;
        if table.len() <= place {
            table.resize(place + 1, None);
        }
        let leaf = &self.leaf[1 - parity];
        let ply = table[place].get_or_insert_with(|| last_ply(leaf, count));
        give(&mut self.open, &mut self.moves, ply, 1);
    }

    /// The profiles of the moves, in the order walked. The walk must be back at the root.
    pub fn finish(self) -> Result<Vec<Share<Profile>>, Error> {
        if self.overdrawn {
            let how = "left the root";
            return Err(Error::Unbalanced { how });
        }
        if !self.open.is_empty() {
            let how = "is not back at the root";
            return Err(Error::Unbalanced { how });
        }
        Ok(self.moves)
    }
}

/// 1 - f^count for the f of a leaf.
fn last_ply(leaf: &Profile, count: u64) -> Profile {
    let mut ply = leaf.clone();
    ply.power(count);
    ply.complement();
    ply
}

/// Multiplies a finished child into its parent; a child of the root is a move.
fn give(open: &mut [Open], moves: &mut Vec<Share<Profile>>, child: &Profile, count: u64) {
    match open.last_mut() {
        Some(parent) if parent.empty => {
            parent.product.copy_from(child);
            parent.empty = false;
        }
        Some(parent) => parent.product.multiply(child),
        None => moves.push(Share {
            count,
            each: child.clone(),
        }),
    }
}
