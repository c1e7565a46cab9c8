//! Fixed-limit Omaha Hi-Lo, eight or better, for two to ten players (Kocsis, Szepesvári and Winands
//! 2005, section 4.1.1).
//!
//! Seat 0 is the first left of the button and the last seat is the button: of two players seat 1 has
//! the button and the small blind. A hand is one game; agents change seats between hands. All cards
//! are dealt at the start, so hands with the same chance have the same deck.

mod arrays;
mod bet;
mod betting;
mod cards;
mod draw;
mod equity;
mod evaluate;
mod hand;
mod known;
mod log;
mod notation;
mod pots;
mod rank;
mod ranked;
mod show;
mod tables;

pub mod history;

pub use bet::Bet;
pub use cards::{Board, Card, HoleCards, RANKS, SUITS, read_cards, write_cards};
pub use draw::Draw;
pub use equity::{Equity, EquityEstimate};
pub use evaluate::HandEvaluator;
pub use hand::{Deal, Hand, Round};
pub use log::Log;
pub use pots::{OddChip, Pot, Seats, high_winners, low_winners, pay, pots, real_share, seats};
pub use rank::{Category, High, Low, Strength};

use ludometer_core::{Actions, Facts, Game, Hidden, Imperfect, Measure, Player, Rng, Turn};
use tables::Tables;

/// How many players can sit at a table.
pub const SEATS: usize = 10;

/// The deepest stacks, in small bets.
pub const DEEPEST: u32 = 200;

/// The rules of a table.
#[derive(Clone, Copy)]
pub struct Omaha {
    players: usize,
    small_bet: u32,
    cap: u16,
    uncapped_heads_up: bool,
    odd_chip: OddChip,
    stacks: [u32; SEATS],
    tables: &'static Tables,
}

impl Omaha {
    /// A table of two to ten players, with a small bet of two chips, four bets a round and stacks
    /// that no capped hand exhausts.
    pub fn new(players: usize) -> Result<Omaha, String> {
        if !(2..=SEATS).contains(&players) {
            return Err(format!("two to ten play omaha, not {players}"));
        }
        let mut omaha = Omaha {
            players,
            small_bet: 2,
            cap: 4,
            uncapped_heads_up: false,
            odd_chip: OddChip::Rules,
            stacks: [0; SEATS],
            tables: Tables::shared(),
        };
        omaha.stacks[..players].fill(50 * omaha.small_bet);
        Ok(omaha)
    }

    /// With this many chips in a small bet, an even number up to 1000; stacks keep their worth.
    pub fn small_bet(mut self, chips: u32) -> Result<Omaha, String> {
        if !(2..=1000).contains(&chips) || !chips.is_multiple_of(2) {
            return Err(format!(
                "a small bet of {chips} chips: it takes an even number, 2 to 1000"
            ));
        }
        self.stacks = self.stacks.map(|stack| stack / self.small_bet * chips);
        self.small_bet = chips;
        Ok(self)
    }

    /// With this many bets and raises a round; the big blind is one.
    pub fn cap(mut self, bets: u16) -> Result<Omaha, String> {
        if !(1..=4).contains(&bets) {
            return Err(format!("a cap of {bets} bets: it takes 1 to 4"));
        }
        self.cap = bets;
        Ok(self)
    }

    /// Without a cap where only two can bet and it was not reached before (Robert's Rules).
    #[must_use]
    pub fn uncapped_heads_up(mut self, uncapped: bool) -> Omaha {
        self.uncapped_heads_up = uncapped;
        self
    }

    /// With another way to give away odd chips.
    #[must_use]
    pub fn odd_chip(mut self, odd_chip: OddChip) -> Omaha {
        self.odd_chip = odd_chip;
        self
    }

    /// With these chips before the seats, the first left of the button first.
    pub fn stacks(mut self, stacks: &[u32]) -> Result<Omaha, String> {
        self.stacks = self.checked(stacks)?;
        Ok(self)
    }

    /// With the same number of small bets before every seat.
    pub fn stack(self, small_bets: u32) -> Result<Omaha, String> {
        let chips = small_bets.saturating_mul(self.small_bet);
        self.stacks(&[chips; SEATS][..self.players])
    }

    fn checked(&self, stacks: &[u32]) -> Result<[u32; SEATS], String> {
        if stacks.len() != self.players {
            let (players, given) = (self.players, stacks.len());
            return Err(format!(
                "{players} players have {players} stacks, not {given}"
            ));
        }
        let (least, most) = (self.small_bet, self.small_bet * DEEPEST);
        if let Some(stack) = stacks.iter().find(|stack| !(least..=most).contains(*stack)) {
            return Err(format!(
                "a stack of {stack} chips: it takes {least} to {most}, one to {DEEPEST} small bets"
            ));
        }
        let mut checked = [0; SEATS];
        checked[..self.players].copy_from_slice(stacks);
        Ok(checked)
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The chips of a small bet.
    pub fn chips(&self) -> u32 {
        self.small_bet
    }

    /// How many bets and raises a round has.
    pub fn bets(&self) -> u16 {
        self.cap
    }

    /// Chips as small bets.
    pub fn in_small_bets(&self, chips: i64) -> f64 {
        chips as f64 / f64::from(self.small_bet)
    }

    /// The cards that `viewer` knows, as a set: its own, the board's, and those shown at the end.
    pub fn seen(&self, hand: &Hand, viewer: Player) -> u64 {
        let board = hand.board().iter().fold(0, |set, card| set | card.bit());
        let holes = (0..self.players).filter(|&seat| shown(hand, seat, Some(viewer)));
        holes.fold(board, |set, seat| set | hand.deal.holes[seat].set())
    }
}

/// Whether a viewer sees the cards of a seat; nobody in particular sees all.
fn shown(hand: &Hand, seat: usize, viewer: Option<Player>) -> bool {
    let showdown = hand.is_showdown() && hand.live >> seat & 1 == 1;
    showdown || viewer.is_none_or(|viewer| viewer.index() == seat)
}

impl std::fmt::Debug for Omaha {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.facts().name)
    }
}

impl Game for Omaha {
    type State = Hand;
    type Action = Bet;
    type Information = Imperfect;

    fn facts(&self) -> Facts {
        // Nobody loses more than a stack, and nobody wins more than everybody else's.
        let deepest = self.stacks.iter().copied().max().unwrap_or(0);
        let stack = self.in_small_bets(i64::from(deepest));
        Facts::new(format!("omaha(players={})", self.players), self.players)
            .with_chance()
            .with_hidden::<Self>()
            .paying(-stack, stack * (self.players - 1) as f64)
    }

    fn start(&self, chance: &mut Rng) -> Hand {
        let mut draw = Draw::new(0, chance);
        let mut deal = Deal::default();
        for hole in &mut deal.holes[..self.players] {
            *hole = draw.hole();
        }
        deal.board = draw.board(&deal.board, 0);
        self.deal(deal)
    }

    #[inline]
    fn turn(&self, hand: &Hand) -> Turn {
        match hand.over {
            true => Turn::Over,
            false => Turn::Of(Player(hand.mover)),
        }
    }

    #[inline]
    fn actions(&self, hand: &Hand, out: &mut Actions<Self>) {
        if hand.over {
            return;
        }
        if self.to_call(hand) > 0 {
            out.push(Bet::Fold);
        }
        out.push(Bet::Call);
        if self.raise_to(hand).is_some() {
            out.push(Bet::Raise);
        }
    }

    #[inline]
    fn action_count(&self, hand: &Hand) -> usize {
        match hand.over {
            true => 0,
            false => {
                1 + usize::from(self.to_call(hand) > 0) + usize::from(self.raise_to(hand).is_some())
            }
        }
    }

    #[inline]
    fn apply(&self, hand: &mut Hand, bet: Bet, _: &mut Rng) {
        self.act(hand, bet);
    }

    /// Small bets won or lost.
    #[inline]
    fn payoff(&self, hand: &Hand, player: Player) -> f64 {
        let seat = player.index();
        match hand.over {
            true => self.in_small_bets(i64::from(hand.won[seat]) - i64::from(hand.paid[seat])),
            false => 0.0,
        }
    }

    /// Small bets won or lost when it is over, minus the small bets paid before.
    #[inline]
    fn points(&self, hand: &Hand, player: Player) -> f64 {
        match hand.over {
            true => self.payoff(hand, player),
            false => -self.in_small_bets(i64::from(hand.paid[player.index()])),
        }
    }

    fn show(&self, hand: &Hand, viewer: Option<Player>) -> String {
        show::show(self, hand, viewer)
    }

    /// `check` and `bet` where there is nothing to call or to raise.
    fn label(&self, hand: &Hand, bet: Bet) -> String {
        let word = match bet {
            Bet::Fold => "fold",
            Bet::Call if self.to_call(hand) == 0 => "check",
            Bet::Call => "call",
            Bet::Raise if hand.level == 0 => "bet",
            Bet::Raise => "raise",
        };
        word.into()
    }
}

impl Hidden for Omaha {
    /// Every card that the viewer has not seen is drawn uniformly from the others: what was bet
    /// tells nothing without a model of who bet.
    fn determinize(&self, hand: &Hand, viewer: Player, dice: &mut Rng) -> Hand {
        let mut drawn = *hand;
        let mut draw = Draw::new(self.seen(hand, viewer), dice);
        for seat in 0..self.players {
            if !shown(hand, seat, Some(viewer)) {
                drawn.deal.holes[seat] = draw.hole();
            }
        }
        drawn.deal.board = draw.board(&hand.deal.board, hand.round.board());
        drawn
    }
}

/// Every measure of the game.
pub fn measures() -> Vec<Measure<Omaha>> {
    vec![
        Measure::<Omaha>::high("pot", "small bets in all pots", |omaha, hand, _| {
            omaha.in_small_bets(i64::from(hand.pot()))
        }),
        Measure::<Omaha>::low(
            "stake",
            "small bets that the player has paid",
            |omaha, hand, player| omaha.in_small_bets(i64::from(hand.paid(player.index()))),
        ),
    ]
}
