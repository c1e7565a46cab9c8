//! What an agent can learn of the deal from its own random stream: nothing, unless it can find the
//! plan's seed by trying seeds, and with a secret not even then.

use ludometer::play::{self, MatchRules, NoObserver, address, episode};
use ludometer_core::{Agent, Forfeit, Game, Player, Rng, Seat, Seed};
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

const RULES: MatchRules = MatchRules::PLAIN;

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

/// Both halves of a key, which `Display` shows and a seat never does.
fn key(seed: Seed) -> (u64, u64) {
    let text = seed.to_string();
    let half = |part: &str| u64::from_str_radix(part, 16).unwrap();
    (half(&text[..16]), half(&text[16..]))
}

/// The words that the former derivation absorbed for the two names.
fn names() -> [u64; 2] {
    [*b"mind\0\0\0\0", *b"chance\0\0"].map(u64::from_le_bytes)
}

/// Keys of the mind's and of the game's stream, many times over.
type Pairs = Vec<[(u64, u64); 2]>;

/// Pairs of the former derivation.
fn former(count: u64) -> Pairs {
    let pair = |number| {
        let span = before::absorb((number, 77), number);
        names().map(|word| before::absorb(span, word))
    };
    (0..count).map(pair).collect()
}

/// Pairs of the present one, at the addresses that the referee uses.
fn present(count: u64) -> Pairs {
    let pair = |number| {
        let (span, _) = address(Seed::new(5), number, 2, false);
        [span.numbered("mind", 0), span.numbered("chance", 0)].map(key)
    };
    (0..count).map(pair).collect()
}

/// Pairs of a derivation that only mixes a name into the key with exclusive or, rotations and shifts.
fn linear(count: u64) -> Pairs {
    let spread = |word: u64| word ^ word.rotate_left(17) ^ word >> 9;
    let pair = |number| {
        let (a, b) = key(Seed::new(6).nth(number));
        names().map(|word| (spread(a ^ word), spread(b ^ word.rotate_left(32)) ^ a))
    };
    (0..count).map(pair).collect()
}

/// The attack that worked: from the state of one's own generator back to the address, over to the
/// game's stream. How often it finds the game's key.
fn by_inverting(pairs: &Pairs) -> usize {
    let [mind, chance] = names();
    let found = pairs.iter().filter(|[own, game]| {
        // The state of a generator leads to its key, before and now.
        assert_eq!(before::key(before::state(*own)), *own);
        let steps = [mind, chance, 0, 1, 2, 3];
        steps.into_iter().any(|word| {
            let back = before::above(*own, word);
            steps
                .iter()
                .any(|over| before::absorb(back, *over) == *game)
        })
    });
    found.count()
}

/// Takes every bit of the game's key for a sum of bits of one's own key and a constant, solves for the
/// bits of the sum with the first half of the pairs, and predicts the other half. The share of bits that
/// are predicted rightly.
fn by_linear_algebra(pairs: &Pairs) -> f64 {
    let known = |own: (u64, u64)| u128::from(own.0) << 64 | u128::from(own.1);
    let (learned, tested) = pairs.split_at(pairs.len() / 2);
    // Rows of own bits, the constant, and all bits of the game's key to the right of them.
    let mut rows: Vec<(u128, bool, u128)> = learned
        .iter()
        .map(|[own, game]| (known(*own), true, known(*game)))
        .collect();
    let bit = |row: &(u128, bool, u128), column: u32| match column {
        128 => row.1,
        column => row.0 >> column & 1 == 1,
    };
    let mut pivots = Vec::new();
    for column in 0..=128 {
        let from = pivots.len();
        let Some(at) = (from..rows.len()).find(|&at| bit(&rows[at], column)) else {
            continue;
        };
        rows.swap(from, at);
        let pivot = rows[from];
        for (at, row) in rows.iter_mut().enumerate() {
            if at != from && bit(row, column) {
                *row = (row.0 ^ pivot.0, row.1 ^ pivot.1, row.2 ^ pivot.2);
            }
        }
        pivots.push(column);
    }
    let mut right = 0;
    for [own, game] in tested {
        let own = (known(*own), true, 0);
        let sum = pivots.iter().zip(&rows).fold(0, |sum, (column, row)| {
            sum ^ if bit(&own, *column) { row.2 } else { 0 }
        });
        right += (!(sum ^ known(*game))).count_ones();
    }
    f64::from(right) / (128 * tested.len()) as f64
}

/// Whoever knows the key of its own stream, which it can work out from the generator's state, does not
/// come to the game's stream by it: neither backwards nor by any linear relation. Each attack is seen to
/// succeed on a derivation that it is made for.
#[test]
fn a_stream_does_not_lead_to_its_sibling() {
    assert_eq!(by_inverting(&former(1000)), 1000);
    assert_eq!(by_inverting(&present(1000)), 0);
    assert_eq!(by_linear_algebra(&linear(1000)), 1.0);
    let share = by_linear_algebra(&present(1000));
    // Five standard deviations of 64,000 fair bits.
    assert!((share - 0.5).abs() < 0.01, "{share}");
}

/// What the stream says of itself is its algorithm.
#[test]
fn a_seat_shows_no_key() {
    let crack = |_: u64| {
        |dice: &mut Rng, _: Player| {
            let text = format!("{dice:?} {:?} {dice:#?}", dice.clone());
            assert_eq!(text, "Rng(xoshiro) Rng(xoshiro) Rng(xoshiro)");
            None
        }
    };
    assert_eq!(known(Seed::new(1), 10, crack), 0);
}

/// Own dice and the deal are independent: whatever is done with the first word that the agent draws,
/// the other's card is guessed in one of two hands. Every bit and the sum of every two bits are tried as
/// a guess.
#[test]
fn no_bit_of_the_stream_tells_the_card() {
    let hands = 20_000;
    let mut agree = vec![0u32; 64 * 64];
    for hand in 0..hands {
        let (span, _) = address(Seed::new(8), hand, 2, false);
        let deal = Kuhn.start(&mut play::chance(span, 0, RULES.generator));
        // Of the two cards that are left, whether it is the higher one.
        let [own, other] = deal.cards;
        let higher = (0..3).filter(|card| *card != own).max() == Some(other);
        let word = seen(Seed::new(8), hand);
        let wrong = if higher { !word } else { word };
        for one in 0..64 {
            // The sum of a bit with itself stands for the bit alone.
            let flipped = if word >> one & 1 == 1 { !wrong } else { wrong };
            let summed = (flipped & !(1 << one)) | (wrong & (1 << one));
            for two in one..64 {
                agree[64 * one + two] += u32::from(summed >> two & 1 == 0);
            }
        }
    }
    // Five and a half standard deviations of a fair coin: one false alarm in 12,000 sets of 2,080.
    let limit = 5.5 * (hands as f64 / 4.0).sqrt();
    for (at, count) in agree.iter().enumerate() {
        let (one, two) = (at / 64, at % 64);
        let far = (f64::from(*count) - hands as f64 / 2.0).abs();
        assert!(one > two || far < limit, "bits {one} and {two}: {count}");
    }
}
