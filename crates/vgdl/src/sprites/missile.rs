//! Missiles: they fly until something happens to them.

use super::Class;
use crate::dice::Dice;
use crate::kind::Nature;
use crate::play::World;
use crate::state::Ref;
use crate::text::Reader;

/// A missile.
#[derive(Clone, Debug)]
pub struct Missile {
    /// Whether its direction is drawn at its first update.
    pub random: bool,
}

/// Reads a class of this family.
pub(crate) fn read(name: &str, reader: Reader<'_, '_>) -> Option<(Class, Nature)> {
    let random = match name {
        "Missile" => false,
        "RandomMissile" => reader.heading("orientation").is_none(),
        _ => return None,
    };
    Some((Class::Missile(Missile { random }), Nature { speed: 1.0, oriented: true, ..Nature::default() }))
}

impl Missile {
    #[inline]
    pub(super) fn update<D: Dice>(&self, world: &mut World<'_, D>, r: Ref) {
        if self.random && world.sprite(r).is_some_and(|sprite| sprite.memory[0] == 0) {
            let heading = world.any_heading();
            if let Some(sprite) = world.sprite_mut(r) {
                sprite.memory[0] = 1;
                sprite.heading = heading;
            }
        }
        world.base(r);
    }
}
