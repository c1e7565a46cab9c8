//! How good a hand is in its round: its expected share of the pot against one random hand, and the
//! percentile of that among all hands.

use ludometer_core::Rng;
use ludometer_games_other::omaha::{
    Board, Draw, HandEvaluator, High, HoleCards, Low, Round, Strength,
};

/// How many ways the board goes on, and how many hands are met on each, by round.
fn extent(round: Round) -> (usize, usize) {
    match round {
        Round::Preflop => (512, 32),
        Round::Flop => (12, 32),
        Round::Turn => (12, 32),
        Round::River | Round::Showdown => (1, 128),
    }
}

/// A whole board and the hands that are met on it.
struct BoardHands {
    evaluator: HandEvaluator,
    /// The cards that are not yet known.
    later: u64,
    /// Of hands without a low first.
    highs: Vec<High>,
    lows: Vec<Low>,
    /// How many have no low.
    without: usize,
}

/// Twice the number of those that are beaten, and once the number of equals. Sums of the width of
/// what is compared keep the loop in vectors.
#[inline]
fn beaten<T: Copy + Ord>(mine: T, others: &[T]) -> u32 {
    let each = |other: &T| u16::from(mine > *other) + u16::from(mine >= *other);
    u32::from(others.iter().map(each).sum::<u16>())
}

impl BoardHands {
    /// Hands that are met on a board of which the set `known` lies already.
    fn new(board: &Board, known: u64, hands: usize, dice: &mut Rng) -> BoardHands {
        let cards = board.cards().iter().fold(0, |set, card| set | card.bit());
        let evaluator = HandEvaluator::new(board);
        let strengths = (0..hands).map(|_| evaluator.strength(&Draw::new(cards, dice).hole()));
        let mut strengths: Vec<Strength> = strengths.collect();
        strengths.sort_by_key(|strength| strength.low.qualifies());
        BoardHands {
            evaluator,
            later: cards & !known,
            highs: strengths.iter().map(|strength| strength.high).collect(),
            lows: strengths.iter().map(|strength| strength.low).collect(),
            without: strengths.partition_point(|strength| !strength.low.qualifies()),
        }
    }

    /// Four times the number of pots won, over all hands that are met.
    #[inline]
    fn quarters(&self, hole: &HoleCards) -> u32 {
        let mine = self.evaluator.strength(hole);
        let high = beaten(mine.high, &self.highs);
        match mine.low.qualifies() {
            true => high + beaten(mine.low, &self.lows),
            // Where there is no low the high takes all.
            false => high + beaten(mine.high, &self.highs[..self.without]),
        }
    }
}

/// Measures hands on the board of a round: all on the same boards and against the same hands, so
/// that they compare.
///
/// It knows what lies on the table in that round and nothing else. Ways for the board to go on that
/// need a card of the hand itself are left out; hands that are met may have one.
pub struct StrengthScale {
    met: Vec<BoardHands>,
}

impl StrengthScale {
    /// For the first cards of a board, as many as the round has.
    pub fn new(board: &Board, round: Round, dice: &mut Rng) -> StrengthScale {
        let (boards, hands) = extent(round);
        let known = &board.cards()[..round.board()];
        let known = known.iter().fold(0, |set, card| set | card.bit());
        let met = (0..boards).map(|_| {
            let whole = Draw::new(known, dice).board(board, round.board());
            BoardHands::new(&whole, known, hands, dice)
        });
        StrengthScale { met: met.collect() }
    }

    /// The expected share of the pot of a hand; half where its own cards leave no way to go on.
    #[inline]
    pub fn share(&self, hole: &HoleCards) -> f64 {
        let set = hole.set();
        let (mut quarters, mut met) = (0, 0);
        for one in self.met.iter().filter(|one| one.later & set == 0) {
            quarters += one.quarters(hole);
            met += one.highs.len();
        }
        match met {
            0 => 0.5,
            _ => f64::from(quarters) / (4 * met) as f64,
        }
    }
}

/// In how many steps shares are told apart.
const STEPS: usize = 256;

/// Percentiles of shares among others.
pub struct Percentiles {
    at: [f64; STEPS],
}

fn step(share: f64) -> usize {
    ((share * STEPS as f64) as usize).min(STEPS - 1)
}

impl Percentiles {
    /// Among these. Those of the same step are taken as equal, each in the middle of them.
    pub fn among(shares: impl Iterator<Item = f64>) -> Percentiles {
        let mut at = [0.0; STEPS];
        shares.for_each(|share| at[step(share)] += 1.0);
        let all: f64 = at.iter().sum::<f64>().max(1.0);
        let mut below = 0.0;
        for at_rank in &mut at {
            let here = *at_rank;
            *at_rank = (below + here / 2.0) / all;
            below += here;
        }
        Percentiles { at }
    }

    /// Of a share.
    #[inline]
    pub fn of(&self, share: f64) -> f64 {
        self.at[step(share)]
    }
}

#[cfg(test)]
mod tests {
    use super::super::percentile::percentile;
    use super::*;
    use ludometer_core::{Generator, Seed};
    use ludometer_games_other::omaha::read_cards;

    fn hole(text: &str) -> HoleCards {
        HoleCards::new(read_cards(text).unwrap().try_into().unwrap())
    }

    // With the whole board there, the share is a mean over the hands that are met.
    #[test]
    fn the_nuts_have_the_highest_share_and_percentile() {
        let mut dice = Seed::new(4).rng(Generator::Xoshiro);
        let board = Board::new(read_cards("3s4s5sJdTc").unwrap().try_into().unwrap());
        let ruler = StrengthScale::new(&board, Round::River, &mut dice);
        let [best, worst] = ["As2s7h6h", "KdKhQdQh"].map(|text| ruler.share(&hole(text)));
        assert!(best > 0.97 && worst < 0.5, "{best} {worst}");
        assert!(percentile(&hole("As2s7h6h"), &board, Round::River, &mut dice) > 0.95);
    }

    #[test]
    fn percentiles_are_middles_of_equals() {
        let percentiles = Percentiles::among([0.1, 0.5, 0.5, 1.0].into_iter());
        let of = [0.1, 0.5, 1.0].map(|share| percentiles.of(share));
        assert_eq!(of, [0.125, 0.5, 0.875]);
        assert_eq!((percentiles.of(0.0), percentiles.of(0.7)), (0.0, 0.75));
    }
}
