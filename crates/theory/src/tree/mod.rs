//! Game trees as numbers.
//!
//! A tree is kept as its distinct subtrees, each once, children before parents; a node lists runs of
//! equal neighbouring children. So a level-regular tree of a billion leaves takes a few words, equal
//! subtrees are worked out once, and nothing recurses: no nesting is too deep.

mod growth;
mod parse;
mod write;

pub use growth::Growth;

use crate::{Error, ScoreKind};
use dashu_int::UBig;
use std::collections::HashMap;

/// A full-width game tree (section 3), as far as random minimaxing is concerned: its shape.
///
/// The root's mover is white and maximises; max and min alternate by level. A leaf above the last
/// level stands for its canonical extension, dummy moves with one child each, which changes no
/// backed-up score.
///
/// # As text
///
/// ```text
/// tree  = "." | count | "[" count { count } "]" | "(" child { child } ")"
/// child = [ count "*" ] tree
/// ```
///
/// `.` is a leaf, `3` a node with three leaves, `[4,3,2]` a level-regular tree with 4 moves, 3
/// replies to each and 2 leaves under each reply, and parentheses hold the children of a node; `5*`
/// before a child repeats it. Children and counts are separated by spaces, line breaks or one comma;
/// `#` begins a comment that ends with the line. So `3`, `[3]`, `(3*.)` and `(. . .)` are the same
/// tree, and the tree of the paper's Figure 1 is `([2,3] [3,2])`.
///
/// ```
/// let tree: ludometer_theory::Tree = "([2,3] [3,2])".parse()?;
/// assert_eq!(tree, "((3 3), (3*2))  # the same, written out".parse()?);
/// assert_eq!(tree.leaves(), 12);
/// # Ok::<(), ludometer_theory::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// In the order in which a left-to-right traversal first leaves them; the last is the root.
    pub(crate) nodes: Vec<Node>,
}

/// A distinct subtree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    /// Neighbouring runs differ in their child; empty at a leaf.
    pub(crate) runs: Box<[Run]>,
    pub(crate) leaves: u64,
    /// Plies below it.
    pub(crate) height: usize,
}

/// `count` children that are the same subtree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Run {
    pub(crate) count: u64,
    /// An index into the nodes, below the parent's.
    pub(crate) child: usize,
}

impl Node {
    /// How many leaves it has, if that is all it has.
    pub(crate) fn last_ply(&self) -> Option<u64> {
        match &self.runs[..] {
            [run] if self.height == 1 => Some(run.count),
            _ => None,
        }
    }

    /// χ(n), the number of children.
    pub(crate) fn children(&self) -> u64 {
        self.runs.iter().map(|run| run.count).sum()
    }
}

impl Tree {
    /// A single leaf.
    pub fn leaf() -> Tree {
        let mut grove = Grove::default();
        grove.leaf();
        grove.into_tree()
    }

    /// A node over these children, each as often as its count says; a count of 0 is left out.
    pub fn node<'a>(children: impl IntoIterator<Item = (u64, &'a Tree)>) -> Result<Tree, Error> {
        let mut grove = Grove::default();
        let mut runs = Vec::new();
        for (count, tree) in children {
            let child = grove.plant(tree);
            runs.push(Run { count, child });
        }
        if runs.iter().all(|run| run.count == 0) {
            return Err(Error::Childless { what: "a node" });
        }
        runs.retain(|run| run.count > 0);
        grove.node(runs)?;
        Ok(grove.into_tree())
    }

    /// The level-regular tree whose nodes at level k have `action_count[k]` children.
    pub fn level_regular(action_count: &[u64]) -> Result<Tree, Error> {
        if action_count.contains(&0) {
            return Err(Error::Childless { what: "a level" });
        }
        let mut grove = Grove::default();
        grove.level_regular(action_count)?;
        Ok(grove.into_tree())
    }

    /// #T, the number of leaves.
    pub fn leaves(&self) -> u64 {
        self.root().leaves
    }

    /// δ, the number of ply.
    pub fn height(&self) -> usize {
        self.root().height
    }

    /// moves(T), the children of the root with their subgame trees, equal neighbours counted.
    pub fn moves(&self) -> Vec<(u64, Tree)> {
        let runs = self.root().runs.iter();
        runs.map(|run| (run.count, self.subtree(run.child)))
            .collect()
    }

    pub(crate) fn root(&self) -> &Node {
        &self.nodes[self.nodes.len() - 1]
    }

    /// The runs of the root; an error at a leaf, which has nothing to choose.
    pub(crate) fn choices(&self) -> Result<&[Run], Error> {
        match &self.root().runs[..] {
            [] => Err(Error::Childless { what: "the root" }),
            runs => Ok(runs),
        }
    }

    /// T[n], taken out.
    fn subtree(&self, root: usize) -> Tree {
        let mut kept = vec![usize::MAX; root + 1];
        let mut nodes = Vec::new();
        let mut open = vec![(root, 0)];
        while let Some((id, next)) = open.pop() {
            let node = &self.nodes[id];
            if let Some(run) = node.runs.get(next) {
                open.push((id, next + 1));
                if kept[run.child] == usize::MAX {
                    open.push((run.child, 0));
                }
            } else if kept[id] == usize::MAX {
                kept[id] = nodes.len();
                let runs = node.runs.iter().map(|run| Run {
                    child: kept[run.child],
                    ..*run
                });
                nodes.push(Node {
                    runs: runs.collect(),
                    ..*node
                });
            }
        }
        Tree { nodes }
    }

    /// How often each subtree is used as either kind while values are backed up from below `seeds`.
    /// A leaf is the same as either kind and counted as [`ScoreKind::Max`]; leaves of a last ply are not
    /// counted.
    pub(crate) fn uses(&self, seeds: &[(usize, ScoreKind)]) -> Vec<[usize; 2]> {
        let mut uses = vec![[0; 2]; self.nodes.len()];
        for &(id, kind) in seeds {
            uses[id][self.slot(id, kind)] += 1;
        }
        for (id, node) in self.nodes.iter().enumerate().rev() {
            if node.last_ply().is_some() {
                continue;
            }
            for kind in [ScoreKind::Max, ScoreKind::Min] {
                if uses[id][self.slot(id, kind)] > 0 {
                    for run in &node.runs {
                        uses[run.child][self.slot(run.child, kind.other())] += 1;
                    }
                }
            }
        }
        uses
    }

    pub(crate) fn slot(&self, id: usize, kind: ScoreKind) -> usize {
        usize::from(kind == ScoreKind::Min && self.nodes[id].height > 0)
    }
}

/// A tree in the making: distinct subtrees, found again by their children.
#[derive(Default)]
pub(crate) struct Grove {
    nodes: Vec<Node>,
    known: HashMap<Box<[Run]>, usize>,
}

impl Grove {
    fn leaf(&mut self) -> usize {
        self.intern(Box::default(), 1, 0)
    }

    /// A node over runs of at least one child.
    fn node(&mut self, runs: Vec<Run>) -> Result<usize, Error> {
        let mut merged: Vec<Run> = Vec::with_capacity(runs.len());
        let (mut total, mut children, mut height) = (0_u64, 0_u64, 0);
        let mut fits = true;
        for run in &runs {
            let child = &self.nodes[run.child];
            height = height.max(child.height + 1);
            let leaves = child.leaves.checked_mul(run.count);
            let sum = leaves.and_then(|leaves| total.checked_add(leaves));
            let count = children.checked_add(run.count);
            fits &= sum.is_some() && count.is_some();
            total = sum.unwrap_or(u64::MAX);
            children = count.unwrap_or(u64::MAX);
            match merged.last_mut() {
                Some(last) if last.child == run.child => {
                    last.count = last.count.saturating_add(run.count);
                }
                _ => merged.push(*run),
            }
        }
        if !fits {
            let leaves = runs
                .iter()
                .map(|run| UBig::from(run.count) * self.nodes[run.child].leaves)
                .sum();
            let fit = u64::MAX;
            return Err(Error::Uncountable { leaves, fit });
        }
        Ok(self.intern(merged.into(), total, height))
    }

    fn level_regular(&mut self, action_count: &[u64]) -> Result<usize, Error> {
        let mut child = self.leaf();
        for &count in action_count.iter().rev() {
            child = self.node(vec![Run { count, child }])?;
        }
        Ok(child)
    }

    /// Adds a whole tree; the index of its root.
    fn plant(&mut self, tree: &Tree) -> usize {
        let mut here: Vec<usize> = Vec::with_capacity(tree.nodes.len());
        for node in &tree.nodes {
            let runs = node.runs.iter().map(|run| Run {
                child: here[run.child],
                ..*run
            });
            let runs = runs.collect();
            here.push(self.intern(runs, node.leaves, node.height));
        }
        here[here.len() - 1]
    }

    fn intern(&mut self, runs: Box<[Run]>, leaves: u64, height: usize) -> usize {
        let nodes = &mut self.nodes;
        *self.known.entry(runs.clone()).or_insert_with(|| {
            nodes.push(Node {
                runs,
                leaves,
                height,
            });
            nodes.len() - 1
        })
    }

    /// The tree whose root was added last; everything else must be a part of it.
    fn into_tree(self) -> Tree {
        Tree { nodes: self.nodes }
    }
}
