//! UCT (Kocsis and Szepesvári 2006), open loop: the tree is over sequences of actions, and every
//! simulation steps through the game again, so chance and hidden cards are sampled anew each time.

use super::Rollout;
use super::flat::mean;
use super::tree::{ROOT, Tree};
use super::ucb::Ucb1;
use crate::search::best_at_random;
use ludometer_core::{Actions, Agent, Bound, Forfeit, Game, Score, SearchStats, Seat, Turn};

/// Monte Carlo tree search with UCB1. With more than two players it is paranoid: all other players are
/// assumed to minimise the value of the seat's player.
pub struct Uct<G: Game> {
    playouts: u64,
    exploration: f64,
    rollout: Rollout<G>,
    tree: Tree<G::Action>,
    path: Vec<u32>,
    actions: Actions<G>,
}

impl<G: Game> Uct<G> {
    /// A search of `playouts` simulations; `exploration` is the constant of UCB1, in the units of
    /// the outcome.
    pub fn new(playouts: u64, exploration: f64, rollout: Rollout<G>) -> Self {
        Uct {
            playouts,
            exploration,
            rollout,
            tree: Tree::new(),
            path: Vec::new(),
            actions: Vec::new(),
        }
    }

    /// One simulation; `None` if the budget is spent.
    fn simulate(&mut self, seat: &mut Seat<'_, G>) -> Option<()> {
        let mut state = seat.determinize();
        self.path.clear();
        self.path.push(ROOT);
        let mut node = ROOT;
        while let Turn::Of(mover) = seat.game().turn(&state) {
            self.actions.clear();
            seat.game().actions(&state, &mut self.actions);
            if !seat.can_afford(1, 0) {
                return None;
            }
            let sign = if mover == seat.player() { 1.0 } else { -1.0 };
            let (action, child) = match self.untried(node, seat) {
                Some(action) => (action, None),
                None => self.select(node, sign),
            };
            seat.step(&mut state, action);
            node = child.unwrap_or_else(|| self.tree.grow(node, action));
            self.path.push(node);
            if child.is_none() {
                break;
            }
        }
        let player = seat.player();
        let worth = self.rollout.play(seat, &mut state, player)?;
        self.tree.back_up(&self.path, worth);
        Some(())
    }

    /// Reports how much was searched, and the mean outcome of the chosen action.
    fn report(&self, seat: &mut Seat<'_, G>, chosen: G::Action) {
        let mut stats = SearchStats::default().with_nodes(seat.spent().steps);
        let mut children = self.tree.children(ROOT);
        if let Some((_, at)) = children.find(|(action, _)| *action == chosen) {
            let child = self.tree.node(at);
            let value = Score::Value(mean(child.sum, child.visits));
            stats = stats.with_score(value, Bound::Exact);
        }
        seat.report_search(stats);
    }

    /// A legal action that the node has no child for, drawn at random.
    fn untried(&self, node: u32, seat: &mut Seat<'_, G>) -> Option<G::Action> {
        let count = self.tree.count_untried(node, &self.actions);
        if count == 0 {
            return None;
        }
        let chosen = seat.dice().index(count);
        let place = self.tree.nth_untried(node, &self.actions, chosen);
        place.map(|place| self.actions[place])
    }

    /// The legal child with the highest upper confidence bound for the player to move.
    fn select(&self, node: u32, sign: f64) -> (G::Action, Option<u32>) {
        let ucb1 = Ucb1::new(self.tree.node(node).visits.max(1), self.exploration);
        let bound = |child: u32| {
            let child = self.tree.node(child);
            let visits = child.visits as f64;
            ucb1.bound(sign * child.sum / visits, visits)
        };
        let children = self.tree.children(node);
        let legal = children.filter(|(action, _)| self.actions.contains(action));
        let best = legal.map(|(action, child)| (bound(child), action, child));
        let best = best.max_by(|a, b| a.0.total_cmp(&b.0));
        let (_, action, child) = best.expect("every legal action has a child");
        (action, Some(child))
    }
}

impl<G: Game> Agent<G> for Uct<G> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit> {
        let actions = seat.actions();
        self.tree.clear();
        for _ in 0..self.playouts {
            if self.simulate(seat).is_none() {
                break;
            }
        }
        // The most visited action is taken: its value is the best known.
        let mut visits = vec![f64::NEG_INFINITY; actions.len()];
        for (action, child) in self.tree.children(ROOT) {
            if let Some(place) = actions.iter().position(|known| *known == action) {
                visits[place] = self.tree.node(child).visits as f64;
            }
        }
        let chosen = best_at_random(seat, &actions, &visits);
        self.report(seat, chosen);
        self.tree.tell(seat, chosen);
        Ok(chosen)
    }
}
