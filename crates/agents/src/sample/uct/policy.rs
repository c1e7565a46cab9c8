//! Playouts that learn which moves were followed by good outcomes: MAST and NST.

use super::options::PlayoutPolicy;
use ludometer_core::{Game, Player, Seat};
use rustc_hash::FxHashMap;

/// Longer sequences of moves count once they were met so often (Tak, Winands and Björnsson 2012).
const MET: u64 = 7;

type Tally = (f64, u64);

/// Mean outcomes of moves and of sequences that end with a move, for whom made the last.
#[derive(Clone, Debug)]
pub(super) struct Policy {
    kind: PlayoutPolicy,
    epsilon: f64,
    single: FxHashMap<(Player, u64), Tally>,
    pairs: FxHashMap<(Player, [u64; 2]), Tally>,
    triples: FxHashMap<(Player, [u64; 3]), Tally>,
}

fn count(tally: &mut Tally, worth: f64) {
    tally.0 += worth;
    tally.1 += 1;
}

impl Policy {
    pub(super) fn new(kind: PlayoutPolicy, epsilon: f64) -> Policy {
        Policy {
            kind,
            epsilon,
            single: FxHashMap::default(),
            pairs: FxHashMap::default(),
            triples: FxHashMap::default(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.single.clear();
        self.pairs.clear();
        self.triples.clear();
    }

    /// Counts a simulation whose value for `player` is `worth`.
    pub(super) fn learn(&mut self, trail: &[(Player, u64)], worth: f64, player: Player) {
        for (place, &(mover, action)) in trail.iter().enumerate() {
            let worth = if mover == player { worth } else { -worth };
            count(self.single.entry((mover, action)).or_default(), worth);
            if self.kind != PlayoutPolicy::Nst {
                continue;
            }
            let back = |steps: usize| place.checked_sub(steps).map(|before| trail[before].1);
            let Some(last) = back(1) else { continue };
            let pair = (mover, [last, action]);
            count(self.pairs.entry(pair).or_default(), worth);
            let Some(before) = back(2) else { continue };
            let triple = (mover, [before, last, action]);
            count(self.triples.entry(triple).or_default(), worth);
        }
    }

    /// The value of a move after these: the mean of its own mean outcome and of those of the sequences
    /// that end with it and were met often enough. A move that was never made is worth trying first.
    fn value(&self, trail: &[(Player, u64)], mover: Player, action: u64) -> f64 {
        let Some(&(sum, met)) = self.single.get(&(mover, action)) else {
            return f64::INFINITY;
        };
        let (mut value, mut parts) = (sum / met as f64, 1.0);
        let mut add = |tally: Option<&Tally>| {
            if let Some(&(sum, met)) = tally.filter(|(_, met)| *met >= MET) {
                value += sum / met as f64;
                parts += 1.0;
            }
        };
        if let [.., (_, last)] = *trail {
            add(self.pairs.get(&(mover, [last, action])));
        }
        if let [.., (_, before), (_, last)] = *trail {
            add(self.triples.get(&(mover, [before, last, action])));
        }
        value / parts
    }

    /// The place of the move to play: a random one with probability epsilon, else the best, ties broken
    /// at random.
    pub(super) fn pick<G: Game>(
        &self,
        seat: &mut Seat<'_, G>,
        trail: &[(Player, u64)],
        mover: Player,
        actions: &[G::Action],
    ) -> usize {
        let learned = matches!(self.kind, PlayoutPolicy::Mast | PlayoutPolicy::Nst);
        if !learned || seat.dice().happens(self.epsilon) {
            return seat.dice().index(actions.len());
        }
        let (mut best, mut ties) = ((f64::NEG_INFINITY, 0), 0);
        for (place, &action) in actions.iter().enumerate() {
            let value = self.value(trail, mover, seat.game().action_key(action));
            if value > best.0 {
                (best, ties) = ((value, place), 1);
            } else if value == best.0 {
                ties += 1;
                if seat.dice().index(ties) == 0 {
                    best.1 = place;
                }
            }
        }
        best.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Move 1 of player 0 was followed by 1 and by 0, move 2 by 0; after a move 9 of the other, move 2
    /// by 1 seven times.
    #[test]
    fn values_are_means_of_means() {
        let (me, you) = (Player(0), Player(1));
        let mut policy = Policy::new(PlayoutPolicy::Nst, 0.0);
        policy.learn(&[(me, 1)], 1.0, me);
        policy.learn(&[(me, 1)], 0.0, me);
        policy.learn(&[(me, 2)], 0.0, me);
        assert_eq!(policy.value(&[], me, 1), 0.5);
        assert_eq!(policy.value(&[], me, 2), 0.0);
        assert_eq!(policy.value(&[], me, 3), f64::INFINITY);
        for _ in 0..6 {
            policy.learn(&[(you, 9), (me, 2)], 1.0, me);
        }
        let single = 6.0 / 7.0;
        assert_eq!(policy.value(&[(you, 9)], me, 2), single, "met too seldom");
        policy.learn(&[(you, 9), (me, 2)], 1.0, me);
        let single = 7.0 / 8.0;
        assert_eq!(policy.value(&[(you, 9)], me, 2), f64::midpoint(single, 1.0));
        assert_eq!(policy.value(&[(you, 8)], me, 2), single);
        // What is good for one is bad for the other.
        assert_eq!(policy.value(&[], you, 9), -1.0);
        policy.clear();
        assert_eq!(policy.value(&[], me, 1), f64::INFINITY);
    }
}
