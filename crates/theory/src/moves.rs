//! Equal moves have equal probabilities: they are worked out together, wherever they stand.

use crate::tree::{Node, Run};
use crate::{Share, Tree};
use std::collections::HashMap;

/// A tree with equal moves gathered into one run each, and where they came from.
#[derive(Clone, Debug)]
pub(crate) struct Moves {
    /// The tree with its moves in another order.
    pub(crate) tree: Tree,
    /// The number of equal neighbours in the given order, and their run in the gathered tree.
    given: Vec<(u64, usize)>,
}

impl Moves {
    pub(crate) fn gather(tree: &Tree) -> Moves {
        let mut gathered: Vec<Run> = Vec::new();
        let mut place = HashMap::new();
        let mut given = Vec::new();
        for run in &tree.root().runs {
            let at = *place.entry(run.child).or_insert(gathered.len());
            match gathered.get_mut(at) {
                Some(same) => same.count += run.count,
                None => gathered.push(*run),
            }
            given.push((run.count, at));
        }
        let mut tree = tree.clone();
        if let Some(root) = tree.nodes.pop() {
            tree.nodes.push(Node {
                runs: gathered.into(),
                ..root
            });
        }
        Moves { tree, given }
    }

    /// What the gathered moves have, in the given order.
    pub(crate) fn spread<T: Clone>(&self, values: &[T]) -> Vec<Share<T>> {
        let given = self.given.iter();
        given
            .map(|&(count, at)| Share {
                count,
                each: values[at].clone(),
            })
            .collect()
    }
}
