//! What effects do, one file a family.

mod create;
mod health;
mod kill;
mod motion;
mod resource;
mod timing;
mod transform;

use super::World;
use crate::dice::Dice;
use crate::effects::Effect;
use crate::state::Ref;

impl Effect {
    /// Does it to the first sprite, with the second where there is one. Returns whether it scores.
    pub(crate) fn apply<D: Dice>(
        &self,
        world: &mut World<'_, D>,
        rule: u16,
        a: Option<Ref>,
        b: Option<Ref>,
    ) -> bool {
        match self {
            Effect::Kill(effect) => effect.apply(world, a, b),
            Effect::Transform(effect) => effect.apply(world, a, b),
            Effect::Create(effect) => effect.apply(world, a, b),
            Effect::Motion(effect) => effect.apply(world, rule, a, b),
            Effect::Resource(effect) => effect.apply(world, a, b),
            Effect::Health(effect) => effect.apply(world, a, b),
            Effect::Timing(effect) => effect.apply(world, a, b),
        }
    }
}
