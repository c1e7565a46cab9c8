//! Perfect and imperfect information.
//!
//! Every game declares by a type whether it has [`Perfect`] or [`Imperfect`] information. A game that
//! declares `Imperfect` must implement [`Hidden::determinize`], or it does not compile; and only such
//! a game can set the flag in its [`Facts`](crate::Facts). A seat obtains its state through this type,
//! so a game cannot leak hidden information because a method was forgotten. Whether the method samples
//! correctly is checked by the [laws](crate::law).

use crate::{Game, Player, Rng};

/// Whether players see the whole state.
pub trait Information<G: Game> {
    /// Whether some player may see less than the whole state. For a type-erased game such as
    /// [`DynGame`](crate::DynGame) this is whether it is possible; its facts say whether it is the
    /// case.
    const HIDDEN: bool;

    /// A state with the same observation for `viewer`, computed from that observation and `dice`
    /// alone.
    fn determinize(game: &G, state: &G::State, viewer: Player, dice: &mut Rng) -> G::State;
}

/// All players see the whole state.
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

/// Games with hidden information: cards, or simultaneous choices.
///
/// A game that declares `Imperfect` without implementing this trait does not compile:
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
/// and neither does one that declares `Perfect` and sets the flag in its facts, since
/// [`Facts::with_hidden`](crate::Facts::with_hidden) is for hidden games alone.
pub trait Hidden: Game {
    /// Samples a state with the same observation for `viewer`, from its distribution given the
    /// observation.
    ///
    /// The result depends only on the observation of `viewer` and on the random stream `dice`: two
    /// states with the same observation give the same state with the same stream.
    fn determinize(&self, state: &Self::State, viewer: Player, dice: &mut Rng) -> Self::State;
}

/// A state of any game with the same observation for `viewer`: a copy if the information is perfect.
#[inline]
pub fn determinize<G: Game>(
    game: &G,
    state: &G::State,
    viewer: Player,
    dice: &mut Rng,
) -> G::State {
    <G::Information as Information<G>>::determinize(game, state, viewer, dice)
}
