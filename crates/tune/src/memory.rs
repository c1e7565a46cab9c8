//! Scenarios that made a difference, asked again (Kocsis, Szepesvári and Winands, section 5.1).
//!
//! Half of a batch's scenarios are taken from the store, the most recent first; the other half is new.
//! A scenario leaves the memory when it is reused, and returns if it makes a difference again.

use serde::{Deserialize, Serialize};

/// The store.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Memory {
    /// The most recent last.
    store: Vec<u64>,
}

impl Memory {
    /// The scenarios of a batch of `count` and how many of them are new, numbered from `fresh`.
    pub(crate) fn plan(&self, count: usize, fresh: u64, reuse: bool) -> (Vec<u64>, u64) {
        let mut plan = Vec::with_capacity(count);
        let mut new = 0;
        for index in 0..count {
            let old = match reuse && index % 2 == 1 {
                true => self.store.iter().rev().nth(index / 2),
                false => None,
            };
            plan.push(old.copied().unwrap_or(fresh + new));
            new += u64::from(old.is_none());
        }
        (plan, new)
    }

    /// Learns which scenarios of a plan made a difference. No more than the plan's number is kept.
    pub(crate) fn learn(&mut self, plan: &[u64], new: u64, made: impl Fn(usize) -> bool) {
        let used = plan.len() - new as usize;
        self.store.truncate(self.store.len() - used);
        let made = (0..plan.len()).filter(|&index| made(index));
        self.store.extend(made.map(|index| plan[index]));
        let excess = self.store.len().saturating_sub(plan.len());
        self.store.drain(..excess);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_a_batch_is_what_made_a_difference_most_recently() {
        let mut memory = Memory::default();
        let (plan, new) = memory.plan(6, 0, true);
        assert_eq!((plan.as_slice(), new), (&[0, 1, 2, 3, 4, 5][..], 6));
        memory.learn(&plan, new, |index| index % 3 == 0);
        let (plan, new) = memory.plan(6, 6, true);
        assert_eq!((plan.as_slice(), new), (&[6, 3, 7, 0, 8, 9][..], 4));
        memory.learn(&plan, new, |index| index == 1);
        assert_eq!(memory.store, [3]);
        assert_eq!(memory.plan(3, 10, false), (vec![10, 11, 12], 3));
    }
}
