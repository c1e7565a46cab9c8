//! Every position of a game: the errors of each function, by distinct positions and by nodes of the
//! tree.

use super::Judge;
use super::judge::Successors;
use crate::values::{Enumeration, Place, Stopped};
use ludometer_core::{Game, Generator, Seed, Turn};

/// Nodes and errors. Numbers of nodes are exact up to 2^53.
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorCount {
    /// Positions with a legal move.
    pub nodes: f64,
    /// Those of them with a move that is not optimal.
    pub possible: f64,
    /// The errors of each function, added up.
    pub errors: Vec<f64>,
}

impl ErrorCount {
    fn new(functions: usize) -> ErrorCount {
        ErrorCount {
            nodes: 0.0,
            possible: 0.0,
            errors: vec![0.0; functions],
        }
    }

    /// Errors a node.
    pub fn share(&self, function: usize) -> f64 {
        self.errors[function] / self.nodes
    }

    fn add(&mut self, weight: f64, possible: bool, errors: &[f64]) {
        self.nodes += weight;
        if possible {
            self.possible += weight;
            for (sum, error) in self.errors.iter_mut().zip(errors) {
                *sum += weight * error;
            }
        }
    }

    fn merge(&mut self, other: &ErrorCount) {
        self.nodes += other.nodes;
        self.possible += other.possible;
        for (sum, error) in self.errors.iter_mut().zip(&other.errors) {
            *sum += error;
        }
    }
}

/// A whole game in one way of counting.
#[derive(Clone, Debug, PartialEq)]
pub struct Count {
    /// Everything that was counted, finished games included.
    pub all: f64,
    /// Finished games.
    pub finished: f64,
    /// All nodes.
    pub total: ErrorCount,
    /// The nodes by the least number of plies from the start.
    pub by_ply: Vec<ErrorCount>,
}

impl Count {
    fn new(functions: usize) -> Count {
        Count {
            all: 0.0,
            finished: 0.0,
            total: ErrorCount::new(functions),
            by_ply: Vec::new(),
        }
    }

    fn add(&mut self, ply: usize, weight: f64, possible: bool, errors: &[f64]) {
        self.all += weight;
        while self.by_ply.len() <= ply {
            self.by_ply.push(ErrorCount::new(errors.len()));
        }
        self.by_ply[ply].add(weight, possible, errors);
    }

    fn sum_up(&mut self) {
        for tally in &self.by_ply {
            self.total.merge(tally);
        }
    }
}

/// The errors of each function over a whole game.
#[derive(Clone, Debug, PartialEq)]
pub struct Quality {
    /// Every distinct position once.
    pub positions: Count,
    /// Every node of the tree: a position as often as there are ways to reach it.
    pub tree: Count,
    /// Whether some finished game's scoreboard is not its outcome.
    pub has_points: bool,
}

/// How far [`count`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnumerationStage {
    /// This many positions have been found.
    Found(usize),
    /// The functions have been judged in this many of the positions.
    Judged(usize, usize),
}

/// Progress is reported after this many positions.
const NEWS: usize = 1 << 16;

/// Judges the functions in every position of a game. Gives up when the positions take more than
/// `bytes`.
pub fn count<G: Game>(
    game: &G,
    judge: &Judge<G>,
    bytes: usize,
    watch: &mut dyn FnMut(EnumerationStage),
) -> Result<Quality, Stopped> {
    let start = game.start(&mut Seed::new(0).rng(Generator::Xoshiro));
    let each = size_of::<f64>() + size_of::<u32>();
    let mut enumeration = Enumeration::new(game, bytes).beside(each);
    enumeration.watched(&start, &mut |found| watch(EnumerationStage::Found(found)))?;
    let positions = enumeration.positions();
    // Positions lie behind their successors, so the start is the last, and going backwards all
    // ways to a position are known when its turn comes.
    let mut ways = vec![0.0; positions];
    let mut plies = vec![u32::MAX; positions];
    ways[positions - 1] = 1.0;
    plies[positions - 1] = 0;
    let functions = judge.functions().len();
    let (mut once, mut tree) = (Count::new(functions), Count::new(functions));
    let mut errors = vec![0.0; functions];
    let mut successors = Successors::new();
    for place in (0..positions).rev() {
        if place.is_multiple_of(NEWS) {
            watch(EnumerationStage::Judged(positions - place, positions));
        }
        let state = enumeration.table.state(place as Place);
        let (here, ply) = (ways[place], plies[place]);
        let Turn::Of(mover) = game.turn(state) else {
            once.all += 1.0;
            once.finished += 1.0;
            tree.all += here;
            tree.finished += here;
            continue;
        };
        successors.fill(&enumeration, state, mover, judge.criterion());
        for &next in &successors.places {
            ways[next as usize] += here;
            plies[next as usize] = plies[next as usize].min(ply + 1);
        }
        let possible = successors.error_is_possible();
        if possible {
            judge.judge(&enumeration, &mut successors, &mut errors);
        }
        once.add(ply as usize, 1.0, possible, &errors);
        tree.add(ply as usize, here, possible, &errors);
    }
    once.sum_up();
    tree.sum_up();
    Ok(Quality {
        positions: once,
        tree,
        has_points: enumeration.has_points(),
    })
}
