//! Counters of the calls of the rules on this thread, by any caller.
//!
//! A seat counts what goes through it. The type system cannot stop an agent from calling the rules
//! directly, so calls of the rules are counted as well, and [`audit`](fn@crate::audit) compares the
//! two.

use std::cell::Cell;

thread_local! {
    static STEPS: Cell<u64> = const { Cell::new(0) };
    static NULL_MOVES: Cell<u64> = const { Cell::new(0) };
    static EVALUATIONS: Cell<u64> = const { Cell::new(0) };
}

/// Calls of the rules on one thread.
///
/// ```
/// use ludometer_core::Calls;
///
/// let before = Calls::on_this_thread();
/// assert_eq!(Calls::on_this_thread().since(before), Calls::default());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Calls {
    /// Calls of [`Game::step`](crate::Game::step).
    pub steps: u64,
    /// Calls of [`NullMove::null_move`](crate::NullMove::null_move) that returned a position.
    pub null_moves: u64,
    /// Evaluations: those of a seat, and calls of [`Evaluator::value`](crate::Evaluator::value) and
    /// [`Measure::value`](crate::Measure::value) beside it. What an evaluation is made of, such as
    /// the measures of a weighted sum, is part of that evaluation.
    pub evaluations: u64,
}

impl Calls {
    /// All calls since the thread began.
    pub fn on_this_thread() -> Calls {
        Calls {
            steps: STEPS.get(),
            null_moves: NULL_MOVES.get(),
            evaluations: EVALUATIONS.get(),
        }
    }

    /// The calls between an earlier reading and this one.
    #[must_use]
    pub fn since(self, earlier: Calls) -> Calls {
        Calls {
            steps: self.steps.wrapping_sub(earlier.steps),
            null_moves: self.null_moves.wrapping_sub(earlier.null_moves),
            evaluations: self.evaluations.wrapping_sub(earlier.evaluations),
        }
    }
}

/// Adds calls that were made on another thread for a decision of this one.
pub(crate) fn add(calls: Calls) {
    STEPS.set(STEPS.get().wrapping_add(calls.steps));
    NULL_MOVES.set(NULL_MOVES.get().wrapping_add(calls.null_moves));
    EVALUATIONS.set(EVALUATIONS.get().wrapping_add(calls.evaluations));
}

#[inline(always)]
pub(crate) fn step() {
    STEPS.set(STEPS.get().wrapping_add(1));
}

#[inline(always)]
pub(crate) fn null_move() {
    NULL_MOVES.set(NULL_MOVES.get().wrapping_add(1));
}

#[inline(always)]
pub(crate) fn evaluation() {
    EVALUATIONS.set(EVALUATIONS.get().wrapping_add(1));
}

/// Runs one evaluation and sets how many it counts as, whatever it called on its way.
#[inline(always)]
pub(crate) fn evaluating<T>(evaluate: impl FnOnce() -> (T, u64)) -> T {
    let before = EVALUATIONS.get();
    let (value, count) = evaluate();
    EVALUATIONS.set(before.wrapping_add(count));
    value
}
