//! Sprite classes, one file a family.
//!
//! To add a class, write its parameters into its family's file here, the arm of `read` that reads them
//! into `text::sprites`, and what an update does into `play::sprites`. A new family also gets a variant of
//! [`Class`], and an arm in the `update` of `play::sprites`.

pub mod avatar;
pub mod chaser;
pub mod flicker;
pub mod missile;
pub mod npc;
pub mod path;
pub mod spawner;
pub mod still;

use crate::action::Action;
use crate::sprite_type_id::SpriteTypeId;

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

impl Class {
    /// The types that its sprites create.
    pub(crate) fn creates(&self) -> Vec<SpriteTypeId> {
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
