//! Actions as numbers of a fixed range, for networks and arrays.

use crate::{Actions, Game};

/// Games whose actions have numbers that mean the same in every state: the square of a mark, from which
/// square to which.
///
/// [`check_action_space`](crate::law::check_action_space) checks the laws: every legal action has a number
/// of its own below [`ActionSpace::action_space`] and is found again by it, other numbers name no action,
/// and the mask marks exactly the numbers of legal actions.
///
/// A game without this trait is still a whole game: its actions are then numbered by their rank in
/// [`Game::actions`], which means something else in every state.
pub trait ActionSpace: Game {
    /// How many numbers there are, the same for every state.
    fn action_space(&self) -> usize;

    /// The number of a legal action.
    fn action_number(&self, state: &Self::State, action: Self::Action) -> usize;

    /// The legal action of this number; `None` if no legal action has it.
    fn numbered_action(&self, state: &Self::State, number: usize) -> Option<Self::Action>;

    /// Writes whether each number is that of a legal action into `mask`, which is as long as the space.
    /// `buffer` may be used for lists of actions; its content is of no interest before and after.
    #[inline]
    fn action_mask(&self, state: &Self::State, buffer: &mut Actions<Self>, mask: &mut [bool]) {
        mask.fill(false);
        buffer.clear();
        self.actions(state, buffer);
        for &action in buffer.iter() {
            mask[self.action_number(state, action)] = true;
        }
    }
}
