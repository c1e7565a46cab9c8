//! The lines of one cell of a table.

use super::columns::{Detail, Field, heading};
use super::line::{Line, Tone, to_left, to_middle, to_right, wrap};
use crate::inline::glued;
use crate::{Align, Cell, Mark, Table};
use unicode_width::UnicodeWidthStr;

/// The lines of a heading.
pub(crate) fn titled(table: &Table, field: &Field) -> Vec<Line> {
    let align = table.columns[field.index].align;
    let lines = heading(table, field).into_iter();
    // Above numbers with small print beside them, the heading is over the numbers.
    let over = match align {
        Align::Right | Align::Decimal => field.width - (field.body() - field.main),
        Align::Left | Align::Centre => field.width,
    };
    lines
        .map(|line| Line::plain(aligned(&line, over, align)))
        .collect()
}

/// The lines of a cell, as wide as its column at most.
pub(crate) fn celled(table: &Table, field: &Field, cell: &Cell, detail: Detail) -> Vec<Line> {
    let align = table.columns[field.index].align;
    let (text, sign) = field.shown(table, cell);
    let room = field.main - sign.chars().count().min(field.main);
    let indent = match align {
        Align::Right | Align::Decimal => field.width - field.body().min(field.width),
        Align::Centre => (field.width - field.body().min(field.width)) / 2,
        Align::Left => 0,
    };
    let tone = match cell.mark {
        Mark::None => None,
        Mark::Good => Some(Tone::Good),
        Mark::Bad => Some(Tone::Bad),
        Mark::Quiet => Some(Tone::Dim),
        Mark::Strong => Some(Tone::Bold),
    };
    // Spaces behind a number keep its point in line, so only long texts wrap.
    let texts = match text.width() <= room {
        true => vec![text],
        false => wrap(&text, room),
    };
    let small = cell.small_print().unwrap_or("");
    let mut lines = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        let mut line = Line::plain(" ".repeat(indent));
        line.push(&aligned(text, room, align), tone);
        line.push(if index == 0 { sign } else { "" }, tone);
        if index == 0 && detail == Detail::Beside && !small.is_empty() {
            line.pad_to(indent + field.main + 1);
            line.push(small, Some(Tone::Dim));
        }
        lines.push(line);
    }
    if matches!(detail, Detail::Below | Detail::Folded) && !small.is_empty() {
        for text in wrap(&glued(small), field.main) {
            let text = text.replace('\u{a0}', " ");
            let mut line = Line::plain(" ".repeat(indent));
            line.push(&aligned(&text, field.main, align), Some(Tone::Dim));
            lines.push(line);
        }
    }
    lines
}

fn aligned(text: &str, width: usize, align: Align) -> String {
    match align {
        Align::Left => to_left(text, width),
        Align::Right | Align::Decimal => to_right(text, width),
        Align::Centre => to_middle(text, width),
    }
}
