//! Root parallelisation (Cazenave and Jouandeau 2007): several trees, one decision.

use super::{Uct, UctParts};
use crate::search::best_at_random;
use ludometer_core::Bound;
use ludometer_core::{Agent, Forfeit, Game, Score, SearchStats, Seat};

/// Several searches of the same position with random streams of their own, whose visits are added. Each
/// gets an equal share of the budget. The decision is the same for any number of threads.
pub struct RootParallel<G: Game, P> {
    trees: Vec<Uct<G, P>>,
    threads: usize,
}

impl<G: Game, P: UctParts<G>> RootParallel<G, P> {
    /// These searches on this number of threads.
    pub fn new(trees: Vec<Uct<G, P>>, threads: usize) -> Self {
        RootParallel { trees, threads }
    }
}

/// What a tree says of the actions.
pub(in super::super) struct Vote {
    pub(in super::super) preferences: Vec<f64>,
    pub(in super::super) sums: Vec<f64>,
    pub(in super::super) visits: Vec<u64>,
    full: bool,
}

impl<G: Game, P: UctParts<G>> Agent<G> for RootParallel<G, P> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit> {
        let actions = seat.actions();
        let votes = seat.fan_out(&mut self.trees, self.threads, |tree, seat| {
            tree.search(seat);
            tree.vote(&actions)
        });
        let mut preferences = vec![0.0; actions.len()];
        let (mut sums, mut visits) = (vec![0.0; actions.len()], vec![0; actions.len()]);
        for vote in &votes {
            for place in 0..actions.len() {
                preferences[place] += vote.preferences[place];
                sums[place] += vote.sums[place];
                visits[place] += vote.visits[place];
            }
        }
        let chosen = best_at_random(seat, &actions, &preferences);
        let place = actions.iter().position(|&action| action == chosen);
        let place = place.unwrap_or_default();
        let value = super::mean(sums[place], visits[place]);
        let mut stats = SearchStats::default().with_nodes(seat.spent().steps);
        if visits[place] > 0 {
            stats = stats.with_score(Score::Value(value), Bound::Exact);
        }
        if votes.iter().any(|vote| vote.full) {
            stats = stats.with_full_tree();
        }
        seat.report_search(stats);
        for (place, &action) in actions.iter().enumerate() {
            if visits[place] > 0 {
                let value = sums[place] / visits[place] as f64;
                seat.report_move(action, value, visits[place]);
            }
        }
        Ok(chosen)
    }

    fn restart(&mut self) {
        for tree in &mut self.trees {
            tree.restart();
        }
    }
}

impl<G: Game, P: UctParts<G>> Uct<G, P> {
    /// Preferences that can be added up: actions that are excluded count against the others.
    pub(in super::super) fn vote(&self, actions: &[G::Action]) -> Vote {
        let mut vote = Vote {
            preferences: self.preferences(actions),
            sums: vec![0.0; actions.len()],
            visits: vec![0; actions.len()],
            full: self.parts.is_full(),
        };
        for preference in &mut vote.preferences {
            *preference = preference.max(0.0);
        }
        for (action, child) in self.tree.children(super::ROOT) {
            if let Some(place) = actions.iter().position(|known| *known == action) {
                vote.sums[place] = self.tree.node(child).sum;
                vote.visits[place] = self.tree.node(child).visits;
            }
        }
        vote
    }
}
