//! Determinised search, also called perfect-information Monte Carlo: the hidden part is drawn some times,
//! each time a search plays on as if nothing were hidden, and the visits are added (Ginsberg 2001 for
//! bridge).
//!
//! Its known fault is *strategy fusion* (Frank and Basin 1998): each search may plan another move where the
//! player cannot tell the draws apart, so what depends on knowing more looks better than it is.

use super::{Plain, Uct, UctParts};
use crate::search::best_at_random;
use ludometer_core::{Agent, Bound, Forfeit, Game, Score, SearchStats, Seat};

/// Several searches, each of one determinization.
pub struct Determinized<G: Game, P = Plain> {
    worlds: u64,
    search: Uct<G, P>,
}

impl<G: Game, P: UctParts<G>> Determinized<G, P> {
    /// Searches `worlds` determinizations, each with its share of the budget.
    pub fn new(worlds: u64, search: Uct<G, P>) -> Self {
        Determinized { worlds, search }
    }
}

impl<G: Game, P: UctParts<G>> Agent<G> for Determinized<G, P> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit> {
        let actions = seat.actions();
        let mut preferences = vec![0.0; actions.len()];
        let (mut sums, mut visits) = (vec![0.0; actions.len()], vec![0; actions.len()]);
        for world in 0..self.worlds {
            let state = seat.determinize();
            let share = 1.0 / (self.worlds - world) as f64;
            let vote = seat.within(share, |seat| {
                self.search.search_world(seat, &state);
                self.search.vote(&actions)
            });
            for place in 0..actions.len() {
                preferences[place] += vote.preferences[place];
                sums[place] += vote.sums[place];
                visits[place] += vote.visits[place];
            }
        }
        let chosen = best_at_random(seat, &actions, &preferences);
        let mut stats = SearchStats::default().with_nodes(seat.spent().steps);
        for (place, &action) in actions.iter().enumerate() {
            if visits[place] == 0 {
                continue;
            }
            let value = sums[place] / visits[place] as f64;
            seat.report_move(action, value, visits[place]);
            if action == chosen {
                stats = stats.with_score(Score::Value(value), Bound::Exact);
            }
        }
        seat.report_search(stats);
        Ok(chosen)
    }

    fn restart(&mut self) {
        self.search.restart();
    }
}
