//! A set of words: open addressing, no removal.

use super::word::Word;

/// Words seen so far. [`Word::NONE`] cannot be in it.
pub(super) struct Set<W> {
    slots: Vec<W>,
    len: usize,
}

impl<W: Word> Set<W> {
    /// An empty set with room for about `room` words before it grows.
    pub(super) fn with_room(room: usize) -> Set<W> {
        Set {
            slots: vec![W::NONE; (room * 2).next_power_of_two().max(16)],
            len: 0,
        }
    }

    /// Adds a word; whether it is new.
    #[inline]
    pub(super) fn insert(&mut self, word: W) -> bool {
        if self.len * 5 > self.slots.len() * 3 {
            self.grow();
        }
        match self.find(word) {
            Ok(_) => false,
            Err(slot) => {
                self.slots[slot] = word;
                self.len += 1;
                true
            }
        }
    }

    /// Whether the word is there.
    #[inline]
    pub(super) fn contains(&self, word: W) -> bool {
        self.find(word).is_ok()
    }

    /// The slot of the word, or the slot it would take.
    #[inline]
    fn find(&self, word: W) -> Result<usize, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = word.mix() as usize & mask;
        loop {
            let found = self.slots[slot];
            if found == word {
                return Ok(slot);
            }
            if found == W::NONE {
                return Err(slot);
            }
            slot = (slot + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let doubled = vec![W::NONE; self.slots.len() * 2];
        let old = std::mem::replace(&mut self.slots, doubled);
        for word in old {
            if word != W::NONE
                && let Err(slot) = self.find(word)
            {
                self.slots[slot] = word;
            }
        }
    }
}
