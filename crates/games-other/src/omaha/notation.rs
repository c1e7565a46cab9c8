//! Hands on one line: the cards of the seats, the board, the chips they began with, and the betting
//! as letters, as in `AsTd4c3d KhQh9s8s | Kc7s4d8hJd | 100 100 | cc/r`.
//!
//! `-` is a hand that is not known, and the board may be shorter or `-`: the mover's view is the same
//! whatever the others hold. Chips may be omitted, and so may the betting after them.

use super::known::Known;
use super::show::betting;
use super::{Bet, Hand, Omaha, SEATS, read_cards};
use ludometer_core::{Notation, Player};

impl Notation for Omaha {
    fn write(&self, hand: &Hand) -> String {
        let deal = &hand.deal;
        let dense =
            |cards: &[super::Card]| cards.iter().map(ToString::to_string).collect::<String>();
        let holes: Vec<String> = deal.holes[..self.players]
            .iter()
            .map(|hole| dense(hole.cards()))
            .collect();
        let begun = self.begun_again(hand);
        let stacks: Vec<String> = (0..self.players)
            .map(|seat| (begun.stacks[seat] + begun.paid[seat]).to_string())
            .collect();
        format!(
            "{} | {} | {} | {}",
            holes.join(" "),
            dense(deal.board.cards()),
            stacks.join(" "),
            betting(self, hand)
        )
    }

    fn read(&self, text: &str) -> Result<Hand, String> {
        let fields: Vec<&str> = text.split('|').map(str::trim).collect();
        if !(1..=4).contains(&fields.len()) {
            return Err(format!(
                "a hand has up to 4 fields with `|` between them (cards, board, chips, betting), not {}",
                fields.len()
            ));
        }
        let field = |number: usize| fields.get(number).copied().unwrap_or(UNKNOWN);
        let mut known = Known::default();
        for (seat, word) in field(0).split_whitespace().enumerate() {
            let named = known.hole(word, UNKNOWN);
            named.map_err(|reason| format!("the cards of seat {seat}: {reason}"))?;
        }
        if known.holes.len() != self.players {
            return Err(format!(
                "{} players hold {} hands with spaces between them (`-` is an unknown one), not {}",
                self.players,
                self.players,
                known.holes.len()
            ));
        }
        if field(1) != UNKNOWN {
            let cards = read_cards(field(1)).and_then(|cards| match cards.len() {
                0 | 3 | 4 | 5 => known.turn_up(&cards),
                count => Err(format!("it has three, four or five cards, not {count}")),
            });
            cards.map_err(|reason| format!("the board: {reason}"))?;
        }
        let stacks = self.read_stacks(field(2))?;
        let mut hand = self.deal_with(known.complete(), stacks);
        self.replay(&mut hand, field(3))?;
        known.decides(&hand)?;
        if known.board.len() < hand.round().board() && !hand.is_showdown() {
            return Err(format!(
                "the {} has {} cards on the board, not {}",
                hand.round().name(),
                hand.round().board(),
                known.board.len()
            ));
        }
        Ok(hand)
    }

    fn untold(&self, text: &str, player: Player) -> Option<String> {
        let mut holes = text.split('|').next()?.split_whitespace();
        let hole = holes.nth(usize::from(player.0))?;
        (hole == UNKNOWN).then(|| format!("the cards of seat {}", player.0))
    }
}

/// A field or a hand that is not known.
const UNKNOWN: &str = "-";

impl Omaha {
    fn read_stacks(&self, text: &str) -> Result<[u32; SEATS], String> {
        if text == UNKNOWN {
            return Ok(self.stacks);
        }
        let words = text.split_whitespace().map(|word| {
            let number = word.parse::<u32>();
            number.map_err(|_| format!("`{word}` is not a number of chips"))
        });
        self.checked(&words.collect::<Result<Vec<_>, String>>()?)
    }

    /// Carries out betting that is written as letters.
    fn replay(&self, hand: &mut Hand, text: &str) -> Result<(), String> {
        if text == UNKNOWN {
            return Ok(());
        }
        // Whether a round has just ended and its `/` is still to come.
        let mut ended = false;
        for (number, sign) in (1..).zip(text.chars()) {
            let place =
                |reason: &str| Err(format!("sign {number} of the betting, `{sign}`: {reason}"));
            let bet = match sign {
                '/' if ended => {
                    ended = false;
                    continue;
                }
                '/' => return place("no betting round ends there"),
                'f' => Bet::Fold,
                'c' => Bet::Call,
                'r' => Bet::Raise,
                _ => {
                    return place(
                        "it is not `f`old, `c`all or check, `r`aise or bet, or `/` after a round",
                    );
                }
            };
            if hand.is_over() {
                return place("the hand is over before it");
            }
            if ended {
                return place("a betting round ends before it: put `/` there");
            }
            let round = hand.round();
            if let Err(reason) = self.try_bet(hand, bet) {
                return place(&reason);
            }
            ended = !hand.is_over() && hand.round() != round;
        }
        Ok(())
    }

    /// Carries out an action that may not be legal, or says why it is not.
    pub fn try_bet(&self, hand: &mut Hand, bet: Bet) -> Result<(), String> {
        let Some(Player(seat)) = self.mover(hand) else {
            return Err("the hand is over".into());
        };
        match bet {
            Bet::Fold if self.to_call(hand) == 0 => {
                return Err(format!(
                    "seat {seat} has nothing to call and cannot fold: it checks"
                ));
            }
            Bet::Raise if self.raise_to(hand).is_none() => {
                return Err(format!("seat {seat} {}", self.why_no_raise(hand)));
            }
            _ => {}
        }
        self.act(hand, bet);
        Ok(())
    }

    /// Who is to act.
    pub fn mover(&self, hand: &Hand) -> Option<Player> {
        (!hand.is_over()).then_some(Player(hand.mover))
    }

    fn why_no_raise(&self, hand: &Hand) -> &'static str {
        let seat = usize::from(hand.mover);
        if hand.bets[seat] + hand.stacks[seat] <= hand.level {
            "has no chips to raise with"
        } else if hand.acted >> seat & 1 == 1 {
            "has acted, and the raise since then was too short to open the betting again"
        } else if !self.is_answered(hand) {
            "cannot raise: nobody else has chips to answer"
        } else {
            "cannot raise: the round has as many bets as it may have"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::Game;

    #[test]
    fn short_forms_are_read() {
        let omaha = Omaha::new(2).unwrap();
        let hand = omaha.read("- AsTd4c3d | Kc4s7s | 60 100 | cc/r").unwrap();
        assert_eq!(omaha.mover(&hand), Some(Player(1)));
        assert_eq!(
            (hand.pot(), omaha.to_call(&hand), omaha.raise_to(&hand)),
            (6, 2, Some(4))
        );
        assert!(
            omaha
                .show(&hand, Some(Player(1)))
                .contains("seat 1  As Td 4c 3d")
        );
        assert!(omaha.read("- -").is_ok());
    }

    /// Without a cap it is never the cap that forbids a raise.
    #[test]
    fn a_raise_that_nobody_can_answer_is_refused_for_that() {
        let omaha = Omaha::new(2).unwrap().uncapped_heads_up(true);
        let reason = omaha.read("- - | - | 9 100 | rrrrr").unwrap_err();
        assert!(
            reason.contains("nobody else has chips to answer"),
            "{reason}"
        );
        let capped = Omaha::new(2).unwrap();
        let reason = capped.read("- - | - | - | rrrr").unwrap_err();
        assert!(reason.contains("as many bets as it may have"), "{reason}");
    }

    /// Whose cards are unknown cannot be asked what it would do.
    #[test]
    fn unknown_cards_are_told_by_seat() {
        let omaha = Omaha::new(2).unwrap();
        let text = "As2sKdQh - | 3s7s9d | - | cc/";
        assert_eq!(omaha.untold(text, Player(0)), None);
        let untold = omaha.untold(text, Player(1)).unwrap();
        assert!(untold.contains("cards of seat 1"), "{untold}");
        assert!(omaha.untold("- -", Player(0)).is_some());
    }

    #[test]
    fn what_cannot_be_is_refused_with_its_place() {
        let omaha = Omaha::new(2).unwrap();
        for (text, part) in [
            ("", "2 players hold 2 hands"),
            ("AsTd4c3d", "2 players hold 2 hands"),
            ("AsTd4c3d AsKhQh2c", "seat 1: As is there twice"),
            ("AsTd4c KsKhQh2c", "seat 0: a hand has four cards, not 3"),
            ("AsTd4c3x KsKhQh2c", "`x` in `3x` is not a suit"),
            ("AsTd4c3d - | AsKd2c", "the board: As is there twice"),
            ("AsTd4c3d - | KsKd", "three, four or five cards, not 2"),
            ("- - | - | 100", "2 players have 2 stacks, not 1"),
            ("- - | - | 100 1", "a stack of 1 chips"),
            ("- - | - | 100 x", "`x` is not a number of chips"),
            ("- - | - | - | cx", "sign 2 of the betting, `x`"),
            (
                "- - | - | - | c/",
                "sign 2 of the betting, `/`: no betting round ends there",
            ),
            (
                "- - | KsQsJs | - | ccc",
                "sign 3 of the betting, `c`: a betting round ends",
            ),
            ("- - | KsQsJs | - | cc/f", "seat 0 has nothing to call"),
            (
                "- - | - | - | rrrr",
                "sign 4 of the betting, `r`: seat 0 cannot raise",
            ),
            (
                "- - | - | - | ff",
                "sign 2 of the betting, `f`: the hand is over",
            ),
            (
                "- - | - | - | cc",
                "the flop has 3 cards on the board, not 0",
            ),
            (
                "- - | KsQsJsTs9s | - | cc/cc/cc/cc",
                "cards of seat 0 are unknown",
            ),
            ("- - | - | - | - | -", "up to 4 fields"),
        ] {
            let reason = omaha.read(text).unwrap_err();
            assert!(reason.contains(part), "{text}: {reason}");
        }
    }
}
