//! Equal moves beside each other, and what each of them has.

/// `count` neighbouring moves with the same subgame tree, and what each of them has: a probability,
/// or what a probability is made of.
///
/// Moves are reported in the order of the tree, runs of equal ones together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share<T> {
    /// How many moves.
    pub count: u64,
    /// What each of them has.
    pub each: T,
}

impl<T> Share<T> {
    /// The same moves with something else.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Share<U> {
        Share {
            count: self.count,
            each: f(self.each),
        }
    }
}
