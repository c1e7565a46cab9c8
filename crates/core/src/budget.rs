//! What a decision may cost, and what it did cost.

use std::time::Duration;

/// What a seat grants for one decision. `None` is no limit.
///
/// Published tables use the counted limits; a limit in time makes a result that cannot be repeated
/// to the bit, and the laboratory marks it so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Forward-model calls.
    pub steps: Option<u64>,
    /// Evaluations of states.
    pub evaluations: Option<u64>,
    /// Wall-clock time.
    pub time: Option<Duration>,
}

impl Budget {
    /// No limit of any kind.
    pub const UNLIMITED: Budget = Budget {
        steps: None,
        evaluations: None,
        time: None,
    };

    /// A limit on forward-model calls alone.
    pub fn of_steps(steps: u64) -> Budget {
        Budget {
            steps: Some(steps),
            ..Budget::UNLIMITED
        }
    }

    /// Whether results under this budget repeat to the bit.
    pub fn is_repeatable(&self) -> bool {
        self.time.is_none()
    }
}

/// What a decision did cost, as the seat counted it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spending {
    /// Forward-model calls.
    pub steps: u64,
    /// Evaluations of states.
    pub evaluations: u64,
}

impl std::ops::AddAssign for Spending {
    fn add_assign(&mut self, other: Spending) {
        self.steps += other.steps;
        self.evaluations += other.evaluations;
    }
}
