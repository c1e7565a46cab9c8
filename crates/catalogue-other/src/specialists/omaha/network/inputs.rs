//! What a network is told of a hand (Kocsis, Szepesvári and Winands 2005, section 5.2): the expected
//! proportional payoff, the strength of the hand, position, pot, bet level, and what the opponents
//! did of late. The paper names these and not how they are written as numbers; that is ours.
//!
//! The same inputs describe a situation, for a policy, and the situation after an action, for an
//! evaluation. Of cards only the two chances tell anything, and both are estimated from what the
//! player sees; all else lies open on the table.

use super::super::mcraise::{Reader, estimate};
use ludometer_core::Seat;
use ludometer_games_other::omaha::{Bet, Hand, Omaha, Round, seats};

/// How many inputs there are.
pub const COUNT: usize = 16;

/// The inputs in order. All lie within about -1 and 1.
pub const INPUTS: [&str; COUNT] = [
    "share",
    "strength",
    "position",
    "pot",
    "stake",
    "owed",
    "asked",
    "level",
    "flop",
    "turn",
    "river",
    "showdown",
    "raised-now",
    "raised-before",
    "called",
    "last",
];

/// What a player expects of its cards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook {
    /// The expected proportional payoff.
    pub share: f64,
    /// The chance of winning a priori: the expected share where bets tell nothing of hands.
    pub strength: f64,
    /// Card configurations that both come from.
    pub drawn: u64,
}

impl Outlook {
    /// Estimates it from this many configurations. Three evaluations are kept back for the network.
    pub fn of(seat: &mut Seat<'_, Omaha>, reader: &mut Reader, samples: u64) -> Outlook {
        let share = seat.budget().evaluations.map_or(1.0, |limit| {
            let left = limit.saturating_sub(seat.spent().evaluations) as f64;
            (left - 3.0).max(0.0) / left.max(1.0)
        });
        let fair = 1.0 / f64::from(seat.position().live().count_ones());
        let payoff = seat.within(share, |seat| estimate(seat, reader, samples));
        payoff.map_or(
            Outlook {
                share: fair,
                strength: fair,
                drawn: 0,
            },
            |payoff| Outlook {
                share: payoff.share,
                strength: payoff.prior,
                drawn: payoff.drawn,
            },
        )
    }
}

/// What a seat's player is told of a hand, before it acts or after.
///
/// - `share`, `strength`: how far above a fair share, as a part of what is above it.
/// - `position`: -1 for the player who acts first after the flop, 1 for the one who acts last.
/// - `pot`: ln(1 + small bets) / 4. `stake`: what the player paid, as a part of the pot, times 2
///   minus 1.
/// - `owed`, `asked`: what the player and what the others must pay to stay, as parts of the pot with
///   it.
/// - `level`: bets of the round by the cap of four.
/// - `flop` to `showdown`: 1 in that round; all 0 before the flop.
/// - `raised-now`, `raised-before`: bets and raises of the others in this round by 4, in earlier
///   rounds by 8. `called`: checks and calls of each of them by 8. `last`: 1 if the last of their
///   actions was a bet or raise, -1 if it was a check or call, 0 if there was none.
pub fn inputs(omaha: &Omaha, hand: &Hand, seat: usize, outlook: &Outlook) -> [f64; COUNT] {
    let others = hand.live() & !(1 << seat);
    let in_it = f64::from(hand.live().count_ones()).max(2.0);
    let above = |share: f64| (in_it * share - 1.0) / (in_it - 1.0);
    let before = f64::from((others & ((1 << seat) - 1)).count_ones());
    let pot = f64::from(hand.pot());
    let level = seats(hand.live()).map(|one| hand.bet(one)).max();
    let level = level.unwrap_or(0);
    let lacks = |one: usize| {
        let lacking = level.saturating_sub(hand.bet(one)).min(hand.stack(one));
        f64::from(lacking)
    };
    let part = |chips: f64| chips / (pot + chips);
    let asked: f64 = seats(others).map(lacks).sum();
    // A hand that is over keeps the bets of its last round.
    let open = if hand.is_over() { 0.0 } else { 1.0 };
    let round = |round: Round| f64::from(u8::from(hand.round() == round));
    let told = OpponentActions::of(omaha, hand, seat);
    [
        above(outlook.share),
        above(outlook.strength),
        2.0 * before / (in_it - 1.0) - 1.0,
        libm::log(1.0 + pot / f64::from(omaha.chips())) / 4.0,
        2.0 * f64::from(hand.paid(seat)) / pot - 1.0,
        open * part(lacks(seat)),
        open * part(asked),
        open * f64::from(hand.raises()) / 4.0,
        round(Round::Flop),
        round(Round::Turn),
        round(Round::River),
        round(Round::Showdown),
        told.raised_now / 4.0,
        told.raised_before / 8.0,
        told.called / (8.0 * (omaha.players() as f64 - 1.0)),
        told.last,
    ]
}

/// What the others did.
#[derive(Default)]
struct OpponentActions {
    raised_now: f64,
    raised_before: f64,
    called: f64,
    last: f64,
}

impl OpponentActions {
    fn of(omaha: &Omaha, hand: &Hand, seat: usize) -> OpponentActions {
        let mut told = OpponentActions::default();
        let mut again = omaha.begun_again(hand);
        for bet in hand.log().iter() {
            let Some(player) = omaha.mover(&again) else {
                break;
            };
            if player.index() != seat {
                match bet {
                    Bet::Raise if again.round() == hand.round() => told.raised_now += 1.0,
                    Bet::Raise => told.raised_before += 1.0,
                    Bet::Call => told.called += 1.0,
                    Bet::Fold => {}
                }
                told.last = match bet {
                    Bet::Raise => 1.0,
                    Bet::Call => -1.0,
                    Bet::Fold => told.last,
                };
            }
            if omaha.try_bet(&mut again, bet).is_err() {
                break;
            }
        }
        told
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Game, Generator, Hidden, Notation, Seed};

    fn seen(text: &str, seat: usize) -> Vec<(&'static str, f64)> {
        let omaha = Omaha::new(2).unwrap();
        let hand = omaha.read(text).unwrap();
        let outlook = Outlook {
            share: 0.75,
            strength: 0.4,
            drawn: 1,
        };
        let told = inputs(&omaha, &hand, seat, &outlook);
        INPUTS
            .into_iter()
            .zip(told)
            .filter(|it| it.1 != 0.0)
            .collect()
    }

    #[test]
    fn inputs_by_hand() {
        // Seat 1, the button, raised and was called; then seat 0 bet. Ten chips, five small bets.
        let told = seen("- - | KsQsJs | - | rc/r", 1);
        let (edge, weaker) = (0.5, 2.0 * 0.4 - 1.0);
        assert_eq!(
            told,
            [
                ("share", edge),
                ("strength", weaker),
                ("position", 1.0),
                ("pot", libm::log(6f64) / 4.0),
                ("stake", 2.0 * 0.4 - 1.0),
                ("owed", 2.0 / 12.0),
                ("level", 0.25),
                ("flop", 1.0),
                ("raised-now", 0.25),
                ("called", 0.125),
                ("last", 1.0),
            ]
        );
        // After seat 1 has raised it is the other who is asked.
        let told = seen("- - | KsQsJs | - | rc/rr", 1);
        assert!(told.contains(&("asked", 2.0 / 16.0)), "{told:?}");
        assert!(told.contains(&("level", 0.5)), "{told:?}");
        assert!(!told.iter().any(|it| it.0 == "owed"), "{told:?}");
        // After a call that ends the round the next one has begun.
        let told = seen("- - | KsQsJs4d | - | rc/rc/", 1);
        assert!(told.contains(&("turn", 1.0)), "{told:?}");
        assert!(told.contains(&("raised-before", 0.125)), "{told:?}");
        assert!(!told.iter().any(|it| it.0 == "flop" || it.0 == "level"));
    }

    /// Inputs stay within reach at tables of any size, and know nothing of cards.
    #[test]
    fn inputs_are_small_and_see_no_cards() {
        let mut dice = Seed::new(4).rng(Generator::Xoshiro);
        let outlook = Outlook {
            share: 1.0,
            strength: 0.0,
            drawn: 1,
        };
        for players in [2, 3, 6, 10] {
            let omaha = Omaha::new(players).unwrap();
            for _ in 0..100 {
                let mut hand = omaha.start(&mut dice);
                while let Some(player) = omaha.mover(&hand) {
                    let seat = player.index();
                    let told = inputs(&omaha, &hand, seat, &outlook);
                    assert!(told.iter().all(|it| it.abs() <= 1.6), "{told:?}");
                    let other = omaha.determinize(&hand, player, &mut dice);
                    assert_eq!(told, inputs(&omaha, &other, seat, &outlook));
                    let mut actions = Vec::new();
                    omaha.actions(&hand, &mut actions);
                    let bet = actions[dice.index(actions.len())];
                    let mut other = other;
                    omaha.step(&mut hand, bet, &mut dice);
                    omaha.step(&mut other, bet, &mut dice);
                    if bet != Bet::Fold {
                        let told = [hand, other].map(|hand| inputs(&omaha, &hand, seat, &outlook));
                        assert_eq!(told[0], told[1]);
                    }
                }
            }
        }
    }
}
