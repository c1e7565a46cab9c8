//! The betting so far, packed: two bits an action.

use super::bet::Bet;

const WORDS: usize = 16;

/// Every action of a hand in order.
///
/// Capped rounds of ten players have at most 46 actions, short raises add at most 90 in a hand, and
/// every raise without a cap costs at least a small bet: with stacks of [`super::DEEPEST`] small
/// bets a hand never has more than fit here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Log {
    words: [u64; WORDS],
    length: u16,
}

impl Log {
    #[inline]
    pub(super) fn push(&mut self, bet: Bet) {
        let at = usize::from(self.length);
        self.words[at / 32] |= (bet as u64) << (2 * (at % 32));
        self.length += 1;
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        usize::from(self.length)
    }

    /// Whether nobody has acted.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The actions in order.
    pub fn iter(&self) -> impl Iterator<Item = Bet> {
        let words = self.words;
        (0..self.len()).map(move |at| match words[at / 32] >> (2 * (at % 32)) & 3 {
            0 => Bet::Fold,
            1 => Bet::Call,
            _ => Bet::Raise,
        })
    }
}
