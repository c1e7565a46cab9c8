//! All-moves-as-first outcomes: of simulations in which an action was taken at a node or at any later
//! turn of the same player.

use ludometer_core::Player;
use rustc_hash::FxHashMap;

/// Outcomes of actions by node.
#[derive(Clone, Debug, Default)]
pub(super) struct AmafTable {
    outcomes: FxHashMap<(u32, u64), (f64, u64)>,
    // Of every move of a simulation, one more than the place of the last move before it that was the
    // same move of the same player.
    before: Vec<usize>,
    last: FxHashMap<(Player, u64), usize>,
}

impl AmafTable {
    pub(super) fn clear(&mut self) {
        self.outcomes.clear();
    }

    /// The mean outcome of an action and how often it was counted.
    pub(super) fn mean(&self, node: u32, action: u64) -> Option<(f64, f64)> {
        let (sum, count) = self.outcomes.get(&(node, action))?;
        Some((sum / *count as f64, *count as f64))
    }

    /// Counts a simulation: at every node, the first time of every later move of the player who is to
    /// move there. The n-th move was made at the n-th node.
    pub(super) fn learn(
        &mut self,
        nodes: impl Iterator<Item = u32>,
        trail: &[(Player, u64)],
        worth: f64,
    ) {
        self.before.clear();
        self.last.clear();
        for (place, &moved) in trail.iter().enumerate() {
            let before = self.last.insert(moved, place);
            self.before.push(before.map_or(0, |place| place + 1));
        }
        for (depth, node) in nodes.enumerate() {
            let Some(&(mover, _)) = trail.get(depth) else {
                break;
            };
            for (place, &(player, action)) in trail.iter().enumerate().skip(depth) {
                if player == mover && self.before[place] <= depth {
                    let entry = self.outcomes.entry((node, action)).or_default();
                    entry.0 += worth;
                    entry.1 += 1;
                }
            }
        }
    }

    /// The outcomes of the nodes that `to` gives a new number.
    pub(super) fn moved(&mut self, to: &FxHashMap<u32, u32>) {
        let outcomes = std::mem::take(&mut self.outcomes);
        let kept = outcomes.into_iter().filter_map(|((node, action), known)| {
            let node = to.get(&node)?;
            Some(((*node, action), known))
        });
        self.outcomes = kept.collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two players in turn: a, x, b, x, a. At the root, a counts once though it comes twice; at the node
    /// after a and x only later moves count.
    #[test]
    fn the_first_of_equal_moves_of_the_mover_counts() {
        let (me, you) = (Player(0), Player(1));
        let (a, b, x) = (1, 2, 9);
        let trail = [(me, a), (you, x), (me, b), (you, x), (me, a)];
        let mut table = AmafTable::default();
        table.learn([0, 5, 7].into_iter(), &trail, 1.0);
        table.learn([0].into_iter(), &[(me, a)], 0.0);
        assert_eq!(table.mean(0, a), Some((0.5, 2.0)));
        assert_eq!(table.mean(0, b), Some((1.0, 1.0)));
        assert_eq!(table.mean(0, x), None);
        assert_eq!(table.mean(5, x), Some((1.0, 1.0)));
        assert_eq!(table.mean(5, a), None);
        assert_eq!(
            (table.mean(7, a), table.mean(7, b)),
            (Some((1.0, 1.0)), Some((1.0, 1.0)))
        );
        table.moved(&FxHashMap::from_iter([(7, 0)]));
        assert_eq!(table.mean(0, a), Some((1.0, 1.0)));
        assert_eq!(table.mean(5, x), None);
    }
}
