//! What the loop of [`Uct`](super::Uct) asks of its parts.

use super::super::Rollout;
use super::super::tree::SearchTree;
use super::super::ucb::Ucb1;
use ludometer_core::{Game, Player, Seat};

/// A node at which a choice is due.
#[derive(Clone, Copy)]
pub struct ChoicePoint<'a, A> {
    pub(super) node: u32,
    pub(super) mover: Player,
    pub(super) actions: &'a [A],
    pub(super) path: &'a [u32],
    pub(super) exploration: f64,
}

/// What is simulated next.
pub enum NextStep<A> {
    /// An action with its child, from which the descent goes on.
    Child(A, u32),
    /// An action with its child, at which the descent ends.
    Leaf(A, u32),
    /// An action that gets a child, at which the descent ends.
    New(A),
    /// Nothing: the descent ends here, at a value that is known or where the tree is full.
    Stop,
}

/// The parts of a tree search. The methods are called in the order in which a decision needs them; all
/// but the first three do nothing by default.
pub trait UctParts<G: Game>: Send {
    /// Prepares the tree for the seat's decision.
    fn begin(&mut self, tree: &mut SearchTree<G::Action>, seat: &mut Seat<'_, G>);

    /// What is simulated at a node; `None` if the budget is spent.
    fn choose(
        &mut self,
        tree: &mut SearchTree<G::Action>,
        at: ChoicePoint<'_, G::Action>,
        seat: &mut Seat<'_, G>,
        state: &G::State,
    ) -> Option<NextStep<G::Action>>;

    /// The value of a simulation whose descent has ended in `state`; `None` if the budget is spent.
    fn finish(
        &mut self,
        seat: &mut Seat<'_, G>,
        state: &mut G::State,
        rollout: &mut Rollout<G>,
    ) -> Option<f64>;

    /// A descent begins.
    #[inline(always)]
    fn descend(&mut self) {}

    /// The descent takes an action.
    #[inline(always)]
    fn note(&mut self, _game: &G, _mover: Player, _action: G::Action) {}

    /// The tree has a new node for this state; `None` if the budget is spent.
    #[inline(always)]
    fn enter(&mut self, _seat: &mut Seat<'_, G>, _state: &G::State) -> Option<()> {
        Some(())
    }

    /// The node whose children are those of `child`.
    #[inline(always)]
    fn node_of(&self, child: u32) -> u32 {
        child
    }

    /// Counts a simulation.
    #[inline(always)]
    fn back_up(
        &mut self,
        tree: &mut SearchTree<G::Action>,
        path: &[u32],
        worth: f64,
        _player: Player,
    ) {
        tree.back_up(path, worth);
    }

    /// Corrects how much each action is preferred by what is proved.
    fn settle(&self, _tree: &SearchTree<G::Action>, _actions: &[G::Action], _visits: &mut [f64]) {}

    /// The proved value of a child.
    fn proved(&self, _child: u32) -> Option<f64> {
        None
    }

    /// Whether the value of the root is proved.
    #[inline(always)]
    fn is_solved(&self) -> bool {
        false
    }

    /// Whether the tree has stopped growing.
    fn is_full(&self) -> bool {
        false
    }

    /// Clears what was kept between decisions.
    fn restart(&mut self) {}
}

/// UCT as Kocsis and Szepesvári have it: every action is tried once, then UCB1 decides; random
/// playouts; means.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl<G: Game> UctParts<G> for Plain {
    fn begin(&mut self, tree: &mut SearchTree<G::Action>, _: &mut Seat<'_, G>) {
        tree.clear();
    }

    #[inline(always)]
    fn choose(
        &mut self,
        tree: &mut SearchTree<G::Action>,
        at: ChoicePoint<'_, G::Action>,
        seat: &mut Seat<'_, G>,
        _: &G::State,
    ) -> Option<NextStep<G::Action>> {
        Some(match untried::<G>(tree, at, seat) {
            Some(action) => NextStep::New(action),
            None => select(tree, at, at.mover == seat.player()),
        })
    }

    #[inline(always)]
    fn finish(
        &mut self,
        seat: &mut Seat<'_, G>,
        state: &mut G::State,
        rollout: &mut Rollout<G>,
    ) -> Option<f64> {
        let player = seat.player();
        rollout.play(seat, state, player)
    }
}

/// A legal action that the node has no child for, drawn at random.
#[inline(always)]
fn untried<G: Game>(
    tree: &SearchTree<G::Action>,
    at: ChoicePoint<'_, G::Action>,
    seat: &mut Seat<'_, G>,
) -> Option<G::Action> {
    let count = tree.count_untried(at.node, at.actions);
    if count == 0 {
        return None;
    }
    let chosen = seat.dice().index(count);
    let place = tree.nth_untried(at.node, at.actions, chosen);
    place.map(|place| at.actions[place])
}

/// The legal child with the highest upper confidence bound for the player to move.
#[inline(always)]
fn select<A: Copy + PartialEq>(
    tree: &SearchTree<A>,
    at: ChoicePoint<'_, A>,
    own: bool,
) -> NextStep<A> {
    let sign = if own { 1.0 } else { -1.0 };
    let ucb1 = Ucb1::new(tree.node(at.node).visits.max(1), at.exploration);
    let bound = |child: u32| {
        let child = tree.node(child);
        let visits = child.visits as f64;
        ucb1.bound(sign * child.sum / visits, visits)
    };
    let children = tree.children(at.node);
    let legal = children.filter(|(action, _)| at.actions.contains(action));
    let best = legal.map(|(action, child)| (bound(child), action, child));
    let best = best.max_by(|a, b| a.0.total_cmp(&b.0));
    let (_, action, child) = best.expect("every legal action has a child");
    NextStep::Child(action, child)
}
