//! How values are backed up a tree.

use crate::{ScoreKind, Share, Tree};
use std::rc::Rc;

/// A way to back values up from the leaves, as minimax does with scores.
///
/// Children come as runs: how many, and the value of each. A node with one child has the child's
/// value, whatever its kind, which is why the canonical extension changes nothing; it is not asked
/// for.
pub trait Backup {
    /// What a node has.
    type Value;

    /// The value of a leaf.
    fn leaf(&mut self) -> Self::Value;

    /// The value of a max-node or min-node over its children, at least two.
    fn back_up(&mut self, kind: ScoreKind, children: &[(u64, &Self::Value)]) -> Self::Value;

    /// The value of a node over `count` leaves, at least two.
    fn last_ply(&mut self, kind: ScoreKind, count: u64) -> Self::Value {
        let leaf = self.leaf();
        self.back_up(kind, &[(count, &leaf)])
    }
}

impl Tree {
    /// The value of the root, taken as a node of this kind.
    pub fn back_up<B: Backup>(&self, kind: ScoreKind, backup: &mut B) -> Rc<B::Value> {
        let mut values = self.evaluate(&[(self.nodes.len() - 1, kind)], backup);
        values.swap_remove(0)
    }

    /// The values of the moves, which are min-nodes.
    pub fn back_up_moves<B: Backup>(&self, backup: &mut B) -> Vec<Share<Rc<B::Value>>> {
        let runs = &self.root().runs;
        let seeds: Vec<_> = runs.iter().map(|run| (run.child, ScoreKind::Min)).collect();
        let values = self.evaluate(&seeds, backup);
        let shares = runs.iter().zip(values);
        shares
            .map(|(run, each)| Share {
                count: run.count,
                each,
            })
            .collect()
    }

    /// The values of these subtrees. Every distinct subtree is worked out once as each kind it
    /// occurs as, and its value kept only until the last parent has used it.
    fn evaluate<B: Backup>(
        &self,
        seeds: &[(usize, ScoreKind)],
        backup: &mut B,
    ) -> Vec<Rc<B::Value>> {
        let mut uses = self.uses(seeds);
        let mut values: Vec<[Option<Rc<B::Value>>; 2]> =
            self.nodes.iter().map(|_| [None, None]).collect();
        for (id, node) in self.nodes.iter().enumerate() {
            for kind in [ScoreKind::Max, ScoreKind::Min] {
                let slot = self.slot(id, kind);
                if uses[id][slot] == 0 || values[id][slot].is_some() {
                    continue;
                }
                let value = match (&node.runs[..], node.last_ply()) {
                    ([], _) => Rc::new(backup.leaf()),
                    (_, Some(count)) if count > 1 => Rc::new(backup.last_ply(kind, count)),
                    (_, Some(_)) => Rc::new(backup.leaf()),
                    (runs, None) => {
                        let children: Vec<(u64, Rc<B::Value>)> = runs
                            .iter()
                            .map(|run| {
                                let slot = self.slot(run.child, kind.other());
                                let value =
                                    take(&mut values[run.child][slot], &mut uses[run.child][slot]);
                                (run.count, value)
                            })
                            .collect();
                        match &children[..] {
                            [(1, child)] => Rc::clone(child),
                            _ => {
                                let lent: Vec<_> = children
                                    .iter()
                                    .map(|(count, value)| (*count, &**value))
                                    .collect();
                                Rc::new(backup.back_up(kind, &lent))
                            }
                        }
                    }
                };
                values[id][slot] = Some(value);
            }
        }
        let seeds = seeds.iter();
        seeds
            .map(|&(id, kind)| {
                let slot = self.slot(id, kind);
                take(&mut values[id][slot], &mut uses[id][slot])
            })
            .collect()
    }
}

/// The value for one of its users; the last one gets it for good.
fn take<T>(value: &mut Option<Rc<T>>, uses: &mut usize) -> Rc<T> {
    *uses -= 1;
    let taken = if *uses == 0 {
        value.take()
    } else {
        value.clone()
    };
    taken.expect("children stand before their parents and are kept until the last use")
}
