//! Exact values of positions by enumeration: complete minimax, and the expected outcome of
//! Abramson and Korf (1987) in both weightings, for the outcome and for the scoreboard.
//!
//! For two players without chance or hidden information whose play cannot repeat a position. An
//! outcome is a win, a draw or a loss: the sign of the payoff. All values are player 0's.

mod enumeration;
mod table;

pub use enumeration::Enumeration;
pub(crate) use table::Place;

use ludometer_core::Player;

/// What is known exactly of a position, from player 0's viewpoint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Values {
    /// The outcome of best play: 1, 0 or -1.
    pub minimax: f64,
    /// Best play of both for the scoreboard at the end.
    pub minimax_points: f64,
    /// The probability that player 0 wins when every action is equally likely.
    pub won: f64,
    /// The probability that player 1 wins when every action is equally likely.
    pub lost: f64,
    /// The expected scoreboard when every action is equally likely.
    pub expected_points: f64,
    /// How many games can be played from here. Exact up to 2^53, as are the next two.
    pub games: f64,
    /// How many of them player 0 wins.
    pub wins: f64,
    /// How many of them player 1 wins.
    pub losses: f64,
}

impl Values {
    /// The expected outcome when every action is equally likely: a leaf counts the product of its
    /// probabilities.
    pub fn expected(&self) -> f64 {
        self.won - self.lost
    }

    /// The mean outcome when every leaf counts the same.
    pub fn by_leaves(&self) -> f64 {
        (self.wins - self.losses) / self.games
    }

    fn finished(outcome: f64, points: f64) -> Values {
        let (won, lost) = (
            f64::from(u8::from(outcome > 0.0)),
            f64::from(u8::from(outcome < 0.0)),
        );
        Values {
            minimax: won - lost,
            minimax_points: points,
            won,
            lost,
            expected_points: points,
            games: 1.0,
            wins: won,
            losses: lost,
        }
    }

    /// Of a position none of whose successors is known yet.
    fn none(mover: Player) -> Values {
        let worst = if mover == Player(0) {
            f64::NEG_INFINITY
        } else {
            f64::INFINITY
        };
        Values {
            minimax: worst,
            minimax_points: worst,
            won: 0.0,
            lost: 0.0,
            expected_points: 0.0,
            games: 0.0,
            wins: 0.0,
            losses: 0.0,
        }
    }

    fn add(&mut self, next: &Values, mover: Player) {
        let better = if mover == Player(0) {
            f64::max
        } else {
            f64::min
        };
        self.minimax = better(self.minimax, next.minimax);
        self.minimax_points = better(self.minimax_points, next.minimax_points);
        self.won += next.won;
        self.lost += next.lost;
        self.expected_points += next.expected_points;
        self.games += next.games;
        self.wins += next.wins;
        self.losses += next.losses;
    }

    fn over(self, actions: usize) -> Values {
        let actions = actions as f64;
        Values {
            won: self.won / actions,
            lost: self.lost / actions,
            expected_points: self.expected_points / actions,
            ..self
        }
    }
}

/// Why an enumeration ended before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// Too many distinct positions.
    #[error("{} distinct positions were reached, which is all that {} MB can hold", grouped(*.positions), bytes >> 20)]
    Memory {
        /// How many were reached.
        positions: usize,
        /// The limit.
        bytes: usize,
    },
    /// Games go on for too long.
    #[error("play went on for {} moves without an end, which is too long to look at every game", grouped(*.moves))]
    Length {
        /// How long play was.
        moves: usize,
    },
    /// A position was reached from itself.
    #[error("play can return to a position, so its games have no end that could be counted")]
    Repeats,
}

/// A number with a comma at every thousand.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_told_apart() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(123), "123");
        assert_eq!(grouped(9_722_011), "9,722,011");
    }
}
