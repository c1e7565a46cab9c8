//! Positions with their values, as tightly as they can be kept: each state once, values in columns,
//! and an index of four bytes a position.

use super::Values;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

/// What random play makes of a position: the part of [`Values`] that every game needs.
#[derive(Clone, Copy)]
struct Outcomes {
    won: f64,
    lost: f64,
    games: f64,
    wins: f64,
    losses: f64,
}

/// A position's place in a table. Positions are kept after all their successors, so a successor's
/// place is the smaller.
pub(crate) type Place = u32;

pub(crate) struct Table<S> {
    index: HashTable<Place>,
    states: Vec<S>,
    minimax: Vec<i8>,
    outcomes: Vec<Outcomes>,
    // Best and mean scoreboard; kept from the first finished game on whose scoreboard is not its
    // outcome, so games without a scoreboard of their own do not pay for it.
    points: Option<Vec<[f64; 2]>>,
}

/// What the index takes for a position when it has just grown, in bytes.
const INDEX: usize = 12;

fn hash<S: Hash>(state: &S) -> u64 {
    FxBuildHasher.hash_one(state)
}

impl<S: Hash + Eq> Table<S> {
    pub(crate) fn new() -> Self {
        Table {
            index: HashTable::new(),
            states: Vec::new(),
            minimax: Vec::new(),
            outcomes: Vec::new(),
            points: None,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    /// What one position takes, in bytes; what a state owns elsewhere is not counted.
    pub(crate) fn bytes_each(&self) -> usize {
        let points = self.points.as_ref().map_or(0, |_| size_of::<[f64; 2]>());
        INDEX + size_of::<S>() + size_of::<i8>() + size_of::<Outcomes>() + points
    }

    /// Whether some finished game's scoreboard is not its outcome.
    pub(crate) fn has_points(&self) -> bool {
        self.points.is_some()
    }

    pub(crate) fn state(&self, place: Place) -> &S {
        &self.states[place as usize]
    }

    /// What [`Table::find`] and [`Table::keep`] want to know of a state. Finding waits for memory:
    /// when several states are looked up, all of them are hashed first, so that memory latencies
    /// overlap.
    pub(crate) fn hash(&self, state: &S) -> u64 {
        hash(state)
    }

    pub(crate) fn find(&self, hash: u64, state: &S) -> Option<Place> {
        let same = |&place: &Place| self.states[place as usize] == *state;
        self.index.find(hash, same).copied()
    }

    /// Only the best outcome: all that is needed to tell whether a move is optimal.
    pub(crate) fn minimax(&self, place: Place) -> f64 {
        f64::from(self.minimax[place as usize])
    }

    pub(crate) fn values(&self, place: Place) -> Values {
        let minimax = self.minimax(place);
        let outcomes = self.outcomes[place as usize];
        let expected = outcomes.won - outcomes.lost;
        let points = self.points.as_ref();
        let [minimax_points, expected_points] =
            points.map_or([minimax, expected], |points| points[place as usize]);
        Values {
            minimax,
            minimax_points,
            won: outcomes.won,
            lost: outcomes.lost,
            expected_points,
            games: outcomes.games,
            wins: outcomes.wins,
            losses: outcomes.losses,
        }
    }

    /// Keeps a state that is not here yet, under its hash.
    pub(crate) fn keep(&mut self, hash_of_state: u64, state: S, values: &Values) {
        let place = self.states.len();
        if self.points.is_none() && values.minimax_points != values.minimax {
            let before = (0..place as Place).map(|place| {
                let values = self.values(place);
                [values.minimax_points, values.expected_points]
            });
            self.points = Some(before.collect());
        }
        if let Some(points) = &mut self.points {
            points.push([values.minimax_points, values.expected_points]);
        }
        self.states.push(state);
        self.minimax.push(values.minimax as i8);
        self.outcomes.push(Outcomes {
            won: values.won,
            lost: values.lost,
            games: values.games,
            wins: values.wins,
            losses: values.losses,
        });
        let states = &self.states;
        let rehash = |&place: &Place| hash(&states[place as usize]);
        self.index
            .insert_unique(hash_of_state, place as Place, rehash);
    }
}
