//! Card configurations: the hands of the others and the cards to come (Kocsis, Szepesvári and Winands
//! 2005, section 4.1.2).
//!
//! They are drawn with dice that come from what the player sees, its cards and the board, and from
//! nothing else. So a deck that is played again, by another model, from the other seat or after other
//! bets, meets the same configurations: both sides of a comparison share their luck, and tables that
//! were made lately are there already. A player can also have configurations of its own
//! ([`Origin::Own`]).

use super::preflop;
use super::reading::{Step, step_of};
use super::strength::{Percentiles, StrengthScale};
use ludometer_core::{Generator, Rng, Seed};
use ludometer_games_other::omaha::{
    Board, Card, Draw, Hand, HandEvaluator, HoleCards, Round, SEATS, Seats, Strength, real_share,
};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::{Arc, Mutex, OnceLock};

/// Where the configurations of a decision come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Origin {
    /// From what the player sees alone: players who see the same cards get the same configurations.
    #[default]
    Shared,
    /// From the player's random stream and its model too: neither two decisions nor two models that
    /// decide in the same place share them.
    Own,
}

/// All that a table depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct InformationKey {
    hole: HoleCards,
    board: [Card; 5],
    round: Round,
    players: u8,
    samples: usize,
    part: u64,
    /// What makes configurations a player's own.
    own: Option<u64>,
}

impl InformationKey {
    /// What `seat` sees. This many configurations make one part, and parts are numbered.
    pub(super) fn new(
        hand: &Hand,
        players: usize,
        seat: usize,
        samples: usize,
        part: u64,
    ) -> InformationKey {
        let mut board = [Card::default(); 5];
        for (place, card) in board.iter_mut().zip(hand.board()) {
            *place = *card;
        }
        InformationKey {
            hole: *hand.hole(seat),
            board,
            round: hand.round(),
            players: players as u8,
            samples,
            part,
            own: None,
        }
    }

    /// The same with configurations that only this number gives.
    pub(super) fn own(self, number: Option<u64>) -> InformationKey {
        InformationKey {
            own: number,
            ..self
        }
    }

    fn known(&self) -> &[Card] {
        &self.board[..self.round.board()]
    }

    pub(super) fn dice(&self, name: &str) -> Rng {
        let seed = Seed::new(0).named(name).nth(set(&self.board[..3]));
        let seed = self.board[3..]
            .iter()
            .fold(seed, |seed, card| seed.nth(card.bit()));
        let seed = seed.nth(self.hole.set()).nth(u64::from(self.players));
        let seed = self
            .own
            .map_or(seed, |number| seed.named("own").nth(number));
        seed.nth(self.round as u64)
            .nth(self.part)
            .rng(Generator::Xoshiro)
    }

    fn bytes(&self) -> usize {
        let each = usize::from(self.players) * (size_of::<Strength>() + Round::ALL.len());
        self.samples * each
    }
}

fn set(cards: &[Card]) -> u64 {
    cards.iter().fold(0, |set, card| set | card.bit())
}

/// Configurations with what each hand is worth at the end and how good it was in each round.
#[derive(Debug)]
pub(super) struct Configurations {
    players: usize,
    /// By configuration, the player's own first, then the others' from its left on.
    strengths: Vec<Strength>,
    /// By round and by other, the step of the percentile in each configuration.
    steps: Vec<Vec<Step>>,
}

impl Configurations {
    /// Those of a sight, made now or remembered.
    pub(super) fn of(sight: InformationKey) -> Arc<Configurations> {
        // Nobody asks for a player's own twice.
        if sight.own.is_some() {
            return Arc::new(Configurations::new(&sight));
        }
        static CACHE: OnceLock<Vec<Slot>> = OnceLock::new();
        let cache = CACHE.get_or_init(|| (0..SLOTS).map(|_| Mutex::new(None)).collect());
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(sight) as usize;
        let slot = &cache[hash % (BYTES / sight.bytes().max(1)).clamp(1, SLOTS)];
        let locked = || slot.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some((other, made)) = &*locked()
            && *other == sight
        {
            return Arc::clone(made);
        }
        let made = Arc::new(Configurations::new(&sight));
        *locked() = Some((sight, Arc::clone(&made)));
        made
    }

    fn new(sight: &InformationKey) -> Configurations {
        let players = usize::from(sight.players);
        let (samples, others) = (sight.samples, players - 1);
        let mut dice = sight.dice("configurations");
        let seen = sight.hole.set() | set(sight.known());
        let board = Board::new(sight.board);
        let mut strengths = Vec::with_capacity(samples * players);
        let mut holes = vec![Vec::with_capacity(samples); others];
        for _ in 0..samples {
            let mut draw = Draw::new(seen, &mut dice);
            let evaluator = HandEvaluator::new(&draw.board(&board, sight.round.board()));
            strengths.push(evaluator.strength(&sight.hole));
            for holes in &mut holes {
                let hole = draw.hole();
                strengths.push(evaluator.strength(&hole));
                holes.push(hole);
            }
        }
        let mut dice = sight.dice("rulers");
        let rounds = Round::ALL
            .into_iter()
            .take_while(|round| *round <= sight.round);
        let steps = rounds.flat_map(|round| match round {
            Round::Preflop => measured(&holes, preflop::percentile),
            _ => {
                let ruler = StrengthScale::new(&board, round, &mut dice);
                let shares: Vec<Vec<f64>> = holes
                    .iter()
                    .map(|holes| holes.iter().map(|hole| ruler.share(hole)).collect())
                    .collect();
                let among = Percentiles::among(shares.iter().flatten().copied());
                measured(&shares, |share| among.of(*share))
            }
        });
        Configurations {
            players,
            strengths,
            steps: steps.collect(),
        }
    }

    /// The share of the pot in each configuration, if those of `live` show their cards. Seats are
    /// counted from the player's own.
    pub(super) fn shares(&self, live: Seats) -> impl Iterator<Item = f64> {
        self.sides(live).map(|(high, low)| high + low)
    }

    /// The same by sides, high and low.
    pub(super) fn sides(&self, live: Seats) -> impl Iterator<Item = (f64, f64)> {
        self.strengths.chunks_exact(self.players).map(move |shown| {
            let mut strengths = [Strength::default(); SEATS];
            strengths[..shown.len()].copy_from_slice(shown);
            real_share(live, &strengths, 0)
        })
    }

    /// How good the hand of the other was in a round, in each configuration; the one to the player's
    /// left is number 1.
    pub(super) fn steps(&self, round: Round, other: usize) -> &[Step] {
        &self.steps[round as usize * (self.players - 1) + other - 1]
    }
}

/// Each other's hands as steps.
fn measured<T>(hands: &[Vec<T>], percentile: impl Fn(&T) -> f64) -> Vec<Vec<Step>> {
    let steps = |hands: &Vec<T>| hands.iter().map(|hand| step_of(percentile(hand))).collect();
    hands.iter().map(steps).collect()
}

type Slot = Mutex<Option<(InformationKey, Arc<Configurations>)>>;

/// Tables that are remembered at most, and about how much room those of one size may take.
const SLOTS: usize = 1 << 15;
const BYTES: usize = 64 << 20;

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::Notation;
    use ludometer_games_other::omaha::Omaha;

    fn sight(text: &str, seat: usize, part: u64) -> InformationKey {
        let hand = Omaha::new(2).unwrap().read(text).unwrap();
        InformationKey::new(&hand, 2, seat, 200, part)
    }

    /// Neither the seat nor the bets nor the order of the flop: only what is seen.
    #[test]
    fn what_looks_the_same_has_the_same_configurations() {
        let one = sight("As2sKdQh - | 3s7s9dTc | - | rc/cc/", 0, 0);
        let other = sight("- Qh2sKdAs | 9d3s7sTc | - | crrc/crc/", 1, 0);
        assert_eq!(one, other);
        for different in [
            sight("As2sKdQc - | 3s7s9dTc | - | rc/cc/", 0, 0),
            sight("As2sKdQh - | 3s7sTc9d | - | rc/cc/", 0, 0),
            sight("As2sKdQh - | 3s7s9dTc | - | rc/cc/", 0, 1),
        ] {
            let shares = |sight| Configurations::of(sight).shares(3).collect::<Vec<_>>();
            assert_ne!(shares(one), shares(different), "{different:?}");
        }
    }

    /// A number of one's own gives other configurations of the same cards, and the same ones again.
    #[test]
    fn configurations_of_ones_own() {
        let shared = sight("As2sKdQh - | 3s7s9dTc | - | rc/cc/", 0, 0);
        let shares = |sight| Configurations::of(sight).shares(3).collect::<Vec<_>>();
        let (one, other) = (shared.own(Some(1)), shared.own(Some(2)));
        assert_eq!(shares(one), shares(one));
        assert_ne!(shares(one), shares(other));
        assert_ne!(shares(one), shares(shared));
    }

    /// However full the cache is, and whatever filled it.
    #[test]
    fn what_is_remembered_is_what_was_made() {
        let sight = sight("As2sKdQh - | 3s7s9d | - | rc/", 0, 0);
        let made = Configurations::new(&sight);
        for _ in 0..2 {
            let remembered = Configurations::of(sight);
            assert_eq!(remembered.strengths, made.strengths);
            assert_eq!(remembered.steps, made.steps);
        }
        assert_eq!(made.steps.len(), 2);
        // Ranks are spread over all steps.
        let steps = made.steps(Round::Flop, 1);
        assert!(steps.iter().any(|step| *step < 8) && steps.iter().any(|step| *step > 120));
    }
}
