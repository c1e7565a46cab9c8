//! What an agent can learn of the deal from its own random stream: nothing, unless it can find the
//! plan's seed by trying seeds, and with a secret not even then.

use ludometer::play::{self, MatchRules, NoObserver, address, episode};
use ludometer_core::{Agent, Forfeit, Game, Generator, Player, Rng, Seat, Seed};
use ludometer_games::kuhn::{Deal, Kuhn, Move};
use std::sync::{Arc, Mutex};

/// Notes the first words of its stream and the deal that it takes to be the true one, if it knows one.
struct Spy<F> {
    crack: F,
    guesses: Arc<Mutex<Vec<Option<[u8; 2]>>>>,
}

impl<F: FnMut(&mut Rng, Player) -> Option<Deal> + Send> Agent<Kuhn> for Spy<F> {
    fn act(&mut self, seat: &mut Seat<'_, Kuhn>) -> Result<Move, Forfeit> {
        let player = seat.player();
        let deal = (self.crack)(seat.dice(), player);
        self.guesses
            .lock()
            .unwrap()
            .push(deal.map(|deal| deal.cards));
        Ok(Move::Pass)
    }
}

const RULES: MatchRules = MatchRules {
    moves: None,
    budget: ludometer_core::Budget::UNLIMITED,
    opening: None,
    budgets: Vec::new(),
    mirror: false,
    generator: Generator::Xoshiro,
};

/// How many first decisions of this many hands the spy knew the other's card in.
fn known<F>(root: Seed, hands: u64, crack: impl Fn(u64) -> F) -> usize
where
    F: FnMut(&mut Rng, Player) -> Option<Deal> + Send + 'static,
{
    let mut right = 0;
    for hand in 0..hands {
        let span = address(root, hand, 2, false);
        let start = Kuhn.start(&mut play::chance(span.0, 0, RULES.generator));
        let guesses = Arc::default();
        let spy = Spy {
            crack: crack(hand),
            guesses: Arc::clone(&guesses),
        };
        let other = Spy {
            crack: |_: &mut Rng, _| None,
            guesses: Arc::default(),
        };
        let mut agents: [Box<dyn Agent<Kuhn>>; 2] = [Box::new(spy), Box::new(other)];
        let cards = start.cards;
        episode(&Kuhn, start, &mut agents, &RULES, span, &mut NoObserver);
        let guesses: Vec<Option<[u8; 2]>> = guesses.lock().unwrap().clone();
        right += usize::from(guesses[0] == Some(cards));
    }
    right
}

/// What the seat's stream looks like at the first decision: the seat took its determinization first.
fn seen(root: Seed, hand: u64) -> u64 {
    let (span, _) = address(root, hand, 2, false);
    let start = Kuhn.start(&mut play::chance(span, 0, RULES.generator));
    let dice = play::mind(span, Player(0), 0, RULES.generator);
    let budget = ludometer_core::Budget::UNLIMITED;
    let mut seat = Seat::open(&Kuhn, &start, Player(0), dice, budget);
    seat.dice().bits()
}

/// Tries the seeds below `most` until one gives the stream that it sees, and deals with that one.
fn search(most: u64, hand: u64) -> impl FnMut(&mut Rng, Player) -> Option<Deal> + Send {
    move |dice, _| {
        let word = dice.bits();
        let root = (0..most)
            .map(Seed::new)
            .find(|&root| seen(root, hand) == word)?;
        let (span, _) = address(root, hand, 2, false);
        Some(Kuhn.start(&mut play::chance(span, 0, RULES.generator)))
    }
}

/// The threat model says so: in-process agents are trusted code, because a small seed can be found.
#[test]
fn a_small_seed_without_a_secret_is_found_by_trying() {
    let seed = 12_345;
    assert_eq!(known(Seed::new(seed), 3, |hand| search(20_000, hand)), 3);
}

#[test]
fn with_a_secret_a_million_seeds_are_tried_in_vain() {
    let root = Seed::with_secret(12_345, "published after the last game");
    assert_eq!(known(root, 1, |hand| search(1_000_000, hand)), 0);
}

/// The derivation of random streams before the present one: every step could be computed backwards.
mod before {
    const G: u64 = 0x9e37_79b9_7f4a_7c15;
    const H: u64 = 0xd1b5_4a32_d192_ed03;

    fn mix(mut z: u64) -> u64 {
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// The inverse of an odd number modulo 2^64, by Newton's iteration.
    fn inverse(odd: u64) -> u64 {
        (0..6).fold(odd, |x, _| {
            x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x)))
        })
    }

    fn unshift(z: u64, by: u32) -> u64 {
        (0..64 / by).fold(z, |x, _| z ^ (x >> by))
    }

    fn unmix(z: u64) -> u64 {
        let z = unshift(z, 31).wrapping_mul(inverse(0x94d0_49bb_1331_11eb));
        let z = unshift(z, 27).wrapping_mul(inverse(0xbf58_476d_1ce4_e5b9));
        unshift(z, 30)
    }

    pub(super) fn absorb((a, b): (u64, u64), word: u64) -> (u64, u64) {
        let a = mix((a ^ word).wrapping_add(G));
        (a, mix((b ^ word.rotate_left(32)).wrapping_add(H)) ^ a)
    }

    /// The key above, where the step was by this word.
    pub(super) fn above((a, b): (u64, u64), word: u64) -> (u64, u64) {
        let above = unmix(a).wrapping_sub(G) ^ word;
        (above, unmix(b ^ a).wrapping_sub(H) ^ word.rotate_left(32))
    }

    /// The key of a stream from the first two words of the generator's state.
    pub(super) fn key(state: [u64; 2]) -> (u64, u64) {
        (
            unmix(state[0]).wrapping_sub(G),
            unmix(state[1]).wrapping_sub(H),
        )
    }

    pub(super) fn state((a, b): (u64, u64)) -> [u64; 2] {
        [mix(a.wrapping_add(G)), mix(b.wrapping_add(H))]
    }
}

/// The attack that worked: from the state of one's own generator back to the address, over to the
/// game's stream. It finds every sibling of the earlier derivation and none of the present one, even
/// if an agent knew the key of its stream (which it can work out from the generator's state).
#[test]
fn a_stream_does_not_lead_to_its_sibling() {
    let [mind, chance] = [*b"mind\0\0\0\0", *b"chance\0\0"].map(u64::from_le_bytes);
    for number in 0..1000 {
        let span = before::absorb((number, 77), number);
        let [own, game] = [mind, chance].map(|word| before::absorb(span, word));
        let key = before::key(before::state(own));
        assert_eq!(key, own);
        let back = before::above(key, mind);
        assert_eq!(
            before::absorb(back, chance),
            game,
            "the attack itself works"
        );
    }
    for number in 0..1000 {
        let span = Seed::new(number).numbered("episode", number);
        let halves = |seed: Seed| {
            let text = seed.to_string();
            let half = |part: &str| u64::from_str_radix(part, 16).unwrap();
            (half(&text[..16]), half(&text[16..]))
        };
        let own = halves(span.numbered("mind", 0));
        let game = halves(span.numbered("chance", 0));
        for word in [mind, 0, 1, 2, 3] {
            let back = before::above(own, word);
            assert_ne!(back, halves(span));
            for over in [chance, 0, 1, 2, 3] {
                assert_ne!(before::absorb(back, over), game);
            }
        }
    }
}

/// Own dice and the deal are independent: whatever is done with the first word that the agent draws,
/// the other's card is guessed in one of two hands. All 64 bits are tried as a guess.
#[test]
fn no_bit_of_the_stream_tells_the_card() {
    let hands = 20_000;
    let mut agree = [0u32; 64];
    for hand in 0..hands {
        let (span, _) = address(Seed::new(8), hand, 2, false);
        let deal = Kuhn.start(&mut play::chance(span, 0, RULES.generator));
        // Of the two cards that are left, whether it is the higher one.
        let [own, other] = deal.cards;
        let higher = (0..3).filter(|card| *card != own).max() == Some(other);
        let word = seen(Seed::new(8), hand);
        for (bit, count) in agree.iter_mut().enumerate() {
            *count += u32::from((word >> bit & 1 == 1) == higher);
        }
    }
    // Five standard deviations of a fair coin: one false alarm in 27,000 sets of 64.
    let limit = 5.0 * (hands as f64 / 4.0).sqrt();
    for count in agree {
        assert!(
            (f64::from(count) - hands as f64 / 2.0).abs() < limit,
            "{agree:?}"
        );
    }
}
