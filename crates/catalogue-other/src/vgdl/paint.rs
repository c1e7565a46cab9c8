//! A state in the colours of a terminal.

use super::colour::{DEAD, JOINTS, PAPER, WALL, colour, ground, mixed, parts};
use super::picture::words;
use ludometer_core::Game;
use ludometer_games_other::vgdl::{Grid, Tile, Vgdl};
use ludometer_vgdl::sprites::Class;
use ludometer_vgdl::{SpriteType, SpriteTypeId, State};
use std::fmt::Write;

/// Ends all colours.
const PLAIN: &str = "\u{1b}[0m";
/// The beginning of what is written strongly.
const BOLD: &str = "\u{1b}[1m";

/// How things stand, then the level and a legend, in 24-bit colours of ECMA-48 and ISO 8613-6.
///
/// A cell has the colour and the character of its topmost sprite. It is two columns wide where that
/// many fit, which makes it about square.
pub fn paint(game: &Vgdl, state: &State, columns: usize) -> String {
    let level = game.level();
    let grid = game.grid(state);
    let (name, words) = (game.facts().name, words(level, state));
    let mut text = format!("{BOLD}{words}{PLAIN}  {name}\n");
    let wide = match 2 * grid.columns <= columns {
        true => 2,
        false => 1,
    };
    for row in grid.cells.chunks(grid.columns.max(1)) {
        let mut worn = String::new();
        for tile in row {
            let (ink, glyph) = cell(level.game(), tile.as_ref());
            // Only what changes is written.
            if ink != worn {
                text += &ink;
                worn = ink;
            }
            let _ = write!(text, "{glyph:wide$}");
        }
        text += PLAIN;
        text.push('\n');
    }
    legend(level.game(), &grid, columns, &mut text);
    text
}

/// The types on the board but ground, each in its colours, in lines that fit.
fn legend(game: &ludometer_vgdl::VgdlGame, grid: &Grid, columns: usize, text: &mut String) {
    let mut used = 0;
    for &(glyph, kind) in &grid.legend {
        if ground(game, kind).is_some() {
            continue;
        }
        let dead = false;
        let (ink, glyph) = cell(game, Some(&Tile { glyph, kind, dead }));
        let name = &game.kind(kind).name;
        let width = 3 + 1 + name.chars().count();
        if used > 0 && used + 2 + width > columns {
            text.push('\n');
            used = 0;
        }
        let gap = if used > 0 { "  " } else { "" };
        let _ = write!(text, "{gap}{ink} {glyph} {PLAIN} {name}");
        used += gap.len() + width;
    }
    if used > 0 {
        text.push('\n');
    }
}

/// The colours of a cell and its character.
fn cell(game: &ludometer_vgdl::VgdlGame, tile: Option<&Tile>) -> (String, char) {
    let Some(tile) = tile else {
        return (ink(PAPER, PAPER, false), ' ');
    };
    let kind = game.kind(tile.kind);
    match ground(game, tile.kind) {
        _ if tile.dead => (ink(DEAD, "#3a3a3a", true), tile.glyph),
        _ if tile.kind == SpriteTypeId::WALL => (ink(WALL, JOINTS, false), tile.glyph),
        Some(ground) => (ink(&ground, &ground, false), ' '),
        None => {
            let colour = colour(kind);
            let (on, strong) = (against(colour), !is_quiet(kind));
            let share = if strong { 0.9 } else { 0.45 };
            (ink(colour, &mixed(colour, on, share), strong), tile.glyph)
        }
    }
}

/// Whether a type is scenery, whose characters should not shout.
fn is_quiet(kind: &SpriteType) -> bool {
    matches!(kind.class, Some(Class::Still) | None) && !kind.look.door
}

/// Black (0) or white (255), whichever is seen better on a colour.
fn against(colour: &str) -> u8 {
    let [red, green, blue] = parts(colour).map(f64::from);
    // The weights of ITU-R BT.601.
    match 0.299 * red + 0.587 * green + 0.114 * blue > 125.0 {
        true => 0,
        false => 255,
    }
}

/// What sets a background and a foreground.
fn ink(back: &str, front: &str, strong: bool) -> String {
    let [r, g, b] = parts(back);
    let [fr, fg, fb] = parts(front);
    let weight = if strong { 1 } else { 22 };
    format!("\u{1b}[{weight};48;2;{r};{g};{b};38;2;{fr};{fg};{fb}m")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vgdl::Library;

    /// A text without what begins with an escape and ends with `m`.
    fn bare(text: &str) -> String {
        let mut pieces = text.split('\u{1b}');
        let first = pieces.next().unwrap_or("").to_string();
        let rest = pieces.map(|piece| piece.split_once('m').map_or("", |(_, rest)| rest));
        first + &rest.collect::<String>()
    }

    #[test]
    fn a_painting_shows_what_the_text_shows() {
        for name in Library::Shipped.names() {
            let (game, _) = Library::Shipped.open(name, 0).unwrap();
            let state = game.level().start();
            let shown = game.show(&state, None);
            let painted = bare(&paint(&game, &state, 1));
            let grid = game.grid(&state);
            let cells = grid.cells.chunks(grid.columns);
            for ((plain, drawn), cells) in shown.lines().zip(painted.lines().skip(1)).zip(cells) {
                assert_eq!(plain.len(), drawn.len(), "{name}");
                for ((plain, drawn), cell) in plain.chars().zip(drawn.chars()).zip(cells) {
                    let rules = game.level().game();
                    match cell.and_then(|tile| ground(rules, tile.kind)) {
                        Some(_) => assert_eq!(drawn, ' ', "{name}"),
                        None => assert_eq!(drawn, plain, "{name}"),
                    }
                }
            }
            assert!(painted.starts_with("tick 0  score 0"), "{painted}");
        }
    }

    #[test]
    fn cells_are_square_where_they_fit_and_every_line_ends_plain() {
        let (game, _) = Library::Shipped.open("lanterns", 0).unwrap();
        let state = game.level().start();
        for (columns, wide) in [(26, 26), (25, 13)] {
            let painted = paint(&game, &state, columns);
            let line = painted.lines().nth(1).unwrap();
            assert_eq!(bare(line).chars().count(), wide);
            for line in painted.lines().skip(1).take(8) {
                assert!(line.ends_with(PLAIN), "{line}");
            }
            let legend = painted.lines().skip(9);
            for line in legend.map(bare) {
                assert!(line.chars().count() <= columns, "{line}");
            }
        }
    }

    #[test]
    fn a_sprite_wears_its_colour() {
        let (game, _) = Library::Shipped.open("lanterns", 0).unwrap();
        let painted = paint(&game, &game.level().start(), 80);
        // LIGHTBLUE, as the description says of the avatar.
        assert!(painted.contains("48;2;134;191;230;38;2;"), "{painted}");
        assert!(bare(&painted).contains(" $  oil"), "{painted}");
    }
}
