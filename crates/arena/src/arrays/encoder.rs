//! How states and actions of a game become numbers.

use ludometer_core::{ActionSpace, Actions, Game, Observation, Player, Shape};

/// Turns states and actions into numbers. A batch is generic over it, so that nothing is called
/// indirectly in a step.
pub trait Encoder<G: Game>: Send + Sync + 'static {
    /// The shape of observations; of length 0 where there are none.
    fn shape(&self, game: &G) -> Shape;
    /// Writes an observation.
    fn observe(&self, game: &G, state: &G::State, viewer: Player, out: &mut [f32]);
    /// How many numbers of actions there are.
    fn space(&self, game: &G) -> usize;
    /// The number of a legal action.
    fn number(&self, game: &G, state: &G::State, action: G::Action) -> usize;
    /// The legal action of a number.
    fn action(
        &self,
        game: &G,
        state: &G::State,
        number: usize,
        buffer: &mut Actions<G>,
    ) -> Option<G::Action>;
    /// Marks the numbers of legal actions.
    fn mask(&self, game: &G, state: &G::State, buffer: &mut Actions<G>, mask: &mut [bool]);
}

/// What the game declares by [`Observation`] and [`ActionSpace`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Declared;

impl<G: Observation + ActionSpace> Encoder<G> for Declared {
    fn shape(&self, game: &G) -> Shape {
        game.shape()
    }

    #[inline]
    fn observe(&self, game: &G, state: &G::State, viewer: Player, out: &mut [f32]) {
        game.observe(state, viewer, out);
    }

    fn space(&self, game: &G) -> usize {
        game.action_space()
    }

    #[inline]
    fn number(&self, game: &G, state: &G::State, action: G::Action) -> usize {
        game.action_number(state, action)
    }

    #[inline]
    fn action(
        &self,
        game: &G,
        state: &G::State,
        number: usize,
        _: &mut Actions<G>,
    ) -> Option<G::Action> {
        game.numbered_action(state, number)
    }

    #[inline]
    fn mask(&self, game: &G, state: &G::State, buffer: &mut Actions<G>, mask: &mut [bool]) {
        game.action_mask(state, buffer, mask);
    }
}

/// The action space of games that declare none: this many of the first legal actions.
pub const RANKED_ACTIONS: usize = 512;

/// For games that declare no arrays: no observation, and actions by their rank among the legal ones. Of
/// more than [`RANKED_ACTIONS`] legal actions the last ones have no number.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ranked;

impl<G: Game> Encoder<G> for Ranked {
    fn shape(&self, _: &G) -> Shape {
        Shape::Features(0)
    }

    fn observe(&self, _: &G, _: &G::State, _: Player, _: &mut [f32]) {}

    fn space(&self, _: &G) -> usize {
        RANKED_ACTIONS
    }

    fn number(&self, game: &G, state: &G::State, action: G::Action) -> usize {
        let mut legal = Vec::new();
        game.actions(state, &mut legal);
        let rank = legal.iter().position(|&known| known == action);
        rank.unwrap_or(usize::MAX)
    }

    fn action(
        &self,
        game: &G,
        state: &G::State,
        number: usize,
        buffer: &mut Actions<G>,
    ) -> Option<G::Action> {
        buffer.clear();
        game.actions(state, buffer);
        buffer
            .get(number)
            .copied()
            .filter(|_| number < RANKED_ACTIONS)
    }

    fn mask(&self, game: &G, state: &G::State, _: &mut Actions<G>, mask: &mut [bool]) {
        let legal = game.action_count(state).min(mask.len());
        mask.fill(false);
        mask[..legal].fill(true);
    }
}
