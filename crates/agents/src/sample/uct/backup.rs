//! What a simulation changes in the nodes of its path.

use super::super::flat::mean;
use super::super::tree::{ROOT, SearchTree};
use super::enhanced::Enhanced;
use super::options::Amaf;
use ludometer_core::{Game, Player};

impl<G: Game> Enhanced<G> {
    /// Counts a simulation. With transpositions only the edges and states of the path are updated, as in
    /// UCT2 of Childs, Brodeur and Kocsis (2008): an update of all paths to a state can converge to a
    /// wrong move (Saffidine, Cazenave and Méhat 2012).
    pub(super) fn update(
        &mut self,
        tree: &mut SearchTree<G::Action>,
        path: &[u32],
        worth: f64,
        player: Player,
    ) {
        tree.back_up(path, worth);
        for &edge in path {
            let record = self.record_mut(edge);
            record.squares += worth * worth;
            let state = record.state;
            let state = self.record_mut(state);
            state.visits += 1;
            state.sum += worth;
        }
        if self.options.learns() {
            self.policy.learn(&self.trail, worth, player);
        }
        if self.options.amaf != Amaf::None {
            let nodes = path.iter().map(|&edge| self.records[edge as usize].state);
            self.amaf.learn(nodes, &self.trail, worth);
        }
        if self.proves && self.options.solver {
            for &edge in path.iter().rev() {
                self.tighten(tree, self.record(edge).state, player);
            }
        }
        if self.evaluates && self.options.implicit != 0.0 {
            for &edge in path.iter().rev() {
                self.maximise(tree, self.record(edge).state, player);
            }
        }
    }

    /// Backs up what is proved of the children of a node (Cazenave and Saffidine 2010): the mover gets
    /// the best that is proved, and no more than the best that is possible if all moves are known.
    pub(super) fn tighten(&mut self, tree: &SearchTree<G::Action>, node: u32, player: Player) {
        let record = self.record(node);
        let Some(mover) = record.mover else {
            return;
        };
        let own = mover == player;
        let worst = if own { self.least } else { self.greatest };
        let (mut low, mut high) = (worst, worst);
        let mut children = 0;
        for (_, child) in tree.children(node) {
            let state = self.state(child);
            (low, high) = match own {
                true => (low.max(state.low), high.max(state.high)),
                false => (low.min(state.low), high.min(state.high)),
            };
            children += 1;
        }
        if children < record.legal || record.legal == 0 {
            // A move that is not in the tree may be better.
            (low, high) = match own {
                true => (low, self.greatest),
                false => (self.least, high),
            };
        }
        let record = self.record_mut(node);
        record.low = record.low.max(low);
        record.high = record.high.min(high);
    }

    /// Backs up the evaluations of the children of a node by minimax.
    fn maximise(&mut self, tree: &SearchTree<G::Action>, node: u32, player: Player) {
        let own = self.record(node).mover == Some(player);
        let values = tree.children(node);
        let values = values.map(|(_, child)| self.state(child).heuristic);
        let best = match own {
            true => values.reduce(f64::max),
            false => values.reduce(f64::min),
        };
        if let Some(best) = best {
            self.record_mut(node).heuristic = best;
        }
    }

    /// Excludes moves that are proved to be worse than another, and keeps to what is guaranteed where no
    /// other move promises more.
    pub(super) fn prefer_proved(
        &self,
        tree: &SearchTree<G::Action>,
        actions: &[G::Action],
        visits: &mut [f64],
    ) {
        let guaranteed = self.record(ROOT).low;
        let mut children = Vec::new();
        tree.children_of(ROOT, actions, &mut children);
        let lost = |child: u32| child != ROOT && self.state(child).high <= self.least;
        let hope = children.iter().any(|&child| !lost(child));
        let (mut most, mut promised) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        for (visits, &child) in visits.iter_mut().zip(&children) {
            if child == ROOT {
                continue;
            }
            let state = self.state(child);
            let worse = state.high <= guaranteed && state.low < guaranteed;
            if worse || (hope && lost(child)) {
                *visits = f64::NEG_INFINITY;
            } else if !state.is_solved() && *visits > most {
                let node = tree.node(child);
                (most, promised) = (*visits, mean(node.sum, node.visits));
            }
        }
        if guaranteed <= self.least || guaranteed < promised {
            return;
        }
        for (visits, &child) in visits.iter_mut().zip(&children) {
            let safe = child != ROOT && self.state(child).low >= guaranteed;
            *visits = if safe {
                visits.max(0.0)
            } else {
                f64::NEG_INFINITY
            };
        }
    }
}
