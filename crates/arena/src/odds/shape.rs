//! The shape of a game tree, as flat as it can be kept.

use super::TreeLevel;
use super::visit::{Choice, Ranges, Visit, visit};
use ludometer_core::{Actions, Game, Generator, Player, Rng, Seed, Turn};
use ludometer_theory::{
    Error, Growth, Mobility, Profile, QuadratureRule, ScoreKind, Share, Tree, Walk,
};

/// The first plies below a position: nothing but numbers of moves.
///
/// The game is walked once. Every position above the last ply leaves one number, in the order of the
/// walk, and positions one ply above the horizon count their moves and do not make them; so a tree of
/// four million leaves takes a few hundred kilobytes, and can be walked again for every panel of a
/// quadrature without a move being generated.
///
/// A node is a max-node where the root's player moves and a min-node elsewhere. The paper's trees
/// alternate; where a player moves twice a dummy node with one child stands between, which changes no
/// backed-up score.
#[derive(Clone, Debug)]
pub struct TreeShape {
    depth: u32,
    leaves: u64,
    moves: Vec<Branch>,
}

/// What lies below one move.
#[derive(Clone, Debug)]
struct Branch {
    /// For each position above the horizon, in preorder: twice its number of moves, and one more
    /// where the player to move is the one who moved before. No moves: the game is over there.
    tokens: Vec<u32>,
    leaves: u64,
    levels: Vec<TreeLevel>,
}

/// A tree with more leaves than were allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyLeaves {
    /// How many were seen until the walk gave up.
    pub seen: u64,
    /// Moves of the position that were walked to the end by then.
    pub walked: usize,
    /// Moves of the position.
    pub moves: usize,
}

impl TreeShape {
    /// Walks `depth` plies, at least one, of a game of two players without chance, from a position
    /// that is not over, and gives up beyond `most` leaves. `progress` is called after
    /// each move with the number that are walked and the number of all.
    pub fn collect<G: Game>(
        game: &G,
        state: &G::State,
        depth: u32,
        most: u64,
        progress: &dyn Fn(u64, u64),
    ) -> Result<TreeShape, TooManyLeaves> {
        let depth = depth.max(1);
        let mut actions = Vec::new();
        game.actions(state, &mut actions);
        let mut walker = Walker {
            game,
            // Games without chance never ask it.
            chance: Seed::new(0).rng(Generator::Xoshiro),
            buffers: vec![Vec::new(); depth as usize],
            leaves: 0,
            most,
            branch: Branch::new(depth),
        };
        let mover = match game.turn(state) {
            Turn::Of(mover) => mover,
            Turn::Over => Player(0),
        };
        let mut moves = Vec::with_capacity(actions.len());
        for (walked, &action) in actions.iter().enumerate() {
            let before = walker.leaves;
            let within = match depth {
                1 => walker.horizon(0, 1),
                _ => {
                    let mut next = state.clone();
                    game.step(&mut next, action, &mut walker.chance);
                    walker.walk(&next, mover, 0)
                }
            };
            if !within {
                return Err(TooManyLeaves {
                    seen: walker.leaves,
                    walked,
                    moves: actions.len(),
                });
            }
            let mut branch = std::mem::replace(&mut walker.branch, Branch::new(depth));
            branch.leaves = walker.leaves - before;
            branch.tokens.shrink_to_fit();
            moves.push(branch);
            progress(moves.len() as u64, actions.len() as u64);
        }
        Ok(TreeShape {
            depth,
            leaves: walker.leaves,
            moves,
        })
    }

    /// How many plies were walked.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The number of leaves: positions at the horizon, and finished ones above it.
    pub fn leaves(&self) -> u64 {
        self.leaves
    }

    /// The leaves below each move.
    pub fn leaves_of_moves(&self) -> Vec<u64> {
        self.moves.iter().map(|branch| branch.leaves).collect()
    }

    /// The positions below each move, ply by ply; the first level is the position after the move.
    pub fn levels(&self) -> Vec<&[TreeLevel]> {
        self.moves.iter().map(|branch| &branch.levels[..]).collect()
    }

    /// The tree that the theory knows, equal subtrees kept once.
    pub fn tree(&self) -> Result<Tree, Error> {
        let mut growth = Growth::new();
        self.visit(&mut growth)?;
        growth.finish()
    }

    /// F and F′ of every move at the nodes of a rule.
    pub fn profiles(&self, rule: &QuadratureRule) -> Result<Vec<Share<Profile>>, Error> {
        let mut walk = Walk::new(rule);
        self.visit(&mut walk)?;
        walk.finish()
    }

    /// The mobility of every move, one for each, by levels of the alternating tree.
    pub fn mobility(&self) -> Result<Vec<Mobility>, Error> {
        let levels = self.ranges()?.into_iter();
        levels
            .map(|levels| {
                let ranges = levels.iter().map(|choice| (choice.least, choice.most));
                Mobility::of_levels(ranges.collect::<Vec<_>>())
            })
            .collect()
    }

    /// The mobility ratio of every move, as a natural logarithm: the product of the m_k over the
    /// product of the q_k, where m_k and q_k are the mean numbers of children at white's and black's
    /// levels below the move. See [`survey`](super::survey()).
    pub fn ratios(&self) -> Result<Vec<f64>, Error> {
        let ratio = |levels: Vec<Choice>| {
            let levels = levels.iter().zip(1..);
            let logarithms = levels.map(|(choice, level)| match ScoreKind::of_level(level) {
                ScoreKind::Max => libm::log(choice.mean),
                ScoreKind::Min => -libm::log(choice.mean),
            });
            logarithms.sum()
        };
        Ok(self.ranges()?.into_iter().map(ratio).collect())
    }

    /// The choice at each level below every move.
    fn ranges(&self) -> Result<Vec<Vec<Choice>>, Error> {
        let mut ranges = Vec::with_capacity(self.moves.len());
        for branch in &self.moves {
            let mut range = Ranges::default();
            branch.visit(self.depth - 1, &mut range)?;
            ranges.push(range);
        }
        let height = ranges.iter().map(Ranges::height).max().unwrap_or(1);
        Ok(ranges.iter().map(|range| range.extended(height)).collect())
    }

    fn visit(&self, visitor: &mut impl Visit) -> Result<(), Error> {
        let mut branches = self.moves.iter();
        branches.try_for_each(|branch| branch.visit(self.depth - 1, visitor))
    }
}

impl Branch {
    fn new(depth: u32) -> Branch {
        Branch {
            tokens: Vec::new(),
            leaves: 0,
            levels: vec![TreeLevel::default(); depth as usize],
        }
    }

    fn visit(&self, remaining: u32, visitor: &mut impl Visit) -> Result<(), Error> {
        let left = visit(&self.tokens, remaining, visitor)?;
        debug_assert!(left.is_empty());
        Ok(())
    }
}

/// The one walk through the game.
struct Walker<'a, G: Game> {
    game: &'a G,
    chance: Rng,
    buffers: Vec<Actions<G>>,
    leaves: u64,
    most: u64,
    branch: Branch,
}

impl<G: Game> Walker<'_, G> {
    /// Walks on from a position that `before` moved to, `level` plies below a move. Whether the
    /// leaves stay within what is allowed.
    fn walk(&mut self, state: &G::State, before: Player, level: usize) -> bool {
        let mover = match self.game.turn(state) {
            Turn::Of(mover) => mover,
            Turn::Over => {
                self.branch.tokens.push(0);
                self.branch.levels[level].over += 1;
                return self.horizon(level, 1);
            }
        };
        let twice = u32::from(mover == before);
        let last = level + 2 == self.branch.levels.len();
        let mut actions = Vec::new();
        let children = if last {
            self.game.action_count(state)
        } else {
            actions = std::mem::take(&mut self.buffers[level]);
            actions.clear();
            self.game.actions(state, &mut actions);
            actions.len()
        };
        self.branch.tokens.push(2 * children as u32 + twice);
        let entry = &mut self.branch.levels[level];
        entry.nodes += 1;
        entry.children += children as u64;
        if last {
            return self.horizon(level + 1, children as u64);
        }
        for &action in &actions {
            let mut next = state.clone();
            self.game.step(&mut next, action, &mut self.chance);
            if !self.walk(&next, mover, level + 1) {
                return false;
            }
        }
        self.buffers[level] = actions;
        true
    }

    /// Counts leaves at a level. Whether they stay within what is allowed.
    fn horizon(&mut self, level: usize, count: u64) -> bool {
        self.branch.levels[level].nodes += count;
        self.leaves += count;
        self.leaves <= self.most
    }
}
