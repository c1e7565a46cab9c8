//! Type-erased games: one type for all of them, so that an agent can be written, stored and registered
//! once, without generics, and play every game.
//!
//! [`DynGame`] is a game like any other. It costs one allocation per state and one lock per list of
//! actions; agents that are generic over [`Game`] avoid both. [`Generalist`] lets an agent for
//! `DynGame` play a game of any type:
//!
//! ```
//! use ludometer_core::{Agent, DynAction, DynGame, Forfeit, Game, Generalist, Seat};
//! use std::sync::Arc;
//!
//! /// Takes what comes first.
//! struct First;
//!
//! impl Agent<DynGame> for First {
//!     fn act(&mut self, seat: &mut Seat<'_, DynGame>) -> Result<DynAction, Forfeit> {
//!         Ok(seat.actions()[0])
//!     }
//! }
//!
//! /// A registry of such agents names no game.
//! type Maker = Box<dyn Fn() -> Box<dyn Agent<DynGame>> + Send + Sync>;
//! let registry: Vec<(&str, Maker)> = vec![("first", Box::new(|| Box::new(First)))];
//!
//! fn seat_at<G: Game>(game: &Arc<G>, make: &Maker) -> Box<dyn Agent<G>> {
//!     Box::new(Generalist::new(Arc::clone(game), make()))
//! }
//! # let _ = registry;
//! ```

use crate::{
    Actions, Agent, CostUnit, Facts, Forfeit, Game, Information, Player, Reason, Rng, Seat, Turn,
    determinize,
};
use std::any::Any;
use std::collections::HashMap;
use std::fmt::{Debug, Formatter};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A state of any game.
pub struct DynState(Box<dyn AnyState>);

impl DynState {
    /// Erases the type of a state.
    pub fn new<S: Clone + Eq + Hash + Debug + Send + Sync + 'static>(state: S) -> DynState {
        DynState(Box::new(state))
    }

    /// The state, if it is of this type.
    pub fn downcast_ref<S: 'static>(&self) -> Option<&S> {
        let state: &dyn Any = &*self.0;
        state.downcast_ref()
    }

    /// The state, if it is of this type.
    pub fn downcast_mut<S: 'static>(&mut self) -> Option<&mut S> {
        let state: &mut dyn Any = &mut *self.0;
        state.downcast_mut()
    }
}

trait AnyState: Any + Debug + Send + Sync {
    fn boxed(&self) -> Box<dyn AnyState>;
    fn same(&self, other: &dyn AnyState) -> bool;
    fn digest(&self, hasher: &mut dyn Hasher);
}

impl<S: Clone + Eq + Hash + Debug + Send + Sync + 'static> AnyState for S {
    fn boxed(&self) -> Box<dyn AnyState> {
        Box::new(self.clone())
    }

    fn same(&self, other: &dyn AnyState) -> bool {
        let other: &dyn Any = other;
        other.downcast_ref() == Some(self)
    }

    fn digest(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }
}

impl Clone for DynState {
    fn clone(&self) -> DynState {
        DynState((*self.0).boxed())
    }
}

impl PartialEq for DynState {
    fn eq(&self, other: &DynState) -> bool {
        (*self.0).same(&*other.0)
    }
}

impl Eq for DynState {}

impl Hash for DynState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (*self.0).digest(hasher);
    }
}

impl Debug for DynState {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        (*self.0).fmt(f)
    }
}

/// An action of any game: an index that identifies it within one [`DynGame`] and its clones. Equal
/// actions have equal indices; indices are assigned in the order in which actions first appear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DynAction(u32);

impl DynAction {
    /// The number, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The rules of any game.
///
/// It accepts only states and actions of its own and of its clones; those of another game make it
/// panic.
#[derive(Clone)]
pub struct DynGame(Arc<dyn Rules>);

impl DynGame {
    /// Erases the type of a game.
    pub fn new<G: Game>(game: Arc<G>) -> DynGame {
        DynGame(Arc::new(Interned::new(game)))
    }
}

impl Debug for DynGame {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "DynGame({})", self.0.facts().name)
    }
}

/// [`Game`] with everything that differs from game to game erased.
trait Rules: Send + Sync {
    fn facts(&self) -> Facts;
    fn start(&self, chance: &mut Rng) -> DynState;
    fn turn(&self, state: &DynState) -> Turn;
    fn actions(&self, state: &DynState, out: &mut Vec<DynAction>);
    fn action_count(&self, state: &DynState) -> usize;
    fn apply(&self, state: &mut DynState, action: DynAction, chance: &mut Rng);
    fn payoff(&self, state: &DynState, player: Player) -> f64;
    fn points(&self, state: &DynState, player: Player) -> f64;
    fn termination(&self, state: &DynState) -> Option<&'static str>;
    fn show(&self, state: &DynState, viewer: Option<Player>) -> String;
    fn label(&self, state: &DynState, action: DynAction) -> String;
    fn state_key(&self, state: &DynState) -> u64;
    fn action_key(&self, action: DynAction) -> u64;
    fn action_named(&self, state: &DynState, text: &str) -> Option<DynAction>;
    fn determinize(&self, state: &DynState, viewer: Player, dice: &mut Rng) -> DynState;
}

/// A game and the numbers of its actions.
struct Interned<G: Game> {
    game: Arc<G>,
    numbers: Mutex<Numbers<G::Action>>,
}

struct Numbers<A> {
    of: HashMap<A, u32>,
    actions: Vec<A>,
    // Reused between calls.
    legal: Vec<A>,
}

impl<A: Copy + Eq + Hash> Numbers<A> {
    fn number(&mut self, action: A) -> DynAction {
        let next = self.actions.len();
        let number = *self.of.entry(action).or_insert_with(|| {
            self.actions.push(action);
            u32::try_from(next).expect("a game has fewer than 2^32 actions")
        });
        DynAction(number)
    }
}

impl<G: Game> Interned<G> {
    fn new(game: Arc<G>) -> Self {
        let numbers = Mutex::new(Numbers {
            of: HashMap::new(),
            actions: Vec::new(),
            legal: Vec::new(),
        });
        Interned { game, numbers }
    }

    fn numbers(&self) -> MutexGuard<'_, Numbers<G::Action>> {
        self.numbers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The action that a number stands for, if it was given.
    fn named(&self, action: DynAction) -> Option<G::Action> {
        self.numbers().actions.get(action.index()).copied()
    }

    fn known(&self, action: DynAction) -> G::Action {
        self.named(action).expect("an action of another game")
    }
}

fn own<G: Game>(state: &DynState) -> &G::State {
    state.downcast_ref().expect("a state of another game")
}

impl<G: Game> Rules for Interned<G> {
    fn facts(&self) -> Facts {
        self.game.facts()
    }

    fn start(&self, chance: &mut Rng) -> DynState {
        DynState::new(self.game.start(chance))
    }

    fn turn(&self, state: &DynState) -> Turn {
        self.game.turn(own::<G>(state))
    }

    fn actions(&self, state: &DynState, out: &mut Vec<DynAction>) {
        let mut numbers = self.numbers();
        let mut legal = std::mem::take(&mut numbers.legal);
        self.game.actions(own::<G>(state), &mut legal);
        out.extend(legal.drain(..).map(|action| numbers.number(action)));
        numbers.legal = legal;
    }

    fn action_count(&self, state: &DynState) -> usize {
        self.game.action_count(own::<G>(state))
    }

    fn apply(&self, state: &mut DynState, action: DynAction, chance: &mut Rng) {
        let action = self.known(action);
        let state = state.downcast_mut().expect("a state of another game");
        self.game.apply(state, action, chance);
    }

    fn state_key(&self, state: &DynState) -> u64 {
        self.game.state_key(own::<G>(state))
    }

    fn action_key(&self, action: DynAction) -> u64 {
        self.game.action_key(self.known(action))
    }

    fn payoff(&self, state: &DynState, player: Player) -> f64 {
        self.game.payoff(own::<G>(state), player)
    }

    fn points(&self, state: &DynState, player: Player) -> f64 {
        self.game.points(own::<G>(state), player)
    }

    fn termination(&self, state: &DynState) -> Option<&'static str> {
        self.game.termination(own::<G>(state))
    }

    fn show(&self, state: &DynState, viewer: Option<Player>) -> String {
        self.game.show(own::<G>(state), viewer)
    }

    fn label(&self, state: &DynState, action: DynAction) -> String {
        self.game.label(own::<G>(state), self.known(action))
    }

    fn action_named(&self, state: &DynState, text: &str) -> Option<DynAction> {
        let action = self.game.action_named(own::<G>(state), text)?;
        Some(self.numbers().number(action))
    }

    fn determinize(&self, state: &DynState, viewer: Player, dice: &mut Rng) -> DynState {
        DynState::new(determinize(&*self.game, own::<G>(state), viewer, dice))
    }
}

/// The information structure of the erased game: a copy of the state where it has perfect information.
#[derive(Clone, Copy, Debug)]
pub struct ErasedInformation;

impl Information<DynGame> for ErasedInformation {
    const HIDDEN: bool = true;

    fn determinize(game: &DynGame, state: &DynState, viewer: Player, dice: &mut Rng) -> DynState {
        game.0.determinize(state, viewer, dice)
    }
}

impl Game for DynGame {
    type State = DynState;
    type Action = DynAction;
    type Information = ErasedInformation;

    fn facts(&self) -> Facts {
        self.0.facts()
    }

    fn start(&self, chance: &mut Rng) -> DynState {
        self.0.start(chance)
    }

    fn turn(&self, state: &DynState) -> Turn {
        self.0.turn(state)
    }

    fn actions(&self, state: &DynState, out: &mut Actions<Self>) {
        self.0.actions(state, out);
    }

    fn action_count(&self, state: &DynState) -> usize {
        self.0.action_count(state)
    }

    fn apply(&self, state: &mut DynState, action: DynAction, chance: &mut Rng) {
        self.0.apply(state, action, chance);
    }

    fn state_key(&self, state: &DynState) -> u64 {
        self.0.state_key(state)
    }

    fn action_key(&self, action: DynAction) -> u64 {
        self.0.action_key(action)
    }

    fn payoff(&self, state: &DynState, player: Player) -> f64 {
        self.0.payoff(state, player)
    }

    fn points(&self, state: &DynState, player: Player) -> f64 {
        self.0.points(state, player)
    }

    fn termination(&self, state: &DynState) -> Option<&'static str> {
        self.0.termination(state)
    }

    fn show(&self, state: &DynState, viewer: Option<Player>) -> String {
        self.0.show(state, viewer)
    }

    fn label(&self, state: &DynState, action: DynAction) -> String {
        self.0.label(state, action)
    }

    fn action_named(&self, state: &DynState, text: &str) -> Option<DynAction> {
        self.0.action_named(state, text)
    }
}

/// Adapts an agent for [`DynGame`] to a game of type `G`.
///
/// The agent gets a type-erased view of the same seat: the same position, random stream, budget, clock
/// and stop request. What it spends and reports there is spent and reported here.
pub struct Generalist<G: Game, A> {
    rules: Arc<Interned<G>>,
    game: DynGame,
    agent: A,
}

impl<G: Game, A: Agent<DynGame>> Generalist<G, A> {
    /// The agent, playing this game.
    pub fn new(game: Arc<G>, agent: A) -> Self {
        let rules = Arc::new(Interned::new(game));
        let game = DynGame(Arc::clone(&rules) as Arc<dyn Rules>);
        Generalist { rules, game, agent }
    }
}

impl<G: Game, A: Agent<DynGame>> Agent<G> for Generalist<G, A> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit> {
        let Generalist { rules, game, agent } = self;
        if !std::ptr::eq(seat.game(), &*rules.game) {
            let [made, sits] = [rules.game.facts().name, seat.game().facts().name];
            if made != sits {
                let detail = format!("the agent was made for {made} and sits at {sits}");
                return Err(Forfeit::new(Reason::Other, detail));
            }
        }
        let position = DynState::new(seat.position().clone());
        let back = |action| rules.named(action);
        let chosen = seat.translated(game, position, back, |seat| agent.act(seat))?;
        let illegal = || Forfeit::new(Reason::Illegal, format!("{chosen:?}"));
        rules.named(chosen).ok_or_else(illegal)
    }

    fn restart(&mut self) {
        self.agent.restart();
    }

    fn get_ready(&mut self) {
        self.agent.get_ready();
    }

    fn cost_unit(&self) -> CostUnit {
        self.agent.cost_unit()
    }
}
