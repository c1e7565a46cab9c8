//! Domination (section 6).

use crate::{Error, LevelRegular, ScoreKind, Tree};

/// How many choices a move leaves, level by level: the least and the most children of its nodes at
/// each level from 1 to δ - 1 of the game tree.
///
/// The paper defines domination for any subgame trees and proves the domination theorem (6.2) for
/// level-regular ones, where least and most are the same. It holds for all: pair n₁ with n₂ and go
/// down, at black's nodes pairing every child under n₁ with one under n₂, at white's nodes every
/// child under n₂ with one under n₁. Give paired leaves the same score; then sc(n₁) ≥ sc(n₂) always,
/// so LE(n₁, i)/LE(n₁, α) ≤ LE(n₂, i)/LE(n₂, α), and n₁ is at least as often the best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mobility {
    levels: Vec<(u64, u64)>,
}

impl Mobility {
    /// From the least and the most children of the nodes at each level from 1 on, for trees that are
    /// walked and never built. A leaf above the last level counts as a node with one child, and so do
    /// the dummy moves below it.
    pub fn of_levels(levels: impl Into<Vec<(u64, u64)>>) -> Result<Mobility, Error> {
        let levels = levels.into();
        for &(least, most) in &levels {
            if least == 0 {
                return Err(Error::Childless { what: "a level" });
            }
            if most < least {
                let expected = format!("at least {least}, the least of its level");
                return Err(Error::out_of_range("most", most, expected));
            }
        }
        Ok(Mobility { levels })
    }

    /// The mobility of each move of a game tree, in the order of [`Tree::moves`]. Leaves above the
    /// last level count as canonically extended: they have one child.
    pub fn of_moves(tree: &Tree) -> Result<Vec<Mobility>, Error> {
        let runs = tree.choices()?;
        let height = tree.height();
        Ok(runs
            .iter()
            .map(|run| Mobility::below(tree, run.child, height))
            .collect())
    }

    fn below(tree: &Tree, root: usize, height: usize) -> Mobility {
        let mut level = vec![root];
        let mut levels = Vec::with_capacity(height - 1);
        for _ in 1..height {
            let mut range: Option<(u64, u64)> = None;
            let mut next = Vec::new();
            for &id in &level {
                let node = &tree.nodes[id];
                let children = node.children().max(1);
                let (least, most) = range.unwrap_or((children, children));
                range = Some((least.min(children), most.max(children)));
                match &node.runs[..] {
                    [] => next.push(id),
                    runs => next.extend(runs.iter().map(|run| run.child)),
                }
            }
            levels.extend(range);
            next.sort_unstable();
            next.dedup();
            level = next;
        }
        Mobility { levels }
    }

    /// The least and the most children at each level from 1 on.
    pub fn levels(&self) -> &[(u64, u64)] {
        &self.levels
    }

    /// n₁ ⪰ n₂: black has nowhere more choice under n₁ than under n₂, and white nowhere less. Of
    /// moves of different height the lower is compared as canonically extended.
    pub fn dominates(&self, other: &Mobility) -> bool {
        let mut levels = self.zip(other);
        levels.all(|(level, n1, n2)| match ScoreKind::of_level(level) {
            ScoreKind::Min => n1.1 <= n2.0,
            ScoreKind::Max => n1.0 >= n2.1,
        })
    }

    /// n₁ ≻ n₂: it dominates, and some nodes of one level differ in their number of children.
    pub fn strictly_dominates(&self, other: &Mobility) -> bool {
        self.dominates(other) && self.zip(other).any(|(_, n1, n2)| !same(n1, n2))
    }

    /// φ where n₁ ≻_φ n₂: it dominates, the nodes at level φ all differ from the other's, and those
    /// at every other level all have the same number of children.
    pub fn dominates_solely_at(&self, other: &Mobility) -> Option<usize> {
        if !self.dominates(other) {
            return None;
        }
        let mut differing = self.zip(other).filter(|&(_, n1, n2)| !same(n1, n2));
        let (level, n1, n2) = differing.next()?;
        let apart = n1.1 < n2.0 || n2.1 < n1.0;
        (apart && differing.next().is_none()).then_some(level)
    }

    /// Both ranges at each level from 1 on.
    fn zip(&self, other: &Mobility) -> impl Iterator<Item = (usize, (u64, u64), (u64, u64))> {
        let height = self.levels.len().max(other.levels.len());
        (1..=height).map(|level| (level, self.at(level), other.at(level)))
    }

    fn at(&self, level: usize) -> (u64, u64) {
        self.levels.get(level - 1).copied().unwrap_or((1, 1))
    }
}

impl From<&LevelRegular> for Mobility {
    fn from(level_regular: &LevelRegular) -> Mobility {
        let action_count = level_regular.action_count().iter();
        Mobility {
            levels: action_count.map(|&t| (t, t)).collect(),
        }
    }
}

/// Whether all nodes of both have the same number of children.
fn same(n1: (u64, u64), n2: (u64, u64)) -> bool {
    n1.0 == n1.1 && n1 == n2
}
