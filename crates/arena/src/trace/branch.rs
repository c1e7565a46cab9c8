//! The search tree of an agent, with labelled actions.

use ludometer_core::{Bound, Game, MoveInfo, Rng};

/// A node of an agent's search tree.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The label of the action.
    pub label: String,
    /// Its value for the player to move in the position, in the agent's own units.
    pub value: f64,
    /// Whether that is its value or a bound of it.
    pub bound: Bound,
    /// How often it was visited.
    pub visits: u64,
    /// Its children.
    pub below: Vec<Branch>,
}

/// Labels the nodes of a tree down to a depth. A node whose action is not legal in the state that one
/// simulation with this random stream leads to is omitted with its subtree, as only a legal action has
/// a label.
pub fn branches<G: Game>(
    game: &G,
    state: &G::State,
    move_infos: &[MoveInfo<G::Action>],
    depth: usize,
    dice: &Rng,
) -> Vec<Branch> {
    let Some(deeper) = depth.checked_sub(1) else {
        return Vec::new();
    };
    let mut legal = Vec::new();
    game.actions(state, &mut legal);
    let named = move_infos
        .iter()
        .filter(|thought| legal.contains(&thought.action));
    let branch = |thought: &MoveInfo<G::Action>| {
        let (mut next, mut dice) = (state.clone(), dice.clone());
        game.step(&mut next, thought.action, &mut dice);
        Branch {
            label: game.label(state, thought.action),
            value: thought.value,
            bound: thought.bound,
            visits: thought.visits,
            below: branches(game, &next, &thought.children, deeper, &dice),
        }
    };
    named.map(branch).collect()
}
