//! The tree below the position, kept from the decision before.

use super::super::tree::{ROOT, SearchTree};
use super::enhanced::Enhanced;
use super::record::Record;
use ludometer_core::{Game, Seat};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

impl<G: Game> Enhanced<G> {
    /// Makes the node of the seat's position the root and drops all that is not below it; `false` if
    /// the position is not in the tree.
    pub(super) fn reuse(&mut self, tree: &mut SearchTree<G::Action>, seat: &Seat<'_, G>) -> bool {
        let key = seat.game().state_key(seat.position());
        let here = |record: &Record| record.key == key && record.mover == Some(seat.player());
        let Some(found) = self.records.iter().position(here) else {
            return false;
        };
        let top = self.records[found].state;
        let old = std::mem::replace(tree, SearchTree::new());
        let records = std::mem::take(&mut self.records);
        let mut numbers = FxHashMap::from_iter([(top, ROOT)]);
        let mut root = records[top as usize].clone();
        root.state = ROOT;
        tree.node_mut(ROOT).visits = root.visits;
        tree.node_mut(ROOT).sum = root.sum;
        self.records.push(root);
        let mut queue = VecDeque::from([(top, ROOT)]);
        while let Some((from, to)) = queue.pop_front() {
            for (action, edge) in old.children(from) {
                let child = tree.grow(to, action);
                let (known, new) = (old.node(edge), tree.node_mut(child));
                (new.visits, new.sum) = (known.visits, known.sum);
                let edge = &records[edge as usize];
                let mut record = records[edge.state as usize].clone();
                (record.squares, record.prior) = (edge.squares, edge.prior);
                record.state = *numbers.entry(edge.state).or_insert_with(|| {
                    queue.push_back((edge.state, child));
                    child
                });
                self.records.push(record);
            }
        }
        self.amaf.moved(&numbers);
        self.states.clear();
        if self.options.transpositions {
            let standing = self.records.iter().enumerate();
            let standing = standing.filter(|(node, record)| record.state as usize == *node);
            self.states = standing
                .map(|(_, record)| (record.key, record.state))
                .collect();
        }
        true
    }
}
