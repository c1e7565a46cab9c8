//! A hand as people see it.

use super::cards::write_cards;
use super::{Bet, Hand, Omaha, shown};
use ludometer_core::Player;
use std::fmt::Write;

/// Round, board, pot and betting, then one line a seat.
pub(super) fn show(omaha: &Omaha, hand: &Hand, viewer: Option<Player>) -> String {
    let board = match hand.board() {
        [] => "-".into(),
        cards => write_cards(cards),
    };
    let mut text = format!("{}  board {board}  pot {}", hand.round.name(), hand.pot());
    if !hand.over {
        let _ = write!(text, "  to call {}", omaha.to_call(hand));
        if let Some(to) = omaha.raise_to(hand) {
            let _ = write!(text, "  raise to {to}");
        }
    }
    let _ = write!(text, "\nbetting {}\n", betting(omaha, hand));
    let strengths = hand.is_showdown().then(|| omaha.strengths(hand));
    let [small, big] = omaha.blinds();
    for seat in 0..omaha.players {
        let cards = match shown(hand, seat, viewer) {
            true => write_cards(hand.hole(seat).cards()),
            false => "?? ?? ?? ??".into(),
        };
        let _ = write!(text, "seat {seat}  {cards}  stack {}", hand.stack(seat));
        let _ = write!(text, "  paid {}  bet {}", hand.paid(seat), hand.bet(seat));
        let mut notes: Vec<String> = Vec::new();
        if hand.live >> seat & 1 == 0 {
            notes.push("folded".into());
        } else if hand.over {
            if let Some(strengths) = &strengths {
                let strength = strengths[seat];
                notes.push(format!("high {}, low {}", strength.high, strength.low));
            }
        } else if hand.able >> seat & 1 == 0 {
            notes.push("all in".into());
        }
        if hand.won(seat) > 0 {
            notes.push(format!("wins {}", hand.won(seat)));
        }
        if seat + 1 == omaha.players {
            notes.push("button".into());
        }
        if seat == small {
            notes.push("small blind".into());
        }
        if seat == big {
            notes.push("big blind".into());
        }
        if !hand.over && usize::from(hand.mover) == seat {
            notes.push("to act".into());
        }
        if !notes.is_empty() {
            let _ = write!(text, "  ({})", notes.join(", "));
        }
        text.push('\n');
    }
    text
}

/// The betting as letters, `f`, `c` and `r`, with `/` between rounds; `-` before the first.
pub(super) fn betting(omaha: &Omaha, hand: &Hand) -> String {
    if hand.log.is_empty() {
        return "-".into();
    }
    let mut text = String::new();
    let mut again = omaha.begun_again(hand);
    for bet in hand.log.iter() {
        let round = again.round;
        text.push(match bet {
            Bet::Fold => 'f',
            Bet::Call => 'c',
            Bet::Raise => 'r',
        });
        omaha.act(&mut again, bet);
        if !again.over && again.round != round {
            text.push('/');
        }
    }
    text
}
