//! A character for every type of sprite.

use ludometer_vgdl::sprites::Class;
use ludometer_vgdl::{SpriteType, SpriteTypeId, VgdlGame};

/// The characters of a game's types, by number; `None` is not drawn.
#[derive(Clone, Debug)]
pub(super) struct Glyphs(Vec<Option<char>>);

/// What lies under everything else.
const GROUND: char = '.';

impl Glyphs {
    /// Walls are `#`, the avatar is `A`, ground is `.`; others have the sign of their class, or else a letter of
    /// their name, so that no two share one while signs and letters last.
    pub(super) fn of(game: &VgdlGame) -> Glyphs {
        let mut taken = vec![GROUND, '#', 'A', ' '];
        let glyph = |(at, kind): (usize, &SpriteType)| {
            if kind.class.is_none() || kind.look.invisible {
                return None;
            }
            let glyph = match &kind.class {
                Some(Class::Avatar(_)) => return Some('A'),
                Some(Class::Still) if at == usize::from(SpriteTypeId::WALL.0) => return Some('#'),
                Some(Class::Still) if kind.look.hidden => return Some(GROUND),
                class => {
                    let signs = class.as_ref().map_or("", signs).chars();
                    let lower = kind.name.chars().map(|c| c.to_ascii_lowercase());
                    let upper = kind.name.chars().map(|c| c.to_ascii_uppercase());
                    let letters = lower.chain(upper).filter(char::is_ascii_alphanumeric);
                    let rest = ('a'..='z').chain('A'..='Z').chain('0'..='9');
                    let mut all = signs.chain(letters).chain(rest);
                    all.find(|glyph| !taken.contains(glyph)).unwrap_or('?')
                }
            };
            taken.push(glyph);
            Some(glyph)
        };
        Glyphs(game.kinds().iter().enumerate().map(glyph).collect())
    }

    /// The character of a type, if it is drawn.
    pub(super) fn get(&self, kind: SpriteTypeId) -> Option<char> {
        self.0.get(usize::from(kind.0)).copied().flatten()
    }
}

/// The signs of a class, the best first.
fn signs(class: &Class) -> &'static str {
    match class {
        Class::Missile(_) => "*",
        Class::Flicker(_) | Class::Spreader(_) => "!",
        Class::Resource(_) => "$",
        Class::Portal(_) => "O",
        Class::Spawner(_) => "%",
        _ => "",
    }
}
