//! Hands as histories.

use super::super::{Bet, Hand, Omaha, Seats, shown, write_cards};
use ludometer_core::Player;
use std::fmt::Write;

/// The history of a hand as `viewer` saw it; `None` saw all hands. Of the board it has what was
/// turned up.
pub fn write(omaha: &Omaha, hand: &Hand, number: u64, viewer: Option<Player>) -> String {
    let seats = 0..omaha.players();
    let shown = seats.filter(|&seat| shown(hand, seat, viewer));
    let shown = shown.fold(0, |set, seat| set | 1 << seat);
    write_known(omaha, hand, number, shown, &[])
}

/// The history of a hand with the cards of these seats, and the names of players as far as they have
/// one. A name stands on one line and has no `) has ` in it.
pub fn write_known(
    omaha: &Omaha,
    hand: &Hand,
    number: u64,
    known: Seats,
    names: &[Option<String>],
) -> String {
    let (small, players) = (omaha.chips(), omaha.players());
    let mut text = format!(
        "Hand {number}: fixed-limit omaha hi-lo, {players} players, bets {small}/{}, cap {}",
        2 * small,
        omaha.bets()
    );
    if omaha.uncapped_heads_up {
        text += ", uncapped heads-up";
    }
    text.push('\n');
    let mut again = omaha.begun_again(hand);
    for seat in 0..players {
        let cards = match known >> seat & 1 == 1 {
            true => write_cards(hand.hole(seat).cards()),
            false => "?? ?? ?? ??".into(),
        };
        let chips = again.stack(seat) + again.paid(seat);
        let name = match names.get(seat) {
            Some(Some(name)) => format!(" ({name})"),
            _ => String::new(),
        };
        let _ = writeln!(text, "seat {seat}{name} has {chips}: {cards}");
    }
    for seat in omaha.blinds() {
        let _ = writeln!(text, "seat {seat} posts {}", again.paid(seat));
    }
    let _ = writeln!(text, "{}", again.round().name());
    for bet in hand.log().iter() {
        let (seat, round) = (again.mover, again.round());
        let _ = writeln!(text, "seat {seat} {}", action(omaha, &again, bet));
        omaha.act(&mut again, bet);
        if again.round() != round {
            turn_up(&mut text, &again, round.board());
        }
    }
    if hand.is_showdown() {
        let strengths = omaha.strengths(hand);
        for seat in super::super::seats(hand.live()) {
            let strength = strengths[seat];
            let _ = writeln!(
                text,
                "seat {seat} shows {}, low {}",
                strength.high, strength.low
            );
        }
    }
    for seat in (0..players).filter(|&seat| hand.won(seat) > 0) {
        let _ = writeln!(text, "seat {seat} wins {}", hand.won(seat));
    }
    text
}

/// What an action is called and what it comes to.
pub(super) fn action(omaha: &Omaha, hand: &Hand, bet: Bet) -> String {
    let call = omaha.to_call(hand);
    match bet {
        Bet::Fold => "folds".into(),
        Bet::Call if call == 0 => "checks".into(),
        Bet::Call => format!("calls {call}"),
        Bet::Raise => {
            let to = omaha.raise_to(hand).unwrap_or(hand.level);
            match hand.level {
                0 => format!("bets {to}"),
                _ => format!("raises to {to}"),
            }
        }
    }
}

/// A line for each round that was dealt since `lay` cards lay on the board.
fn turn_up(text: &mut String, hand: &Hand, lay: usize) {
    use super::super::Round;
    let mut lay = lay;
    for round in [Round::Flop, Round::Turn, Round::River] {
        if round <= hand.round() && lay < round.board() {
            let cards = write_cards(&hand.board()[lay..round.board()]);
            let _ = writeln!(text, "{} {cards}", round.name());
            lay = round.board();
        }
    }
}
