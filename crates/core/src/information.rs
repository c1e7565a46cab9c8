//! What players see of a state: all of it, or less.
//!
//! Every game says which of the two it is, as a type: [`Perfect`] or [`Imperfect`]. Whoever says
//! `Imperfect` must write [`Hidden::determinize`], or the game does not compile; and only such a game
//! can say in its [`Facts`](crate::Facts) that it hides something. A seat draws what it is opened on
//! through this type, so there is no game that hides something and hands it out because a method was
//! forgotten. That the method draws what it should is for the [laws](crate::law) to say.

use crate::{Game, Player, Rng};

/// How much players see.
pub trait Information<G: Game> {
    /// Whether some player may see less than the whole state. Of a game that is known only at run
    /// time, such as [`DynGame`](crate::DynGame), whether that is possible: its facts say whether it
    /// is so.
    const HIDDEN: bool;

    /// A state that shows `viewer` the same, from what `viewer` sees and `dice` alone.
    fn determinize(game: &G, state: &G::State, viewer: Player, dice: &mut Rng) -> G::State;
}

/// Everybody sees the whole state.
#[derive(Clone, Copy, Debug)]
pub struct Perfect;

impl<G: Game> Information<G> for Perfect {
    const HIDDEN: bool = false;

    #[inline]
    fn determinize(_: &G, state: &G::State, _: Player, _: &mut Rng) -> G::State {
        state.clone()
    }
}

/// Some player may see less than the whole state; the game is [`Hidden`].
#[derive(Clone, Copy, Debug)]
pub struct Imperfect;

impl<G: Hidden> Information<G> for Imperfect {
    const HIDDEN: bool = true;

    #[inline]
    fn determinize(game: &G, state: &G::State, viewer: Player, dice: &mut Rng) -> G::State {
        game.determinize(state, viewer, dice)
    }
}

/// Games that hide something from somebody: cards, or choices that are made at the same time.
///
/// A game that says `Imperfect` and does not say what the hidden part may be does not compile:
///
/// ```compile_fail
/// use ludometer_core::*;
///
/// struct Leak;
/// impl Game for Leak {
///     type State = u8;
///     type Action = u8;
///     type Information = Imperfect;
///     fn facts(&self) -> Facts {
///         Facts::new("leak", 1)
///     }
///     fn start(&self, chance: &mut Rng) -> u8 {
///         chance.below(5) as u8
///     }
///     fn turn(&self, _: &u8) -> Turn {
///         Turn::Of(Player(0))
///     }
///     fn actions(&self, _: &u8, out: &mut Actions<Self>) {
///         out.push(0);
///     }
///     fn apply(&self, _: &mut u8, _: u8, _: &mut Rng) {}
///     fn payoff(&self, _: &u8, _: Player) -> f64 {
///         0.0
///     }
///     fn points(&self, _: &u8, _: Player) -> f64 {
///         0.0
///     }
///     fn show(&self, _: &u8, _: Option<Player>) -> String {
///         "a card".into()
///     }
///     fn label(&self, _: &u8, _: u8) -> String {
///         "go".into()
///     }
/// }
/// ```
///
/// and neither does one that says `Perfect` and then tells in its facts that it hides something, since
/// [`Facts::with_hidden`](crate::Facts::with_hidden) is for hidden games alone.
pub trait Hidden: Game {
    /// Draws a state that shows `viewer` the same, from the distribution that the rules and what
    /// is shown imply.
    ///
    /// What comes out depends on what `viewer` sees and on `dice`, and on nothing else: two states
    /// that show `viewer` the same give the same state with the same dice.
    fn determinize(&self, state: &Self::State, viewer: Player, dice: &mut Rng) -> Self::State;
}

/// A state of any game that shows `viewer` the same: a copy where nothing is hidden.
#[inline]
pub fn determinize<G: Game>(
    game: &G,
    state: &G::State,
    viewer: Player,
    dice: &mut Rng,
) -> G::State {
    <G::Information as Information<G>>::determinize(game, state, viewer, dice)
}
