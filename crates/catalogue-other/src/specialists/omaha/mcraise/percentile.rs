//! How good one hand is among all hands.

use super::preflop;
use super::strength::{Percentiles, StrengthScale};
use ludometer_core::Rng;
use ludometer_games_other::omaha::{Board, Draw, HoleCards, Round};

/// Hands that percentiles are taken among where there is one hand to judge.
const AMONG: usize = 128;

/// The percentile of one hand on the board of a round.
pub fn percentile(hole: &HoleCards, board: &Board, round: Round, dice: &mut Rng) -> f64 {
    if round == Round::Preflop {
        return preflop::percentile(hole);
    }
    let ruler = StrengthScale::new(board, round, dice);
    let known = &board.cards()[..round.board()];
    let known = known.iter().fold(0, |set, card| set | card.bit());
    let others: Vec<f64> = (0..AMONG)
        .map(|_| ruler.share(&Draw::new(known, dice).hole()))
        .collect();
    Percentiles::among(others.into_iter()).of(ruler.share(hole))
}
