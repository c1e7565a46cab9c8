//! A state as text: the topmost sprite of every cell, then what the avatar has and how things stand.

use super::glyphs::Glyphs;
use ludometer_vgdl::{KindId, Level, Outcome, State};
use std::fmt::Write;

/// The level, the legend of what stands on it, and the numbers.
pub(super) fn show(level: &Level, glyphs: &Glyphs, state: &State) -> String {
    let (width, height) = level.size();
    let (columns, rows) = (width.max(0) as usize, height.max(0) as usize);
    let mut cells = vec![' '; columns * rows];
    let mut legend: Vec<(char, &str)> = Vec::new();
    for &kind in level.game().order() {
        let Some(glyph) = glyphs.get(kind) else {
            continue;
        };
        for seen in level.sprites(state, kind) {
            let glyph = if seen.disabled { 'x' } else { glyph };
            // A sprite between two cells stands where its middle is.
            let middle = level.block() / 2;
            let at = |pixel: i32| usize::try_from((pixel + middle).div_euclid(level.block())).ok();
            let place = at(seen.x).zip(at(seen.y));
            if let Some((x, y)) = place.filter(|&(x, y)| x < columns && y < rows) {
                cells[y * columns + x] = glyph;
            }
        }
        if level.sprites(state, kind).next().is_some() && is_news(glyph) {
            legend.push((glyph, &level.game().kind(kind).name));
        }
    }
    let mut text = String::with_capacity((columns + 1) * rows + 80);
    for row in cells.chunks(columns.max(1)) {
        text.extend(row);
        text.push('\n');
    }
    for (glyph, name) in legend {
        // Writing to a string cannot fail.
        let _ = write!(text, "{glyph} {name}  ");
    }
    if text.ends_with(' ') {
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    let _ = write!(text, "tick {}  score {}", state.tick(), state.score());
    let names = |kind: KindId| level.game().kind(kind).name.as_str();
    if let Some(avatar) = level.avatar(state) {
        let _ = write!(text, "  health {}", avatar.health);
        for (kind, amount) in level.purse(state).filter(|&(_, amount)| amount != 0) {
            let _ = write!(text, "  {} {amount}", names(kind));
        }
    }
    text += match state.outcome() {
        Outcome::Open => "\n",
        Outcome::Won => "  won\n",
        Outcome::Lost => "  lost\n",
    };
    text
}

/// Whether a reader needs to be told what a character stands for.
fn is_news(glyph: char) -> bool {
    !matches!(glyph, '.' | '#' | 'A')
}
