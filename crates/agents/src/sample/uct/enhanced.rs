//! The parts that [`UctOptions`] switches on, together.

use super::super::tree::{ROOT, SearchTree};
use super::super::{PlayoutOutcome, Rollout};
use super::amaf::AmafTable;
use super::options::{PlayoutPolicy, UctOptions};
use super::parts::{ChoicePoint, NextStep, UctParts};
use super::policy::Policy;
use super::record::Record;
use ludometer_core::{Evaluator, Facts, Game, Player, Seat, Turn, memory};
use rustc_hash::FxHashMap;

/// A search with parts that can be switched on one by one.
///
/// Values are the root player's; other players are assumed to minimise them.
pub struct Enhanced<G: Game> {
    pub(super) options: UctOptions,
    pub(super) leaf: Box<dyn Evaluator<G>>,
    pub(super) outcome: PlayoutOutcome,
    /// The least and the greatest payoff.
    pub(super) least: f64,
    pub(super) greatest: f64,
    pub(super) records: Vec<Record>,
    /// The node that stands for each state.
    pub(super) states: FxHashMap<u64, u32>,
    pub(super) amaf: AmafTable,
    pub(super) policy: Policy,
    /// The moves of the simulation, those beyond the tree included.
    pub(super) trail: Vec<(Player, u64)>,
    /// The child of each legal action of the node at which a choice is due.
    pub(super) children: Vec<u32>,
    /// The node whose all-moves-as-first outcomes are used.
    pub(super) reference: u32,
    /// The proved value at which the descent ended.
    pub(super) exact: Option<f64>,
    /// Whether the simulation may change what is proved, or evaluated.
    pub(super) proves: bool,
    pub(super) evaluates: bool,
    pub(super) full: bool,
    /// Whose tree it is.
    pub(super) owner: Option<Player>,
}

impl<G: Game> Enhanced<G> {
    /// These parts, for a game with these facts. `leaf` evaluates states where a part asks for it.
    pub fn new(
        options: UctOptions,
        outcome: PlayoutOutcome,
        facts: &Facts,
        leaf: Box<dyn Evaluator<G>>,
    ) -> Self {
        let (least, greatest) = facts.utility;
        Enhanced {
            options,
            leaf,
            outcome,
            least,
            greatest,
            records: Vec::new(),
            states: FxHashMap::default(),
            amaf: AmafTable::default(),
            policy: Policy::new(options.playout, options.epsilon),
            trail: Vec::new(),
            children: Vec::new(),
            reference: ROOT,
            exact: None,
            proves: false,
            evaluates: false,
            full: false,
            owner: None,
        }
    }

    pub(super) fn record(&self, node: u32) -> &Record {
        &self.records[node as usize]
    }

    pub(super) fn record_mut(&mut self, node: u32) -> &mut Record {
        &mut self.records[node as usize]
    }

    /// What is known of the state that a node leads to.
    pub(super) fn state(&self, node: u32) -> &Record {
        self.record(self.record(node).state)
    }

    /// Whether the tree may have so many more nodes.
    pub(super) fn has_room(&mut self, more: usize) -> bool {
        let most = self.options.nodes;
        let room = most == 0 || (self.records.len() + more) as u64 <= most;
        self.full |= !room;
        room
    }

    /// A value of the evaluator for the root player, in the units of the outcome. A finished game has
    /// its outcome. `None` if the budget is spent.
    pub(super) fn judge(&mut self, seat: &mut Seat<'_, G>, state: &G::State) -> Option<f64> {
        let game = seat.game();
        if game.turn(state) == Turn::Over {
            return Some(self.outcome.of(game, state, seat.player()));
        }
        if !seat.can_afford(0, 1) {
            return None;
        }
        let value = seat.value(&mut *self.leaf, state);
        if self.options.scale == 0.0 {
            return Some(value);
        }
        let middle = f64::midpoint(self.least, self.greatest);
        let half = (self.greatest - self.least) / 2.0;
        Some(middle + half * libm::tanh(value / self.options.scale))
    }

    /// Gives a new node its record.
    pub(super) fn add_record(&mut self, seat: &Seat<'_, G>, state: &G::State) -> u32 {
        let node = u32::try_from(self.records.len()).expect("a tree has fewer than 2^32 nodes");
        let game = seat.game();
        let mut record = Record::new(node, (self.least, self.greatest));
        let mover = match game.turn(state) {
            Turn::Of(mover) => Some(mover),
            Turn::Over => None,
        };
        record.mover = mover;
        if self.options.has_keys() {
            record.key = game.state_key(state);
        }
        if self.options.solver && mover.is_none() {
            let payoff = game.payoff(state, seat.player());
            (record.low, record.high) = (payoff, payoff);
            self.proves = true;
        }
        if self.options.transpositions {
            record.state = *self.states.entry(record.key).or_insert(node);
            // It may stand for a state of which something was proved.
            self.proves |= self.options.solver && record.state != node;
        }
        memory::grow(&mut self.records, "nodes of the tree");
        self.records.push(record);
        node
    }
}

impl<G: Game> UctParts<G> for Enhanced<G> {
    fn begin(&mut self, tree: &mut SearchTree<G::Action>, seat: &mut Seat<'_, G>) {
        self.policy.clear();
        self.full = false;
        if self.options.reuse && self.owner == Some(seat.player()) && self.reuse(tree, seat) {
            return;
        }
        self.owner = Some(seat.player());
        tree.clear();
        self.records.clear();
        self.states.clear();
        self.amaf.clear();
        let position = seat.position().clone();
        self.add_record(seat, &position);
    }

    fn choose(
        &mut self,
        tree: &mut SearchTree<G::Action>,
        at: ChoicePoint<'_, G::Action>,
        seat: &mut Seat<'_, G>,
        state: &G::State,
    ) -> Option<NextStep<G::Action>> {
        let deep = at.path.len() > 1;
        let (solver, transpositions) = (self.options.solver, self.options.transpositions);
        let record = self.record_mut(at.node);
        record.legal = at.actions.len() as u32;
        if solver && deep && record.is_solved() {
            self.exact = Some(record.low);
            self.proves = true;
            return Some(NextStep::Stop);
        }
        if transpositions && deep && self.returns(at.path, at.node) {
            return Some(NextStep::Stop);
        }
        self.refer(at.node);
        if self.options.has_priors() && !self.record(at.node).expanded {
            self.expand(tree, at, seat, state)?;
            // The step that follows has to be paid as well.
            if !seat.can_afford(1, 0) {
                return None;
            }
        }
        tree.children_of(at.node, at.actions, &mut self.children);
        Some(self.best(tree, at, seat))
    }

    fn finish(
        &mut self,
        seat: &mut Seat<'_, G>,
        state: &mut G::State,
        rollout: &mut Rollout<G>,
    ) -> Option<f64> {
        if let Some(exact) = self.exact.take() {
            return Some(exact);
        }
        if self.options.playout == PlayoutPolicy::None {
            return self.judge(seat, state);
        }
        self.play(seat, state, rollout)
    }

    fn descend(&mut self) {
        self.trail.clear();
        self.exact = None;
        self.proves = false;
        self.evaluates = false;
        self.reference = ROOT;
    }

    fn note(&mut self, game: &G, mover: Player, action: G::Action) {
        if self.options.has_trail() {
            self.trail.push((mover, game.action_key(action)));
        }
    }

    fn enter(&mut self, seat: &mut Seat<'_, G>, state: &G::State) -> Option<()> {
        let node = self.add_record(seat, state);
        if self.options.implicit != 0.0 && self.record(node).state == node {
            let value = self.judge(seat, state)?;
            self.record_mut(node).heuristic = value;
        }
        self.evaluates = self.options.implicit != 0.0;
        Some(())
    }

    fn node_of(&self, child: u32) -> u32 {
        self.record(child).state
    }

    fn back_up(
        &mut self,
        tree: &mut SearchTree<G::Action>,
        path: &[u32],
        worth: f64,
        player: Player,
    ) {
        self.update(tree, path, worth, player);
    }

    fn settle(&self, tree: &SearchTree<G::Action>, actions: &[G::Action], visits: &mut [f64]) {
        if self.options.solver {
            self.prefer_proved(tree, actions, visits);
        }
    }

    fn proved(&self, child: u32) -> Option<f64> {
        let state = self.state(child);
        (self.options.solver && state.is_solved()).then_some(state.low)
    }

    fn is_solved(&self) -> bool {
        self.options.solver && self.record(ROOT).is_solved()
    }

    fn is_full(&self) -> bool {
        self.full
    }

    fn restart(&mut self) {
        self.owner = None;
    }
}
