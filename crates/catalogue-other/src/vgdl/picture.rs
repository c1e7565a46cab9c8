//! A state as a picture.

use super::colour::PAPER;
use super::tiles::{CELL, is_drawn, symbols, turns};
use ludometer_vgdl::{Level, Outcome, Seen, SpriteTypeId, State};
use std::fmt::Write;

/// Units below the board for the words.
const FOOT: i32 = 24;
/// Units beside the words.
const MARGIN: i32 = 8;
/// Units that a character of the words may need.
const LETTER: i32 = 8;

/// A state as SVG, self-contained.
pub fn picture(level: &Level, state: &State) -> String {
    let mut body = String::new();
    for (kind, sprites) in layers(level, state) {
        for sprite in sprites {
            body += &element(kind, &sprite);
        }
    }
    let (width, height) = size(level);
    let words = words(level, state);
    let wide = width.max(2 * MARGIN + LETTER * words.chars().count() as i32);
    let mut svg = open((wide, height + FOOT), "");
    // Writing to a string cannot fail.
    let _ = write!(
        svg,
        r##"<defs>{}</defs><rect width="{wide}" height="{}" fill="#26282c"/><rect width="{width}" height="{height}" fill="{PAPER}"/>{body}"##,
        symbols(level.game()),
        height + FOOT,
    );
    let _ = write!(
        svg,
        r##"<rect y="{height}" width="{wide}" height="{FOOT}" fill="#26282c"/><text x="{MARGIN}" y="{}" font-family="ui-monospace, monospace" font-size="13" fill="#f4f4ef" style="white-space:pre">{}</text></svg>"##,
        height + 17,
        escape(&words),
    );
    svg + "\n"
}

/// The opening tag of a picture of this many units.
pub(super) fn open((width, height): (i32, i32), attributes: &str) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"{attributes}>"#
    )
}

/// Units of the board.
pub(super) fn size(level: &Level) -> (i32, i32) {
    let (width, height) = level.size();
    (width * CELL, height * CELL)
}

/// A sprite as it is drawn: place in units, quarter turns, and whether it is dead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Drawn {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) degrees: i32,
    pub(super) dead: bool,
}

/// What is drawn, type after type, the lowest first.
pub(super) fn layers(level: &Level, state: &State) -> Vec<(SpriteTypeId, Vec<Drawn>)> {
    let kinds = level.game().order().iter().copied();
    let drawn = kinds.filter(|&kind| is_drawn(level.game().kind(kind)));
    drawn
        .map(|kind| {
            let turning = turns(level.game().kind(kind));
            let sprites = level.sprites(state, kind);
            (
                kind,
                sprites.map(|seen| place(level, &seen, turning)).collect(),
            )
        })
        .collect()
}

fn place(level: &Level, seen: &Seen, turning: bool) -> Drawn {
    let units = |pixels: i32| {
        let units = f64::from(pixels) * f64::from(CELL) / f64::from(level.block());
        (units * 10.0).round() / 10.0
    };
    let (dx, dy) = (f64::from(seen.heading.x), f64::from(seen.heading.y));
    let degrees = match turning && !seen.heading.is_none() {
        true => libm::atan2(dy, dx).to_degrees().round() as i32,
        false => 0,
    };
    Drawn {
        x: units(seen.x),
        y: units(seen.y),
        degrees,
        dead: seen.disabled,
    }
}

/// One sprite as an element.
pub(super) fn element(kind: SpriteTypeId, sprite: &Drawn) -> String {
    let Drawn {
        x,
        y,
        degrees,
        dead,
    } = *sprite;
    let symbol = if dead {
        "dead".into()
    } else {
        format!("k{}", kind.0)
    };
    let half = f64::from(CELL) / 2.0;
    let turn = match degrees {
        0 => String::new(),
        _ => format!(
            r#" transform="rotate({degrees} {} {})""#,
            x + half,
            y + half
        ),
    };
    format!(r##"<use href="#{symbol}" x="{x}" y="{y}" width="{CELL}" height="{CELL}"{turn}/>"##)
}

/// How things stand, on one line.
pub(super) fn words(level: &Level, state: &State) -> String {
    let mut text = format!("tick {}  score {}", state.tick(), state.score());
    if let Some(avatar) = level.avatar(state).filter(|avatar| avatar.health != 0) {
        let _ = write!(text, "  health {}", avatar.health);
    }
    for (kind, amount) in level.inventory(state).filter(|&(_, amount)| amount != 0) {
        let _ = write!(text, "  {} {amount}", level.game().kind(kind).name);
    }
    text += match state.outcome() {
        Outcome::Open => "",
        Outcome::Won => "  won",
        Outcome::Lost => "  lost",
    };
    text
}

/// Text inside an element or a quoted attribute.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vgdl::Library;

    #[test]
    fn every_sprite_that_can_be_seen_is_drawn_once() {
        let (game, _) = Library::Shipped.open("lanterns", 0).unwrap();
        let level = game.level();
        let state = level.start();
        let svg = picture(level, &state);
        let kinds = level.game().order().iter();
        let sprites: usize = kinds.map(|&kind| level.sprites(&state, kind).count()).sum();
        assert_eq!(svg.matches("<use ").count(), sprites);
        assert!(svg.contains(">tick 0  score 0  health 3<"), "{svg}");
        for kind in ["wall", "lit", "moth", "avatar"] {
            let id = level.game().named(kind).unwrap().0;
            assert!(svg.contains(&format!("<symbol id=\"k{id}\"")), "{kind}");
            assert!(svg.contains(&format!("href=\"#k{id}\"")), "{kind}");
        }
    }

    #[test]
    fn a_small_level_has_room_for_the_words() {
        let (game, _) = Library::Shipped.open("bait", 0).unwrap();
        let state = game.level().start();
        let svg = picture(game.level(), &state);
        let board = size(game.level()).0;
        let wide = 2 * MARGIN + LETTER * words(game.level(), &state).len() as i32;
        assert!(wide > board, "{wide} units of words, {board} of board");
        assert!(svg.contains(&format!(r#"viewBox="0 0 {wide} "#)), "{svg}");
    }
}
