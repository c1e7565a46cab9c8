//! Searches that keep a frontier: beam search, and A* with a weight. Both evaluate every state they
//! generate, so a noisy evaluator randomises the search (the open question (ii) of Althöfer and Heuser
//! 2005).

use ludometer_core::{Actions, Evaluator, Game, Seat, Turn, memory};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

/// A path from the seat's position towards a goal: each state with the action taken in it.
pub type Path<G> = Vec<(<G as Game>::State, <G as Game>::Action)>;

/// A search that returns a path to a won state, or to the best state it generated.
pub trait Frontier<G: Game>: Send {
    /// Searches from the seat's position within its budget.
    fn search(&mut self, seat: &mut Seat<'_, G>) -> Path<G>;
}

/// Breadth-first search that keeps only the best states of every layer.
pub struct Beam<E> {
    /// How many states a layer keeps.
    pub width: usize,
    /// The maximum number of layers.
    pub layers: u32,
    /// Ranks the states of a layer.
    pub evaluator: E,
}

/// Best-first search by `g + weight * h`, where `h` is minus the evaluation.
pub struct WeightedAStar<E> {
    /// The weight of the heuristic against the path length; 1 is A*.
    pub weight: f64,
    /// How many states are expanded at most.
    pub expansions: u64,
    /// The heuristic: minus the estimated distance to the goal.
    pub evaluator: E,
}

/// The states generated so far, each with the path by which it was reached.
struct Tree<G: Game> {
    nodes: Vec<Node<G>>,
    index: FxHashMap<G::State, u32>,
    best: (f64, u32),
}

struct Node<G: Game> {
    state: G::State,
    value: f64,
    moves: u32,
    won: bool,
    from: Option<(u32, G::Action)>,
}

impl<G: Game> Tree<G> {
    fn new<E: Evaluator<G>>(seat: &mut Seat<'_, G>, evaluator: &mut E) -> Self {
        let state = seat.position().clone();
        let value = if seat.can_afford(0, 1) {
            seat.value(evaluator, &state)
        } else {
            0.0
        };
        Tree {
            index: FxHashMap::from_iter([(state.clone(), 0)]),
            nodes: vec![Node {
                state,
                value,
                moves: 0,
                won: false,
                from: None,
            }],
            best: (f64::NEG_INFINITY, 0),
        }
    }

    fn push(&mut self, state: G::State, value: f64, from: u32, action: G::Action) -> u32 {
        let node = u32::try_from(self.nodes.len()).expect("a tree has fewer than 2^32 nodes");
        memory::grow(&mut self.nodes, "states of the search");
        if self.index.try_reserve(1).is_err() {
            memory::exhausted(format!("there is no memory for more than {node} states"));
        }
        self.index.insert(state.clone(), node);
        let moves = self.nodes[from as usize].moves + 1;
        self.nodes.push(Node {
            state,
            value,
            moves,
            won: false,
            from: Some((from, action)),
        });
        if value > self.best.0 {
            self.best = (value, node);
        }
        node
    }

    fn path(&self, mut node: u32) -> Path<G> {
        let mut path = Vec::new();
        while let Some((from, action)) = self.nodes[node as usize].from {
            path.push((self.nodes[from as usize].state.clone(), action));
            node = from;
        }
        path.reverse();
        path
    }
}

/// A frontier entry: the best key first, ties in an order drawn at random.
struct Entry {
    key: f64,
    lot: u64,
    node: u32,
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key
            .total_cmp(&other.key)
            .then(self.lot.cmp(&other.lot))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Entry {}

/// The bytes that one layer of a beam search takes with all that is kept of its states; what a state
/// owns elsewhere is not counted.
pub fn layer_bytes<G: Game>(width: u64) -> u64 {
    let index = size_of::<(G::State, u32)>() + 1;
    let each = size_of::<Node<G>>() + index + size_of::<Entry>();
    width.saturating_mul(each as u64)
}

/// Expands `node` and calls `arrive` with each successor that is not lost, and whether it is won.
/// Breaks with the goal that `arrive` breaks with, or with `None` when the budget is spent.
fn expand<G: Game>(
    seat: &mut Seat<'_, G>,
    tree: &mut Tree<G>,
    node: u32,
    actions: &mut Actions<G>,
    mut arrive: impl FnMut(&mut Seat<'_, G>, &mut Tree<G>, Arrival<G>) -> ControlFlow<Option<u32>>,
) -> ControlFlow<Option<u32>> {
    actions.clear();
    seat.game()
        .actions(&tree.nodes[node as usize].state, actions);
    for &action in actions.iter() {
        if !seat.can_afford(1, 1) {
            return ControlFlow::Break(None);
        }
        let mut state = tree.nodes[node as usize].state.clone();
        seat.step(&mut state, action);
        let over = seat.game().turn(&state) == Turn::Over;
        let won = over && seat.game().payoff(&state, seat.player()) > 0.0;
        if won || !over {
            arrive(seat, tree, Arrival { state, action, won })?;
        }
    }
    ControlFlow::Continue(())
}

struct Arrival<G: Game> {
    state: G::State,
    action: G::Action,
    won: bool,
}

impl<G: Game, E: Evaluator<G>> Frontier<G> for Beam<E> {
    fn search(&mut self, seat: &mut Seat<'_, G>) -> Path<G> {
        let mut tree = Tree::new(seat, &mut self.evaluator);
        let mut actions = Vec::new();
        let mut layer = vec![0];
        for _ in 0..self.layers {
            let mut found: Vec<Entry> = Vec::new();
            for &node in &layer {
                let arrive = |seat: &mut Seat<'_, G>, tree: &mut Tree<G>, to: Arrival<G>| {
                    if to.won {
                        let goal = tree.push(to.state, f64::INFINITY, node, to.action);
                        return ControlFlow::Break(Some(goal));
                    }
                    if !tree.index.contains_key(&to.state) {
                        let key = seat.value(&mut self.evaluator, &to.state);
                        let lot = seat.dice().bits();
                        let node = tree.push(to.state, key, node, to.action);
                        found.push(Entry { key, lot, node });
                    }
                    ControlFlow::Continue(())
                };
                if let ControlFlow::Break(goal) =
                    expand(seat, &mut tree, node, &mut actions, arrive)
                {
                    return tree.path(goal.unwrap_or(tree.best.1));
                }
            }
            if found.is_empty() {
                break;
            }
            if found.len() > self.width {
                found.select_nth_unstable_by(self.width, |a, b| b.cmp(a));
                found.truncate(self.width);
            }
            found.sort_unstable_by(|a, b| b.cmp(a));
            layer = found.into_iter().map(|entry| entry.node).collect();
        }
        tree.path(tree.best.1)
    }
}

impl<G: Game, E: Evaluator<G>> Frontier<G> for WeightedAStar<E> {
    fn search(&mut self, seat: &mut Seat<'_, G>) -> Path<G> {
        let mut tree = Tree::new(seat, &mut self.evaluator);
        let mut actions = Vec::new();
        let weight = self.weight;
        // The heap serves the highest key, so the key is minus (g + weight * h).
        let key_of = |node: &Node<G>| weight * node.value - f64::from(node.moves);
        let root = Entry {
            key: key_of(&tree.nodes[0]),
            lot: 0,
            node: 0,
        };
        let mut open = BinaryHeap::from([root]);
        for _ in 0..self.expansions {
            let Some(Entry { key, node, .. }) = open.pop() else {
                break;
            };
            if tree.nodes[node as usize].won {
                return tree.path(node);
            }
            // A shorter way was found after this entry was made.
            if key < key_of(&tree.nodes[node as usize]) {
                continue;
            }
            let moves = tree.nodes[node as usize].moves + 1;
            let arrive = |seat: &mut Seat<'_, G>, tree: &mut Tree<G>, to: Arrival<G>| {
                let child = match tree.index.get(&to.state) {
                    Some(&known) if tree.nodes[known as usize].moves <= moves => {
                        return ControlFlow::Continue(());
                    }
                    Some(&known) => {
                        tree.nodes[known as usize].moves = moves;
                        tree.nodes[known as usize].from = Some((node, to.action));
                        known
                    }
                    None => {
                        // At the goal nothing is left: h is 0, whatever the evaluator thinks.
                        let value = match to.won {
                            true => 0.0,
                            false => seat.value(&mut self.evaluator, &to.state),
                        };
                        let child = tree.push(to.state, value, node, to.action);
                        tree.nodes[child as usize].won = to.won;
                        child
                    }
                };
                let key = key_of(&tree.nodes[child as usize]);
                let lot = seat.dice().bits();
                open.push(Entry {
                    key,
                    lot,
                    node: child,
                });
                ControlFlow::Continue(())
            };
            if expand(seat, &mut tree, node, &mut actions, arrive).is_break() {
                break;
            }
        }
        tree.path(tree.best.1)
    }
}
