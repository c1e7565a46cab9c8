//! The search tree of an agent, with labelled actions.

use ludometer_core::{Bound, Game, MoveInfo, Rng};

/// A node of an agent's search tree.
#[derive(Clone, Debug)]
pub struct SearchTreeNode {
    /// The label of the action.
    pub label: String,
    /// Its value for the player to move in the position, in the agent's own units.
    pub value: f64,
    /// Whether that is its value or a bound of it.
    pub bound: Bound,
    /// How often it was visited.
    pub visits: u64,
    /// Its children.
    pub below: Vec<SearchTreeNode>,
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
) -> Vec<SearchTreeNode> {
    let Some(deeper) = depth.checked_sub(1) else {
        return Vec::new();
    };
    let mut legal = Vec::new();
    game.actions(state, &mut legal);
    let named = move_infos
        .iter()
        .filter(|info| legal.contains(&info.action));
    let branch = |info: &MoveInfo<G::Action>| {
        let (mut next, mut dice) = (state.clone(), dice.clone());
        game.step(&mut next, info.action, &mut dice);
        SearchTreeNode {
            label: game.label(state, info.action),
            value: info.value,
            bound: info.bound,
            visits: info.visits,
            below: branches(game, &next, &info.children, deeper, &dice),
        }
    };
    named.map(branch).collect()
}
