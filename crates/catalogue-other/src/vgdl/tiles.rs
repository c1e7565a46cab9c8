//! A drawing for every type of sprite: simple shapes that tell the class, in the type's colour.
//!
//! Every drawing fills a square of 24 units; those with a front look to the right.

use super::colour::{DEAD, JOINTS, WALL, colour, ground, mixed};
use ludometer_vgdl::sprites::Class;
use ludometer_vgdl::{SpriteType, SpriteTypeId, VgdlGame};

/// Units along the side of a cell.
pub(super) const CELL: i32 = 24;

/// A cell and a little more: at most scales neighbours would show a seam otherwise.
const WHOLE: &str = r#"x="-.3" y="-.3" width="24.6" height="24.6""#;

/// Whether sprites of a type are drawn.
pub(super) fn is_drawn(kind: &SpriteType) -> bool {
    kind.class.is_some() && !kind.look.invisible
}

/// Whether a type's drawing turns with its direction.
pub(super) fn turns(kind: &SpriteType) -> bool {
    matches!(
        kind.class,
        Some(Class::Missile(_) | Class::Avatar(_) | Class::Spawner(_))
    )
}

/// The definitions of all drawings of a game: `k0`, `k1` and so on by the type's number, and `dead`.
pub(super) fn symbols(game: &VgdlGame) -> String {
    let mut all = format!(
        r##"<symbol id="dead" viewBox="0 0 24 24"><circle cx="12" cy="12" r="8" fill="{DEAD}"/><path d="M8 8l8 8M16 8l-8 8" stroke="#3a3a3a" stroke-width="2.5"/></symbol>"##
    );
    for (at, kind) in game
        .kinds()
        .iter()
        .enumerate()
        .filter(|(_, kind)| is_drawn(kind))
    {
        let shape = shape(game, SpriteTypeId(at as u16));
        let shrink = kind.look.shrink;
        let shape = match shrink > 0.0 && shrink < 1.0 {
            true => {
                let margin = 12.0 * (1.0 - shrink);
                format!(
                    r#"<g transform="translate({margin:.2} {margin:.2}) scale({shrink:.3})">{shape}</g>"#
                )
            }
            false => shape,
        };
        all += &format!(
            r#"<symbol id="k{at}" viewBox="0 0 24 24" overflow="visible">{shape}</symbol>"#
        );
    }
    all
}

fn shape(game: &VgdlGame, id: SpriteTypeId) -> String {
    let kind = game.kind(id);
    let c = colour(kind);
    let dark = mixed(c, 0, 0.45);
    let light = mixed(c, 255, 0.55);
    if let Some(ground) = ground(game, id) {
        return format!(r#"<rect {WHOLE} fill="{ground}"/>"#);
    }
    match &kind.class {
        Some(Class::Still) if id == SpriteTypeId::WALL => format!(
            r#"<rect {WHOLE} fill="{WALL}"/><path d="M0 8h24M0 16h24M12 0v8M6 8v8M18 8v8M12 16v8" stroke="{JOINTS}" stroke-width="1.4"/>"#
        ),
        Some(Class::Still) if kind.look.door => format!(
            r#"<path d="M5 23V9a7 7 0 0 1 14 0v14z" fill="{c}" stroke="{dark}" stroke-width="1.6"/><circle cx="15.5" cy="15" r="1.5" fill="{dark}"/>"#
        ),
        Some(Class::Still) | None => format!(
            r#"<rect x="1" y="1" width="22" height="22" rx="3" fill="{c}"/><path d="M3 21V5a2 2 0 0 1 2-2h16" fill="none" stroke="{light}" stroke-width="1.6"/>"#
        ),
        Some(Class::Passive) => format!(
            r#"<rect x="2" y="2" width="20" height="20" fill="{c}" stroke="{dark}" stroke-width="2"/><path d="M3 3l18 18M21 3L3 21" stroke="{dark}" stroke-width="1.6"/>"#
        ),
        Some(Class::Resource(_)) => format!(
            r#"<path d="M12 2l8 10-8 10-8-10z" fill="{c}" stroke="{dark}" stroke-width="1.4"/><path d="M12 5l4.5 7H7.500z" fill="{light}"/>"#
        ),
        Some(Class::Portal(_)) => format!(
            r#"<ellipse cx="12" cy="12" rx="9" ry="11" fill="{dark}"/><ellipse cx="12" cy="12" rx="6" ry="8" fill="{c}"/><ellipse cx="12" cy="12" rx="3" ry="4.500" fill="{light}"/>"#
        ),
        Some(Class::Missile(_)) => format!(
            r#"<path d="M3 6.500L14 6.500 22 12 14 17.500 3 17.500 7 12z" fill="{c}" stroke="{dark}" stroke-width="1.4"/>"#
        ),
        Some(Class::Flicker(_) | Class::Spreader(_)) => format!(
            r#"<path d="M12 1l2.600 7.400L22 6l-4.600 6L22 18l-7.400-2.400L12 23l-2.600-7.400L2 18l4.600-6L2 6l7.400 2.400z" fill="{c}" stroke="{dark}"/>"#
        ),
        Some(Class::Npc(_)) => format!(
            r##"<circle cx="12" cy="13" r="9" fill="{c}" stroke="{dark}" stroke-width="1.2"/><circle cx="8.500" cy="11" r="2.600" fill="#fff"/><circle cx="15.500" cy="11" r="2.600" fill="#fff"/><circle cx="8.500" cy="11.500" r="1.200" fill="#222"/><circle cx="15.500" cy="11.500" r="1.200" fill="#222"/>"##
        ),
        Some(Class::Chaser(_) | Class::Path(_) | Class::PathAlt(_)) => format!(
            r##"<path d="M3 22V11a9 9 0 0 1 18 0v11l-4.500-4-4.500 4-4.500-4z" fill="{c}" stroke="{dark}" stroke-width="1.2"/><path d="M6 8l5 2.500V12H6zM18 8l-5 2.500V12h5z" fill="#fff"/><circle cx="9" cy="11" r="1" fill="#222"/><circle cx="15" cy="11" r="1" fill="#222"/>"##
        ),
        Some(Class::Spawner(_)) if kind.nature.oriented => format!(
            r#"<path d="M1 14a11 5 0 0 1 22 0 11 4 0 0 1-22 0z" fill="{c}" stroke="{dark}" stroke-width="1.2"/><path d="M7 11a5 5.500 0 0 1 10 0z" fill="{light}" stroke="{dark}"/><circle cx="20" cy="14" r="1.300" fill="{dark}"/>"#
        ),
        Some(Class::Spawner(_)) => format!(
            r##"<circle cx="12" cy="12" r="10" fill="#2b2d31"/><circle cx="12" cy="12" r="8" fill="none" stroke="{c}" stroke-width="2.500" stroke-dasharray="5 3"/>"##
        ),
        Some(Class::Avatar(_)) => {
            let front = match kind.nature.oriented {
                true => format!(r#"<path d="M19 8.500l4.500 3.500-4.500 3.500z" fill="{dark}"/>"#),
                false => String::new(),
            };
            format!(
                r##"{front}<circle cx="12" cy="12" r="9" fill="{c}" stroke="#1d1f22" stroke-width="2"/><circle cx="12" cy="12" r="4.500" fill="{light}"/><circle cx="12" cy="12" r="2" fill="#1d1f22"/>"##
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doors_are_drawn_by_their_class_and_not_by_their_name() {
        let text = "BasicGame
    SpriteSet
        hatch > Door color=BLUE
        exit > Immovable color=BLUE
        avatar > MovingAvatar
    TerminationSet
        Timeout limit=9
    LevelMapping
        h > hatch
        e > exit
";
        let (game, _) = VgdlGame::parse(text).expect("a game");
        let drawn = |name| {
            let id = game.named(name).expect("a type");
            shape(&game, id)
        };
        // Only a door has a handle.
        assert!(drawn("hatch").contains("<circle "), "{}", drawn("hatch"));
        assert!(!drawn("exit").contains("<circle "), "{}", drawn("exit"));
    }
}
