//! The percentiles of all hands before the flop: a table that is made when it is first asked.

use super::strength::StrengthScale;
use ludometer_core::{Generator, Seed};
use ludometer_games_other::omaha::{Board, Card, HoleCards, Round};
use std::sync::OnceLock;

/// Hands of four cards.
const HANDS: usize = 270_725;

/// The percentile of a hand before the flop, among all hands.
pub(super) fn percentile(hole: &HoleCards) -> f64 {
    static TABLE: OnceLock<Vec<f32>> = OnceLock::new();
    f64::from(TABLE.get_or_init(table)[index(hole)])
}

/// The number of a hand among all hands.
#[inline]
fn index(hole: &HoleCards) -> usize {
    let [a, b, c, d] = hole
        .cards()
        .map(|card| card.bit().trailing_zeros() as usize);
    a * a.saturating_sub(1) * a.saturating_sub(2) * a.saturating_sub(3) / 24
        + b * b.saturating_sub(1) * b.saturating_sub(2) / 6
        + c * c.saturating_sub(1) / 2
        + d
}

/// Every hand, the one of number 0 first.
fn hands() -> impl Iterator<Item = HoleCards> {
    let cards: Vec<Card> = (0..Card::COUNT).filter_map(Card::numbered).collect();
    let count = cards.len();
    (3..count).flat_map(move |a| {
        let cards = cards.clone();
        (2..a).flat_map(move |b| {
            let cards = cards.clone();
            (1..b).flat_map(move |c| {
                let cards = cards.clone();
                (0..c).map(move |d| HoleCards::new([a, b, c, d].map(|number| cards[number])))
            })
        })
    })
}

/// The hand that stands for all that differ from it in the names of suits: the suit with the most
/// telling ranks is the first.
fn plain(hole: &HoleCards) -> HoleCards {
    let mut suits = [0u16; 4];
    for card in hole.cards() {
        suits[card.suit()] |= 1 << card.rank();
    }
    suits.sort_unstable();
    let mut cards = [Card::default(); 4];
    let mut index = 0;
    for (suit, ranks) in suits.into_iter().enumerate() {
        for rank in (0..13).filter(|rank| ranks >> rank & 1 == 1) {
            cards[index] = Card::numbered(4 * rank + suit as u8).unwrap_or_default();
            index += 1;
        }
    }
    HoleCards::new(cards)
}

fn table() -> Vec<f32> {
    let mut dice = Seed::new(0)
        .named("hands before the flop")
        .rng(Generator::Xoshiro);
    let ruler = StrengthScale::new(&Board::default(), Round::Preflop, &mut dice);
    // The kind of each hand, by the number of the hand that stands for it.
    let kinds: Vec<u32> = hands().map(|hole| index(&plain(&hole)) as u32).collect();
    let mut sizes = vec![0u32; HANDS];
    kinds.iter().for_each(|&kind| sizes[kind as usize] += 1);
    let mut shares: Vec<(f64, u32)> = hands()
        .zip(0..)
        .filter(|(_, number)| kinds[*number as usize] == *number)
        .map(|(hole, number)| (ruler.share(&hole), number))
        .collect();
    shares.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut percentiles = vec![0.0; HANDS];
    let mut below = 0;
    for (_, kind) in shares {
        let size = sizes[kind as usize];
        let middle = (f64::from(below) + f64::from(size) / 2.0) / HANDS as f64;
        percentiles[kind as usize] = middle as f32;
        below += size;
    }
    let of = |kind: &u32| percentiles[*kind as usize];
    kinds.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_games_other::omaha::read_cards;

    fn hole(text: &str) -> HoleCards {
        HoleCards::new(read_cards(text).unwrap().try_into().unwrap())
    }

    #[test]
    fn every_hand_has_its_number_and_its_kind() {
        let mut kinds = 0;
        for (number, hole) in hands().enumerate() {
            assert_eq!(index(&hole), number);
            let plain_one = plain(&hole);
            assert_eq!(plain(&plain_one), plain_one);
            kinds += usize::from(plain_one == hole);
        }
        assert_eq!(index(&hole("AsAhAdAc")), HANDS - 1);
        // Hands up to the names of suits.
        assert_eq!(kinds, 16_432);
    }

    #[test]
    fn good_hands_are_above_bad_ones() {
        let of = |text: &str| percentile(&hole(text));
        assert!(of("AsAh2s3h") > 0.99, "{}", of("AsAh2s3h"));
        assert!(of("As2s3dKd") > 0.9 && of("9c9d9h9s") < 0.1);
        assert_eq!(of("As2s3dKd"), of("Ac2c3hKh"));
        let mean = hands().map(|hole| percentile(&hole)).sum::<f64>() / HANDS as f64;
        assert!((mean - 0.5).abs() < 1e-3, "{mean}");
    }
}
