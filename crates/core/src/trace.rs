//! What an agent tells of its decision, for people to look at.

/// What an agent thought of one of its choices, for people to look at.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MoveInfo<A> {
    /// The choice.
    pub action: A,
    /// Its value to the seat's player, in the agent's own units.
    pub value: f64,
    /// How often it was tried.
    pub visits: u64,
    /// What the agent thought of the choices after it, its own or another's; empty where it kept no
    /// tree, and below what it hardly tried.
    pub children: Vec<MoveInfo<A>>,
}

/// A way to go on that an agent considered, for people to look at.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Variation<A> {
    /// The actions from this decision on: everybody's where the agent foresees the others', else
    /// its own.
    pub actions: Vec<A>,
    /// Their value to the seat's player, in the agent's own units.
    pub value: f64,
    /// How often they were tried.
    pub visits: u64,
}

impl<A> MoveInfo<A> {
    /// A choice of this value that was tried so often, and nothing after it.
    pub fn new(action: A, value: f64, visits: u64) -> MoveInfo<A> {
        MoveInfo {
            action,
            value,
            visits,
            children: Vec::new(),
        }
    }

    /// The same with what was thought of the choices after it.
    #[must_use]
    pub fn with_below(mut self, children: Vec<MoveInfo<A>>) -> MoveInfo<A> {
        self.children = children;
        self
    }

    /// The same of other actions; `None` if this choice is none of them.
    pub(crate) fn translated<B>(self, to: &impl Fn(A) -> Option<B>) -> Option<MoveInfo<B>> {
        let children = self.children.into_iter();
        Some(MoveInfo {
            action: to(self.action)?,
            value: self.value,
            visits: self.visits,
            children: children
                .filter_map(|thought| thought.translated(to))
                .collect(),
        })
    }
}

impl<A> Variation<A> {
    /// Actions of this value that were tried so often.
    pub fn new(actions: Vec<A>, value: f64, visits: u64) -> Variation<A> {
        Variation {
            actions,
            value,
            visits,
        }
    }

    /// The same of other actions; `None` if one of them is unknown.
    pub(crate) fn translated<B>(self, to: &impl Fn(A) -> Option<B>) -> Option<Variation<B>> {
        let actions = self.actions.into_iter();
        Some(Variation {
            actions: actions.map(to).collect::<Option<_>>()?,
            value: self.value,
            visits: self.visits,
        })
    }
}
