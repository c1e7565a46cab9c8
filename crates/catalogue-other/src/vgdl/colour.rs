//! Colours of sprites: those that a description names, or one by the type's name.

use ludometer_vgdl::sprites::Class;
use ludometer_vgdl::{SpriteType, SpriteTypeId, VgdlGame};

/// The names that descriptions use.
const NAMED: [(&str, &str); 19] = [
    ("WHITE", "#f4f4ef"),
    ("BLACK", "#26282c"),
    ("GRAY", "#8d9096"),
    ("LIGHTGRAY", "#c3c6ca"),
    ("DARKGRAY", "#565a61"),
    ("RED", "#d2453d"),
    ("GREEN", "#4a9c4f"),
    ("LIGHTGREEN", "#9ad08f"),
    ("BLUE", "#3f72c4"),
    ("LIGHTBLUE", "#86bfe6"),
    ("DARKBLUE", "#26437f"),
    ("YELLOW", "#f2cf3b"),
    ("LIGHTYELLOW", "#f7e795"),
    ("GOLD", "#dca920"),
    ("ORANGE", "#e88a2c"),
    ("LIGHTORANGE", "#f4b87a"),
    ("PINK", "#e58fb1"),
    ("PURPLE", "#8757b0"),
    ("BROWN", "#8a6242"),
];

/// For types without a colour.
const OTHERS: [&str; 8] = [
    "#4a7fa5", "#b3653c", "#6b8e3d", "#92568c", "#b08d2e", "#3f8f86", "#a54b58", "#6d6fb3",
];

/// The colour of a type.
pub(super) fn colour(kind: &SpriteType) -> &'static str {
    let named = kind.look.color.as_deref().and_then(|name| {
        let found = NAMED
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, colour)| *colour)
    });
    named.unwrap_or_else(|| {
        let sum = kind.name.bytes().fold(0usize, |sum, byte| {
            sum.wrapping_mul(31).wrapping_add(usize::from(byte))
        });
        OTHERS[sum % OTHERS.len()]
    })
}

/// Under everything.
pub(super) const PAPER: &str = "#faf8f2";
/// A wall.
pub(super) const WALL: &str = "#5b6068";
/// The joints of a wall.
pub(super) const JOINTS: &str = "#43474e";
/// A killed avatar.
pub(super) const DEAD: &str = "#9a9a9a";

/// The colour of ground, or `None` for what stands on it: scenery is ground unless it is a door, and
/// so is what agents are not shown.
pub(super) fn ground(game: &VgdlGame, id: SpriteTypeId) -> Option<String> {
    let kind = game.kind(id);
    let hidden = matches!(kind.class, Some(Class::Still)) && kind.look.hidden;
    let scenery = game.is_scenery(id) && !kind.look.door;
    let ground = id != SpriteTypeId::WALL && (hidden || scenery);
    ground.then(|| match kind.look.color {
        Some(_) => mixed(colour(kind), 255, 0.72),
        None => "#ebe6da".into(),
    })
}

/// Red, green and blue of `#rrggbb`.
pub(super) fn parts(colour: &str) -> [u8; 3] {
    [1, 3, 5].map(|at| {
        let hex = colour.get(at..at + 2);
        hex.and_then(|hex| u8::from_str_radix(hex, 16).ok())
            .unwrap_or(128)
    })
}

/// A colour mixed with black (`towards` 0) or white (255), as `#rrggbb`.
pub(super) fn mixed(colour: &str, towards: u8, share: f64) -> String {
    let [red, green, blue] = parts(colour).map(|own| {
        let own = f64::from(own);
        (own + (f64::from(towards) - own) * share).round() as u8
    });
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixing_goes_all_the_way() {
        assert_eq!(mixed("#804020", 255, 0.0), "#804020");
        assert_eq!(mixed("#804020", 255, 1.0), "#ffffff");
        assert_eq!(mixed("#804020", 0, 0.5), "#402010");
    }
}
