//! The tree that an agent searched, in words.

use ludometer_core::{Game, MoveInfo, Rng};

/// A choice in an agent's tree.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The choice as people write it.
    pub label: String,
    /// Its value to the player who is to move in the position, in the agent's own units.
    pub value: f64,
    /// How often it was tried.
    pub visits: u64,
    /// The choices after it.
    pub below: Vec<Branch>,
}

/// Thoughts in words, down to a depth. A choice that is not legal where a first try with these dice
/// leads is left out with what is below it: only where it is legal it has a name.
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
            visits: thought.visits,
            below: branches(game, &next, &thought.children, deeper, &dice),
        }
    };
    named.map(branch).collect()
}
