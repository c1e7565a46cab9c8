//! Search information that an agent reports about a decision, for display.

/// How a reported value is to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// The value that the search is after.
    #[default]
    Exact,
    /// A lower bound: the value is at least this. The search was cut off above its window.
    Lower,
    /// An upper bound: the value is at most this. The search found only that it is no better.
    Upper,
}

impl Bound {
    /// What a search with fail-soft alpha-beta knows from a value that it returned for the open
    /// window between `alpha` and `beta`.
    pub fn of(value: f64, alpha: f64, beta: f64) -> Bound {
        if value <= alpha {
            Bound::Upper
        } else if value >= beta {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }

    /// The sign before a bound: `≥`, `≤` or nothing.
    pub fn sign(self) -> &'static str {
        match self {
            Bound::Exact => "",
            Bound::Lower => "≥",
            Bound::Upper => "≤",
        }
    }

    /// The bound in a word.
    pub fn name(self) -> &'static str {
        match self {
            Bound::Exact => "exact",
            Bound::Lower => "lower",
            Bound::Upper => "upper",
        }
    }
}

/// What a search found out about one root move, for display.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MoveInfo<A> {
    /// The action.
    pub action: A,
    /// Its value for the seat's player, in the agent's own units.
    pub value: f64,
    /// Whether that is its value or a bound of it.
    pub bound: Bound,
    /// How often it was visited.
    pub visits: u64,
    /// The same for the next actions, of this or another player; empty where the agent kept no tree,
    /// and below rarely visited nodes.
    pub children: Vec<MoveInfo<A>>,
}

/// A sequence of actions that a search considered, such as a principal variation, for display.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Variation<A> {
    /// The actions from this decision on: those of all players where the agent models the others, else
    /// only its own.
    pub actions: Vec<A>,
    /// Their value for the seat's player, in the agent's own units.
    pub value: f64,
    /// How often they were visited.
    pub visits: u64,
}

impl<A> MoveInfo<A> {
    /// A root move with this value and number of visits, and no children.
    pub fn new(action: A, value: f64, visits: u64) -> MoveInfo<A> {
        MoveInfo {
            action,
            value,
            bound: Bound::Exact,
            visits,
            children: Vec::new(),
        }
    }

    /// The same with a value that is a bound.
    #[must_use]
    pub fn with_bound(mut self, bound: Bound) -> MoveInfo<A> {
        self.bound = bound;
        self
    }

    /// The same with information about the next actions.
    #[must_use]
    pub fn with_below(mut self, children: Vec<MoveInfo<A>>) -> MoveInfo<A> {
        self.children = children;
        self
    }

    /// The same with actions mapped by `to`; `None` if the action has no image.
    pub(crate) fn translated<B>(self, to: &impl Fn(A) -> Option<B>) -> Option<MoveInfo<B>> {
        let children = self.children.into_iter();
        Some(MoveInfo {
            action: to(self.action)?,
            value: self.value,
            bound: self.bound,
            visits: self.visits,
            children: children.filter_map(|info| info.translated(to)).collect(),
        })
    }
}

impl<A> Variation<A> {
    /// A variation with this value and number of visits.
    pub fn new(actions: Vec<A>, value: f64, visits: u64) -> Variation<A> {
        Variation {
            actions,
            value,
            visits,
        }
    }

    /// The same with actions mapped by `to`; `None` if one of them has no image.
    pub(crate) fn translated<B>(self, to: &impl Fn(A) -> Option<B>) -> Option<Variation<B>> {
        let actions = self.actions.into_iter();
        Some(Variation {
            actions: actions.map(to).collect::<Option<_>>()?,
            value: self.value,
            visits: self.visits,
        })
    }
}
