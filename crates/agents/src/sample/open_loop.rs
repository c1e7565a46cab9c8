//! Open-loop Monte Carlo tree search as GVGAI's sample controller has it, D-MCTS of Gaina, Lucas and
//! Pérez-Liébana (2017): simulations of a fixed length, and an evaluation at their end.

use super::tree::{Bounds, ROOT, SearchTree};
use super::ucb::Ucb1;
use ludometer_core::{Actions, Agent, Evaluator, Forfeit, Game, Seat, Turn};

/// How the means of UCB1 are normalised. Versions of GVGAI's controller have used all three.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RewardScale {
    /// By the range of values of the episode so far.
    Episode,
    /// Not normalised.
    #[default]
    Raw,
    /// By the range of values that passed through the node.
    Node,
}

/// Which actions of a tree seed a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TreeWalk {
    /// Those of the most visited path from the root.
    #[default]
    Path,
    /// The root's most visited action at every level, as often as the most visited path is long: what
    /// the published code of the paper's first author does.
    Root,
}

/// The index of an action among the legal ones when it was first tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// Its place.
    pub(crate) place: usize,
    /// How many there were.
    pub(crate) of: usize,
    /// Whether the choice is the seat's own.
    own: bool,
}

impl Choice {
    /// The seat's own choice of one action among several.
    pub(crate) fn own(place: usize, of: usize) -> Choice {
        Choice {
            place,
            of,
            own: true,
        }
    }
}

/// Monte Carlo tree search over sequences of at most `depth` actions. With more than two players it is
/// paranoid: all other players are assumed to minimise the value of the seat's player.
pub struct OpenLoopMcts<G: Game, E> {
    depth: u32,
    exploration: f64,
    scale: RewardScale,
    evaluator: E,
    playouts: u64,
    tree: SearchTree<G::Action>,
    // Of every node of the tree, by number.
    choices: Vec<Choice>,
    seen: Bounds,
    path: Vec<u32>,
    actions: Actions<G>,
    // The child of each of the actions.
    children: Vec<u32>,
}

/// What the controller adds to numbers that must not be zero, and the width of the noise that
/// breaks its ties.
const EPSILON: f64 = 1e-6;

impl<G: Game, E: Evaluator<G>> OpenLoopMcts<G, E> {
    /// Simulations of `depth` actions, at least one; `exploration` is the constant of UCB1. There are
    /// at most `playouts` of them in a decision without a budget.
    pub fn new(
        depth: u32,
        exploration: f64,
        scale: RewardScale,
        evaluator: E,
        playouts: u64,
    ) -> Self {
        OpenLoopMcts {
            depth: depth.max(1),
            exploration,
            scale,
            evaluator,
            playouts,
            tree: SearchTree::new(),
            choices: Vec::new(),
            seen: Bounds::EMPTY,
            path: Vec::new(),
            actions: Vec::new(),
            children: Vec::new(),
        }
    }

    /// Clears what was learned during an episode.
    pub(crate) fn forget(&mut self) {
        self.seen = Bounds::EMPTY;
    }

    /// Builds a new tree for the seat's decision, while the budget allows whole simulations.
    pub(crate) fn grow(&mut self, seat: &mut Seat<'_, G>) {
        self.tree.clear();
        self.choices.clear();
        self.choices.push(Choice {
            place: 0,
            of: 1,
            own: false,
        });
        let most = if seat.is_limited() {
            u64::MAX
        } else {
            self.playouts
        };
        for _ in 0..most {
            if !seat.can_afford(u64::from(self.depth), 1) {
                break;
            }
            self.simulate(seat);
        }
    }

    fn simulate(&mut self, seat: &mut Seat<'_, G>) {
        let game = seat.game();
        let mut state = seat.determinize();
        self.path.clear();
        self.path.push(ROOT);
        let mut inside = true;
        for _ in 0..self.depth {
            let Turn::Of(mover) = game.turn(&state) else {
                break;
            };
            self.actions.clear();
            game.actions(&state, &mut self.actions);
            if !inside {
                let action = self.actions[seat.dice().index(self.actions.len())];
                seat.step(&mut state, action);
                continue;
            }
            let node = *self.path.last().unwrap_or(&ROOT);
            let tried = self
                .tree
                .children_of(node, &self.actions, &mut self.children);
            let untried = self.actions.len() - tried;
            let (action, child) = if untried > 0 {
                let chosen = seat.dice().index(untried);
                let children = self.children.iter().enumerate();
                let mut fresh = children.filter(|(_, child)| **child == ROOT);
                let (place, _) = fresh
                    .nth(chosen)
                    .expect("there are as many as were counted");
                self.choices.push(Choice {
                    own: mover == seat.player(),
                    ..Choice::own(place, self.actions.len())
                });
                inside = false;
                let action = self.actions[place];
                (action, self.tree.grow(node, action))
            } else {
                let sign = if mover == seat.player() { 1.0 } else { -1.0 };
                self.select(seat, node, sign)
            };
            seat.step(&mut state, action);
            self.path.push(child);
        }
        let worth = seat.value(&mut self.evaluator, &state);
        self.tree.back_up(&self.path, worth);
        match self.scale {
            RewardScale::Raw => {}
            RewardScale::Episode => self.seen.include(worth),
            RewardScale::Node => {
                for &at in &self.path {
                    self.tree.node_mut(at).bounds.include(worth);
                }
            }
        }
    }

    /// The child with the highest upper confidence bound for the player to move.
    fn select(&self, seat: &mut Seat<'_, G>, node: u32, sign: f64) -> (G::Action, u32) {
        let parent = self.tree.node(node);
        let ucb1 = Ucb1::new(parent.visits + 1, self.exploration);
        let bounds = match self.scale {
            RewardScale::Episode => self.seen,
            RewardScale::Raw => Bounds::EMPTY,
            RewardScale::Node => parent.bounds,
        };
        let mut best = None;
        for (&action, &child) in self.actions.iter().zip(&self.children) {
            let known = self.tree.node(child);
            let visits = known.visits as f64 + EPSILON;
            let value = sign * bounds.normalise(known.sum / visits);
            let bound = shaken(seat, ucb1.bound(value, visits));
            if best.is_none_or(|(highest, _, _)| bound > highest) {
                best = Some((bound, action, child));
            }
        }
        let (_, action, child) = best.expect("every legal action has a child");
        (action, child)
    }

    /// The child to play: the most visited, or, if all have the same visits, the one with the highest
    /// mean.
    fn recommended(&self, seat: &mut Seat<'_, G>, node: u32) -> Option<u32> {
        let mut visits = self
            .tree
            .children(node)
            .map(|(_, at)| self.tree.node(at).visits);
        let first = visits.next()?;
        let level = visits.all(|visits| visits == first);
        let mut best: Option<(f64, u32)> = None;
        for (_, at) in self.tree.children(node) {
            let child = self.tree.node(at);
            let rank = if level {
                child.sum / (child.visits as f64 + EPSILON)
            } else {
                child.visits as f64
            };
            let rank = shaken(seat, rank);
            if best.is_none_or(|(highest, _)| rank > highest) {
                best = Some((rank, at));
            }
        }
        best.map(|(_, at)| at)
    }

    /// The seat's own actions on the most visited path from the root, as long as each was visited
    /// `least` times.
    pub(crate) fn advice(&self, seat: &mut Seat<'_, G>, least: u64, walk: TreeWalk) -> Vec<Choice> {
        let mut choices = Vec::new();
        let mut node = ROOT;
        while let Some(child) = self.recommended(seat, node) {
            if self.tree.node(child).visits < least {
                break;
            }
            choices.push(self.choices[child as usize]);
            node = child;
        }
        choices.retain(|choice| choice.own);
        if let (TreeWalk::Root, Some(&first)) = (walk, choices.first()) {
            choices.fill(first);
        }
        choices
    }
}

/// A number with the controller's noise, which breaks ties.
fn shaken<G: Game>(seat: &mut Seat<'_, G>, number: f64) -> f64 {
    (number + EPSILON) * (1.0 + EPSILON * (seat.dice().unit() - 0.5))
}

impl<G: Game, E: Evaluator<G>> Agent<G> for OpenLoopMcts<G, E> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit> {
        self.grow(seat);
        let chosen = self.recommended(seat, ROOT);
        let chosen = chosen
            .and_then(|at| self.tree.action(at))
            .unwrap_or_else(|| {
                let actions = seat.actions();
                actions[seat.dice().index(actions.len())]
            });
        self.tree.tell(seat, chosen);
        Ok(chosen)
    }

    fn restart(&mut self) {
        self.forget();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::WinScore;
    use ludometer_core::{Budget, Generator, Player, Seed};
    use ludometer_games::tic_tac_toe::TicTacToe;

    fn search() -> OpenLoopMcts<TicTacToe, WinScore> {
        let leaf = WinScore {
            win: 1.0,
            keep: false,
        };
        OpenLoopMcts::new(4, 1.4, RewardScale::Raw, leaf, 500)
    }

    /// `(x + 1e-6) (1 + 1e-6 u)` with u between -1/2 and 1/2.
    #[test]
    fn numbers_are_shaken_by_no_more_than_a_millionth() {
        let game = TicTacToe::new(3, 3, 3).unwrap();
        let dice = Seed::new(2).rng(Generator::Xoshiro);
        let board = game.start(&mut dice.clone());
        let mut seat = Seat::open(&game, &board, Player(0), dice, Budget::UNLIMITED);
        for number in [0.0, 1.0, -3.0, 250.0] {
            let shaken: Vec<f64> = (0..1000).map(|_| shaken(&mut seat, number)).collect();
            let (least, most) = shaken.iter().fold((f64::MAX, f64::MIN), |(low, high), &x| {
                (low.min(x), high.max(x))
            });
            let (middle, half) = (number + 1e-6, 0.5e-6 * (number + 1e-6).abs());
            assert!(least >= middle - 1.001 * half && most <= middle + 1.001 * half);
            assert!(most - least > 1.9 * half, "{number}: {least} to {most}");
        }
    }

    /// A way is followed as long as its nodes were visited often enough, the least number included.
    #[test]
    fn advice_ends_where_visits_do() {
        let game = TicTacToe::new(3, 3, 3).unwrap();
        let dice = Seed::new(2).rng(Generator::Xoshiro);
        let board = game.start(&mut dice.clone());
        let mut seat = Seat::open(&game, &board, Player(0), dice, Budget::UNLIMITED);
        let mut search = search();
        search.grow(&mut seat);
        let most = search
            .tree
            .children(ROOT)
            .map(|(_, at)| search.tree.node(at).visits);
        let most = most.max().unwrap();
        assert_eq!(search.advice(&mut seat, most, TreeWalk::Path).len(), 1);
        assert_eq!(search.advice(&mut seat, most + 1, TreeWalk::Path), []);
        // Of every two plies one is the seat's own.
        let whole = search.advice(&mut seat, 1, TreeWalk::Path);
        assert_eq!(whole.len(), 2, "{whole:?}");
        assert!(
            whole
                .iter()
                .all(|choice| choice.own && choice.place < choice.of)
        );
        assert_eq!(whole[0].of, 9);
        // An action of the root again and again, as long as the path is; the path has fewer squares left.
        let again = search.advice(&mut seat, 1, TreeWalk::Root);
        assert!(again.len() == 2 && again[0] == again[1], "{again:?}");
        assert_eq!((again[0].of, whole[1].of), (9, 7));
    }
}
