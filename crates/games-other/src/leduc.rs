//! Leduc hold'em (Southey and others 2005, *Bayes' Bluff: Opponent Modelling in Poker*, section 4.1): six
//! cards, two of each of three ranks. Each player antes one chip and gets a card; after a round of betting
//! one card is laid open for both, and a second round follows. Bets and raises are of two chips in the
//! first round and of four in the second, at most two of them in each. A pair with the open card beats the
//! higher card.
//!
//! The open card is dealt with the others and hidden until the second round.

use arrayvec::ArrayVec;
use ludometer_core::{
    ActionSpace, Actions, Chance, Distribution, Facts, Game, Generator, Hidden, Imperfect,
    KeyHasher, Measure, Notation, Observation, Player, Rng, Seed, Shape, Turn,
};

/// What a player may do. A call of nothing is a check, and the first raise of a round is a bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Give up the pot to a bet.
    Fold,
    /// Put in what the other has put in.
    Call,
    /// Put in more than that: two chips in the first round, four in the second.
    Raise,
}

use Move::{Call, Fold, Raise};

/// A deal and what was done with it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deal {
    /// The card of each player and the open card, from 0: two jacks, two queens, two kings.
    pub cards: [u8; 3],
    /// The betting of both rounds, at most four moves in each.
    pub betting: ArrayVec<Move, 8>,
    /// How many of the moves belong to the first round; all of them before it is over.
    first: u8,
    /// What each player has put in.
    stakes: [u8; 2],
    /// The round, 0 or 1.
    round: u8,
    /// Bets and raises of this round.
    raises: u8,
    /// Who is to move, or who would be.
    mover: Player,
    end: End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum End {
    Open,
    Folded(Player),
    Showdown,
}

/// The rules of Leduc hold'em.
#[derive(Clone, Copy, Debug, Default)]
pub struct Leduc;

const RANKS: [char; 3] = ['J', 'Q', 'K'];
const SUITS: [char; 2] = ['s', 'h'];

/// How many cards there are.
const DECK: u8 = 6;

/// What a bet or a raise of each round adds.
const SIZES: [u8; 2] = [2, 4];

/// Bets and raises of a round.
const MOST: u8 = 2;

/// The rank of a card: 0 jack, 1 queen, 2 king.
#[inline]
fn rank(card: u8) -> u8 {
    card / 2
}

fn name(card: u8) -> String {
    let (rank, suit) = (RANKS[usize::from(card / 2)], SUITS[usize::from(card % 2)]);
    format!("{rank}{suit}")
}

impl Leduc {
    /// A deal before the first move: the cards of the players, then the open card. They must differ and
    /// be below six.
    #[inline]
    pub fn deal(self, cards: [u8; 3]) -> Deal {
        Deal {
            cards,
            betting: ArrayVec::new(),
            first: 0,
            stakes: [1; 2],
            round: 0,
            raises: 0,
            mover: Player(0),
            end: End::Open,
        }
    }

    /// Whether the open card is seen.
    #[inline]
    fn is_open(deal: &Deal) -> bool {
        deal.round == 1
    }

    #[inline]
    fn is_legal(deal: &Deal, action: Move) -> bool {
        deal.end == End::Open
            && match action {
                Fold => deal.stakes[0] != deal.stakes[1],
                Call => true,
                Raise => deal.raises < MOST,
            }
    }

    /// The strength of a player's hand: pairs above all others.
    #[inline]
    fn strength(deal: &Deal, player: usize) -> u8 {
        let (own, open) = (rank(deal.cards[player]), rank(deal.cards[2]));
        if own == open { 3 + own } else { own }
    }

    /// Chips that the first player wins.
    #[inline]
    fn balance(deal: &Deal) -> i32 {
        use std::cmp::Ordering;
        match deal.end {
            End::Open => 0,
            End::Folded(player) => match player.0 {
                0 => -i32::from(deal.stakes[0]),
                _ => i32::from(deal.stakes[1]),
            },
            End::Showdown => match Self::strength(deal, 0).cmp(&Self::strength(deal, 1)) {
                Ordering::Greater => i32::from(deal.stakes[1]),
                Ordering::Less => -i32::from(deal.stakes[0]),
                Ordering::Equal => 0,
            },
        }
    }

    /// The cards that a viewer sees, `None` where it does not.
    #[inline]
    fn seen(deal: &Deal, viewer: Option<Player>) -> [Option<u8>; 3] {
        let showdown = deal.end == End::Showdown;
        let own = |player: u8| showdown || viewer.is_none_or(|viewer| viewer.0 == player);
        let visible = [own(0), own(1), viewer.is_none() || Self::is_open(deal)];
        [0, 1, 2].map(|place| visible[place].then_some(deal.cards[place]))
    }

    /// The betting as text: `c` call or check, `r` raise or bet, `f` fold, `/` between the rounds.
    fn betting(deal: &Deal) -> String {
        let sign = |action: &Move| match action {
            Fold => 'f',
            Call => 'c',
            Raise => 'r',
        };
        let (first, second) = deal.betting.split_at(usize::from(deal.first));
        let mut text: String = first.iter().map(sign).collect();
        if Self::is_open(deal) {
            text.push('/');
            text.extend(second.iter().map(sign));
        }
        text
    }
}

impl Game for Leduc {
    type State = Deal;
    type Action = Move;
    type Information = Imperfect;

    fn facts(&self) -> Facts {
        Facts::new("leduc", 2)
            .with_chance()
            .with_hidden::<Self>()
            .paying(-13.0, 13.0)
    }

    #[inline]
    fn start(&self, chance: &mut Rng) -> Deal {
        let mut deck = [0, 1, 2, 3, 4, 5];
        for place in 0..3 {
            deck.swap(place, place + chance.index(6 - place));
        }
        self.deal([deck[0], deck[1], deck[2]])
    }

    #[inline]
    fn turn(&self, deal: &Deal) -> Turn {
        match deal.end {
            End::Open => Turn::Of(deal.mover),
            _ => Turn::Over,
        }
    }

    #[inline]
    fn actions(&self, deal: &Deal, out: &mut Actions<Self>) {
        let all = [Fold, Call, Raise].into_iter();
        out.extend(all.filter(|&action| Self::is_legal(deal, action)));
    }

    #[inline]
    fn action_count(&self, deal: &Deal) -> usize {
        let all = [Fold, Call, Raise].into_iter();
        all.filter(|&action| Self::is_legal(deal, action)).count()
    }

    #[inline]
    fn apply(&self, deal: &mut Deal, action: Move, _: &mut Rng) {
        let (mover, other) = (deal.mover, Player(1 - deal.mover.0));
        let begun = deal.betting.len() > usize::from(deal.first * deal.round);
        deal.betting.push(action);
        deal.first += 1 - deal.round;
        deal.mover = other;
        match action {
            Fold => deal.end = End::Folded(mover),
            Raise => {
                deal.raises += 1;
                let size = SIZES[usize::from(deal.round)];
                deal.stakes[mover.index()] = deal.stakes[other.index()] + size;
            }
            // The first check of a round does not end it.
            Call if !begun => {}
            Call => {
                deal.stakes[mover.index()] = deal.stakes[other.index()];
                match deal.round {
                    0 => (deal.round, deal.raises, deal.mover) = (1, 0, Player(0)),
                    _ => deal.end = End::Showdown,
                }
            }
        }
    }

    #[inline]
    fn state_key(&self, deal: &Deal) -> u64 {
        // Everything else follows from the cards and the betting.
        let [a, b, c] = deal.cards.map(u64::from);
        let moves = deal
            .betting
            .iter()
            .fold(1, |moves, &m| moves << 2 | m as u64);
        KeyHasher::new()
            .word(a << 16 | b << 8 | c)
            .word(moves)
            .finish()
    }

    #[inline]
    fn action_key(&self, action: Move) -> u64 {
        KeyHasher::new().word(action as u64).finish()
    }

    /// Chips won or lost.
    #[inline]
    fn payoff(&self, deal: &Deal, player: Player) -> f64 {
        let balance = f64::from(Self::balance(deal));
        if player.0 == 0 {
            balance
        } else {
            0.0 - balance
        }
    }

    /// Chips won or lost when it is over, minus the chips put in before.
    #[inline]
    fn points(&self, deal: &Deal, player: Player) -> f64 {
        match deal.end {
            End::Open => -f64::from(deal.stakes[player.index()]),
            _ => self.payoff(deal, player),
        }
    }

    fn termination(&self, deal: &Deal) -> Option<&'static str> {
        match deal.end {
            End::Open => None,
            End::Folded(_) => Some("fold"),
            End::Showdown => Some("showdown"),
        }
    }

    fn show(&self, deal: &Deal, viewer: Option<Player>) -> String {
        let [a, b, open] = Self::seen(deal, viewer).map(|card| card.map_or("?".into(), name));
        let [x, y] = deal.stakes;
        let open = if Self::is_open(deal) {
            open
        } else {
            "-".into()
        };
        let betting = Self::betting(deal);
        format!("cards {a} {b}  open {open}  betting {betting}  chips {x} {y}\n")
    }

    fn label(&self, deal: &Deal, action: Move) -> String {
        let owes = deal.stakes[0] != deal.stakes[1];
        let word = match (action, owes) {
            (Fold, _) => "fold",
            (Call, true) => "call",
            (Call, false) => "check",
            (Raise, true) => "raise",
            (Raise, false) => "bet",
        };
        word.into()
    }
}

impl Hidden for Leduc {
    /// Cards that the viewer does not see are drawn from those that it does not hold: what was bet tells
    /// nothing without a model of who bet.
    #[inline]
    fn determinize(&self, deal: &Deal, viewer: Player, dice: &mut Rng) -> Deal {
        let seen = Self::seen(deal, Some(viewer));
        let mut unseen: ArrayVec<u8, 6> = (0..DECK)
            .filter(|card| !seen.contains(&Some(*card)))
            .collect();
        let mut drawn = deal.clone();
        drawn.cards = seen.map(|card| match card {
            Some(card) => card,
            None => unseen.swap_remove(dice.index(unseen.len())),
        });
        drawn
    }
}

impl Chance for Leduc {
    /// The deals of three cards out of six, in order.
    fn start_outcomes(&self, out: &mut Distribution<Self>) {
        for a in 0..DECK {
            for b in (0..DECK).filter(|&b| b != a) {
                for open in (0..DECK).filter(|&open| open != a && open != b) {
                    out.push((1.0 / 120.0, self.deal([a, b, open])));
                }
            }
        }
    }

    /// After the deal nothing is left to chance.
    #[inline]
    fn outcomes(&self, deal: &Deal, action: Move, out: &mut Distribution<Self>) {
        let mut next = deal.clone();
        self.apply(&mut next, action, &mut unused());
        out.push((1.0, next));
    }
}

/// A stream for rules that draw nothing.
fn unused() -> Rng {
    Seed::new(0).rng(Generator::Xoshiro)
}

/// The cards of the players and the open card, then the betting, such as `Js Kh Qs rc/c`. The open card
/// is written before it is laid open, too.
impl Notation for Leduc {
    fn write(&self, deal: &Deal) -> String {
        let [a, b, open] = deal.cards.map(name);
        let betting = match Self::betting(deal) {
            text if text.is_empty() => "-".to_string(),
            text => text,
        };
        format!("{a} {b} {open} {betting}")
    }

    fn read(&self, text: &str) -> Result<Deal, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [cards @ .., betting] = &words[..] else {
            return Err(
                "a position is three cards and the betting, such as `Js Kh Qs rc/c`".into(),
            );
        };
        let Ok(cards) = <[&str; 3]>::try_from(cards) else {
            return Err(format!(
                "{} cards before the betting `{betting}`: write those of both players and the open card",
                cards.len()
            ));
        };
        let mut read = [0; 3];
        for (place, text) in cards.iter().enumerate() {
            let card = (0..DECK).find(|&card| name(card).eq_ignore_ascii_case(text));
            let Some(card) = card else {
                return Err(format!(
                    "`{text}` is no card: they are Js, Jh, Qs, Qh, Ks and Kh"
                ));
            };
            if read[..place].contains(&card) {
                return Err(format!("the card {} is there twice", name(card)));
            }
            read[place] = card;
        }
        let mut deal = self.deal(read);
        for (number, sign) in (1..).zip(betting.chars().filter(|&sign| sign != '-')) {
            if sign == '/' {
                if deal.round == 0 || deal.betting.len() > usize::from(deal.first) {
                    return Err(format!(
                        "the `/` at sign {number} of `{betting}` is not between the rounds"
                    ));
                }
                continue;
            }
            let action = match sign.to_ascii_lowercase() {
                'f' => Fold,
                'c' | 'k' => Call,
                'r' | 'b' => Raise,
                _ => {
                    return Err(format!(
                        "`{sign}` in `{betting}` is no move: c calls or checks, r raises or bets, f folds"
                    ));
                }
            };
            if !Self::is_legal(&deal, action) {
                return Err(format!(
                    "`{sign}` at sign {number} of `{betting}` is not legal there"
                ));
            }
            self.apply(&mut deal, action, &mut unused());
        }
        Ok(deal)
    }
}

/// Thirty features, each 0 or 1: who the viewer is (2), its card (6), the open card if it is seen (6), and
/// for each of up to four moves of each round whether it was a call or a raise (16). The other's card is
/// not observed, not even when it is shown.
impl Observation for Leduc {
    fn shape(&self) -> Shape {
        Shape::Features(30)
    }

    #[inline]
    fn observe(&self, deal: &Deal, viewer: Player, out: &mut [f32]) {
        out.fill(0.0);
        out[viewer.index()] = 1.0;
        out[2 + usize::from(deal.cards[viewer.index()])] = 1.0;
        if Self::is_open(deal) {
            out[8 + usize::from(deal.cards[2])] = 1.0;
        }
        let (first, second) = deal.betting.split_at(usize::from(deal.first));
        for (round, moves) in [first, second].into_iter().enumerate() {
            for (ply, action) in moves.iter().enumerate() {
                match action {
                    Fold => {}
                    Call => out[14 + 8 * round + 2 * ply] = 1.0,
                    Raise => out[14 + 8 * round + 2 * ply + 1] = 1.0,
                }
            }
        }
    }
}

/// 0 folds, 1 calls or checks, 2 raises or bets.
impl ActionSpace for Leduc {
    fn action_space(&self) -> usize {
        3
    }

    #[inline]
    fn action_number(&self, _: &Deal, action: Move) -> usize {
        action as usize
    }

    #[inline]
    fn numbered_action(&self, deal: &Deal, number: usize) -> Option<Move> {
        let action = [Fold, Call, Raise].get(number).copied();
        action.filter(|&action| Self::is_legal(deal, action))
    }
}

/// Every measure of the game.
pub fn measures() -> Vec<Measure<Leduc>> {
    vec![
        Measure::<Leduc>::high(
            "card",
            "the rank of the player's own card: 0 jack, 1 queen, 2 king",
            |_, deal, player| f64::from(rank(deal.cards[player.index()])),
        ),
        Measure::<Leduc>::high(
            "hand",
            "the rank of the player's own card, 3 more for a pair with the open card once it is seen",
            |_, deal, player| {
                let strength = match Leduc::is_open(deal) {
                    true => Leduc::strength(deal, player.index()),
                    false => rank(deal.cards[player.index()]),
                };
                f64::from(strength)
            },
        ),
    ]
}

#[cfg(test)]
mod tests;
