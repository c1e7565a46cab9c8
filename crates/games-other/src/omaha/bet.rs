//! What a player may do.

/// What a player may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bet {
    /// Give up, where there is something to call.
    Fold,
    /// Match the bets of the others, or check.
    Call,
    /// Bet or raise by what the round prescribes, or by all that is left.
    Raise,
}
