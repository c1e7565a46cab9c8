//! Move ordering: the table's action, killers, then hints and relative history.

use ludometer_core::{Game, Player};

/// Relative history (Winands et al. 2004): how often an action was best, of the times it was searched.
/// Actions are indexed by a few bits of their key; a collision affects only the ordering.
pub(super) struct History {
    /// Hits and tries, of one player and the other.
    counts: Vec<(u32, u32)>,
}

/// As many as pairs of squares on a board of 8 x 8.
const ACTIONS: usize = 1 << 12;

impl History {
    pub(super) fn new() -> History {
        History {
            counts: vec![(0, 1); 2 * ACTIONS],
        }
    }

    pub(super) fn forget(&mut self) {
        // One try that never was, so that nothing is divided by zero.
        self.counts.fill((0, 1));
    }

    #[inline]
    fn index<G: Game>(game: &G, mover: Player, action: G::Action) -> usize {
        let side = mover.index() & 1;
        side * ACTIONS + (game.action_key(action) >> 52) as usize
    }

    /// Between 0 and 1.
    #[inline]
    pub(super) fn share<G: Game>(&self, game: &G, mover: Player, action: G::Action) -> f32 {
        let (hits, tries) = self.counts[Self::index(game, mover, action)];
        hits as f32 / tries as f32
    }

    #[inline]
    pub(super) fn tried<G: Game>(&mut self, game: &G, mover: Player, action: G::Action) {
        let count = &mut self.counts[Self::index(game, mover, action)];
        count.1 = count.1.saturating_add(1);
    }

    #[inline]
    pub(super) fn best<G: Game>(&mut self, game: &G, mover: Player, action: G::Action) {
        let count = &mut self.counts[Self::index(game, mover, action)];
        count.0 = count.0.saturating_add(1);
    }
}

/// The last two actions that cut at a ply.
pub(super) type Killers<G> = [Option<<G as Game>::Action>; 2];

pub(super) fn kill<G: Game>(killers: &mut Killers<G>, action: G::Action) {
    if killers[0] != Some(action) {
        *killers = [Some(action), killers[0]];
    }
}

/// A place in a list of actions, or their count, in the width that orders and tables have for it. A
/// count that fits leaves every place below [`NOWHERE`](super::table::NOWHERE).
///
/// # Panics
///
/// If it does not fit: no order and no table could tell such actions apart.
#[inline]
pub(super) fn number(index: usize) -> u16 {
    u16::try_from(index).expect("pvs takes states of at most 65,535 actions")
}

/// What a node needs while it is open, reused by the next one.
pub(super) struct Frame<G: Game> {
    pub(super) actions: Vec<G::Action>,
    /// The states after each action, if they were made beforehand.
    pub(super) states: Vec<G::State>,
    /// Places in `actions` with their scores; the front is sorted as far as it was picked.
    order: Vec<(f32, u16)>,
}

impl<G: Game> Default for Frame<G> {
    fn default() -> Self {
        Frame {
            actions: Vec::new(),
            states: Vec::new(),
            order: Vec::new(),
        }
    }
}

impl<G: Game> Frame<G> {
    pub(super) fn clear(&mut self) {
        self.actions.clear();
        self.states.clear();
        self.order.clear();
    }

    /// Scores every action.
    #[inline]
    pub(super) fn score(&mut self, score: impl Fn(usize, G::Action) -> f32) {
        let scored = (0..number(self.actions.len())).zip(&self.actions);
        self.order
            .extend(scored.map(|(index, &action)| (score(usize::from(index), action), index)));
    }

    /// The place of the action with the `turn`-th highest score; of equals, the first listed. Turns
    /// must be asked for in order, and may be asked for again.
    #[inline]
    pub(super) fn pick(&mut self, turn: usize) -> usize {
        let mut best = turn;
        for other in turn + 1..self.order.len() {
            let ((high, index), (score, rival)) = (self.order[best], self.order[other]);
            if score > high || (score == high && rival < index) {
                best = other;
            }
        }
        self.order.swap(turn, best);
        usize::from(self.order[turn].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::pvs::table::NOWHERE;

    /// One try that never was keeps the share of what was never tried at nothing.
    #[test]
    fn history_is_a_share_of_tries_for_each_player() {
        type G = ludometer_games::tic_tac_toe::TicTacToe;
        let game = G::new(3, 3, 3).unwrap();
        let board = ludometer_core::Notation::read(&game, ".../.../...").unwrap();
        let [a, b] = ["a1", "c3"].map(|name| game.action_named(&board, name).unwrap());
        let [us, them] = [Player(0), Player(1)];
        let apart = History::index(&game, them, a) - History::index(&game, us, a);
        assert_eq!(
            apart, ACTIONS,
            "no action of one player is in the other's half"
        );
        let mut history = History::new();
        for _ in 0..3 {
            history.tried(&game, us, a);
        }
        history.best(&game, us, a);
        assert_eq!(history.share(&game, us, a), 1.0 / 4.0);
        assert_eq!(history.share(&game, them, a), 0.0);
        assert_eq!(history.share(&game, us, b), 0.0);
        history.best(&game, them, a);
        assert_eq!(history.share(&game, them, a), 1.0);
        assert_eq!(history.share(&game, us, a), 1.0 / 4.0);
        history.forget();
        assert_eq!(history.share(&game, us, a), 0.0);
    }

    #[test]
    fn the_last_two_killers_are_kept() {
        type G = ludometer_games::tic_tac_toe::TicTacToe;
        let game = G::new(3, 3, 3).unwrap();
        let board = ludometer_core::Notation::read(&game, ".../.../...").unwrap();
        let [a, b, c] = ["a1", "b2", "c3"].map(|name| game.action_named(&board, name).unwrap());
        let mut killers: Killers<G> = [None; 2];
        for (action, kept) in [
            (a, [Some(a), None]),
            (a, [Some(a), None]),
            (b, [Some(b), Some(a)]),
            (a, [Some(a), Some(b)]),
            (c, [Some(c), Some(a)]),
        ] {
            kill::<G>(&mut killers, action);
            assert_eq!(killers, kept);
        }
    }

    #[test]
    fn the_highest_score_is_picked_first_and_of_equals_the_first_listed() {
        type G = ludometer_games::tic_tac_toe::TicTacToe;
        let game = G::new(3, 3, 3).unwrap();
        let board = ludometer_core::Notation::read(&game, ".../.../...").unwrap();
        let mut frame: Frame<G> = Frame::default();
        game.actions(&board, &mut frame.actions);
        let scores = [1.0, 5.0, 3.0, 5.0, 0.0, 3.0, f32::INFINITY, 1.0, 5.0];
        frame.score(|index, _| scores[index]);
        let picked: Vec<usize> = (0..9).map(|turn| frame.pick(turn)).collect();
        assert_eq!(picked, [6, 1, 3, 8, 2, 5, 0, 7, 4]);
        // Asked again, a turn gives the same.
        assert_eq!(frame.pick(2), 3);
        frame.clear();
        assert!(frame.actions.is_empty() && frame.order.is_empty());
    }

    #[test]
    fn the_last_place_that_has_a_number_is_somewhere() {
        let most = usize::from(u16::MAX);
        assert_eq!(number(most), u16::MAX);
        assert!(number(most - 1) < NOWHERE);
    }

    #[test]
    #[should_panic(expected = "at most 65,535 actions")]
    fn more_actions_than_numbers_are_refused() {
        number(usize::from(u16::MAX) + 1);
    }
}
