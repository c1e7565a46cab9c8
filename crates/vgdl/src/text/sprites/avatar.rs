//! How avatars are read.

use crate::heading::Heading;
use crate::sprite_type::SpriteParams;
use crate::sprites::Class;
use crate::sprites::avatar::{Avatar, Weapons};
use crate::text::Reader;

impl Weapons {
    fn read(reader: Reader<'_, '_>) -> Weapons {
        Weapons {
            stypes: reader.kinds("stype"),
            ammo: reader.kinds("ammo"),
        }
    }
}

/// Reads a class of this family.
pub(super) fn read(name: &str, reader: Reader<'_, '_>) -> Option<(Class, SpriteParams)> {
    let avatar = match name {
        "MovingAvatar" => Avatar::Moving,
        "HorizontalAvatar" => Avatar::Horizontal,
        "VerticalAvatar" => Avatar::Vertical,
        "FlakAvatar" => Avatar::Flak {
            stype: reader.kinds("stype").first().copied(),
            ammo: reader.kind("ammo"),
            min_ammo: reader.whole("minAmmo", -1),
            cost: reader.whole("ammoCost", 1),
        },
        "OrientedAvatar" => Avatar::Oriented,
        "ShootAvatar" => Avatar::Shoot(Weapons::read(reader)),
        "MissileAvatar" => Avatar::Missile,
        "OngoingAvatar" => Avatar::Ongoing,
        "OngoingTurningAvatar" => Avatar::OngoingTurning {
            behind: reader.kind("spawnBehind"),
        },
        "OngoingShootAvatar" => Avatar::OngoingShoot(Weapons::read(reader)),
        _ => return None,
    };
    let mut nature = SpriteParams {
        speed: 1.0,
        ..SpriteParams::default()
    };
    match avatar {
        Avatar::Moving | Avatar::Horizontal | Avatar::Vertical | Avatar::Flak { .. } => {}
        Avatar::Missile => nature.oriented = true,
        Avatar::Oriented | Avatar::Shoot(_) => {
            nature.heading = Heading::RIGHT;
            nature.rotates = true;
        }
        Avatar::Ongoing | Avatar::OngoingTurning { .. } | Avatar::OngoingShoot(_) => {
            nature.heading = Heading::RIGHT;
        }
    }
    Some((Class::Avatar(avatar), nature))
}
