//! A state as text: the topmost sprite of every cell, then what the avatar has and how things stand.

use super::{Grid, Vgdl};
use ludometer_vgdl::{Outcome, SpriteTypeId, State};
use std::fmt::Write;

/// The level, the legend of what stands on it, and the numbers.
pub(super) fn show(game: &Vgdl, state: &State) -> String {
    let level = game.level();
    let Grid {
        columns,
        cells,
        legend,
    } = game.grid(state);
    let mut text = String::with_capacity(cells.len() + cells.len() / columns.max(1) + 80);
    for row in cells.chunks(columns.max(1)) {
        text.extend(row.iter().map(|tile| tile.map_or(' ', |tile| tile.glyph)));
        text.push('\n');
    }
    let names = |kind: SpriteTypeId| level.game().kind(kind).name.as_str();
    for (glyph, kind) in legend.into_iter().filter(|&(glyph, _)| is_news(glyph)) {
        // Writing to a string cannot fail.
        let _ = write!(text, "{glyph} {}  ", names(kind));
    }
    if text.ends_with(' ') {
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    let _ = write!(text, "tick {}  score {}", state.tick(), state.score());
    if let Some(avatar) = level.avatar(state) {
        let _ = write!(text, "  health {}", avatar.health);
        for (kind, amount) in level.inventory(state).filter(|&(_, amount)| amount != 0) {
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
