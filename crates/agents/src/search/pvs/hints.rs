//! Game knowledge for the search.

use ludometer_core::{Actions, Game};

/// Game knowledge beside the evaluation: move ordering, null moves, noisy moves, table keys. Every
/// method has a default without knowledge; a specialist overrides those it needs.
pub trait SearchGuide<G: Game>: Send {
    /// The key of a state in the transposition table.
    ///
    /// The default is [`Game::state_key`], of the whole state. Where a state includes its history, as in chess, that
    /// separates values that depend on repetitions. A key without the history finds more
    /// transpositions but risks the graph-history interaction problem: a value that is correct on one
    /// path is used on another, where the draw by repetition is nearer or farther.
    #[inline]
    fn key(&self, game: &G, state: &G::State) -> u64 {
        game.state_key(state)
    }

    /// The position after a null move, with the other player to move; `None` where it must not be
    /// tried.
    #[inline]
    fn null_move(&self, game: &G, state: &G::State) -> Option<G::State> {
        let _ = (game, state);
        None
    }

    /// The depth reduction R of the search after a null move, `depth` plies above the leaves (Heinz
    /// 1999).
    #[inline]
    fn reduction(&self, game: &G, state: &G::State, depth: u32) -> u32 {
        let _ = (game, state);
        if depth > 6 { 3 } else { 2 }
    }

    /// The move-ordering score of an action. History adds between 0 and 1, killer moves score 1000 and
    /// 999, and the table's action comes first.
    #[inline]
    fn hint(&self, game: &G, state: &G::State, action: G::Action) -> f32 {
        let _ = (game, state, action);
        0.0
    }

    /// Appends noisy moves that quiescence search resolves first, such as captures.
    #[inline]
    fn noisy(&self, game: &G, state: &G::State, out: &mut Actions<G>) {
        let _ = (game, state, out);
    }

    /// The fractional ply cost of an action in realisation-probability search: the logarithm of the
    /// probability that an action of its category is played, to a base at which a typical action costs
    /// 1. It is clamped between [`SearchGuide::least`] and [`MOST`].
    #[inline]
    fn cost(&self, game: &G, state: &G::State, action: G::Action) -> f32 {
        let _ = (game, state, action);
        1.0
    }

    /// The least cost of any category, in plies, at least [`LEAST`]. An action that fails high is
    /// searched again at this cost.
    #[inline]
    fn least(&self) -> f32 {
        1.0
    }
}

/// The least cost of an action in realisation-probability search, in plies, so that variations end.
pub const LEAST: f32 = 0.5;

/// The greatest cost.
pub const MOST: f32 = 4.0;

/// No game knowledge.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHints;

impl<G: Game> SearchGuide<G> for NoHints {}

/// See [`SearchGuide::key`].
pub type PositionKeyFn<G> = fn(&G, &<G as Game>::State) -> u64;

/// See [`SearchGuide::null_move`].
pub type NullMoveFn<G> = fn(&G, &<G as Game>::State) -> Option<<G as Game>::State>;

/// See [`SearchGuide::hint`].
pub type HintFn<G> = fn(&G, &<G as Game>::State, <G as Game>::Action) -> f32;

/// See [`SearchGuide::noisy`].
pub type NoisyFn<G> = fn(&G, &<G as Game>::State, &mut Actions<G>);

/// Game knowledge as optional plain functions.
pub struct SearchHints<G: Game> {
    /// A table key without the game's history.
    pub position_key: Option<PositionKeyFn<G>>,
    /// The position after a null move.
    pub null_move: Option<NullMoveFn<G>>,
    /// A move-ordering score.
    pub hint: Option<HintFn<G>>,
    /// Noisy moves that quiescence search resolves first.
    pub noisy: Option<NoisyFn<G>>,
}

impl<G: Game> Default for SearchHints<G> {
    fn default() -> Self {
        SearchHints {
            position_key: None,
            null_move: None,
            hint: None,
            noisy: None,
        }
    }
}

impl<G: Game> Clone for SearchHints<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for SearchHints<G> {}

impl<G: Game> SearchGuide<G> for SearchHints<G> {
    #[inline]
    fn key(&self, game: &G, state: &G::State) -> u64 {
        match self.position_key {
            Some(position_key) => position_key(game, state),
            None => game.state_key(state),
        }
    }

    #[inline]
    fn null_move(&self, game: &G, state: &G::State) -> Option<G::State> {
        self.null_move?(game, state)
    }

    #[inline]
    fn hint(&self, game: &G, state: &G::State, action: G::Action) -> f32 {
        self.hint.map_or(0.0, |hint| hint(game, state, action))
    }

    #[inline]
    fn noisy(&self, game: &G, state: &G::State, out: &mut Actions<G>) {
        if let Some(noisy) = self.noisy {
            noisy(game, state, out);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_games::tic_tac_toe::TicTacToe;

    /// Heinz (1999): R = 3 far from the leaves and R = 2 near them.
    #[test]
    fn null_moves_are_reduced_by_two_plies_and_from_seven_on_by_three() {
        let game = TicTacToe::new(3, 3, 3).unwrap();
        let board = ludometer_core::Notation::read(&game, "X../.../...").unwrap();
        let reductions = [2, 5, 6, 7, 20].map(|depth| NoHints.reduction(&game, &board, depth));
        assert_eq!(reductions, [2, 2, 2, 3, 3]);
    }

    #[test]
    fn without_hints_a_move_costs_a_ply_and_null_moves_are_off() {
        let game = TicTacToe::new(3, 3, 3).unwrap();
        let board = ludometer_core::Notation::read(&game, "X../.../...").unwrap();
        let action = game.action_named(&board, "c3").unwrap();
        assert_eq!(NoHints.null_move(&game, &board), None);
        assert_eq!(NoHints.hint(&game, &board, action), 0.0);
        assert_eq!(NoHints.cost(&game, &board, action), 1.0);
        assert_eq!(SearchGuide::<TicTacToe>::least(&NoHints), 1.0);
        assert_eq!(NoHints.key(&game, &board), game.state_key(&board));
    }
}
