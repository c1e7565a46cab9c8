//! A player's clock, as in chess: time for many decisions, which the player allocates.

use std::time::Duration;

/// What is left on a player's clock. The referee keeps it and hands it to the seat with every
/// decision; a player whose clock runs out forfeits.
///
/// ```
/// use ludometer_core::Clock;
/// use std::time::Duration;
///
/// // Five minutes, and three seconds more after every move.
/// let clock = Clock::of(Duration::from_secs(300)).with_increment(Duration::from_secs(3));
/// assert_eq!(clock.allot(), Duration::from_millis(12_250));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time that is added after every decision.
    pub increment: Duration,
    /// Decisions until the next time control, this one included. `None` is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// The number of further decisions to save time for when there is no time control.
const HORIZON: u32 = 30;

impl Clock {
    /// This much time for the whole game.
    pub fn of(remaining: Duration) -> Clock {
        Clock {
            remaining,
            increment: Duration::ZERO,
            moves_to_go: None,
        }
    }

    /// Adds time after every decision.
    #[must_use]
    pub fn with_increment(mut self, increment: Duration) -> Clock {
        self.increment = increment;
        self
    }

    /// The time is for this number of decisions, after which it is granted again (a repeating time
    /// control).
    #[must_use]
    pub fn with_moves_to_go(mut self, moves: u32) -> Clock {
        self.moves_to_go = Some(moves.max(1));
        self
    }

    /// How long one decision may take, by the default time manager: `min(remaining / n + 3/4
    /// increment, 4/5 remaining)`, where `n` is the number of decisions to the next time control, at
    /// most 30, and 30 where there is none.
    ///
    /// An agent that keeps to it never runs out of time: a fifth is always left.
    pub fn allot(&self) -> Duration {
        let moves = self.moves_to_go.unwrap_or(HORIZON).clamp(1, HORIZON);
        let share = self.remaining / moves;
        let share = share.saturating_add(self.increment / 4 * 3);
        share.min(self.remaining / 5 * 4)
    }

    /// The clock after a decision of this duration, or `None` if it ran out. `control` is the initial
    /// clock, whose time is added at a time control.
    #[must_use]
    pub fn after(&self, used: Duration, control: &Clock) -> Option<Clock> {
        let left = self.remaining.checked_sub(used)?;
        let mut next = Clock {
            remaining: left.saturating_add(self.increment),
            ..*self
        };
        next.moves_to_go = match self.moves_to_go {
            Some(0 | 1) => {
                next.remaining = next.remaining.saturating_add(control.remaining);
                control.moves_to_go
            }
            moves => moves.map(|moves| moves - 1),
        };
        Some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn time_is_shared_out_by_the_formula() {
        let clock = Clock::of(60 * SECOND);
        assert_eq!(clock.allot(), 2 * SECOND);
        assert_eq!(clock.with_increment(4 * SECOND).allot(), 5 * SECOND);
        assert_eq!(clock.with_moves_to_go(10).allot(), 6 * SECOND);
        // Never for more than thirty decisions, and never more than four fifths.
        assert_eq!(clock.with_moves_to_go(300).allot(), 2 * SECOND);
        assert_eq!(clock.with_moves_to_go(1).allot(), 48 * SECOND);
        assert_eq!(clock.with_moves_to_go(0).allot(), 48 * SECOND);
        let late = Clock::of(SECOND).with_increment(60 * SECOND);
        assert_eq!(late.allot(), SECOND / 5 * 4);
        assert_eq!(Clock::of(Duration::ZERO).allot(), Duration::ZERO);
        let endless = Clock::of(Duration::MAX).with_increment(Duration::MAX);
        assert!(endless.allot() < Duration::MAX);
    }

    #[test]
    fn a_clock_runs_down_and_is_wound_up_at_time_controls() {
        let control = Clock::of(10 * SECOND)
            .with_increment(SECOND)
            .with_moves_to_go(2);
        let first = control.after(4 * SECOND, &control).unwrap();
        assert_eq!((first.remaining, first.moves_to_go), (7 * SECOND, Some(1)));
        let second = first.after(7 * SECOND, &control).unwrap();
        assert_eq!(
            (second.remaining, second.moves_to_go),
            (11 * SECOND, Some(2))
        );
        // The increment comes after the decision: it does not save a player who ran out.
        assert_eq!(first.after(7 * SECOND + SECOND / 1000, &control), None);
        let whole = Clock::of(SECOND);
        assert_eq!(whole.after(SECOND, &whole).unwrap().moves_to_go, None);
    }

    /// An agent that spends what is allotted has time left after any number of decisions.
    #[test]
    fn who_keeps_to_the_allotment_never_runs_out() {
        for control in [
            Clock::of(SECOND),
            Clock::of(SECOND).with_increment(SECOND / 2),
            Clock::of(SECOND).with_moves_to_go(3),
        ] {
            let mut clock = control;
            for _ in 0..500 {
                clock = clock.after(clock.allot(), &control).unwrap();
            }
        }
    }
}
