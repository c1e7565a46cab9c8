//! A tree over sequences of actions that holds statistics and no states: open loop.

use super::flat::mean;
use ludometer_core::{Game, MoveInfo, Seat, memory};

/// Statistics of one sequence of actions. Nodes are numbered in the order of creation.
#[derive(Clone, Debug)]
pub(super) struct Node<A> {
    /// The last action of the sequence; the root has none.
    action: Option<A>,
    /// Simulations that came through.
    pub(super) visits: u64,
    /// The sum of their values for the root player.
    pub(super) sum: f64,
    /// The least and the greatest of their values, where that is tracked.
    pub(super) bounds: Bounds,
    first: u32,
    last: u32,
    next: u32,
}

/// Where every simulation begins.
pub(super) const ROOT: u32 = 0;

/// No node: the root is never a child.
const NONE: u32 = ROOT;

impl<A: Copy> Node<A> {
    fn new(action: Option<A>) -> Self {
        Node {
            action,
            visits: 0,
            sum: 0.0,
            bounds: Bounds::EMPTY,
            first: NONE,
            last: NONE,
            next: NONE,
        }
    }
}

/// The least and the greatest of some values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds {
    low: f64,
    high: f64,
}

impl Bounds {
    /// Of no values.
    pub(super) const EMPTY: Bounds = Bounds {
        low: f64::INFINITY,
        high: f64::NEG_INFINITY,
    };

    /// Takes one more value in.
    pub(super) fn include(&mut self, value: f64) {
        self.low = self.low.min(value);
        self.high = self.high.max(value);
    }

    /// A value normalised to the range; the value itself where the range is empty.
    pub(super) fn normalise(&self, value: f64) -> f64 {
        if self.low < self.high {
            (value - self.low) / (self.high - self.low)
        } else {
            value
        }
    }
}

/// The tree. Its nodes live in one vector, children in a chain, in the order they came.
#[derive(Clone, Debug)]
pub struct SearchTree<A>(Vec<Node<A>>);

impl<A: Copy + PartialEq> SearchTree<A> {
    /// A root alone.
    pub(super) fn new() -> Self {
        SearchTree(vec![Node::new(None)])
    }

    /// Back to a root alone.
    pub(super) fn clear(&mut self) {
        self.0.clear();
        self.0.push(Node::new(None));
    }

    pub(super) fn node(&self, at: u32) -> &Node<A> {
        &self.0[at as usize]
    }

    pub(super) fn node_mut(&mut self, at: u32) -> &mut Node<A> {
        &mut self.0[at as usize]
    }

    /// The last action of a node's sequence; the root has none.
    pub(super) fn action(&self, at: u32) -> Option<A> {
        self.node(at).action
    }

    /// The children of a node with their actions, in the order they came.
    pub(super) fn children(&self, at: u32) -> impl Iterator<Item = (A, u32)> {
        let mut next = self.node(at).first;
        std::iter::from_fn(move || {
            if next == NONE {
                return None;
            }
            let (child, node) = (next, self.node(next));
            next = node.next;
            node.action.map(|action| (action, child))
        })
    }

    /// Puts the child of each of these actions into `out`, [`ROOT`] where there is none, and tells how
    /// many there are.
    pub(super) fn children_of(&self, at: u32, actions: &[A], out: &mut Vec<u32>) -> usize {
        out.clear();
        out.resize(actions.len(), NONE);
        let mut found = 0;
        for (action, child) in self.children(at) {
            if let Some(place) = actions.iter().position(|&legal| legal == action) {
                out[place] = child;
                found += 1;
            }
        }
        found
    }

    /// How many of these actions the node has no child for.
    pub(super) fn count_untried(&self, at: u32, actions: &[A]) -> usize {
        let fresh = |action: &&A| !self.has(at, **action);
        actions.iter().filter(fresh).count()
    }

    /// The place of the one of these actions that comes after `skipped` others without a child.
    pub(super) fn nth_untried(&self, at: u32, actions: &[A], skipped: usize) -> Option<usize> {
        let fresh = |(_, action): &(usize, &A)| !self.has(at, **action);
        let mut untried = actions.iter().enumerate().filter(fresh);
        untried.nth(skipped).map(|(place, _)| place)
    }

    fn has(&self, at: u32, action: A) -> bool {
        self.children(at).any(|(tried, _)| tried == action)
    }

    /// Gives the node a child.
    pub(super) fn grow(&mut self, parent: u32, action: A) -> u32 {
        let child = u32::try_from(self.0.len()).expect("a tree has fewer than 2^32 nodes");
        memory::grow(&mut self.0, "nodes of the tree");
        self.0.push(Node::new(Some(action)));
        let last = self.node(parent).last;
        if last == NONE {
            self.node_mut(parent).first = child;
        } else {
            self.node_mut(last).next = child;
        }
        self.node_mut(parent).last = child;
        child
    }

    /// Reports every tried action to the seat with its statistics and its most visited variation: the
    /// chosen one first, then the most visited.
    pub(super) fn tell<G: Game<Action = A>>(&self, seat: &mut Seat<'_, G>, chosen: A) {
        if !seat.is_traced() {
            return;
        }
        let mut children: Vec<(A, u32)> = self.children(ROOT).collect();
        children.sort_by_key(|&(action, at)| {
            (action != chosen, std::cmp::Reverse(self.node(at).visits))
        });
        for (action, at) in children {
            let child = self.node(at);
            let value = mean(child.sum, child.visits);
            seat.report_move_with(action, value, child.visits, || self.move_infos(at));
            seat.report_variation(&self.variation(at), value, child.visits);
        }
    }

    /// The subtree below a node, most visited first; omitted where a node has less than a hundredth of
    /// all visits.
    fn move_infos(&self, at: u32) -> Vec<MoveInfo<A>> {
        if self.node(at).visits * 100 < self.node(ROOT).visits {
            return Vec::new();
        }
        let info = |(action, at)| {
            let (sum, visits) = (self.node(at).sum, self.node(at).visits);
            MoveInfo::new(action, mean(sum, visits), visits).with_below(self.move_infos(at))
        };
        let mut move_infos: Vec<MoveInfo<A>> = self.children(at).map(info).collect();
        move_infos.sort_by_key(|info| std::cmp::Reverse(info.visits));
        move_infos
    }

    /// The actions of the most visited path through a child of the root.
    fn variation(&self, child: u32) -> Vec<A> {
        let busiest = |node: &u32| {
            let children = self.children(*node).map(|(_, at)| at);
            children.min_by_key(|&at| std::cmp::Reverse(self.node(at).visits))
        };
        let way = std::iter::successors(Some(child), busiest);
        way.filter_map(|at| self.action(at)).collect()
    }

    /// Counts a simulation for every node of a path.
    pub(super) fn back_up(&mut self, path: &[u32], worth: f64) {
        for &at in path {
            let node = self.node_mut(at);
            node.visits += 1;
            node.sum += worth;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A root of 200 visits with children `a`, of 198, `b`, of 2, and `c`, of none; `a` leads on to `d`
    /// and to `e`, which has more visits, and `b` to `f`.
    fn tree() -> (SearchTree<char>, [u32; 6]) {
        let mut tree = SearchTree::new();
        let [a, b, c] = ['a', 'b', 'c'].map(|action| tree.grow(ROOT, action));
        let [d, e] = ['d', 'e'].map(|action| tree.grow(a, action));
        let f = tree.grow(b, 'f');
        let mut visit = |times: usize, path: &[u32], worth: f64| {
            for _ in 0..times {
                tree.back_up(path, worth);
            }
        };
        visit(50, &[ROOT, a, d], 1.0);
        visit(148, &[ROOT, a, e], 0.5);
        visit(2, &[ROOT, b, f], -1.0);
        (tree, [a, b, c, d, e, f])
    }

    #[test]
    fn children_stand_in_the_order_they_came() {
        let (tree, [a, b, c, d, e, _]) = tree();
        let children = |at| tree.children(at).collect::<Vec<_>>();
        assert_eq!(children(ROOT), [('a', a), ('b', b), ('c', c)]);
        assert_eq!(children(a), [('d', d), ('e', e)]);
        assert_eq!(children(c), []);
        assert_eq!((tree.action(ROOT), tree.action(e)), (None, Some('e')));
        let mut places = Vec::new();
        assert_eq!(tree.children_of(ROOT, &['x', 'c', 'a'], &mut places), 2);
        assert_eq!(places, [ROOT, c, a]);
    }

    #[test]
    fn actions_without_a_child_are_counted_and_found() {
        let (tree, _) = tree();
        let actions = ['x', 'a', 'y', 'b', 'z'];
        assert_eq!(tree.count_untried(ROOT, &actions), 3);
        let places = [0, 1, 2, 3].map(|skipped| tree.nth_untried(ROOT, &actions, skipped));
        assert_eq!(places, [Some(0), Some(2), Some(4), None]);
    }

    #[test]
    fn simulations_are_counted_all_the_way() {
        let (mut tree, [a, b, c, d, e, _]) = tree();
        let known = |tree: &SearchTree<char>, at| (tree.node(at).visits, tree.node(at).sum);
        assert_eq!(known(&tree, ROOT), (200, 50.0 + 74.0 - 2.0));
        assert_eq!(known(&tree, a), (198, 124.0));
        assert_eq!([b, c, d, e].map(|at| tree.node(at).visits), [2, 0, 50, 148]);
        tree.clear();
        assert_eq!(
            (known(&tree, ROOT), tree.children(ROOT).count()),
            ((0, 0.0), 0)
        );
    }

    /// Below what has less than a hundredth of all visits nothing is told: `b` has exactly that.
    #[test]
    fn thoughts_go_as_deep_as_there_are_visits() {
        let (tree, [a, b, c, ..]) = tree();
        let below: Vec<(char, u64, f64)> = tree
            .move_infos(a)
            .iter()
            .map(|info| (info.action, info.visits, info.value))
            .collect();
        assert_eq!(below, [('e', 148, 0.5), ('d', 50, 1.0)]);
        assert_eq!(tree.move_infos(b).len(), 1);
        let mut more = tree.clone();
        more.back_up(&[ROOT, a], 0.0);
        assert_eq!(more.move_infos(b).len(), 0);
        assert_eq!(tree.move_infos(c).len(), 0);
        assert_eq!(tree.variation(a), ['a', 'e']);
        assert_eq!(tree.variation(b), ['b', 'f']);
    }

    #[test]
    fn values_are_measured_between_the_least_and_the_greatest() {
        let mut bounds = Bounds::EMPTY;
        assert_eq!(bounds.normalise(7.0), 7.0);
        bounds.include(2.0);
        assert_eq!(bounds.normalise(7.0), 7.0, "one value spans nothing");
        bounds.include(6.0);
        bounds.include(4.0);
        assert_eq!(
            [2.0, 3.0, 6.0].map(|x| bounds.normalise(x)),
            [0.0, 0.25, 1.0]
        );
    }
}
