//! Budgets of decisions, and what was spent.

use crate::Clock;
use std::time::Duration;

/// The limits of one decision. `None` is no limit.
///
/// Limits on calls and evaluations are repeatable to the bit; results under a time limit are not, and
/// are marked as such.
///
/// ```
/// use ludometer_core::Budget;
///
/// let budget = Budget::of_steps(1000).with_evaluations(50);
/// assert!(budget.is_repeatable() && budget.evaluations == Some(50));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Budget {
    /// Forward-model calls.
    pub steps: Option<u64>,
    /// Evaluations of states.
    pub evaluations: Option<u64>,
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// The player's clock. Where no time is set for the single decision, the clock's
    /// [allotment](Clock::allot) is its time.
    pub clock: Option<Clock>,
}

impl Budget {
    /// No limit of any kind.
    pub const UNLIMITED: Budget = Budget {
        steps: None,
        evaluations: None,
        time: None,
        clock: None,
    };

    /// A limit on forward-model calls alone.
    pub fn of_steps(steps: u64) -> Budget {
        Budget::UNLIMITED.with_steps(steps)
    }

    /// The same with this limit on forward-model calls.
    #[must_use]
    pub fn with_steps(mut self, steps: impl Into<Option<u64>>) -> Budget {
        self.steps = steps.into();
        self
    }

    /// The same with this number of evaluations.
    #[must_use]
    pub fn with_evaluations(mut self, evaluations: impl Into<Option<u64>>) -> Budget {
        self.evaluations = evaluations.into();
        self
    }

    /// The same with this limit on wall-clock time.
    #[must_use]
    pub fn with_time(mut self, time: impl Into<Option<Duration>>) -> Budget {
        self.time = time.into();
        self
    }

    /// The same with a clock.
    #[must_use]
    pub fn with_clock(mut self, clock: impl Into<Option<Clock>>) -> Budget {
        self.clock = clock.into();
        self
    }

    /// Whether results under this budget repeat to the bit.
    #[inline]
    pub fn is_repeatable(&self) -> bool {
        self.time.is_none() && self.clock.is_none()
    }
}

/// What a decision spent, as the seat counted it.
///
/// ```
/// use ludometer_core::Spending;
///
/// let mut spent = Spending::of_steps(3);
/// spent += Spending::default().with_evaluations(2);
/// assert_eq!((spent.steps, spent.evaluations), (3, 2));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Spending {
    /// Forward-model calls.
    pub steps: u64,
    /// Evaluations of states.
    pub evaluations: u64,
}

impl Spending {
    /// This number of forward-model calls and no evaluations.
    pub fn of_steps(steps: u64) -> Spending {
        Spending {
            steps,
            ..Spending::default()
        }
    }

    /// The same with this number of evaluations.
    #[must_use]
    pub fn with_evaluations(mut self, evaluations: u64) -> Spending {
        self.evaluations = evaluations;
        self
    }
}

impl std::ops::AddAssign for Spending {
    fn add_assign(&mut self, other: Spending) {
        self.steps += other.steps;
        self.evaluations += other.evaluations;
    }
}
