//! UCT (Kocsis and Szepesvári 2006), open loop: the tree is over sequences of actions, and every
//! simulation steps through the game again, so chance and hidden cards are sampled as they come.

use super::Rollout;
use super::flat::mean;
use crate::search::best_at_random;
use ludometer_core::{Actions, Agent, Game, Seat, Turn};

/// Monte Carlo tree search with UCB1.
pub struct Uct<G: Game> {
    playouts: u64,
    exploration: f64,
    rollout: Rollout<G>,
    nodes: Vec<Node<G>>,
    path: Vec<u32>,
    actions: Actions<G>,
}

struct Node<G: Game> {
    visits: u64,
    /// The sum of outcomes, from the root player's viewpoint.
    sum: f64,
    children: Vec<(G::Action, u32)>,
}

impl<G: Game> Node<G> {
    fn new() -> Self {
        Node {
            visits: 0,
            sum: 0.0,
            children: Vec::new(),
        }
    }
}

impl<G: Game> Uct<G> {
    /// A search of `playouts` simulations; `exploration` is the constant of UCB1, in the units of
    /// the outcome.
    pub fn new(playouts: u64, exploration: f64, rollout: Rollout<G>) -> Self {
        Uct {
            playouts,
            exploration,
            rollout,
            nodes: Vec::new(),
            path: Vec::new(),
            actions: Vec::new(),
        }
    }

    /// One simulation; `None` if the budget is spent.
    fn simulate(&mut self, seat: &mut Seat<'_, G>) -> Option<()> {
        let mut state = seat.imagine();
        self.path.clear();
        self.path.push(0);
        let mut node = 0;
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
            node = child.unwrap_or_else(|| self.grow(node, action));
            self.path.push(node);
            if child.is_none() {
                break;
            }
        }
        let player = seat.player();
        let worth = self.rollout.play(seat, &mut state, player)?;
        for &node in &self.path {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            node.sum += worth;
        }
        Some(())
    }

    /// A legal action that the node has no child for, drawn at random.
    fn untried(&self, node: u32, seat: &mut Seat<'_, G>) -> Option<G::Action> {
        let children = &self.nodes[node as usize].children;
        let fresh = |action: &&G::Action| !children.iter().any(|(tried, _)| tried == *action);
        let count = self.actions.iter().filter(fresh).count();
        if count == 0 {
            return None;
        }
        let chosen = seat.dice().index(count);
        self.actions.iter().filter(fresh).nth(chosen).copied()
    }

    /// The legal child with the highest upper confidence bound for whoever moves.
    fn select(&self, node: u32, sign: f64) -> (G::Action, Option<u32>) {
        let parent = &self.nodes[node as usize];
        let log = (parent.visits.max(1) as f64).ln();
        let bound = |child: u32| {
            let child = &self.nodes[child as usize];
            let visits = child.visits as f64;
            sign * child.sum / visits + self.exploration * (log / visits).sqrt()
        };
        let legal = parent
            .children
            .iter()
            .filter(|(action, _)| self.actions.contains(action));
        let best = legal.map(|&(action, child)| (bound(child), action, child));
        let best = best.max_by(|a, b| a.0.total_cmp(&b.0));
        let (_, action, child) = best.expect("every legal action has a child");
        (action, Some(child))
    }

    fn grow(&mut self, parent: u32, action: G::Action) -> u32 {
        let child = self.nodes.len() as u32;
        self.nodes.push(Node::new());
        self.nodes[parent as usize].children.push((action, child));
        child
    }
}

impl<G: Game> Agent<G> for Uct<G> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> G::Action {
        let actions = seat.actions();
        self.nodes.clear();
        self.nodes.push(Node::new());
        for _ in 0..self.playouts {
            if self.simulate(seat).is_none() {
                break;
            }
        }
        // The most visited action is taken: its value is the best known.
        let mut visits = vec![f64::NEG_INFINITY; actions.len()];
        for &(action, child) in &self.nodes[0].children {
            let child = &self.nodes[child as usize];
            seat.think(action, mean(child.sum, child.visits), child.visits);
            if let Some(place) = actions.iter().position(|known| *known == action) {
                visits[place] = child.visits as f64;
            }
        }
        best_at_random(seat, &actions, &visits)
    }
}
