//! The transposition table: two entries per bucket (Breuker, Uiterwijk and van den Herik 1996,
//! "Replacement schemes and two-level tables"). The first keeps the deepest search, the second the
//! latest; a new entry at least as deep takes the first and moves the old one to the second.
//!
//! An entry holds the whole key, so a wrong one needs two states with the same 64 bits. It stores its
//! best action as an index into the list of actions, whose order depends on the state alone.

use ludometer_core::memory;

/// The bound type of a stored value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// An upper bound.
    Upper,
    /// A lower bound.
    Lower,
    /// The exact value.
    Exact,
}

/// A table entry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry {
    /// To the mover, plies to a finish counted from here.
    pub(super) value: f64,
    pub(super) bound: Bound,
    /// How deep it was searched, in parts of a ply.
    pub(super) depth: i32,
    /// The index of the best action, or [`NOWHERE`].
    pub(super) action: u16,
}

/// The index of no action.
pub(super) const NOWHERE: u16 = u16::MAX;

impl Entry {
    fn pack(self) -> [u64; 2] {
        // Never zero, which is what an empty place holds.
        let bound = match self.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        let depth = u64::from(self.depth as u32);
        [
            self.value.to_bits(),
            depth << 32 | u64::from(self.action) << 8 | bound,
        ]
    }

    fn unpack([value, rest]: [u64; 2]) -> Option<Entry> {
        Some(Entry {
            value: f64::from_bits(value),
            bound: match rest & 3 {
                0 => return None,
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
            depth: (rest >> 32) as u32 as i32,
            action: (rest >> 8) as u16,
        })
    }
}

/// Key, value and the rest of the deep entry, then of the late one. Plain words, so that a fresh table
/// is zeroed memory.
type Slot = [u64; 6];

/// The table. Without buckets it stores nothing and costs nothing.
#[derive(Debug, Default)]
pub(super) struct Table {
    slots: Vec<Slot>,
}

/// The bytes that a transposition table takes, by the binary logarithm of the number of its buckets.
pub fn table_bytes(bits: u32) -> u64 {
    match bits {
        0 => 0,
        bits => (size_of::<Slot>() as u64) << bits,
    }
}

impl Table {
    /// A table of two to the power of `bits` buckets; 0 is none.
    /// Ends the episode if there is no memory for it.
    pub(super) fn new(bits: u32) -> Table {
        let slots = if bits == 0 { 0 } else { 1 << bits };
        let bytes = table_bytes(bits);
        if !memory::fits(bytes) {
            let megabytes = bytes >> 20;
            memory::exhausted(format!(
                "there is no memory for a transposition table of 2^{bits} buckets ({megabytes} MB)"
            ));
        }
        Table {
            slots: vec![[0; 6]; slots],
        }
    }

    pub(super) fn is_some(&self) -> bool {
        !self.slots.is_empty()
    }

    /// The entries of a key: the deep entry, then the late one.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> [Option<Entry>; 2] {
        let Some(&[first, a, b, second, c, d]) = self.slots.get(self.index(key)) else {
            return [None; 2];
        };
        [
            (first == key).then(|| Entry::unpack([a, b])).flatten(),
            (second == key).then(|| Entry::unpack([c, d])).flatten(),
        ]
    }

    #[inline]
    pub(super) fn store(&mut self, key: u64, entry: Entry) {
        let index = self.index(key);
        let Some(slot) = self.slots.get_mut(index) else {
            return;
        };
        let [value, rest] = entry.pack();
        let deep = Entry::unpack([slot[1], slot[2]]);
        if deep.is_some_and(|deep| deep.depth > entry.depth) {
            slot[3..].copy_from_slice(&[key, value, rest]);
            return;
        }
        if slot[0] != key {
            slot.copy_within(..3, 3);
        }
        slot[..3].copy_from_slice(&[key, value, rest]);
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        // Of an empty table it is any number, and nothing is found there.
        key as usize & self.slots.len().wrapping_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: f64, depth: i32) -> Entry {
        Entry {
            value,
            bound: Bound::Lower,
            depth,
            action: 7,
        }
    }

    #[test]
    fn entries_survive_packing() {
        for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
            for (value, depth, action) in [(-1e12, 0, 0), (0.25, 1920, NOWHERE), (3.0, -64, 300)] {
                let entry = Entry {
                    value,
                    bound,
                    depth,
                    action,
                };
                assert_eq!(Entry::unpack(entry.pack()), Some(entry));
            }
        }
        assert_eq!(Entry::unpack([0, 0]), None);
    }

    #[test]
    fn a_table_takes_the_bytes_that_are_said() {
        assert_eq!((table_bytes(0), Table::new(0).slots.len()), (0, 0));
        for bits in [1, 5, 12] {
            let slots = Table::new(bits).slots;
            assert_eq!(table_bytes(bits), size_of_val(&slots[..]) as u64);
            assert_eq!(slots.len(), 1 << bits);
        }
    }

    #[test]
    fn a_deeper_or_equal_newcomer_moves_the_old_one_to_the_second_place() {
        let mut table = Table::new(1);
        // Even keys share a slot.
        table.store(2, entry(1.0, 3));
        table.store(4, entry(2.0, 3));
        assert_eq!(table.probe(4), [Some(entry(2.0, 3)), None]);
        assert_eq!(table.probe(2), [None, Some(entry(1.0, 3))]);
        // Shallower: the deep one stays, the late one goes.
        table.store(6, entry(3.0, 1));
        assert_eq!(table.probe(4)[0], Some(entry(2.0, 3)));
        assert_eq!(table.probe(6)[1], Some(entry(3.0, 1)));
        assert_eq!(table.probe(2), [None; 2]);
        // Its own successor pushes nobody out.
        table.store(4, entry(5.0, 4));
        assert_eq!(table.probe(4)[0], Some(entry(5.0, 4)));
        assert_eq!(table.probe(6)[1], Some(entry(3.0, 1)));
        assert_eq!(table.probe(3), [None; 2]);
    }

    #[test]
    fn no_table_knows_nothing() {
        let mut table = Table::new(0);
        table.store(1, entry(1.0, 1));
        assert_eq!(table.probe(1), [None; 2]);
        assert!(!table.is_some());
    }
}
