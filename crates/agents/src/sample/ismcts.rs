//! Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012).
//!
//! Every simulation begins from a determinization, and all of them share trees whose nodes are what a
//! player knows: its own moves and its observations since the decision began. A move counts as often as
//! it was *available*: UCB1 compares a child's visits with the simulations in which its move was legal,
//! not with the visits of its parent.

use super::{PlayoutOutcome, Rollout};
use crate::search::best_at_random;
use ludometer_core::{
    Actions, Agent, Bound, Forfeit, Game, KeyHasher, Player, Score, SearchStats, Seat, Turn, memory,
};
use rustc_hash::FxHashMap;
use std::hash::Hasher;

/// Whose information the nodes stand for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Observers {
    /// One tree, of the player who decides: SO-ISMCTS. The other players are taken to see what that player
    /// sees.
    #[default]
    Single,
    /// A tree for each player, of what that player sees: MO-ISMCTS.
    Multiple,
}

/// A move at a node.
struct Edge<A> {
    action: A,
    key: u64,
    visits: u64,
    /// Of the outcomes for the player who makes the move.
    sum: f64,
    /// Simulations in which it was legal here.
    available: u64,
}

/// What one player knows.
struct Node<A> {
    edges: Vec<Edge<A>>,
}

/// What a player learns of a step: its own action, if it is the player's, and the observation after it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Learned {
    tree: u8,
    from: u32,
    action: u64,
    observation: u64,
}

/// Information-set search. Every player maximises its own outcome.
pub struct IsMcts<G: Game> {
    playouts: u64,
    exploration: f64,
    outcome: PlayoutOutcome,
    observers: Observers,
    rollout: Rollout<G>,
    nodes: Vec<Node<G::Action>>,
    next: FxHashMap<Learned, u32>,
    /// The node of each tree at which the simulation is.
    at: Vec<u32>,
    /// The edges that the simulation took: node, place, mover.
    path: Vec<(u32, usize, Player)>,
    actions: Actions<G>,
}

/// No node is before the first.
const BEFORE: u32 = u32::MAX;

impl<G: Game> IsMcts<G> {
    /// A search of `playouts` simulations with playouts of at most `plies` actions; `exploration` is the
    /// constant of UCB1, in the units of the outcome.
    pub fn new(
        playouts: u64,
        exploration: f64,
        outcome: PlayoutOutcome,
        plies: u32,
        observers: Observers,
    ) -> Self {
        IsMcts {
            playouts,
            exploration,
            outcome,
            observers,
            rollout: Rollout::new(outcome, plies),
            nodes: Vec::new(),
            next: FxHashMap::default(),
            at: Vec::new(),
            path: Vec::new(),
            actions: Vec::new(),
        }
    }

    /// How often these actions were taken from the position that was searched last, in the tree of a single
    /// observer; summed over what it may have seen on the way.
    pub fn visits_after(&self, actions: &[G::Action]) -> u64 {
        let Some((last, before)) = actions.split_last() else {
            return 0;
        };
        let mut nodes = vec![0];
        for action in before {
            // A step to where the action was taken: the node has it as an edge.
            let leads = |(learned, _): &(&Learned, &u32)| {
                nodes.contains(&learned.from)
                    && self.nodes[learned.from as usize]
                        .edges
                        .iter()
                        .any(|edge| edge.action == *action && edge.key == learned.action)
            };
            nodes = self
                .next
                .iter()
                .filter(leads)
                .map(|(_, node)| *node)
                .collect();
        }
        let edges = nodes
            .iter()
            .flat_map(|&node| &self.nodes[node as usize].edges);
        let taken = edges.filter(|edge| edge.action == *last);
        taken.map(|edge| edge.visits).sum()
    }

    /// The tree in which a player's moves are chosen.
    fn tree_of(&self, player: Player) -> usize {
        match self.observers {
            Observers::Single => 0,
            Observers::Multiple => player.index(),
        }
    }

    /// Whose observations the nodes of a tree stand for.
    fn observer(&self, tree: usize, seat: &Seat<'_, G>) -> Player {
        match self.observers {
            Observers::Single => seat.player(),
            Observers::Multiple => Player(tree as u8),
        }
    }

    /// Moves every tree on to what its player knows in `state`; `moved` is the step that led there.
    fn advance(
        &mut self,
        seat: &Seat<'_, G>,
        state: &G::State,
        moved: Option<(Player, G::Action)>,
    ) {
        for tree in 0..self.at.len() {
            let observer = self.observer(tree, seat);
            let action = match moved {
                // A single observer is taken to see all moves.
                Some((mover, action))
                    if mover == observer || self.observers == Observers::Single =>
                {
                    seat.game().action_key(action)
                }
                _ => 0,
            };
            let mut hasher = KeyHasher::new();
            hasher.write(seat.game().show(state, Some(observer)).as_bytes());
            let learned = Learned {
                tree: tree as u8,
                from: self.at[tree],
                action,
                observation: hasher.finish(),
            };
            let new = self.nodes.len() as u32;
            let node = *self.next.entry(learned).or_insert(new);
            if node == new {
                memory::grow(&mut self.nodes, "nodes of the tree");
                self.nodes.push(Node { edges: Vec::new() });
            }
            self.at[tree] = node;
        }
    }

    /// One simulation; `None` if the budget is spent.
    fn simulate(&mut self, seat: &mut Seat<'_, G>) -> Option<()> {
        let mut state = seat.determinize();
        self.path.clear();
        self.at.fill(BEFORE);
        self.advance(seat, &state, None);
        while let Turn::Of(mover) = seat.game().turn(&state) {
            self.actions.clear();
            seat.game().actions(&state, &mut self.actions);
            if !seat.can_afford(1, 0) {
                return None;
            }
            let node = self.at[self.tree_of(mover)];
            let place = self.choose(node, seat);
            let action = self.nodes[node as usize].edges[place].action;
            let untried = self.nodes[node as usize].edges[place].visits == 0;
            self.path.push((node, place, mover));
            seat.step(&mut state, action);
            self.advance(seat, &state, Some((mover, action)));
            if untried {
                break;
            }
        }
        let player = seat.player();
        self.rollout.play(seat, &mut state, player)?;
        for &(node, place, mover) in &self.path {
            let edge = &mut self.nodes[node as usize].edges[place];
            edge.visits += 1;
            edge.sum += self.outcome.of(seat.game(), &state, mover);
        }
        Some(())
    }

    /// The place of the edge to follow: an untried one at random, else that with the highest bound.
    fn choose(&mut self, node: u32, seat: &mut Seat<'_, G>) -> usize {
        let edges = &mut self.nodes[node as usize].edges;
        let mut untried = 0;
        let mut chosen = 0;
        let (mut best, mut ties) = (f64::NEG_INFINITY, 0);
        for &action in &self.actions {
            let place = match edges.iter().position(|edge| edge.action == action) {
                Some(place) => place,
                None => {
                    edges.push(Edge {
                        action,
                        key: seat.game().action_key(action),
                        visits: 0,
                        sum: 0.0,
                        available: 0,
                    });
                    edges.len() - 1
                }
            };
            let edge = &mut edges[place];
            edge.available += 1;
            if edge.visits == 0 {
                untried += 1;
                if seat.dice().index(untried) == 0 {
                    chosen = place;
                }
            } else if untried == 0 {
                let visits = edge.visits as f64;
                let log = libm::log(edge.available as f64);
                let bound = edge.sum / visits + self.exploration * (log / visits).sqrt();
                if bound > best {
                    (best, chosen, ties) = (bound, place, 1);
                } else if bound == best {
                    // Players with fixed rules for ties can fall into step: one always guesses what the
                    // other does.
                    ties += 1;
                    if seat.dice().index(ties) == 0 {
                        chosen = place;
                    }
                }
            }
        }
        chosen
    }
}

impl<G: Game> Agent<G> for IsMcts<G> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit> {
        let actions = seat.actions();
        self.nodes.clear();
        self.next.clear();
        let trees = match self.observers {
            Observers::Single => 1,
            Observers::Multiple => seat.game().facts().players,
        };
        self.at = vec![BEFORE; trees];
        for _ in 0..self.playouts {
            if self.simulate(seat).is_none() {
                break;
            }
        }
        // All determinizations look the same to the player who decides, so there is one root.
        let position = seat.position().clone();
        self.at.fill(BEFORE);
        self.advance(seat, &position, None);
        let root = &self.nodes[self.at[self.tree_of(seat.player())] as usize];
        let find = |action: &G::Action| root.edges.iter().find(|edge| edge.action == *action);
        let visits = actions.iter().map(|action| match find(action) {
            Some(edge) => edge.visits as f64,
            None => f64::NEG_INFINITY,
        });
        let visits: Vec<f64> = visits.collect();
        let chosen = best_at_random(seat, &actions, &visits);
        let mut stats = SearchStats::default().with_nodes(seat.spent().steps);
        for &action in &actions {
            let Some(edge) = find(&action).filter(|edge| edge.visits > 0) else {
                continue;
            };
            let value = edge.sum / edge.visits as f64;
            seat.report_move(action, value, edge.visits);
            if action == chosen {
                stats = stats.with_score(Score::Value(value), Bound::Exact);
            }
        }
        seat.report_search(stats);
        Ok(chosen)
    }
}
