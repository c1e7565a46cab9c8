//! The contract: rules as a value, states as values, chance as an argument.

use crate::{Hidden, Imperfect, Information, Rng, calls};
use std::fmt::Debug;
use std::hash::Hash;

/// A buffer of legal actions, reused between calls.
pub type Actions<G> = Vec<<G as Game>::Action>;

/// A player, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Player(pub u8);

impl Player {
    /// The player as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Who is to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// This player chooses the next action.
    Of(Player),
    /// The game is over: there are no actions and the payoffs are final.
    Over,
}

/// What can be said of a game without looking at a state.
///
/// ```
/// use ludometer_core::Facts;
///
/// let facts = Facts::new("backgammon", 2).with_chance().paying(-3.0, 3.0);
/// assert!(facts.zero_sum && facts.chance && !facts.hidden);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Facts {
    /// The name with its parameters, such as `slide(k=3)`.
    pub name: String,
    /// How many players sit at it.
    pub players: usize,
    /// Whether `start` or `step` ever consult chance.
    pub chance: bool,
    /// Whether some player may see less than the whole state.
    pub hidden: bool,
    /// The least and the greatest payoff that a player can end with.
    pub utility: (f64, f64),
    /// Whether the payoffs of all players add up to nothing.
    pub zero_sum: bool,
}

impl Facts {
    /// A game without chance and with nothing hidden, whose payoffs lie between -1 and 1; they add
    /// up to nothing unless there is one player.
    pub fn new(name: impl Into<String>, players: usize) -> Facts {
        Facts {
            name: name.into(),
            players,
            chance: false,
            hidden: false,
            utility: (-1.0, 1.0),
            zero_sum: players > 1,
        }
    }

    /// `start` or `step` consult chance.
    #[must_use]
    pub fn with_chance(mut self) -> Facts {
        self.chance = true;
        self
    }

    /// Some player may see less than the whole state. Only a game that says so by its type, and so
    /// says how to draw what is hidden, can say it here: `Facts::new("kuhn", 2).with_hidden::<Self>()`.
    #[must_use]
    pub fn with_hidden<G: Hidden + Game<Information = Imperfect>>(mut self) -> Facts {
        self.hidden = true;
        self
    }

    /// Other bounds of the payoffs.
    #[must_use]
    pub fn paying(mut self, least: f64, greatest: f64) -> Facts {
        self.utility = (least, greatest);
        self
    }

    /// The payoffs of all players need not add up to nothing.
    #[must_use]
    pub fn general_sum(mut self) -> Facts {
        self.zero_sum = false;
        self
    }

    /// What a player who forfeits ends with, and what each of the others does: the worst result, and
    /// an equal part of it where payoffs add up to nothing; else nothing.
    pub fn forfeit(&self) -> (f64, f64) {
        let (worst, _) = self.utility;
        match self.players.checked_sub(1) {
            Some(others @ 1..) if self.zero_sum => (worst, 0.0 - worst / others as f64),
            _ => (worst, 0.0),
        }
    }
}

/// The rules of a game.
///
/// A state is a value: it holds no generator, no clock and no reference. The same state, the same
/// action and the same chance give the same next state, on every machine.
pub trait Game: Sized + Send + Sync + 'static {
    /// A position, with everything that bears on the future of the game.
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    /// A move, or what one tick of a video game is told.
    type Action: Copy + Eq + Hash + Debug + Send + Sync;
    /// How much players see: [`Perfect`](crate::Perfect), or [`Imperfect`] for a game that is
    /// [`Hidden`].
    type Information: Information<Self>;

    /// What can be said of the game without looking at a state.
    fn facts(&self) -> Facts;

    /// The state play begins from; deals and shuffles are drawn from `chance`.
    fn start(&self, chance: &mut Rng) -> Self::State;

    /// Who decides now.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Appends the legal actions to `out`, without repetition, in an order that depends on `state`
    /// alone. Appends nothing exactly when the game is over: a pass is an action.
    fn actions(&self, state: &Self::State, out: &mut Actions<Self>);

    /// How many legal actions there are: the length of what [`Game::actions`] appends. Games that
    /// can tell without listing them should.
    fn action_count(&self, state: &Self::State) -> usize {
        let mut actions = Vec::new();
        self.actions(state, &mut actions);
        actions.len()
    }

    /// The forward model: one move, or one tick. Games write this; everybody else calls
    /// [`Game::step`], which counts. A game that wraps another calls the other's `apply`, so that one
    /// step counts as one.
    ///
    /// `action` must be legal in `state`; what happens otherwise is not specified (it may panic).
    /// [`Game::step_checked`] is the door for actions that are not known to be legal.
    fn apply(&self, state: &mut Self::State, action: Self::Action, chance: &mut Rng);

    /// One counted call of the forward model: [`Game::apply`], seen by [`Calls`](crate::Calls).
    ///
    /// Not to be overridden: a game that does hides its calls from the
    /// [audit](fn@crate::audit).
    #[inline(always)]
    fn step(&self, state: &mut Self::State, action: Self::Action, chance: &mut Rng) {
        calls::step();
        self.apply(state, action, chance);
    }

    /// The utility of a finished game: win 1, draw 0, loss -1, or chips. Says nothing of a game
    /// that is not over.
    fn payoff(&self, state: &Self::State, player: Player) -> f64;

    /// The scoreboard, at any time: discs, points, minus the distance left. Higher is better.
    ///
    /// A game without a scoreboard need not write it: the default is the payoff of a finished game,
    /// and 0 before.
    fn points(&self, state: &Self::State, player: Player) -> f64 {
        match self.turn(state) {
            Turn::Over => self.payoff(state, player),
            Turn::Of(_) => 0.0,
        }
    }

    /// All that `viewer` sees, as text; `None` sees everything. Two states that show a viewer the
    /// same are the same to that viewer.
    fn show(&self, state: &Self::State, viewer: Option<Player>) -> String;

    /// The action as people write it; unique among the legal actions of `state`.
    fn label(&self, state: &Self::State, action: Self::Action) -> String;

    /// The legal action that `text` names, if there is one: the inverse of [`Game::label`].
    fn action_named(&self, state: &Self::State, text: &str) -> Option<Self::Action> {
        let mut legal = Vec::new();
        self.actions(state, &mut legal);
        legal
            .into_iter()
            .find(|&action| self.label(state, action).eq_ignore_ascii_case(text))
    }

    /// [`Game::step`] for an action of unknown origin; the state is untouched when it is illegal.
    fn step_checked(
        &self,
        state: &mut Self::State,
        action: Self::Action,
        chance: &mut Rng,
    ) -> Result<(), Illegal> {
        let mut legal = Vec::new();
        self.actions(state, &mut legal);
        if !legal.contains(&action) {
            return Err(Illegal);
        }
        self.step(state, action, chance);
        Ok(())
    }
}

/// An action that the rules do not allow in the state it was offered to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Illegal;

impl std::fmt::Display for Illegal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the action is not legal here")
    }
}

impl std::error::Error for Illegal {}

/// Games whose positions people write down on one line.
pub trait Notation: Game {
    /// The position as text; [`Notation::read`] gives the same state back.
    fn write(&self, state: &Self::State) -> String;

    /// The position that `text` describes, or what is wrong with it and what would be right. A
    /// position that play cannot reach is refused where the rules can tell.
    fn read(&self, text: &str) -> Result<Self::State, String>;
}

/// Games that can say what a position would be with the other player to move.
///
/// That is no move of the rules, which have their own passes as actions: it is the question that
/// null-move search asks, how good a position is to somebody who may not even use the turn.
pub trait NullMove: Game {
    /// The same position with the other to move; `None` where that makes no sense, as in check, or
    /// where the game is over or would be. Games write this; everybody else calls
    /// [`NullMove::null_move`], which counts.
    fn apply_null_move(&self, state: &Self::State) -> Option<Self::State>;

    /// One counted null move: [`NullMove::apply_null_move`], seen by [`Calls`](crate::Calls) where there
    /// is a position after it. Not to be overridden.
    #[inline(always)]
    fn null_move(&self, state: &Self::State) -> Option<Self::State> {
        let passed = self.apply_null_move(state);
        if passed.is_some() {
            calls::null_move();
        }
        passed
    }
}
