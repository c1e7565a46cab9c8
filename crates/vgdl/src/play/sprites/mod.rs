//! What sprites do, one file a family of classes.

mod avatar;
mod chaser;
mod flicker;
mod missile;
mod npc;
mod path;
mod spawner;
#[cfg(test)]
mod still;

use super::World;
use crate::action::Action;
use crate::dice::Dice;
use crate::level::Level;
use crate::sprite_type::SpriteParams;
use crate::sprite_type_id::SpriteTypeId;
use crate::sprites::Class;
use crate::state::{Flag, Ref, Sprite};

/// Updates the avatar.
pub(crate) fn update_avatar<D: Dice>(world: &mut World<'_, D>, r: Ref, action: Action) {
    if let Some(Class::Avatar(avatar)) = &world.kind(r.kind).class {
        avatar.update(world, r, action);
    }
}

/// Updates the sprites of a type, in order. Those created meanwhile wait for the next tick.
pub(crate) fn update<D: Dice>(world: &mut World<'_, D>, kind: SpriteTypeId) {
    let Some(class) = &world.kind(kind).class else {
        return;
    };
    match class {
        Class::Avatar(_) => {}
        Class::Still | Class::Passive | Class::Resource(_) | Class::Portal(_) => {
            alone(world, kind, |sprite, nature, level, _| {
                sprite.base(nature, level)
            });
        }
        Class::Missile(missile) => {
            alone(world, kind, |sprite, nature, level, dice| {
                missile.update(sprite, nature, level, dice)
            });
        }
        Class::Flicker(flicker) => {
            alone(world, kind, |sprite, nature, level, _| {
                flicker.update(sprite, nature, level)
            });
        }
        Class::Npc(npc) => {
            alone(world, kind, |sprite, nature, level, dice| {
                npc.update(sprite, nature, level, dice)
            });
        }
        Class::Spreader(spreader) => each(world, kind, |world, r| spreader.update(world, r)),
        Class::Chaser(chaser) => each(world, kind, |world, r| chaser.update(world, r)),
        Class::Path(path) => each(world, kind, |world, r| path.update(world, r)),
        Class::PathAlt(path) => each(world, kind, |world, r| path.update(world, r)),
        Class::Spawner(spawner) => each(world, kind, |world, r| spawner.update(world, r)),
    }
}

/// Updates that may ask or change anything in the world.
#[inline]
fn each<D: Dice>(
    world: &mut World<'_, D>,
    kind: SpriteTypeId,
    mut update: impl FnMut(&mut World<'_, D>, Ref),
) {
    let group = world.state.groups[kind.index()];
    for at in group.tiles..group.tiles + group.len {
        let r = Ref { kind, at };
        if let Some(sprite) = world.sprite_mut(r) {
            sprite.begin();
            update(world, r);
        }
    }
}

/// Updates that affect no other sprite and return whether the sprite dies.
#[inline]
fn alone<D: Dice>(
    world: &mut World<'_, D>,
    kind: SpriteTypeId,
    mut update: impl FnMut(&mut Sprite, &SpriteParams, &Level, &mut D) -> bool,
) {
    let (nature, level) = (&world.kind(kind).nature, world.level);
    let mut thinned = false;
    let World { state, dice, .. } = world;
    for sprite in state.group_mut(kind) {
        sprite.begin();
        if update(sprite, nature, level, dice) {
            sprite.set(Flag::Dead, true);
            thinned = true;
        }
    }
    if thinned {
        world.thins(kind);
    }
}
