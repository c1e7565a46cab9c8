//! Missiles: they fly until something happens to them.

use super::Class;
use crate::dice::Dice;
use crate::kind::Nature;
use crate::level::Level;
use crate::play::any_heading;
use crate::state::Sprite;
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
    Some((
        Class::Missile(Missile { random }),
        Nature {
            speed: 1.0,
            oriented: true,
            ..Nature::default()
        },
    ))
}

impl Missile {
    #[inline]
    pub(super) fn update(
        &self,
        sprite: &mut Sprite,
        nature: &Nature,
        level: &Level,
        dice: &mut impl Dice,
    ) -> bool {
        if self.random && sprite.memory[0] == 0 {
            sprite.memory[0] = 1;
            sprite.heading = any_heading(dice);
        }
        sprite.base(nature, level)
    }
}
