//! Whose ratings are determined.
//!
//! The likelihood has a maximum for a group of players if each of them can be reached from each other by
//! steps from a player to one whom he took points from (Ford 1957, "Solution of a ranking problem from
//! binary comparisons"); a draw is a step both ways.

use super::Unrated;
use super::fit::Table;

/// The players whose ratings are determined together, and how the others stand to them.
pub(super) struct Pool {
    /// In the order of the players.
    pub(super) rated: Vec<usize>,
    /// Whether a player is reached from the rated ones.
    reached: Vec<bool>,
    /// Whether a player reaches the rated ones.
    reaches: Vec<bool>,
}

impl Pool {
    /// The group of the anchor, or the largest one.
    pub(super) fn of(table: &Table, anchor: Option<usize>) -> Pool {
        let players = table.players();
        let forward: Vec<Vec<bool>> = (0..players)
            .map(|from| reach(players, from, |a, b| table.scored(a, b)))
            .collect();
        let group = |of: usize| -> Vec<usize> {
            let both = (0..players).filter(|&other| forward[of][other] && forward[other][of]);
            both.collect()
        };
        let rated = match anchor {
            Some(anchor) => group(anchor),
            None => {
                let mut largest: Vec<usize> = Vec::new();
                for player in 0..players {
                    let group = group(player);
                    if group.len() > largest.len() {
                        largest = group;
                    }
                }
                largest
            }
        };
        let one = rated.first().copied();
        Pool {
            reached: one.map_or_else(Vec::new, |one| forward[one].clone()),
            reaches: (0..players)
                .map(|player| one.is_some_and(|one| forward[player][one]))
                .collect(),
            rated,
        }
    }

    /// Why a player is not rated.
    pub(super) fn reason(&self, player: usize) -> Unrated {
        match (self.reaches[player], self.reached[player]) {
            (true, false) => Unrated::Above,
            (false, true) => Unrated::Below,
            _ => Unrated::Unconnected,
        }
    }
}

/// Which players are reached from one, itself among them.
fn reach(players: usize, from: usize, step: impl Fn(usize, usize) -> bool) -> Vec<bool> {
    let mut reached = vec![false; players];
    reached[from] = true;
    let mut next = vec![from];
    while let Some(player) = next.pop() {
        for (other, known) in reached.iter_mut().enumerate() {
            if !*known && step(player, other) {
                *known = true;
                next.push(other);
            }
        }
    }
    reached
}
