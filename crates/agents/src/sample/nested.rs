//! Nested Monte Carlo search (Cazenave 2009) for puzzles.

use crate::search::{Frontier, Path};
use ludometer_core::{Actions, Evaluator, Game, Seat, Turn};

/// A sequence of moves with the state before each, and what its end is worth.
pub(super) struct Line<G: Game> {
    pub(super) value: f64,
    pub(super) path: Path<G>,
}

impl<G: Game> Line<G> {
    /// No moves at all, worse than any.
    pub(super) fn worst() -> Self {
        Line {
            value: f64::NEG_INFINITY,
            path: Vec::new(),
        }
    }

    /// Whether it ends better than another, or as well after fewer moves.
    pub(super) fn beats(&self, other: &Line<G>) -> bool {
        self.value > other.value
            || (self.value == other.value && self.path.len() < other.path.len())
    }
}

/// Searches of a level ask searches of the level below for every move, and follow the best line that any
/// of them found; a search of level 0 is a random playout. The value of a line is the evaluation of its
/// end.
pub struct Nested<E> {
    level: u32,
    plies: usize,
    evaluator: E,
}

impl<E> Nested<E> {
    /// Searches of this level, of lines of at most `plies` moves.
    pub fn new(level: u32, plies: u32, evaluator: E) -> Self {
        Nested {
            level,
            plies: plies as usize,
            evaluator,
        }
    }

    /// The best line from a state, which takes the place of `best` if it beats it; what comes before the
    /// state is in `path`. `None` if the budget is spent.
    fn improve<G: Game>(
        &mut self,
        seat: &mut Seat<'_, G>,
        level: u32,
        state: &G::State,
        path: &mut Path<G>,
        best: &mut Line<G>,
    ) -> Option<()>
    where
        E: Evaluator<G>,
    {
        let start = path.len();
        let done = match level {
            0 => self.playout(seat, state, path, best),
            _ => self.follow(seat, level, state, path, best),
        };
        path.truncate(start);
        done
    }

    fn playout<G: Game>(
        &mut self,
        seat: &mut Seat<'_, G>,
        state: &G::State,
        path: &mut Path<G>,
        best: &mut Line<G>,
    ) -> Option<()>
    where
        E: Evaluator<G>,
    {
        let mut state = state.clone();
        let mut actions = Actions::<G>::new();
        while path.len() < self.plies && seat.game().turn(&state) != Turn::Over {
            actions.clear();
            seat.game().actions(&state, &mut actions);
            if !seat.can_afford(1, 0) {
                return None;
            }
            let action = actions[seat.dice().index(actions.len())];
            path.push((state.clone(), action));
            seat.step(&mut state, action);
        }
        if !seat.can_afford(0, 1) {
            return None;
        }
        let value = seat.value(&mut self.evaluator, &state);
        let better = value > best.value || (value == best.value && path.len() < best.path.len());
        if better {
            *best = Line {
                value,
                path: path.clone(),
            };
        }
        Some(())
    }

    fn follow<G: Game>(
        &mut self,
        seat: &mut Seat<'_, G>,
        level: u32,
        state: &G::State,
        path: &mut Path<G>,
        best: &mut Line<G>,
    ) -> Option<()>
    where
        E: Evaluator<G>,
    {
        let mut state = state.clone();
        // The best line of this search: it is memorised, and never given up for a worse one.
        let mut own = Line::worst();
        let mut actions = Actions::<G>::new();
        while path.len() < self.plies && seat.game().turn(&state) != Turn::Over {
            actions.clear();
            seat.game().actions(&state, &mut actions);
            let mut nexts = Vec::with_capacity(actions.len());
            for &action in &actions {
                if !seat.can_afford(1, 0) {
                    return None;
                }
                let mut next = state.clone();
                seat.step(&mut next, action);
                path.push((state.clone(), action));
                let done = self.improve(seat, level - 1, &next, path, &mut own);
                path.pop();
                // What was found before the budget ended counts.
                if own.beats(best) {
                    *best = Line {
                        value: own.value,
                        path: own.path.clone(),
                    };
                }
                done?;
                nexts.push(next);
            }
            let (_, action) = own.path[path.len()];
            let place = actions.iter().position(|&known| known == action);
            let place = place.expect("the best line goes on with a legal move");
            path.push((state, action));
            state = nexts.swap_remove(place);
        }
        Some(())
    }
}

impl<G: Game, E: Evaluator<G>> Frontier<G> for Nested<E> {
    fn search(&mut self, seat: &mut Seat<'_, G>) -> Path<G> {
        let mut best = Line::worst();
        let position = seat.position().clone();
        let _ = self.improve(seat, self.level, &position, &mut Vec::new(), &mut best);
        best.path
    }
}
