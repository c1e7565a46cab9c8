//! The trait of games: rules and states are values, the random stream is an argument.

use crate::{Hidden, Imperfect, Information, Rng, calls, key};
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
    /// The number of players.
    pub players: usize,
    /// Whether `start` or `step` ever use their random stream.
    pub chance: bool,
    /// Whether some player may see less than the whole state.
    pub hidden: bool,
    /// The least and the greatest payoff that a player can end with.
    pub utility: (f64, f64),
    /// Whether the payoffs of all players sum to zero.
    pub zero_sum: bool,
}

impl Facts {
    /// A game without chance and with perfect information, whose payoffs lie between -1 and 1;
    /// zero-sum unless there is one player.
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

    /// `start` or `step` use their random stream.
    #[must_use]
    pub fn with_chance(mut self) -> Facts {
        self.chance = true;
        self
    }

    /// Some player may see less than the whole state. Only a game whose `Information` type is
    /// [`Imperfect`], and which therefore implements [`Hidden`], can set this: `Facts::new("kuhn",
    /// 2).with_hidden::<Self>()`.
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

    /// The payoffs of all players need not sum to zero.
    #[must_use]
    pub fn general_sum(mut self) -> Facts {
        self.zero_sum = false;
        self
    }

    /// The payoffs after a forfeit, of the player who forfeits and of each other player: the worst
    /// payoff, and in a zero-sum game an equal share of the opposite, else 0.
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
/// A state is a value: it holds no random number generator, no clock and no reference. The same state,
/// action and random stream give the same next state on every machine.
pub trait Game: Sized + Send + Sync + 'static {
    /// A position, with everything that determines the future of the game.
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    /// A move, or the input of one tick of a video game.
    type Action: Copy + Eq + Hash + Debug + Send + Sync;
    /// How much players see: [`Perfect`](crate::Perfect), or [`Imperfect`] for a game that is
    /// [`Hidden`].
    type Information: Information<Self>;

    /// What can be said of the game without looking at a state.
    fn facts(&self) -> Facts;

    /// The initial state; deals and shuffles are drawn from `chance`.
    fn start(&self, chance: &mut Rng) -> Self::State;

    /// The player to decide, or that the game is over.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Appends the legal actions to `out`, without repetition, in an order that depends on `state`
    /// alone. Appends nothing exactly when the game is over: a pass is an action.
    fn actions(&self, state: &Self::State, out: &mut Actions<Self>);

    /// How many legal actions there are: the length of what [`Game::actions`] appends. Games that can
    /// compute it without listing them should override it.
    fn action_count(&self, state: &Self::State) -> usize {
        let mut actions = Vec::new();
        self.actions(state, &mut actions);
        actions.len()
    }

    /// The forward model: one move, or one tick. Games implement this; everybody else calls
    /// [`Game::step`], which counts the call. A game that wraps another one calls the inner game's
    /// `apply`, so that one step counts once.
    ///
    /// `action` must be legal in `state`; what happens otherwise is not specified (it may panic). Use
    /// [`Game::step_checked`] for actions that are not known to be legal.
    fn apply(&self, state: &mut Self::State, action: Self::Action, chance: &mut Rng);

    /// One counted call of the forward model: [`Game::apply`], recorded in [`Calls`](crate::Calls).
    ///
    /// Do not override it: a game that does hides its calls from the [audit](fn@crate::audit).
    #[inline(always)]
    fn step(&self, state: &mut Self::State, action: Self::Action, chance: &mut Rng) {
        calls::step();
        self.apply(state, action, chance);
    }

    /// The hash key of a state, for transposition tables: equal states have equal keys, and different
    /// states seldom do.
    ///
    /// The default passes the state's [`Hash`] through a [`KeyHasher`](crate::KeyHasher): the same key on
    /// every little-endian platform, of 32 and of 64 bits, as long as the types of the state pass on the
    /// same numbers. What types of the standard library pass on is pinned by tests of this crate and
    /// belongs to the compiler's version all the same. All shipped games that are searched with a
    /// transposition table override it with [words](crate::KeyHasher::word) of their own choice, which is
    /// faster too.
    #[inline]
    fn state_key(&self, state: &Self::State) -> u64 {
        key::hashed(state)
    }

    /// The hash key of an action, for history tables; likewise.
    #[inline]
    fn action_key(&self, action: Self::Action) -> u64 {
        key::hashed(&action)
    }

    /// The utility of a finished game: win 1, draw 0, loss -1, or chips. Meaningless before the game
    /// is over.
    fn payoff(&self, state: &Self::State, player: Player) -> f64;

    /// The scoreboard, at any time: discs, points, minus the distance left. Higher is better.
    ///
    /// A game without a scoreboard need not implement it: the default is the payoff of a finished
    /// game, and 0 before.
    fn points(&self, state: &Self::State, player: Player) -> f64 {
        match self.turn(state) {
            Turn::Over => self.payoff(state, player),
            Turn::Of(_) => 0.0,
        }
    }

    /// How a finished game ended, in a word of the game such as `stalemate`, if it has several ways.
    /// `None` before the game is over.
    fn termination(&self, state: &Self::State) -> Option<&'static str> {
        let _ = state;
        None
    }

    /// The observation of `viewer` as text; `None` sees everything. Two states with the same text are
    /// indistinguishable to that viewer.
    fn show(&self, state: &Self::State, viewer: Option<Player>) -> String;

    /// The action in the game's notation; unique among the legal actions of `state`.
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

/// Games with a one-line text notation for positions.
pub trait Notation: Game {
    /// The position as text; [`Notation::read`] restores the same state.
    fn write(&self, state: &Self::State) -> String;

    /// The position that `text` describes, or what is wrong with it and what would be right. An
    /// unreachable position is refused where the rules can tell.
    fn read(&self, text: &str) -> Result<Self::State, String>;

    /// What a player would know in this position and the text does not tell, such as its own cards;
    /// `None` where the text tells all of it. What a state holds in such places is arbitrary, so
    /// nothing is computed from that player's view.
    fn untold(&self, text: &str, player: Player) -> Option<String> {
        let _ = (text, player);
        None
    }
}

/// Games that support null moves: the same position with the other player to move.
///
/// A null move is not a move of the rules, whose passes are actions; null-move pruning uses it to
/// bound the value of a position from below.
pub trait NullMove: Game {
    /// The same position with the other player to move; `None` where that makes no sense, as in check,
    /// or where the game is over or would be. Games implement this; everybody else calls
    /// [`NullMove::null_move`], which counts the call.
    fn apply_null_move(&self, state: &Self::State) -> Option<Self::State>;

    /// One counted null move: [`NullMove::apply_null_move`], recorded in [`Calls`](crate::Calls) if it
    /// returns a position. Do not override it.
    #[inline(always)]
    fn null_move(&self, state: &Self::State) -> Option<Self::State> {
        let passed = self.apply_null_move(state);
        if passed.is_some() {
            calls::null_move();
        }
        passed
    }
}
