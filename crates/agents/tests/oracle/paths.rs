//! A game that is nothing but its tree: a state is the way to it, and every position is worth what a
//! test says.

// Every test file is a crate of its own and uses its own share of this.
#![allow(dead_code)]

use ludometer_core::{Actions, Facts, Game, Measure, NullMove, Perfect, Player, Rng, Turn};
use std::sync::atomic::{AtomicU64, Ordering};

/// A tree of so many actions at each ply, and what the position after a way is worth to the first
/// player. It counts what is asked of it.
pub(crate) struct Paths {
    pub(crate) action_count: &'static [u8],
    pub(crate) worth: fn(&Paths, &[u8]) -> f64,
    /// Whatever `worth` wants to look at.
    pub(crate) mask: u32,
    pub(crate) steps: AtomicU64,
    pub(crate) passes: AtomicU64,
}

/// What stands for a lost turn in a way.
pub(crate) const LOST: u8 = u8::MAX;

impl Paths {
    pub(crate) fn new(action_count: &'static [u8], worth: fn(&Paths, &[u8]) -> f64) -> Paths {
        Paths {
            action_count,
            worth,
            mask: 0,
            steps: AtomicU64::new(0),
            passes: AtomicU64::new(0),
        }
    }

    /// What the leaves of a search are worth.
    pub(crate) fn leaf() -> Measure<Paths> {
        Measure::high(
            "worth",
            "what the test says",
            |game, way: &Vec<u8>, player| {
                let worth = (game.worth)(game, way);
                if player == Player(0) { worth } else { -worth }
            },
        )
    }
}

impl Game for Paths {
    type State = Vec<u8>;
    type Action = u8;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        Facts::new("paths", 2)
    }
    fn start(&self, _: &mut Rng) -> Vec<u8> {
        Vec::new()
    }
    fn turn(&self, way: &Vec<u8>) -> Turn {
        match way.len() < self.action_count.len() {
            true => Turn::Of(Player((way.len() % 2) as u8)),
            false => Turn::Over,
        }
    }
    fn actions(&self, way: &Vec<u8>, out: &mut Actions<Paths>) {
        out.extend(0..self.action_count.get(way.len()).copied().unwrap_or(0));
    }
    fn apply(&self, way: &mut Vec<u8>, action: u8, _: &mut Rng) {
        self.steps.fetch_add(1, Ordering::Relaxed);
        way.push(action);
    }
    fn payoff(&self, way: &Vec<u8>, player: Player) -> f64 {
        Paths::leaf().value(self, way, player)
    }
    fn points(&self, way: &Vec<u8>, player: Player) -> f64 {
        Paths::leaf().value(self, way, player)
    }
    fn show(&self, way: &Vec<u8>, _: Option<Player>) -> String {
        format!("{way:?}")
    }
    fn label(&self, _: &Vec<u8>, action: u8) -> String {
        action.to_string()
    }
}

impl NullMove for Paths {
    /// A lost turn is a step of the way as well, and nobody may be asked to lose two in a row.
    fn apply_null_move(&self, way: &Vec<u8>) -> Option<Vec<u8>> {
        assert_ne!(way.last(), Some(&LOST), "two turns lost in a row");
        if way.len() + 1 >= self.action_count.len() {
            return None;
        }
        self.passes.fetch_add(1, Ordering::Relaxed);
        let mut passed = way.clone();
        passed.push(LOST);
        Some(passed)
    }
}
