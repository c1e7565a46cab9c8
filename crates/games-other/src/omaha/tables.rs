//! The tables behind the evaluation, made when they are first asked for, in a few milliseconds.
//!
//! Without flushes a high hand depends on ranks alone: for each of the boards by rank there is a
//! row with the best that each pair of ranks makes of it, so a hand costs six look-ups in one row.
//! Flushes are looked up by the set of ranks in the suit. A low depends on the two sets of ranks up
//! to eight and is one look-up.

use super::cards::Card;
use super::rank::{High, Low};
use std::sync::OnceLock;

/// Boards by rank: multisets of five of thirteen ranks, in the combinatorial number system. The
/// thirteen with five of a rank stay empty.
const BOARDS: usize = 6188;
/// Pairs of ranks.
const PAIRS: usize = 91;
/// A row of pairs, rounded up to whole cache lines.
const ROW: usize = 96;

const FIVE: u32 = 0b1_1111;
/// The ace, five, four, three and deuce.
const WHEEL: u16 = 0b1_0000_0000_1111;

/// The best that each pair makes of one board, flushes apart.
pub(super) type Row = [u16; ROW];

pub(super) struct Tables {
    rows: Vec<Row>,
    /// By the set of five ranks in the suit.
    flushes: Vec<u16>,
    /// By the board's ranks up to eight, then the player's.
    lows: Vec<[u8; 256]>,
    /// What each class of high hand is: the category, then ranks in hexadecimal digits.
    keys: Vec<u32>,
    /// The ranks of each low hand, the ace as the lowest bit.
    low_sets: Vec<u8>,
}

impl Tables {
    /// The tables of this process.
    pub(super) fn shared() -> &'static Tables {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        TABLES.get_or_init(Tables::new)
    }

    fn new() -> Tables {
        let triples = multisets::<3>();
        let pairs = multisets::<2>();
        let suited: Vec<u16> = (0..1 << 13)
            .filter(|set: &u16| set.count_ones() == 5)
            .collect();
        let mut fives = vec![0u32; pairs.len() * triples.len()];
        for (p, pair) in pairs.iter().enumerate() {
            for (t, triple) in triples.iter().enumerate() {
                let ranks = [pair[0], pair[1], triple[0], triple[1], triple[2]];
                fives[p * triples.len() + t] = unsuited_key(ranks);
            }
        }
        let mut keys: Vec<u32> = fives.iter().copied().filter(|&key| key != 0).collect();
        keys.extend(suited.iter().map(|&set| suited_key(set)));
        keys.sort_unstable();
        keys.dedup();
        // Class 0 is left free, so that an empty entry never wins.
        keys.insert(0, 0);
        let class = |key: u32| keys.binary_search(&key).unwrap_or(0) as u16;
        let fives: Vec<u16> = fives.into_iter().map(class).collect();
        let mut flushes = vec![0; 1 << 13];
        for set in suited {
            flushes[usize::from(set)] = class(suited_key(set));
        }
        let mut rows = vec![[0; ROW]; BOARDS];
        for board in multisets::<5>() {
            let row = &mut rows[board_index(board)];
            for [a, b, c] in TRIPLES {
                let triple = triple_index([board[a], board[b], board[c]]);
                for (pair, best) in row[..PAIRS].iter_mut().enumerate() {
                    *best = (*best).max(fives[pair * triples.len() + triple]);
                }
            }
        }
        let (lows, low_sets) = lows();
        Tables {
            rows,
            flushes,
            lows,
            keys,
            low_sets,
        }
    }

    pub(super) fn key(&self, high: High) -> u32 {
        self.keys[usize::from(high.0)]
    }

    pub(super) fn low_ranks(&self, low: Low) -> u8 {
        self.low_sets[usize::from(low.0)]
    }

    /// What pairs make of a board, flushes apart.
    #[inline]
    pub(super) fn row(&self, cards: &[Card; 5]) -> &Row {
        let mut ranks = cards.map(|card| card.rank());
        for (a, b) in [
            (0, 1),
            (3, 4),
            (2, 4),
            (2, 3),
            (1, 4),
            (0, 3),
            (0, 2),
            (1, 3),
            (1, 2),
        ] {
            let (x, y) = (ranks[a], ranks[b]);
            ranks[a] = x.min(y);
            ranks[b] = x.max(y);
        }
        &self.rows[board_index(ranks)]
    }

    /// What sets of low ranks make of a board's.
    #[inline]
    pub(super) fn low_row(&self, board: u8) -> &[u8; 256] {
        &self.lows[usize::from(board)]
    }

    #[inline]
    pub(super) fn flush(&self, set: u16) -> High {
        High(self.flushes[usize::from(set) & 0x1fff])
    }
}

/// The ten ways to take three of five.
const TRIPLES: [[usize; 3]; 10] = [
    [0, 1, 2],
    [0, 1, 3],
    [0, 1, 4],
    [0, 2, 3],
    [0, 2, 4],
    [0, 3, 4],
    [1, 2, 3],
    [1, 2, 4],
    [1, 3, 4],
    [2, 3, 4],
];

/// Where a pair of ranks stands in a row; the first must not be the lower.
#[inline]
pub(super) fn pair_index(high: usize, low: usize) -> usize {
    high * (high + 1) / 2 + low
}

/// Where three ranks stand, from the lowest up.
fn triple_index([a, b, c]: [usize; 3]) -> usize {
    a + b * (b + 1) / 2 + c * (c + 1) * (c + 2) / 6
}

/// Binomial coefficients that number the third, fourth and fifth rank of a board.
const CHOOSE: [[usize; 13]; 3] = {
    let mut table = [[0; 13]; 3];
    let mut n = 0;
    while n < 13 {
        table[0][n] = n * (n + 1) * (n + 2) / 6;
        table[1][n] = n * (n + 1) * (n + 2) * (n + 3) / 24;
        table[2][n] = n * (n + 1) * (n + 2) * (n + 3) * (n + 4) / 120;
        n += 1;
    }
    table
};

/// Where five ranks stand, from the lowest up.
#[inline]
fn board_index([a, b, c, d, e]: [usize; 5]) -> usize {
    a + b * (b + 1) / 2 + CHOOSE[0][c] + CHOOSE[1][d] + CHOOSE[2][e]
}

/// Every multiset of N ranks, each from the lowest up, in the order of their indices.
fn multisets<const N: usize>() -> Vec<[usize; N]> {
    let mut found = vec![];
    let mut ranks = [0; N];
    loop {
        found.push(ranks);
        // The first rank that can be raised without passing the next one.
        let Some(place) = (0..N).find(|&i| ranks[i] < ranks.get(i + 1).copied().unwrap_or(12))
        else {
            return found;
        };
        ranks[place] += 1;
        ranks[..place].fill(0);
    }
}

/// The key of five ranks that are not of one suit; 0 where a rank would be there five times.
fn unsuited_key(ranks: [usize; 5]) -> u32 {
    let mut counts = [0u32; 13];
    for rank in ranks {
        counts[rank] += 1;
    }
    let set = counts.iter().enumerate().fold(0u16, |set, (rank, &count)| {
        set | u16::from(count > 0) << rank
    });
    let mut order: Vec<usize> = (0..13).filter(|&rank| counts[rank] > 0).collect();
    order.sort_by_key(|&rank| std::cmp::Reverse((counts[rank], rank)));
    let category = match (order.len(), counts[order[0]]) {
        (1, _) => return 0,
        (2, 4) => 7,
        (2, _) => 6,
        (3, 3) => 3,
        (3, _) => 2,
        (4, _) => 1,
        _ => match straight(set) {
            Some(top) => return pack(4, &[top]),
            None => 0,
        },
    };
    pack(category, &order)
}

/// The key of five different ranks of one suit.
fn suited_key(set: u16) -> u32 {
    match straight(set) {
        Some(top) => pack(8, &[top]),
        None => {
            let ranks: Vec<usize> = (0..13).rev().filter(|rank| set >> rank & 1 == 1).collect();
            pack(5, &ranks)
        }
    }
}

fn pack(category: u32, ranks: &[usize]) -> u32 {
    let digits = (0..5).map(|place| ranks.get(place).map_or(0, |&rank| rank as u32));
    digits.fold(category, |key, digit| key << 4 | digit)
}

/// The highest rank of five in sequence.
fn straight(set: u16) -> Option<usize> {
    match set {
        WHEEL => Some(3),
        _ => (4..13).find(|top| u32::from(set) == FIVE << (top - 4)),
    }
}

/// For every two sets of ranks up to eight the best low of two and three; and what each low is.
fn lows() -> (Vec<[u8; 256]>, Vec<u8>) {
    // Compared from the highest card down, the least set is the best.
    let mut sets: Vec<u8> = (0..=255u8).filter(|set| set.count_ones() == 5).collect();
    sets.sort_unstable_by_key(|&set| std::cmp::Reverse(set));
    sets.insert(0, 0);
    let mut lows = vec![[0; 256]; 256];
    for (board, row) in (0..=255u8).zip(&mut lows) {
        for (hole, best) in (0..=255u8).zip(row.iter_mut()) {
            let made = |set: &u8| {
                set & !(hole | board) == 0
                    && (set & !board).count_ones() <= 2
                    && (set & !hole).count_ones() <= 3
            };
            *best = sets
                .iter()
                .skip(1)
                .rposition(made)
                .map_or(0, |low| low as u8 + 1);
        }
    }
    (lows, sets)
}

#[cfg(test)]
mod tests {
    use super::*;

    // Every five cards belong to one of 7462 classes, every low to one of 56.
    #[test]
    fn there_are_as_many_classes_as_there_should_be() {
        let tables = Tables::shared();
        assert_eq!(tables.keys.len(), 7462 + 1);
        assert_eq!(tables.low_sets.len(), 56 + 1);
        let per_category: Vec<usize> = (0..9)
            .map(|category| {
                tables.keys[1..]
                    .iter()
                    .filter(|&&key| key >> 20 == category)
                    .count()
            })
            .collect();
        assert_eq!(per_category, [1277, 2860, 858, 858, 10, 1277, 156, 156, 10]);
    }

    #[test]
    fn indices_number_the_multisets() {
        for (index, board) in multisets::<5>().into_iter().enumerate() {
            assert_eq!(board_index(board), index);
        }
        for (index, [a, b, c]) in multisets::<3>().into_iter().enumerate() {
            assert_eq!(triple_index([a, b, c]), index);
        }
        for (index, [low, high]) in multisets::<2>().into_iter().enumerate() {
            assert_eq!(pair_index(high, low), index);
        }
    }
}
