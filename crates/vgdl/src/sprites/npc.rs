//! RandomNPC: it wanders.

use super::Class;
use crate::dice::Dice;
use crate::heading::Heading;
use crate::kind::Nature;
use crate::play::World;
use crate::state::Ref;
use crate::text::Reader;

/// A wanderer.
#[derive(Clone, Debug)]
pub struct Npc {
    /// For how many further ticks it keeps a direction. The first so many ticks it stands still.
    pub cons: i32,
}

impl Npc {
    /// What all that wander have in common.
    pub(super) fn nature() -> Nature {
        Nature { speed: 1.0, ..Nature::default() }
    }

    pub(super) fn read(reader: Reader<'_, '_>) -> Npc {
        Npc { cons: reader.whole("cons", 0) }
    }

    /// The next direction of a random walk.
    #[inline]
    pub(super) fn wander<D: Dice>(&self, world: &mut World<'_, D>, r: Ref) -> Heading {
        let [count, previous] = world.sprite(r).map_or([0; 2], |sprite| sprite.memory);
        if count < self.cons {
            if let Some(sprite) = world.sprite_mut(r) {
                sprite.memory[0] += 1;
            }
            return match previous {
                0 => Heading::NONE,
                code => Heading::FOUR[(code - 1) as usize & 3],
            };
        }
        let pick = world.dice.below(4);
        if let Some(sprite) = world.sprite_mut(r) {
            sprite.memory = [0, pick as i32 + 1];
        }
        Heading::FOUR[pick as usize]
    }

    #[inline]
    pub(super) fn update<D: Dice>(&self, world: &mut World<'_, D>, r: Ref) {
        world.base(r);
        let heading = self.wander(world, r);
        world.walk(r, heading);
    }
}

/// Reads a class of this family.
pub(crate) fn read(name: &str, reader: Reader<'_, '_>) -> Option<(Class, Nature)> {
    (name == "RandomNPC").then(|| (Class::Npc(Npc::read(reader)), Npc::nature()))
}
