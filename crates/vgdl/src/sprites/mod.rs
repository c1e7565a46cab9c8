//! Sprite classes, one file a family.
//!
//! To add a class, write it into its family's file: its parameters, the arm of `read` that reads them,
//! and what an update does. A new family also gets a variant of [`Class`] and an arm in `update`.

pub mod avatar;
pub mod chaser;
pub mod flicker;
pub mod missile;
pub mod npc;
pub mod path;
pub mod spawner;
pub mod still;

use crate::action::Action;
use crate::dice::Dice;
use crate::kind::{Kind, KindId, Look, Nature};
use crate::level::Level;
use crate::play::World;
use crate::state::{Flag, Ref, Sprite};
use crate::text::Reader;

/// What a sprite does, with the parameters that only its class has.
#[derive(Clone, Debug)]
pub enum Class {
    /// Immovable, Door.
    Still,
    /// Passive: moves only if it was given a direction and a speed.
    Passive,
    /// Resource.
    Resource(still::Resource),
    /// Portal.
    Portal(still::Portal),
    /// Missile and RandomMissile.
    Missile(missile::Missile),
    /// Flicker and OrientedFlicker.
    Flicker(flicker::Flicker),
    /// Spreader.
    Spreader(flicker::Spreader),
    /// RandomNPC.
    Npc(npc::Npc),
    /// Chaser, Fleeing and LOSChaser.
    Chaser(chaser::Chaser),
    /// PathChaser.
    Path(path::PathChaser),
    /// PathAltChaser and RandomPathAltChaser.
    PathAlt(path::PathAlt),
    /// SpawnPoint, Bomber and their kin.
    Spawner(spawner::Spawner),
    /// All avatars.
    Avatar(avatar::Avatar),
}

/// What may be written for a class, for messages.
pub(crate) const NAMES: &str = "Immovable, Door, Passive, Resource, Portal, Missile, RandomMissile, Flicker, \
    OrientedFlicker, Spreader, RandomNPC, Chaser, Fleeing, LOSChaser, PathChaser, PathAltChaser, \
    RandomPathAltChaser, SpawnPoint, SpawnPointMultiSprite, Bomber, RandomBomber, BomberRandomMissile, \
    MovingAvatar, HorizontalAvatar, VerticalAvatar, FlakAvatar, OrientedAvatar, ShootAvatar, MissileAvatar, \
    OngoingAvatar, OngoingTurningAvatar and OngoingShootAvatar are known";

/// Reads a class and the parameters that all classes have; `None` when there is none of that name.
pub(crate) fn read(name: &str, reader: Reader<'_, '_>) -> Option<(Class, Nature)> {
    let families = [
        still::read,
        missile::read,
        flicker::read,
        npc::read,
        chaser::read,
        path::read,
        spawner::read,
        avatar::read,
    ];
    let (class, mut nature) = families.iter().find_map(|read| read(name, reader))?;
    nature.speed = reader.real("speed", nature.speed);
    nature.cooldown = reader.whole("cooldown", nature.cooldown).max(1);
    nature.rotates = reader.flag("rotateInPlace", nature.rotates);
    if let Some(heading) = reader.heading("orientation") {
        nature.heading = heading;
    }
    nature.oriented |= !nature.heading.is_none();
    nature.health = reader.whole("healthPoints", 0);
    nature.health_limit = reader.whole("limitHealthPoints", 1000);
    nature.time_to_live = reader.whole("timeToLive", -1);
    reader.accept(&[
        "singleton",
        "portal",
        "autotiling",
        "randomtiling",
        "frameRate",
        "physicstype",
        "draw_arrow",
    ]);
    Some((class, nature))
}

/// Reads how a sprite of a class may be drawn.
pub(crate) fn look(class: &str, reader: Reader<'_, '_>) -> Look {
    let says = |key| {
        reader
            .raw(key)
            .is_some_and(|flag| flag.eq_ignore_ascii_case("true"))
    };
    Look {
        img: reader.raw("img").map(str::to_owned),
        color: reader.raw("color").map(str::to_owned),
        door: class == "Door",
        hidden: says("hidden"),
        invisible: says("invisible"),
        shrink: reader.real("shrinkfactor", 1.0),
    }
}

/// The types that can be held as a resource, with the most one can hold.
pub(crate) fn resources(kinds: &[Kind]) -> Vec<(KindId, i32)> {
    let mut found = Vec::new();
    for (at, kind) in kinds.iter().enumerate() {
        match &kind.class {
            Some(Class::Resource(resource)) => found.push((KindId(at as u16), resource.limit)),
            Some(Class::Avatar(avatar)) => {
                let strange =
                    |ammo: &&KindId| !matches!(kinds[ammo.index()].class, Some(Class::Resource(_)));
                found.extend(
                    avatar
                        .ammo()
                        .iter()
                        .filter(strange)
                        .map(|&ammo| (ammo, still::Resource::LIMIT)),
                );
            }
            _ => {}
        }
    }
    found.sort_unstable_by_key(|&(kind, _)| kind);
    found.dedup_by_key(|&mut (kind, _)| kind);
    found
}

/// Whether sprites of a type do nothing by themselves and so may be tiles.
pub(crate) fn may_be_fixed(kind: &Kind) -> bool {
    let inert = match kind.class {
        Some(Class::Still | Class::Portal(_)) => true,
        Some(Class::Passive | Class::Resource(_)) => !kind.nature.oriented,
        _ => false,
    };
    inert && kind.nature.time_to_live < 0
}

impl Class {
    /// The types that its sprites create.
    pub(crate) fn creates(&self) -> Vec<KindId> {
        match self {
            Class::Spreader(spreader) => spreader.stype.into_iter().collect(),
            Class::Spawner(spawner) => spawner.stypes.clone(),
            Class::Avatar(avatar) => avatar.creates(),
            _ => Vec::new(),
        }
    }

    /// What the player can do with it; nothing unless it is an avatar.
    pub fn actions(&self) -> &'static [Action] {
        match self {
            Class::Avatar(avatar) => avatar.actions(),
            _ => &[],
        }
    }
}

/// Updates the avatar.
pub(crate) fn update_avatar<D: Dice>(world: &mut World<'_, D>, r: Ref, action: Action) {
    if let Some(Class::Avatar(avatar)) = &world.kind(r.kind).class {
        avatar.update(world, r, action);
    }
}

/// Updates the sprites of a type, in order. Those created meanwhile wait for the next tick.
pub(crate) fn update<D: Dice>(world: &mut World<'_, D>, kind: KindId) {
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
    kind: KindId,
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

/// Updates that concern nobody else and tell whether the sprite dies.
#[inline]
fn alone<D: Dice>(
    world: &mut World<'_, D>,
    kind: KindId,
    mut update: impl FnMut(&mut Sprite, &Nature, &Level, &mut D) -> bool,
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
